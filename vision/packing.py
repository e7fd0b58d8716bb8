"""Weighted set packing: the share of every candidate among all ways to lay some of them without an overlap.

Every cell either stays as it is, at a cost, or belongs to one candidate. Cells are decided in reading order, so partial
packings that have used the same cells ahead are one; forward and backward sums over them give every candidate its
exact share among all packings (the sum-product algorithm; a beam drops the hopeless).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from vision.candidates import Candidate, Flat

_BEAM = 9.0  # nats that a partial packing may be worse than the best of its kind
_WIDTH = 1500  # partial packings kept a cell


class Packings(NamedTuple):
    """Candidates with their shares among all packings, and the share in which each cell stays as it is; 0 to 1."""

    pieces: tuple[tuple[Candidate, float], ...]
    stays: Mapping[int, float]


def components(cells: Sequence[int], options: Sequence[Candidate]) -> Iterable[tuple[list[int], list[Candidate]]]:
    """The groups of cells that candidates join, each with its candidates."""
    parent = {cell: cell for cell in cells}

    def root(cell: int) -> int:
        while parent[cell] != cell:
            parent[cell] = parent[parent[cell]]
            cell = parent[cell]
        return cell

    for option in options:
        first = root(option.cells[0])
        for cell in option.cells[1:]:
            parent[root(cell)] = first
    groups: dict[int, list[int]] = defaultdict(list)
    for cell in cells:
        groups[root(cell)].append(cell)
    belongs: dict[int, list[Candidate]] = defaultdict(list)
    for option in options:
        belongs[root(option.cells[0])].append(option)
    for key, group in groups.items():
        yield group, belongs[key]


def packings(cells: Sequence[int], options: Sequence[Candidate], stay: Flat) -> Packings:
    """The shares of all candidates among all ways to lay some of them on cells that hang together.

    Args:
        cells: indices in reading order.
        options: the candidates, all of whose cells are among those.
        stay: the cost of every cell of the board without a candidate.
    """
    starting: dict[int, list[Candidate]] = defaultdict(list)
    least = {cell: float(stay[cell]) for cell in cells}
    for option in options:
        starting[option.cells[0]].append(option)
        for cell in option.cells:
            least[cell] = min(least[cell], option.cost / len(option.cells))
    layers: list[list[_Step]] = []
    sums = [{0: 0.0}]
    for cell in cells:
        steps = list(_steps(cell, sums[-1], starting[cell], stay))
        ahead: dict[int, float] = {}
        for step in steps:
            ahead[step.end] = _logadd(ahead.get(step.end, -math.inf), sums[-1][step.start] - step.cost)
        kept = _beam(ahead, least)
        layers.append([step for step in steps if step.end in kept])
        sums.append(kept)
    total = sums[-1].get(0, -math.inf)
    back = {0: 0.0}
    pieces: dict[int, float] = defaultdict(float)  # by id: a kind's hash goes over all its shapes
    known = {id(option): option for option in options}
    stays: dict[int, float] = defaultdict(float)
    for cell, steps, before in zip(reversed(cells), reversed(layers), reversed(sums[:-1]), strict=True):
        earlier: dict[int, float] = {}
        for step in steps:
            after = back.get(step.end)
            if after is None:
                continue
            earlier[step.start] = _logadd(earlier.get(step.start, -math.inf), after - step.cost)
            share = math.exp(before[step.start] - step.cost + after - total)
            if step.piece is not None:
                pieces[id(step.piece)] += share
            elif not step.start >> cell & 1:
                stays[cell] += share
        back = earlier
    return Packings(tuple((known[key], share) for key, share in pieces.items()), stays)


class _Step(NamedTuple):
    """One way to decide a cell: the used cells before and after, the piece laid (None: it stays) and the cost."""

    start: int
    end: int
    piece: Candidate | None
    cost: float


def _steps(cell: int, states: Mapping[int, float], pieces: Sequence[Candidate], stay: Flat) -> Iterable[_Step]:
    bit = 1 << cell
    unchanged = float(stay[cell])
    for used in states:
        if used & bit:
            yield _Step(used, used ^ bit, None, 0.0)
            continue
        yield _Step(used, used, None, unchanged)
        for piece in pieces:
            if not piece.bits & used:
                yield _Step(used, (used | piece.bits) ^ bit, piece, piece.cost)


def _beam(states: Mapping[int, float], least: Mapping[int, float]) -> dict[int, float]:
    # what a state has used ahead it has paid for already: compare states by what they would cost without that
    def hope(used: int, value: float) -> float:
        while used:
            low = used & -used
            value += least[low.bit_length() - 1]
            used ^= low
        return value

    hopes = {used: hope(used, value) for used, value in states.items()}
    best = max(hopes.values())
    kept = [used for used, value in hopes.items() if value > best - _BEAM]
    if len(kept) > _WIDTH:
        kept = sorted(kept, key=lambda used: -hopes[used])[:_WIDTH]
    return {used: states[used] for used in kept}


def _logadd(a: float, b: float) -> float:
    high, low = (a, b) if a > b else (b, a)
    return high + math.log1p(math.exp(low - high)) if low > -math.inf else high
