"""One attempt to read a board: what it starts from, and what comes of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from vision.doubt.moved_print import Moved
from vision.explaining.palette import Palette
from vision.explaining.pieces import Explained
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import BoardEvidence, SpaceEvidence
from vision.observation import Sighting
from vision.prints.print_in_place import Prints
from vision.roles import FLOOR, Roles

_COVERED = 0.5  # share of a space that is foreign where something has come to lie
_TWO_TILES = 10  # spaces at most: where more came at once, a game is under way and animals lie on its tiles


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """What a board is read from; spaces as indices in reading order, ``marks`` bool (rows, cols).

    ``larger`` are marks on which something larger than a token must lie, ``once_bare`` spaces that were bare until the
    look in which something came.
    """

    seen: BoardEvidence
    prints: Prints
    roles: Roles
    palette: Palette
    before: Sequence[Surface]
    marks: NDArray[np.bool_]
    wanted: Sequence[int]
    blind: Sequence[int]
    looks: Sequence[int]
    changed: Mapping[int, Surface | None]
    larger: frozenset[int] = frozenset()
    once_bare: frozenset[int] = frozenset()

    def fresh(self) -> frozenset[int]:
        """The spaces that may have changed and were bare before something came in the way; none in full sight."""
        if not (self.seen.occlusion.hand or self.seen.occlusion.shadow):
            return frozenset()
        return frozenset(cell for cell in self.wanted if self.before[cell] == FLOOR)

    def came_at_once(self, cells: Collection[int]) -> bool:
        """Whether all of these were read as bare before and look different now."""
        return all(self.changed.get(cell) == FLOOR for cell in cells)

    def came_on_bare(self) -> NDArray[np.bool_]:
        """The spaces that were read as bare before and look different now, bool (rows, cols)."""
        came = [self.changed.get(cell) == FLOOR for cell in range(self.marks.size)]
        return np.array(came).reshape(self.marks.shape)

    def laid_now(self, spaces: SpaceEvidence) -> NDArray[np.bool_]:
        """The spaces that were no marks, bool (rows, cols); none where more came than one turn and a missed one lay."""
        covered = spaces.cover.reshape(-1)
        came = sum(self.before[cell] == FLOOR and covered[cell] > _COVERED for cell in self.wanted)
        return np.zeros_like(self.marks) if came > _TWO_TILES else ~self.marks


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """One explanation of a board, and the spaces of it that are not believed.

    ``confidences`` are 0 to 1, by space; ``drawn`` are those whose circle is only drawn. Of what is ``doubted`` only
    that is left ``unread`` which is not outweighed. ``moved`` are marks in which the floor's print is not in its place.
    """

    found: Explained
    costs: SurfaceCosts
    confidences: Mapping[int, float]
    drawn: frozenset[int]
    moved: Moved
    doubted: frozenset[int]
    unread: frozenset[int]
    sightings: tuple[Sighting, ...]
