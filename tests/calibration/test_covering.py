"""A board that is not empty is told from an empty one before its picture is taken for the bare floor."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.board_library import BoardLibrary
from calibration.capture import calibrate
from calibration.covering import NOTHING, covering, hidden_joints
from calibration.profile import Profile
from calibration.recognising import with_known
from calibration.report import COLORS, Calibration, Finding, Verdict, draw
from device.simulation.pieces import Kind, Piece
from engine.grid import Cell
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from tests.drawn_tables import drawn_table
from tests.vision.finding.woven import woven
from vision.frame import Frame

SIZE_WH = (9.0, 8.0)
Load = Callable[[str, str], tuple[Frame, list[dict[str, Any]]]]
FLOORS = [floor.rows for floor in demo_floors()[:1]]


def emptiness(calibration: Calibration, board: int | None = None) -> Finding:
    """The finding about what lies on a board."""
    (found,) = [each for each in calibration.report if each.check == "empty" and each.board == board]
    return found


def occupied(calibration: Calibration, boards: list[dict[str, Any]]) -> set[Cell]:
    """The spaces of the first board on which something lies in truth, seen from the far side that was taken."""
    board = calibration.profile.boards[0]
    spots = [space for row in boards[0]["cells"] for space in row if space["state"] != "empty"]
    where = board.pose.locate(np.array([space["centre_px"] for space in spots], np.float64))
    return {Cell(int(y), int(x)) for x, y in where}


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("easy_301", "step_00"),
        ("normal_302_cards", "step_00"),
        ("hard_305", "empty"),
        ("hard_308_cards", "empty"),
        ("normal_307_4boards", "empty"),
    ],
)
def test_an_empty_board_is_called_empty(picture: Load, name: str, step: str) -> None:
    """Mottled ground, printed treasures and hard light are no pieces."""
    frame, boards = picture(name, step)
    found = calibrate(frame, [SIZE_WH])
    emptied = [each for each in found.report if each.check == "empty"]
    assert len(emptied) == len(boards)
    assert {each.verdict for each in emptied} == {Verdict.GOOD}
    assert all(each.value == 0 and each.cells == () for each in emptied)


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("easy_301", "step_01"),
        ("easy_301", "step_02"),
        ("normal_302_cards", "step_01"),
        ("normal_302_cards", "step_02"),
    ],
)
def test_one_tile_or_two_are_seen_on_a_board_that_is_calibrated(picture: Load, name: str, step: str) -> None:
    """The finding is not good, and names spaces on which something lies, and at most their neighbours."""
    frame, boards = picture(name, step)
    calibration = calibrate(frame, [SIZE_WH])
    found, true = emptiness(calibration), occupied(calibration, boards)
    assert found.verdict is not Verdict.GOOD
    assert true & set(found.cells)
    near = {
        Cell(cell.row + down, cell.col + right) for cell in true for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
    }
    assert set(found.cells) <= true | near
    assert all(str(cell) in found.text for cell in found.cells)


def test_a_tile_of_the_simulated_table_is_seen_wherever_it_lies() -> None:
    """A leaf tile in a corner and one in the middle; the bare table is empty."""
    for cells in ((Cell(0, 0), Cell(0, 1), Cell(1, 0)), (Cell(4, 4), Cell(4, 5), Cell(5, 5), Cell(5, 6))):
        table = drawn_table(FLOORS, 4)
        bare = calibrate(Frame(table.picture(), 0.0, 0), layout(1), floors=FLOORS)
        assert emptiness(bare).verdict is Verdict.GOOD
        table.lay(Piece("tile", Kind.LEAF, 0, "red", cells, cells[0]))
        laid = emptiness(calibrate(Frame(table.picture(), 1.0, 1), layout(1), floors=FLOORS))
        assert laid.verdict is not Verdict.GOOD
        assert set(cells) & set(laid.cells)


def test_what_is_surely_covered_is_kept_with_the_board(picture: Load, tmp_path: Path) -> None:
    """How those spaces look when empty is not known from then on, after a restart as well."""
    frame, boards = picture("easy_301", "step_02")
    corners = np.array(boards[0]["grid_corners_px"])
    x, y = corners.mean(axis=0).astype(int)
    held = frame.pixels.copy()
    held[y - 60 : y + 60, x - 80 : x + 80] = (200, 40, 160)
    told = calibrate(Frame(held, 0.0, 0), [SIZE_WH], corners_px=corners)
    assert emptiness(told).verdict is Verdict.POOR
    (board,) = told.profile.boards
    assert len(board.covered) >= 4
    assert Cell(*(int(side) for side in board.pose.locate(np.array([[x, y]]))[0][::-1])) in board.covered
    told.profile.save(tmp_path)
    assert Profile.load(tmp_path).boards[0].covered == board.covered


def test_what_surely_looks_covered_is_never_read_as_bare(picture: Load) -> None:
    """The leaf of a tile that lay there would be the floor of those spaces from then on."""
    frame, boards = picture("easy_301", "step_02")
    told = calibrate(frame, [SIZE_WH])
    assert emptiness(told).verdict is Verdict.POOR
    (board,) = told.profile.boards
    assert set(emptiness(told).cells) <= set(board.covered)
    assert len(occupied(told, boards) & set(board.covered)) >= 4


def test_a_smooth_thing_on_a_known_board_is_told(picture: Load, tmp_path: Path) -> None:
    """Nothing of its print can be compared, but the spaces are covered all the same, and never read."""
    frame, boards = picture("easy_301", "step_00")
    corners = np.array(boards[0]["grid_corners_px"])
    library = BoardLibrary(tmp_path)
    library.save("mine", calibrate(frame, [SIZE_WH], corners_px=corners).profile.boards[0])
    x, y = corners.mean(axis=0).astype(int)
    held = frame.pixels.copy()
    held[y - 60 : y + 60, x - 80 : x + 80] = (200, 40, 160)
    hidden = Frame(held, 0.0, 0)
    found = calibrate(hidden, [SIZE_WH], corners_px=corners)
    told = with_known(found, hidden, library, may_turn=True)
    assert told.profile.boards[0].covered == found.profile.boards[0].covered != ()
    assert emptiness(told).verdict is Verdict.POOR
    assert set(told.profile.boards[0].covered) <= set(emptiness(told).cells)


def test_a_lamp_mirrored_in_the_board_is_no_piece(picture: Load) -> None:
    """Light hides lines as well, and is told as glare."""
    frame, boards = picture("easy_301", "step_00")
    corners = np.array(boards[0]["grid_corners_px"])
    x, y = 0.5 * (corners.mean(axis=0) + corners[0])
    row, col = np.mgrid[: frame.pixels.shape[0], : frame.pixels.shape[1]]
    light = 300 * np.exp(-((col - x) ** 2 + (row - y) ** 2) / 70**2)[..., None]
    lit = Frame(np.clip(frame.pixels + light, 0, 255).astype(np.uint8), 0.0, 0)
    found = calibrate(lit, [SIZE_WH], corners_px=corners)
    (glare,) = [each for each in found.report if each.check == "glare"]
    assert glare.verdict is not Verdict.GOOD
    assert emptiness(found).verdict is not Verdict.POOR


def test_a_board_that_is_known_tells_more(picture: Load, tmp_path: Path) -> None:
    """Against its own empty print every covered space is told, and none of an empty board is, whichever way it lies."""
    frame, _ = picture("easy_301", "step_00")
    library = BoardLibrary(tmp_path)
    empty = calibrate(frame, [SIZE_WH])
    library.save("mine", empty.profile.boards[0])
    assert emptiness(with_known(empty, frame, library, may_turn=True)).verdict is Verdict.GOOD
    laid, boards = picture("easy_301", "step_02")
    corners = empty.profile.boards[0].pose.corners_px(SIZE_WH)
    for way in (corners, np.roll(corners, 2, axis=0)):
        for may_turn in (True, False):
            told = with_known(calibrate(laid, [SIZE_WH], corners_px=way), laid, library, may_turn=may_turn)
            found, true = emptiness(told), occupied(told, boards)
            assert found.verdict is Verdict.POOR
            assert set(found.cells) <= true
            assert len(found.cells) >= 0.6 * len(true)


def test_what_looks_covered_stands_in_json_and_picture(picture: Load) -> None:
    """The spaces have their names in the report, and frames in the colour of the verdict."""
    frame, _ = picture("easy_301", "step_01")
    calibration = calibrate(frame, [SIZE_WH])
    found = emptiness(calibration)
    told = json.loads(json.dumps(calibration.json()))
    (said,) = [each for each in told["findings"] if each["name"] == "empty"]
    assert said["cells"] == [str(cell) for cell in found.cells]
    canvas = draw(frame, calibration)
    cell = found.cells[0]
    x, y = calibration.profile.boards[0].pose.project(np.array([[cell.col + 0.5, cell.row + 0.08]]))[0]
    around = canvas[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3].reshape(-1, 3).astype(int)
    assert np.abs(around - COLORS[found.verdict]).sum(axis=1).min() < 60


def test_two_shades_by_turns_part_spaces_as_lines_do() -> None:
    """A chequered board has no lines inside its areas: where a tile lies, neither they nor its shades are seen."""
    frame = woven()
    board = calibrate(frame, [SIZE_WH]).profile.boards[0]
    assert len(hidden_joints(frame.pixels, board)) < 8
    corners = board.pose.project(np.array([[2.05, 4.05], [3.95, 4.05], [3.95, 5.95], [2.05, 5.95]]))
    covered = cv2.fillPoly(frame.pixels.copy(), [np.rint(corners).astype(np.int32)], (40, 60, 190))
    hidden = set(hidden_joints(covered, board))
    assert {(Cell(4, 2), Cell(4, 3)), (Cell(5, 2), Cell(5, 3)), (Cell(4, 2), Cell(5, 2))} <= hidden


def test_a_board_of_one_colour_is_no_crash(picture: Load) -> None:
    """Where corners are given over nothing at all, no space is unlike the others."""
    frame, boards = picture("easy_301", "step_00")
    board = calibrate(frame, [SIZE_WH], corners_px=boards[0]["grid_corners_px"]).profile.boards[0]
    gray = np.full_like(frame.pixels, 90)
    picture_of_it = np.full_like(board.picture, 90)
    plain = type(board)(
        board.seat, board.size_wh, board.pose, picture_of_it, board.px_per_unit, board.margin, board.floor,
        board.floor_confidence, board.polarity,
    )  # fmt: skip
    assert covering(Frame(gray, 0.0, 0), plain) == NOTHING


def test_a_thing_of_the_colours_of_the_floor_that_hides_many_lines_in_one_place_is_told(picture: Load) -> None:
    """A faint print loses lines all over the board."""
    frame, boards = picture("easy_301", "step_00")
    corners = np.array(boards[0]["grid_corners_px"])
    (x0, y0), (x1, y1) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
    part = slice((y0 + y1) // 2, y1), slice(x0 + (x1 - x0) // 3, x1 - (x1 - x0) // 4)
    held = frame.pixels.copy()
    held[part] = np.minimum(1.25 * cv2.GaussianBlur(held, (0, 0), 12)[part].astype(np.float64), 255)
    found = emptiness(calibrate(Frame(held, 0.0, 0), [SIZE_WH], corners_px=corners))
    assert found.verdict is Verdict.FAIR
    assert len(found.cells) > 6


@pytest.mark.parametrize(("bare", "lines_lost", "hidden"), [(0, 6, True), (1, 6, True), (2, 6, False), (2, 5, True)])
def test_an_area_of_another_color_is_a_print_where_the_print_is_faint(
    monkeypatch: pytest.MonkeyPatch, bare: int, lines_lost: int, hidden: bool
) -> None:
    """Its lines are missing here and there as they are elsewhere, and spaces with all their lines have its colour."""
    table = drawn_table(FLOORS, 4)
    (board,) = calibrate(Frame(table.picture(), 0.0, 0), layout(1), floors=FLOORS).profile.boards
    strange = [Cell(0, col) for col in range(3)]
    like_it = [Cell(4, 2 * col) for col in range(bare)]
    tinted = {Cell(*divmod(n, 9)): np.array([0.3, 0.0, 0.0]) for n in range(72)}
    tinted |= dict.fromkeys([*strange, *like_it], np.array([4.0, 0.0, 0.0]))
    lost = [(Cell(7, col), Cell(7, col + 1)) for col in range(lines_lost)]
    joints = [*pairwise(strange), *lost]
    monkeypatch.setattr("calibration.covering.hidden_joints", lambda *given: joints)
    monkeypatch.setattr("calibration.covering.tints", lambda *given: tinted)
    found = covering(Frame(table.picture(), 0.0, 0), board)
    assert set(strange) <= set(found.cells)
    assert set(found.hidden) == (set(strange) if hidden else set())
