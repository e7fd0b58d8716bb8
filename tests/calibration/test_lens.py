"""The lens from pictures of the printed sheet, drawn through a lens that is known."""

from __future__ import annotations

import re
from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.cards_sheet import POINTS, Paper
from calibration.charuco_sheet import FIRST_MARKER, SQUARE_MM, SQUARES_WH, charuco_board, charuco_sheet, rectangles
from calibration.lens import LensError, calibrate_lens
from vision.frame import Frame
from vision.pose import Lens

SIZE_WH = (1000, 750)
LENS = Lens(
    np.array([[930.0, 0, 512.0], [0, 926.0, 366.0], [0, 0, 1]]), np.array([-0.21, 0.06, 0.0012, -0.0008, -0.01])
)
PX_A_MM = 4
TILTS = ((30, 0), (-30, 0), (0, 30), (0, -30), (20, 20), (-25, 15), (10, -28), (0, 0))
PLACES = ((0, 0), (90, 60), (-90, -60), (90, -60), (-90, 60), (0, 40), (60, 0), (-60, 0))


def printed() -> NDArray[np.uint8]:
    """The sheet's pattern as a picture with a white rim of one square."""
    size = (round(SQUARES_WH[0] * SQUARE_MM * PX_A_MM), round(SQUARES_WH[1] * SQUARE_MM * PX_A_MM))
    image = np.asarray(charuco_board().generateImage(size, marginSize=0, borderBits=1), np.uint8)
    return np.pad(image, round(SQUARE_MM * PX_A_MM), constant_values=255)


def taken(tilt_deg: tuple[float, float], place_mm: tuple[float, float], away_mm: float = 330.0, seed: int = 0) -> Frame:
    """A picture of the sheet through the known lens, on a grey table, with noise."""
    rng = np.random.default_rng(seed)
    turn = cv2.Rodrigues(np.radians([tilt_deg[0], 0.0, 0.0]))[0] @ cv2.Rodrigues(np.radians([0.0, tilt_deg[1], 8.0]))[0]
    middle = np.array([SQUARES_WH[0], SQUARES_WH[1]]) * SQUARE_MM / 2
    xs, ys = np.meshgrid(np.arange(SIZE_WH[0]), np.arange(SIZE_WH[1]))
    ideal = LENS.undistort(np.stack([xs, ys], axis=-1).reshape(-1, 2))
    rays = cv2.convertPointsToHomogeneous(ideal).reshape(-1, 3) @ np.linalg.inv(LENS.matrix).T
    shift = np.array([place_mm[0], place_mm[1], away_mm])
    depth = (turn[:, 2] @ shift) / (rays @ turn[:, 2])
    on_sheet = (rays * depth[:, None] - shift) @ turn
    where = (((on_sheet[:, :2] + middle + SQUARE_MM) * PX_A_MM) - 0.5).astype(np.float32).reshape(*xs.shape, 2)
    fine = cv2.GaussianBlur(printed(), (0, 0), 2.0)
    seen = cv2.remap(
        fine, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=110
    )
    noisy = np.clip(seen[..., None] * 0.8 + 20 + rng.normal(0, 2, (*seen.shape, 3)), 0, 255)
    return Frame(noisy.astype(np.uint8), 0.0, seed)


@pytest.fixture(scope="module")
def pictures() -> list[Frame]:
    """Eight pictures from all sides."""
    return [taken(tilt, place, 330 + 25 * n, n) for n, (tilt, place) in enumerate(zip(TILTS, PLACES, strict=True))]


def test_the_lens_is_measured(pictures: Sequence[Frame]) -> None:
    """Focal length to half a per cent, points to half a pixel where corners were seen; the errors are told."""
    found = calibrate_lens(pictures)
    assert found.lens.matrix[0, 0] == pytest.approx(930, rel=0.005)
    assert found.lens.matrix[1, 1] == pytest.approx(926, rel=0.005)
    grid = np.stack(np.meshgrid(np.linspace(150, 850, 8), np.linspace(110, 640, 6)), axis=-1).reshape(-1, 2)
    rays = [
        (lens.undistort(grid) - lens.matrix[:2, 2]) / np.diag(lens.matrix)[:2] for lens in (found.lens, LENS)
    ]  # as directions: centre and tangential distortion are exchangeable to some degree
    apart = (rays[0] - rays[1]) * 930
    assert np.abs(apart - apart.mean(axis=0)).max() < 0.6
    assert found.rms_px < 0.4
    assert found.coverage > 0.6
    assert found.focal_error < 0.005
    assert all(error is not None and error < 1 for error in found.pictures_px)
    assert {finding.verdict.value for finding in found.findings()} == {"good"}


