"""A lens is not taken for bent where a border drawn beside its place explains the lines better."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.finding import less_bent as module
from vision.finding import wide_search
from vision.finding.grid_refine import GridFit, refine
from vision.finding.grid_seen import Sight
from vision.finding.less_bent import less_bent
from vision.finding.simple_lens import k1_of, simple_lens, with_lens
from vision.frame import Frame, Pixels
from vision.pose import BoardPose, Lens

BOARD, FRAME = (9, 8), (1640, 1232)
SIZE = (9.0, 8.0)
CORNERS = np.array([[420.0, 250.0], [1140.0, 270.0], [1120.0, 910.0], [400.0, 890.0]])  # 72 px a space, in the middle


def board(k1: float) -> BoardPose:
    """Where the board lies, seen through a lens that bends so much."""
    return with_lens(BoardPose.from_corners(CORNERS, BOARD), simple_lens(FRAME, k1), BOARD)


def picture(pose: BoardPose, aside: float, uneven: float, seed: int) -> Pixels:
    """A light grid on dark ground, its border drawn so many spaces outside of its place, each stretch unevenly."""
    random = np.random.default_rng(seed)
    lines = np.full((FRAME[1], FRAME[0], 3), 60, np.uint8)
    for upright, last, length in ((True, 9, 8), (False, 8, 9)):
        for number in range(last + 1):
            outside = aside if number == last else -aside if number == 0 else 0.0
            for start in range(length):
                at = number + outside + random.normal(0, uneven)
                ends = np.array([[at, start], [at, start + 1]] if upright else [[start, at], [start + 1, at]])
                where = np.rint(16 * pose.project(ends)).astype(np.int32)
                cv2.polylines(lines, [where], False, (110, 110, 110), 3, cv2.LINE_AA, 4)
    noise = random.normal(0, 4, lines.shape)
    return np.clip(cv2.GaussianBlur(lines, (0, 0), 1.0) + noise, 0, 255).astype(np.uint8)


def off(pose: BoardPose, true: BoardPose) -> float:
    """How far the worst corner lies from its place, spaces."""
    return float(np.linalg.norm(pose.corners_px(SIZE) - true.corners_px(SIZE), axis=1).max()) / 72


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("aside", [0.06, -0.06])
def test_a_border_drawn_beside_its_place_is_asked_before_a_lens_is_believed(aside: float, seed: int) -> None:
    """The lines inside are drawn in theirs, and tell both."""
    true = board(0.0)
    frame = Frame(picture(true, aside, 0.025, seed), 0.0, 0)
    gray = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.float32)
    bent = refine(gray, true, BOARD, 1, FRAME, fit_lens=True, in_place=1e6).pose
    found = less_bent(frame, bent, SIZE)
    assert abs(k1_of(found)) < 0.5 * abs(k1_of(bent))
    assert off(found, true) < 0.5 * off(bent, true)


def test_a_lens_that_bends_is_believed() -> None:
    """Where the lines in their places say so; one that hardly does is not asked, nor is a board without one."""
    true = board(-0.3)
    frame = Frame(picture(true, 0.0, 0.0, 2), 0.0, 0)
    assert k1_of(less_bent(frame, true, SIZE)) == pytest.approx(-0.3, abs=0.03)
    assert off(less_bent(frame, true, SIZE), true) < 0.02
    for pose in (board(0.04), BoardPose.from_corners(CORNERS, BOARD)):
        assert less_bent(frame, pose, SIZE) is pose


@pytest.mark.parametrize(
    ("k1", "support", "residual", "is_believed"),
    [(0.02, 0.95, 0.018, True), (0.02, 0.95, 0.0195, False), (0.02, 0.85, 0.018, False), (-0.2, 0.95, 0.018, False)],
    ids=["closer", "hardly closer", "fewer lines", "as bent"],
)
def test_another_lens_must_bend_less_and_fit_more_closely_and_as_many_lines(
    monkeypatch: pytest.MonkeyPatch, k1: float, support: float, residual: float, is_believed: bool
) -> None:
    """Of a covered board the border may be most of what is seen."""
    was, other = board(0.15), board(k1)
    fits = {id(was): GridFit(replace(was, residual_cells=0.02), 0.96, 1.0, 1.0, 1.0)}
    freer = GridFit(replace(other, residual_cells=residual), support, 1.0, 1.0, 1.0)
    gray = np.zeros((8, 8), np.uint8)
    monkeypatch.setattr(module, "refine", lambda *given, **named: freer)
    monkeypatch.setattr(module, "sights", lambda pixels, pose, *given: (Sight(fits.get(id(pose), freer), gray, 1),))
    found = less_bent(Frame(np.zeros((8, 8, 3), np.uint8), 0.0, 0), was, SIZE)
    assert found is (freer.pose if is_believed else was)


@pytest.mark.parametrize(
    ("boards", "lens", "is_asked"),
    [(1, None, True), (2, None, False), (1, simple_lens(FRAME, 0.1), False)],
    ids=["one", "several", "a lens that is known"],
)
def test_only_the_lens_that_one_board_tells_is_asked(
    monkeypatch: pytest.MonkeyPatch, boards: int, lens: Lens | None, is_asked: bool
) -> None:
    """Several boards tell it together, and one that was calibrated needs no board."""
    found, other = tuple(board(0.1) for _ in range(boards)), board(0.0)
    monkeypatch.setattr(wide_search, "_found_through", lambda *given: found)
    monkeypatch.setattr(wide_search, "less_bent", lambda *given: other)
    frame = Frame(np.zeros((8, 8, 3), np.uint8), 0.0, 0)
    assert wide_search.find_boards_through(frame, SIZE, 4, lens) == ((other,) if is_asked else found)
