"""The demo from pictures to score: whole games (some golden), an altered table that must be noticed, a pulled plug."""

import gc
import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from device.cli import main
from device.command_queue import CommandQueue
from device.commands.demo import judged, spoken
from device.demo import Demo, demo_indicator
from device.journal.journal import Journal
from device.places import places
from device.session.history import LogLine
from device.session.session import Session
from device.simulation.camera import FAST_RATE_HZ, FRAME_RATE_HZ, at_once
from device.simulation.pieces import Kind, Piece
from device.simulation.player import SimulatedPlayer
from device.simulation.sprite import Sprite
from engine.grid import Cell
from vision.frame import Frame
from vision.measures.evidence import BoardEvidence
from vision.memory.settled_board import SettledBoard
from webui.command import Command

ROOT = Path(__file__).parent.parent.parent


GOLDEN = 8
"""The seed whose game is closed in between and held against a golden file move by move, as 3 is by its turn tiles."""

WHOLE = 50
"""The seed of another game that is played to the end: three squirrels come at once."""


@pytest.mark.long
def test_a_game_is_refereed_as_it_was_laid(pins: MockFactory, capsys: pytest.CaptureFixture[str]) -> None:
    """A solo game from pictures alone ends with the very state that lies on the table."""
    status = main(["demo", "--headless", "--fast", "--seed", str(WHOLE)])
    printed = capsys.readouterr()
    assert status == 0, printed.out[-2000:] + printed.err
    assert "0 of 72 spaces differ" in printed.out


@pytest.mark.long
def test_a_closed_demo_goes_on_where_it_was_and_ends_as_it_was_recorded(
    pins: MockFactory, tmp_path: Path, golden: Callable[[str, Session[Any, Any]], None]
) -> None:
    """From frames to final score every move, the state at the end and the result are those of the golden file.

    In the middle a second demo takes the journal: it has the same state, and the pieces on its table.
    """
    with Journal.open(tmp_path / "journal.db") as journal:
        demo = a_demo(journal, GOLDEN, FRAME_RATE_HZ)  # fewer pictures may show two pieces at once
        play_until(demo, 4)
        before = demo.table.session.committed
    pins.reset()
    with Journal.open(tmp_path / "journal.db") as journal:
        again = a_demo(journal, 999, FRAME_RATE_HZ)
        assert again.table.session.committed == before
        while not again.player.done:
            again.table.step()
        assert judged(again) == 0
        golden(f"solo-{GOLDEN}", again.table.session)


def a_demo(journal: Journal, seed: int, rate_hz: float = FAST_RATE_HZ) -> Demo:
    """A demo without a page that does not wait."""
    commands, silent = CommandQueue(), demo_indicator()
    return Demo(journal, seed, commands, lambda message: None, at_once, silent, frame_rate_hz=rate_hz)


def play_until(demo: Demo, turn: int) -> None:
    """Let the simulated player go on until a turn has begun; gives up with what it says."""
    while demo.table.session.turn < turn:
        demo.table.step()
        assert not demo.player.done, demo.player.report


def test_nothing_of_a_game_is_kept_when_the_next_begins(tmp_path: Path, pins: MockFactory) -> None:
    """When the third game begins no more sessions, moves, pieces, pictures or looks are alive than at the second."""
    kinds = Session, LogLine, SimulatedPlayer, Sprite, Piece, Frame, BoardEvidence, SettledBoard
    alive = []
    with Journal.open(tmp_path / "journal.db") as journal:
        demo = a_demo(journal, 3)
        for _ in range(3):
            play_until(demo, 2)
            demo.commands.submit(Command("new-game"))
            for _ in range(30):  # the cleared table settles, and the first hand is not there yet
                demo.table.step()
                if demo.simulator.busy:
                    break
            gc.collect()
            found = Counter(type(each) for each in gc.get_objects() if type(each) in kinds)
            alive.append(tuple(found[kind] for kind in kinds))
    assert alive[1][0] >= 1
    assert all(late <= early for early, late in zip(alive[1], alive[2], strict=True)), alive


