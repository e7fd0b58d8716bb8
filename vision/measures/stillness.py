"""Whether two pictures of a board show the same things: between frames, and between one settled table and the next."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.measures.board_parts import block_means, grid_part, space_means
from vision.measures.board_picture import BoardPicture
from vision.measures.color import compare, plain_change
from vision.measures.uneven_light import light_between
from vision.reference import PX_PER_SPACE, Plane

FLICKER = 0.07
"""Share by which all light may differ while a table rests: lamps flicker, exposures drift."""

_CHANGED = 0.07  # foreign share of a space that is looked at again
_MOVING = 0.25
_OF_NOISE = 2.5  # times the share of a quarter of the spaces: in poor light noise alone makes all of them foreign
_MOST_NOISE = 0.3  # share of a space: in two rooms with such light what was laid changed 0.61 and more
_DAZZLED = 0.85  # share of a space with two channels cut off from which nobody can tell whether it has changed
_LIT_ANEW = 0.04  # natural logarithm of a channel's ratio
_INSET_PX = 2
_INSIDE_PX = 5  # no tile that counts as in its place reaches further into the next space
_FRAME_PX = 1, 4  # from the side of a space: a token that lies on the edge of its hole reaches no further
_CORNER_PX = 5
_SAME, _SAME_OF_NOISE = 1.0, 0.3  # grey levels by which the mean of a block may differ by chance


def is_same(now: BoardPicture, then: BoardPicture, noise: float) -> bool:
    """Whether two pictures of a board agree but for noise: a cheap test that spares all others where nothing moves.

    Means over blocks of half a space are compared; noise hardly moves those, and any piece moves several.
    """
    return now is then or _agree(now.blocks, then.blocks, noise)


def is_same_but_for_light(now: BoardPicture, then: BoardPicture, noise: float) -> bool:
    """The same where all light may differ by up to ``FLICKER``: what was found out in one holds in the other."""
    if is_same(now, then, noise):
        return True
    seen, known = now.blocks, then.blocks
    dimmer = float(known.sum()) / max(float(seen.sum()), 1.0)
    if abs(dimmer - 1.0) > FLICKER:
        return False
    return _agree(seen * np.float32(dimmer), known, noise)


def _agree(seen: Plane, known: Plane, noise: float) -> bool:
    return float(np.abs(seen - known).max()) < _SAME + _SAME_OF_NOISE * noise


class Changed(NamedTuple):
    """Which spaces look different by more than the light, and which do so inside or on three sides, bool (rows, cols).

    What lies beside a space may reach into it. ``frames`` is how much of the edge of each space does, float32 (rows,
    cols), 0 to 1: along its second least changed side, ``shares`` how much of all of its inside. None can be written
    to.
    """

    spaces: NDArray[np.bool_]
    insides: NDArray[np.bool_]
    frames: NDArray[np.float32]
    shares: NDArray[np.float32]


@lru_cache(maxsize=4)  # what is asked of the spaces of a board is asked again of its tokens; pictures are themselves
def changed(now: BoardPicture, then: BoardPicture, noise: float, size_wh: tuple[float, float]) -> Changed:
    """What looks different in two pictures of a board.

    Spaces that have come to be cut off in two channels nearly all over count as changed: one alone does not tell that
    they are the same.
    """
    if is_same(now, then, noise):
        spaces = insides = np.zeros((round(size_wh[1]), round(size_wh[0])), np.bool_)
        frames = shares = np.zeros(spaces.shape, np.float32)
    else:
        foreign = plain_change(now, then, light_between(now, then), noise, grid_part(size_wh))
        share, shares = (space_means(foreign, inset_px) for inset_px in (_INSET_PX, _INSIDE_PX))
        spaces, insides = (part > _more_than_noise(part, _CHANGED) for part in (share, shares))
        frames = _frames(foreign)
        insides = insides | (frames > _MOST_NOISE)  # a shadow that has moved raises what passes for noise
        if now.is_cut:
            dazzled = (_dazzled(now, size_wh) >= _DAZZLED) & (_dazzled(then, size_wh) < _DAZZLED)
            spaces, insides = spaces | dazzled, insides | dazzled
    found = Changed(np.asarray(spaces), np.asarray(spaces & insides), frames, shares)
    for part in found:
        part.flags.writeable = False
    return found


def changed_spaces(
    now: BoardPicture, then: BoardPicture, noise: float, size_wh: tuple[float, float]
) -> NDArray[np.bool_]:
    """Which spaces look different by more than the light, bool (rows, cols)."""
    return changed(now, then, noise, size_wh).spaces


def frames_in_shadow(
    now: BoardPicture, then: BoardPicture, noise: float, size_wh: tuple[float, float]
) -> NDArray[np.float32]:
    """``Changed.frames`` where a shadow may have fallen on them: what is only darker counts as the same."""
    shaded = compare(now, then, light_between(now, then), noise).shaded
    return _frames(shaded[grid_part(size_wh)])


def _more_than_noise(shares: Plane, least: float) -> float:
    """The foreign share of a space from which it is no noise, as the quietest quarter of the spaces tells."""
    quietest = np.sort(shares.reshape(-1))[shares.size // 4]  # a quantile takes twenty times as long
    return max(least, min(_OF_NOISE * float(quietest), _MOST_NOISE))


def _frames(foreign: Plane) -> NDArray[np.float32]:
    pixels = foreign.take(_frames_px(foreign.shape))
    shares = np.add.reduce(pixels, axis=3) / np.float32(pixels.shape[3])
    return np.asarray(np.sort(shares, axis=0)[1], np.float32)


@lru_cache(maxsize=8)
def _frames_px(shape: tuple[int, ...]) -> NDArray[np.intp]:
    """Where the four sides of the edges of spaces lie in a flat grid's part of a plane, (4, rows, cols, n)."""
    side = PX_PER_SPACE
    rows, cols = (px // side for px in shape)
    spaces = np.arange(shape[0] * shape[1]).reshape(rows, side, cols, side).swapaxes(1, 2)
    first, end = _FRAME_PX
    along, near, far = slice(_CORNER_PX, -_CORNER_PX), slice(first, end), slice(-end, -first)
    sides = [spaces[:, :, near, along], spaces[:, :, far, along], spaces[:, :, along, near], spaces[:, :, along, far]]
    return np.stack([part.reshape(rows, cols, -1) for part in sides])


def _dazzled(picture: BoardPicture, size_wh: tuple[float, float]) -> NDArray[np.float32]:
    """The share of each space of which two channels may be cut off."""
    return block_means(picture.cut[1].astype(np.float32), size_wh)


def is_lit_anew(now: BoardPicture, then: BoardPicture, noise: float) -> bool:
    """Whether a board is lit so much more or less that what could not be read then may be readable now."""
    if is_same(now, then, noise):
        return False
    return bool(np.abs(np.log(now.levels / then.levels)).max() > _LIT_ANEW)


def is_still(now: BoardPicture, then: BoardPicture, noise: float, size_wh: tuple[float, float]) -> bool:
    """Whether no space differs so much that something must have moved between two frames."""
    if is_same(now, then, noise):
        return True
    foreign = plain_change(now, then, light_between(now, then), noise, grid_part(size_wh))
    shares = space_means(foreign, _INSET_PX)
    return bool((shares < _more_than_noise(shares, _MOVING)).all())
