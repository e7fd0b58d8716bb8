"""Fits a board's pose to its printed grid: every stretch of line between two crossings is measured and weighed.

A stretch is looked for across itself in the board seen from straight above; what the stretches say is put together by
weighted least squares with Tukey's weights (Beaton and Tukey 1974), so that icons, pieces and glare over some of them
do no harm. One coefficient of the lens, common to the picture, may be fitted along: straight lines look bent without.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Floats, median, ridges
from vision.pose import BoardPose, Lens, Points

Array = NDArray[np.float64]

SHORTEST_PX, LONGEST_PX = 20, 48  # samples a space when the board is seen from above


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


@dataclass(frozen=True, slots=True, eq=False)
class GridFit:
    """A pose that fits the printed grid.

    ``support`` is the share of stretches whose best ridge lies where the pose puts the line (a fit to nothing gets
    about ``NEAR`` divided by the reach), ``border`` the same for the worst of the four outermost lines, and ``present``
    the share of all lines of which at least ``PRESENT`` is seen: half a grid taken for a whole one has few. ``ends`` is
    as ``support``, of the stretches that end at the worst of the four sides: a margin taken for a row has none.
    """

    pose: BoardPose
    support: float
    border: float
    present: float
    ends: float


LENS_STEP = 0.05  # of k1, for the derivative
LENS_HOLD = 1e-8
CLEAR = 0.3  # contrast of a stretch that counts as seen: among noise the best ridge is little above the second
PRESENT = 0.25
FEEBLE = 0.15  # of the middle height of clear ridges: a lower one is grain, or a line in deeper shadow than any
REACHES = (0.4, 0.3, 0.2, 0.15)  # spaces; from a pose that is nearly right the last two will do
MOST_STEPS = 12  # of reweighting
SETTLED = 1e-6  # half sides of the board: further steps change nothing that could be measured
LEAST_SPREAD = 0.004  # spaces: no measurement is better than this
RIM = 0.2  # spaces outside the grid that are looked at: the edge of a board is often stronger than its frame
NEAR = 0.09  # spaces: a stretch seen this near to its place supports the pose


def simple_lens(frame_wh: tuple[int, int], k1: float) -> Lens:
    """A lens with one radial coefficient; the focal length is the longer side, since only k1 / f^2 can be measured."""
    longer = float(max(frame_wh))
    matrix = np.array([[longer, 0, (frame_wh[0] - 1) / 2], [0, longer, (frame_wh[1] - 1) / 2], [0, 0, 1]])
    return Lens(matrix, np.array([k1, 0.0, 0.0, 0.0, 0.0]))


def space_px(pose: BoardPose, size_wh: tuple[float, float]) -> float:
    """How many pixels a space is wide in the picture, on average over the board."""
    corners = pose.corners_px(size_wh).tolist()
    twice = sum(x * corners[n - 1][1] - corners[n - 1][0] * y for n, (x, y) in enumerate(corners))
    return math.sqrt(0.5 * abs(twice) / (size_wh[0] * size_wh[1]))


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
    offset_up, contrast_up = peaks(ups, scale, reach)
    offset_across, contrast_across = peaks(acrosses, scale, reach)
    row, col = np.mgrid[:rows, : cols + 1]
    middle_up = np.stack([col, row + 0.5], axis=-1).reshape(-1, 2)
    col, row = np.mgrid[:cols, : rows + 1]
    middle_across = np.stack([col + 0.5, row], axis=-1).reshape(-1, 2)
    across = np.concatenate([np.tile([1.0, 0.0], (len(middle_up), 1)), np.tile([0.0, 1.0], (len(middle_across), 1))])
    return Stretches(
        np.concatenate([middle_up, middle_across]).astype(np.float64),
        across,
        np.concatenate([offset_up, offset_across]),
        np.concatenate([contrast_up, contrast_across]),
    )


def without_rim(windows: Floats) -> Floats:
    """The windows (n, lines, scale) without what lies well outside the first and the last line: the board's edge."""
    scale = windows.shape[2]
    kept = windows.copy()
    cut = round((0.5 - RIM) * scale)
    kept[:, 0, :cut] = kept[:, -1, scale - cut :] = -np.inf
    return kept


