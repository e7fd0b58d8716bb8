"""What reaches over the rim: hands come from outside, and what hangs together with them is not the board's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.measures.board_parts import board_of
from vision.measures.board_picture import BoardPicture
from vision.measures.color import Change
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

_NEAR_SPACES, _FAR_SPACES = 0.24, 0.40  # the band of the rim that is watched: a tile that lies off does not reach it
_THROUGH_SPACES = 0.34  # of that, what comes from outside crosses it all; a tile that lies off is blurred into it
_RUN_SPACES = 0.5  # a finger is at least that wide
_TOUCHES = 0.6  # share of a run of the band that must be foreign
_FOREIGN = 0.5
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
_EDGE_PX = 5  # about the edge of the grid, where a dark line may be too strong for anything to differ from it for sure
_LINE_PX, _BOTH_SPACES = 3, 0.8  # to each side of that edge, which a light line covers, and along it, that fingers do
_GAP_PX = 3  # across such a line
_HELD_SPACES = 0.9  # along it: fingers that held the end of a tile had 1.3, those that passed beside one 0.8 at most


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
    hand = across.solid and bool(_connected(_over_the_line(change.shaded), size_wh).max() > _REACHES)
    reached = _connected(_over_the_edge(change.plain) if across.hides else change.plain, size_wh)
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
    first = start - round(_NEAR_SPACES * PX_PER_SPACE)
    now, then = current.smooth_gray, empty.smooth_gray
    solid = hides = False
    for side, (changed, colored) in enumerate(zip(plain, shaded, strict=True)):
        strips = [side_strip(plane, side)[: start - 1] for plane in (now, then)]
        for at in np.flatnonzero((changed >= _TOUCHES) | (colored >= _TOUCHES))[:: length // 4]:
            stretch = slice(first + at, first + at + length)
            known = strips[1][:, stretch]
            alike = _correlation(strips[0][:, stretch], known)
            contrast = known.std()
            hides |= bool(alike < _LOST and contrast >= _LEGIBLE * (1.0 + noise))
            if colored[at] >= _TOUCHES:
                hides |= bool(alike < _GONE and contrast >= _FAINT * (1.0 + noise))
                solid |= not (contrast >= _FAINTEST * (1.0 + noise) and alike > _INTACT)
        runs = [slice(first + run.start, first + run.stop) for run in _whole_runs(changed)]
        hides |= any(_is_lost(strips[0], strips[1], run, noise) for run in runs)
    return _Across(solid, hides)


def _lost_lines(plain: Sequence[Plane], current: BoardPicture, empty: BoardPicture, noise: float) -> NDArray[np.bool_]:
    """Where a long stretch of the rim that was drawn clearly is gone, though it has hardly another colour."""
    lost = np.zeros(current.smooth_gray.shape, np.float32)
    length = round(_RUN_SPACES * PX_PER_SPACE)
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    first = start - round(_NEAR_SPACES * PX_PER_SPACE)
    least = round(_LONG_SPACES * PX_PER_SPACE) - length
    for side, changed in enumerate(plain):
        if np.count_nonzero(changed >= _HARDLY) <= least:
            continue
        now, then = (side_strip(plane, side)[: start - 1] for plane in (current.smooth_gray, empty.smooth_gray))
        rim, gone_px = side_strip(lost, side)[:start], 0
        for at in range(0, len(changed), _STEP_PX):
            stretch = slice(first + at, first + at + length)
            legible = then[:, stretch].std() >= _LEGIBLE * (1.0 + noise)
            blends = _HARDLY <= changed[at] < _TOUCHES
            is_gone = blends and legible and _correlation(now[:, stretch], then[:, stretch]) < _GONE
            gone_px = gone_px + _STEP_PX if is_gone else 0
            if gone_px >= least:
                rim[:, stretch.stop - gone_px - length : stretch.stop] = 1.0
    return lost > 0


def _whole_runs(changed: Plane) -> list[slice]:
    """The places, one after the other, from which a whole run of the band is foreign: those of two fingers or more."""
    ends = np.flatnonzero(np.diff(np.concatenate([[False], changed >= _WHOLLY, [False]])))
    length = round(_RUN_SPACES * PX_PER_SPACE)
    return [slice(int(a), int(b)) for a, b in zip(ends[::2], ends[1::2], strict=True) if b - a >= length]


def _is_lost(now: Plane, then: Plane, run: slice, noise: float) -> bool:
    """Whether most of a long stretch of the rim is gone, though no short part of it is drawn clearly enough to tell."""
    length = round(_RUN_SPACES * PX_PER_SPACE)
    windows = [slice(at, at + length) for at in range(run.start, run.stop, length // 4)]
    alike = float(np.median([_correlation(now[:, window], then[:, window]) for window in windows]))
    contrast = float(np.median([then[:, window].std() for window in windows]))
    return contrast >= _FAINTEST * (1.0 + noise) and alike < _MOSTLY_LOST


def _correlation(one: Plane, other: Plane) -> float:
    """How alike two stretches are but for their light, -1 to 1; 0 where one shows nothing."""
    a, b = one - one.mean(), other - other.mean()
    return float((a * b).sum()) / max(1e-3, float(np.sqrt((a**2).sum() * (b**2).sum())))


def side_strip(plane: Plane, side: int) -> Plane:
    """The plane turned so that this side, of above, below, left and right, is above: rows come from outside."""
    turned = plane if side < 2 else plane.swapaxes(0, 1)
    return turned if side % 2 == 0 else turned[::-1]


def crossing_since(seen: Plane, since: Plane) -> NDArray[np.bool_]:
    """What hangs together with something across the rim and was not there before, bool of the planes' shape.

    Args:
        seen: what differs from the empty board: outside the grid that tells, for a hand may have rested there before.
        since: what differs from an earlier picture of the board with pieces on it: on the grid those are no hand's.
    """
    return crossing(_new_on_grid(seen, since))


def coming_since(seen: Plane, since: Plane) -> NDArray[np.bool_]:
    """The same of what comes through all of the band: a piece that lies off the grid is only blurred into that.

    The arguments are those of ``crossing_since``.
    """
    return _hanging_together(_new_on_grid(seen, since), _THROUGH_SPACES)


def _new_on_grid(seen: Plane, since: Plane) -> Plane:
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    foreign = seen.copy()
    foreign[start:-start, start:-start] = since[start:-start, start:-start]
    return foreign


def crossing(foreign: Plane) -> NDArray[np.bool_]:
    """What hangs together with something across the rim, bool of the plane's shape."""
    return _hanging_together(foreign, _NEAR_SPACES)


