"""Faults while a game goes on: a journal that cannot be written, a camera that dies or freezes, a clock that jumps."""

from __future__ import annotations

import ast
import random
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from device.cameras.camera import reopening_pauses_s
from device.cameras.frozen import FrozenWatch
from device.command_queue import CommandQueue
from device.demo import demo_indicator
from device.errors import JournalError
from device.eyes import eyes_of
from device.journal.journal import Entry, Journal
from device.journal.keeping import Keeper
from device.journal.saving import ASK_AGAIN_S, Saving
from device.session.session import Session
from device.simulation.policy import choose
from device.table import Table
from engine.catalog import GAMES
from engine.grid import Cell
from engine.indian_summer.sets import demo_floors
from engine.polyomino import Polyomino
from tests.device.wired_camera import Shown, Wire, look_until
from tests.drawn_tables import calibrated, drawn_table
from vision.frame import Frame
from webui.command import Command, Reply

ROOT = Path(__file__).parents[2]
GAME = GAMES["indian-summer"]
FLOOR = demo_floors()[0]
PATIENCE_S = 2.5


class Evening:
    """A solo game at a simulated table, kept in a real journal, with everything that was published."""

    def __init__(self, folder: Path, wall: Callable[[], float] | None = None) -> None:
        self.simulator = drawn_table([FLOOR.rows], 3)
        self.frozen: Frame | None = None
        self.wire = Wire(self.simulator, self._watched)
        self.wire.read()  # the first picture is that of the empty board
        profile = calibrated([FLOOR.rows], 3)
        self.journal = Journal.open(
            folder / "journal.sqlite3", wall=wall or time.time, monotonic=lambda: self.simulator.now_s
        )
        self.keeper: Keeper[Any, Any] = Keeper(self.journal, GAME, lambda: (GAME.new_solo(None, FLOOR), {}))
        self.commands = CommandQueue()
        self.messages: list[Mapping[str, Any]] = []
        self.indicator = demo_indicator()
        self.table = Table(
            self.keeper.resume(),
            eyes_of(profile, lambda: self.wire),
            self.indicator,
            self.messages.append,
            self.commands,
            names=("Ada",),
            restart=self.keeper.begin,
            finished=self.keeper.finish,
            clock=lambda: self.simulator.now_s,
            probe=self.journal.check_writable,
        )

    @property
    def latest(self) -> Mapping[str, Any]:
        """The last table message."""
        return self.messages[-1]

    @property
    def pattern(self) -> str:
        """What the lamp of the first seat shows."""
        return str(self.latest["lamps"][0]["pattern"])

    def until(self, word: str) -> None:
        """Step until the status says this word and no hand is about."""
        look_until(self, word)

    def ask(self, name: str, body: Mapping[str, object] | None = None) -> Reply:
        """The answer to a command."""
        asked = self.commands.submit(Command(name, body or {}, who="button"))
        self.table.step()
        return asked.result(timeout=0)

    def close(self) -> None:
        """Free the pins and the journal."""
        self.indicator.close()
        self.journal.close()

    def _watched(self) -> Shown:
        """What becomes of frames from now on: those of a camera that hangs are noticed, a new one may be another."""
        watch = FrozenWatch(PATIENCE_S)

        def shown(frame: Frame) -> Frame:
            if self.frozen is not None:
                frame = Frame(self.frozen.pixels, frame.taken_at_s, frame.seq)
            watch.check(frame.pixels, frame.taken_at_s)
            return frame

        return shown

    def entries(self) -> tuple[Entry, ...]:
        """What the journal holds of the game."""
        game = self.journal.unfinished()
        assert game is not None
        return game.entries


@pytest.fixture
def evening(tmp_path: Path, pins: MockFactory) -> Iterator[Evening]:
    """A table that lies still and has been read."""
    made = Evening(tmp_path)
    made.until("settled")
    yield made
    made.close()


# --- a journal that cannot be written -----------------------------------------------------------------------------


