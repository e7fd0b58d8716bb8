"""Lenses with one radial coefficient: what a picture of boards alone can tell of the lens, common to all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.pose import BoardPose, Lens


def simple_lens(frame_wh: tuple[int, int], k1: float) -> Lens:
    """A lens with one radial coefficient; the focal length is the longer side, since only k1 / f^2 can be measured."""
    longer = float(max(frame_wh))
    matrix = np.array([[longer, 0, (frame_wh[0] - 1) / 2], [0, longer, (frame_wh[1] - 1) / 2], [0, 0, 1]])
    return Lens(matrix, np.array([k1, 0.0, 0.0, 0.0, 0.0]))


def with_lens(pose: BoardPose, lens: Lens, size_wh: tuple[float, float]) -> BoardPose:
    """The same place of the four corners under another lens."""
    again = BoardPose.from_corners(pose.corners_px(size_wh), size_wh, lens)
    return replace(again, residual_cells=pose.residual_cells)


def shared_bend(poses: Sequence[BoardPose], size_wh: tuple[float, float]) -> float:
    """The one k1 of boards that each tell their own; how well grows with the fourth power of their size."""
    weights = [float(np.ptp(pose.corners_px(size_wh), axis=0).max()) ** 4 for pose in poses]
    return float(np.average([k1_of(pose) for pose in poses], weights=weights))


def k1_of(pose: BoardPose) -> float:
    """The first radial coefficient of a pose's lens, 0 without one."""
    return 0.0 if pose.lens is None else float(pose.lens.distortion[0])
