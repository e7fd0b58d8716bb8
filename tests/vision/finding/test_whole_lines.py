"""Lines that no single space shows are seen by all of their length, in whatever axis of colour they differ."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.finding.painted import CORNERS, FRAME_WH, SPACES, lab, painted
from vision.finding import whole_lines
from vision.finding.grid_refine import in_place, judge
from vision.finding.simple_lens import simple_lens
from vision.finding.stretches import measure
from vision.finding.whole_lines import (
    BETWEEN,
    Ridges,
    nearest,
    places,
    ridges_at,
    runs_on,
    seen_by_stretch,
    seen_whole,
    standing_out,
    stretches_in,
)
from vision.frame import Frame
from vision.pose import BoardPose

POSE = BoardPose.from_corners(CORNERS, SPACES)
SCALE = 48


def beside(by: tuple[float, float]) -> BoardPose:
    """The pose so many spaces to the right and down."""
    cols, rows = SPACES
    corners = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float64)
    return BoardPose.from_corners(POSE.project(corners + by), SPACES)


def test_all_lines_of_a_painted_board_are_seen_whole_though_lightness_shows_few_stretches() -> None:
    """Those round areas are as light as the paint, the others differ less from it than one stroke from the next."""
    frame = painted()
    gray = cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY).astype(np.float32)
    by_lightness = max(judge(POSE, measure(gray, POSE, SPACES, tone, 0.4)).support for tone in (1, -1))
    fit = seen_whole(lab(frame), POSE, SPACES)
    assert by_lightness < 0.6
    assert (fit.support, fit.border, fit.present, fit.ends) == (1.0, 1.0, 1.0, 1.0)
    assert fit.pose.residual_cells < 0.01


@pytest.mark.parametrize("by", [(1, 0), (0, 1), (-1, 0), (0, -1)])
def test_a_space_aside_one_side_is_not_seen_at_all(by: tuple[float, float]) -> None:
    """There is no line where the border should be: none of its stretches counts."""
    assert seen_whole(lab(painted()), beside(by), SPACES).border == 0.0


@pytest.mark.parametrize("by", [(0.5, 0.5), (0.37, 0.41)])
def test_between_lines_hardly_any_is_seen(by: tuple[float, float]) -> None:
    """Strokes take each other away along a line."""
    fit = seen_whole(lab(painted()), beside(by), SPACES)
    assert fit.support < 0.5
    assert fit.border == 0.0


def test_a_line_that_is_not_drawn_is_not_seen_at_any_of_its_stretches() -> None:
    """All stretches of a line are seen together, or none."""
    fit = seen_whole(lab(painted(without=frozenset({(0, 4)}))), POSE, SPACES)
    assert fit.support == pytest.approx(1 - 8 / (10 * 8 + 9 * 9))
    assert fit.present == pytest.approx(18 / 19)


def covered(frame: Frame) -> Frame:
    """The same with a sheet of paper on the left four columns of the two rows at the far side."""
    seen = frame.pixels.copy()
    place = POSE.project(np.array([[-0.2, -0.2], [4, -0.2], [4, 2], [-0.2, 2]]))
    cv2.fillConvexPoly(seen, np.rint(place).astype(np.int32), (150, 160, 155))
    return replace(frame, pixels=seen)


def test_what_is_covered_is_not_seen_by_stretches_while_the_rest_of_each_line_shows_it_whole() -> None:
    """A board is told bare by its stretches, and found by its lines."""
    bare, hidden = (seen_by_stretch(lab(frame), POSE, SPACES) for frame in (painted(), covered(painted())))
    assert bare.border == 1.0
    assert hidden.border < 0.9
    assert hidden.support < bare.support - 0.03
    assert seen_whole(lab(covered(painted())), POSE, SPACES).support == 1.0


def test_parts_of_a_line_tell_where_they_lie() -> None:
    """A pose a tenth of a space to the left sees upright lines a tenth to the right, level ones in place."""
    seen = stretches_in(ridges_at(lab(painted()), beside((-0.1, 0.0)), SPACES), SPACES, 1, 0.35)
    upright = seen.across[:, 0] == 1
    clear = in_place(seen, 0.2)
    assert clear.mean() > 0.85
    assert np.median(seen.offset[upright & clear]) == pytest.approx(0.1, abs=0.01)
    assert np.median(seen.offset[~upright & clear]) == pytest.approx(0.0, abs=0.01)


@pytest.mark.parametrize(
    ("frame", "is_part"),
    [
        (lambda: painted(), False),
        (lambda: painted(every=2), True),
        (lambda: painted((10, 8), wider((0, 0, 1, 0))), True),
        (lambda: painted((9, 9), wider((0, 1, 0, 0))), True),
    ],
    ids=["a board", "finer", "a column more", "a row more"],
)
def test_a_grid_that_runs_on_is_part_of_another(frame: object, is_part: bool) -> None:
    """Lines between those of a grid, or one more beside it that all others lead on to, are of another board."""
    assert callable(frame)
    assert runs_on(lab(frame()), POSE, SPACES) == is_part


def test_beside_a_board_seen_from_so_near_that_nothing_is_there_no_line_runs_on() -> None:
    """A space outside it lies behind the camera."""
    near = BoardPose.from_corners([[545.0, 60.0], [655.0, 60.0], [1150.0, 880.0], [50.0, 880.0]], SPACES)
    assert near.homography[2] @ [0, SPACES[1] + 1, 1] < 0
    assert not runs_on(lab(painted()), near, SPACES)


def test_what_is_beside_a_board_is_measured_with_its_lines_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much a lens bends: a space outside the board it may not tell where points lie."""
    places: list[np.ndarray] = []

    def measured(_: object, pose: BoardPose, size_wh: tuple[int, int]) -> Ridges:
        places.append(pose.project(np.array([[1, 1], [10, 1], [10, 9], [1, 9]], np.float64)))
        return ridges_at(lab(painted()), POSE, size_wh)

    monkeypatch.setattr(whole_lines, "ridges_at", measured)
    corners = np.array([[20.0, 40.0], [1180.0, 40.0], [1180.0, 860.0], [20.0, 860.0]])
    bent = BoardPose.from_corners(corners, SPACES, simple_lens(FRAME_WH, -0.4))
    runs_on(lab(painted()), bent, SPACES)
    assert np.abs(places[0] - bent.corners_px(SPACES)).max() < 0.1


