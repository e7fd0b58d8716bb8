"""Mock pins for every test of the appliance, the machine's own restored afterwards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin


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
