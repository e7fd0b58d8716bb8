"""Which spaces of a board show what they showed before, in a light of their own.

A shadow or a lamp may fall on a few spaces only, and colours them too: the smooth field that lights a whole board does
not follow that. Within one space such a light is nearly even. So a slope of brightness a channel is fitted to a space
as it looked before; where nothing then is foreign, neither in the middle nor round it, nothing has come to lie there.
A token changes the middle of its space and not the sides, a piece both.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.color import BoardPicture, board_of
from vision.cut_off import CUT_OFF
from vision.reference import PX_PER_SPACE, Plane

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
_FITS = 1.0  # units: the scale of the robust weights
_FOREIGN, _FOREIGN_MIDDLE = 0.08, 0.06  # of a space and of its middle, at most: what changed had 0.3 of the space
_FOREIGN_HOLE = 0.12  # of what is seen through a hole: of 984 tokens, dark ones and in shadows too, none had 0.15
_ALIKE = 0.9  # correlation of the structures at least
_LEGIBLE = 2.0  # units of structure from which that tells
_TINTED = 1.8  # times that a light of its own may be stronger in one channel than in another
_BARE, _BARE_PIXEL = 0.1, 0.3  # foreign in a hole at most, in the mean and of 95 % of its pixels: icons had 0.5 there
_FALLING = 1.25  # times that the light in one hole may be stronger on one side than on the other
_LIGHT = (0.5, 1.15)  # of the board's, in a hole: its tile shades it; brighter things were animals
_MOVED = np.array([-0.12, -0.06, 0.0, 0.06, 0.12])  # spaces that a hole may lie off the middle of its own
_HOLES = [np.hypot(_RIGHT - right, _DOWN - down) < 0.2 for down in _MOVED for right in _MOVED]


def lit_otherwise(
    now: BoardPicture, then: BoardPicture, spaces: Flags, noise: float, size_wh: tuple[float, float]
) -> Flags:
    """Which of some spaces, bool (rows, cols), show the same in both pictures but for the light on them."""
    found = np.zeros(spaces.shape, np.bool_)
    if spaces.any():
        fit = _fit(now, then, spaces, noise, size_wh, _ALL)
        middle = fit.foreign[:, _MIDDLE].mean(axis=1) < _FOREIGN_MIDDLE
        found[spaces] = fit.is_light & middle & (fit.foreign.mean(axis=1) < _FOREIGN) & (fit.alike > _ALIKE)
    return found


def may_be_bare(
    now: BoardPicture, empty: BoardPicture, spaces: Flags, noise: float, size_wh: tuple[float, float]
) -> Flags:
    """In which of some spaces, bool (rows, cols), the middle may be that of the empty board in another light.

    Where that has no structure nobody can tell.
    """
    found = np.zeros(spaces.shape, np.bool_)
    if spaces.any():
        fit = _fit(now, empty, spaces, noise, size_wh, _SEEN_THROUGH)
        found[spaces] = fit.is_light & (fit.foreign.mean(axis=1) < _FOREIGN_HOLE)
    return found


def shows_floor(
    now: BoardPicture, empty: BoardPicture, spaces: Flags, noise: float, size_wh: tuple[float, float]
) -> Flags:
    """Which of some spaces, bool (rows, cols), surely show the floor of the empty board through a hole.

    All that a hole shows is the floor in the shade of its tile, wherever that lies. Meant for floors without structure:
    there no token, whose icon always shows, came near that.
    """
    found = np.zeros(spaces.shape, np.bool_)
    if spaces.any():
        for part in _HOLES:
            fit = _fit(now, empty, spaces, noise, size_wh, part)
            least, most = fit.light
            level = fit.foreign.mean(axis=1) < _BARE
            shade = (least > _LIGHT[0]) & (most < _LIGHT[1]) & (most < _FALLING * least)
            found[spaces] |= fit.is_light & level & shade & (np.quantile(fit.foreign, 0.95, axis=1) < _BARE_PIXEL)
    return found


class _Fit(NamedTuple):
    """How well a light explains some spaces: how foreign each pixel is, 0 to 1, float32 (n, pixels).

    ``is_light`` tells whether the light is one that a lamp or a shadow may make, ``light`` its least and greatest
    factor of any channel, and ``alike`` the correlation of the structures, 0 where there is too little.
    """

    foreign: Numbers
    is_light: Flags
    light: tuple[Numbers, Numbers]
    alike: Numbers


def _fit(
    now: BoardPicture, then: BoardPicture, spaces: Flags, noise: float, size_wh: tuple[float, float], part: Flags
) -> _Fit:
    seen, before, least, most = (
        _cut(plane, spaces, size_wh, part) for plane in (now.smooth, then.smooth, *then.between)
    )
    unit = 1.0 + 0.7 * noise + 0.03 * seen
    weight: Numbers = np.ones((len(seen), seen.shape[2]), np.float32)
    light: Numbers = np.ones_like(seen)
    for _ in range(_ROUNDS):
        light = _light(seen, before, weight, _SLOPES[:, part])
        off = np.abs(seen - before * light) / unit
        weight = 1.0 / (1.0 + (off.max(axis=1) / _FITS) ** 2) ** 2
    beyond = np.maximum(np.maximum(least * light - seen, seen - most * light), 0.0) / unit
    level = light.mean(axis=2)
    whole = (np.maximum(seen, most) < CUT_OFF).all(axis=(1, 2))
    even = level.max(axis=1) < _TINTED * level.min(axis=1)
    span = light.min(axis=(1, 2)), light.max(axis=(1, 2))
    is_light = whole & even & (span[0] > 0)
    foreign = np.clip(beyond.max(axis=1), 0.0, 2.0) / 2.0
    return _Fit(foreign, is_light, span, _correlation(seen, before * light, unit))


def _cut(plane: Plane, spaces: Flags, size_wh: tuple[float, float], part: Flags) -> Numbers:
    """A part of the inside of some spaces, (n, 3, pixels)."""
    inner = slice(_INSET_PX, -_INSET_PX)
    inside = board_of(plane, size_wh)[spaces][:, inner, inner]
    return np.asarray(inside.reshape(len(inside), -1, 3)[:, part].swapaxes(1, 2), np.float32)


def _light(seen: Numbers, before: Numbers, weight: Numbers, slopes: Numbers) -> Numbers:
    """The slopes of light a channel that turn ``before`` into ``seen`` best, (n, 3, pixels)."""
    weighted = before * weight[:, None]
    pairs = (slopes[:, None] * slopes).reshape(9, -1)
    equations = ((weighted * before) @ pairs.T).reshape(*seen.shape[:2], 3, 3) + np.float32(1e-3) * np.eye(
        3, dtype=np.float32
    )
    found = np.linalg.solve(equations, ((weighted * seen) @ slopes.T)[..., None])[..., 0]
    return np.asarray(found @ slopes)


def _correlation(seen: Numbers, expected: Numbers, unit: Numbers) -> Numbers:
    """Of lightness, a space each; 0 where there is too little structure to tell."""
    one, other = (plane.mean(axis=1) - plane.mean(axis=(1, 2))[:, None] for plane in (seen, expected))
    legible = other.std(axis=1) > _LEGIBLE * unit.mean(axis=(1, 2))
    size = np.sqrt((one * one).sum(axis=1) * (other * other).sum(axis=1))
    return np.where(legible, (one * other).sum(axis=1) / np.maximum(size, 1e-6), 0.0)
