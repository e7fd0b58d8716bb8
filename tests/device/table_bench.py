"""A table with a camera on a wire that can be pulled and a lamp that can be switched, for tests of the loop."""

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

import numpy as np

from device.command_queue import CommandQueue
from device.demo import demo_indicator
from device.errors import CameraError
from device.eyes import eyes_of
from device.journal.journal import Entry
from device.session.session import Session
from device.simulation.camera import FAST_RATE_HZ, SimulatedCamera, at_once
from device.simulator import SimulatedTable
from device.table import Table
from engine.catalog import GAMES
from engine.indian_summer.sets import demo_floors
from tests.drawn_tables import calibrated, drawn_table
from vision.frame import Frame
from webui.command import Command, Reply

GAME = GAMES["indian-summer"]
FLOOR = demo_floors()[0]


class Flaky:
    """A simulated camera whose plug can be pulled."""

    def __init__(self, table: SimulatedTable) -> None:
        self._camera = SimulatedCamera(table, at_once, FAST_RATE_HZ)
        self.plugged = True
        self.light = (1.0, 1.0, 1.0)  # blue, green, red: what a lamp that is switched leaves of them

    def read(self) -> Frame:
        """The next frame, or the error of a camera that is gone."""
        if not self.plugged:
            raise CameraError("the plug was pulled")
        frame = self._camera.read()
        return Frame(np.clip(frame.pixels * self.light, 0, 255).astype(np.uint8), frame.taken_at_s, frame.seq)

    def describe(self) -> str:
        """A name for people."""
        return "camera on a wire"

    def __enter__(self) -> Self:
        if not self.plugged:
            raise CameraError("no camera there")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None


class Bench:
    """A table with a camera on a wire, and all that it published."""

    def __init__(
        self, handlers: Mapping[str, Callable[[Command], Any]] | None = None, entries: Sequence[Entry] = ()
    ) -> None:
        self.simulator = drawn_table([FLOOR.rows], 3)
        self.camera = Flaky(self.simulator)
        self.camera.read()  # the first picture is that of the empty board
        profile = calibrated([FLOOR.rows], 3)
        self.commands = CommandQueue()
        self.messages: list[Mapping[str, Any]] = []
        self.indicator = demo_indicator()
        self.kept: list[Entry] = []
        session = Session(GAME, GAME.new_solo(None, FLOOR), self.kept.extend, entries)
        self.table = Table(
            session,
            eyes_of(profile, lambda: self.camera),
            self.indicator,
            self.messages.append,
            self.commands,
            names=("Ada",),
            restart=lambda: Session(GAME, GAME.new_solo(None, FLOOR), self.kept.extend),
            finished=lambda session: None,
            handlers=handlers,
            clock=lambda: self.simulator.now_s,
        )

    @property
    def latest(self) -> Mapping[str, Any]:
        """The last table message."""
        return self.messages[-1]

    def ask(self, name: str, **body: object) -> Reply:
        """What comes of a command with the next picture."""
        asked = self.commands.submit(Command(name, body))
        self.table.step()
        return asked.result(timeout=0)

    def answer(self, name: str) -> Reply:
        """Answer the question that is shown."""
        return self.ask("answer", question=self.latest["question"]["id"], answer=name)

    def steps(self, seconds: float) -> None:
        """Look on for some simulated seconds."""
        until_s = self.simulator.now_s + seconds
        while self.simulator.now_s < until_s:
            self.table.step()

    def until(self, word: str) -> None:
        """Step until the status says this word and no hand is about."""
        for _ in range(300):
            self.table.step()
            if self.latest["status"]["word"] == word and not self.simulator.busy:
                return
        raise AssertionError(f"never {word}: {self.latest['status']}")
