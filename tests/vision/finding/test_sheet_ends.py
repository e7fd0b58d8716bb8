"""A board ends where its sheet does, whatever pattern the cloth beside it may have."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.finding.another_game import is_another
from vision.finding.boardfinder import find_boards
from vision.finding.grid_extent import parts_of
from vision.finding.sheet_ends import ends_all_round, lies_aside, patterned_behind
from vision.frame import Frame
from vision.pose import BoardPose

SPACES = (9, 8)


def seen_in(*parts: int) -> NDArray[np.bool_]:
    """The stretches of these parts of the widened grid."""
    return np.isin(parts_of(SPACES), parts)


@pytest.mark.parametrize("side", range(4))
def test_a_sheet_that_ends_a_space_away_at_some_sides_only_has_another_grid(side: int) -> None:
    """A margin as wide as a space goes all round, or what ends beside a board there is something else."""
    around = seen_in(*range(4))
    assert lies_aside(around & ~seen_in(side), SPACES)
    assert not lies_aside(around, SPACES)
    assert not lies_aside(seen_in(side), SPACES)


def on_checks(check_px: int, margin: float = 0.4, rows: int = 8) -> Frame:
    """A dark board of 9 x 8 spaces of 60 pixels with pale lines, 120 from the left and the far side, on such checks.

    It has a ``margin`` of so many spaces, and may have fewer ``rows``.
    """
    px, left, far = 60, 120, 120
    across, down = (np.arange(side) for side in (900, 760))
    checks = np.where(((across - left + px) // check_px) % 2, 70.0, 0.0) + np.where(
        ((down[:, None] - far + px) // check_px) % 2, 70.0, 0.0
    )
    picture = np.stack([90 + checks] * 3, axis=-1)
    edge = round(margin * px)
    picture[far - edge : far + rows * px + edge, left - edge : left + 9 * px + edge] = (50, 60, 65)
    for col in range(10):
        cv2.line(picture, (left + col * px, far), (left + col * px, far + rows * px), (120, 130, 130), 2)
    for row in range(rows + 1):
        cv2.line(picture, (left, far + row * px), (left + 9 * px, far + row * px), (120, 130, 130), 2)
    noisy = cv2.GaussianBlur(picture, (0, 0), 0.8) + np.random.default_rng(1).normal(0.0, 2.0, picture.shape)
    return Frame(np.clip(noisy, 0, 255).astype(np.uint8), 0.0, 0)


@pytest.mark.parametrize("margin", [0.4, 0.25, 0.15])
@pytest.mark.parametrize("check_px", [80, 30])
def test_a_board_on_a_chequered_cloth_ends_where_it_ends(check_px: int, margin: float) -> None:
    """Stripes of the cloth may lie a space away from its sides, or go on where its lines end: its own edge tells."""
    (found,) = find_boards(on_checks(check_px, margin), (9.0, 8.0))
    assert np.abs(found.corners_px((9.0, 8.0))[0] - (120, 120)).max() < 2.0


def test_where_checks_are_met_everywhere_those_a_space_away_are_no_sheet() -> None:
    """Nor has a board an edge of its own that is cut out along its border."""
    pose = BoardPose.from_corners(np.array([[120.0, 120.0], [660.0, 120.0], [660.0, 600.0], [120.0, 600.0]]), SPACES)
    assert not is_another(on_checks(40, margin=0.0).pixels, pose, SPACES)


def test_a_smaller_grid_on_a_finely_chequered_cloth_ends_where_its_plain_margin_does() -> None:
    """Checks behind its edge do not belie that edge: 9 x 7 spaces and one side of the margin are no board."""
    frame = on_checks(30, margin=1.0, rows=7)
    pose = BoardPose.from_corners(np.array([[120.0, 120.0], [660.0, 120.0], [660.0, 600.0], [120.0, 600.0]]), SPACES)
    assert lies_aside(~patterned_behind(frame.pixels, pose, SPACES) & seen_in(0, 1, 2), SPACES)


def test_a_board_ends_by_its_edge_only_where_that_is_met_at_each_side() -> None:
    """An area of a larger grid may have a bold line or a gap near some of its sides."""
    around = seen_in(*range(4))
    assert ends_all_round(around, SPACES)
    for side in range(4):
        assert not ends_all_round(around & ~seen_in(side), SPACES)
