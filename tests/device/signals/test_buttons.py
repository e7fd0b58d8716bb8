from __future__ import annotations

from concurrent.futures import Future

import pytest
from gpiozero.pins.mock import MockFactory

from device.errors import PinsError
from device.signals.buttons import Buttons
from webui.command import Command, Reply

PINS = {"end-turn": 23, "undo": 24, "yes": 25}


class Queue:
    """Takes commands as the table's loop does, and answers when told."""

    def __init__(self) -> None:
        self.asked: list[tuple[Command, Future[Reply]]] = []

    def submit(self, command: Command) -> Future[Reply]:
        self.asked.append((command, Future()))
        return self.asked[-1][1]

    @property
    def names(self) -> list[str]:
        return [command.name for command, _ in self.asked]


def test_each_press_becomes_its_command(pins: MockFactory) -> None:
    """Pressing a button asks the table once, holding and letting go ask nothing."""
    queue = Queue()
    with Buttons(PINS, queue.submit):
        for number in (25, 23, 23):
            pins.pin(number).drive_low()
            pins.pin(number).drive_high()
    assert queue.names == ["yes", "end-turn", "end-turn"]
    assert {command.who for command, _ in queue.asked} == {"button"}


def test_the_answer_is_logged(pins: MockFactory, caplog: pytest.LogCaptureFixture) -> None:
    """What the table answers, or that it failed, is found in the log."""
    caplog.set_level("INFO")
    queue = Queue()
    with Buttons(PINS, queue.submit):
        for number in (24, 23, 25):
            pins.pin(number).drive_low()
    queue.asked[0][1].set_result(Reply(True, "The last turn is taken back."))
    queue.asked[1][1].set_exception(RuntimeError("the table stopped"))
    queue.asked[2][1].cancel()
    assert "taken back" in caplog.text
    assert "the table stopped" in caplog.text


def test_a_closed_button_asks_nothing(pins: MockFactory) -> None:
    """After closing, twice for good measure, presses go nowhere and the pins are free again."""
    queue = Queue()
    buttons = Buttons(PINS, queue.submit)
    buttons.close()
    buttons.close()
    pins.pin(23).drive_low()
    assert queue.names == []
    Buttons(PINS, queue.submit).close()


def test_a_pin_used_twice_is_named(pins: MockFactory) -> None:
    """Two buttons on one pin are an error that names the second."""
    with pytest.raises(PinsError, match="button undo on pin 23"):
        Buttons({"end-turn": 23, "undo": 23}, Queue().submit)
