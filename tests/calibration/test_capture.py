from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from calibration import capture
from calibration.capture import calibrate, must_be_bare
from calibration.checks import lens
from calibration.report import Calibration, Verdict, draw
from calibration.treasures import read_floor
from vision.finding import grid_seen
from vision.finding.grid_refine import GridFit
from vision.finding.simple_lens import simple_lens
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose

SIZE_WH = (9.0, 8.0)
LETTERS = {"berry": "b", "nut": "n", "mushroom": "m", "feather": "f"}
Load = Callable[[str, str], tuple[Frame, list[dict[str, Any]]]]


def true_floor(board: dict[str, Any], turned: bool) -> list[str]:
    """The printed treasures as rows of letters, seen from the far side that was taken."""
    rows = [["."] * 9 for _ in range(8)]
    for treasure in board["treasures"]:
        col, row = treasure["cell"]
        rows[7 - row if turned else row][8 - col if turned else col] = LETTERS[treasure["kind"]]
    return ["".join(row) for row in rows]


def nearest(corners: np.ndarray, boards: list[dict[str, Any]]) -> tuple[dict[str, Any], bool, float]:
    """The board of the truth that lies here, whether it was taken turned, and its largest corner error in spaces."""
    best: tuple[dict[str, Any], bool, float] | None = None
    for board in boards:
        truth = np.array(board["grid_corners_px"])
        for turned in (False, True):
            apart = np.linalg.norm(np.roll(corners, 2 * turned, axis=0) - truth, axis=1).max()
            error = float(apart / (np.linalg.norm(truth[1] - truth[0]) / 9))
            if best is None or error < best[2]:
                best = board, turned, error
    assert best is not None
    return best


@pytest.mark.parametrize(
    ("name", "step"),
    [("easy_301", "step_00"), ("hard_305", "empty"), ("hard_308_cards", "empty"), ("normal_307_4boards", "empty")],
)
def test_the_spaces_of_the_treasures_are_read_right(picture: Load, name: str, step: str) -> None:
    """Every printed treasure of every board is seen in its space, and nothing where nothing is printed."""
    frame, boards = picture(name, step)
    calibration = calibrate(frame, [SIZE_WH])
    assert len(calibration.profile.boards) == len(boards)
    for found in calibration.profile.boards:
        board, turned, error = nearest(found.pose.corners_px(SIZE_WH), boards)
        plain = str.maketrans("bnmf", "tttt")
        assert error < 0.03
        assert [row.translate(plain) for row in found.floor] == [
            row.translate(plain) for row in true_floor(board, turned)
        ]


def test_most_kinds_are_proposed_right_and_none_is_called_sure(picture: Load) -> None:
    """Nine of ten kinds are named right in three editions, with a confidence that asks for confirmation."""
    right = total = 0
    for name, step in (
        *(("easy_301", "step_00"), ("hard_305", "empty"), ("normal_307_4boards", "empty")),
        *(("cartoon", "step_00"), ("ornaments", "step_00")),
    ):
        frame, boards = picture(name, step)
        for found in calibrate(frame, [SIZE_WH]).profile.boards:
            board, turned, _ = nearest(found.pose.corners_px(SIZE_WH), boards)
            pairs = [
                (seen, true, sure)
                for seen_row, true_row, sure_row in zip(
                    found.floor, true_floor(board, turned), found.floor_confidence, strict=True
                )
                for seen, true, sure in zip(seen_row, true_row, sure_row, strict=True)
                if true != "."
            ]
            right += sum(seen == true for seen, true, _ in pairs)
            total += len(pairs)
            assert all(sure <= 0.8 for _, _, sure in pairs)
    assert right >= 0.9 * total


def test_cards_name_seat_and_far_side(picture: Load) -> None:
    """With corner cards the board has its own far side and its player, wherever it lies."""
    frame, boards = picture("normal_306_2boards_cards", "step_00")
    calibration = calibrate(frame, [SIZE_WH])
    first = calibration.profile.boards[0]
    truth = np.array(boards[0]["grid_corners_px"])
    assert first.seat == 0
    assert np.abs(first.pose.corners_px(SIZE_WH) - truth).max() < 1.5
    assert [board.seat for board in calibration.profile.boards] == [0, 1]


