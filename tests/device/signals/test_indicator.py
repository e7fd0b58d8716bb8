from __future__ import annotations

from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.errors import PinsError
from device.signals.indicator import Indicator, LampState
from device.signals.patterns import ILLEGAL, LEGAL, OFF, PATTERNS, QUESTION
from device.signals.pins import choose_pin_factory, raspberry_pi_model

LAMPS = [(17, 27, 22), (5, 6, 13)]


def states(pins: MockFactory, numbers: tuple[int, ...]) -> tuple[float, ...]:
    """The duty cycles of some pins."""
    return tuple(pins.pin(number).state for number in numbers)


def test_a_lamp_shows_its_pattern_on_its_own_pins(pins: MockFactory) -> None:
    """The duty cycles of a seat's pins are the pattern's colour; another seat's stay dark."""
    with Indicator(LAMPS) as indicator:
        indicator.show(1, LEGAL)
        indicator.tick(100.0)
        assert states(pins, LAMPS[1]) == LEGAL.color
        assert states(pins, LAMPS[0]) == (0.0, 0.0, 0.0)
        assert pins.pin(5).frequency == 100


def test_values_are_read_back_from_the_pins(pins: MockFactory) -> None:
    """What is reported is the pins' state, not what the pattern says it should be."""
    with Indicator(LAMPS) as indicator:
        indicator.show(0, LEGAL)
        indicator.tick(0.0)
        pins.pin(27).state = 0.25
        assert indicator.values() == (
            LampState(0, "legal", LEGAL.color.red, 0.25, LEGAL.color.blue, (17, 27, 22)),
            LampState(1, "off", 0.0, 0.0, 0.0, (5, 6, 13)),
        )


@given(start_s=st.floats(0, 1e6), elapsed_s=st.floats(0, 60), name=st.sampled_from(sorted(PATTERNS)))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_the_pins_follow_the_pattern_from_its_first_tick(
    pins: MockFactory, start_s: float, elapsed_s: float, name: str
) -> None:
    """At any time after the first tick the pins show what the pattern wants for that time."""
    with Indicator(LAMPS) as indicator:
        indicator.show(1, PATTERNS[name])
        indicator.tick(start_s)
        indicator.tick(start_s + elapsed_s)
        assert states(pins, LAMPS[1]) == pytest.approx(PATTERNS[name].at((start_s + elapsed_s) - start_s, seat=1))


def test_showing_the_same_again_does_not_start_over(pins: MockFactory) -> None:
    """A pattern told a second time keeps its rhythm, a different one begins at its own start."""
    with Indicator(LAMPS) as indicator:
        for now_s in (0.0, 0.25):
            indicator.show(0, ILLEGAL)
            indicator.tick(now_s)
        assert states(pins, LAMPS[0]) == ILLEGAL.at(0.25)
        indicator.show(0, QUESTION)
        indicator.tick(0.3)
        assert states(pins, LAMPS[0]) == pytest.approx(QUESTION.at(0.0))


def test_night_dims_every_lamp(pins: MockFactory) -> None:
    """Brightness scales every channel."""
    with Indicator(LAMPS, brightness=0.5) as indicator:
        indicator.show(0, LEGAL)
        indicator.tick(0.0)
        assert states(pins, LAMPS[0]) == pytest.approx(tuple(channel / 2 for channel in LEGAL.color))
    with pytest.raises(ValueError, match="0 to 1"):
        Indicator(LAMPS, brightness=1.5)


def test_a_common_anode_lamp_is_driven_the_other_way(pins: MockFactory) -> None:
    """With a common anode a dark lamp has its pins high, and values still mean light."""
    with Indicator(LAMPS, active_high=False) as indicator:
        indicator.tick(0.0)
        assert states(pins, LAMPS[0]) == (1.0, 1.0, 1.0)
        assert indicator.values()[0][2:5] == (0.0, 0.0, 0.0)


def test_closing_darkens_and_frees_the_pins(pins: MockFactory) -> None:
    """After closing, twice for good measure, the same pins serve another indicator."""
    indicator = Indicator(LAMPS)
    indicator.show(0, LEGAL)
    indicator.tick(0.0)
    indicator.close()
    indicator.close()
    assert indicator.values() == ()
    assert states(pins, LAMPS[0])[:1] == (0.0,)
    Indicator(LAMPS).close()


def test_a_seat_without_a_lamp_is_named(pins: MockFactory) -> None:
    """Showing something on a lamp that is not there says how many there are."""
    with Indicator(LAMPS) as indicator, pytest.raises(IndexError, match="seat 2: there are 2"):
        indicator.show(2, OFF)


@pytest.mark.parametrize("lamps", [[(17, 27, 22), (22, 5, 6)], [(17, 17, 22)], [(17, 27, 99)]])
def test_pins_that_cannot_be_used_are_named(pins: MockFactory, lamps: list[tuple[int, int, int]]) -> None:
    """A pin used twice or not there is an error that names the seat, and leaves no pin reserved."""
    with pytest.raises(PinsError, match=f"seat {len(lamps) - 1}"):
        Indicator(lamps)
    Indicator(LAMPS).close()


def model(folder: Path, text: bytes) -> Path:
    """A device tree's model file."""
    file = folder / "model"
    file.write_bytes(text)
    return file


def test_off_the_pi_the_pins_are_mock_ones_that_forget(
    no_factory: None, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """On any other machine pins are gpiozero's mock ones, the log says so, and an evening does not fill memory."""
    caplog.set_level("INFO")
    assert choose_pin_factory({}, model(tmp_path, b"Some Other Board\0")) == "MockFactory"
    assert "mock" in caplog.text
    with Indicator(LAMPS) as indicator:
        indicator.show(0, QUESTION)
        for step in range(500):
            indicator.tick(step / 20)
        assert len(Device.pin_factory.pin(17).states) == 1


def test_a_mock_wished_for_can_be_dimmed(no_factory: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """GPIOZERO_PIN_FACTORY=mock alone would have no pulse width modulation; here it has."""
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    with Indicator(LAMPS) as indicator:
        assert indicator.factory == "MockFactory"


def test_a_factory_already_chosen_is_kept(pins: MockFactory, tmp_path: Path) -> None:
    """A factory set by the program is not replaced, on a Pi neither."""
    choose_pin_factory({}, model(tmp_path, b"Raspberry Pi 5 Model B Rev 1.0\0"))
    assert Device.pin_factory is pins


def test_a_pi_without_a_pin_factory_is_an_error(no_factory: None, tmp_path: Path) -> None:
    """On a Raspberry Pi there is never a silent mock: what to install is said."""
    with pytest.raises(PinsError, match=r"Raspberry Pi 4.*python3-lgpio"):
        choose_pin_factory({}, model(tmp_path, b"Raspberry Pi 4 Model B Rev 1.5\0"))
    assert Device.pin_factory is None


def test_an_unknown_factory_in_the_environment_is_named(no_factory: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wish that cannot be met is an error with the variable's name."""
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "imaginary")
    with pytest.raises(PinsError, match="GPIOZERO_PIN_FACTORY=imaginary"):
        Indicator(LAMPS)


def test_the_model_is_read_without_its_zero_byte(tmp_path: Path) -> None:
    """The device tree's string ends with a zero byte; other boards and other machines have no model."""
    assert raspberry_pi_model(model(tmp_path, b"Raspberry Pi 5 Model B Rev 1.0\0")) == "Raspberry Pi 5 Model B Rev 1.0"
    assert raspberry_pi_model(model(tmp_path, b"Orange Pi 5\0")) is None
    assert raspberry_pi_model(tmp_path / "missing") is None
