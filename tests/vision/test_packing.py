"""Shares of pieces among all ways to lay some of them, held against all ways written out."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from engine.game import PieceKind, Surface
from engine.polyomino import Polyomino
from vision.candidates import Candidate
from vision.packing import components, packings

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


def test_many_pieces_that_fit_well_give_numbers() -> None:
    """However many cells there are and however badly they fit without pieces, shares are numbers."""
    options = [piece(cell, cell + 1, cost=0.0) for cell in range(0, 300, 2)]
    found = packings(range(300), options, np.full(300, 8.0))
    assert [share for _, share in found.pieces] == pytest.approx([1.0] * 150, abs=1e-6)


def test_cells_that_pieces_join_are_one_group() -> None:
    """Pieces that share no cell belong to different groups, and a cell of no piece is a group of its own."""
    options = [piece(0, 1, cost=1.0), piece(5, 6, cost=1.0), piece(1, 2, cost=1.0)]
    found = [(cells, [option.cells for option in own]) for cells, own in components(range(7), options)]
    assert found == [([0, 1, 2], [(0, 1), (1, 2)]), ([3], []), ([4], []), ([5, 6], [(5, 6)])]
