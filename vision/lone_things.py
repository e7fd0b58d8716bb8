"""Which spaces hold a thing that covers one space alone: nothing else came beside it, so it is part of no tile."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from vision.caps import has_neighbour
from vision.evidence import SpaceEvidence
from vision.roles import FLOOR
from vision.surface_costs import SurfaceCosts

_ALL = 0.85  # share of a space, and of what lies round its circle, that hides the floor: no token covers as much
_BARE = 0.5  # nats of a floor that is surely bare


def lone_things(
    costs: SurfaceCosts,
    seen: SpaceEvidence,
    before: Sequence[Surface],
    single: Surface,
    icons: NDArray[np.bool_] | None,
) -> tuple[int, ...]:
    """The spaces (indices in reading order) that were free for such a thing and are covered, with nothing new beside.

    A tile covers three spaces or more (R1.3) and a token lies inside a tile's hole (R5.1): whatever edges are drawn on
    such a thing, it is one that covers a single space (R1.4).

    Args:
        costs: how well the surfaces fit.
        seen: the measures.
        before: what lay on each space, in reading order.
        single: the surface of things that cover one space of floor; what was read so before may be so again.
        icons: spaces that show the icon of a token, bool (rows, cols); None where nobody has looked.
    """
    bare = costs.by_surface[FLOOR] < _BARE
    was_bare, was_free = (
        np.array([surface in free for surface in before]).reshape(bare.shape) for free in ({FLOOR}, {FLOOR, single})
    )
    covered = was_free & ~bare & costs.usable & (np.minimum(seen.ring, seen.cover) > _ALL)
    if icons is not None:
        covered &= ~icons
    return tuple(np.flatnonzero(covered & ~has_neighbour(was_bare & ~bare)).tolist())
