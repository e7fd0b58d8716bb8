"""Lamps and buttons on gpiozero's real lgpio factory, over a recording stand-in of the C module below it."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.local import LocalPiFactory

from device.signals.buttons import Buttons
from device.signals.indicator import Indicator
from device.signals.patterns import LEGAL, QUESTION
from device.signals.pins import choose_pin_factory
from webui.command import Command, Reply

PI_5 = 0xC04170
OUTPUT, PULL_UP = 1 << 1, 1 << 5  # bits of a line's mode, as lgpio's gpio_get_mode tells them


class Lgpio(types.ModuleType):
    """The functions of lgpio that gpiozero calls; notes what was asked of the chip."""

    SET_ACTIVE_LOW, SET_OPEN_DRAIN, SET_OPEN_SOURCE = 4, 8, 16
    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 32, 64, 128
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3

    class error(Exception):  # noqa: N801 - lgpio's name
        """What lgpio raises."""

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.chip: int | None = None
        self.modes: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self.pwm: list[tuple[int, float, float]] = []
        self.debounce_us: dict[int, int] = {}
        self.alerts: dict[int, Callable[[int, int, int, int], None]] = {}

    def gpiochip_open(self, chip: int) -> int:
        self.chip = chip
        return 1

    def gpiochip_close(self, handle: int) -> None:
        self.chip = None

    def gpio_get_mode(self, handle: int, gpio: int) -> int:
        return self.modes.get(gpio, 0)

    def gpio_claim_input(self, handle: int, gpio: int, flags: int = 0) -> None:
        self.modes[gpio] = flags & PULL_UP
        self.levels[gpio] = int(bool(flags & PULL_UP))  # the resistor pulls the open line up

    def gpio_claim_output(self, handle: int, gpio: int) -> None:
        self.modes[gpio] = OUTPUT

    def gpio_claim_alert(self, handle: int, gpio: int, edges: int, flags: int) -> None:
        self.modes[gpio] = flags & PULL_UP

    def gpio_free(self, handle: int, gpio: int) -> None:
        self.modes.pop(gpio, None)

    def gpio_read(self, handle: int, gpio: int) -> int:
        return self.levels.get(gpio, 0)

    def gpio_write(self, handle: int, gpio: int, level: bool) -> None:
        self.levels[gpio] = int(level)

    def tx_pwm(self, handle: int, gpio: int, frequency_hz: float, percent: float) -> None:
        self.pwm.append((gpio, frequency_hz, percent))

    def gpio_set_debounce_micros(self, handle: int, gpio: int, microseconds: int) -> None:
        self.debounce_us[gpio] = microseconds

    def callback(self, handle: int, gpio: int, edges: int, call: Callable[[int, int, int, int], None]) -> object:
        self.alerts[gpio] = call
        return types.SimpleNamespace(cancel=lambda: self.alerts.pop(gpio, None))

    def press(self, gpio: int, at_s: float) -> None:
        """A finger closes the button to ground, as the kernel reports it."""
        self.levels[gpio] = 0
        self.alerts[gpio](1, gpio, 0, int(at_s * 1e9))

    def let_go(self, gpio: int, at_s: float) -> None:
        """The finger leaves."""
        self.levels[gpio] = 1
        self.alerts[gpio](1, gpio, 1, int(at_s * 1e9))


@pytest.fixture
def chip(no_factory: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Lgpio]:
    """A Raspberry Pi 5 with lgpio installed; gpiozero has chosen its factory as it does there."""
    lgpio = Lgpio()
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr(LocalPiFactory, "_get_revision", lambda self: PI_5)
    model = tmp_path / "model"
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert choose_pin_factory({}, model) == "LGPIOFactory"
    yield lgpio
    Device.pin_factory.close()
    Device.pin_factory = None
    sys.modules.pop("gpiozero.pins.lgpio", None)


def test_a_pi_5_gets_its_own_pins(chip: Lgpio) -> None:
    """Gpiozero opens the chip of the header and knows the model."""
    assert chip.chip == 0
    assert Device.pin_factory.board_info.model == "5B"


def test_a_lamp_is_dimmed_by_pulse_width(chip: Lgpio) -> None:
    """A colour becomes duty cycles in whole percents at 100 Hz on the lamp's three lines."""
    with Indicator([(17, 27, 22)]) as indicator:
        indicator.show(0, LEGAL)
        chip.pwm.clear()
        indicator.tick(0.0)
        assert chip.pwm == [
            (gpio, 100, int(100 * level)) for gpio, level in zip((17, 27, 22), LEGAL.color, strict=True)
        ]
        assert [round(level, 2) for level in indicator.values()[0][2:5]] == [level / 100 for _, _, level in chip.pwm]


def test_a_steady_light_is_set_once(chip: Lgpio) -> None:
    """The lines are left alone while nothing changes, though a duty cycle reads back rounded."""
    with Indicator([(17, 27, 22)]) as indicator:
        indicator.show(0, QUESTION)
        indicator.tick(0.0)
        indicator.tick(0.777)
        asked = len(chip.pwm)
        indicator.tick(0.777)
        assert len(chip.pwm) == asked


def test_a_button_is_debounced_and_pulled_up(chip: Lgpio) -> None:
    """The kernel is told to debounce for 20 ms with the line pulled up, and each press asks the table once."""
    asked: list[str] = []

    def submit(command: Command) -> Future[Reply]:
        asked.append(command.name)
        return Future()

    with Buttons({"end-turn": 16}, submit):
        assert chip.debounce_us[16] == 20_000
        assert chip.modes[16] & PULL_UP
        for press in range(3):
            chip.press(16, press)
            chip.let_go(16, press + 0.5)
    assert asked == ["end-turn"] * 3
