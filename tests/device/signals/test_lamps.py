"""Three single LEDs, the buzzer and the night, on gpiozero's mock pins."""

from __future__ import annotations

from datetime import time

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from device.errors import PinsError
from device.settings import Settings
from device.signals.buzzer import Buzzer
from device.signals.indicator import Indicator
from device.signals.lamps import lamps_of
from device.signals.lights import ThreeLights
from device.signals.night import Night, brightness_at, night_of
from device.signals.patterns import ILLEGAL, LEGAL, OFF, PATTERNS, QUESTION, WORKING, Pattern
from device.signals.tunes import TUNES, Tune

LAMPS = [(17, 27, 22), (5, 6, 13)]
NIGHT = Night(time(21), time(7), 0.25)
TIMES = st.times()


def states(pins: MockFactory, numbers: tuple[int, ...]) -> tuple[float, ...]:
    """The duty cycles of some pins."""
    return tuple(pins.pin(number).state for number in numbers)


# --- three LEDs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "lit"), [(LEGAL, (1.0, 0.0, 0.0)), (ILLEGAL, (0.0, 1.0, 0.0)), (OFF, (0.0, 0.0, 0.0))]
)
def test_three_leds_show_the_verdict_by_place(
    pins: MockFactory, pattern: Pattern, lit: tuple[float, float, float]
) -> None:
    """Of the pins legal, illegal, question exactly the pattern's shines; the other seat stays dark."""
    with Indicator(LAMPS, light=ThreeLights) as indicator:
        indicator.show(1, pattern)
        indicator.tick(5.0)
        assert states(pins, LAMPS[1]) == lit
        assert states(pins, LAMPS[0]) == (0.0, 0.0, 0.0)


def test_three_leds_are_dimmed_driven_and_read_back(pins: MockFactory) -> None:
    """A question breathes on the third LED by pulse width; a common anode turns the pins round, not the light."""
    with Indicator(LAMPS, light=ThreeLights, brightness=0.5, active_high=False) as indicator:
        indicator.show(0, QUESTION)
        indicator.tick(0.0)
        indicator.tick(1.5)
        assert states(pins, LAMPS[0]) == pytest.approx((1.0, 1.0, 0.5))
        shown = indicator.values()[0]
        assert (shown.pattern, shown.red, shown.blue) == ("question", pytest.approx(0.5), 0.0)


@pytest.mark.parametrize("lamps", [[(17, 27, 22), (22, 5, 6)], [(17, 17, 22)], [(17, 27, 99)]])
def test_pins_of_leds_that_cannot_be_used_are_named(pins: MockFactory, lamps: list[tuple[int, int, int]]) -> None:
    """A pin used twice or not there is an error that names the seat, and leaves no pin reserved."""
    with pytest.raises(PinsError, match=f"seat {len(lamps) - 1}"):
        Indicator(lamps, light=ThreeLights)
    Indicator(LAMPS, light=ThreeLights).close()


# --- the buzzer ---------------------------------------------------------------------------------------------------


class Heard:
    """In the buzzer's place: the tunes that were begun."""

    def __init__(self) -> None:
        self.tunes: list[Tune] = []
        self.closed = False

    def play(self, tune: Tune) -> None:
        """Take a tune."""
        self.tunes.append(tune)

    def close(self) -> None:
        """Fall silent."""
        self.closed = True


def test_a_tune_is_played_once_when_its_pattern_begins(pins: MockFactory) -> None:
    """Not with every tick, not for each seat that shows it, and not for patterns that are no news."""
    heard = Heard()
    with Indicator(LAMPS, buzzer=heard) as indicator:
        for number, pattern in enumerate([OFF, WORKING, LEGAL, LEGAL, WORKING, ILLEGAL]):
            indicator.show(0, pattern)
            indicator.tick(float(number))
        indicator.show(1, ILLEGAL)
        indicator.tick(9.0)
    assert heard.tunes == [TUNES["legal"], TUNES["illegal"]]
    assert heard.closed


def test_the_buzzer_plays_on_its_pin_and_ends_silent(pins: MockFactory) -> None:
    """The pin goes high once a beep and is low in the end; gpiozero's own thread plays."""
    with Buzzer(18) as buzzer:
        pin = pins.pin(18)
        pin.clear_states()
        buzzer.play(Tune((0.04, 0.04), gap_s=0.04))
        buzzer._piezo._source_thread.join(60)
        assert [bool(state.state) for state in pin.states] == [False, True, False, True, False]


def test_a_buzzer_that_is_closed_while_it_beeps_falls_silent(pins: MockFactory) -> None:
    """Nothing is left beeping, and the pin is free again."""
    buzzer = Buzzer(18)
    buzzer.play(Tune((100.0,)))
    buzzer.close()
    buzzer.close()
    assert not pins.pin(18).state
    Buzzer(18).close()


