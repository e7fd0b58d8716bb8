"""A table with a camera on a wire that can be pulled and a lamp that can be switched, for tests of the loop."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from device.command_queue import CommandQueue
from device.demo import demo_indicator
from device.eyes import eyes_of
from device.journal.journal import Entry
from device.session.session import Session
from device.table import Table
from engine.catalog import GAMES
from engine.indian_summer.sets import demo_floors
from tests.device.wired_camera import Wire, look_until
from tests.drawn_tables import calibrated, drawn_table
from vision.frame import Frame
from webui.command import Command, Reply

GAME = GAMES["indian-summer"]
FLOOR = demo_floors()[0]


class Bench:
    """A table with a camera on a wire, and all that it published."""

    def __init__(
        self, handlers: Mapping[str, Callable[[Command], Any]] | None = None, entries: Sequence[Entry] = ()
    ) -> None:
        self.simulator = drawn_table([FLOOR.rows], 3)
        self.light = (1.0, 1.0, 1.0)  # blue, green, red: what a lamp that is switched leaves of them
        self.camera = Wire(self.simulator, lambda: self._lit)
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
        look_until(self, word)

    def _lit(self, frame: Frame) -> Frame:
        return Frame(np.clip(frame.pixels * self.light, 0, 255).astype(np.uint8), frame.taken_at_s, frame.seq)
