"""Mock pins for every test of the appliance, the machine's own restored afterwards."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.session.session import Session
from tests.drawn_tables import calibrated_again, drawn_table

GOLDEN = Path(__file__).parent / "golden"
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session", autouse=True)
def tables_drawn_once() -> Iterator[None]:
    """The program's own simulated tables are drawn and measured once a process, too: each is a copy, as if anew."""
    with pytest.MonkeyPatch.context() as patch:
        for where in ("device.demo", "device.simulation.house"):
            patch.setattr(f"{where}.SimulatedTable", drawn_table)
        for where in ("device.demo", "device.setup.boards", "device.commands.calibrate"):
            patch.setattr(f"{where}.calibrate", calibrated_again)
        yield


@pytest.fixture
def golden(tmp_path: Path) -> Callable[[str, Session[Any, Any]], None]:
    """Holds a finished game against the golden file of this name, line by line.

    What was found lies in the test's folder; where it is right and the golden file is not, it is copied over it.
    """

    def check(name: str, session: Session[Any, Any]) -> None:
        game, history = session.game, session.history
        moves = [
            f"{number}. {game.write_move(move)}"
            for number, turn in enumerate(history.turns, start=1)
            for move, _ in turn.made
        ]
        result = game.result(session.committed)
        lines = [
            f"start {game.write_state(history.turns[0].state)}",
            *moves,
            f"end {game.write_state(session.committed)}",
            f"result {'none' if result is None else result.text}",
        ]
        found, expected = tmp_path / f"{name}.txt", GOLDEN / f"{name}.txt"
        found.write_text("\n".join(lines) + "\n", encoding="utf-8")
        assert expected.exists(), f"there is no golden file {name}; what was found is {found}"
        assert lines == expected.read_text(encoding="utf-8").splitlines(), f"what was found is {found}"

    return check


@pytest.fixture
def appliance(tmp_path: Path) -> Iterator[str]:
    """``leafwatch run`` on a machine without any file; the address of its page.

    Its files lie in ``new`` below the test's folder.
    """
    environment = {**os.environ, "LEAFWATCH_HOME": str(tmp_path / "new"), "PYTHONPATH": str(ROOT)}
    arguments = [sys.executable, "-m", "device.cli", "run", "--port", "0"]
    with subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield next(line.split()[-1] for line in process.stdout if "localhost" in line)
            process.send_signal(signal.SIGTERM)
            assert process.wait(180) == 0
        finally:
            process.kill()


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    """A fresh mock pin factory whose pins can be dimmed, as gpiozero's own tests have it."""
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


@pytest.fixture
def no_factory(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No pin factory chosen yet, and no wish in the environment."""
    before = Device.pin_factory
    Device.pin_factory = None
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    monkeypatch.delenv("GPIOZERO_MOCK_PIN_CLASS", raising=False)
    yield
    if Device.pin_factory is not None:
        Device.pin_factory.close()
    Device.pin_factory = before
