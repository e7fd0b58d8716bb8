"""Stretches of line between two crossings of a printed grid: how far off where a pose puts it each one is seen.

The board is seen from straight above, and every stretch is looked for across itself as a ridge.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.lattice import Floats, median, ridges
from vision.frame import Pixels
from vision.pose import BoardPose, Points, space_px

Array = NDArray[np.float64]

SHORTEST_PX, LONGEST_PX = 20, 48  # samples a space when the board is seen from above
CLEAR = 0.3  # contrast of a stretch that counts as seen: among noise the best ridge is little above the second
FEEBLE = 0.15  # of the middle height of clear ridges: a lower one is grain, or a line in deeper shadow than any
RIM = 0.2  # spaces outside the grid that are looked at: the edge of a board is often stronger than its frame


class Stretches(NamedTuple):
    """What was measured at the stretches of one board: n of them, in board units.

    ``middle`` float64 (n, 2) where the pose puts the middle; ``across`` float64 (n, 2) the unit vector across it;
    ``offset`` float64 (n,) how far along ``across`` the line was seen from there; ``contrast`` float64 (n,) its ridge
    against the second best place within reach, 0 to 1, so 0 where nothing stands out.
    """

    middle: Points
    across: Points
    offset: Array
    contrast: Array


def measure(gray: Floats, pose: BoardPose, size_wh: tuple[int, int], polarity: int, reach: float) -> Stretches:
    """Look for every stretch of the printed grid within ``reach`` spaces (at most 0.5) of where the pose puts it."""
    scale = int(np.clip(round(space_px(pose, size_wh) / 2) * 2, SHORTEST_PX, LONGEST_PX))
    cols, rows = size_wh
    seen = rectify_gray(gray, pose, size_wh, scale)
    thin = max(1, round(scale / 20))
    lines_up = ridges(seen, thin, 1, 15.0) * polarity
    lines_across = ridges(seen, thin, 0, 15.0) * polarity
    half, trim = scale // 2, max(2, scale // 6)
    # the margin of half a space makes every line the middle of its own window of one space
    inner = lines_up[half:-half].reshape(rows, scale, (cols + 1) * scale)[:, trim:-trim].mean(axis=1)
    ups = without_rim(inner.reshape(rows, cols + 1, scale))
    inner = lines_across[:, half:-half].reshape((rows + 1) * scale, cols, scale)[:, :, trim:-trim].mean(axis=2)
    acrosses = without_rim(inner.T.reshape(cols, rows + 1, scale))
    return stretches_of(size_wh, peaks(ups, scale, reach), peaks(acrosses, scale, reach))


def stretches_of(size_wh: tuple[int, int], upright: tuple[Array, Array], level: tuple[Array, Array]) -> Stretches:
    """All stretches of a grid with offset and contrast, those of upright lines row by row, then by column the others.

    Args:
        size_wh: of the grid in spaces.
        upright: offset and contrast, each float64 (rows * (cols + 1),).
        level: the same, (cols * (rows + 1),).
    """
    cols, rows = size_wh
    row, col = np.mgrid[:rows, : cols + 1]
    middle_up = np.stack([col, row + 0.5], axis=-1).reshape(-1, 2)
    col, row = np.mgrid[:cols, : rows + 1]
    middle_across = np.stack([col + 0.5, row], axis=-1).reshape(-1, 2)
    across = np.concatenate([np.tile([1.0, 0.0], (len(middle_up), 1)), np.tile([0.0, 1.0], (len(middle_across), 1))])
    offset, contrast = (np.concatenate(both) for both in zip(upright, level, strict=True))
    return Stretches(np.concatenate([middle_up, middle_across]).astype(np.float64), across, offset, contrast)


def without_rim(windows: Floats) -> Floats:
    """The windows (n, lines, scale) without what lies well outside the first and the last line: the board's edge."""
    scale = windows.shape[2]
    kept = windows.copy()
    cut = round((0.5 - RIM) * scale)
    kept[:, 0, :cut] = kept[:, -1, scale - cut :] = -np.inf
    return kept


def rectify_gray(gray: Floats, pose: BoardPose, size_wh: tuple[int, int], scale: int) -> Floats:
    """A gray board from straight above with half a space of surroundings."""
    return np.asarray(rectified(gray, pose, size_wh, scale), np.float32)


def rectified(picture: Floats | Pixels, pose: BoardPose, size_wh: tuple[int, int], scale: int) -> NDArray[Any]:
    """The same of any picture, with as many channels and of the same kind of numbers."""
    width, height = (size_wh[0] + 1) * scale, (size_wh[1] + 1) * scale
    to_units = np.array([[1 / scale, 0, 0.5 / scale - 0.5], [0, 1 / scale, 0.5 / scale - 0.5], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    if pose.lens is None:
        warp = pose.homography @ to_units
        return np.asarray(
            cv2.warpPerspective(picture, warp, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        )
    # the lens bends slowly: the middle of every eighth sample, stretched, is exact to a hundredth of a pixel
    xs, ys = (np.arange(-8, side + 8, 8) + 3.5 for side in (width, height))
    nodes = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    where = pose.project(nodes / scale + 0.5 / scale - 0.5).astype(np.float32).reshape(len(ys), len(xs), 2)
    wide = cv2.resize(where, (8 * len(xs), 8 * len(ys)), interpolation=cv2.INTER_LINEAR)
    maps = wide[8 : 8 + height, 8 : 8 + width]
    seen = cv2.remap(picture, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]  # no second map
    return np.asarray(seen)


def peaks(windows: Floats, scale: int, reach: float) -> tuple[Array, Array]:
    """Offset in spaces and contrast 0 to 1 of the best ridge in each window (n, m, scale), flattened."""
    flat = windows.reshape(-1, scale).astype(np.float64)
    places = (np.arange(scale) + 0.5) / scale - 0.5
    flat = np.where(np.abs(places) <= reach, flat, -np.inf)
    best = np.argmax(flat, axis=1)
    rows = np.arange(len(flat))
    height = flat[rows, best]
    left = flat[rows, np.maximum(best - 1, 0)]
    right = flat[rows, np.minimum(best + 1, scale - 1)]
    ok = np.isfinite(left) & np.isfinite(right) & (height > 0) & (best > 0) & (best < scale - 1)
    shift = vertex(left, height, right, ok)
    near = np.abs(np.arange(scale)[None, :] - best[:, None]) <= max(2, scale // 12)
    second = np.where(near, -np.inf, flat).max(axis=1)
    contrast = np.where(ok, np.clip(1 - np.maximum(second, 0) / np.maximum(height, 1e-9), 0, 1), 0.0)
    return places[best] + shift / scale, without_grain(contrast, height)


def vertex(left: Array, height: Array, right: Array, ok: NDArray[np.bool_]) -> Array:
    """How far from the middle one of three samples the parabola through them is highest, -0.5 to 0.5; 0 if not ``ok``.

    Args:
        left: the sample before, (n,).
        height: the highest of the three.
        right: the sample behind.
        ok: where all three are numbers.
    """
    left, right = np.where(ok, left, 0.0), np.where(ok, right, 0.0)
    curve = np.where(ok, 2 * height - left - right, 1.0)
    shift = np.where(ok & (curve > 1e-9), 0.5 * (right - left) / np.maximum(curve, 1e-9), 0.0)
    return np.asarray(np.clip(shift, -0.5, 0.5))


def without_grain(contrast: Array, height: Array) -> Array:
    """The contrast of ridges, 0 of those that are far lower than most that stand out: there is grain, and no line."""
    return np.asarray(contrast * (height >= FEEBLE * median(height[contrast >= CLEAR])))