def test_a_table_that_is_not_as_refereed_is_noticed(
    tmp_path: Path, pins: MockFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    """A piece that appears without a picture of it makes the comparison fail and names the space."""
    with Journal.open(tmp_path / "journal.db") as journal:
        demo = a_demo(journal, 3)
        demo.table.step()
        free = next(space.cell for space, lies in demo.simulator.truth().items() if lies == "floor")
        demo.simulator.lay(Piece("odd", Kind.SQUIRREL, 0, "", (free,)))
        assert judged(demo) == 1
    assert f"{free}: refereed floor, laid squirrel" in capsys.readouterr().err


def test_a_person_at_the_page_takes_over_and_is_refereed(tmp_path: Path, pins: MockFactory) -> None:
    """A tile over another one is called illegal with its rule, taken away again it is forgotten."""
    with Journal.open(tmp_path / "journal.db") as journal:
        demo = a_demo(journal, 3)
        play_until(demo, 2)
        commands = demo.commands
        commands.submit(Command("simulator.playing", {"mode": "hand"}))
        until(demo, "settled")
        laid = next(piece for piece in demo.simulator.pieces if piece.kind is Kind.LEAF)
        corner = min(laid.cells)
        body = {
            "tile": "y01",
            "turns": 0,
            "flipped": False,
            "seat": 0,
            "cell": str(Cell(corner.row, min(corner.col, 5))),
        }
        asked = commands.submit(Command("simulator.lay", body))
        demo.table.step()
        assert asked.result(timeout=0).ok
        until(demo, "wrong")
        verdict = demo.latest["verdict"]
        assert verdict["rule"] is not None
        assert demo.latest["lamps"][0]["pattern"] == "illegal"
        commands.submit(Command("simulator.lift", {"id": demo.simulator.pieces[-1].id}))
        until(demo, "settled")
        assert demo.latest["verdict"]["mood"] is None


def until(demo: Demo, wanted: str) -> None:
    """Step until the table lies settled with no hand about, or its verdict has the mood that is wanted."""
    for _ in range(400):
        demo.table.step()
        message = demo.latest
        still = message["status"]["word"] == "settled" and not demo.simulator.busy
        if still and wanted in {"settled", message["verdict"]["mood"]}:
            return
    raise AssertionError(f"never {wanted}: {demo.latest['status']} {demo.latest['verdict']}")


@pytest.mark.parametrize(
    ("environ", "settings", "language"),
    [
        ({}, "", "en"),
        ({"LANG": "C.UTF-8"}, "", "en"),
        ({"LANG": "de_DE.UTF-8"}, "", "de"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "de_AT.UTF-8"}, "", "de"),
        ({"LANG": "fr_FR.UTF-8"}, "", "en"),
        ({"LANG": "de_DE.UTF-8"}, '[table]\nlanguage = "en"\n', "en"),
        ({"LANG": "en_GB.UTF-8"}, '[table]\nlanguage = "de"\n', "de"),
    ],
)
def test_the_demo_speaks_as_the_settings_or_the_desktop(
    tmp_path: Path, environ: dict[str, str], settings: str, language: str
) -> None:
    """Whoever sets a language has it; otherwise it is that of the desktop, and English where that is another."""
    (tmp_path / "config.toml").write_text(settings, encoding="utf-8")
    assert spoken(places({"LEAFWATCH_HOME": str(tmp_path)}), environ) == language


@contextmanager
def running(home: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The real demo as a process of its own, with the address of its page."""
    environment = {
        **os.environ,
        "LEAFWATCH_HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
        "LC_ALL": "C",
    }
    arguments = [sys.executable, "-m", "device.cli", "demo", "--no-browser", "--port", "0", "--fast", "--seed", "6"]
    with subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().split()[4]
        finally:
            process.kill()


def state_after(url: str, wanted: int) -> dict[str, Any]:
    """The first table message with at least so many turns begun; long polls, so nothing sleeps."""
    seq = silent = 0
    while silent < 15:
        with urllib.request.urlopen(f"{url}api/state?since={seq}&wait=20", timeout=180) as answer:
            message: dict[str, Any] = json.load(answer)
        if "turn" in message and message["turn"]["number"] >= wanted:
            return message
        seq, silent = message["seq"], silent + 1 if message["seq"] == seq else 0
    raise AssertionError(f"nothing new for five minutes: {message['status']} {message.get('verdict')}")


@pytest.mark.long
def test_a_killed_demo_goes_on_at_the_last_committed_move(tmp_path: Path) -> None:
    """Kill -9 in the middle of a game loses no turn that the page has shown as ended; its health knows that game."""
    with running(tmp_path) as (process, url):
        before = state_after(url, 3)
        process.send_signal(signal.SIGKILL)
    with running(tmp_path) as (process, url):
        after = state_after(url, 1)
        assert after["turn"]["number"] >= before["turn"]["number"]
        texts = [line["text"] for line in after["log"]]
        assert [line["text"] for line in before["log"]] == texts[: len(before["log"])]
        with urllib.request.urlopen(f"{url}api/health", timeout=180) as answer:
            told = json.load(answer)
        assert told["live"]["journal_bytes"] > 0
        assert "games: 1" in {finding["subject"]: finding["text"] for finding in told["findings"]}["journal"]
