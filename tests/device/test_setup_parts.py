"""Parts of the set-up by themselves: the lamp test, the cameras on offer, boards known by their treasures, turns."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from calibration.capture import calibrate
from device.command_queue import CommandQueue
from device.errors import JournalError, RequestError
from device.setup.boards import Boards, corners_of, swapped
from device.setup.cameras import Offer, offers
from device.setup.known import checked_name, fits
from device.setup.lamps import DARK, LampTest
from device.setup.stage import Stage
from device.simulator import SimulatedTable
from device.stopping import StopSign
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from vision.frame import Frame
from webui.command import Command
from webui.feed import Feed

PINS = ((1, 2, 3), (4, 5, 6), (7, 8, 9))


def test_lamps_are_ordered_as_they_were_seen() -> None:
    """Each lamp's pins go to the seat where it shone; a dark one gets the place that is left."""
    test = LampTest(3)
    for seat in (2, DARK, 0):
        test = test.answer(seat)
    assert test.lit is None
    assert test.order(PINS) == (PINS[2], PINS[1], PINS[0])


def test_a_place_is_taken_once_and_only_while_a_lamp_shines() -> None:
    """A second lamp at one place, a seat that is not there, and an answer after the last are refused."""
    test = LampTest(2).answer(1)
    for seat in (1, 2, -2):
        with pytest.raises(RequestError):
            test.answer(seat)
    with pytest.raises(RequestError):
        test.answer(0).answer(0)


def test_usb_cameras_are_offered_by_name_and_the_simulated_one_always(tmp_path: Path) -> None:
    """Only the first device of a camera counts, and not the Pi's own processor stages."""
    for name, index, label in (
        ("video10", "0", "bcm2835-isp"),
        ("video2", "0", "Some Camera: HD"),
        ("video3", "1", "Some Camera: HD"),
    ):
        folder = tmp_path / "sys/class/video4linux" / name
        folder.mkdir(parents=True)
        (folder / "index").write_text(f"{index}\n")
        (folder / "name").write_text(f"{label}\n")
    found = offers(tmp_path, lambda: "Raspberry Pi 5")
    assert found == (Offer("pi", ""), Offer("usb:2", "Some Camera: HD"), Offer("simulated", ""))


def test_two_boards_change_places_with_all_that_was_found_there() -> None:
    """Seats stay with their places; corners, treasures, names and findings go along, and back again."""
    floors = [floor.rows for floor in demo_floors()[:2]]
    table = SimulatedTable(floors, 5)
    corners = [table.corners_px(seat) for seat in (0, 1)]
    found = calibrate(Frame(table.picture(), 0.0, 0), layout(2), corners_px=corners, floors=floors)
    boards = Boards(found, ("Old", ""))
    other = swapped(boards, 0, 1)
    assert [board.seat for board in other.profile.boards] == [0, 1]
    assert [board.floor for board in other.profile.boards] == floors[::-1]
    assert [corners_of(board) for board in other.profile.boards] == [corners_of(b) for b in found.profile.boards][::-1]
    assert other.names == ("", "Old")
    was = {(each.name, each.value) for each in found.report}
    assert {(each.name, each.value) for each in other.calibration.report} == {
        (name.replace("board 1 ", "board X ").replace("board 2 ", "board 1 ").replace("board X ", "board 2 "), value)
        for name, value in was
    }
    again = swapped(other, 0, 1)
    assert [board.floor for board in again.profile.boards] == floors
    assert (again.names, again.calibration.report) == (("Old", ""), found.report)
    with pytest.raises(RequestError):
        swapped(boards, 0, 2)


def test_floors_fit_by_their_spaces_alone() -> None:
    """Kinds do not count, three spaces may differ, an empty reading fits nothing."""
    floor = ["bnmf....."] * 2
    assert fits(floor, ["fmnb....."] * 2)
    assert fits(floor, ["bnmf.....", "b........"])
    assert not fits(floor, ["bnmf.....", "........."])
    assert not fits(["........."], ["........."])


def test_names_of_boards_are_checked() -> None:
    """Blanks around a name go; too long ones and control characters are refused."""
    assert checked_name("  Board A ") == "Board A"
    for wrong in ("x" * 41, "a\nb", 3):
        with pytest.raises(RequestError):
            checked_name(wrong)


class Wizard:
    """A set-up that is finished at once and says so."""

    def __init__(self, said: list[str]) -> None:
        self.wanted = threading.Event()
        self.said = said
        self.ready = False

    def run(self, stop: StopSign, between: Any) -> None:
        """Answer whoever waits, and save a profile."""
        del stop
        self.wanted.clear()
        between()
        self.said.append("set-up")
        self.ready = True


class Table:
    """A table that is watched until it is to stop, for three frames at most."""

    def __init__(self, said: list[str], act: Any) -> None:
        self.said, self.act = said, act

    def run(self, stop: StopSign) -> None:
        """Do what the test wants while it runs."""
        self.said.append("table")
        self.act()
        assert stop.is_set() or self.said.count("table") == 3


def test_set_up_and_table_take_turns() -> None:
    """Without a profile the set-up comes first; a page's wish and changed settings each set the table up anew."""
    said: list[str] = []
    wizard = Wizard(said)
    commands, feed = CommandQueue(), Feed()
    asked = commands.submit(Command("undo"))
    acts = iter([lambda: stage.reload(), wizard.wanted.set, lambda: None])

    @contextmanager
    def open_table() -> Iterator[Any]:
        yield Table(said, next(acts))
        said.append("closed")

    stage = Stage(wizard, open_table, lambda: wizard.ready, feed, commands, dict)  # type: ignore[arg-type]
    feed.publish({"status": {"word": "settled", "text": "", "frame_rate_hz": 9.0}})
    stage.run(threading.Event())
    assert said == ["set-up", "table", "closed", "table", "closed", "set-up", "table", "closed"]
    assert asked.result(1).text == "The table is being set up. The game waits."
    latest = feed.latest()
    assert latest is not None
    assert '"word":"searching"' in latest.text
    assert '"trouble":"The table is being set up. The game waits."' in latest.text
    assert '"setup_open":true' in latest.text


def test_a_journal_that_cannot_be_opened_is_said_and_tried_again() -> None:
    """A card that has become read-only: the page says why no game goes on, commands are answered, and then it does."""
    said: list[str] = []
    wizard = Wizard(said)
    wizard.ready = True
    commands, feed = CommandQueue(), Feed()
    asked = commands.submit(Command("undo"))
    troubles: list[str] = []

    @contextmanager
    def open_table() -> Iterator[Any]:
        said.append("open")
        if len(said) < 3:
            raise JournalError("journal.db: read-only")
        latest = feed.latest()
        assert latest is not None
        troubles.append(json.loads(latest.text)["status"]["trouble"])
        yield Table(said, stop.set)

    stop = threading.Event()
    blank = {"language": "de", "status": {"word": "searching", "trouble": ""}}
    stage = Stage(wizard, open_table, lambda: True, feed, commands, lambda: blank, again_s=0.01)  # type: ignore[arg-type]
    stage.run(stop)
    assert said == ["open", "open", "open", "table"]
    assert "journal cannot be opened" in asked.result(1).text
    assert troubles == [
        "Das Journal lässt sich nicht öffnen, deshalb geht kein Spiel weiter; es wird wieder versucht. "
        "Prüfe die Speicherkarte."
    ]
