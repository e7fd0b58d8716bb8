"""Named boards: kept, and known again by their print, whichever way up they lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.board_library import BoardLibrary
from calibration.capture import calibrate
from calibration.profile import BoardProfile, ProfileError
from calibration.recognising import ALIKE, known, recognise, with_known
from calibration.report import Verdict
from engine.grid import Cell
from vision.following.mark_lock import half_turn
from vision.frame import Frame

SIZE_WH = (9.0, 8.0)
Load = Callable[[str, str], tuple[Frame, list[dict[str, Any]]]]
FLOOR = ("..b......", "n........", *(".........",) * 5, "f.......m")


def board_of(picture: Load, name: str, step: str, number: int = 0) -> tuple[Frame, BoardProfile]:
    """A picture of empty boards and one of its boards, the true far side far."""
    frame, truth = picture(name, step)
    corners = np.array(truth[number]["grid_corners_px"])
    return frame, calibrate(frame, [SIZE_WH], corners_px=corners, floors=[FLOOR]).profile.boards[0]


def dimmed(frame: Frame) -> Frame:
    """The same picture in the light of another evening."""
    light = np.linspace(0.55, 0.9, frame.size_wh[0])[None, :, None] * np.array([0.8, 0.95, 1.1])
    return Frame(np.clip(frame.pixels * light, 0, 255).astype(np.uint8), 1.0, 1)


def test_a_named_board_is_kept(picture: Load, tmp_path: Path) -> None:
    """What is saved comes back: picture, floor and name; a second one of that name takes its place."""
    _, board = board_of(picture, "easy_301", "step_00")
    library = BoardLibrary(tmp_path / "boards")
    assert library.names() == ()
    library.save("Summer  3, side A", board)
    (kept,) = library.boards()
    assert (kept.name, kept.floor, kept.size_wh) == ("Summer 3, side A", FLOOR, SIZE_WH)
    np.testing.assert_array_equal(kept.picture, board.picture)
    darker = replace(board, picture=board.picture // 2)
    library.save("Summer 3, side A", darker)
    (kept,) = library.boards()
    np.testing.assert_array_equal(kept.picture, darker.picture)
    assert len(list((tmp_path / "boards").iterdir())) == 2
    library.forget("Summer 3, side A")
    assert library.names() == ()


def test_boards_are_told_apart_by_their_print(picture: Load, tmp_path: Path) -> None:
    """Of several named boards each is recognised in another light, and one that was never named is none of them."""
    library = BoardLibrary(tmp_path)
    named = {"one": ("easy_301", "step_00"), "two": ("hard_305", "empty"), "three": ("hard_308_cards", "empty")}
    seen = {name: board_of(picture, *where) for name, where in named.items()}
    for name, (_, board) in seen.items():
        library.save(name, board)
    for name, (frame, board) in seen.items():
        found = recognise(library.boards(), dimmed(frame), board.pose, SIZE_WH)
        assert found is not None
        assert (found.board.name, found.turned) == (name, False)
        assert found.share > 2 * ALIKE
    frame, stranger = board_of(picture, "normal_302_cards", "step_00")
    assert recognise(library.boards(), frame, stranger.pose, SIZE_WH) is None


def test_a_board_that_lies_turned_is_turned_back(picture: Load, tmp_path: Path) -> None:
    """The far side is where it was when the board was named, and the confirmed treasures are in their spaces."""
    frame, board = board_of(picture, "hard_305", "empty")
    library = BoardLibrary(tmp_path)
    library.save("mine", board)
    turned = replace(
        board,
        pose=half_turn(board.pose, SIZE_WH),
        picture=np.ascontiguousarray(board.picture[::-1, ::-1]),
        floor=(".........",) * 8,
    )
    found = recognise(library.boards(), frame, turned.pose, SIZE_WH)
    assert found is not None
    assert found.turned
    back = known(replace(turned, covered=(Cell(0, 0), Cell(1, 3))), found, may_turn=True)
    np.testing.assert_allclose(back.pose.corners_px(SIZE_WH), board.pose.corners_px(SIZE_WH), atol=1e-3)
    np.testing.assert_array_equal(back.picture, board.picture)
    assert back.floor == FLOOR
    stays = known(replace(turned, covered=(Cell(1, 3),)), found, may_turn=False)
    assert stays.pose is turned.pose
    assert stays.floor == tuple(row[::-1] for row in reversed(FLOOR))
    assert min(min(row) for row in stays.floor_confidence) == 1.0
    assert back.covered == (Cell(6, 5), Cell(7, 8))
    assert stays.covered == (Cell(1, 3),)


def test_calibration_knows_the_boards_of_the_library(picture: Load, tmp_path: Path) -> None:
    """A calibration gets treasures, far side and a finding from what was named before."""
    frame, board = board_of(picture, "easy_301", "step_00")
    library = BoardLibrary(tmp_path)
    library.save("mine", board)
    other_way = np.roll(board.pose.corners_px(SIZE_WH), 2, axis=0)
    anew = calibrate(dimmed(frame), [SIZE_WH], corners_px=other_way)
    told = with_known(anew, dimmed(frame), library, may_turn=True)
    (found,) = told.profile.boards
    assert found.floor == FLOOR
    np.testing.assert_allclose(found.pose.corners_px(SIZE_WH), board.pose.corners_px(SIZE_WH), atol=1.5)
    findings = {finding.name: finding for finding in told.report}
    assert "mine" in findings["known"].text
    assert findings["treasures"].verdict is Verdict.GOOD
    assert with_known(anew, frame, BoardLibrary(tmp_path / "none"), may_turn=True).report == anew.report


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "two\x00"])
def test_a_board_has_a_proper_name(picture: Load, tmp_path: Path, name: str) -> None:
    """Names that nobody can read are refused."""
    _, board = board_of(picture, "easy_301", "step_00")
    with pytest.raises(ProfileError, match="name"):
        BoardLibrary(tmp_path).save(name, board)


def test_a_damaged_board_is_named(picture: Load, tmp_path: Path) -> None:
    """A torn picture or another form is told with its file; a board that is not there cannot be forgotten."""
    _, board = board_of(picture, "easy_301", "step_00")
    library = BoardLibrary(tmp_path)
    library.save("mine", board)
    (image,) = tmp_path.glob("*.png")
    content = image.read_bytes()
    image.write_bytes(content[: len(content) // 2])
    with pytest.raises(ProfileError, match=image.name):
        library.boards()
    image.write_bytes(b"")
    with pytest.raises(ProfileError, match=image.name):
        library.boards()
    image.write_bytes(content)
    (file,) = tmp_path.glob("*.json")
    file.write_text(file.read_text().replace("leafwatch-board/1", "other"))
    with pytest.raises(ProfileError, match="format"):
        library.boards()
    with pytest.raises(ProfileError, match="found none"):
        library.forget("yours")


def moved_icons(frame: Frame, board: BoardProfile, pairs: list[tuple[tuple[int, int], tuple[int, int]]]) -> Frame:
    """The picture of a board of the same ground on which icons are printed on other spaces: these change places."""
    canvas = frame.pixels.copy()
    square = np.array([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)])
    for pair in pairs:
        here, there = (board.pose.project(square + np.array([col, row])).astype(np.float32) for row, col in pair)
        for one, other in ((here, there), (there, here)):
            warp = cv2.getPerspectiveTransform(one, other)
            moved = cv2.warpPerspective(frame.pixels, warp, frame.size_wh)
            inside = np.zeros(canvas.shape[:2], np.uint8)
            cv2.fillConvexPoly(inside, np.rint(other).astype(np.int32), 1)
            canvas[inside > 0] = moved[inside > 0]
    return Frame(canvas, 0.0, 0)


def test_a_board_with_other_icons_on_the_same_ground_is_asked_about(picture: Load, tmp_path: Path) -> None:
    """Where it looks like a named board but not everywhere, the spaces are told, and that it may be another board."""
    frame, board = board_of(picture, "easy_301", "step_00")
    library = BoardLibrary(tmp_path)
    library.save("mine", board)
    read = calibrate(frame, [SIZE_WH], corners_px=board.pose.corners_px(SIZE_WH)).profile.boards[0].floor
    icons = [(row, col) for row in range(8) for col in range(9) if read[row][col] != "."][:3]
    plain = [(row, col) for row in range(8) for col in range(9) if read[row][col] == "."][:3]
    alike = moved_icons(frame, board, list(zip(icons, plain, strict=True)))
    anew = calibrate(alike, [SIZE_WH], corners_px=board.pose.corners_px(SIZE_WH))
    told = {each.check: each for each in with_known(anew, alike, library, may_turn=True).report}
    assert told["empty"].verdict is Verdict.POOR
    assert "another board" in told["empty"].text
    assert {tuple(cell) for cell in told["empty"].cells} & {*icons, *plain}
    # two such boards in the library: neither is known for sure, so the owner confirms what is printed
    library.save("yours", replace(anew.profile.boards[0], floor=FLOOR[::-1]))
    assert library.names() == ("mine", "yours")
    assert recognise(library.boards(), frame, board.pose, SIZE_WH) is None


def test_a_board_that_gets_another_name_loses_the_old_one(picture: Load, tmp_path: Path) -> None:
    """The same board is not kept twice, in whatever light and whichever way up it lay; it is known by the new name."""
    frame, board = board_of(picture, "easy_301", "step_00")
    library = BoardLibrary(tmp_path)
    library.save("Boart A", board)
    library.save("other", board_of(picture, "hard_305", "empty")[1])
    way = np.roll(board.pose.corners_px(SIZE_WH), 2, axis=0)
    again = calibrate(dimmed(frame), [SIZE_WH], corners_px=way, floors=[FLOOR]).profile.boards[0]
    library.save("Board A", again)
    assert library.names() == ("Board A", "other")
    found = recognise(library.boards(), frame, board.pose, SIZE_WH)
    assert found is not None
    assert (found.board.name, found.turned) == ("Board A", True)


def test_a_board_that_was_kept_twice_is_known_where_both_say_the_same(picture: Load, tmp_path: Path) -> None:
    """Names of old, before a new one took the place: with the same treasures it does not matter which is meant."""
    frame, board = board_of(picture, "easy_301", "step_00")
    one, two = BoardLibrary(tmp_path / "one"), BoardLibrary(tmp_path / "two")
    one.save("old", board)
    two.save("new", board)
    both = (*one.boards(), *two.boards())
    assert recognise(both, frame, board.pose, SIZE_WH) is not None
    two.save("new", replace(board, floor=(".........",) * 8))
    assert recognise((*one.boards(), *two.boards()), frame, board.pose, SIZE_WH) is None
