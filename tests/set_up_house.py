"""A set-up that runs in a thread of its own beside the test, on the simulated table at its own pace."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

from device.cameras.camera import Camera
from device.places import Places
from device.settings_page import PageSettings
from device.setup.cameras import Cameras
from device.setup.lamp_bench import open_lamps
from device.setup.wizard import Wizard
from device.simulation.camera import at_once
from engine.indian_summer.sets import demo_floors
from webui.command import Reply

BUILT_IN = {floor.name: floor.rows for floor in demo_floors()}


class Counted(Cameras):
    """Cameras at their own pace that keep what they were opened for."""

    def __init__(self) -> None:
        super().__init__(lambda: at_once)
        self.opened: list[tuple[str, int]] = []

    def open(self, source: str, mains_hz: int) -> Camera:
        """As it does, and kept."""
        self.opened.append((source, mains_hz))
        return super().open(source, mains_hz)


class House:
    """A wizard that runs in a thread of its own, as beside a page."""

    def __init__(
        self, where: Places, known: Mapping[str, tuple[str, ...]] = BUILT_IN, cameras: Cameras | None = None
    ) -> None:
        self.where = where
        self.settings = PageSettings(where, lambda changes: self.wizard.reload())
        self.stop = threading.Event()
        self.turns = threading.Condition()
        self._begun = threading.Event()
        self.wizard = Wizard(
            where,
            self.settings,
            cameras or Cameras(lambda: at_once),
            profile=where.profile,
            built_in=known,
            new_lamps=open_lamps,
        )
        self._failed: list[BaseException] = []
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        try:
            self.wizard.run(self.stop, self._turn)
        except BaseException as error:
            self._failed.append(error)
        finally:
            self._turn()

    def _turn(self) -> None:
        self._begun.set()
        with self.turns:
            self.turns.notify_all()

    def __enter__(self) -> House:
        self._thread.start()
        assert self._begun.wait(300)
        return self

    def __exit__(self, *about: object) -> None:
        self.stop.set()
        self._thread.join(300)
        assert self._failed == []

    def join(self) -> None:
        """Wait until the loop has ended by itself."""
        self._thread.join(300)
        assert not self._thread.is_alive()

    def ask(self, action: str, **body: Any) -> Reply:
        """What the set-up answers."""
        future: Future[Reply] = self.wizard.ask(action, body)
        return future.result(300)

    def until(self, fits: Callable[[Mapping[str, Any]], bool]) -> Mapping[str, Any]:
        """The first state for which this holds."""
        with self.turns:
            assert self.turns.wait_for(lambda: fits(self.wizard.state()), 300), self.wizard.state()
        return self.wizard.state()
