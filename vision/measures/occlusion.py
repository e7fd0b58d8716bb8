"""What comes over the rim: a hand hides what is drawn there, and a shadow only darkens it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.measures.across_rim import FAR_SPACES, NEAR_SPACES, connected, over_the_edge, over_the_line, side_strip
from vision.measures.board_picture import BoardPicture
from vision.measures.color import Change
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

_RUN_SPACES = 0.5  # a finger is at least that wide
_TOUCHES = 0.6  # share of a run of the band that must be foreign
_REACHES = 0.04  # share of a space that a hand must hide to count
_LOST = 0.5  # correlation of a stretch of the rim below which something lies on it: a shadow leaves its edges
_INTACT = 0.75  # the same above which nothing does: the edge of a sunbeam had 0.84, of 45 hands the best 0.22
_LEGIBLE = 5.0  # contrast of such a stretch, in units of noise, from which that can be told
_FAINTEST = 2.0  # the same from which it is no chance that all of it is there
_WHOLLY = 0.95  # share of each run of a stretch as long as two fingers that is all foreign
_MOSTLY_LOST = 0.35  # middle correlation along it: of 33 in shadows the least had 0.57, 14 of hands 0.23 or less
_FAINT, _GONE = 3.0, 0.3  # both where the colour is another as well: two signs together need less each
# share of a run that is foreign under skin of the rim's colour, and how many spaces of a legible rim must be gone
# there: of 1,500 pictures without a hand, half of them with shadows drawn across the board, none had more than 0.7
_HARDLY, _LONG_SPACES = 0.35, 1.0
_STEP_PX = 2


@dataclass(frozen=True, slots=True, eq=False)
class Occlusion:
    """How the surroundings come over a board's rim.

    Attributes:
        hand: something that is no shadow reaches over the rim onto the spaces.
        shadow: the rim is darkened somewhere, though nothing lies across it.
        reached: share of each space that hangs together with what crosses the rim, float32 (rows, cols).
        lost: where the rim is gone though it has hardly another colour, bool of the plane's shape, or () for nowhere.
    """

    hand: bool
    shadow: bool
    reached: NDArray[np.float32]
    lost: NDArray[np.bool_] = field(default_factory=lambda: np.zeros((), np.bool_))


def find_occlusion(
    change: Change, size_wh: tuple[float, float], current: BoardPicture, empty: BoardPicture, noise: float
) -> Occlusion:
    """Compare the rim with that of the empty board, which no piece ever covers.

    Args:
        change: what differs.
        size_wh: of the board in spaces.
        current: the rectified picture.
        empty: that of the empty board.
        noise: of the picture, in grey levels.
    """
    bands = [_band(plane) for plane in (change.plain, change.shaded)]
    nothing = Occlusion(False, False, np.zeros((round(size_wh[1]), round(size_wh[0])), np.float32))
    if max(float(side.max()) for band in bands for side in band) < _HARDLY:
        return nothing  # no run is more foreign than the most foreign place of it
    plain, shaded = ([_runs(side) for side in band] for band in bands)
    solid, shadow = (max(float(side.max()) for side in runs) >= _TOUCHES for runs in (shaded, plain))
    if not (solid or shadow):
        lost = _lost_lines(plain, current, empty, noise)
        return replace(nothing, hand=bool(lost.any()), lost=lost)
    across = _lies_across(plain, shaded, current, empty, noise)
    # a hand that rests on the rim hides nothing; one that comes over it does
    hand = across.solid and bool(connected(over_the_line(change.shaded), size_wh).max() > _REACHES)
    reached = connected(over_the_edge(change.plain) if across.hides else change.plain, size_wh)
    # skin in poor light may have any darker shade of the rim's colour
    hand = hand or (across.hides and bool(reached.max() > _REACHES))
    if hand:
        return Occlusion(True, shadow or solid, reached)
    lost = _lost_lines(plain, current, empty, noise)
    return Occlusion(bool(lost.any()), shadow or solid, reached, lost)


class _Across(NamedTuple):
    """What lies across the rim: something ``solid`` by its colour, something that ``hides`` the board's edge."""

    solid: bool
    hides: bool


