"""Measures the lens from pictures of the printed ChArUco sheet: focal length, centre and distortion, with their errors.

Zhang 2000 by ``cv2.calibrateCameraExtended`` over the corners that ``cv2.aruco.CharucoDetector`` finds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.charuco_sheet import charuco_board
from calibration.profile import LensQuality
from calibration.report import Finding, Verdict
from engine.sentence import say
from vision.frame import Frame
from vision.pose import Lens

LEAST_CORNERS = 12  # of the 48 of a sheet: fewer say little of how it lies
LEAST_PICTURES = 5
TOLERATED_PX, TOLERATED = 1.0, 3.0  # a picture that fits worse, also than so many others, was moved or bent
_COVERAGE_GRID = (8, 6)
_TILT_DEG = 12.0  # at least some pictures must look at the sheet from so far aside: focal length cannot be told else


class LensError(ValueError):
    """The pictures do not show enough of the sheet to measure the lens; the message says what is missing."""


@dataclass(frozen=True, slots=True, eq=False)
class LensCalibration:
    """A measured lens.

    ``rms_px`` is the root mean square distance between corners as seen and as the lens puts them; ``pictures_px`` the
    same by picture, None for those that were left out; ``coverage`` the share of the picture in which corners were
    seen, 0 to 1; ``focal_error`` and ``centre_error_px`` standard deviations, the former as a share of the focal
    length; ``tilt_deg`` how far the most tilted sheet was turned away.
    """

    lens: Lens
    frame_wh: tuple[int, int]
    rms_px: float
    pictures_px: tuple[float | None, ...]
    coverage: float
    focal_error: float
    centre_error_px: float
    tilt_deg: float

    @property
    def quality(self) -> LensQuality:
        """What a profile keeps of how well it was measured."""
        return LensQuality(self.rms_px, sum(error is not None for error in self.pictures_px))

    def findings(self) -> tuple[Finding, ...]:
        """What was found with a verdict each and what to do about it."""
        used = self.quality.pictures
        return (
            _finding("lens pictures", used, used >= 8, used >= LEAST_PICTURES, "pictures used", "take 8 or more"),
            _finding(
                "lens fit", self.rms_px, self.rms_px <= 0.6, self.rms_px <= 1.2, "pixels; the lens fits what is seen",
                "pixels: keep the sheet flat and the camera focused, and take the pictures again",
            ),
            _finding(
                "lens coverage", self.coverage, self.coverage >= 0.6, self.coverage >= 0.35, "of the picture was seen",
                "of the picture was seen: take pictures with the sheet in every corner and near the edges",
            ),
            _finding(
                "lens tilt", self.tilt_deg, self.tilt_deg >= 25, self.tilt_deg >= _TILT_DEG, "degrees at most",
                "degrees at most: tilt the sheet more, to every side",
            ),
            _finding(
                "lens focal length", self.focal_error, self.focal_error <= 0.005, self.focal_error <= 0.02,
                "standard deviation", "standard deviation: tilt the sheet more, and take more pictures",
            ),
        )  # fmt: skip


def _finding(name: str, value: float, good: bool, fair: bool, text: str, advice: str) -> Finding:
    verdict = Verdict.GOOD if good else Verdict.FAIR if fair else Verdict.POOR
    return Finding(name, round(float(value), 4), verdict, text if good else advice)


def calibrate_lens(frames: Sequence[Frame]) -> LensCalibration:
    """Measure the lens from pictures of the sheet, all from one camera at one size.

    Raises:
        LensError: sizes differ, the sheet is seen in too few pictures, or none of them is tilted.
    """
    sizes = {frame.size_wh for frame in frames}
    if len(sizes) != 1:
        listed = ", ".join(f"{width} x {height}" for width, height in sorted(sizes)) or "-"
        raise LensError(say("All pictures of the sheet have one size; these have: {sizes}.", sizes=listed))
    size = sizes.pop()
    seen = [_corners(frame) for frame in frames]
    good = [index for index, found in enumerate(seen) if found is not None]
    errors: dict[int, float] = {}
    result = None
    while len(good) >= LEAST_PICTURES:
        views = [view for index in good if (view := seen[index]) is not None]
        result = _solve([view[0] for view in views], [view[1] for view in views], size)
        errors = dict(zip(good, result.views_px, strict=True))
        worst = max(errors, key=lambda index: errors[index])
        if errors[worst] <= max(TOLERATED_PX, TOLERATED * float(np.median(list(errors.values())))):
            break
        good.remove(worst)
        result = None
    if result is None:
        raise LensError(
            say(
                "The sheet is seen well in {good} of {all} pictures, {least} are needed: all of it sharp, flat and in "
                "the picture.",
                good=len(good),
                all=len(frames),
                least=LEAST_PICTURES,
            )
        )
    if result.tilt_deg < _TILT_DEG:
        raise LensError(
            say(
                "The sheet is tilted by {tilt} degrees at most, {least} are needed in some pictures: from straight "
                "above alone the focal length cannot be told.",
                tilt=round(result.tilt_deg),
                least=round(_TILT_DEG),
            )
        )
    points = np.concatenate([view[1] for index in good if (view := seen[index]) is not None]).reshape(-1, 2)
    return LensCalibration(
        Lens(result.matrix, result.distortion),
        size,
        result.rms_px,
        tuple(errors.get(index) for index in range(len(frames))),
        _coverage(points, size),
        result.focal_error,
        result.centre_error_px,
        result.tilt_deg,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Solved:
    matrix: NDArray[np.float64]
    distortion: NDArray[np.float64]
    rms_px: float
    views_px: list[float]
    focal_error: float
    centre_error_px: float
    tilt_deg: float


def _corners(frame: Frame) -> tuple[NDArray[np.float32], NDArray[np.float32]] | None:
    """Corners on the sheet in millimetres (n, 1, 3) and in the picture (n, 1, 2); None where too few are seen."""
    board = charuco_board()
    gray = cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY)
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(gray)
    if (
        corners is None
        or numbers is None
        or len(numbers) < LEAST_CORNERS
        or board.checkCharucoCornersCollinear(numbers)
    ):
        return None
    on_sheet = np.asarray(board.getChessboardCorners(), np.float32)[np.asarray(numbers).ravel()]
    return on_sheet.reshape(-1, 1, 3), np.asarray(corners, np.float32).reshape(-1, 1, 2)


def _solve(
    on_sheet: list[NDArray[np.float32]], in_picture: list[NDArray[np.float32]], size_wh: tuple[int, int]
) -> _Solved:
    guess = np.array([[max(size_wh), 0, size_wh[0] / 2], [0, max(size_wh), size_wh[1] / 2], [0, 0, 1]], np.float64)
    rms, matrix, distortion, turns, _, spread, _, views = cv2.calibrateCameraExtended(
        on_sheet, in_picture, size_wh, guess, np.zeros(5), flags=cv2.CALIB_USE_INTRINSIC_GUESS
    )
    sigma = np.asarray(spread, np.float64).ravel()
    tilts = [np.degrees(np.arccos(np.clip(cv2.Rodrigues(turn)[0][2, 2], -1, 1))) for turn in turns]
    focal = (float(matrix[0, 0]) + float(matrix[1, 1])) / 2
    return _Solved(
        np.asarray(matrix, np.float64),
        np.asarray(distortion, np.float64).ravel()[:5],
        float(rms),
        np.asarray(views, np.float64).ravel().tolist(),
        float(sigma[:2].max()) / focal,
        float(sigma[2:4].max()),
        float(max(min(tilt, 180 - tilt) for tilt in tilts)),
    )


def _coverage(points: NDArray[np.floating], size_wh: tuple[int, int]) -> float:
    cols, rows = _COVERAGE_GRID
    places = {(int(x * cols / size_wh[0]), int(y * rows / size_wh[1])) for x, y in points}
    return len({place for place in places if 0 <= place[0] < cols and 0 <= place[1] < rows}) / (cols * rows)
