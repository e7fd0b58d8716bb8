"""The hue of what an ornament is drawn on, where the ornament is the more chromatic: foil, ink, gilding."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.measures.evidence import Cells
from vision.reference import PX_PER_SPACE, Plane

_FRAME_SPACES = 0.3  # from the middle of a space: further out there is more of the ground than of what is drawn on it
_EVERY = 3  # pixels of the frame of which one is looked at: a median needs no more
_ANOTHER_DEG = 25.0  # grain, veins and shading differ less from their ground
_SAME_DEG = 25.0  # between spaces of one piece, of its ground and of its ornaments
_OFTEN = 3  # spaces that show an ornament so, from which it is one of the whole box: two squirrels may lie side by side
_GROUND_DEG = 15.0  # between pixels of one ground
_MOSTLY = 0.6  # share of those pixels that are of the ground's hue where it is clear
_LEFT_FREE = 0.25  # share of those pixels, at least, that are the ground's where it shows between what is drawn
_COLORED = 0.4  # of the chroma of the ornament, from which the ground is no grey line or shade
# share of the ornament's lightness below which black card shows what it mirrors, and the hues of that: of 47 grounds
# under foil two had less, of other hues; of 109 black cards by a window or a lit aquarium nine in ten had both
_DARKER, _MIRRORED_DEG = 0.78, (-150.0, -10.0)


def of_grounds(
    channels: Sequence[Plane], hue_deg: Cells, chroma: Cells, lightness: Cells, covered: NDArray[np.bool_]
) -> Cells:
    """The hues of spaces, of their grounds where those have a colour quite other than what was found, in degrees.

    The component-wise median of the pixels away from the middle: an ornament fills less than half of them. A piece
    repeats its ornament, so that a space beside such a one has nearly the same two hues; a token in its hole is one.
    One that several things show is that of the whole box: what else a space shows in a colour is its ground, also where
    the ornament fills more of it. Black card mirrors a window or the sky, which is bluer than any lamp: it has no hue.

    Args:
        channels: lightness, a and b in CIELAB of the insides of the spaces, float32 (rows, cols, n), n a square.
        hue_deg: the hues found of the more chromatic pixels, float32 (rows, cols).
        chroma: that of those, float32 (rows, cols).
        lightness: that of those, float32 (rows, cols).
        covered: the spaces on which something lies, bool (rows, cols): ornaments are those of pieces.
    """
    frame = _frame(channels[0].shape[-1])
    middle = len(frame) // 2  # NumPy's median takes several times as long
    light, red, yellow = (np.partition(part.take(frame, axis=-1), middle)[..., middle] for part in channels)
    ground = np.degrees(np.arctan2(yellow, red))
    mirrors = (light < _DARKER * lightness) & (ground > _MIRRORED_DEG[0]) & (ground < _MIRRORED_DEG[1])
    another = (_turned(ground, hue_deg) > _ANOTHER_DEG) & (np.hypot(red, yellow) > _COLORED * chroma) & ~mirrors
    repeated = np.zeros(another.shape, np.bool_)
    for here, there in ((np.s_[1:], np.s_[:-1]), (np.s_[:, 1:], np.s_[:, :-1])):
        same = [_turned(hues[here], hues[there]) < _SAME_DEG for hues in (ground, hue_deg)]
        both = another[here] & another[there] & np.logical_and(*same)
        repeated[here] |= both
        repeated[there] |= both
    found = np.where(repeated, ground, hue_deg).astype(np.float32)
    for space, ground_deg in _going_on(channels[1:], frame, hue_deg, ground, another & covered, covered).items():
        found[space], repeated[space] = ground_deg, True
    drawn = hue_deg[repeated & covered]
    drawn = drawn[(_turned(drawn[:, None], drawn) < _SAME_DEG).sum(axis=0) >= _OFTEN]
    like = (_turned(hue_deg[..., None], drawn) < _SAME_DEG).any(axis=-1)
    for space in map(tuple, np.argwhere(like & covered)):
        ornament_deg = float(np.median(drawn[_turned(drawn, hue_deg[space]) < _SAME_DEG]))
        below = _below([part[space].take(frame) for part in channels[1:]], ornament_deg, float(chroma[space]))
        if below is not None:
            found[space] = below
    return found


def _going_on(
    ab: Sequence[Plane],
    frame: NDArray[np.intp],
    hue_deg: Cells,
    ground: NDArray[np.floating],
    sure: NDArray[np.bool_],
    covered: NDArray[np.bool_],
) -> dict[tuple[int, int], float]:
    """The hues of grounds that are ``sure`` of one space and seen on those beside it with the same ornament, too."""
    known: dict[tuple[int, int], float] = {}

    def shown(space: tuple[int, int], below: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """What a space has of such a ground, its pixels' a and b."""
        red, yellow = (part[space].take(frame) for part in ab)
        same = _turned(np.degrees(np.arctan2(yellow, red)), np.float64(below)) < _GROUND_DEG
        return red[same], yellow[same]

    # foliage in two colours is no ornament on a ground: of that there is one hue, and of the ornament little
    clear = [(space, float(ground[space])) for space in _places(sure)]
    waiting = [(space, below) for space, below in clear if len(shown(space, below)[0]) >= _MOSTLY * len(frame)]
    while waiting:
        (row, col), below = waiting.pop()
        for beside in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if not (0 <= beside[0] < covered.shape[0] and 0 <= beside[1] < covered.shape[1] and covered[beside]):
                continue
            if beside in known or _turned(hue_deg[beside], hue_deg[row, col]) >= _SAME_DEG:
                continue
            if _turned(hue_deg[beside], np.float64(below)) <= _ANOTHER_DEG:
                continue  # a leaf beside a token in its hole: nothing is drawn on it
            red, yellow = shown(beside, below)
            if len(red) >= _LEFT_FREE * len(frame):
                known.setdefault((row, col), below)
                known[beside] = math.degrees(math.atan2(float(np.median(yellow)), float(np.median(red))))
                waiting.append((beside, known[beside]))
    return known


def _places(spaces: NDArray[np.bool_]) -> list[tuple[int, int]]:
    return [(int(row), int(col)) for row, col in np.argwhere(spaces)]


def _below(ab: Sequence[NDArray[np.float32]], ornament_deg: float, chroma: float) -> float | None:
    """The hue in degrees of what has not an ornament's colour, from a and b; None where that is little or grey."""
    other = _turned(np.degrees(np.arctan2(ab[1], ab[0])), np.float64(ornament_deg)) > _ANOTHER_DEG
    if other.mean() < _LEFT_FREE:
        return None
    red, yellow = (float(np.median(part[other])) for part in ab)
    return math.degrees(math.atan2(yellow, red)) if math.hypot(red, yellow) > _COLORED * chroma else None


def _turned(hue_deg: NDArray[np.floating], other_deg: NDArray[np.floating] | np.floating) -> NDArray[np.float64]:
    off = (hue_deg - other_deg).astype(np.float64)
    return np.asarray(np.abs(off - 360.0 * np.rint(off / 360.0)))


@cache
def _frame(pixels: int) -> NDArray[np.intp]:
    """The indices of pixels of a square of so many that lie far from its middle."""
    side = round(np.sqrt(pixels))
    ticks = np.abs(np.arange(side) - (side - 1) / 2)
    away = np.maximum(ticks[:, None], ticks[None, :]) > _FRAME_SPACES * PX_PER_SPACE
    return np.flatnonzero(away)[::_EVERY]