def test_corners_by_hand_are_refined_on_the_grid(picture: Load) -> None:
    """Corners that are some pixels off, far side as the owner says, end on the printed lines."""
    frame, boards = picture("hard_305", "empty")
    truth = np.array(boards[0]["grid_corners_px"])
    rough = truth + np.array([[5, -4], [-6, 3], [4, 6], [-3, -5]])
    (board,) = calibrate(frame, [SIZE_WH], corners_px=rough).profile.boards
    assert np.abs(board.pose.corners_px(SIZE_WH) - truth).max() < 1.5


@pytest.mark.parametrize("name", ["cartoon", "medallions", "photographic", "ornaments"])
def test_corners_by_hand_lead_where_a_search_does(picture: Load, name: str) -> None:
    """Whatever the lines look like, and whichever side the owner calls the far one."""
    frame, boards = picture(name, "step_00")
    truth = np.array([board["grid_corners_px"] for board in boards])
    rough = truth + np.random.default_rng(1).normal(0.0, 4.0, truth.shape)
    for side in (0, 2):
        found = calibrate(frame, [SIZE_WH] * len(boards), corners_px=np.roll(rough, side, axis=1)).profile.boards
        for board, corners in zip(found, np.roll(truth, side, axis=1), strict=True):
            off = np.linalg.norm(board.pose.corners_px(SIZE_WH) - corners, axis=1).max()
            assert off < 0.02 * np.linalg.norm(truth[0][1] - truth[0][0]) / 9


def test_corners_where_no_grid_is_are_kept_and_called_poor(picture: Load) -> None:
    """Corners on a bare table are what the owner wants, but the report says that no grid is there."""
    frame = Frame(np.full((600, 800, 3), 90, np.uint8), 0.0, 0)
    corners = np.array([[200.0, 100], [600, 110], [590, 480], [210, 470]])
    calibration = calibrate(frame, [SIZE_WH], corners_px=corners, floors=[["........."] * 8])
    (board,) = calibration.profile.boards
    assert np.abs(board.pose.corners_px(SIZE_WH) - corners).max() < 0.1
    assert calibration.verdict is Verdict.POOR


@pytest.mark.parametrize("name", ["hard_305", "photographic"])
def test_corners_begun_at_the_wrong_one_are_refused(picture: Load, name: str) -> None:
    """Turned by a quarter no grid fits, but one does from the next corner on: that is said, and nothing is measured."""
    frame, boards = picture(name, "empty" if name == "hard_305" else "step_00")
    truth = np.array(boards[0]["grid_corners_px"])
    for turns in (1, 3):
        with pytest.raises(BoardNotFound, match="begin at the far left"):
            calibrate(frame, [SIZE_WH], corners_px=np.roll(truth, turns, axis=0))


@pytest.mark.parametrize("corners", [[1, 2, 3], [[0, 0], [0, 9], [9, 9], [9, 0]], [[np.nan] * 2] * 4, []])
def test_bad_corners_are_refused(picture: Load, corners: Any) -> None:
    """Too few numbers, the wrong turn, no numbers at all: no board."""
    with pytest.raises(BoardNotFound, match="corners"):
        calibrate(Frame(np.full((60, 80, 3), 90, np.uint8), 0.0, 0), [SIZE_WH], corners_px=corners)


def test_given_floors_are_taken(picture: Load) -> None:
    """The owner's own list of printed treasures stands as it is, and its number must fit the boards."""
    frame, _ = picture("easy_301", "step_00")
    floor = ["b.......f"] + ["........."] * 7
    (board,) = calibrate(frame, [SIZE_WH], floors=[floor]).profile.boards
    assert list(board.floor) == floor
    with pytest.raises(ValueError, match="floors"):
        calibrate(frame, [SIZE_WH], floors=[floor, floor])