def test_a_turn_that_cannot_be_saved_does_not_count_and_the_game_goes_on_when_it_can(evening: Evening) -> None:
    """SQLite refuses: the answer, the page and the lamp say so, nothing has changed; later the same request works."""
    evening.simulator.ask_squirrel(0, Cell(0, 0))
    evening.until("settled")
    before = evening.table.session.committed
    evening.journal._connection.execute("PRAGMA query_only = ON")
    reply = evening.ask("end-turn")
    assert not reply.ok
    assert "does not count" in reply.text
    assert "read-only" in reply.text
    assert evening.table.session.committed is before
    assert evening.latest["status"]["text"] == evening.latest["status"]["trouble"] == reply.text
    assert evening.pattern == "not-saved"
    for _ in range(36):  # as long as it lasts, a probe every now and then changes nothing
        evening.table.step()
    assert evening.pattern == "not-saved"
    assert evening.entries() == ()
    evening.journal._connection.execute("PRAGMA query_only = OFF")
    for _ in range(36):
        evening.table.step()
    assert evening.pattern == "legal"
    assert "journal" not in evening.latest["status"]["text"]
    assert evening.latest["status"]["trouble"] == ""
    assert evening.ask("end-turn").ok
    assert [entry.actor for entry in evening.entries()] == ["camera", "button"]


def test_every_request_that_must_be_saved_is_refused_while_it_cannot(evening: Evening) -> None:
    """Undo and a new game are refused with the same sentence; the game that was running is still the one."""
    evening.simulator.ask_squirrel(0, Cell(0, 0))
    evening.until("settled")
    assert evening.ask("end-turn").ok
    evening.until("settled")
    session, before = evening.table.session, evening.table.session.committed
    evening.journal._connection.execute("PRAGMA query_only = ON")
    for name in ("undo", "new-game"):
        reply = evening.ask(name)
        assert (reply.ok, "cannot be written" in reply.text) == (False, True), name
    assert evening.table.session is session
    assert evening.table.session.committed is before
    evening.journal._connection.execute("PRAGMA query_only = OFF")
    assert evening.ask("undo").ok


def test_a_result_that_could_not_be_written_is_written_later(tmp_path: Path, pins: MockFactory) -> None:
    """The last move counts; the result that the disk refused is told again when something can be written."""
    told: list[str] = []
    evening = Evening(tmp_path)
    evening.wire.plugged = False  # the moves come by hand: it is the journal that matters here

    def finished(session: Session[Any, Any]) -> None:
        told.append("written" if told else "refused")
        if told == ["refused"]:
            raise JournalError("the disk is full")
        evening.keeper.finish(session)

    evening.table._finished = finished
    chance = random.Random(3)
    while not (session := evening.table.session).finished:
        move = choose(GAME, session.committed, chance) or GAME.end_turn(session.committed)
        assert move is not None
        last = GAME.result(GAME.play(session.committed, move).state) is not None
        if not last:
            ends = move == GAME.end_turn(session.committed)
            session.end_turn("button") if ends else session.enter(move, "camera")
        elif move == GAME.end_turn(session.committed):
            assert evening.ask("end-turn").ok
        else:
            assert evening.ask("move", {"notation": GAME.write_move(move)}).ok
    assert told == ["refused"]
    assert evening.journal.games()[0].result is None
    for _ in range(60):
        evening.simulator.advance(0.1)
        evening.table._save_again()
    assert told == ["refused", "written"]
    assert evening.journal.games()[0].result is not None
    evening.close()


def test_saving_asks_again_only_now_and_then() -> None:
    """While the journal refuses it is asked every two seconds; once it does not, nothing is said any more."""
    asked: list[float] = []
    now_s = 0.0
    works = False

    def probe() -> None:
        asked.append(now_s)
        if not works:
            raise JournalError("no")

    saving = Saving(probe)
    saving.look(0.0)
    assert asked == []
    saving.failed(JournalError("no"), 0.0)
    for tick in range(100):
        now_s = tick / 10
        works = now_s >= 7
        saving.look(now_s)
        assert bool(saving.trouble) == (now_s < 8)
    assert asked == [ASK_AGAIN_S * number for number in range(1, 5)]


