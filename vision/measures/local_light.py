"""Which spaces of a board show what they showed before, in a light of their own.

A shadow or a lamp may fall on a few spaces only, and colours them too: the smooth field that lights a whole board does
not follow that. Within one space such a light is nearly even. So a slope of brightness a channel is fitted to a space
as it looked before; where nothing then is foreign, neither in the middle nor round it, nothing has come to lie there.
A token changes the middle of its space and not the sides, a piece both.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.measures.board_picture import BoardPicture
from vision.measures.cut_off import CUT_OFF
from vision.reference import MARGIN_SPACES, PX_PER_SPACE

Numbers = NDArray[np.floating]
Flags = NDArray[np.bool_]

_INSET_PX = 2
_SIDE = PX_PER_SPACE - 2 * _INSET_PX
_TICKS = (np.arange(_SIDE) - (_SIDE - 1) / 2) / PX_PER_SPACE
_DOWN, _RIGHT = (part.reshape(-1) for part in np.meshgrid(_TICKS, _TICKS, indexing="ij"))
_SLOPES = np.stack([np.ones(_SIDE**2), _RIGHT, _DOWN]).astype(np.float32)
_ALL = np.ones(_SIDE**2, np.bool_)
_MIDDLE = np.hypot(_RIGHT, _DOWN) < 0.3
_SEEN_THROUGH = np.hypot(_RIGHT, _DOWN) < 0.22  # a hole shows that much of the floor, wherever its tile lies
_ROUNDS = 3
_RIDGE = np.float32(1e-3) * np.eye(3, dtype=np.float32)
_FITS = 1.0  # units: the scale of the robust weights
_FOREIGN, _FOREIGN_MIDDLE = 0.1, 0.1  # of a space and of its middle, at most: what changed had 0.15 of the space
_FOREIGN_HOLE = 0.12  # of what is seen through a hole: of 984 tokens, dark ones and in shadows too, none had 0.15
_ALIKE = 0.9  # correlation of the structures at least
_LEGIBLE = 2.0  # units of structure from which that tells
_TINTED = 1.8  # times that a light of its own may be stronger in one channel than in another
_BARE, _BARE_PIXEL = 0.1, 0.3  # foreign in a hole at most, in the mean and of 95 % of its pixels: icons had 0.5 there
_FALLING = 1.25  # times that the light in one hole may be stronger on one side than on the other
_LIGHT = (0.5, 1.15)  # of the board's, in a hole: its tile shades it; brighter things were animals
_PLAIN_FLOOR, _PLAIN = 1.0, 1.6  # units of structure at most, of a floor and of a hole over it: those had 0.4 to 1.4
_DIMMED = (0.7, 1.06)  # of the board's light in a hole of which the structure says nothing
_WHITE = 1.2  # times that this light may be stronger in one channel than in another: holes had 1.14, a squirrel 1.9
_MOVED = np.array([-0.12, -0.06, 0.0, 0.06, 0.12])  # spaces that a hole may lie off the middle of its own
_HOLES = [np.hypot(_RIGHT - right, _DOWN - down) < 0.2 for down in _MOVED for right in _MOVED]
_PLACES = _HOLES[::2]  # like the fields of one colour on a chessboard: that is close enough for want of structure
_EVEN = [np.linalg.qr(_SLOPES[:, part].T)[0] for part in _PLACES]  # what a slope makes of them, (pixels, 3)
_CENTRAL = len(_PLACES) // 2


def lit_otherwise(now: BoardPicture, then: BoardPicture, spaces: Flags, noise: float) -> Flags:
    """Which of some spaces, bool (rows, cols), show the same in both pictures but for the light on them."""
    found = np.zeros(spaces.shape, np.bool_)
    if spaces.any():
        fit = _fit(now, then, spaces, noise, _ALL)
        perhaps = np.flatnonzero(fit.is_light & (_alike(fit) > _ALIKE))  # what changed hardly ever is: it ends here
        if not len(perhaps):
            return found
        rest = _beyond(fit, then, perhaps)
        middle = rest.foreign[:, _MIDDLE].mean(axis=1) < _FOREIGN_MIDDLE
        same = rest.whole & middle & (rest.foreign.mean(axis=1) < _FOREIGN)
        found.reshape(-1)[np.flatnonzero(spaces)[perhaps]] = same
    return found


def may_be_bare(now: BoardPicture, empty: BoardPicture, spaces: Flags, noise: float) -> Flags:
    """In which of some spaces, bool (rows, cols), the middle may be that of the empty board in another light.

    Where that has no structure nobody can tell.
    """
    found = np.zeros(spaces.shape, np.bool_)
    if spaces.any():
        fit = _fit(now, empty, spaces, noise, _SEEN_THROUGH)
        rest = _beyond(fit, empty, np.arange(len(fit.seen)))
        found[spaces] = fit.is_light & rest.whole & (rest.foreign.mean(axis=1) < _FOREIGN_HOLE)
    return found


def shows_floor(now: BoardPicture, empty: BoardPicture, spaces: Flags, noise: float) -> Flags:
    """Which of some spaces, bool (rows, cols), surely show the floor of the empty board through a hole.

    All that a hole shows is the floor in the shade of its tile, wherever that lies. Meant for floors without structure:
    there no token, whose icon always shows, came near that.
    """
    found = np.zeros(spaces.shape, np.bool_)
    left = np.flatnonzero(spaces)
    for part in _HOLES if len(left) else ():
        fit = _fit(now, empty, spaces & ~found, noise, part)
        least, most = fit.light.min(axis=(1, 2)), fit.light.max(axis=(1, 2))
        shade = (least > _LIGHT[0]) & (most < _LIGHT[1]) & (most < _FALLING * least)
        perhaps = np.flatnonzero(fit.is_light & shade)
        rest = _beyond(fit, empty, perhaps)
        level = rest.whole & (rest.foreign.mean(axis=1) < _BARE)
        even = np.quantile(rest.foreign[level], 0.95, axis=1) < _BARE_PIXEL
        found.reshape(-1)[left[perhaps[level][even]]] = True
        left = np.flatnonzero(spaces & ~found)
        if not len(left):
            break
    return found


def is_plain_floor(now: BoardPicture, empty: BoardPicture, spaces: Flags, noise: float) -> Flags:
    """In which of some spaces, bool (rows, cols), a hole shows the colour of a plain floor and no structure either.

    Noise and a glossy tile's glow make more of a dark floor than ``shows_floor`` allows. An icon would be seen.
    """
    found = spaces.copy()
    if spaces.any():
        found[spaces] = _structure(_seen_in(empty, spaces, _CENTRAL), noise, _CENTRAL) < _PLAIN_FLOOR
    plain = np.zeros(int(found.sum()), np.bool_)
    for hole in range(len(_PLACES) if len(plain) else 0):
        seen, before = _seen_in(now, found, hole), _seen_in(empty, found, hole)
        even = (_structure(before, noise, hole) < _PLAIN_FLOOR) & (_structure(seen, noise, hole) < _PLAIN)
        light = seen.mean(axis=2) / np.maximum(before.mean(axis=2), 1.0)
        least, most = light.min(axis=1), light.max(axis=1)
        plain |= even & (least > _DIMMED[0]) & (most < _DIMMED[1]) & (most < _WHITE * least)
    found[found] = plain
    return found


def _seen_in(picture: BoardPicture, spaces: Flags, hole: int) -> Numbers:
    """What some spaces show in one place where a hole may lie, (n, 3, pixels)."""
    return np.asarray(picture.smooth.take(_places(picture.plane.shape, spaces, _PLACES[hole])))


def _structure(pixels: Numbers, noise: float, hole: int) -> Numbers:
    """What a slope leaves of that (n, 3, pixels), in units of its strongest channel, (n,)."""
    left = pixels - (pixels @ _EVEN[hole]) @ _EVEN[hole].T
    return np.asarray((left / (1.0 + 0.7 * noise + 0.03 * pixels.mean(axis=2, keepdims=True))).std(axis=2).max(axis=1))


class _Fit(NamedTuple):
    """The light on some spaces that turns what they showed ``before`` into what is ``seen``, float32 (n, 3, pixels).

    ``unit`` is what is no difference, and ``where`` each of these numbers lies in flattened channels. ``is_light``
    (n,) tells whether the light is one that a lamp or a shadow may make.
    """

    seen: Numbers
    before: Numbers
    light: Numbers
    unit: Numbers
    where: NDArray[np.intp]
    is_light: Flags


@lru_cache(maxsize=64)
def _sloped(part: bytes) -> tuple[Numbers, Numbers]:
    """The slopes of a part of a space, bool, (3, pixels), and the products of each two of them, (9, pixels)."""
    slopes = np.ascontiguousarray(_SLOPES[:, np.frombuffer(part, np.bool_)])
    return slopes, (slopes[:, None] * slopes).reshape(9, -1)


class _Beyond(NamedTuple):
    """How foreign each pixel of some spaces is under a light, 0 to 1 (n, pixels), and which of them are not cut off."""

    foreign: Numbers
    whole: Flags


def _fit(now: BoardPicture, then: BoardPicture, spaces: Flags, noise: float, part: Flags) -> _Fit:
    """The light on a part of some spaces, fitted by iteratively reweighted least squares."""
    where = _places(now.plane.shape, spaces, part)
    seen, before = now.smooth.take(where), then.smooth.take(where)
    pixels = seen.shape[2]
    unit = np.float32(0.03) * seen
    unit += np.float32(1.0 + 0.7 * noise)
    slopes, pairs = _sloped(part.tobytes())
    squares, products = before * before, before * seen
    weighed = squares, products
    for left in reversed(range(_ROUNDS)):
        equations, right = (of.reshape(-1, pixels) @ by.T for of, by in zip(weighed, (pairs, slopes), strict=True))
        found = np.linalg.solve(equations.reshape(-1, 3, 3) + _RIDGE, right[..., None])[..., 0]
        light = (found @ slopes).reshape(seen.shape)
        if left:
            off = np.abs(seen - before * light)
            off /= unit
            worst = np.maximum.reduce(off, axis=1, keepdims=True) / np.float32(_FITS)
            weight = 1 / np.square(1 + worst * worst)
            weighed = squares * weight, products * weight
    level = np.add.reduce(light, axis=2) / np.float32(pixels)
    even = level.max(axis=1) < _TINTED * level.min(axis=1)
    return _Fit(seen, before, light, unit, where, even & (light.min(axis=(1, 2)) > 0))


def _beyond(fit: _Fit, then: BoardPicture, chosen: NDArray[np.intp]) -> _Beyond:
    """What the fitted light leaves of some of the spaces, by number, that nothing in the neighbourhood explains."""
    where, seen, light = fit.where[chosen], fit.seen[chosen], fit.light[chosen]
    least, most = (plane.take(where) for plane in then.between)
    beyond = np.maximum(np.maximum(least * light - seen, seen - most * light), 0.0) / fit.unit[chosen]
    whole = (np.maximum(seen, most) < CUT_OFF).all(axis=(1, 2))
    return _Beyond(np.clip(beyond.max(axis=1), 0.0, 2.0) / 2.0, np.asarray(whole))


def _places(shape: tuple[int, ...], spaces: Flags, part: Flags) -> NDArray[np.intp]:
    """Where a part of the inside of some spaces lies in three flattened channels (height, width): (n, 3, pixels)."""
    start, (height, width) = round(MARGIN_SPACES * PX_PER_SPACE) + _INSET_PX, shape[:2]
    rows, cols = np.nonzero(spaces)
    first = (start + rows * PX_PER_SPACE) * width + start + cols * PX_PER_SPACE
    return np.asarray(first[:, None, None] + _within(height, width, part.tobytes()))


@lru_cache(maxsize=64)
def _within(height: int, width: int, part: bytes) -> NDArray[np.intp]:
    """Where a part of a space, bool, lies from its first pixel in three such channels, (3, pixels)."""
    down, right = np.divmod(np.flatnonzero(np.frombuffer(part, np.bool_)), _SIDE)
    return np.asarray(down * width + right + height * width * np.arange(3)[:, None])


def _alike(fit: _Fit) -> Numbers:
    """The correlation of lightness, a space each; 0 where there is too little structure to tell."""
    pixels = np.float32(fit.seen.shape[2])
    one, other = (np.add.reduce(plane, axis=1) / np.float32(3) for plane in (fit.seen, fit.before * fit.light))
    one -= np.add.reduce(one, axis=1, keepdims=True) / pixels
    other -= np.add.reduce(other, axis=1, keepdims=True) / pixels
    structure = np.add.reduce(other * other, axis=1)
    legible = np.sqrt(structure / pixels) > _LEGIBLE * fit.unit.mean(axis=(1, 2))
    size = np.sqrt(np.add.reduce(one * one, axis=1) * structure)
    return np.where(legible, np.add.reduce(one * other, axis=1) / np.maximum(size, 1e-6), 0.0)
