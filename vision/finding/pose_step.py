"""One step of a pose to where stretches of line were seen: small moves, found by weighted least squares.

The weights are Tukey's (Beaton and Tukey 1974), so that icons, pieces and glare over some stretches do no harm. One
coefficient of the lens may be moved along: straight lines look bent without.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from vision.finding.lattice import median
from vision.finding.simple_lens import k1_of, simple_lens
from vision.finding.stretches import Array, Stretches
from vision.pose import BoardPose, Lens, Points

LENS_STEP = 0.05  # of k1, for the derivative
USUAL_K1 = 0.11  # spread of k1 among lenses, in units of the longer side: weighed against that of what is seen
IN_PLACE = 20.0  # stretches' worth of evidence that a border is drawn in its place: of 34 most may be faint
MOST_STEPS = 12  # of reweighting
SETTLED = 1e-6  # half sides of the board: further steps change nothing that could be measured
LEAST_SPREAD = 0.004  # spaces: no measurement is better than this


class Usual(NamedTuple):
    """Where the last of some unknowns usually is, and how far from there it may well be."""

    middle: float
    spread: float


def improve(
    pose: BoardPose,
    stretches: Stretches,
    size_wh: tuple[int, int],
    frame_wh: tuple[int, int],
    fit_lens: bool,
    hold: Array | None = None,
    in_place: float = IN_PLACE,
) -> BoardPose:
    """Move the pose so that the stretches come to lie where they were seen (one Gauss-Newton step, Tukey weights).

    ``hold`` float64 (8,) keeps shift x, shift y, turn, growth, two shears and two tilts where they are, by so many
    stretches' worth of evidence a squared space; None leaves all free. ``in_place`` is as much for the border of the
    grid, where the lens is moved along.
    """
    columns = board_moves(stretches.middle, stretches.across, size_wh)
    bend = None
    if fit_lens and pose.lens is not None:
        bent = simple_lens(frame_wh, float(pose.lens.distortion[0]) + LENS_STEP)
        moved = pose.locate(BoardPose(pose.homography, 0.0, bent).project(stretches.middle)) - stretches.middle
        bend = (moved * stretches.across).sum(axis=1)
    found = moves_seen(stretches, columns, hold=hold, bend=bend, k1=k1_of(pose), in_place=in_place)
    return pose if found is None else carried(pose, found, size_wh)


def moves_seen(
    stretches: Stretches,
    columns: Array,
    *,
    hold: Array | None = None,
    bend: Array | None = None,
    k1: float = 0.0,
    most_steps: int = MOST_STEPS,
    in_place: float = IN_PLACE,
) -> Array | None:
    """The small moves, float64 (8,), that bring stretches with these ``board_moves`` to where they were seen.

    ``bend`` float64 (n,) says how far ``LENS_STEP`` more distortion than ``k1`` carries each across itself: then there
    is a ninth, of the lens. None where too little is seen.
    """
    hold = np.full(8, 1e-9) if hold is None else hold + 1e-9
    weight = stretches.contrast
    usual = None
    if bend is not None:
        # a border may be drawn a little outside or inside of where it is meant: that says nothing about the lens
        columns = np.column_stack([columns, outward(stretches), bend])
        # towards no distortion: lines drawn unevenly, or a small board in the middle, say little about it
        hold, usual = np.append(hold, [in_place, 0.0]), Usual(-k1 / LENS_STEP, USUAL_K1 / LENS_STEP)
    if np.count_nonzero(weight) < 2 * columns.shape[1] and hold.max() < 1e-6:
        return None
    found = tukey_solve(columns, stretches.offset, weight, hold, usual, most_steps)
    return found if bend is None else np.delete(found, 8)


def outward(stretches: Stretches) -> Array:
    """How far each stretch goes across itself where the border of a grid is drawn a space outside, float64 (n,)."""
    place = (stretches.middle * stretches.across).sum(axis=1)
    last = np.where(stretches.across[:, 0] == 1, *stretches.middle.max(axis=0))
    return np.asarray((place >= last).astype(np.float64) - (place <= 0))


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
    design: Array, seen: Array, weight: Array, hold: Array, usual: Usual | None = None, most_steps: int = MOST_STEPS
) -> Array:
    """Least squares with Tukey's weights, the scale from the median, held where it is by a diagonal prior.

    The last unknown is drawn to where it ``usual``ly is, the less the closer together lies what is seen.
    """
    some = np.flatnonzero(weight > 0)
    # with the small moves as rows all products run over what lies side by side
    design, seen, weight = design.T.take(some, axis=1), seen[some], weight[some]
    both = np.vstack([design, seen]).T
    firm = np.diag(hold + 1e-9)

    def weighed(by: Array, scale: float) -> Array:
        products = (design * by) @ both
        products[:, :-1] += firm
        if usual is not None:
            drawn = (scale / usual.spread) ** 2
            products[-1, -2] += drawn
            products[-1, -1] += drawn * usual.middle
        return solved(products[:, :-1], products[:, -1])

    solution = weighed(weight, LEAST_SPREAD)
    # the first solution may be led astray by what covers the board: start from the better of it and no move
    if median(np.abs(seen)) < median(np.abs(seen - solution @ design)):
        solution = np.zeros(len(design))
    for _ in range(most_steps):
        left = np.abs(seen - solution @ design)
        scale = max(1.4826 * median(left), LEAST_SPREAD)
        last, solution = solution, weighed(np.maximum(1 - (left / (4.0 * scale)) ** 2, 0) ** 2 * weight, scale)
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
