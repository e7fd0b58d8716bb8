"""How much of the middle of a space the floor's own print explains, where it is printed and in whatever light."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.finding.lattice import median
from vision.measures.board_picture import BoardPicture
from vision.measures.evidence import BoardEvidence
from vision.measures.picture_noise import bare_but_for_noise
from vision.prints.print_gone import clearly_gone, unlike_its_print
from vision.prints.print_left import PIXELS, SHIFTS_PX, Left, left_in_middles, middles_px, structures
from vision.reference import Plane

_LEGIBLE = 1.2  # contrast of a print from which it tells
_FAINT = 0.8  # the same of a treasure: 46 holes over such a faint one left 0.18 at most, 173 tokens 0.34 at least
_COLOURED = 2.0  # contrast of its hues from which a treasure tells: then 27 holes left 0.08, and all else 0.48 at least
_CHANGED = 0.2  # share of a space that is foreign where anything may have come to lie
_IN_PLACE = 0.27  # share of a middle that its print leaves unexplained: holes had 0.26 at most, tokens but one 0.32
_HIDDEN = 0.28  # the same further off: holes had 0.16 at most, nineteen in twenty tokens 0.34 and more
_NO_SHADE = 0.3  # share of such a middle that no shadow explains: holes had 0.14 at most, a token of 0.17 had 0.52
_CLEARLY, _FOREIGN = 0.14, 0.75  # the same two in another light: no token left so little, an animal had 0.96
# of what a print is in one channel, as a share of another: in any light 21 of 23 bare ones had 0.86 and more, the rest,
# full of noise, 0.25; a yellow leaf over a white feather had 0.15 at most
_EVEN = 0.5
# the same two of a print that is seen whatever else is to be seen of its space, as beside a hole that lies off its
# middle: one had 0.01 and 0.94, of 1,366 tokens the nearest 0.06 and 0.79, of 605 animals the least 0.26
_ALL_OF_IT, _IN_ALL_HUES = 0.03, 0.85
# contrast of a print that noise does not blur, the share of the middle that it then leaves unexplained, and that which
# is foreign: 126 such holes left 0.09 at most, and half a pixel off, where they leave 0.2, less of them is foreign;
# dark tokens with the same picture in the same place had 0.15 and 0.19 at least (R12.1)
_STRONG, _OF_STRONG, _AROUND_IT = 2.0, 0.12, 0.15
_MORE_THAN_EDGE = 0.1  # share of a print that is no slope: shadow edges left 0.06 at most, prints 0.15 at least
_DULLER, _SHARPER = 0.7, 1.4  # contrast of a bare print, for its lightness: of 208 holes it was 0.84 to 1.14
_TOO_SHARP = 1.5  # the same from which no shadow explains it: of 518 holes in all lights the most was 1.22
_DISC_EDGE = 1.9  # strength of the circle round a disc: of 76 holes half in a shadow the strongest was 1.87
_FADED = 0.55  # the same below which it is another one: of four looks at such a token the most was 0.37
# up to this share of a middle that is foreign the floor shows: of 1,164 tokens and animals none had less than 0.26
_SHOWS_FLOOR = 0.12
_IN_PLACE_PX = np.zeros((1, 2), np.intp)
_NEAR_PX = np.array([(down, right) for down in SHIFTS_PX for right in SHIFTS_PX])


class Prints(NamedTuple):
    """What is known and seen of the prints of a board, bool (rows, cols) each.

    ``bare`` are spaces in whose middle the floor surely shows, ``hidden`` those whose print something hides or shows
    out of its place, ``vague`` those whose print shows neither. On ``plain`` ones nothing is printed, on
    ``printed`` ones a treasure is, as somebody has confirmed, and on ``gone`` ones a clear one that is not there to be
    seen in any light or shade.
    """

    bare: NDArray[np.bool_]
    hidden: NDArray[np.bool_]
    vague: NDArray[np.bool_]
    plain: NDArray[np.bool_]
    printed: NDArray[np.bool_]
    gone: NDArray[np.bool_] = np.zeros((), np.bool_)


def prints_seen(seen: BoardEvidence, asked: NDArray[np.bool_]) -> Prints:
    """What is to be seen of the prints of some spaces, bool (rows, cols), in whatever light.

    Where the floor has little structure nothing is said, nor where what explains its structure is not the floor, nor
    where the empty board was lit unevenly there and shows the edge of a shadow. Of a treasure the hues tell as well: a
    red berry may be as light as the moss.
    """
    plain, printed = (
        np.array([[spot in known for spot in row] for row in seen.spots]) for known in (seen.plain, seen.printed)
    )
    stands_out = seen.spaces.disc_contrast
    asked = asked & (seen.spaces.cover > _CHANGED) & _more_than_slopes(seen.empty, asked.shape)
    legible = asked & ((stands_out > _LEGIBLE) | printed & (_color_contrast(seen) > _COLOURED))
    faint = asked & printed & (stands_out > _FAINT)
    left, least, light, contrast, evenness, structure = left_by_prints(seen, legible | faint)
    foreign = seen.spaces.shade_disc
    lit_otherwise = (left < _CLEARLY) & (foreign < _FOREIGN) & (evenness > _EVEN)
    bare = legible & ((left < _IN_PLACE) & (foreign < _NO_SHADE) | lit_otherwise)
    # what dims a print dims its contrast alike, and a veil makes it lighter: a token in a dull ink does neither
    bare &= (contrast > _DULLER * light) & (contrast < _SHARPER * light)
    bare &= (stands_out < _STRONG) | (left < _OF_STRONG) | (seen.spaces.disc < _AROUND_IT)
    elsewhere = (legible | faint) & (least > _HIDDEN)
    if elsewhere.any():
        noise = _left_by_noise(seen)
        elsewhere &= least * structure - noise > _HIDDEN * (structure - noise)
    # a drawing of its lightness and size may explain as much, but not all of it
    bare &= ~unlike_its_print(seen.spaces) | (least < _ALL_OF_IT) & (evenness > _IN_ALL_HUES)
    hidden = elsewhere | legible & (contrast < _FADED * light) & (light < 1.0)
    # through the hole of a tile askew ground that is cut off is not found, and tokens lie over prints (R5.1)
    hidden &= printed | (seen.spaces.disc > _SHOWS_FLOOR)
    # half of a hole in a shadow is as unlike its print, but round that a disc has an edge
    disc = unlike_its_print(seen.spaces) & (seen.spaces.circle > _DISC_EDGE)
    gone = printed & hidden & (disc | clearly_gone(seen.spaces, least) | (contrast > _TOO_SHARP * light))
    return Prints(bare, hidden, legible & ~bare & ~hidden, plain, printed, gone)


def _color_contrast(seen: BoardEvidence) -> NDArray[np.float32]:
    """How much hues differ inside the empty middles, float32 (rows, cols), as ``disc_contrast`` tells of grey."""
    structure, level = _color_structure(seen.empty, seen.spaces.cover.shape)
    return structure * np.minimum(seen.spaces.brightness, 1.0) / (1.0 + seen.noise + 0.03 * level)


@lru_cache(maxsize=8)  # a board keeps its empty picture, which is told from others by identity
def _color_structure(empty: BoardPicture, shape: tuple[int, ...]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What the channels of the middles have of structure of their own, and the mean of those, float32 (rows, cols)."""
    levels, means = structures(empty.channels, middles_px(np.ones(shape, np.bool_)), _IN_PLACE_PX)
    own = levels - levels.mean(axis=0)
    return np.sqrt(np.square(own).sum(axis=0).mean(axis=2)).reshape(shape), means.mean(axis=0).reshape(shape)


