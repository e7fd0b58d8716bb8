"""How much of the middle of a space the floor's own print explains, where it is printed and in whatever light."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.color import BoardPicture
from vision.evidence import BoardEvidence, SpaceEvidence
from vision.icon_drawings import INSIDE
from vision.lattice import median
from vision.picture_noise import bare_but_for_noise
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

_LEGIBLE = 1.2  # contrast of a print from which it tells
_COLOURED = 2.0  # contrast of its hues from which a treasure tells: then 27 holes left 0.08, and all else 0.48 at least
_CHANGED = 0.2  # share of a space that is foreign where anything may have come to lie
_IN_PLACE = 0.27  # share of a middle that its print leaves unexplained: holes had 0.26 at most, tokens but one 0.32
_HIDDEN = 0.28  # the same further off: holes had 0.16 at most, nineteen in twenty tokens 0.34 and more
_NO_SHADE = 0.3  # share of such a middle that no shadow explains: holes had 0.14 at most, a token of 0.17 had 0.52
_CLEARLY, _FOREIGN = 0.14, 0.75  # the same two in another light: no token left so little, an animal had 0.96
# of what a print is in one channel, as a share of another: in any light 21 of 23 bare ones had 0.86 and more, the rest,
# full of noise, 0.25; a yellow leaf over a white feather had 0.15 at most
_EVEN = 0.5
_WEIGHTY = 0.2  # share of the structure of the channel with most of it from which a channel tells
_DARKEST, _LEAST = 0.05, 1e-6  # light of a channel and what is kept of it: below them all is noise
_MORE_THAN_EDGE = 0.1  # share of a print that is no slope: shadow edges left 0.06 at most, prints 0.15 at least
_DULLER, _SHARPER = 0.7, 1.4  # contrast of a bare print, for its lightness: of 208 holes it was 0.84 to 1.14
_FADED = 0.55  # the same below which it is another one: of four looks at such a token the most was 0.37
# what a print leaves where it is gone, and its contrast: of 577 bare ones so clear on which a shadow may have lain none
# left more than 0.41, and 7 of 13 tokens that may have been a shadow did
_GONE, _CLEAR = 0.55, 1.6
_UNLIKE, _COVERED = 0.7, 0.3  # likeness to a print, and the share of a middle that is foreign, where it is gone
_PLAINLY = 1.5  # contrast of a print from which that tells: of 357 holes over prints none looked so
# up to this share of a middle that is foreign the floor shows: of 1,164 tokens and animals none had less than 0.26
_SHOWS_FLOOR = 0.12
_SHIFTS_PX = (-1, 0, 1)  # of a board that lies otherwise by a little
_IN_PLACE_PX = np.zeros((1, 2), np.intp)
_NEAR_PX = np.array([(down, right) for down in _SHIFTS_PX for right in _SHIFTS_PX])
_HOLE_RADIUS = 0.22  # spaces, of what is looked at in a hole
_FURTHER_PX = (-4, -2, 0, 2, 4)  # of a hole off the middle of its space: in a tile that lies 15 % off
_ASIDE_PX = 2  # the same at most of one in a tile that nearly lies as it should
_MIDDLE_PX = round((0.5 + MARGIN_SPACES) * PX_PER_SPACE) - 1  # of the first space: the middle is half a pixel further

_PIXELS = np.array(
    [
        (down, right)
        for down in range(-PX_PER_SPACE // 2, PX_PER_SPACE // 2)
        for right in range(-PX_PER_SPACE // 2, PX_PER_SPACE // 2)
        if np.hypot(down - 0.5, right - 0.5) <= _HOLE_RADIUS * PX_PER_SPACE
    ]
)


class _Around(NamedTuple):
    """Where holes (n, 2) and prints (m, 2) may lie, pixels from the middle, and which print is ``near`` which hole.

    ``inner`` are the holes in tiles that lie nearly as they should, bool (n,); ``near`` is bool (n, m).
    """

    holes: NDArray[np.intp]
    prints: NDArray[np.intp]
    inner: NDArray[np.bool_]
    near: NDArray[np.bool_]


@cache
def _around() -> _Around:
    holes = np.array([(down, right) for down in _FURTHER_PX for right in _FURTHER_PX])
    reach = range(_FURTHER_PX[0] + _SHIFTS_PX[0], _FURTHER_PX[-1] + _SHIFTS_PX[-1] + 1)
    prints = np.array([(down, right) for down in reach for right in reach])
    near = (np.abs(holes[:, None] - prints[None]) <= _SHIFTS_PX[-1]).all(axis=2)
    return _Around(holes, prints, (np.abs(holes) <= _ASIDE_PX).all(axis=1), near)


def left_by_print(plane: Plane, empty: Plane, space: tuple[int, int], middles: Sequence[NDArray[np.float32]]) -> float:
    """The share of the structure of a space that its print leaves unexplained, 0 to 1, for the middle that fits best.

    Each channel may be brighter or darker and veiled: no lamp, shadow or gloss counts.

    Args:
        plane: the board as ``vision.reference.rectify`` shows it.
        empty: the empty board, of the same shape.
        space: row and column.
        middles: points to look round, row and column from the middle of the space, in spaces.
    """
    least = 1.0
    for middle in middles:
        row, col = (
            (at + 0.5 + MARGIN_SPACES + off) * PX_PER_SPACE - 0.5 for at, off in zip(space, middle, strict=True)
        )
        seen = _level(plane, row, col)
        whole = float(np.square(seen).sum())
        for down in _SHIFTS_PX:
            for right in _SHIFTS_PX:
                print_ = _level(empty, row + down, col + right)
                shared = np.maximum((seen * print_).sum(axis=0), 0.0)
                explained = float((shared**2 / np.maximum(np.square(print_).sum(axis=0), 1.0)).sum())
                least = min(least, 1.0 - explained / max(whole, 1.0))
    return least


def _level(plane: Plane, row: float, col: float) -> NDArray[np.float64]:
    """The pixels round a point without their mean, float64 (n, 3)."""
    cut = cv2.getRectSubPix(plane, INSIDE.shape, (float(col), float(row)))[INSIDE].astype(np.float64)
    return np.asarray(cut - cut.mean(axis=0), np.float64)


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
    legible = (seen.spaces.disc_contrast > _LEGIBLE) | printed & (_color_contrast(seen) > _COLOURED)
    legible &= asked & (seen.spaces.cover > _CHANGED) & _more_than_slopes(seen.empty, asked.shape)
    left, least, light, contrast, evenness, structure = left_by_prints(seen, legible)
    foreign = seen.spaces.shade_disc
    lit_otherwise = (left < _CLEARLY) & (foreign < _FOREIGN) & (evenness > _EVEN)
    bare = (left < _IN_PLACE) & (foreign < _NO_SHADE) | lit_otherwise
    # what dims a print dims its contrast alike, and a veil makes it lighter: a token in a dull ink does neither
    bare &= (contrast > _DULLER * light) & (contrast < _SHARPER * light)
    elsewhere = legible & (least > _HIDDEN)
    if elsewhere.any():
        noise = _left_by_noise(seen)
        elsewhere &= least * structure - noise > _HIDDEN * (structure - noise)
    bare &= ~is_gone(seen.spaces)  # a drawing of its lightness and size may explain as much
    hidden = elsewhere | legible & (contrast < _FADED * light) & (light < 1.0)
    # through the hole of a tile askew ground that is cut off is not found, and tokens lie over prints (R5.1)
    hidden &= printed | (seen.spaces.disc > _SHOWS_FLOOR)
    gone = printed & hidden & (least > _GONE) & (seen.spaces.disc_contrast > _CLEAR)
    return Prints(bare, hidden, legible & ~bare & ~hidden, plain, printed, gone)


def is_gone(spaces: SpaceEvidence) -> NDArray[np.bool_]:
    """Where a legible print is not to be seen at all, and the middle is not what was there, bool (rows, cols)."""
    unlike = (spaces.disc_contrast > _PLAINLY) & (spaces.disc_likeness < _UNLIKE)
    return np.asarray(unlike & (spaces.disc > _COVERED))


def _color_contrast(seen: BoardEvidence) -> NDArray[np.float32]:
    """How much hues differ inside the empty middles, float32 (rows, cols), as ``disc_contrast`` tells of grey."""
    structure, level = _color_structure(seen.empty, seen.spaces.cover.shape)
    return structure * np.minimum(seen.spaces.brightness, 1.0) / (1.0 + seen.noise + 0.03 * level)


@lru_cache(maxsize=8)  # a board keeps its empty picture, which is told from others by identity
def _color_structure(empty: BoardPicture, shape: tuple[int, ...]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What the channels of the middles have of structure of their own, and the mean of those, float32 (rows, cols)."""
    middles = np.argwhere(np.ones(shape, np.bool_)) * PX_PER_SPACE + _MIDDLE_PX
    levels, means = _levels(empty.channels, middles, np.zeros((1, 2), np.intp))
    own = levels - levels.mean(axis=0)
    return np.sqrt(np.square(own).sum(axis=0).mean(axis=2)).reshape(shape), means.mean(axis=0).reshape(shape)


