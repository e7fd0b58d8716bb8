"""Weighted set packing: the share of every candidate among all ways to lay some of them without an overlap.

Every cell either stays as it is, at a cost, or belongs to one candidate. Cells are decided in reading order, so partial
packings that have used the same cells ahead are one, and so are candidates on the same cells; forward and backward sums
over them give every candidate its exact share among all packings (the sum-product algorithm; a beam drops the
hopeless).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from vision.candidates import Candidate, Flat

_BEAM = math.exp(-9.0)  # share of the best of its kind below which a partial packing is dropped
_WIDTH = 1500  # partial packings kept a cell


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
    starting = _places(options, stay)
    beam = _Beam.of(cells, starting, stay)
    layers = [{0: 1.0}]
    for cell in cells:
        layers.append(beam.kept(_decided(cell, layers[-1], starting.get(cell, ()))))
    back = {0: 1.0}
    pieces: list[tuple[Candidate, float]] = []
    stays: dict[int, float] = {}
    for cell, before in zip(reversed(cells), reversed(layers[:-1]), strict=True):
        bit, places = 1 << cell, starting.get(cell, ())
        laid = [0.0] * len(places)
        left = used_before = 0.0
        earlier: dict[int, float] = {}
        for used, value in before.items():
            if used & bit:
                earlier[used] = after = back.get(used ^ bit, 0.0)
                used_before += value * after
                continue
            total = back.get(used, 0.0)
            left += value * total
            for number, place in enumerate(places):
                if not place.bits & used:
                    after = place.weight * back.get((used | place.bits) ^ bit, 0.0)
                    laid[number] += value * after
                    total += after
            earlier[used] = total
        every = left + used_before + sum(laid)
        stays[cell] = left / every
        for place, value in zip(places, laid, strict=True):
            if value:
                each = value / every / place.weight
                pieces += [(option, each * weight) for option, weight in zip(place.options, place.weights, strict=True)]
        most = max(earlier.values())  # sums are only compared with each other and would grow beyond all numbers
        back = {used: value / most for used, value in earlier.items()}
    return Packings(tuple(pieces), stays)


class _Place(NamedTuple):
    """All candidates that lie on the same cells.

    ``weights`` is how much likelier each is than that these cells stay as they are, ``weight`` their sum, and ``least``
    the cost a cell of the cheapest.
    """

    cells: tuple[int, ...]
    bits: int
    options: Sequence[Candidate]
    weights: Sequence[float]
    weight: float
    least: float


def _places(options: Sequence[Candidate], stay: Flat) -> Mapping[int, Sequence[_Place]]:
    """Where candidates lie, by their first cell."""
    on_same: dict[int, list[Candidate]] = defaultdict(list)
    for option in options:
        on_same[option.bits].append(option)
    found: dict[int, list[_Place]] = defaultdict(list)
    staying: list[float] = stay.tolist()
    for bits, same in on_same.items():
        cells = same[0].cells
        unchanged = sum([staying[cell] for cell in cells])
        costs = [option.cost for option in same]
        weights = [math.exp(unchanged - cost) for cost in costs]
        found[cells[0]].append(_Place(cells, bits, same, weights, sum(weights), min(costs) / len(cells)))
    return found


def _decided(cell: int, states: Mapping[int, float], places: Sequence[_Place]) -> dict[int, float]:
    """The sums over all partial packings by the cells they use ahead, once this cell is decided as well."""
    bit = 1 << cell
    ahead: dict[int, float] = defaultdict(float)
    for used, value in states.items():
        if used & bit:
            ahead[used ^ bit] += value
            continue
        ahead[used] += value
        for place in places:
            if not place.bits & used:
                ahead[(used | place.bits) ^ bit] += value * place.weight
    return ahead


@dataclass(frozen=True, slots=True)
class _Beam:
    """Drops hopeless partial packings, by the cells that they have used ahead and have paid for already.

    They are compared by what they would be without those: ``hopes`` are the factors for that as far as known.
    """

    hopes: dict[int, float]

    @classmethod
    def of(cls, cells: Sequence[int], starting: Mapping[int, Sequence[_Place]], stay: Flat) -> _Beam:
        least = {cell: float(stay[cell]) for cell in cells}
        for place in chain.from_iterable(starting.values()):
            for cell in place.cells:
                least[cell] = min(least[cell], place.least)
        return cls({0: 1.0} | {1 << cell: math.exp(cost - float(stay[cell])) for cell, cost in least.items()})

    def hope(self, used: int) -> float:
        """How much likelier a state would be without the cells that it has used ahead."""
        found = self.hopes.get(used)
        if found is None:
            low = used & -used
            found = self.hopes[used] = self.hopes[low] * self.hope(used ^ low)
        return found

    def kept(self, states: Mapping[int, float]) -> dict[int, float]:
        """The states that are not hopeless, of which the likeliest has the sum 1."""
        hopes = {used: value * self.hope(used) for used, value in states.items()}
        least = max(hopes.values()) * _BEAM
        kept = [used for used, value in hopes.items() if value > least]
        if len(kept) > _WIDTH:
            kept = sorted(kept, key=lambda used: -hopes[used])[:_WIDTH]
        most = max(states[used] for used in kept)
        return {used: states[used] / most for used in kept}
