"""The spaces of a board that may have changed, and what is known of the others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.game import Surface
from engine.grid import Grid
from vision.roles import Roles


class OpenBoard(NamedTuple):
    """A board of which some cells (indices in reading order) are open to be explained anew.

    ``roles`` are what the kinds of pieces look like, ``before`` what lay on each cell, ``cells`` those that may have
    changed: beside others any piece may lie. ``looks`` are the numbers of the looks in which each cell was first seen
    as it is, 0 where that is not known, empty if of none it is. ``hidden`` are the cells that are not seen.
    """

    roles: Roles
    grid: Grid
    before: Sequence[Surface]
    cells: Collection[int]
    looks: Sequence[int] = ()
    hidden: Collection[int] = ()
