"""How much of a printed grid is seen where a board is said to lie: by lines, what is thin, dots, any ink, shades."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.finding.grid_chequered import seen_chequered
from vision.finding.grid_dots import dotted
from vision.finding.grid_edges import FRAMED, edged
from vision.finding.grid_faint import seen_both_ways
from vision.finding.grid_refine import NEAR, GridFit, judge
from vision.finding.grid_thin import thin_view
from vision.finding.lattice import Gray
from vision.finding.stretches import measure
from vision.finding.whole_lines import runs_on, seen_by_stretch
from vision.frame import Pixels
from vision.pose import BoardPose

CLEARLY = 0.75  # share of the grid's stretches: more in the picture of all that is thin would be no better
SIDE = 0.6  # the same for the worst of the outermost lines: as much as a bare board must show
# share of the stretches that lines of both tones must show together, for edges of pieces lie on some as well: faint
# boards had 0.84 and 0.85, boards of other games 0.79 at most where as much of each of their sides was seen
BOTH = 0.82
AT_LEAST, BORDER = 0.75, 0.87  # the same of a grid whose border is seen so well, and of that border
# the same of stretches that stand out in any axis of colour, and of that border: where lightness showed less, the
# weakest of 13 bare boards had 0.86 and 0.88
ANY_INK, ANY_INK_SIDE = 0.8, 0.85


class Sight(NamedTuple):
    """A fit, where its lines were seen, uint8 (height, width), and whether they are light (1) or dark (-1) there."""

    fit: GridFit
    gray: Gray
    polarity: int


def sights(
    pixels: Pixels, pose: BoardPose, size_wh: tuple[int, int], reach: float, near: float = NEAR
) -> tuple[Sight, ...]:
    """How a grid is seen in lightness, the better way first, then by all that is thin, both tones and dots.

    Where none of these shows it, stretches that stand out in any axis of colour may, or two shades that alternate.
    Lines are looked for within ``reach`` spaces and are in place within ``near``.
    """

    def seen(gray: Gray, polarity: int) -> Sight:
        fit = judge(pose, measure(gray.astype(np.float32), pose, size_wh, polarity, reach), near)
        return Sight(edged(pixels, gray, fit, size_wh, polarity), gray, polarity)

    light = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    found = sorted((seen(light, 1), seen(light, -1)), key=lambda sight: -sight.fit.support)
    if found[0].fit.support < CLEARLY or found[0].fit.border < SIDE:
        found.append(seen(thin_view(pixels), 1))
        both = seen_both_ways(pixels, light, pose, size_wh, found[0].polarity, min(near, NEAR))
        if both.support >= BOTH or (both.support >= AT_LEAST and both.border >= BORDER):
            found.append(Sight(both, light, found[0].polarity))
        by_dots = dotted(light, found[0].fit, size_wh, found[0].polarity, framed=FRAMED)
        if by_dots.support > found[0].fit.support:
            found.append(Sight(by_dots, light, found[0].polarity))
        if not any(sight.fit.support >= CLEARLY and sight.fit.border >= SIDE for sight in found):
            lab = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB), np.uint8)
            whole = seen_by_stretch(lab, pose, size_wh, min(near, NEAR))
            if whole.support >= ANY_INK and whole.border >= ANY_INK_SIDE and not runs_on(lab, pose, size_wh):
                found.append(Sight(whole, light, found[0].polarity))
            elif (by_shades := seen_chequered(pixels, lab, pose, size_wh)) is not None:
                found.append(Sight(by_shades, light, found[0].polarity))
    return tuple(found)


def best_of(seen: Sequence[Sight]) -> Sight:
    """The sight that shows the most."""
    return max(seen, key=lambda sight: sight.fit.support)
