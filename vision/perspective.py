"""Whether a pose is one that a camera can have of square spaces: half a grid taken for a whole one is not."""

from __future__ import annotations

import numpy as np

from vision.pose import BoardPose

FOCAL_LENGTHS = (0.32, 0.42, 0.55, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0, 3.0)
"""Of the picture's longer side: a fisheye flattened to 115 degrees, the wide camera module (100), a narrow lens."""


def unevenness(pose: BoardPose, frame_wh: tuple[int, int]) -> float:
    """How far spaces are from square under the kindest focal length: 0.1 is a tenth longer than wide, or 6 degrees off.

    The two axes of the plane are of equal length and at right angles in space (Zhang 2000, constraints 3 and 4), for a
    camera with square pixels whose axis meets the middle of the picture.
    """
    middle = (np.array(frame_wh) - 1) / 2
    focal = np.array(FOCAL_LENGTHS)[:, None] * max(frame_wh)
    across, along = (
        np.concatenate([(axis[:2] - axis[2] * middle)[None] / focal, np.full_like(focal, axis[2])], axis=1)
        for axis in (pose.homography[:, 0], pose.homography[:, 1])
    )
    sizes = np.linalg.norm(across, axis=1), np.linalg.norm(along, axis=1)
    stretch = np.log(sizes[0] / sizes[1])
    slant = (across * along).sum(axis=1) / (sizes[0] * sizes[1])
    return float(np.hypot(stretch, slant).min())