@lru_cache(maxsize=8)
def _more_than_slopes(empty: BoardPicture, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """The spaces of an empty board of so many rows and columns whose middle is more than darker on one side."""
    levels, _ = structures(empty.channels, middles_px(np.ones(shape, np.bool_)), _IN_PLACE_PX)
    sloped = levels @ _slopes()
    whole = np.square(levels).sum(axis=(0, 2, 3))
    more = whole - np.square(sloped).sum(axis=(0, 2, 3)) > _MORE_THAN_EDGE * whole
    return np.asarray(more.reshape(shape))


@cache
def _slopes() -> NDArray[np.float32]:
    """The two slopes of a middle, of length 1 and at right angles, float32 (p, 2)."""
    return np.asarray(np.linalg.qr(PIXELS - PIXELS.mean(axis=0))[0], np.float32)


def left_by_prints(seen: BoardEvidence, spaces: NDArray[np.bool_]) -> Left:
    """What prints leave unexplained of some spaces, bool (rows, cols), as ``left_in_middles`` tells."""
    return left_in_middles(*_without_blotches(seen), spaces)


def _without_blotches(seen: BoardEvidence) -> tuple[Plane, Plane]:
    """The channels of the board and of the empty one; one full of blotches would be all that is unexplained."""
    channels, empty = seen.picture.channels, seen.empty.channels
    if max(seen.change.blotches) == 1.0:
        return channels, empty
    clear = np.reciprocal(np.array(seen.change.blotches, np.float32))[:, None, None]
    return channels * clear, empty * clear


def _left_by_noise(seen: BoardEvidence) -> float:
    """What noise makes of the middle of a bare space, in squares of grey levels; 0 where too few are bare to tell.

    It is what the floor in its place leaves unexplained of most of them, whatever is printed there.
    """
    bare = bare_but_for_noise(seen.spaces.shade_cover)
    if not bare.any():
        return 0.0
    channels, empty = _without_blotches(seen)
    levels, _ = structures(channels, middles_px(bare), _IN_PLACE_PX)
    if empty is seen.empty.channels:
        floor, lengths = (part[:, bare.reshape(-1)] for part in _floors(seen.empty, bare.shape))
    else:
        floor, lengths = _floors_of(empty, bare)
    shared = np.maximum(np.einsum("cnop,cnsp->cns", levels, floor), 0.0)
    explained = (shared**2 / lengths).sum(axis=0).max(axis=1)
    return median(np.square(levels).sum(axis=(0, 2, 3)) - explained)


@lru_cache(maxsize=8)
def _floors(empty: BoardPicture, shape: tuple[int, ...]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """``_floors_of`` all spaces of an empty board of so many rows and columns."""
    return _floors_of(empty.channels, np.ones(shape, np.bool_))


def _floors_of(empty: Plane, spaces: NDArray[np.bool_]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What the floor shows about the middles of some spaces, float32 (3, n, shifts, p), and the squares of its size."""
    floor, _ = structures(empty, middles_px(spaces), _NEAR_PX)
    return floor, np.maximum(np.square(floor).sum(axis=3), 1.0)