def covered(message: Mapping[str, Any]) -> frozenset[tuple[int, int]]:
    """The spaces (row, col) on which the message has something."""
    rows = message["players"][0]["board"]
    return frozenset((r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != ".")


# --- a camera that dies or freezes --------------------------------------------------------------------------------


@pytest.mark.parametrize("seen_s", [0.3, 0.7, 1.1, 1.5])
def test_a_camera_that_dies_while_a_piece_is_laid_makes_no_wrong_move(evening: Evening, seen_s: float) -> None:
    """Lost with the hand over the board and a piece half there, back when it lies: that piece, and nothing else."""
    evening.simulator.ask_lay(Polyomino.parse("##", "#o"), "yellow", seat=0, corner=Cell.parse("c4"))
    dies_at_s = evening.simulator.now_s + seen_s
    while evening.simulator.now_s < dies_at_s:
        evening.table.step()
    evening.wire.plugged = False
    evening.table.step()
    assert (evening.latest["status"]["word"], evening.pattern) == ("camera-lost", "camera-lost")
    before = len(evening.messages)
    evening.wire.plugged = True
    evening.until("settled")
    assert evening.wire.opened == 2
    assert evening.entries() == ()
    shown = [(message["verdict"]["mood"], covered(message)) for message in evening.messages[before:]]
    square = frozenset({(3, 2), (3, 3), (4, 2), (4, 3)})
    assert {mood for mood, _ in shown} <= {
        None,
        "notice",
    }  # notice: the hole lies over a printed treasure, whose token is owed
    assert {spaces for _, spaces in shown} <= {frozenset(), square}
    assert shown[-1] == ("notice", square)


def test_a_piece_taken_away_while_the_camera_was_lost_leaves_nothing(evening: Evening) -> None:
    """Half laid when the camera died and gone when it is back: the board is what it was."""
    evening.simulator.ask_squirrel(0, Cell(4, 4))
    for _ in range(3):
        evening.table.step()
    evening.wire.plugged = False
    evening.table.step()
    while evening.simulator.busy:
        evening.simulator.advance(0.1)
    evening.simulator.clear()
    evening.wire.plugged = True
    evening.until("settled")
    assert evening.latest["verdict"]["mood"] is None
    assert covered(evening.latest) == frozenset()


def test_a_frozen_camera_is_noticed_opened_anew_and_read_on(evening: Evening) -> None:
    """The same picture again and again is a lost camera within three seconds; what was laid meanwhile is seen after."""
    frozen_at_s = evening.simulator.now_s
    evening.frozen = evening.wire.read()
    evening.simulator.ask_squirrel(0, Cell(4, 4))
    while evening.latest["status"]["word"] != "camera-lost":
        evening.table.step()
        assert evening.simulator.now_s - frozen_at_s < 3
        assert evening.latest["verdict"]["mood"] is None
    assert "same picture" in evening.latest["status"]["text"]
    evening.frozen = None
    evening.until("settled")
    assert evening.latest["players"][0]["board"][4][4] == "s"


def test_a_camera_is_tried_again_within_ten_seconds_of_its_return() -> None:
    """However long it was gone, the next attempt comes so soon that opening and settling have seconds to spare."""
    pauses_s = list(islice(reopening_pauses_s(), 50))
    assert max(pauses_s) <= 5
    assert pauses_s == sorted(pauses_s)
    assert pauses_s[0] <= 1


# --- a clock that jumps -------------------------------------------------------------------------------------------


def test_a_wall_clock_that_jumps_changes_stamps_only(tmp_path: Path, pins: MockFactory) -> None:
    """Back to 1970, ahead to 2038, back again with every look at it: the game and its order are as ever."""
    states = []
    for jumping in (False, True):
        (folder := tmp_path / str(jumping)).mkdir()
        steady, jumps = count(1.8e9, 0.5), cycle([1.8e9, 2.1e9, 1.9e9, 0.0])
        evening = Evening(folder, jumps.__next__ if jumping else steady.__next__)
        for cell in (Cell(0, 0), Cell(4, 4)):
            evening.simulator.ask_squirrel(0, cell)
            evening.until("settled")
            assert evening.ask("end-turn").ok
        game = evening.journal.unfinished()
        assert game is not None
        states.append((evening.table.session.committed, game.entries))
        if jumping:
            stamps = [written.at for written in game.written]
            assert stamps != sorted(stamps)
        assert all(0 <= written.delta_s < 60 for written in game.written)
        evening.close()
        with Journal.open(folder / "journal.sqlite3") as again:
            resumed = Keeper(again, GAME, lambda: (GAME.new_solo(None, FLOOR), {})).resume()
            assert resumed.committed == evening.table.session.committed
    assert states[0] == states[1]


WALL = {("time", "time"), ("datetime", "now"), ("datetime", "today"), ("date", "today"), ("datetime", "utcnow")}
LOOP = (
    "device/table", "device/watcher", "device/session/session", "vision/tracker", "vision/memory/board_tracker",
    "vision/memory/settled_board", "vision/memory/explained_anew",
    "device/cameras/camera", "device/cameras/pi", "device/cameras/usb", "device/cameras/frozen",
    "device/journal/saving", "device/signals/patterns", "device/signals/indicator",
)  # fmt: skip


def test_nothing_in_the_loop_looks_at_the_wall_clock() -> None:
    """Neither loop, session, cameras, lamps nor tracker ask for the time of day, so that a jump cannot touch them."""
    for file in (ROOT / f"{name}.py" for name in LOOP):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                assert (node.value.id, node.attr) not in WALL, f"{file}:{node.lineno}"