def _hanging_together(foreign: Plane, near_spaces: float) -> NDArray[np.bool_]:
    """What hangs together with something on the rim so far from the grid or farther."""
    mask = cv2.morphologyEx((foreign > _FOREIGN).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels = cv2.connectedComponents(mask)
    touches = np.zeros(count, np.bool_)
    touches[labels[_band_mask(labels.shape, near_spaces)]] = True
    touches[0] = False  # what is not foreign
    return np.asarray(touches[labels])


def _connected(foreign: Plane, size_wh: tuple[float, float]) -> NDArray[np.float32]:
    connected = crossing(foreign).astype(np.float32)
    return np.asarray(board_of(connected, size_wh).mean(axis=(2, 3)), np.float32)


def _over_the_line(foreign: Plane) -> Plane:
    """The same where fingers lie on both sides of a line round the grid that is as light as they are."""
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    along = np.ones((1, round(_BOTH_SPACES * PX_PER_SPACE)), np.uint8)
    over = foreign.copy()
    for side in range(4):
        edge = side_strip(over, side)[start - _LINE_PX : start + _LINE_PX]
        outside, inside = edge[:_LINE_PX].max(axis=0), edge[_LINE_PX:].max(axis=0)
        across = (np.minimum(outside, inside) > _FOREIGN).astype(np.uint8)[None]
        edge[:, cv2.morphologyEx(across, cv2.MORPH_OPEN, along)[0] > 0] = 1.0
    return over


def _over_the_edge(foreign: Plane) -> Plane:
    """The same where a line along the edge of the grid parts nothing: what lies on both sides of it lies across it.

    So it is as far as the end of a tile. A rim that is only shaded may seem foreign as well: ask where something hides
    it.
    """
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    near = slice(start - _EDGE_PX, start + _EDGE_PX)
    gap = np.ones((_GAP_PX, _GAP_PX), np.uint8)
    joined = np.asarray(cv2.morphologyEx(foreign, cv2.MORPH_CLOSE, gap), np.float32)
    along = np.ones((1, round(_HELD_SPACES * PX_PER_SPACE)), np.uint8)
    over = foreign.copy()
    for side in range(4):
        edge, closed = (side_strip(plane, side)[near] for plane in (over, joined))
        across = (closed.min(axis=0, keepdims=True) > _FOREIGN).astype(np.uint8)
        held = cv2.morphologyEx(across, cv2.MORPH_OPEN, along)[0] > 0
        edge[:, held] = closed[:, held]
    return over


def _band(foreign: Plane) -> list[Plane]:
    """How foreign the band is, in the mean across it, at each place along its four sides: above, below, left, right."""
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    near, far = round(_NEAR_SPACES * PX_PER_SPACE), round(_FAR_SPACES * PX_PER_SPACE)
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


def _band_mask(shape: tuple[int, ...], near_spaces: float) -> NDArray[np.bool_]:
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    near, far = round(near_spaces * PX_PER_SPACE), round(_FAR_SPACES * PX_PER_SPACE)
    mask = np.zeros(shape, bool)
    mask[start - far : shape[0] - start + far, start - far : shape[1] - start + far] = True
    mask[start - near : shape[0] - start + near, start - near : shape[1] - start + near] = False
    return mask
