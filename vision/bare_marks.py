"""Marks through which the floor may be seen: those read as discs that are none, and those in doubt that are bare."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.evidence import BoardEvidence
from vision.local_light import is_plain_floor, may_be_bare, shows_floor
from vision.print_in_place import Prints

_EVEN = 1.0  # contrast of the floor below which its structure tells nothing
_DARKER = 0.75  # share of a hole that is foreign in the shade of its tile at most: a dark animal had 0.92
_NO_EDGE = 1.9  # strength of its circle below which a disc may be a hole in a shadow, where its print is not clear
_RIMMED = 1.8  # strength of the circle round such a floor, of which little else tells that it shows through a hole


def perhaps_bare(seen: BoardEvidence, prints: Prints, discs: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The spaces, of those newly read as discs, in whose middle the floor may be seen in another light.

    All bool (rows, cols).
    """
    where = seen.picture, seen.empty, discs & ~prints.hidden, seen.noise
    vague = discs & prints.vague & (seen.spaces.circle < _NO_EDGE)
    return np.asarray(may_be_bare(*where) | is_plain_floor(*where) | vague)


def surely_bare(seen: BoardEvidence, marks: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The spaces, of some that are or may be marks, through which the floor shows; both bool (rows, cols)."""
    bare = marks & (seen.spaces.disc_contrast < _EVEN) & (seen.spaces.disc < _DARKER)
    where = seen.picture, seen.empty, bare, seen.noise
    return np.asarray(shows_floor(*where) | is_plain_floor(*where) & (seen.spaces.circle > _RIMMED))