def test_a_board_in_play_is_not_calibrated(picture: Load) -> None:
    """A board that is half covered is refused; what is left of it is not taken for a board of its own."""
    frame, boards = picture("normal_302_cards", "step_08")
    corners = np.array(boards[0]["grid_corners_px"])
    middles = 0.45 * corners[[2, 3]] + 0.55 * corners[[1, 0]]
    cover = np.rint(np.concatenate([corners[:2], middles])).astype(np.int32)
    hidden = frame.pixels.copy()
    cv2.fillConvexPoly(hidden, cover, (20, 120, 200))
    with pytest.raises(BoardNotFound):
        calibrate(Frame(hidden, 0.0, 0), [SIZE_WH])


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_board_that_leaves_the_picture_is_refused_and_told_by_how_much(picture: Load, by_hand: bool) -> None:
    """Half a space of one side would never be read; a grid that ends at the very edge would be."""
    frame, boards = picture("hard_308_cards", "empty")
    corners = np.array(boards[0]["grid_corners_px"])
    along_x = corners[corners[:, 0].argsort()]
    space = float(np.linalg.norm(corners[1] - corners[0])) / SIZE_WH[0]
    for spaces, refused in ((-0.05, False), (0.5, True)):
        first = round(float(along_x[0, 0]) + spaces * space)
        part = Frame(np.ascontiguousarray(frame.pixels[:, first:]), 0.0, 0)
        given = corners - (first, 0) if by_hand else None
        if not refused:
            assert calibrate(part, [SIZE_WH], corners_px=given).profile.boards
            continue
        with pytest.raises(BoardNotFound, match=r"its grid goes 0\.\d spaces out of the picture" if by_hand else None):
            calibrate(part, [SIZE_WH], corners_px=given)