@lru_cache(maxsize=8)
def _more_than_slopes(empty: BoardPicture, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """The spaces of an empty board of so many rows and columns whose middle is more than darker on one side."""
    middles = np.argwhere(np.ones(shape, np.bool_)) * PX_PER_SPACE + _MIDDLE_PX
    levels, _ = _levels(empty.channels, middles, np.zeros((1, 2), np.intp))
    sloped = levels @ _slopes()
    whole = np.square(levels).sum(axis=(0, 2, 3))
    more = whole - np.square(sloped).sum(axis=(0, 2, 3)) > _MORE_THAN_EDGE * whole
    return np.asarray(more.reshape(shape))


@cache
def _slopes() -> NDArray[np.float32]:
    """The two slopes of a middle, of length 1 and at right angles, float32 (p, 2)."""
    return np.asarray(np.linalg.qr(_PIXELS - _PIXELS.mean(axis=0))[0], np.float32)


class Left(NamedTuple):
    """The shares that prints leave unexplained, ``inner`` and ``further`` off the middle, float32 (rows, cols) each.

    ``light`` and ``contrast`` are those of what explains most, as multiples of those of the print, ``evenness`` is how
    much of the structure is left of the channel that kept least of it as a share of the one that kept most, for their
    lights, and ``structure`` is all that it explains a share of, in squares of grey levels.
    """

    inner: NDArray[np.float32]
    further: NDArray[np.float32]
    light: NDArray[np.float32]
    contrast: NDArray[np.float32]
    evenness: NDArray[np.float32]
    structure: NDArray[np.float32]


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
    middles = np.argwhere(bare_but_for_noise(seen.spaces.shade_cover)) * PX_PER_SPACE + _MIDDLE_PX
    if not len(middles):
        return 0.0
    channels, empty = _without_blotches(seen)
    (levels, _), (floor, _) = _levels(channels, middles, _IN_PLACE_PX), _levels(empty, middles, _NEAR_PX)
    lengths = np.maximum(np.square(floor).sum(axis=3), 1.0)  # (3, spaces, shifts)
    shared = np.maximum(np.einsum("cnop,cnsp->cns", levels, floor), 0.0)
    explained = (shared**2 / lengths).sum(axis=0).max(axis=1)
    return median(np.square(levels).sum(axis=(0, 2, 3)) - explained)


def left_in_middles(channels: Plane, empty: Plane, spaces: NDArray[np.bool_]) -> Left:
    """The same as ``left_by_print`` for what a hole shows, bool (rows, cols), 1 for all spaces that are not asked.

    A hole shows less than a token, round the middle of its space or a little off it, and the place that fits best
    counts. Of 245 holes in sight over legible prints the worst left 0.26 in the inner places; of 672 tokens one left
    less than 0.3 (0.17), of 129 animals one (0.27).

    Args:
        channels: of the board, as ``BoardPicture.channels``.
        empty: those of the empty board.
        spaces: the spaces to look at.
    """
    left = Left(*(np.ones(spaces.shape, np.float32) for _ in Left._fields))
    if not spaces.any():
        return left
    rows, cols = np.nonzero(spaces)
    middles = np.stack([rows, cols], axis=1) * PX_PER_SPACE + _MIDDLE_PX
    around = _around()
    (seen, mean), (prints, print_mean) = (
        _levels(planes, middles, offs) for planes, offs in ((channels, around.holes), (empty, around.prints))
    )
    whole = np.maximum(np.square(seen).sum(axis=(0, 3)), 1.0)  # (spaces, holes)
    lengths = np.maximum(np.square(prints).sum(axis=3), 1.0)  # (3, spaces, prints)
    shared = np.maximum(seen @ prints.swapaxes(2, 3), 0.0)  # (3, spaces, holes, prints)
    explained = np.where(around.near, (shared**2 / lengths[:, :, None]).sum(axis=0), 0.0)
    unexplained = 1.0 - explained.max(axis=2) / whole
    left.inner[rows, cols] = unexplained[:, around.inner].min(axis=1)
    left.further[rows, cols] = unexplained.min(axis=1)
    number, hole = np.arange(len(rows)), unexplained.argmin(axis=1)
    place = explained[number, hole].argmax(axis=1)
    light, print_light = mean[:, number, hole], np.maximum(print_mean[:, number, place], 1.0)
    kept, length = shared[:, number, hole, place], lengths[:, number, place]
    left.light[rows, cols] = light.sum(axis=0) / print_light.sum(axis=0)
    left.contrast[rows, cols] = kept.sum(axis=0) / length.sum(axis=0)
    gains = kept / length / np.maximum(light / print_light, _DARKEST)
    told = length > _WEIGHTY * length.max(axis=0)
    most = np.maximum(np.where(told, gains, 0.0).max(axis=0), _LEAST)
    left.evenness[rows, cols] = np.where(told, gains, np.inf).min(axis=0) / most
    left.structure[rows, cols] = whole[number, hole]
    return left


def _levels(
    channels: Plane, middles: NDArray[np.intp], offs: NDArray[np.intp]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The pixels round points (n, 2) moved by each of some offsets (m, 2), float32 (3, n, m, p), without their mean.

    And those means, float32 (3, n, m).
    """
    steps = channels.shape[2], 1  # of rows and columns in a flat plane
    where = (middles @ steps)[:, None, None] + (offs @ steps)[:, None] + _PIXELS @ steps
    cut = channels.reshape(3, -1).take(np.asarray(where, np.intp), axis=1)
    means = cut.mean(axis=3, dtype=np.float32)
    cut -= means[..., None]
    return np.asarray(cut, np.float32), means
