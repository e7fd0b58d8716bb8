"""A lens that seems to bend much is asked once more whether a border drawn beside its place explains more.

The lines inside a grid say little of the lens where they are faint: then its border says nearly all.
"""

from __future__ import annotations

import numpy as np

from vision.finding.grid_refine import refine
from vision.finding.grid_seen import best_of, sights
from vision.finding.simple_lens import k1_of
from vision.frame import Frame
from vision.pose import BoardPose

_BENT = 0.05  # k1 from which a lens is asked
_LOOSE = 2.0  # stretches' worth of evidence that the border is in its place, then
_REACH, _REACHES = 0.4, (0.2, 0.15, 0.2, 0.15)  # spaces about a line in which it is judged, and looked for
# share of the stretches fewer, and times the residual, at which it explains more: of 38 boards by themselves four did,
# whose corners then lay 0.034, 0.034, 0.006 and 0.01 spaces off, not 0.139, 0.068, 0.024 and 0.023
_AS_MANY, _CLOSER = 0.07, 0.95


def less_bent(frame: Frame, pose: BoardPose, size_wh: tuple[float, float]) -> BoardPose:
    """The pose through a lens that bends less, if that fits the printed grid of a bare board better; else the same.

    Args:
        frame: the picture.
        pose: of a board all of whose grid is seen, with a lens that was estimated from it.
        size_wh: of the grid in spaces.
    """
    if pose.lens is None or abs(k1_of(pose)) < _BENT:
        return pose
    spaces = round(size_wh[0]), round(size_wh[1])
    was = best_of(sights(frame.pixels, pose, spaces, _REACH))
    gray = was.gray.astype(np.float32)
    freer = refine(gray, pose, spaces, was.polarity, frame.size_wh, fit_lens=True, reaches=_REACHES, in_place=_LOOSE)
    if abs(k1_of(freer.pose)) >= abs(k1_of(pose)):
        return pose
    now = best_of(sights(frame.pixels, freer.pose, spaces, _REACH))
    as_many = now.fit.support >= was.fit.support - _AS_MANY
    is_closer = now.fit.pose.residual_cells < _CLOSER * was.fit.pose.residual_cells
    return now.fit.pose if as_many and is_closer else pose
