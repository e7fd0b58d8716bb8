"""A table at rest: the slightest bump is noticed at once, a fading light is nothing."""

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory
from numpy.typing import NDArray

from calibration.capture import calibrate
from calibration.profile import Profile
from device.command_queue import CommandQueue
from device.demo import demo_indicator
from device.eyes import eyes_of
from device.journal.journal import Entry
from device.session.session import Session
from device.simulation.camera import FAST_RATE_HZ, SimulatedCamera, at_once
from device.simulator import SimulatedTable
from device.table import Table
from engine.catalog import GAMES
from engine.grid import Cell
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from tests.drawn_tables import calibrated, drawn_table
from vision.frame import Frame, Pixels

GAME = GAMES["indian-summer"]
FLOOR = demo_floors()[0]
Gains = tuple[float, float, float]


class Dimmed:
    """A simulated camera in a light that can be turned down: the shares of blue, green and red that are left.

    A napkin may lie on the table: its corners in pixels, clockwise.
    """

    def __init__(self, table: SimulatedTable) -> None:
        self._camera = SimulatedCamera(table, at_once, FAST_RATE_HZ)
        self.light: Gains = (1.0, 1.0, 1.0)
        self.napkin: NDArray[np.float64] | None = None
        self._noise = np.random.default_rng(2)
        self._first: Pixels | None = None

    def read(self) -> Frame:
        """The next frame in the light of the moment."""
        frame = self._camera.read()
        self._first = frame.pixels if self._first is None else self._first
        if self.napkin is not None and self._first is not None:
            # lamps flicker on it as on the table, and the camera's noise is on it as well
            small = (cv2.resize(each, (40, 30), interpolation=cv2.INTER_AREA) for each in (frame.pixels, self._first))
            now, then = (each.astype(np.float32) + 1.0 for each in small)
            lit = cv2.resize(now / then, frame.pixels.shape[1::-1], interpolation=cv2.INTER_LINEAR)
            there = cv2.fillPoly(np.zeros(lit.shape[:2], np.uint8), [np.rint(self.napkin).astype(np.int32)], 1) > 0
            pixels = frame.pixels.astype(np.float32)
            pixels[there] = np.array([60.0, 100.0, 130.0]) * lit[there] + self._noise.normal(0.0, 2.0, lit[there].shape)
            frame = Frame(np.rint(pixels).astype(np.uint8), frame.taken_at_s, frame.seq)
        return Frame(np.clip(frame.pixels * self.light, 0, 255).astype(np.uint8), frame.taken_at_s, frame.seq)

    def describe(self) -> str:
        """A name for people."""
        return "camera at dusk"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None


