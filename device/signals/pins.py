"""Which pins gpiozero drives: the Pi's own, or mock pins off the Pi, never mock ones on a Pi unasked."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Mapping
from pathlib import Path

from gpiozero import BadPinFactory, Device, NativePinFactoryFallback, PinFactoryFallback
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.errors import PinsError

MODEL_FILE = Path("/proc/device-tree/model")
_log = logging.getLogger(__name__)


class _ForgetfulPin(MockPWMPin):  # type: ignore[misc]  # gpiozero ships no types
    """A mock pin that keeps its present state only: gpiozero's keeps every change and would grow all evening."""

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(value))
        del self.states[:-1]
        return changed


def raspberry_pi_model(model_file: Path = MODEL_FILE) -> str | None:
    """The model, such as ``Raspberry Pi 5 Model B Rev 1.0``, or None on any other machine."""
    try:
        model = model_file.read_bytes().rstrip(b"\0").decode("utf-8", "replace")
    except OSError:
        return None
    return model if model.startswith("Raspberry Pi") else None


def choose_pin_factory(environ: Mapping[str, str] = os.environ, model_file: Path = MODEL_FILE) -> str:
    """Set gpiozero's pin factory unless one is set, and return its name.

    GPIOZERO_PIN_FACTORY is respected. Without it a Raspberry Pi gets gpiozero's own choice and every other machine mock
    pins with pulse width modulation, which the log says.

    Raises:
        PinsError: no factory works here, or only gpiozero's experimental native one, which has no dimming.
    """
    if Device.pin_factory is None:
        wanted = environ.get("GPIOZERO_PIN_FACTORY")
        model = raspberry_pi_model(model_file)
        if wanted == "mock" and "GPIOZERO_MOCK_PIN_CLASS" not in environ:  # gpiozero's own mock pin cannot dim
            Device.pin_factory = MockFactory(pin_class=_ForgetfulPin)
        elif wanted is not None:
            _ensure(f"GPIOZERO_PIN_FACTORY={wanted} does not work here: correct or unset it")
        elif model is not None:
            _ensure(f"no pins on this {model}: install python3-lgpio (sudo apt install python3-lgpio)")
        else:
            Device.pin_factory = MockFactory(pin_class=_ForgetfulPin)
            _log.info("pins=mock reason=%s", "this machine is no Raspberry Pi; the page shows the lamps")
    return type(Device.pin_factory).__name__


def _ensure(remedy: str) -> None:
    """Let gpiozero choose, with its warnings about each attempt turned into the reason."""
    with warnings.catch_warnings(record=True) as attempts:
        warnings.simplefilter("always", PinFactoryFallback)
        try:
            Device.ensure_pin_factory()
        except (BadPinFactory, ImportError, OSError) as error:
            tried = "; ".join(str(attempt.message) for attempt in attempts)
            raise PinsError(f"{remedy} ({error}{': ' if tried else ''}{tried})") from error
    if any(issubclass(attempt.category, NativePinFactoryFallback) for attempt in attempts):
        Device.pin_factory.close()
        Device.pin_factory = None
        raise PinsError(f"{remedy} (gpiozero found only its native pin factory, which cannot dim a lamp)")
