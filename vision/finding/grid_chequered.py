"""Finds boards whose spaces are told apart by two alternating shades, with no line between most of them.

Each joint of two spaces shows a step from one shade to the other, upward and downward by turns. A board has such steps
at nearly all of its joints, in every row and column, and none between the spaces that would follow beyond a side.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.grid_edges import Rim, edges_along, rim_of
from vision.finding.grid_refine import GridFit, in_place, judge
from vision.finding.grid_strips import FINE, look, placed, strips
from vision.finding.lattice import Floats, Gray
from vision.finding.pose_step import improve
from vision.finding.simple_lens import simple_lens
from vision.finding.stretches import CLEAR, LONGEST_PX, SHORTEST_PX, Array, Stretches, rectified, vertex
from vision.finding.whole_lines import a_space_out
from vision.frame import Pixels
from vision.pose import BoardNotFound, BoardPose, Lens, Points, space_px

SIDE = (0.06, 0.16)  # spaces from a joint, where the two spaces beside it are compared: prints end before that
TRIM = 0.2  # of a space at each end of a joint that is left out: fits may be a little askew
# share of the joints of each way across which shades change as on a chequer: of one 0.78, and of 100 boards that are
# none at most 0.62 and 0.56
ALTERNATE = 0.7
# the same of every single row and column of joints: of two boards 0.5 at least, of the margin of a smaller chequer none
ROW = 0.4
# the same of the joints of the spaces that would follow beyond a side, and of those onto them, where a chequer goes on:
# beside those boards at most 0.43 of the former, of five larger chequers both 0.75 at least
BEYOND = 0.6
BORDER = 0.85  # share of each side that is seen as a line or an edge
APART = 2.0  # CIELAB units between the two shades at least, with lightness as OpenCV scales it
BESIDE = 0.25  # spaces to each side of a joint in which nothing but a step may be: no line, and no print
REACHES, CLOSER = (0.15, 0.12, 0.1), (0.1, 0.1)  # spaces in which steps are searched, in turn, then with a lens
BENT = 0.85  # times the residual at which a lens explains enough
RESIDUAL = 0.013  # spaces, of the steps: those boards had 0.003, chequers of other sizes 0.029 at least


class Changes(NamedTuple):
    """How colour changes across the joints between spaces, to the right and downward, as if the first were lighter.

    CIELAB float32, (rows, cols - 1, 3) and (rows - 1, cols, 3): on a chequer all are alike.
    """

    right: Floats
    down: Floats


def chequered_board(
    pixels: Pixels, lab: Pixels, corners_px: Points, spaces: tuple[int, int], lens: Lens | None
) -> GridFit | None:
    """The chequered board about at such corners, float64 (4, 2); None where there is none.

    Args:
        pixels: the picture.
        lab: the same in CIELAB, uint8 (height, width, 3).
        corners_px: within a sixth of a space of where they are.
        spaces: of a board, across and down.
        lens: of the camera; without one a simple one is fitted.
    """
    frame_wh = lab.shape[1], lab.shape[0]
    try:
        pose = BoardPose.from_corners(corners_px, spaces, lens or simple_lens(frame_wh, 0.0))
        if not is_chequered(lab, pose, spaces):
            return None
        for reach in REACHES:
            pose = improve(pose, steps_seen(lab, pose, spaces, reach), spaces, frame_wh, fit_lens=False)
        straight = seen_chequered(pixels, lab, pose, spaces)
        if lens is not None:
            return straight
        bent = pose
        for reach in CLOSER:
            bent = improve(bent, steps_seen(lab, bent, spaces, reach), spaces, frame_wh, fit_lens=True)
    except BoardNotFound:
        return None
    other = seen_chequered(pixels, lab, bent, spaces)
    if straight is None or other is None:
        return straight or other
    return other if other.pose.residual_cells < BENT * straight.pose.residual_cells else straight


def seen_chequered(pixels: Pixels, lab: Pixels, pose: BoardPose, spaces: tuple[int, int]) -> GridFit | None:
    """How a chequered board is seen where a pose puts it, by shades and the edges of its border; None if it is none."""
    wider = a_space_out(pose, spaces)
    if wider is None or not is_chequered(lab, pose, spaces):
        return None
    cols, rows = spaces
    wide = changes(lab, wider, (cols + 2, rows + 2))
    inner = Changes(wide.right[1:-1, 1:-1], wide.down[1:-1, 1:-1])
    steps = steps_seen(lab, pose, spaces, REACHES[-1])
    right, down = (as_common(part, common_of(own)) for part, own in zip(wide, inner, strict=True))
    # along the next spaces beyond each side, and from the board to those
    beyond = (
        (right[0, 1:-1], down[0, 1:-1]),
        (right[-1, 1:-1], down[-1, 1:-1]),
        (down[1:-1, 0], right[1:-1, 0]),
        (down[1:-1, -1], right[1:-1, -1]),
    )
    own_rows = [part.mean(axis=axis).min() for part in (right[1:-1, 1:-1], down[1:-1, 1:-1]) for axis in (0, 1)]
    if any(along.mean() >= BEYOND and onto.mean() >= BEYOND for along, onto in beyond) or min(own_rows) < ROW:
        return None
    fit = judged(pixels, pose, spaces, np.concatenate([right[1:-1].ravel(), down[:, 1:-1].ravel()]), steps)
    return fit if fit.border >= BORDER and fit.pose.residual_cells <= RESIDUAL else None


def judged(
    pixels: Pixels, pose: BoardPose, spaces: tuple[int, int], alternate: NDArray[np.bool_], steps: Stretches
) -> GridFit:
    """The fit of a pose to joints that ``alternate``, bool (n,) of all stretches of the grid, and to ``steps``.

    The border is seen by its edges and lines instead.
    """
    grid, rim = strips(spaces), rim_of(spaces)
    seen = alternate.copy()
    seen[rim.numbers] = border_seen(pixels, pose, rim)
    offset, contrast = np.zeros((2, len(seen)))
    inner = inside(spaces)
    offset[inner], contrast[inner] = steps.offset, steps.contrast
    return judge(pose, Stretches(grid.middle, grid.across, offset, contrast), edges=seen)


def border_seen(pixels: Pixels, pose: BoardPose, rim: Rim) -> NDArray[np.bool_]:
    """At which stretches of the border there is a line, of the tone that more of them have, or an edge, bool (n,)."""
    gray: Gray = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    places = placed(pose, rim.strips)
    lined = (in_place(look(gray, places, rim.strips, polarity, FINE)) for polarity in (1, -1))
    return edges_along(pixels, pose, rim, FINE) | max(lined, key=np.count_nonzero)


def inside(spaces: tuple[int, int]) -> NDArray[np.intp]:
    """The numbers of the stretches that are not of the border."""
    return np.setdiff1d(np.arange(len(strips(spaces).middle)), rim_of(spaces).numbers)


def is_chequered(lab: Pixels, pose: BoardPose, spaces: tuple[int, int]) -> bool:
    """Whether across most joints of a grid of ``spaces`` one of two shades changes to the other by turns.

    ``lab`` is the picture in CIELAB, uint8 (height, width, 3), as for all that follows.
    """
    return all(as_common(part, common_of(part)).mean() >= ALTERNATE for part in changes(lab, pose, spaces))


def changes(lab: Pixels, pose: BoardPose, spaces: tuple[int, int]) -> Changes:
    """How colour changes across the joints of a grid of ``spaces``."""
    cols, rows = spaces
    flat, scale = flattened(lab, pose, spaces)
    turns = turns_of(spaces)[..., None]
    right = across(flat, scale, rows, cols) * turns[:, :-1]
    down = across(flat.transpose(1, 0, 2), scale, cols, rows).transpose(1, 0, 2) * turns[:-1]
    return Changes(right, down)


def flattened(lab: Pixels, pose: BoardPose, spaces: tuple[int, int]) -> tuple[Floats, int]:
    """A grid from straight above, float32 (rows * scale, cols * scale, 3), and the even number of samples a space."""
    scale = int(np.clip(round(space_px(pose, spaces) / 2) * 2, SHORTEST_PX, LONGEST_PX))
    half = scale // 2
    return rectified(lab, pose, spaces, scale)[half:-half, half:-half].astype(np.float32), scale


def turns_of(spaces: tuple[int, int]) -> Floats:
    """1 and -1 by turns for the spaces of a grid, float32 (rows, cols)."""
    cols, rows = spaces
    return np.where(np.add.outer(np.arange(rows), np.arange(cols)) % 2 == 0, 1, -1).astype(np.float32)


def across(flat: Floats, scale: int, rows: int, cols: int) -> Floats:
    """The change of colour across all upright joints of a rectified board, float32 (rows, cols - 1, 3)."""
    near, far = max(1, round(SIDE[0] * scale)), max(2, round(SIDE[1] * scale))
    trim = round(TRIM * scale)
    spaces = flat.reshape(rows, scale, cols, scale, 3)[:, trim:-trim]
    before, behind = (np.median(part, axis=(1, 3)) for part in (spaces[..., -far:-near, :], spaces[..., near:far, :]))
    return np.asarray(behind[:, 1:] - before[:, :-1], np.float32)


def common_of(change: Floats) -> Floats:
    """What changes (..., 3) have in common, (3,)."""
    return np.asarray(np.median(change.reshape(-1, 3), axis=0), np.float32)


def as_common(change: Floats, common: Floats) -> NDArray[np.bool_]:
    """Which changes (..., 3) go the way of the common one, bool (...); none where that is next to nothing."""
    size = float(np.linalg.norm(common))
    if size < APART:
        return np.zeros(change.shape[:-1], np.bool_)
    return np.asarray(change @ (common / size) > size / 3)


def steps_seen(lab: Pixels, pose: BoardPose, spaces: tuple[int, int], reach: float) -> Stretches:
    """Where the joints inside a grid show the step between its shades, within ``reach`` spaces of their place.

    The contrast says how much of what is seen beside a joint is that step: of lines and prints there nothing.
    """
    cols, rows = spaces
    flat, scale = flattened(lab, pose, spaces)
    turns = turns_of(spaces)
    common = common_of(np.concatenate([part.reshape(-1, 3) for part in changes(lab, pose, spaces)]))
    right = steps_across(flat, scale, turns, common, reach)
    down = steps_across(flat.transpose(1, 0, 2), scale, turns.T, common, reach)
    grid = strips(spaces)
    inner = inside(spaces)
    # those of level joints are found column by column
    offset, contrast = (
        np.concatenate([one, other.reshape(cols, rows - 1).T.ravel()]) for one, other in zip(right, down, strict=True)
    )
    return Stretches(grid.middle[inner], grid.across[inner], offset, contrast)


def steps_across(flat: Floats, scale: int, turns: Floats, common: Floats, reach: float) -> tuple[Array, Array]:
    """Offset in spaces and contrast 0 to 1 of the step across each upright joint, row by row.

    Args:
        flat: the board from straight above.
        scale: samples a space.
        turns: of its spaces, (rows, cols).
        common: the step itself, (3,).
        reach: spaces to each side.
    """
    rows, cols = turns.shape
    trim, half = round(TRIM * scale), scale // 2
    lines = flat.reshape(rows, scale, cols * scale, 3)[:, trim:-trim].mean(axis=1)[:, half:-half]
    where = (np.arange(scale) + 0.5) / scale - 0.5
    beside = np.abs(where) <= BESIDE
    seen = (lines.reshape(rows, cols - 1, scale, 3) * turns[:, :-1, None, None]).reshape(-1, scale, 3)[:, beside]
    seen -= seen.mean(axis=1, keepdims=True)
    offsets = np.arange(-round(reach * scale), round(reach * scale) + 1) / scale
    step = np.sign(where[beside] - offsets[:, None]) / 2
    step -= step.mean(axis=1, keepdims=True)
    size = float(common @ common)
    # what is left of all that changes, squared, once the step is taken away, against the step alone
    left = (seen**2).sum(axis=(1, 2))[:, None] - 2 * (seen @ common) @ step.T + size * (step**2).sum(axis=1)
    told = np.asarray(1 - left / max(size * beside.sum() / 4, 1e-9), np.float64)
    best = told.argmax(axis=1)
    ok = (best > 0) & (best < len(offsets) - 1)
    n = np.arange(len(told))
    height, before, behind = (told[n, np.clip(best + k, 0, len(offsets) - 1)] for k in (0, -1, 1))
    offset = offsets[best] + vertex(before, height, behind, ok) / scale
    return offset, np.where(ok & (height >= CLEAR), np.clip(height, 0, 1), 0.0)
