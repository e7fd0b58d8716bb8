"""Marks through which the floor may be seen: those read as discs that are none, and those in doubt that are bare."""

from __future__ import annotations

from collections.abc import Collection

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.explaining.pieces import Explained
from vision.measures.board_parts import board_of
from vision.measures.evidence import BoardEvidence
from vision.measures.local_light import is_plain_floor, may_be_bare, shows_floor
from vision.prints.print_in_place import Prints
from vision.reference import PX_PER_SPACE
from vision.roles import Roles

_EVEN = 1.0  # contrast of the floor below which its structure tells nothing
_DARKER = 0.75  # share of a hole that is foreign in the shade of its tile at most: a dark animal had 0.92
_NO_EDGE = 1.9  # strength of its circle below which a disc may be a hole in a shadow, where its print is not clear
_RIMMED = 1.8  # strength of the circle round such a floor, of which little else tells that it shows through a hole
_SMALL_DISC, _ASIDE = 0.16, 0.3  # spaces: radius of floor that is seen through any hole, and how far aside that may be
_THROUGH, _SOLID = 0.3, 0.6  # share of such a disc that is foreign: of holes at most 0.27, of leaves hardly below 0.7
_OUTLINED = 1.7  # strength of its circle from which such a mark may hold a token as dark as the floor
# contrast of a treasure that tells, share of a middle that is foreign, and likeness to that treasure: of 1,064 holes
# over such none was both so foreign and so unlike, a token with the same icon on the ground's colour 0.15 and 0.21
_TELLS, _PARTLY, _HARDLY_LIKE = 1.0, 0.12, 0.3


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


def perhaps_their_token(found: Explained, seen: BoardEvidence, prints: Prints, roles: Roles) -> frozenset[int]:
    """The holes over a treasure (indices in reading order) that are partly foreign and hardly show it.

    A token has the same icon (R12.1), which may explain most of what is seen there where its disc is as the ground is.
    """
    spaces = seen.spaces
    unlike = (spaces.disc > _PARTLY) & (spaces.disc_contrast > _TELLS) & (spaces.disc_likeness < _HARDLY_LIKE)
    doubtful = (unlike & prints.printed).reshape(-1)
    return frozenset(cell for cell, told in found.verdicts.items() if told.surface == roles.mark and doubtful[cell])


def is_bare_aside(seen: BoardEvidence, cells: Collection[int], mark: int) -> bool:
    """Whether a piece is solid everywhere but in one space, in which ground without a print shows somewhere.

    The hole of a tile that lies aside is seen aslant of the middle of its space, and a thick tile hides a part of it.

    Args:
        seen: the evidence.
        cells: the spaces of the piece (indices in reading order).
        mark: that one of them.
    """
    spaces = seen.spaces
    if spaces.disc_contrast.reshape(-1)[mark] >= _EVEN or spaces.circle.reshape(-1)[mark] >= _OUTLINED:
        return False
    lowest = _lowest_small_disc(seen)
    return bool(lowest[mark] < _THROUGH and min(lowest[cell] for cell in cells if cell != mark) > _SOLID)


def _lowest_small_disc(seen: BoardEvidence) -> NDArray[np.float32]:
    """How foreign a small disc is where in a space it is least, float32 (spaces,)."""
    radius, reach = round(_SMALL_DISC * PX_PER_SPACE), round(_ASIDE * PX_PER_SPACE)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1)).astype(np.float32)
    inside = board_of(cv2.filter2D(seen.change.plain, -1, disc / disc.sum()), seen.size_wh)
    middle = slice(PX_PER_SPACE // 2 - reach, PX_PER_SPACE // 2 + reach + 1)
    return np.asarray(inside[:, :, middle, middle].min(axis=(2, 3)).reshape(-1), np.float32)
