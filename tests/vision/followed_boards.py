"""Followers of boards in pictures, and pictures in which boards or the camera were moved."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.finding.boardfinder import find_boards
from vision.following.follow import Follower
from vision.frame import Frame
from vision.pose import BoardPose

SIZE_WH = (9.0, 8.0)
PX, MARGIN = 40, 1.0


def follower(frame: Frame, pose: BoardPose) -> Follower:
    """The follower of a board as it lies empty in a picture."""
    return Follower(pose, SIZE_WH, pose.rectify(frame.pixels, SIZE_WH, PX, MARGIN), PX, MARGIN)


def followers(frame: Frame) -> list[Follower]:
    """The followers of all boards of a picture, in reading order."""
    return [follower(frame, pose) for pose in find_boards(frame, SIZE_WH)]


def error(pose: BoardPose, truth: np.ndarray) -> float:
    """The largest corner error in spaces, at the better half turn."""
    seen = pose.corners_px(SIZE_WH)
    space = np.linalg.norm(truth[1] - truth[0]) / 9
    return float(min(np.linalg.norm(np.roll(seen, turn, axis=0) - truth, axis=1).max() for turn in (0, 2)) / space)


def moved(frame: Frame, matrix: np.ndarray, seq: int = 9) -> Frame:
    """The picture as a camera sees it that was bumped."""
    size_wh = frame.size_wh
    pixels = cv2.warpAffine(frame.pixels, matrix, size_wh, borderMode=cv2.BORDER_REFLECT)
    return Frame(np.asarray(pixels, np.uint8), frame.taken_at_s + 5, seq)


def turn_about(middle: np.ndarray, degrees: float, shift: np.ndarray) -> np.ndarray:
    """The affine map (2, 3) of a turn about a point and a shift, in pixels."""
    matrix = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), degrees, 1.0)
    matrix[:, 2] += shift
    return np.asarray(matrix)


def pushed(frame: Frame, pose: BoardPose, right: float, down: float) -> tuple[Frame, np.ndarray]:
    """The picture after one board was pushed by so many spaces over the table, and where its corners are then."""
    rim = np.array([[-0.6, -0.6], [9.6, -0.6], [9.6, 8.6], [-0.6, 8.6]])
    there = np.zeros(frame.pixels.shape[:2], np.uint8)
    cv2.fillConvexPoly(there, np.rint(pose.project(rim)).astype(np.int32), 255)
    corners = pose.corners_px(SIZE_WH)
    shift = right * (corners[1] - corners[0]) / 9 + down * (corners[3] - corners[0]) / 8
    matrix = np.column_stack([np.eye(2), shift])
    bare = frame.pixels.copy()
    bare[there > 0] = np.median(frame.pixels[there == 0], axis=0)
    gone = cv2.warpAffine(there, matrix, frame.size_wh, flags=cv2.INTER_NEAREST)
    bare[gone > 0] = cv2.warpAffine(frame.pixels, matrix, frame.size_wh)[gone > 0]
    return replace(frame, pixels=bare, taken_at_s=frame.taken_at_s + 0.1, seq=frame.seq + 1), corners + shift
