"""Push buttons at the table: each press becomes a command in the table's queue."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from types import TracebackType

from gpiozero import Button, GPIOZeroError

from device.errors import PinsError
from device.signals.pins import choose_pin_factory
from webui.command import Command, Reply, Submit

BOUNCE_S = 0.02
_log = logging.getLogger(__name__)


class Buttons:
    """Buttons between a GPIO and ground; ``pins`` maps the command's name (end-turn, undo, yes) to the GPIO number.

    A press calls ``submit`` from gpiozero's thread, which only queues it; the answer is logged when it comes.

    Raises:
        PinsError: no pin factory, or a pin that does not exist or is in use.
    """

    def __init__(self, pins: Mapping[str, int], submit: Submit) -> None:
        self._buttons: list[Button] = []
        choose_pin_factory()
        try:
            for name, pin in pins.items():
                button = Button(pin, pull_up=True, bounce_time=BOUNCE_S)
                self._buttons.append(button)
                button.when_pressed = _press(name, submit)
        except GPIOZeroError as error:
            self.close()
            raise PinsError(f"button {name} on pin {pin} cannot be used: {error}") from error

    def close(self) -> None:
        """Free the pins; doing so twice is harmless."""
        while self._buttons:
            self._buttons.pop().close()

    def __enter__(self) -> Buttons:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _press(name: str, submit: Submit) -> Callable[[], None]:
    """What a button calls when pressed; gpiozero wants a callable without arguments."""

    def answered(reply: Future[Reply]) -> None:
        if not reply.cancelled():
            _log.info("button=%s answer=%s", name, reply.exception() or reply.result().text)

    def pressed() -> None:
        submit(Command(name, who="button")).add_done_callback(answered)

    return pressed
