"""Judges a grid whose outermost lines do not stand out by the edge of the floor along them.

Where pale lines are printed on a floor of their own lightness beside a dark rim, or a card ends at its last line, there
is no ridge along the border, but colours change there all along. On the inner lines of a grid they do so by chance or
between two areas only: a grid taken a space too far to one side has no such border.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.grid_dots import PLAIN, dotted
from vision.finding.grid_refine import GridFit, in_place, judge
from vision.finding.grid_strips import (
    FINE,
    Density,
    Strips,
    look,
    peaks,
    placed,
    profiles,
    samples,
    some_of,
    strips,
    without_rim,
)
from vision.finding.lattice import Floats, Gray
from vision.finding.stretches import Stretches
from vision.frame import Pixels
from vision.pose import BoardPose

RIDGED = 0.9  # share of each outermost line that is seen as a ridge: then edges need not be asked
FRAMED = 0.75  # the same from which dots may stand for the rest: leaves printed there hide two of nine
INNER = 0.45  # share of the other stretches that must be seen: within an outline without a grid about 0.2 are
EDGED = 0.77  # share of each outermost line that must be a ridge or an edge; of 280 grids a space aside 6 reach 0.7
TOGETHER = 1.4  # of both shares: where much of the inside is not seen, the border must be
WIDTH = 0.1  # spaces to each side of an edge that are compared
APART = 1 / 8  # spaces within which a second edge is the same one


class Rim(NamedTuple):
    """The outermost stretches of a grid: their numbers among all, and the strips themselves."""

    numbers: NDArray[np.intp]
    strips: Strips


def edged(
    pixels: Pixels, gray: Gray, fit: GridFit, size_wh: tuple[int, int], polarity: int, density: Density = FINE
) -> GridFit:
    """The fit judged by the edges along its border too, where lines alone leave that in doubt and the rest is seen.

    Where the border is seen and the rest is not, dots at the corners of spaces may stand for it.
    Lines are looked for in ``gray``, uint8 (height, width), edges in the picture itself.
    """
    grid, rim = strips(size_wh), rim_of(size_wh)
    least = INNER * (1 - len(rim.numbers) / len(grid.middle))
    if fit.border >= FRAMED and fit.support < PLAIN:
        by_dots = dotted(gray, fit, size_wh, polarity, density)
        if by_dots is not fit:
            return by_dots
    if fit.border >= RIDGED or fit.support < least:
        return fit
    seen = look(gray, placed(fit.pose, grid), grid, polarity, density)
    inside = np.delete(in_place(seen), rim.numbers).mean()
    if inside < INNER:
        return fit
    edges = np.zeros(len(grid.middle), np.bool_)
    # areas may be framed by light lines round dark ones, or the other way round
    framed = in_place(look(gray, placed(fit.pose, rim.strips), rim.strips, -polarity, density))
    edges[rim.numbers] = framed | edges_along(pixels, fit.pose, rim, density)
    better = judge(fit.pose, seen, edges=edges)
    if better.border < max(EDGED, TOGETHER - inside):
        return fit
    # few samples may show less of the inside than a fit to every pixel did: edges take nothing away
    shares = {name: max(getattr(better, name), getattr(fit, name)) for name in ("support", "present", "ends")}
    return replace(better, **shares)


def edges_along(pixels: Pixels, pose: BoardPose, rim: Rim, density: Density) -> NDArray[np.bool_]:
    """At which outermost stretches colours change in place, bool (n,)."""
    return in_place(changes_across(*profiles(pixels, placed(pose, rim.strips), density), rim.strips))


def changes_across(strip: Floats, steps: Floats, grid: Strips) -> Stretches:
    """Where colours change most across the stretches of a grid, from their coloured ``profiles`` (n, m, 3)."""
    width = samples(WIDTH, steps)
    sums = cv2.boxFilter(strip, -1, (width, 1), anchor=(0, 0), normalize=False)
    # the sample between the two sums belongs to neither: the line itself
    change = sums[:, width + 1 : len(steps) - width + 1] - sums[:, : len(steps) - 2 * width]
    change = np.sqrt(np.einsum("nmc,nmc->nm", change, change))
    middle = np.asarray(steps[width:-width], np.float32)
    without_rim(change, middle, grid)
    offset, contrast, _ = peaks(change, middle, samples(APART, steps))
    return Stretches(grid.middle, grid.across, offset, contrast)


@lru_cache(maxsize=16)
def rim_of(size_wh: tuple[int, int]) -> Rim:
    """The outermost stretches of a grid of this size."""
    grid = strips(size_wh)
    numbers = np.union1d(grid.first, grid.last)
    return Rim(numbers, some_of(grid, numbers))