def test_a_picture_that_does_not_fit_is_left_out(pictures: Sequence[Frame]) -> None:
    """A picture without the sheet, and one that was squeezed, are named by having no error."""
    squeezed = cv2.resize(pictures[0].pixels, None, fx=1.0, fy=0.85)
    bent = np.full_like(pictures[0].pixels, 110)
    bent[: len(squeezed)] = squeezed
    none = Frame(np.full_like(bent, 90), 0.0, 0)
    found = calibrate_lens([*pictures, Frame(bent, 0.0, 0), none])
    assert found.pictures_px[-1] is None
    assert found.pictures_px[-2] is None
    assert found.lens.matrix[0, 0] == pytest.approx(930, rel=0.005)


def test_too_few_pictures_are_refused(pictures: Sequence[Frame]) -> None:
    """Less than five pictures say too little, and the message says so."""
    with pytest.raises(LensError, match="in 4 of 4 pictures, 5 are needed"):
        calibrate_lens(pictures[:4])


def test_pictures_from_straight_above_are_refused() -> None:
    """Without tilt the focal length cannot be told: no lens rather than a wrong one."""
    flat = [taken((0, 0), place, 400, n) for n, place in enumerate(PLACES[:5])]
    with pytest.raises(LensError, match="tilted by"):
        calibrate_lens(flat)


def test_pictures_have_one_size(pictures: Sequence[Frame]) -> None:
    """Pictures of two sizes are no pictures of one lens; none at all are none either."""
    small = Frame(np.ascontiguousarray(pictures[0].pixels[::2, ::2]), 0.0, 0)
    with pytest.raises(LensError, match="500 x 375, 1000 x 750"):
        calibrate_lens([*pictures, small])
    with pytest.raises(LensError, match="one size"):
        calibrate_lens([])


@pytest.mark.parametrize("paper", Paper)
def test_the_sheet_as_printed_is_found_whole(paper: Paper) -> None:
    """All 48 corners and 31 markers of the printed page are found, square by square as long as promised."""
    document = charuco_sheet(paper)
    (drawing,) = [part.decode("ascii") for part in re.findall(rb"stream\n(.*?)\nendstream", document, re.DOTALL)]
    scale = 2.0
    width, height = (round(side * POINTS * scale) for side in paper.value)
    page = np.full((height, width), 255, np.uint8)
    (path,) = re.findall(r"0 g\n((?:.* re\n)+)f", drawing)
    for numbers in re.findall(r"(.*) re\n", path):
        x, y, w, h = (float(number) * scale for number in numbers.split())
        page[round(height - y - h) : round(height - y), round(x) : round(x + w)] = 0
    corners, ids, _, markers = cv2.aruco.CharucoDetector(charuco_board()).detectBoard(page)
    assert len(ids) == (SQUARES_WH[0] - 1) * (SQUARES_WH[1] - 1)
    assert sorted(np.ravel(markers)) == list(range(FIRST_MARKER, FIRST_MARKER + 31))
    where = dict(zip(np.ravel(ids).tolist(), np.reshape(corners, (-1, 2)), strict=True))
    assert np.linalg.norm(where[1] - where[0]) == pytest.approx(SQUARE_MM * POINTS * scale, rel=0.01)
    assert np.reshape(corners, (-1, 2)).min() > 0


def test_rectangles_cover_what_is_dark() -> None:
    """Whatever is dark is covered exactly once, and nothing else."""
    dark = np.random.default_rng(3).random((23, 31)) < 0.4
    painted = np.zeros(dark.shape, int)
    for x, y, wide, high in rectangles(dark):
        painted[y : y + high, x : x + wide] += 1
    np.testing.assert_array_equal(painted, dark.astype(int))
