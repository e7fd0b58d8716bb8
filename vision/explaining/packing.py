"""Weighted set packing: the share of every candidate among all ways to lay some of them without an overlap.

Every cell either stays as it is, at a cost, or belongs to one candidate. Cells are decided in reading order, so partial
packings that have used the same cells ahead are one, and so are candidates on the same cells; forward and backward sums
over them give every candidate its exact share among all packings (the sum-product algorithm; a beam drops the
hopeless). Costs count from the least that each cell costs in any way: so partial packings can be compared that have
used, and paid for, different cells ahead.

Dicts sum what a move changes the quickest, arrays what a whole board may be.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.explaining.candidates import Candidate, Flat

_BEAM = math.exp(-9.0)  # share of the best of its kind below which a partial packing is dropped
_WIDTH = 1500  # partial packings kept a cell
_MANY = 300  # sets of cells on which candidates lie, from which on arrays are quicker than dicts
_WORD = 64  # bits of a number in an array


class Packings(NamedTuple):
    """Candidates with their shares among all packings, and the share in which each cell stays as it is; 0 to 1."""

    pieces: tuple[tuple[Candidate, float], ...]
    stays: Mapping[int, float]


def components(cells: Sequence[int], options: Sequence[Candidate]) -> Iterable[tuple[list[int], list[Candidate]]]:
    """The groups of cells that candidates join, each with its candidates."""
    groups: list[int] = []
    for bits in {option.bits for option in options}:
        joined = bits
        for group in groups:
            if group & bits:
                joined |= group
        groups = [group for group in groups if not group & bits]
        groups.append(joined)
    of_cell = {cell: next((group for group in groups if group >> cell & 1), 1 << cell) for cell in cells}
    belongs: dict[int, list[Candidate]] = defaultdict(list)
    for option in options:
        belongs[of_cell[option.cells[0]]].append(option)
    members: dict[int, list[int]] = defaultdict(list)
    for cell, group in of_cell.items():
        members[group].append(cell)
    for group, inside in members.items():
        yield inside, belongs[group]


def packings(cells: Sequence[int], options: Sequence[Candidate], stay: Flat) -> Packings:
    """The shares of all candidates among all ways to lay some of them on cells that hang together.

    Args:
        cells: indices in reading order.
        options: the candidates, all of whose cells are among those.
        stay: the cost of every cell of the board without a candidate.
    """
    steps = _steps(cells, options, stay)
    places = [place for step in steps for place in step.places]
    in_arrays = len(places) >= _MANY and all(place.cells[-1] - place.cells[0] < _WORD for place in places)
    pieces: list[tuple[Candidate, float]] = []
    stays: dict[int, float] = {}
    for step, sums in zip(reversed(steps), _sums_in_arrays(steps) if in_arrays else _sums(steps), strict=True):
        every = sum(sums)
        stays[step.cell] = sums[1] / every
        for place, value in zip(step.places, sums[2:], strict=True):
            if value:
                each = value / every / place.weight
                pieces += [(option, each * weight) for option, weight in zip(place.options, place.weights, strict=True)]
    return Packings(tuple(pieces), stays)


class _Place(NamedTuple):
    """All candidates that lie on the same cells, the likelihood of each, and the sum of those."""

    cells: tuple[int, ...]
    bits: int
    options: Sequence[Candidate]
    weights: Sequence[float]
    weight: float


class _Step(NamedTuple):
    """The ways to decide a cell that is not used yet: it stays, at a likelihood, or is the first of some place."""

    cell: int
    stays: float
    places: Sequence[_Place]


def _steps(cells: Sequence[int], options: Sequence[Candidate], stay: Flat) -> Sequence[_Step]:
    """What is to be decided, cell by cell. No likelihood exceeds 1, for none costs less than the least of its cells."""
    on_same: dict[int, list[Candidate]] = defaultdict(list)
    for option in options:
        on_same[option.bits].append(option)
    staying: list[float] = stay.tolist()
    least = staying.copy()
    for same in on_same.values():
        on = same[0].cells
        each = min([option.cost for option in same]) / len(on)
        for cell in on:
            if each < least[cell]:
                least[cell] = each
    starting: dict[int, list[_Place]] = defaultdict(list)
    for bits, same in on_same.items():
        on = same[0].cells
        base = sum([least[cell] for cell in on])
        weights = [math.exp(base - option.cost) for option in same]
        starting[on[0]].append(_Place(on, bits, same, weights, sum(weights)))
    return [_Step(cell, math.exp(least[cell] - staying[cell]), starting.get(cell, ())) for cell in cells]


def _sums(steps: Sequence[_Step]) -> Iterator[Sequence[float]]:
    """The sums over all packings by how a cell is decided, from the last cell to the first.

    Of each cell: of those in which an earlier place has used it, in which it stays, and in which each place begins.
    They are only compared with each other: all of them may be multiplied by some number.
    """
    layers = [{0: 1.0}]
    for step in steps:
        layers.append(_kept(_decided(step, layers[-1])))
    back = {0: 1.0}
    for step, before in zip(reversed(steps), reversed(layers[:-1]), strict=True):
        bit, stays = 1 << step.cell, step.stays
        places = [(number, place.bits, place.weight) for number, place in enumerate(step.places, 2)]
        sums = [0.0] * (2 + len(places))
        earlier: dict[int, float] = {}
        for used, value in before.items():
            if used & bit:
                earlier[used] = total = back.get(used ^ bit, 0.0)
                sums[0] += value * total
                continue
            total = stays * back.get(used, 0.0)
            sums[1] += value * total
            for number, bits, weight in places:
                if not bits & used:
                    after = weight * back.get((used | bits) ^ bit, 0.0)
                    sums[number] += value * after
                    total += after
            earlier[used] = total
        yield sums
        most = max(earlier.values())  # else they would shrink below all numbers
        back = {used: value / most for used, value in earlier.items()}


def _decided(step: _Step, states: Mapping[int, float]) -> dict[int, float]:
    """The sums over all partial packings by the cells they use ahead, once this cell is decided as well."""
    bit, stays = 1 << step.cell, step.stays
    places = [(place.bits, place.weight) for place in step.places]
    ahead: dict[int, float] = defaultdict(float)
    for used, value in states.items():
        if used & bit:
            ahead[used ^ bit] += value
            continue
        ahead[used] += value * stays
        for bits, weight in places:
            if not bits & used:
                ahead[(used | bits) ^ bit] += value * weight
    return ahead


def _kept(states: Mapping[int, float]) -> dict[int, float]:
    """The states that are not hopeless, of which the likeliest has the sum 1."""
    most = max(states.values())
    least = most * _BEAM
    kept = [used for used, value in states.items() if value > least]
    if len(kept) > _WIDTH:
        kept = sorted(kept, key=lambda used: -states[used])[:_WIDTH]
    return {used: states[used] / most for used in kept}


class _Layer(NamedTuple):
    """Which states before a cell become which after it, and by which of its ways to be decided.

    Each of ``way``, ``before`` and ``after`` is (links,): a way, as in ``_sums``, and the numbers of two states.
    ``likelihood`` is that of every way (ways,), and ``values`` are the sums of the states before (states,).
    """

    likelihood: NDArray[np.float64]
    values: NDArray[np.float64]
    way: NDArray[np.intp]
    before: NDArray[np.intp]
    after: NDArray[np.intp]


def _sums_in_arrays(steps: Sequence[_Step]) -> Iterator[Sequence[float]]:
    """The same as ``_sums``, where no place reaches over more cells than a word has bits."""
    states, values = np.zeros(1, np.uint64), np.ones(1)
    layers = []
    for step in steps:
        layer, states, values = _next_layer(step, states, values)
        layers.append(layer)
    back: NDArray[np.float64] = np.ones(1)
    for layer in reversed(layers):
        later = layer.likelihood[layer.way] * back[layer.after]
        sums: list[float] = np.bincount(layer.way, layer.values[layer.before] * later, len(layer.likelihood)).tolist()
        yield sums
        earlier = np.bincount(layer.before, later, len(layer.values))
        back = earlier / earlier.max()


def _next_layer(
    step: _Step, states: NDArray[np.uint64], values: NDArray[np.float64]
) -> tuple[_Layer, NDArray[np.uint64], NDArray[np.float64]]:
    """How a cell is decided, and the states after that that are not hopeless, with their sums.

    States are the cells used ahead, uint64 (states,). The bit of a cell is its index modulo the bits of a word: once
    the cell is decided, the bit is that of the cell a word further on.
    """
    bit = np.uint64(1 << step.cell % _WORD)
    bits = [sum([1 << cell % _WORD for cell in place.cells]) for place in step.places]
    over = np.array([int(bit), int(bit), *bits], np.uint64)
    likelihood = np.array([1.0, step.stays, *(place.weight for place in step.places)])
    overlaps = (over[:, None] & states) != 0
    overlaps[0] = ~overlaps[0]  # where an earlier place has used the cell, that decides it
    way, before = np.nonzero(~overlaps)
    found, after = np.unique((states[before] | over[way]) & ~bit, return_inverse=True)
    sums = np.bincount(after, values[before] * likelihood[way])
    kept = np.flatnonzero(sums > sums.max() * _BEAM)
    if len(kept) > _WIDTH:
        kept = kept[np.argpartition(sums[kept], -_WIDTH)[-_WIDTH:]]
    number = np.full(len(found), -1)
    number[kept] = np.arange(len(kept))
    after = number[after]
    lives = after >= 0
    layer = _Layer(likelihood, values, way[lives], before[lives], after[lives])
    return layer, found[kept], sums[kept] / sums.max()
