"""Where a board lies in a picture: a homography from board units to pixels with the residual of its fit."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.frame import Pixels

Points = NDArray[np.float64]
"""Points as float64 (n, 2), x then y."""


class BoardNotFound(LookupError):
    """No board can be seen where one is looked for; the message says what was tried and what is missing."""


class OtherBoard(BoardNotFound):
    """Where a board is looked for, or elsewhere in the picture, lies one with another print."""


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """The camera's own geometry: matrix float64 (3, 3) and distortion k1 k2 p1 p2 k3 as OpenCV has them."""

    matrix: NDArray[np.float64]
    distortion: NDArray[np.float64]

    def undistort(self, points: ArrayLike) -> Points:
        """Pixels of the picture -> pixels of an ideal pinhole with the same matrix (cv2.undistortPoints)."""
        flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
        ideal = cv2.undistortPoints(flat, self.matrix, self.distortion, P=self.matrix)
        return np.asarray(ideal, np.float64).reshape(-1, 2)

    def distort(self, points: ArrayLike) -> Points:
        """Inverse of ``undistort`` (cv2.projectPoints); in plain terms where there is but one coefficient."""
        flat = np.asarray(points, np.float64).reshape(-1, 2)
        coefficients = self.distortion.ravel()
        if not coefficients[1:].any():
            out = flat - self.matrix[:2, 2]
            square = ((out / self.matrix.diagonal()[:2]) ** 2).sum(axis=1, keepdims=True)
            return np.asarray(flat + coefficients[0] * square * out, np.float64)
        rays = cv2.convertPointsToHomogeneous((flat - self.matrix[:2, 2]) / np.diag(self.matrix)[:2])
        seen, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), self.matrix, self.distortion)
        return np.asarray(seen, np.float64).reshape(-1, 2)


@dataclass(frozen=True, slots=True, eq=False)
class BoardPose:
    """Homography float64 (3, 3) from board units (x right, y toward the player, one space = 1) to pixels.

    With a lens the homography leads to ideal pixels and the lens's distortion follows. ``residual_cells`` is the root
    mean square distance, in spaces, between where printed features were seen and where the pose puts them.
    """

    homography: NDArray[np.float64]
    residual_cells: float
    lens: Lens | None = None

    @classmethod
    def from_corners(cls, corners_px: ArrayLike, size_wh: tuple[float, float], lens: Lens | None = None) -> BoardPose:
        """The pose given by the four grid corners, far left first, clockwise, float (4, 2) in pixels.

        Raises:
            BoardNotFound: the four points are not a convex quadrilateral in clockwise order.
        """
        seen = np.asarray(corners_px, np.float64).reshape(-1, 2)
        if seen.shape != (4, 2) or not np.isfinite(seen).all():
            raise BoardNotFound(f"a board has four corners, got {seen.tolist()}")
        sides = seen[[1, 2, 3, 0]] - seen
        ahead = sides[[1, 2, 3, 0]]
        turns = sides[:, 0] * ahead[:, 1] - sides[:, 1] * ahead[:, 0]
        if not (turns > 1.0).all():
            raise BoardNotFound(f"the corners go clockwise round a convex board, got {seen.round(1).tolist()}")
        width, height = size_wh
        units = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        ideal = seen if lens is None else lens.undistort(seen)
        matrix = cv2.getPerspectiveTransform(units, ideal.astype(np.float32)).astype(np.float64)
        return cls(matrix, 0.0, lens)

    def project(self, points: ArrayLike) -> Points:
        """Board units (n, 2) -> pixels (n, 2)."""
        flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
        ideal = np.asarray(cv2.perspectiveTransform(flat, self.homography), np.float64).reshape(-1, 2)
        return ideal if self.lens is None else self.lens.distort(ideal)

    def locate(self, points_px: ArrayLike) -> Points:
        """Pixels (n, 2) -> board units (n, 2); inverse of ``project``."""
        flat = np.asarray(points_px, np.float64).reshape(-1, 2)
        ideal = flat if self.lens is None else self.lens.undistort(flat)
        inverse = np.linalg.inv(self.homography)
        units = cv2.perspectiveTransform(ideal.reshape(-1, 1, 2), inverse)
        return np.asarray(units, np.float64).reshape(-1, 2)

    def corners_px(self, size_wh: tuple[float, float]) -> Points:
        """The grid's corners in pixels (4, 2), far left first, clockwise."""
        width, height = size_wh
        return self.project(np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64))

    def rectify(self, pixels: Pixels, size_wh: tuple[float, float], px_per_unit: int, margin: float = 0.0) -> Pixels:
        """The board seen from straight above, ``px_per_unit`` a space, with ``margin`` spaces of surroundings.

        Pixel (0, 0) is the centre of the first sample at board units (-margin + 0.5 / px_per_unit).
        """
        width = round((size_wh[0] + 2 * margin) * px_per_unit)
        height = round((size_wh[1] + 2 * margin) * px_per_unit)
        xs = (np.arange(width) + 0.5) / px_per_unit - margin
        ys = (np.arange(height) + 0.5) / px_per_unit - margin
        where = self.project(np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)).astype(np.float32)
        maps = where.reshape(height, width, 2)
        return np.asarray(cv2.remap(pixels, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR), np.uint8)


def space_px(pose: BoardPose, size_wh: tuple[float, float]) -> float:
    """How many pixels a space is wide in the picture, on average over the board."""
    corners = pose.corners_px(size_wh).tolist()
    twice = sum(x * corners[n - 1][1] - corners[n - 1][0] * y for n, (x, y) in enumerate(corners))
    return math.sqrt(0.5 * abs(twice) / (size_wh[0] * size_wh[1]))
