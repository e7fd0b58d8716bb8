"""Shares of pieces among all ways to lay some of them, held against all ways written out."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import PieceKind, Surface
from engine.polyomino import Polyomino, fixed_polyominoes
from vision.explaining.candidates import Candidate
from vision.explaining.packing import components, packings

KIND = PieceKind("tile", Surface("tile"), (Polyomino.parse("##"),), frozenset({Surface("floor")}))


def piece(*cells: int, cost: float) -> Candidate:
    """A piece on some cells."""
    return Candidate(KIND, cells, cells[0], False, cost, sum(1 << cell for cell in cells))


def written_out(cells: int, options: list[Candidate], stay: list[float]) -> tuple[list[float], list[float]]:
    """The shares of options and of cells that stay, by laying all sets of options that do not overlap."""
    shares, stays, total = [0.0] * len(options), [0.0] * cells, 0.0
    for number in range(len(options) + 1):
        for laid in combinations(range(len(options)), number):
            covered = [cell for n in laid for cell in options[n].cells]
            if len(covered) > len(set(covered)):
                continue
            free = [cell for cell in range(cells) if cell not in covered]
            weight = math.exp(-sum(options[n].cost for n in laid) - sum(stay[cell] for cell in free))
            total += weight
            for n in laid:
                shares[n] += weight
            for cell in free:
                stays[cell] += weight
    return [share / total for share in shares], [share / total for share in stays]


def one_by_one(cells: int, options: list[Candidate], stay: list[float]) -> tuple[list[float], list[float]]:
    """The same shares, by adding up what can still be laid once some cells are used, whatever is likely or not."""
    starting: dict[int, list[Candidate]] = defaultdict(list)
    for option in options:
        starting[option.cells[0]].append(option)

    @cache
    def total(free: int) -> float:
        if not free:
            return 1.0
        cell = (free & -free).bit_length() - 1
        fitting = [option for option in starting[cell] if option.bits & free == option.bits]
        laid = sum(math.exp(-option.cost) * total(free ^ option.bits) for option in fitting)
        return laid + math.exp(-stay[cell]) * total(free ^ 1 << cell)

    board = (1 << cells) - 1
    shares = [math.exp(-option.cost) * total(board ^ option.bits) / total(board) for option in options]
    return shares, [math.exp(-stay[cell]) * total(board ^ 1 << cell) / total(board) for cell in range(cells)]


def on_board(rows: int, cols: int, sizes: Sequence[int], random: np.random.Generator) -> list[Candidate]:
    """Pieces of these sizes wherever they may lie, each twice, a little better or worse than what is there (0)."""
    found = []
    for shape in (shape for size in sizes for shape in fixed_polyominoes(size)):
        height, width = shape.size_hw
        for row, col in np.ndindex(rows - height + 1, cols - width + 1):
            cells = [(row + cell.row) * cols + col + cell.col for cell in shape.cells]
            found += [piece(*cells, cost=cost) for cost in random.uniform(1.0, 2.0, 2).tolist()]
    return found


def test_shares_are_those_of_all_ways_written_out() -> None:
    """Pieces that overlap, on the same cells with other marks, and beside each other get their exact shares."""
    random = np.random.default_rng(3)
    places = [(0, 1), (0, 1), (1, 2), (2, 3), (0, 3), (1, 4), (4, 5), (4, 5), (3, 4, 5), (2, 5)]
    for _ in range(20):
        stay = random.uniform(0.0, 3.0, 6)
        costs = random.uniform(0.0, 5.0, len(places)).tolist()
        options = [piece(*cells, cost=cost) for cells, cost in zip(places, costs, strict=True)]
        found = packings(range(6), options, stay)
        shares, stays = written_out(6, options, stay.tolist())
        of_option = {id(option): share for option, share in found.pieces}
        assert [of_option[id(option)] for option in options] == pytest.approx(shares)
        assert [found.stays[cell] for cell in range(6)] == pytest.approx(stays)


@given(st.data())
def test_any_pieces_on_a_few_cells_get_their_exact_shares(data: st.DataObject) -> None:
    """Whatever the pieces, where they lie and what they cost, their shares are those of all ways written out."""
    cells = data.draw(st.integers(1, 6))
    where = st.sets(st.integers(0, cells - 1), min_size=1, max_size=4).map(sorted)
    cost = st.floats(0.0, 2.0)  # so little that nothing is hopeless
    places = data.draw(st.lists(st.tuples(where, cost), max_size=8))
    stay = data.draw(st.lists(cost, min_size=cells, max_size=cells))
    options = [piece(*on, cost=each) for on, each in places]
    found = packings(range(cells), options, np.asarray(stay))
    shares, stays = written_out(cells, options, stay)
    of_option = {id(option): share for option, share in found.pieces}
    assert [of_option[id(option)] for option in options] == pytest.approx(shares, rel=1e-9)
    assert [found.stays[cell] for cell in range(cells)] == pytest.approx(stays, rel=1e-9)


def test_many_pieces_on_a_board_get_their_exact_shares() -> None:
    """Hundreds of places that overlap in all ways are added up as exactly as a few."""
    random = np.random.default_rng(5)
    options = on_board(12, 3, (2, 3, 4), random)
    stay = random.uniform(0.0, 1.0, 36)
    found = packings(range(36), options, stay)
    shares, stays = one_by_one(36, options, stay.tolist())
    of_option = {id(option): share for option, share in found.pieces}
    assert len({option.bits for option in options}) > 300
    assert [of_option[id(option)] for option in options] == pytest.approx(shares, rel=2e-3)
    assert [found.stays[cell] for cell in range(36)] == pytest.approx(stays, rel=2e-3)


def test_many_pieces_on_a_long_board_get_their_exact_shares() -> None:
    """Where a board has many more cells than a number has bits, no cell is taken for another."""
    random = np.random.default_rng(6)
    places = [(cell, cell + by) for cell in range(200) for by in (1, 2, 3) if cell + by < 200]
    options = [piece(*cells, cost=random.uniform(0.0, 2.0)) for cells in places]
    stay = random.uniform(0.0, 1.0, 200)
    found = packings(range(200), options, stay)
    shares, stays = one_by_one(200, options, stay.tolist())
    of_option = {id(option): share for option, share in found.pieces}
    assert [of_option[id(option)] for option in options] == pytest.approx(shares, rel=1e-9)
    assert [found.stays[cell] for cell in range(200)] == pytest.approx(stays, rel=1e-9)


def test_many_pieces_get_the_same_shares_however_far_apart_their_cells_are_numbered() -> None:
    """Pieces whose cells are further apart than a number has bits are weighed the same, the hopeless dropped too."""
    random = np.random.default_rng(7)
    options = on_board(7, 7, (2, 3, 4), random)
    stay = random.uniform(0.0, 1.5, 49)
    near = packings(range(49), options, stay)
    apart = [piece(*(cell * 50 for cell in option.cells), cost=option.cost) for option in options]
    far = packings(range(0, 49 * 50, 50), apart, np.repeat(stay, 50))
    assert [option.cost for option, _ in far.pieces] == [option.cost for option, _ in near.pieces]
    assert [share for _, share in far.pieces] == pytest.approx([share for _, share in near.pieces], rel=1e-9)
    assert list(far.stays.values()) == pytest.approx(list(near.stays.values()), rel=1e-9)


def test_many_pieces_that_fit_well_give_numbers() -> None:
    """However many cells there are and however badly they fit without pieces, shares are numbers."""
    options = [piece(cell, cell + 1, cost=0.0) for cell in range(0, 300, 2)]
    found = packings(range(300), options, np.full(300, 8.0))
    assert [share for _, share in found.pieces] == pytest.approx([1.0] * 150, abs=1e-6)


def test_pieces_that_nobody_could_do_without_give_numbers() -> None:
    """However badly cells fit without the pieces on them, on any number of them, shares are numbers."""
    for count in (10, 500):
        options = [piece(cell, cell + 1, cost=0.0) for cell in range(0, 2 * count, 2)]
        found = packings(range(2 * count), options, np.full(2 * count, 1e6))
        assert [share for _, share in found.pieces] == [1.0] * count


def test_cells_that_pieces_join_are_one_group() -> None:
    """Pieces that share no cell belong to different groups, and a cell of no piece is a group of its own."""
    options = [piece(0, 1, cost=1.0), piece(5, 6, cost=1.0), piece(1, 2, cost=1.0)]
    found = [(cells, [option.cells for option in own]) for cells, own in components(range(7), options)]
    assert found == [([0, 1, 2], [(0, 1), (1, 2)]), ([3], []), ([4], []), ([5, 6], [(5, 6)])]