def test_a_fifth_board_is_told(picture: Load) -> None:
    """Four are measured, and the report says that there is one more; of four it says nothing."""
    frame, _ = picture("easy_301", "step_00")
    height, width = frame.pixels.shape[:2]
    small = cv2.resize(frame.pixels, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    three, two = np.hstack([small] * 3), np.hstack([small] * 2 + [np.full_like(small, 90)])
    one = np.hstack([small] + [np.full_like(small, 90)] * 2)
    for rows, told in (((three, one), []), ((three, two), [5])):
        calibration = calibrate(Frame(np.vstack(rows), 0.0, 0), [SIZE_WH] * 4)
        assert len(calibration.profile.boards) == 4
        assert [finding.value for finding in calibration.report if finding.check == "boards"] == told


@pytest.fixture
def one_board(picture: Load) -> tuple[Frame, Calibration]:
    """A calibration of one board and its picture."""
    frame, _ = picture("hard_308_cards", "empty")
    return frame, calibrate(frame, [SIZE_WH])


def test_the_report_is_json_with_a_version(one_board: tuple[Frame, Calibration]) -> None:
    """The JSON form survives a round trip and holds corners, residual and floor of every board."""
    _, calibration = one_board
    form = json.loads(json.dumps(calibration.json(), allow_nan=False))
    assert form["format"] == "leafwatch-calibration/1"
    assert [board["player"] for board in form["boards"]] == [0]
    assert np.shape(form["boards"][0]["corners_px"]) == (4, 2)
    assert 0 < form["boards"][0]["residual_cells"] < 0.02
    assert [len(row) for row in form["boards"][0]["floor"]] == [9] * 8
    assert all(finding["verdict"] in ("good", "fair", "poor") and finding["text"] for finding in form["findings"])
    assert {finding["name"] for finding in form["findings"]} >= {"focus", "exposure", "glare", "size", "residual"}


def test_the_picture_of_the_report_draws_on_the_board(one_board: tuple[Frame, Calibration]) -> None:
    """Grid and letters are drawn on the board, the rest of the picture stays as it was."""
    frame, calibration = one_board
    canvas = draw(frame, calibration)
    changed = (canvas != frame.pixels).any(axis=2)
    ys, xs = np.nonzero(changed)
    where = calibration.profile.boards[0].pose.locate(np.stack([xs, ys], axis=1))
    assert changed.sum() > 3000
    assert where.min() > -1.0
    assert where.max() < 10.0


def test_blur_and_dark_are_called_by_name(picture: Load) -> None:
    """The same board out of focus, and the same in the dark, get a worse verdict on just that."""
    frame, boards = picture("easy_301", "step_00")
    corners = np.array(boards[0]["grid_corners_px"])

    def verdicts(pixels: np.ndarray) -> dict[str, Verdict]:
        found = calibrate(Frame(pixels.astype(np.uint8), 0.0, 0), [SIZE_WH], corners_px=corners)
        return {finding.name: finding.verdict for finding in found.report}

    sharp = verdicts(frame.pixels)
    blurred = verdicts(cv2.GaussianBlur(frame.pixels, (0, 0), 4))
    dark = verdicts(frame.pixels // 4)
    assert sharp["focus"] is Verdict.GOOD
    assert blurred["focus"] is not Verdict.GOOD
    assert dark["exposure"] is Verdict.POOR


def test_a_lamp_mirrored_in_the_board_is_counted(picture: Load) -> None:
    """Spaces that are washed out are in the finding about glare."""
    frame, boards = picture("easy_301", "step_00")
    corners = np.array(boards[0]["grid_corners_px"])
    lit = frame.pixels.astype(np.float32)
    x, y = corners.mean(axis=0)
    row, col = np.mgrid[: lit.shape[0], : lit.shape[1]]
    lit += 230 * np.exp(-((col - x) ** 2 + (row - y) ** 2) / 60**2)[..., None]
    found = calibrate(Frame(np.clip(lit, 0, 255).astype(np.uint8), 0.0, 0), [SIZE_WH], corners_px=corners)
    (glare,) = [finding for finding in found.report if finding.name == "glare"]
    assert glare.value is not None
    assert 1 <= glare.value <= 8
    assert glare.verdict is not Verdict.GOOD


def lit_by(pixels: np.ndarray, factor: float | np.ndarray) -> Frame:
    """The picture with so many times the light, by a display's gamma."""
    linear = np.clip((pixels / 255.0) ** 2.2 * factor, 0, 1)
    return Frame(np.rint(linear ** (1 / 2.2) * 255).astype(np.uint8), 0.0, 0)


def verdict_of(calibration: Calibration, check: str) -> tuple[Verdict, str]:
    """A finding's verdict and sentence."""
    return next((each.verdict, each.text) for each in calibration.report if each.check == check)


def test_a_shaken_picture_is_called_so_whichever_way_it_was_shaken(picture: Load) -> None:
    """Lines along the movement stay sharp, those across it do not: the picture is no good one."""
    frame, boards = picture("easy_301", "step_00")
    corners = np.array(boards[0]["grid_corners_px"])
    for kernel in (np.ones((1, 19)) / 19, np.ones((19, 1)) / 19):
        shaken = Frame(cv2.filter2D(frame.pixels, -1, kernel), 0.0, 0)
        verdict, text = verdict_of(calibrate(shaken, [SIZE_WH], corners_px=corners), "focus")
        assert verdict is not Verdict.GOOD
        assert "still" in text


def test_too_dark_and_too_light_say_opposite_things(picture: Load) -> None:
    """The advice follows the light; a board that is dark in one part only is told that."""
    frame, boards = picture("easy_301", "step_00")
    corners = np.array(boards[0]["grid_corners_px"])

    def exposure(factor: float | np.ndarray) -> tuple[Verdict, str]:
        return verdict_of(calibrate(lit_by(frame.pixels, factor), [SIZE_WH], corners_px=corners), "exposure")

    dark, light = exposure(0.02), exposure(30.0)
    assert dark[0] is Verdict.POOR
    assert "more light" in dark[1]
    assert light[0] is Verdict.POOR
    assert "less light" in light[1]
    left, right = corners[:, 0].min(), corners[:, 0].max()
    across = (np.arange(frame.pixels.shape[1]) - left) / (right - left)
    verdict, text = exposure(np.where(across < 0.25, 0.001, 1.5)[None, :, None])
    assert verdict is Verdict.FAIR
    assert "a part of it is nearly black" in text


@pytest.mark.parametrize(("factor", "advice"), [(0.00001, "more light"), (60.0, "less light")])
def test_where_no_board_is_found_the_light_may_be_why(picture: Load, factor: float, advice: str) -> None:
    """A black or a white picture says so, not only that lines are missing."""
    frame, _ = picture("easy_301", "step_00")
    with pytest.raises(BoardNotFound, match=advice):
        calibrate(lit_by(frame.pixels, factor), [SIZE_WH])


def test_a_lens_that_bends_much_is_no_trouble_where_the_lines_fit(one_board: tuple[Frame, Calibration]) -> None:
    """The verdict on the lens follows the fit of the boards, not the number alone."""
    _, calibration = one_board
    profile = calibration.profile
    assert profile.boards[0].pose.residual_cells < 0.015
    strong = replace(profile, lens=simple_lens(profile.frame_wh, -0.7))
    assert lens(strong).verdict is Verdict.GOOD
    bent = replace(profile.boards[0], pose=replace(profile.boards[0].pose, residual_cells=0.05))
    assert lens(replace(strong, boards=(bent,))).verdict is Verdict.POOR


def test_a_board_on_which_nothing_is_printed_has_no_treasures() -> None:
    """No icon stands out from a plain ground, and that is told."""
    plain = np.full((32 * 10, 32 * 11, 3), 90, np.uint8)
    read = read_floor(plain, 32, 1.0, SIZE_WH)
    assert read.rows == (".........",) * 8
    assert read.treasures == ()


def test_a_board_is_bare_by_most_of_its_grid_or_by_its_whole_frame() -> None:
    """Lines between the spaces may hardly be printed: half of them do where the frame is seen all round."""
    pose = BoardPose.from_corners(np.array([[0.0, 0.0], [90.0, 0.0], [90.0, 80.0], [0.0, 80.0]]), SIZE_WH)

    def fit(support: float, border: float) -> GridFit:
        return GridFit(pose, support, border, 1.0, 1.0)

    must_be_bare([fit(0.55, 1.0)])
    for support, border in ((0.55, 0.9), (0.45, 1.0), (0.75, 0.4), (0.95, 0.55)):
        with pytest.raises(BoardNotFound, match="clear it of pieces"):
            must_be_bare([fit(support, border)])


def test_of_two_boards_one_may_be_seen_less_well() -> None:
    """Where one is bare beyond doubt, less of the lines inside another is enough, but not of its frame."""
    pose = BoardPose.from_corners(np.array([[0.0, 0.0], [90.0, 0.0], [90.0, 80.0], [0.0, 80.0]]), SIZE_WH)

    def fit(support: float, border: float) -> GridFit:
        return GridFit(pose, support, border, 1.0, 1.0)

    must_be_bare([fit(0.75, 0.6), fit(0.45, 1.0)])
    for support, border in ((0.55, 0.9), (0.35, 1.0), (0.75, 0.4), (0.95, 0.55)):
        with pytest.raises(BoardNotFound, match="clear it of pieces"):
            must_be_bare([fit(0.75, 0.6), fit(support, border)])
    with pytest.raises(BoardNotFound, match="clear it of pieces"):
        must_be_bare([fit(0.45, 1.0), fit(0.45, 1.0)])


def test_a_board_is_refused_only_after_every_look_at_its_grid() -> None:
    """What one tone shows is enough for no other look only where it is enough for a bare board, too."""
    assert grid_seen.CLEARLY >= capture.BARE
    assert grid_seen.SIDE >= capture.SIDE
