"""How a board moved between two pictures, from what lies on it: features followed by pyramidal optical flow.

The picture just before shows the same pieces, so this works on a covered board where the empty one is of no help
(Lucas and Kanade 1981; cv2.calcOpticalFlowPyrLK).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pose import BoardNotFound, BoardPose, Points

Gray = NDArray[np.uint8]
Floats = NDArray[np.float32]

WORK_PX = 700.0  # longest side of the reduced pictures: a jump of a space stays within the pyramid's reach
FEATURES = 240
NEAR_PX = 1.5  # of the reduced picture: a feature there and back again, and a feature that agrees with the motion
ENOUGH = 14
AGREEING = 0.4


def reduced(gray: Gray) -> Gray:
    """The picture at the size in which motion is followed."""
    scale = WORK_PX / max(gray.shape)
    if scale >= 1:
        return gray
    return np.asarray(cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def flow(before: Gray, after: Gray, points: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Where points, float32 (n, 1, 2), went, and whether that could be told."""
    room = np.zeros_like(points)
    there, ok, _ = cv2.calcOpticalFlowPyrLK(before, after, points, room, winSize=(21, 21), maxLevel=4)
    return np.asarray(there, np.float32), np.asarray(ok).ravel() == 1


def moved_pose(
    before: Gray, after: Gray, scale: float, pose: BoardPose, size_wh: tuple[float, float]
) -> BoardPose | None:
    """Where a board lies after it moved, or None where too little of it can be followed.

    ``before`` and ``after`` are reduced pictures, ``scale`` their size against the full ones.
    """
    outline = (pose.corners_px(size_wh) + 0.5) * scale - 0.5
    mask = np.zeros(before.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), 255)
    features = cv2.goodFeaturesToTrack(before, FEATURES, 0.01, 5, mask=mask)
    if features is None or len(features) < ENOUGH:
        return None
    there, ok = flow(before, after, np.asarray(features, np.float32))
    back, ok_back = flow(after, before, there)
    kept = ok & ok_back & (np.linalg.norm((back - features).reshape(-1, 2), axis=1) <= NEAR_PX)
    if kept.sum() < ENOUGH:
        return None
    start, end = features.reshape(-1, 2)[kept], there.reshape(-1, 2)[kept]
    matrix, agrees = cv2.estimateAffinePartial2D(start, end, method=cv2.RANSAC, ransacReprojThreshold=NEAR_PX)
    if matrix is None or agrees.sum() < max(ENOUGH, AGREEING * len(start)):
        return None
    corners: Points = (outline @ matrix[:, :2].T + matrix[:, 2] + 0.5) / scale - 0.5
    try:
        return BoardPose.from_corners(corners, size_wh, pose.lens)
    except BoardNotFound:
        return None