def rectify_gray(gray: Floats, pose: BoardPose, size_wh: tuple[int, int], scale: int) -> Floats:
    """A gray board from straight above with half a space of surroundings."""
    width, height = (size_wh[0] + 1) * scale, (size_wh[1] + 1) * scale
    to_units = np.array([[1 / scale, 0, 0.5 / scale - 0.5], [0, 1 / scale, 0.5 / scale - 0.5], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    if pose.lens is None:
        warp = pose.homography @ to_units
        return np.asarray(
            cv2.warpPerspective(gray, warp, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        )
    # the lens bends slowly: the middle of every eighth sample, stretched, is exact to a hundredth of a pixel
    xs, ys = (np.arange(-8, side + 8, 8) + 3.5 for side in (width, height))
    nodes = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    where = pose.project(nodes / scale + 0.5 / scale - 0.5).astype(np.float32).reshape(len(ys), len(xs), 2)
    wide = cv2.resize(where, (8 * len(xs), 8 * len(ys)), interpolation=cv2.INTER_LINEAR)
    maps = wide[8 : 8 + height, 8 : 8 + width]
    seen = cv2.remap(gray, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]  # no second map
    return np.asarray(seen, np.float32)


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
    left, right = np.where(ok, left, 0.0), np.where(ok, right, 0.0)
    curve = np.where(ok, 2 * height - left - right, 1.0)
    shift = np.where(ok & (curve > 1e-9), 0.5 * (right - left) / np.maximum(curve, 1e-9), 0.0)
    near = np.abs(np.arange(scale)[None, :] - best[:, None]) <= max(2, scale // 12)
    second = np.where(near, -np.inf, flat).max(axis=1)
    contrast = np.where(ok, np.clip(1 - np.maximum(second, 0) / np.maximum(height, 1e-9), 0, 1), 0.0)
    return places[best] + np.clip(shift, -0.5, 0.5) / scale, without_grain(contrast, height)


def without_grain(contrast: Array, height: Array) -> Array:
    """The contrast of ridges, 0 of those that are far lower than most that stand out: there is grain, and no line."""
    return np.asarray(contrast * (height >= FEEBLE * median(height[contrast >= CLEAR])))


def refine(
    gray: Floats,
    start: BoardPose,
    size_wh: tuple[int, int],
    polarity: int,
    frame_wh: tuple[int, int],
    fit_lens: bool,
    reaches: Sequence[float] = REACHES,
) -> GridFit:
    """Fit a pose to the printed grid, from a start that is within a third of a space everywhere.

    ``reaches`` are the spaces that are searched to each side, one step after another.
    """
    pose = start
    if fit_lens and pose.lens is None:
        pose = with_lens(pose, simple_lens(frame_wh, 0.0), size_wh)
    free_lens = fit_lens
    for reach in reaches:
        stretches = measure(gray, pose, size_wh, polarity, reach)
        pose = improve(pose, stretches, size_wh, frame_wh, free_lens and reach <= 0.3)
    stretches = measure(gray, pose, size_wh, polarity, 0.4)
    return judge(pose, stretches)


def judge(pose: BoardPose, stretches: Stretches, near: float = NEAR, edges: NDArray[np.bool_] | None = None) -> GridFit:
    """How well the pose explains what was measured, without moving it; ``near`` spaces are in place.

    ``edges`` bool (n,) tells the stretches that are seen in place otherwise than by their ridge.
    """
    good = in_place(stretches, near)
    spread = stretches.offset[good]
    residual = math.sqrt(float(np.vdot(spread, spread)) / len(spread)) if len(spread) else math.inf
    if edges is not None:
        good = good | edges
    lines = line_supports(stretches, good)
    border = min(float(side) for line in lines for side in (line[0], line[-1]))
    present = sum(int(np.count_nonzero(line >= PRESENT)) for line in lines) / sum(map(len, lines))
    support = np.count_nonzero(good) / len(good)
    ends = min(float(row[n]) for row in rung_supports(stretches, good) for n in (0, -1))
    return GridFit(replace(pose, residual_cells=residual), support, border, present, ends)


def in_place(stretches: Stretches, near: float = NEAR) -> NDArray[np.bool_]:
    """Which stretches are seen within ``near`` spaces of where the pose puts them, bool (n,)."""
    return (np.abs(stretches.offset) <= near) & (stretches.contrast >= CLEAR)


def line_supports(stretches: Stretches, good: NDArray[np.bool_]) -> tuple[Array, Array]:
    """The share of good stretches of every upright line from the left, and of every level one from the far side."""
    upright = stretches.across[:, 0] == 1
    parts = []
    for axis, mine in ((0, upright), (1, ~upright)):
        number = np.rint(stretches.middle[mine, axis]).astype(np.intp)
        parts.append(np.bincount(number, good[mine]) / np.bincount(number))
    return parts[0], parts[1]


def rung_supports(stretches: Stretches, good: NDArray[np.bool_]) -> tuple[Array, Array]:
    """The share of good stretches inside every column of spaces from the left, and every row from the far side."""
    upright = stretches.across[:, 0] == 1
    parts = []
    for axis, mine in ((0, ~upright), (1, upright)):
        middle = stretches.middle[mine]
        inner = (middle[:, 1 - axis] > 0.5) & (middle[:, 1 - axis] < middle[:, 1 - axis].max() - 0.5)
        number = middle[inner, axis].astype(np.intp)
        parts.append(np.bincount(number, good[mine][inner]) / np.bincount(number))
    return parts[0], parts[1]


def with_lens(pose: BoardPose, lens: Lens, size_wh: tuple[float, float]) -> BoardPose:
    """The same place of the four corners under another lens."""
    again = BoardPose.from_corners(pose.corners_px(size_wh), size_wh, lens)
    return replace(again, residual_cells=pose.residual_cells)


def shared_bend(poses: Sequence[BoardPose], size_wh: tuple[float, float]) -> float:
    """The one k1 of boards that each tell their own; how well grows with the fourth power of their size."""
    weights = [float(np.ptp(pose.corners_px(size_wh), axis=0).max()) ** 4 for pose in poses]
    k1s = [0.0 if pose.lens is None else float(pose.lens.distortion[0]) for pose in poses]
    return float(np.average(k1s, weights=weights))


def improve(
    pose: BoardPose,
    stretches: Stretches,
    size_wh: tuple[int, int],
    frame_wh: tuple[int, int],
    fit_lens: bool,
    hold: Array | None = None,
) -> BoardPose:
    """Move the pose so that the stretches come to lie where they were seen (one Gauss-Newton step, Tukey weights).

    ``hold`` float64 (8,) keeps shift x, shift y, turn, growth, two shears and two tilts where they are, by so many
    stretches' worth of evidence a squared space; None leaves all free.
    """
    columns = board_moves(stretches.middle, stretches.across, size_wh)
    bend = None
    if fit_lens and pose.lens is not None:
        bent = simple_lens(frame_wh, float(pose.lens.distortion[0]) + LENS_STEP)
        moved = pose.locate(BoardPose(pose.homography, 0.0, bent).project(stretches.middle)) - stretches.middle
        bend = (moved * stretches.across).sum(axis=1)
    found = moves_seen(stretches, columns, hold=hold, bend=bend, k1=bend_now(pose))
    return pose if found is None else carried(pose, found, size_wh)


def moves_seen(
    stretches: Stretches,
    columns: Array,
    *,
    hold: Array | None = None,
    bend: Array | None = None,
    k1: float = 0.0,
    most_steps: int = MOST_STEPS,
) -> Array | None:
    """The small moves, float64 (8,), that bring stretches with these ``board_moves`` to where they were seen.

    ``bend`` float64 (n,) says how far ``LENS_STEP`` more distortion than ``k1`` carries each across itself: then there
    is a ninth, of the lens. None where too little is seen.
    """
    hold = np.full(8, 1e-9) if hold is None else hold + 1e-9
    toward = np.zeros(8 + (bend is not None))
    weight = stretches.contrast
    if bend is not None:
        columns = np.column_stack([columns, bend])
        # softly to no distortion: a small board in the middle says little about it
        hold, toward[-1] = np.append(hold, LENS_HOLD * weight.sum()), -k1 / LENS_STEP
    if np.count_nonzero(weight) < 2 * columns.shape[1] and hold.max() < 1e-6:
        return None
    return tukey_solve(columns, stretches.offset, weight, hold, toward, most_steps)


def bend_now(pose: BoardPose) -> float:
    """The k1 of a pose's lens."""
    return 0.0 if pose.lens is None else float(pose.lens.distortion[0])


def carried(pose: BoardPose, found: Array, size_wh: tuple[int, int]) -> BoardPose:
    """The pose after small moves, (8,), or (9,) with one of its lens."""
    corners, moves = corner_moves(size_wh)
    lens = pose.lens
    if lens is not None and len(found) > 8:
        bent = lens.distortion.copy()
        bent[0] += LENS_STEP * found[8]
        lens = Lens(lens.matrix, bent)
    # where the corners belong in ideal pixels, which is all that a homography leads to, whatever the lens
    ideal = BoardPose(pose.homography, 0.0).project(corners + (moves @ found[:8]).T)
    return replace(BoardPose.from_corners(ideal, size_wh), lens=lens)


def board_moves(points: Points, across: Points, size_wh: tuple[int, int]) -> Array:
    """How far each small move about the middle of a board carries its points along ``across``, float64 (n, 8)."""
    return small_moves((points - np.array(size_wh) / 2) / (max(size_wh) / 2), across)


@lru_cache(maxsize=16)
def corner_moves(size_wh: tuple[int, int]) -> tuple[Points, Array]:
    """The corners of a board (4, 2), and how far small moves carry each right and down, (2, 4, 8)."""
    corners = np.array([[0, 0], [size_wh[0], 0], size_wh, [0, size_wh[1]]], np.float64)
    axes = (np.tile(axis, (4, 1)) for axis in ([1.0, 0.0], [0.0, 1.0]))
    return corners, np.stack([board_moves(corners, axis, size_wh) for axis in axes])


def small_moves(points: Points, across: Points) -> Array:
    """How far each small move carries points along ``across``, float64 (n, 8).

    A homography near the identity is linear in shift x, shift y, turn, growth, two shears and two tilts.
    """
    x, y = points.T
    ax, ay = across.T
    rigid = [ax, ay, ay * x - ax * y, ax * x + ay * y]
    return np.stack([*rigid, ax * x - ay * y, ax * y + ay * x, (ax * x + ay * y) * x, (ax * x + ay * y) * y], axis=1)


def tukey_solve(
    design: Array, seen: Array, weight: Array, hold: Array, toward: Array, most_steps: int = MOST_STEPS
) -> Array:
    """Least squares with Tukey's weights, the scale from the median, held by a diagonal prior."""
    counts = weight > 0
    design, seen, weight = design[counts], seen[counts], weight[counts]
    firm, drawn = np.diag(hold + 1e-9), hold * toward
    weighted = (weight[:, None] * design).T
    solution = solved(weighted @ design + firm, weighted @ seen + drawn)
    # the first solution may be led astray by what covers the board: start from the better of it and no move
    if median(np.abs(seen)) < median(np.abs(seen - design @ solution)):
        solution = np.zeros(design.shape[1])
    for _ in range(most_steps):
        left = np.abs(seen - design @ solution)
        scale = max(1.4826 * median(left), LEAST_SPREAD)
        tukey = np.maximum(1 - (left / (4.0 * scale)) ** 2, 0) ** 2 * weight
        weighted = (tukey[:, None] * design).T
        last, solution = solution, solved(weighted @ design + firm, weighted @ seen + drawn)
        if np.abs(solution - last).max() < SETTLED:
            break
    return np.asarray(solution, np.float64)


def solved(matrix: Array, right: Array) -> Array:
    """The solution of as many equations as unknowns (cv2.solve): for so few numpy's takes twice the time.

    Raises:
        numpy.linalg.LinAlgError: there is not one solution.
    """
    one, found = cv2.solve(matrix, right[:, None])
    if not one:
        raise np.linalg.LinAlgError(f"{len(right)} equations have not one solution")
    return np.asarray(found, np.float64).ravel()
