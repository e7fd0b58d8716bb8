"""The simulated table: its truth, its hands, its pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from device.simulation.camera import RealTime, SimulatedCamera, at_once
from device.simulation.pieces import Kind, Piece
from device.simulator import QUIET_S, SimulatedTable
from engine.grid import Cell, Space
from engine.polyomino import Polyomino
from vision.frame import Pixels
from vision.pose import BoardPose

FLOOR = (
    "..b...n..",
    ".m.....f.",
    "...n..b..",
    "n......m.",
    ".b..f...n",
    "...m.....",
    "b...n..b.",
    ".n..m...n",
)
BARE = (".........",) * 8
SMALL = (400, 300)
ELL = Polyomino.parse("#.", "#o")
QUIET_FRAMES = round(QUIET_S * 10)


def still_table(boards: int = 1, seed: int = 5, size_wh: tuple[int, int] = SMALL) -> SimulatedTable:
    """A small table past its quiet time."""
    table = SimulatedTable([FLOOR] * boards, seed, size_wh)
    table.advance(QUIET_S)
    return table


def finish(table: SimulatedTable) -> int:
    """Let hands do all they were asked to; returns how many frames that took."""
    for frame in range(1000):
        if not table.busy:
            return frame
        table.advance(0.1)
    raise AssertionError("the hands never finish")


def average(table: SimulatedTable, frames: int = 6) -> NDArray[np.float64]:
    """The picture with its noise averaged out; time stands still."""
    return np.asarray(np.mean([table.picture().astype(np.float64) for _ in range(frames)], axis=0), np.float64)


def outline_mask(table: SimulatedTable, cells: list[Cell], grow: float) -> NDArray[np.bool_]:
    """The pixels of some spaces of board 0, each grown on all sides by ``grow`` spaces."""
    pose = BoardPose.from_corners(table.corners_px(0), (9.0, 8.0))
    mask = np.zeros((table.size_wh[1], table.size_wh[0]), np.uint8)
    for row, col in cells:
        a, b, c, d = col - grow, row - grow, col + 1 + grow, row + 1 + grow
        square = pose.project([[a, b], [c, b], [c, d], [a, d]])
        cv2.fillConvexPoly(mask, np.round(square).astype(np.int32), 255)
    return mask > 0


def test_what_was_laid_is_the_truth() -> None:
    """Truth names the uppermost surface of every space, whatever lies below."""
    table = still_table()
    table.ask_lay(ELL, "green", 0, Cell(2, 1))
    table.ask_token(0, Cell(3, 2), "nut")
    table.ask_squirrel(0, Cell(0, 0))
    table.ask_lay(Polyomino.parse("#o##"), "yellow", 0, Cell(5, 4))
    table.ask_lay(Polyomino.parse("##o##"), "red", 0, Cell(6, 0))
    table.ask_animal(0, "Fox", [Cell(5, 5), Cell(6, 5)])
    finish(table)

    expected = (
        "s........",
        ".........",
        ".g.......",
        ".gN......",
        ".........",
        "....yayy.",
        "rrorra...",
        ".........",
    )
    assert table.truth_rows(0) == expected
    truth = table.truth()
    assert truth[Space(0, Cell(3, 2))] == "token.nut"
    assert truth[Space(0, Cell(6, 2))] == "hole"
    assert truth[Space(0, Cell(6, 1))] == "leaf.red"
    assert truth[Space(0, Cell(5, 5))] == "animal"
    assert len(truth) == 72


def test_a_lifted_piece_is_gone_and_shows_what_was_below() -> None:
    """Lifting the upper of two pieces uncovers the lower one."""
    table = still_table()
    below = table.ask_lay(ELL, "green", 0, Cell(0, 0))
    above = table.ask_lay(ELL, "green", 0, Cell(0, 0))
    table.ask_lift(above)
    finish(table)

    assert [below] == [piece.id for piece in table.pieces]
    assert table.truth_rows(0)[:2] == ("g........", "go.......")


def test_pieces_may_hang_over_the_edge() -> None:
    """What is illegal is still possible: a tile partly beside the board lies there, and only its inner part counts."""
    table = still_table()
    table.ask_lay(Polyomino.parse("#o#"), "green", 0, Cell(7, 7))
    finish(table)

    assert table.truth_rows(0)[7] == ".......go"


def test_pieces_lie_a_little_off_the_grid() -> None:
    """Hands are not exact: offsets vary and stay below a tenth of a space, turns below two degrees."""
    table = still_table()
    for col in range(9):
        table.ask_squirrel(0, Cell(0, col))
    finish(table)

    offsets = [abs(value) for piece in table.pieces for value in piece.offset_xy]
    assert 0.0 < max(offsets) < 0.1
    assert 0.0 < max(abs(piece.turn_deg) for piece in table.pieces) < 2.0


def test_a_tile_changes_its_own_spaces_and_nothing_beyond_its_shadow() -> None:
    """Laid by a hand, a tile appears inside its spaces; half a space further away the picture is as before."""
    table = still_table(size_wh=(600, 450))
    before = average(table)
    table.ask_lay(ELL, "yellow", 0, Cell(3, 3))
    took = finish(table)
    table.advance(-0.1 * took)  # the same light as before
    change = np.abs(average(table) - before).max(axis=2)

    cells = [Cell(3, 3), Cell(4, 3), Cell(4, 4)]
    assert np.median(change[outline_mask(table, [Cell(3, 3), Cell(4, 3)], -0.2)]) > 25
    assert np.percentile(change[~outline_mask(table, cells, 0.5)], 99.9) < 8


def test_the_hand_comes_and_goes() -> None:
    """No hand in the quiet time, a large change over the near rim while it lays, none when it has left."""
    table = SimulatedTable([FLOOR], 5, SMALL)
    table.ask_lay(ELL, "red", 0, Cell(3, 4))
    empty = average(table)
    rim = np.s_[-20:, :]
    widths = []
    with SimulatedCamera(table, at_once) as camera:
        for _ in range(QUIET_FRAMES + 25):
            frame = camera.read()
            change = np.abs(frame.pixels[rim].astype(np.float64) - empty[rim]).max(axis=2)
            widths.append(float((change > 40).mean()))

    assert max(widths[: QUIET_FRAMES - 1]) < 0.01
    assert max(widths) > 0.1
    assert sum(width > 0.05 for width in widths) > 5
    assert max(widths[-5:]) < 0.01
    assert len(table.pieces) == 1


def test_a_carried_piece_does_not_lie_yet() -> None:
    """Until the hand has put it down a piece is in no truth, and one being lifted leaves it at once."""
    table = still_table()
    laid = table.ask_squirrel(0, Cell(4, 4))
    table.advance(0.1)
    table.advance(0.4)
    assert table.busy
    assert table.pieces == ()
    finish(table)
    table.ask_lift(laid)
    while table.pieces:
        table.advance(0.1)
    assert table.busy


def test_frames_are_the_same_for_the_same_seed_and_requests() -> None:
    """Two tables of one seed give equal pictures with a hand under way; another seed gives others."""

    def pictures(seed: int) -> list[Pixels]:
        table = SimulatedTable([FLOOR], seed, SMALL)
        table.ask_lay(ELL, "green", 0, Cell(2, 2))
        camera = SimulatedCamera(table, at_once)
        return [camera.read().pixels for _ in range(QUIET_FRAMES + 12)][:: QUIET_FRAMES + 11]

    first, again, other = pictures(3), pictures(3), pictures(4)
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert not np.array_equal(first[0], other[0])


def test_times_and_numbers_of_frames_grow() -> None:
    """Frames are a tenth of a simulated second apart and numbered from 0, and each has its own pixels."""
    camera = SimulatedCamera(SimulatedTable([BARE], 1, SMALL), at_once)
    frames = [camera.read() for _ in range(5)]

    assert [frame.seq for frame in frames] == [0, 1, 2, 3, 4]
    assert np.diff([frame.taken_at_s for frame in frames]) == pytest.approx([0.1] * 4)
    assert not np.array_equal(frames[0].pixels, frames[1].pixels)


@pytest.mark.parametrize("boards", [1, 2, 3, 4])
def test_the_grid_is_drawn_where_the_corners_say(boards: int) -> None:
    """Along every printed line the picture is brighter than a quarter of a space beside it; all boards are in view."""
    table = still_table(boards, size_wh=(1000, 750))
    picture = cv2.cvtColor(np.clip(average(table), 0, 255).astype(np.uint8), cv2.COLOR_BGR2GRAY)
    for seat in range(boards):
        corners = table.corners_px(seat)
        assert (corners > 10).all()
        assert (corners < np.array(table.size_wh) - 10).all()
        pose = BoardPose.from_corners(corners, (9.0, 8.0))
        along = np.arange(0.3, 7.8, 0.1)
        for col in range(1, 9):
            line, beside = (
                np.median([picture[y, x] for x, y in np.round(pose.project(np.stack([at, along], axis=1))).astype(int)])
                for at in (np.full(len(along), float(col)), np.full(len(along), col + 0.25))
            )
            assert line > beside + 8


def test_a_bump_moves_the_board_and_what_lies_on_it() -> None:
    """After a bump the corners are elsewhere and the truth is the same."""
    table = still_table(size_wh=(600, 450))
    table.lay(Piece("x", Kind.SQUIRREL, 0, "", (Cell(3, 3),)))
    corners, truth = table.corners_px(0), table.truth()
    before = average(table)
    table.bump(0, (0.3, -0.2), 1.0)

    moved = table.corners_px(0) - corners
    assert np.linalg.norm(moved, axis=1).min() > 3
    assert table.truth() == truth
    assert np.abs(average(table) - before).max() > 40


def test_the_light_drifts_over_time() -> None:
    """Brightness wanders by more than one and less than forty per cent in two minutes, without any hand."""
    table = still_table()
    levels = []
    for _ in range(12):
        levels.append(float(table.picture().mean()))
        table.advance(10.0)

    assert 1.01 < max(levels) / min(levels) < 1.4


def test_impossible_requests_are_refused() -> None:
    """No such seat, color, treasure, piece or floor: an error, and nothing is asked of the hands."""
    table = still_table()
    with pytest.raises(ValueError, match="seats 0 to 0"):
        table.ask_squirrel(1, Cell(0, 0))
    with pytest.raises(ValueError, match="green, yellow or red"):
        table.ask_lay(ELL, "blue", 0, Cell(0, 0))
    with pytest.raises(ValueError, match="a token is"):
        table.ask_token(0, Cell(0, 0), "acorn")
    with pytest.raises(LookupError, match="no piece 'p9'"):
        table.ask_lift("p9")
    with pytest.raises(ValueError, match="8 rows of 9"):
        SimulatedTable([("...",)], 1)
    with pytest.raises(ValueError, match="1 to 4 boards"):
        SimulatedTable([BARE] * 5, 1)
    assert not table.busy


def test_a_piece_can_be_asked_back_while_it_is_on_its_way_but_only_once() -> None:
    """Lifting works for a piece that a hand has yet to lay, and a second request for the same piece is refused."""
    table = still_table()
    piece = table.ask_squirrel(0, Cell(1, 1))
    table.ask_lift(piece)
    with pytest.raises(LookupError):
        table.ask_lift(piece)
    finish(table)
    assert table.pieces == ()


def test_a_swept_table_is_empty_and_stays_so() -> None:
    """Clearing takes all pieces, and a hand under way lays nothing afterwards."""
    table = still_table()
    table.ask_squirrel(0, Cell(0, 0))
    finish(table)
    table.ask_squirrel(0, Cell(1, 1))
    table.advance(0.4)
    table.clear()
    table.advance(2.0)

    assert not table.busy
    assert table.truth_rows(0) == BARE


def test_real_time_waits_until_a_frame_is_due_and_never_hurries() -> None:
    """The pace sleeps for what is left, and after a hold-up it goes on from there."""
    clock = [100.0]
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock[0] += seconds

    pace = RealTime(lambda: clock[0], sleep)
    pace(0.1)
    clock[0] += 0.03
    pace(0.2)
    clock[0] += 5.0
    pace(0.3)
    clock[0] += 0.06
    pace(0.4)

    assert slept == pytest.approx([0.07, 0.04])


def test_swept_pieces_are_forgotten() -> None:
    """Game after game on one table: no picture of a piece that was swept away is kept."""
    table = SimulatedTable([["........."] * 8], 3, SMALL)
    for _ in range(3):
        for row in range(4):
            table.ask_squirrel(0, Cell(row, row))
        while table.busy:
            table.advance(0.1)
            table.picture()
        table.clear()
        assert table._scenery._sprites == {}