def test_a_pin_in_use_is_no_buzzer(pins: MockFactory) -> None:
    """The pin of a lamp is named."""
    with Indicator(LAMPS), pytest.raises(PinsError, match="buzzer on pin 17"):
        Buzzer(17)


def test_every_tune_is_short_and_told_from_the_others() -> None:
    """No tune lasts two seconds, none is another's, and each belongs to a light."""
    assert all(tune.duration_s < 2 for tune in TUNES.values())
    assert len({tuple(tune.values(50)) for tune in TUNES.values()}) == len(TUNES)
    assert TUNES.keys() <= PATTERNS.keys()


@given(st.lists(st.floats(0.05, 1), min_size=1, max_size=4), st.floats(0.05, 0.5))
def test_a_tune_begins_with_sound_and_ends_in_silence(beeps_s: list[float], gap_s: float) -> None:
    """As many beeps as were written, and no sound after the end."""
    tune = Tune(tuple(beeps_s), gap_s)
    steps = list(tune.values(200))
    assert steps[0]
    assert not steps[-1]
    assert sum(now and not before for before, now in zip([False, *steps], steps, strict=False)) == len(beeps_s)
    assert not tune.at(tune.duration_s + 1e-6)


@pytest.mark.parametrize(("beeps_s", "gap_s"), [((), 0.1), ((0.1, 0.0), 0.1), ((0.1,), 0.0)])
def test_a_tune_that_cannot_be_played_is_refused(beeps_s: tuple[float, ...], gap_s: float) -> None:
    """No beep, or one without length, is an error."""
    with pytest.raises(ValueError, match="at least one beep"):
        Tune(beeps_s, gap_s)


# --- the night ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "dark"),
    [((20, 59), False), ((21, 0), True), ((23, 59), True), ((0, 0), True), ((6, 59), True), ((7, 0), False)],
)
def test_night_goes_over_midnight(now: tuple[int, int], dark: bool) -> None:
    """From nine in the evening to seven in the morning lamps are dim, at both edges exactly."""
    assert brightness_at(time(*now), 1.0, NIGHT) == (0.25 if dark else 1.0)


@given(TIMES, TIMES, TIMES)
def test_turning_the_hours_round_turns_night_into_day(now: time, begin: time, end: time) -> None:
    """Any moment lies in the night or in its opposite, never in both."""
    if begin != end:
        levels = {brightness_at(now, 1.0, Night(*hours, 0.2)) for hours in ((begin, end), (end, begin))}
        assert levels == {0.2, 1.0}


@given(TIMES, st.floats(0, 1), st.floats(0, 1))
def test_night_is_never_brighter_than_day(now: time, day: float, at_night: float) -> None:
    """Lamps that are dim by day do not light up at night; without a night nothing changes."""
    assert brightness_at(now, day, Night(time(21), time(7), at_night)) <= day
    assert brightness_at(now, day, None) == day


def test_the_settings_hours_become_a_night() -> None:
    """Two times of day, or none."""
    assert night_of(("21:00", "07:00"), 0.25) == NIGHT
    assert night_of(None, 0.25) is None


# --- as the settings want them ------------------------------------------------------------------------------------


def test_lamps_follow_the_settings(pins: MockFactory) -> None:
    """Mode, brightness, night and buzzer: at night the legal LED is dim, by day it is as bright as was set."""
    now = time(23)
    settings = Settings(
        lamp_mode="three", lamp_brightness=0.8, lamp_night_brightness=0.25, lamp_night=("21:00", "07:00"), buzzer_pin=18
    )
    with lamps_of(settings, 2, lambda: now) as indicator:
        assert len(indicator.values()) == 2
        indicator.show(0, LEGAL)
        indicator.tick(0.0)
        assert states(pins, (17, 27, 22)) == (0.25, 0.0, 0.0)
        now = time(12)
        indicator.tick(1.0)
        assert states(pins, (17, 27, 22)) == (0.8, 0.0, 0.0)
    Buzzer(18).close()


def test_without_a_buzzer_in_the_settings_its_pin_is_left_alone(pins: MockFactory) -> None:
    """Silent is the default."""
    with lamps_of(Settings(), 4):
        Buzzer(18).close()


def test_lamps_that_cannot_be_used_leave_no_buzzer_behind(pins: MockFactory) -> None:
    """When a lamp's pin is in use the buzzer's is free again."""
    with Buzzer(17):
        with pytest.raises(PinsError, match="seat 0"):
            lamps_of(Settings(buzzer_pin=18), 1)
        Buzzer(18).close()
