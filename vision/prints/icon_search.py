"""The drawing of each kind of icon that fits a picture best, looked for among a few and then among their neighbours.

An icon that is turned or sized a little otherwise looks much the same: of every other size and turn the best ones are
near the best of all. Of 2,330 looks at scenes all gave the same kind, for half the time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from vision.prints.icon_drawings import Floats

_BEST = 10  # of the few drawings of a kind whose neighbours are looked at
_STEP = 2  # sizes and turns from one of the few to the next

Numbers = NDArray[np.intp]


class Drawn(Protocol):
    """Icons in every turn and size, as ``vision.prints.icon_drawings.Drawings`` or ``TintedDrawings``."""

    @property
    def kind(self) -> Numbers:
        """Which kind each drawing is of, (n,)."""

    @property
    def sizes(self) -> int:
        """In how many sizes each icon is there."""

    @property
    def turns(self) -> int:
        """In how many turns each size is there."""

    def part(self, which: Numbers) -> Self:
        """Those of these numbers."""

    def unexplained(self, seen: Floats) -> Floats:
        """What each drawing leaves of each picture, float32 (n, m)."""


@dataclass(frozen=True, slots=True, eq=False)
class IconSearch:
    """All drawings of some icons, the few of them that are looked at first, and the neighbours of each of those.

    ``few`` are every other size and turn, ``neighbours`` (n, m) count all drawings; where there are not so many, one
    stands there more than once.
    """

    every: Drawn
    few: Drawn
    neighbours: Numbers

    @classmethod
    def among(cls, drawings: Drawn) -> IconSearch:
        """A search among drawings of which all sizes and turns are there."""
        sizes, turns = drawings.sizes, drawings.turns
        number = np.arange(len(drawings.kind))
        icon, size, turn = number // (sizes * turns), number // turns % sizes, number % turns
        first = min(1, sizes - 1)  # the smallest and the largest have their neighbours among the rest
        chosen = np.flatnonzero(((size - first) % _STEP == 0) & (turn % _STEP == 0))
        steps = np.arange(1 - _STEP, _STEP)
        near_size = np.clip(size[chosen, None] + steps, 0, sizes - 1)
        near_turn = (turn[chosen, None] + steps) % turns
        beside = (icon[chosen, None] * sizes + near_size)[:, :, None] * turns + near_turn[:, None, :]
        return cls(drawings, drawings.part(chosen), beside.reshape(len(chosen), -1))

    def left(self, seen: Floats) -> Mapping[int, Floats]:
        """What the best drawing of each kind leaves of each picture, as ``Drawings.unexplained``, float32 (m,).

        ``seen`` float32 (m, 3, p). Kinds without a drawing are left out.
        """
        rough = self.few.unexplained(seen).min(axis=1)
        best = [own[np.argsort(rough[own])[:_BEST]] for own in map(self._of_kind, set(self.few.kind.tolist()))]
        near = np.unique(self.neighbours[np.concatenate(best)])
        kind, left = self.every.kind[near], self.every.part(near).unexplained(seen)
        return {each: left[kind == each].min(axis=0) for each in set(kind.tolist())}

    def _of_kind(self, kind: int) -> Numbers:
        return np.flatnonzero(self.few.kind == kind)