def _lies_across(
    plain: Sequence[Plane], shaded: Sequence[Plane], current: BoardPicture, empty: BoardPicture, noise: float
) -> _Across:
    """Where the rim has changed, are the board's edge and the line round its grid still to be seen?

    Through a shadow they are, of whatever colour its light is; through a hand of whatever colour they are not.
    """
    length = round(_RUN_SPACES * PX_PER_SPACE)
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    first = start - round(NEAR_SPACES * PX_PER_SPACE)
    solid = hides = False
    for side, (changed, colored) in enumerate(zip(plain, shaded, strict=True)):
        at = np.flatnonzero((changed >= _TOUCHES) | (colored >= _TOUCHES))[:: length // 4]
        if not len(at):
            continue
        now, then = (side_strip(picture.smooth_gray, side)[: start - 1] for picture in (current, empty))
        seen, is_colored = _stretches(now, then, first + at), colored[at] >= _TOUCHES
        hides |= bool(((seen.alike < _LOST) & (seen.contrast >= _LEGIBLE * (1.0 + noise))).any())
        hides |= bool((is_colored & (seen.alike < _GONE) & (seen.contrast >= _FAINT * (1.0 + noise))).any())
        is_intact = (seen.contrast >= _FAINTEST * (1.0 + noise)) & (seen.alike > _INTACT)
        solid |= bool((is_colored & ~is_intact).any())
        hides |= any(_is_lost(now, then, first + run, noise) for run in _whole_runs(changed))
    return _Across(solid, hides)


def _lost_lines(plain: Sequence[Plane], current: BoardPicture, empty: BoardPicture, noise: float) -> NDArray[np.bool_]:
    """Where a long stretch of the rim that was drawn clearly is gone, though it has hardly another colour."""
    lost = np.zeros(current.smooth_gray.shape, np.float32)
    length = round(_RUN_SPACES * PX_PER_SPACE)
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    first = start - round(NEAR_SPACES * PX_PER_SPACE)
    least = round(_LONG_SPACES * PX_PER_SPACE) - length
    for side, changed in enumerate(plain):
        if np.count_nonzero(changed >= _HARDLY) <= least:
            continue
        now, then = (side_strip(picture.smooth_gray, side)[: start - 1] for picture in (current, empty))
        rim, gone_px = side_strip(lost, side)[:start], 0
        every = np.arange(0, len(changed), _STEP_PX)
        blends = every[(changed[every] >= _HARDLY) & (changed[every] < _TOUCHES)]
        seen = _stretches(now, then, first + blends)
        gone = set(blends[(seen.contrast >= _LEGIBLE * (1.0 + noise)) & (seen.alike < _GONE)].tolist())
        for at in every.tolist():
            gone_px = gone_px + _STEP_PX if at in gone else 0
            if gone_px >= least:
                end = first + at + length
                rim[:, end - gone_px - length : end] = 1.0
    return lost > 0


def _whole_runs(changed: Plane) -> list[NDArray[np.intp]]:
    """The places, one after the other, from which a whole run of the band is foreign: those of two fingers or more."""
    ends = np.flatnonzero(np.diff(np.concatenate([[False], changed >= _WHOLLY, [False]])))
    length = round(_RUN_SPACES * PX_PER_SPACE)
    return [np.arange(a, b) for a, b in zip(ends[::2], ends[1::2], strict=True) if b - a >= length]


def _is_lost(now: Plane, then: Plane, run: NDArray[np.intp], noise: float) -> bool:
    """Whether most of a long stretch of the rim is gone, though no short part of it is drawn clearly enough to tell."""
    seen = _stretches(now, then, run[:: round(_RUN_SPACES * PX_PER_SPACE) // 4])
    return bool(np.median(seen.contrast) >= _FAINTEST * (1.0 + noise) and np.median(seen.alike) < _MOSTLY_LOST)


class _Stretches(NamedTuple):
    """How alike stretches of a rim are but for their light, -1 to 1, 0 where one shows nothing; and their contrast."""

    alike: NDArray[np.float32]
    contrast: NDArray[np.float32]


def _stretches(now: Plane, then: Plane, firsts: NDArray[np.intp]) -> _Stretches:
    """Those of the length of a run that begin at these places (n,), now and as they were when nothing lay there."""
    length = round(_RUN_SPACES * PX_PER_SPACE)
    places = firsts[:, None] + np.arange(length)
    one, other = (strip[:, places].swapaxes(0, 1).reshape(len(firsts), len(now) * length) for strip in (now, then))
    a, b = (part - part.mean(axis=1, keepdims=True) for part in (one, other))
    energy = np.einsum("np,np->n", b, b)
    size = np.sqrt(np.einsum("np,np->n", a, a) * energy)
    alike = np.einsum("np,np->n", a, b) / np.maximum(size, np.float32(1e-3))
    return _Stretches(alike, np.sqrt(energy / np.float32(other.shape[1])))


def _band(foreign: Plane) -> list[Plane]:
    """How foreign the band is, in the mean across it, at each place along its four sides: above, below, left, right."""
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    near, far = round(NEAR_SPACES * PX_PER_SPACE), round(FAR_SPACES * PX_PER_SPACE)
    height, width = foreign.shape
    along_x, along_y = slice(start - near, width - start + near), slice(start - near, height - start + near)
    sides = (
        foreign[start - far : start - near, along_x],
        foreign[height - start + near : height - start + far, along_x],
        foreign[along_y, start - far : start - near].T,
        foreign[along_y, width - start + near : width - start + far].T,
    )
    return [np.add.reduce(side, axis=0) / np.float32(far - near) for side in sides]


def _runs(side: Plane) -> Plane:
    """How foreign each run of the band is on one of its sides."""
    run = round(_RUN_SPACES * PX_PER_SPACE)
    return np.asarray(np.convolve(side, np.ones(run) / run, "valid"), np.float32)
