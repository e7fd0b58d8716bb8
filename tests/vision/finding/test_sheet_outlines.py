"""A sheet whose outline is seen leads to the grid on it, a margin inside, whichever way it lies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.vision.boards_on_tables import error
from tests.vision.finding.painted import CORNERS, FRAME_WH, SPACES, painted
from vision.finding import grid_whole
from vision.finding.grid_refine import GridFit
from vision.finding.grid_whole import whole_boards
from vision.finding.sheet_outlines import IN_ALL, Sheet, lies_inside, sheets_in
from vision.pose import BoardPose, Points

POSE = BoardPose.from_corners(CORNERS, SPACES)
OUTWARDS = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
UNITS = np.array([[0.0, 0.0], [9.0, 0.0], [9.0, 8.0], [0.0, 8.0]])


def sheet(margin: float | Points = 0.45) -> Points:
    """The corners of a sheet whose grid lies at ``CORNERS``, so many spaces further out."""
    return POSE.project(UNITS + OUTWARDS * margin)


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_the_grid_lies_a_margin_inside(turn: int) -> None:
    """Wherever its first corner is."""
    sheets = sheets_in([[np.roll(sheet(), turn, axis=0)]], SPACES, FRAME_WH)
    assert min(error(each.grid, CORNERS) for each in sheets) < 1e-6


def test_a_sheet_of_other_proportions_has_none() -> None:
    """A card twice as long as it is wide holds no such grid."""
    card = np.array([[200.0, 300.0], [1000.0, 300.0], [1000.0, 700.0], [200.0, 700.0]])
    assert sheets_in([[card]], SPACES, FRAME_WH) == []


def test_no_more_than_a_few_are_worth_a_look() -> None:
    """However many outlines a picture has: five at one place, eight in all."""
    rng = np.random.default_rng(1)
    same = [sheet(0.45 + rng.uniform(-0.1, 0.1, (4, 2))) for _ in range(20)]
    assert len(sheets_in([same], SPACES, FRAME_WH)) == 5
    apart = [sheet() * 0.2 + (200.0 * x, 180.0 * y) for x in range(5) for y in range(4)]
    assert len(sheets_in([apart], SPACES, FRAME_WH)) == IN_ALL


@pytest.mark.parametrize("seed", range(4))
def test_a_painted_board_is_found_though_its_outline_is_seen_roughly(seed: int) -> None:
    """A shadow beside a sheet is taken for its edge, and combs take that edge for a line."""
    rough = sheet(0.45 + np.random.default_rng(seed).uniform(-0.25, 0.25, (4, 2)))
    (fit,) = whole_boards(painted().pixels, [(rough,)], SPACES, 1, None)
    assert error(fit.pose, CORNERS) < 0.02


def test_a_painted_board_of_another_size_is_not_found_on_its_sheet() -> None:
    """Ten by nine spaces, of which a margin is as wide as half a one."""
    rough = sheet(0.45)
    assert whole_boards(painted((10, 9)).pixels, [(rough,)], SPACES, 1, None) == ()


def test_a_grid_whose_side_is_the_edge_of_the_sheet_is_none_of_ours() -> None:
    """Seven by seven tiles on a sheet with a margin of a space look like nine by eight if its edges count as lines."""
    at_edge = np.array([[0.4, 0.4], [0.4, 0.4], [0.4, 0.02], [0.4, 0.02]])
    assert lies_inside(POSE, sheet(0.3), SPACES)
    assert not lies_inside(POSE, sheet(at_edge), SPACES)
    assert not lies_inside(POSE, sheet(0.0), SPACES)


@pytest.mark.parametrize(("margin", "count"), [(0.45, 1), (0.0, 0)])
def test_what_is_found_on_a_sheet_lies_inside_it(monkeypatch: pytest.MonkeyPatch, margin: float, count: int) -> None:
    """However well its lines are seen; and where it is found once it is looked for no more."""
    at = [Sheet(sheet(margin), POSE)] * 3
    monkeypatch.setattr(grid_whole, "likely_lattices", lambda *of: [])
    monkeypatch.setattr(grid_whole, "sheets_in", lambda *of: at)
    looked: list[Points] = []

    def board_at(*of: Any) -> GridFit | None:
        looked.append(of[2])
        return found(*of)

    found = grid_whole.board_at
    monkeypatch.setattr(grid_whole, "board_at", board_at)
    assert len(whole_boards(painted().pixels, [], SPACES, 4, None)) == count
    assert len(looked) == (1 if count else 3)


@pytest.mark.parametrize("at_most", [1, 2])
def test_no_more_boards_are_found_on_sheets_than_are_asked_for(monkeypatch: pytest.MonkeyPatch, at_most: int) -> None:
    """Two lie on the table."""
    near, far = POSE, BoardPose.from_corners(CORNERS + np.array([2000.0, 0.0]), SPACES)
    fits = [GridFit(pose, 1.0, 1.0, 1.0, 1.0) for pose in (near, far)]
    sheets = [Sheet(pose.project(UNITS + OUTWARDS * 0.45), pose) for pose in (near, far)]
    monkeypatch.setattr(grid_whole, "likely_lattices", lambda *of: [])
    monkeypatch.setattr(grid_whole, "sheets_in", lambda *of: sheets)
    monkeypatch.setattr(
        grid_whole,
        "board_at",
        lambda pixels, lab, corners_px, *of: min(
            fits, key=lambda fit: float(np.abs(fit.pose.corners_px(SPACES) - corners_px).max())
        ),
    )
    assert len(whole_boards(painted().pixels, [], SPACES, at_most, None)) == at_most
