"""The order in which boards are told: as one reads a page, each board the right way up as far as its grid tells."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.pose import BoardPose, Points


def upright(corners_px: Points, size_wh: tuple[float, float]) -> Points:
    """The same corners starting at the one that makes the board's far side the nearest to the top of the picture."""
    steps = (0, 1, 2, 3) if size_wh[0] == size_wh[1] else (0, 2)
    turned = [corners_px[[*range(step, 4), *range(step)]] if step else corners_px for step in steps]
    return min(turned, key=lambda c: abs(turn_of(c)))


def turn_of(corners_px: Points) -> float:
    """How far a board is turned from upright, in radians, -pi to pi, clockwise as the picture is seen."""
    far_left, far_right, near_right, near_left = corners_px.tolist()
    right, down = (far_left[n] + far_right[n] - near_right[n] - near_left[n] for n in (0, 1))
    return math.atan2(right, -down)


def reading_order(poses: tuple[BoardPose, ...], size_wh: tuple[float, float]) -> tuple[BoardPose, ...]:
    """Upright boards, the far row first and each row from left to right."""
    boards: list[tuple[Points, BoardPose]] = []
    for pose in poses:
        seen = pose.corners_px(size_wh)
        corners = upright(seen, size_wh)
        if corners is not seen:
            turned = BoardPose.from_corners(corners, size_wh, pose.lens)
            pose = replace(turned, residual_cells=pose.residual_cells)
        boards.append((corners, pose))
    order = rows_first([corners for corners, _ in boards]) if len(boards) > 1 else range(len(boards))
    return tuple(boards[n][1] for n in order)


def rows_first(boards: Sequence[Points]) -> list[int]:
    """The numbers of boards, by their corners (4, 2), in reading order: those beside each other are a row."""
    middles, heights = [corners.mean(axis=0) for corners in boards], [np.ptp(corners[:, 1]) for corners in boards]
    rows: list[list[int]] = []
    for number in sorted(range(len(boards)), key=lambda n: float(middles[n][1])):
        if rows and middles[number][1] - middles[rows[-1][0]][1] < 0.5 * heights[number]:
            rows[-1].append(number)
        else:
            rows.append([number])
    return [n for row in rows for n in sorted(row, key=lambda m: float(middles[m][0]))]
