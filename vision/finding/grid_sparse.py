"""Fits a board's pose to its printed grid by few samples: enough where the grid lies bare, and several times as fast.

``vision.finding.grid_refine`` looks at every pixel instead and reads grids of which much is covered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from vision.finding.grid_refine import GridFit, judge
from vision.finding.grid_strips import FINE, Density, Places, Strips, cross, look, placed, strips
from vision.finding.lattice import Gray, median
from vision.finding.pose_step import LEAST_SPREAD, LENS_STEP, carried, moves_seen
from vision.finding.simple_lens import k1_of, simple_lens
from vision.finding.stretches import CLEAR, Array, Stretches
from vision.pose import BoardPose, Lens

STEPS = 3  # of reweighting
BORDER = 0.02  # weight of the outermost lines where they disagree with all others: they hold what is left open
ENOUGH = 60  # stretches inside that must be seen clearly to be asked alone
ASTRAY = 1.35  # times that they lie farther off: 194 of 225 looks had 1.25 at most; from here on boards lay better with
PRECISE = 0.01  # spaces within which half of them must lie by themselves
SHORT = 0.075  # spaces that the pose moves at any stretch: more, and it is looked at again from there


class Step(NamedTuple):
    """A better pose, all stretches with their offsets from there, and the longest way of any, in spaces."""

    pose: BoardPose
    left: Stretches
    length: float


def bend_of(places: Places, lens: Lens) -> Array:
    """How far a little more distortion (``LENS_STEP``) carries each stretch across itself, in spaces, (n,)."""
    out = places.ideal - lens.matrix[:2, 2]
    moved = out * ((out**2).sum(axis=1, keepdims=True) * (LENS_STEP / lens.matrix[0, 0] ** 2))
    return cross(moved, places.ahead) / cross(places.across, places.ahead)


def refine_sparsely(
    gray: Gray,
    start: BoardPose,
    size_wh: tuple[int, int],
    polarity: int,
    fit_lens: bool,
    density: Density = FINE,
    worth: Callable[[GridFit], bool] | None = None,
) -> GridFit:
    """Fit a pose to the printed grid, from a start that is within a third of a space everywhere.

    A further step is taken only where it is ``worth`` that by how the first one fits.
    """
    step = fitted(gray, start, strips(size_wh), size_wh, polarity, fit_lens, density, worth)
    return judge(step.pose, step.left)


def fitted(
    gray: Gray,
    start: BoardPose,
    grid: Strips,
    size_wh: tuple[int, int],
    polarity: int,
    fit_lens: bool,
    density: Density = FINE,
    worth: Callable[[GridFit], bool] | None = None,
) -> Step:
    """The last step of the fit of a pose to the stretches of a grid, from a start as ``refine_sparsely`` wants it.

    A step that is short is as good as two: then the judgement is on what it leaves of the offsets.
    """
    pose = start
    if fit_lens and pose.lens is None:
        pose = BoardPose(pose.homography, 0.0, simple_lens((gray.shape[1], gray.shape[0]), 0.0))
    step = stepped(gray, pose, grid, size_wh, polarity, fit_lens, density)
    if step.length > SHORT and (worth is None or worth(judge(step.pose, step.left))):
        step = stepped(gray, step.pose, grid, size_wh, polarity, fit_lens, density)
    return step


def judged(gray: Gray, pose: BoardPose, size_wh: tuple[int, int], polarity: int, density: Density = FINE) -> GridFit:
    """How well a pose fits as it is."""
    grid = strips(size_wh)
    return judge(pose, look(gray, placed(pose, grid), grid, polarity, density))


def stepped(
    gray: Gray,
    pose: BoardPose,
    grid: Strips,
    size_wh: tuple[int, int],
    polarity: int,
    fit_lens: bool,
    density: Density,
) -> Step:
    """One step from a pose to where the grid is seen."""
    places = placed(pose, grid)
    return moved_to(look(gray, places, grid, polarity, density), pose, places, grid, size_wh, fit_lens)


def moved_to(
    seen: Stretches, pose: BoardPose, places: Places, grid: Strips, size_wh: tuple[int, int], fit_lens: bool
) -> Step:
    """One step from a pose, which puts the stretches to ``places``, to where they were seen."""
    columns, bend, own = grid.moves, None, grid.own
    if fit_lens and pose.lens is not None:
        every = bend_of(places, pose.lens)
        columns, bend = np.column_stack([columns, every]), every[own]
    mine = Stretches(*(part[own] for part in seen))
    found = moves_seen(mine, grid.moves[own], bend=bend, k1=k1_of(pose), most_steps=STEPS)
    if found is None:
        return Step(pose, seen, 0.0)
    border = np.zeros(len(seen.offset), np.bool_)
    border[grid.first] = border[grid.last] = True
    border = border[own]
    told = (mine.contrast >= CLEAR) & ~border
    if np.count_nonzero(told) >= ENOUGH:
        inner = mine._replace(contrast=mine.contrast * np.where(border, BORDER, 1.0))
        inside = moves_seen(inner, grid.moves[own], bend=bend, k1=k1_of(pose), most_steps=STEPS)
        if inside is not None and is_led_astray(mine.offset[told], columns[own][told] @ np.stack([found, inside]).T):
            found = inside
    moved = columns @ found
    longest = float(np.abs(moved[own]).max())
    return Step(carried(pose, found, size_wh), seen._replace(offset=seen.offset - moved), longest)


def is_led_astray(offset: Array, moves: Array) -> bool:
    """Whether lines inside a grid, seen at ``offset`` (n,), fit far worse to all lines' step than to their own.

    ``moves`` (n, 2) are the two steps. A frame of two tones, or a rim beside it, may lie aside all round, and a bent
    lens can make up for that.
    """
    both, own = (median(np.abs(offset - move)) for move in moves.T)
    return own < PRECISE and both > ASTRAY * max(own, LEAST_SPREAD / 4)