class Bench:
    """A table with one board, and the message it published last."""

    def __init__(self, profile: Profile | None = None) -> None:
        self.simulator = drawn_table([FLOOR.rows], 3)
        self.camera = Dimmed(self.simulator)
        self.camera.read()  # the first picture is that of the empty board
        profile = calibrated([FLOOR.rows], 3) if profile is None else profile
        self.latest: Mapping[str, Any] = {}
        kept: list[Entry] = []
        session = Session(GAME, GAME.new_solo(None, FLOOR), kept.extend)
        self.table = Table(
            session,
            eyes_of(profile, lambda: self.camera),
            demo_indicator(),
            self.hear,
            CommandQueue(),
            names=("Ada",),
            restart=lambda: session,
            finished=lambda session: None,
            clock=lambda: self.simulator.now_s,
        )

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take a table message."""
        self.latest = message

    def steps(self, seconds: float, missed_s: float = 0.0) -> None:
        """Look on for some simulated seconds, of which so many are missed between two pictures."""
        until_s = self.simulator.now_s + seconds
        while self.simulator.now_s < until_s:
            self.simulator.advance(missed_s)
            self.table.step()

    def settle(self) -> None:
        """Step until the table lies still and no hand is about."""
        for _ in range(300):
            self.table.step()
            if self.latest["status"]["word"] == "settled" and not self.simulator.busy:
                return
        raise AssertionError(f"never settled: {self.latest['status']}")


@pytest.fixture
def bench(pins: MockFactory) -> Bench:
    """A table with a squirrel on it that has been read and lies still for two seconds."""
    made = Bench()
    made.settle()
    made.simulator.ask_squirrel(0, Cell(0, 0))
    made.settle()
    made.steps(2.0)
    return made


def test_a_slight_bump_is_noticed_while_the_table_rests(bench: Bench) -> None:
    """All is still and only samples are looked at: 3 pixels are told within two frames, nothing becomes a move."""
    before = bench.latest
    far_left = bench.simulator.corners_px(0)[0]
    bench.simulator.bump(0, (0.035, 0.025), 0.0)
    pushed_px = float(np.linalg.norm(bench.simulator.corners_px(0)[0] - far_left))
    assert 2.5 < pushed_px < 3.5
    texts = []
    for _ in range(2):
        bench.table.step()
        texts.append(bench.latest["status"]["text"])
    assert any("was moved" in text for text in texts)
    bench.settle()
    assert bench.latest["verdict"]["text"] == before["verdict"]["text"]
    assert bench.latest["players"][0]["board"] == before["players"][0]["board"]
    assert bench.latest["players"][0]["differs"] == []


def test_a_slow_fade_of_light_is_no_event(bench: Bench) -> None:
    """Dusk: in 60 seconds 30 of 100 parts of the light go, the blue ones first; nothing is said, lit, read or told."""
    told = set()
    lines = len(bench.latest["log"])
    began_s = bench.simulator.now_s
    while (past := (bench.simulator.now_s - began_s) / 60.0) < 1.0:
        bench.camera.light = (1.0 - 0.33 * past, 1.0 - 0.3 * past, 1.0 - 0.27 * past)
        bench.simulator.advance(0.2)  # three pictures a second are enough
        bench.table.step()
        status, verdict, board = bench.latest["status"], bench.latest["verdict"], bench.latest["players"][0]["board"]
        told.add((status["word"], status["text"], verdict["text"], bench.table.pattern, tuple(board)))
    assert len(told) == 1, told
    assert bench.latest["players"][0]["board"][0][0] == "s"
    assert len(bench.latest["log"]) == lines


def test_a_napkin_over_the_edge_does_not_end_the_evening(bench: Bench) -> None:
    """For a while it may be a hand; then the game goes on beside it, the page says so, and later all is as it was."""
    far_left, far_right, _, near_left = bench.simulator.corners_px(0)
    right, down = (far_right - far_left) / 9, (near_left - far_left) / 8
    outline = np.array([[-4.0, 2.6], [3.5, 2.2], [2.7, 6.9], [-4.0, 6.4]])
    bench.camera.napkin = far_left + outline @ np.array([right, down])
    bench.steps(8.0)
    assert bench.latest["status"]["word"] == "hand"
    bench.steps(20.0, missed_s=0.3)
    status, board = bench.latest["status"], bench.latest["players"][0]
    assert status["word"] == "settled"
    assert "at the edge of the board" in status["text"]
    assert {"a6", "a7"} <= set(board["unknown"])
    bench.simulator.ask_squirrel(0, Cell(0, 8))
    bench.settle()
    assert bench.latest["players"][0]["board"][0][8] == "s"
    assert "at the edge of the board" in bench.latest["status"]["text"]
    bench.camera.napkin = None
    bench.settle()
    status, board = bench.latest["status"], bench.latest["players"][0]
    assert status["text"] == "The table is read."
    assert not board["unknown"]
    assert board["board"][0][0] == board["board"][0][8] == "s"


def test_a_board_that_was_measured_under_a_hand_is_read_and_the_owner_told(pins: MockFactory) -> None:
    """The hand has long gone: the game goes on at once, and measuring the board again is for later."""
    table = drawn_table([FLOOR.rows], 3)
    far_left, far_right, _, near_left = table.corners_px(0)
    right, down = (far_right - far_left) / 9, (near_left - far_left) / 8
    finger = far_left + np.array([[-0.7, 2.2], [0.6, 2.2], [0.6, 3.3], [-0.7, 3.3]]) @ np.array([right, down])
    empty = cv2.fillPoly(table.picture().copy(), [np.rint(finger).astype(np.int32)], (120, 155, 215), cv2.LINE_AA)
    corners = [table.corners_px(0)]
    measured = calibrate(Frame(empty, 0.0, 0), layout(1), corners_px=corners, floors=[FLOOR.rows]).profile
    bench = Bench(measured)
    bench.settle()
    bench.simulator.ask_squirrel(0, Cell(0, 8))
    bench.settle()
    assert bench.latest["players"][0]["board"][0][8] == "s"
    assert "measure it again before the next game" in bench.latest["status"]["text"]
