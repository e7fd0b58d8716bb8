"""The fields of a board must fill a grid that was fitted to them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.finding.grid_fields import fills_in_part
from vision.pose import BoardPose

SPACES = 9, 8
PX, EDGE = 50, 60
CORNERS = EDGE + PX * np.array([[0.0, 0.0], [9.0, 0.0], [9.0, 8.0], [0.0, 8.0]]) - 0.5


def fields(cols: range, rows: range, change: float, *, pieces: int = 0, seed: int = 1) -> np.ndarray:
    """A table on which every other field is darker, of the grid that lies at ``CORNERS``; uint8 (height, width, 3)."""
    rng = np.random.default_rng(seed)
    height, width = 8 * PX + 2 * EDGE, 9 * PX + 2 * EDGE
    plane = np.full((height, width, 3), (90.0, 130.0, 170.0)) + rng.normal(0, 6, (height, width, 3))
    for row in rows:
        for col in cols:
            if (row + col) % 2:
                plane[EDGE + row * PX : EDGE + row * PX + PX, EDGE + col * PX : EDGE + col * PX + PX] -= change
    for cell in rng.permutation(72)[:pieces]:
        middle = EDGE + PX * (cell % 9) + PX // 2, EDGE + PX * (cell // 9) + PX // 2
        cv2.circle(plane, (int(middle[0]), int(middle[1])), round(0.34 * PX), rng.uniform(20, 240, 3).tolist(), -1)
    plane *= np.linspace(0.7, 1.2, width)[:, None]
    return np.clip(plane, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("pieces", [0, 40])
@pytest.mark.parametrize(
    ("cols", "rows"), [(range(8), range(8)), (range(1, 9), range(8)), (range(9), range(1, 8)), (range(9), range(7))]
)
def test_fields_that_leave_out_a_row_or_column_are_of_another_board(cols: range, rows: range, pieces: int) -> None:
    """Whatever stands on them, and on whichever side of the light."""
    pose = BoardPose.from_corners(CORNERS, SPACES)
    assert fills_in_part(fields(cols, rows, 30.0, pieces=pieces), pose, SPACES)


@pytest.mark.parametrize("change", [0.0, 3.0, 30.0])
def test_a_board_of_one_kind_of_fields_or_of_two_all_over_is_whole(change: float) -> None:
    """Nothing alternates, or all of it does."""
    pose = BoardPose.from_corners(CORNERS, SPACES)
    assert not fills_in_part(fields(range(9), range(8), change, pieces=30), pose, SPACES)


@pytest.mark.parametrize("seed", range(5))
def test_areas_of_their_own_colour_do_not_alternate(seed: int) -> None:
    """Spaces of six colours by chance are no fields of two kinds."""
    rng = np.random.default_rng(seed)
    plane = fields(range(9), range(8), 0.0).astype(np.float64)
    for row in range(8):
        for col in range(9):
            plane[EDGE + row * PX :, EDGE + col * PX :][:PX, :PX] += rng.normal(0, 14, 3)
    pose = BoardPose.from_corners(CORNERS, SPACES)
    assert not fills_in_part(np.clip(plane, 0, 255).astype(np.uint8), pose, SPACES)


def ruled(cols: range, rows: range, *, margin: float = 0.0, covered: str = "") -> np.ndarray:
    """Lines round some spaces of the grid, its first row perhaps covered by things or by a tile; as ``fields``."""
    plane = fields(range(0), range(0), 0.0).astype(np.float64) + margin
    plane[EDGE + rows.start * PX : EDGE + rows.stop * PX, EDGE + cols.start * PX : EDGE + cols.stop * PX] -= margin
    for col in (*cols, cols.stop):
        x = EDGE + col * PX
        plane[EDGE + rows.start * PX : EDGE + rows.stop * PX, x - 2 : x + 2] += 50
    for row in (*rows, rows.stop):
        y = EDGE + row * PX
        plane[y - 2 : y + 2, EDGE + cols.start * PX : EDGE + cols.stop * PX] += 50
    rng = np.random.default_rng(7)
    for col in range(9) if covered else ():
        space = plane[EDGE : EDGE + PX, EDGE + col * PX : EDGE + (col + 1) * PX]
        space[:] = rng.uniform(30, 200, 3) if covered == "colours" else (40.0, 60.0, 180.0)
        space += cv2.resize(rng.normal(0, 40, (8, 8)), (PX, PX))[..., None] if covered == "leaves" else 0.0
    return np.clip(plane, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("cols", "rows"), [(range(8), range(8)), (range(1, 9), range(8)), (range(9), range(7)), (range(9), range(1, 8))]
)
def test_a_bare_row_that_no_lines_part_is_a_margin(cols: range, rows: range) -> None:
    """On whichever side, and of whatever colour."""
    pose = BoardPose.from_corners(CORNERS, SPACES)
    assert fills_in_part(ruled(cols, rows), pose, SPACES)
    assert fills_in_part(ruled(cols, rows, margin=-30.0), pose, SPACES)


def test_a_row_that_lines_part_or_things_cover_is_of_the_board() -> None:
    """Things on it hide its lines."""
    pose = BoardPose.from_corners(CORNERS, SPACES)
    assert not fills_in_part(ruled(range(9), range(8)), pose, SPACES)
    assert not fills_in_part(ruled(range(9), range(8), covered="colours"), pose, SPACES)
    assert not fills_in_part(ruled(range(9), range(8), covered="leaves"), pose, SPACES)
