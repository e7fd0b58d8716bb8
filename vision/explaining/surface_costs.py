"""How badly each surface fits what is seen on each space, in nats, and what becomes of that as more is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from vision.explaining.palette import SharedHue

CAP = 8.0  # nobody can be surer than that of a single measure
UNPARTED = -0.8  # nats of a border along which no edge is seen at all

Costs = NDArray[np.float64]
"""Nats a space, float64 (rows, cols)."""


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceCosts:
    """Costs by surface, and for every patterned surface how badly the sides of the space fit its colour."""

    by_surface: dict[Surface, Costs]
    sides: dict[Surface, Costs]
    seam_right: Costs  # that a space and its right neighbour belong to one piece; below 0 where no edge parts them
    seam_down: Costs
    usable: NDArray[np.bool_]  # False where the picture says nothing: glare, or out of the picture
    shared: Mapping[Surface, SharedHue] = field(default_factory=dict)  # how the hues of a piece hang together
    hidden: NDArray[np.bool_] | None = None  # spaces with a print that something hides, where prints are known
    hueless: Costs | None = None  # of every patterned surface alike, if hues told leaves from other things only
    one_print: SharedHue | None = None  # how the hues of a piece hang together then
    of_pieces: frozenset[int] = frozenset()  # cells (indices in reading order) that surely belong to some piece

    def seam_between(self, cell: int, other: int) -> float:
        """What it costs that two neighbours (indices in reading order) belong to one piece."""
        seams = self.seam_right if abs(cell - other) == 1 else self.seam_down
        return float(seams.reshape(-1)[min(cell, other)])

    def without_hues(self) -> SurfaceCosts:
        """The same if nothing were known about which hue is which surface."""
        if self.hueless is None:
            return self
        alike = dict.fromkeys(self.sides, self.hueless)
        return replace(
            self,
            by_surface={**self.by_surface, **alike},
            sides={surface: np.zeros_like(side) for surface, side in self.sides.items()},
            shared={} if self.one_print is None else dict.fromkeys(self.sides, self.one_print),
        )

    def known(self, surface: Surface, cells: Sequence[int]) -> SurfaceCosts:
        """The same if these cells (indices in reading order) were known to have the hue of that patterned surface."""
        if self.hueless is None:
            return self

        def at(values: Costs, new: Costs | float) -> Costs:
            return np.where(here, new, values)

        here = np.zeros(self.hueless.shape, np.bool_)
        here.reshape(-1)[list(cells)] = True
        body = {surface: at(self.by_surface[surface], self.hueless)}
        shared = dict(self.shared)
        if surface in shared:
            hue = shared[surface]
            shared[surface] = hue._replace(off=at(hue.off, 0.0), paid=at(hue.paid, 0.0), strange=at(hue.strange, 0.0))
        sides = {**self.sides, surface: at(self.sides[surface], 0.0)}
        return replace(self, by_surface={**self.by_surface, **body}, sides=sides, shared=shared)

    def surely(self, surface: Surface, cells: Sequence[int]) -> SurfaceCosts:
        """The same if these cells (indices in reading order) were known to show that surface, which has no hue.

        Those that are neighbours are one thing, whatever edges are drawn on it.
        """
        here = np.zeros(self.usable.shape, np.bool_)
        here.reshape(-1)[list(cells)] = True
        known = {name: np.where(here, 0.0 if name == surface else CAP, cost) for name, cost in self.by_surface.items()}
        right, down = self.seam_right.copy(), self.seam_down.copy()
        right[:, :-1][here[:, :-1] & here[:, 1:]] = down[:-1][here[:-1] & here[1:]] = UNPARTED
        return replace(self, by_surface=known, seam_right=right, seam_down=down)
