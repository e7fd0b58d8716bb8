"""An active buzzer on one pin; gpiozero's thread plays, so that a camera which hangs never leaves it beeping."""

from __future__ import annotations

from types import TracebackType

from gpiozero import Buzzer as Piezo
from gpiozero import GPIOZeroError

from device.errors import PinsError
from device.signals.pins import choose_pin_factory
from device.signals.tunes import Tune

STEP_HZ = 50


class Buzzer:
    """A buzzer between a pin and ground that beeps while the pin is high.

    Raises:
        PinsError: no pin factory, or a pin that does not exist or is in use.
    """

    def __init__(self, pin: int) -> None:
        choose_pin_factory()
        try:
            self._piezo = Piezo(pin)
        except GPIOZeroError as error:
            raise PinsError(f"the buzzer on pin {pin} cannot be used: {error}") from error
        self._piezo.source_delay = 1 / STEP_HZ

    def play(self, tune: Tune) -> None:
        """Begin a tune, in place of the one that may be playing; returns at once."""
        self._piezo.source = tune.values(STEP_HZ)

    def close(self) -> None:
        """Fall silent and free the pin; doing so twice is harmless."""
        self._piezo.source = None
        self._piezo.close()

    def __enter__(self) -> Buzzer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
