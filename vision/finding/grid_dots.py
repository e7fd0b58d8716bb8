"""Judges and fits a grid of which only its areas are framed, by dots where its other lines would cross.

Some prints mark the corners of spaces instead of drawing lines between them. A dot stands out from all that is round
it, as a line or a leaf's edge does not, and by chance the clearest one near a crossing seldom lies just there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.grid_refine import NEAR, GridFit, in_place, judge, line_supports
from vision.finding.grid_strips import FINE, Density, look, placed, strips
from vision.finding.lattice import Floats, Gray
from vision.finding.pose_step import improve
from vision.finding.stretches import LONGEST_PX, SHORTEST_PX, Stretches, rectify_gray
from vision.pose import BoardPose, Points, space_px

RADIUS = 0.14  # spaces from the middle of a dot to what is round it
SOFT = 0.03  # spaces that the picture is smoothed by
REACH = 0.3  # spaces round a crossing in which its dot must be the clearest
CLEARER = 1.4  # times clearer than any other there
SEEN = 0.6  # share of a line from which it is drawn, and needs no dots
DOTTED = 0.6  # share of the crossings that no line leads to at which a dot is seen; by chance one in twenty
PLAIN = 0.75  # share of the grid's stretches from which nobody asks whether dots stand for the others
STEPS = 2  # of fitting

Crossings = NDArray[np.bool_]
"""Which crossings of a grid, bool (rows + 1, cols + 1)."""


class Dots(NamedTuple):
    """The crossings with a dot, how far it is off (rows + 1, cols + 1, 2), in spaces, right and down."""

    there: Crossings
    offset: NDArray[np.float64]


def dotted(
    gray: Gray, fit: GridFit, size_wh: tuple[int, int], polarity: int, density: Density = FINE, framed: float = 0.0
) -> GridFit:
    """The fit judged by dots as well, where all over the grid they stand for lines: between two of them is a stretch.

    ``gray`` is uint8 (height, width), ``polarity`` whether the lines that there are are light (1) or dark (-1).
    ``framed`` is the share of each outermost line that must be drawn: cloth has dots, too.
    """
    seen, drawn = lines_of(gray, fit.pose, size_wh, polarity, density)
    shares = line_supports(seen, in_place(seen))
    if min(float(of[end]) for of in shares for end in (0, -1)) < framed:
        return fit
    dots = dots_of(gray, fit.pose, size_wh, drawn)
    return fit if dots is None else judge(fit.pose, seen, edges=between(dots.there, drawn))


def fit_dots(gray: Gray, fit: GridFit, size_wh: tuple[int, int], polarity: int, *, fit_lens: bool) -> GridFit:
    """The fit moved to the lines that are drawn and to the dots, with one coefficient of its lens if that is free.

    Where no lines are, those that chance shows lead a fit astray, so they take no part. A grid without dots is left.
    """
    frame_wh = gray.shape[1], gray.shape[0]
    pose = fit.pose
    for _ in range(STEPS):
        seen, drawn = lines_of(gray, pose, size_wh, polarity, FINE)
        dots = dots_of(gray, pose, size_wh, drawn)
        if dots is None:
            return fit
        kept = in_place(seen) & along(drawn)
        where = np.argwhere(dots.there)
        middles, off = where[:, ::-1].astype(np.float64), dots.offset[tuple(where.T)]
        sides = [np.tile(axis, (len(where), 1)) for axis in ([1.0, 0.0], [0.0, 1.0])]
        both = Stretches(
            np.concatenate([seen.middle[kept], middles, middles]),
            np.concatenate([seen.across[kept], *sides]),
            np.concatenate([seen.offset[kept], *off.T]),
            np.concatenate([seen.contrast[kept], np.ones(2 * len(where))]),
        )
        pose = improve(pose, both, size_wh, frame_wh, fit_lens)
    return replace(fit, pose=replace(pose, residual_cells=fit.pose.residual_cells))


def lines_of(
    gray: Gray, pose: BoardPose, size_wh: tuple[int, int], polarity: int, density: Density
) -> tuple[Stretches, Crossings]:
    """What is seen of the stretches, and the crossings that lie on lines which are drawn."""
    grid = strips(size_wh)
    seen = look(gray, placed(pose, grid), grid, polarity, density)
    upright, level = (shares >= SEEN for shares in line_supports(seen, in_place(seen)))
    return seen, level[:, None] | upright[None, :]


def dots_of(gray: Gray, pose: BoardPose, size_wh: tuple[int, int], drawn: Crossings) -> Dots | None:
    """The light dots, or the dark ones, of a grid; None where it has none or needs none."""
    if drawn.all():
        return None
    found = (dots_at(gray, pose, size_wh, tone) for tone in (1, -1))
    dots = max(found, key=lambda each: np.count_nonzero(each.there[~drawn]))
    return dots if dots.there[~drawn].mean() >= DOTTED else None


def between(dots: Crossings, drawn: Crossings) -> NDArray[np.bool_]:
    """Which stretches lie between two crossings that are dots, or a dot and one on a line, bool (n,), as ``strips``."""
    there, dots = dots | drawn, dots & ~drawn
    down = there[:-1] & there[1:] & (dots[:-1] | dots[1:])
    right = there[:, :-1] & there[:, 1:] & (dots[:, :-1] | dots[:, 1:])
    return np.concatenate([down.reshape(-1), right.reshape(-1)])


def along(drawn: Crossings) -> NDArray[np.bool_]:
    """Which stretches belong to lines that are drawn all over, bool (n,), as ``strips``."""
    upright = np.tile(drawn.all(axis=0), (len(drawn) - 1, 1))
    level = np.tile(np.asarray(drawn.all(axis=1))[:, None], (1, drawn.shape[1] - 1))
    return np.concatenate([upright.reshape(-1), level.reshape(-1)])


def dots_at(gray: Gray, pose: BoardPose, size_wh: tuple[int, int], tone: int) -> Dots:
    """The dots at crossings that are lighter (1) or darker (-1) than what is round them."""
    scale = int(np.clip(round(space_px(pose, size_wh) / 2) * 2, SHORTEST_PX, LONGEST_PX))
    cols, rows = size_wh
    plane = rectify_gray(gray.astype(np.float32), pose, size_wh, scale) * tone
    # the margin of half a space makes every crossing the middle of a window of one space
    clear = standing_out(np.asarray(plane, np.float32), scale)
    windows = clear.reshape(rows + 1, scale, cols + 1, scale).swapaxes(1, 2)
    at = (np.arange(scale) + 0.5) / scale - 0.5
    far = np.maximum(np.abs(at)[:, None], np.abs(at)[None, :])
    near: Crossings = np.less_equal(far, NEAR)
    here = windows[..., near]
    elsewhere = windows[..., (far > 2 * NEAR) & (far <= REACH)].max(axis=-1)
    there = (here.max(axis=-1) > 0) & (here.max(axis=-1) > CLEARER * elsewhere)
    weight = np.square(np.maximum(here, 0)).astype(np.float64)
    places: Points = np.stack(np.meshgrid(at, at), axis=-1)[near]
    offset = weight @ places / np.maximum(weight.sum(axis=-1, keepdims=True), 1e-9)
    return Dots(np.asarray(there), offset)


def standing_out(plane: Floats, scale: int) -> Floats:
    """By how much each pixel is lighter than all that is round it, where a dot would have ended."""
    smooth = cv2.GaussianBlur(plane, (0, 0), max(0.6, SOFT * scale))
    radius = max(2, round(RADIUS * scale))
    ticks = np.arange(-radius, radius + 1)
    distance = np.hypot(ticks[:, None], ticks[None, :])
    ring = (np.abs(distance - radius) < 0.7).astype(np.uint8)
    return np.asarray(smooth - cv2.dilate(smooth, ring), np.float32)
