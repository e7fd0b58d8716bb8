"""Where a board lies that moved too far to be followed: what is printed on it and lies on it is found again elsewhere.

Local features of the picture in which it was seen last are matched with those of the new one (Lowe 2004; cv2.SIFT), and
a homography is fitted to them with outliers left out (Barath et al. 2019; cv2.USAC_MAGSAC).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.following.board_motion import ENOUGH, NEAR_PX, Gray
from vision.pose import BoardNotFound, BoardPose, Points

FEATURES = 3000  # of the whole new picture; a board is a sixth of it
_CLEARER = 0.8  # times as far as the second nearest that the nearest description may be (Lowe 2004)
_CONTRAST = 0.02  # half of what is usual: the ground is dark and pale


class Features(NamedTuple):
    """Local features of a picture: where they are, in pixels, float32 (n, 2), and how they look, float32 (n, 128)."""

    places: NDArray[np.float32]
    looks: NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class ShownBoard:
    """A picture of a board, and the corners of its grid there, clockwise from its own first one, float64 (4, 2)."""

    gray: Gray
    corners: Points

    @cached_property
    def features(self) -> Features:
        """Those on its grid."""
        mask = np.zeros(self.gray.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.rint(self.corners).astype(np.int32), 255)
        return features_of(self.gray, mask)


def features_of(gray: Gray, mask: Gray | None = None) -> Features:
    """The features of a picture, perhaps only those where a mask is not 0; none where nothing stands out."""
    points, looks = cv2.SIFT.create(FEATURES, contrastThreshold=_CONTRAST).detectAndCompute(gray, mask)
    if looks is None:
        return Features(np.empty((0, 2), np.float32), np.empty((0, 128), np.float32))
    return Features(np.array([point.pt for point in points], np.float32), np.asarray(looks, np.float32))


def matched_pose(
    known: ShownBoard, seen: Features, scale: float, pose: BoardPose, size_wh: tuple[float, float]
) -> BoardPose | None:
    """Where a board lies that shows in another place or turned, or None where too little of it can be matched.

    Args:
        known: the board as it was seen before.
        seen: the features of the new picture, reduced.
        scale: the size of that against the full picture.
        pose: for its lens.
        size_wh: the size of the board's grid, in spaces.
    """
    if not len(known.features.looks) or not len(seen.looks):
        return None
    pairs = [pair for pair in cv2.BFMatcher().knnMatch(known.features.looks, seen.looks, k=2) if len(pair) == 2]
    good = [first for first, second in pairs if first.distance < _CLEARER * second.distance]
    if len(good) < ENOUGH:
        return None
    from_px = known.features.places[[match.queryIdx for match in good]]
    to_px = seen.places[[match.trainIdx for match in good]]
    matrix, agrees = cv2.findHomography(from_px, to_px, cv2.USAC_MAGSAC, NEAR_PX, maxIters=2000, confidence=0.999)
    if matrix is None or np.count_nonzero(agrees) < ENOUGH:
        return None
    moved = cv2.perspectiveTransform(known.corners.reshape(-1, 1, 2), matrix).reshape(-1, 2)
    try:
        return BoardPose.from_corners((moved + 0.5) / scale - 0.5, size_wh, pose.lens)
    except BoardNotFound:
        return None


def whole_grid(size_wh: tuple[float, float], px_per_unit: int, margin: float) -> Points:
    """The corners of a grid in a picture of its board from straight above, with so many spaces beside it."""
    width, height = size_wh
    spaces = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
    return (spaces + margin) * px_per_unit - 0.5