@pytest.mark.parametrize("seed", [21, 23, 25, 29])
def test_one_line_more_in_a_weaker_ink_is_of_a_larger_grid(seed: int) -> None:
    """It is lower than most lines of the grid, but nothing beside it is nearly as high."""
    assert runs_on(lab(painted((10, 8), wider((0, 0, 1, 0)), seed=seed)), POSE, SPACES)


def wider(more: tuple[int, int, int, int]) -> np.ndarray:
    """The corners of a grid that has so many spaces more at the left, at the far side, at the right and near."""
    left, far, right, near = more
    cols, rows = SPACES
    corners = [[-left, -far], [cols + right, -far], [cols + right, rows + near], [-left, rows + near]]
    return np.asarray(POSE.project(np.array(corners, np.float64)))


def window(*ridges: tuple[float, float]) -> np.ndarray:
    """A window of one stretch with ridges at such places, in spaces, of such heights, float32 (1, 1, SCALE)."""
    where = places(SCALE)
    heights = [height * np.exp(-(((where - at) / 0.03) ** 2)) for at, height in ridges]
    return np.asarray(np.max([np.full(SCALE, 0.4), *heights], axis=0), np.float32)[None, None]


def test_the_nearest_high_ridge_counts_and_not_the_highest() -> None:
    """Beside the border of a grid stands the frame of a board; a low ripple in place is none the less no line."""
    framed, _ = nearest(window((0.02, 3.0), (0.15, 5.0)), 0.4)
    rippled, _ = nearest(window((0.02, 2.0), (0.15, 5.0)), 0.4)
    assert framed[0] == pytest.approx(0.02, abs=0.01)
    assert rippled[0] == pytest.approx(0.15, abs=0.01)


def test_a_ridge_is_as_clear_as_it_stands_above_what_is_between_lines() -> None:
    """One as high as that is not clear at all; where nothing rises within reach there is none."""
    at = 0.5 / SCALE
    contrasts = [nearest(window((at, height)), 0.4)[1][0] for height in (1.0, 2.0, 4.0)]
    assert contrasts == pytest.approx([0.0, 0.5, 0.75], abs=0.01)
    assert nearest(window(), 0.4)[1][0] == 0.0
    assert nearest(window((0.3, 4.0)), 0.2)[1][0] == 0.0


def test_the_channel_that_shows_a_line_best_counts() -> None:
    """Each is measured by what it shows between lines: a busy one does not drown the one that shows the grid."""
    rng = np.random.default_rng(3)
    found = rng.normal(0, 1, (3, 8, 10, SCALE)).astype(np.float32)
    found[0] *= 20
    found[2, :, :, SCALE // 2] += 3.0
    heights = standing_out(found, 99)
    inside = np.abs(places(SCALE)) < BETWEEN
    assert heights[:, :, SCALE // 2].min() > 1.4 > np.median(heights[:, :, inside])


def test_light_and_dark_along_a_line_take_each_other_away() -> None:
    """What is light here and dark there as often is a drawing."""
    found = np.full((3, 8, 10, SCALE), 0.1, np.float32)
    found[0, ::2, :, SCALE // 2], found[0, 1::2, :, SCALE // 2] = 3.0, -3.0
    assert standing_out(found, 0)[:, :, SCALE // 2].min() > 20
    assert standing_out(found, 99)[:, :, SCALE // 2].max() <= 1.0 + 1e-3


def test_near_the_end_of_a_line_as_many_neighbours_are_taken_from_one_side() -> None:
    """The first three stretches are told by the same three."""
    found = np.ones((3, 8, 10, SCALE), np.float32)
    found[:, 0, :, SCALE // 2] = 7.0
    heights = standing_out(found, 1)[:, 0, SCALE // 2]
    assert heights[:3] == pytest.approx([3.0, 3.0, 1.0])
