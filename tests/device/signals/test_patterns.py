from __future__ import annotations

from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.signals.patterns import DONE, ILLEGAL, LEGAL, OFF, PATTERNS, QUESTION, Pattern, Rgb, Stroke

STEP_HZ = 50
EVERY_PATTERN = pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS.keys())


def brightness(pattern: Pattern, seconds: float) -> list[float]:
    """The brightest channel step by step, as a share of the colour's own."""
    strongest = max(pattern.color) or 1.0
    return [max(light) / strongest for light in islice(pattern.values(STEP_HZ), int(seconds * STEP_HZ))]


def flash_starts(levels: list[float]) -> list[int]:
    """Where a flash begins: brightness went up by a tenth or more since it last went down (WCAG 2.3.1's measure)."""
    starts, lowest, highest, rising = [], levels[0], levels[0], False
    for step, level in enumerate(levels):
        lowest, highest = min(lowest, level), max(highest, level)
        if not rising and level >= lowest + 0.1:
            starts.append(step)
            rising, highest = True, level
        elif rising and level <= highest - 0.1:
            rising, lowest = False, level
    return starts


@EVERY_PATTERN
def test_light_is_a_share_of_full(pattern: Pattern) -> None:
    """Every channel of every step lies between dark and full."""
    lights = list(islice(pattern.values(STEP_HZ), 600))
    assert all(0 <= channel <= 1 for light in lights for channel in light)


@EVERY_PATTERN
def test_no_second_holds_three_flashes(pattern: Pattern) -> None:
    """In no second does a lamp flash three times."""
    starts = flash_starts(brightness(pattern, 20))
    assert all(sum(begin <= other < begin + STEP_HZ for other in starts) <= 2 for begin in starts)


def test_every_rhythm_is_told_apart_without_colour() -> None:
    """Any two patterns differ plainly in brightness alone for a good part of their first six seconds."""
    rhythms = {name: brightness(pattern, 6) for name, pattern in PATTERNS.items()}
    for name, rhythm in rhythms.items():
        for other, other_rhythm in rhythms.items():
            if name < other:
                apart = sum(abs(a - b) > 0.25 for a, b in zip(rhythm, other_rhythm, strict=True))
                assert apart > len(rhythm) / 6, f"{name} looks like {other}"


def test_legal_is_steady_and_off_is_dark() -> None:
    """Legal never changes and off never shines."""
    assert set(LEGAL.values(STEP_HZ).__next__() for _ in range(3)) == {LEGAL.color}
    assert set(brightness(LEGAL, 5)) == {1.0}
    assert set(brightness(OFF, 5)) == {0.0}


def test_illegal_blinks_twice_and_pauses() -> None:
    """Two flashes close together, then a pause at least twice as long as the gap between them."""
    starts = flash_starts([0.0, *brightness(ILLEGAL, 5)])
    gaps = [later - earlier for earlier, later in pairwise(starts)]
    assert gaps[0] * 2 <= gaps[1]
    assert gaps[0] == gaps[2]


def test_question_breathes_without_jumps() -> None:
    """A question's light goes up and down by small steps and never goes out."""
    levels = brightness(QUESTION, 9)
    assert all(abs(a - b) < 0.05 for a, b in pairwise(levels))
    assert min(levels) > 0


def test_done_runs_around_the_table_and_stays() -> None:
    """Each seat lights a little later than the one before, and in the end all stay bright."""
    first = [
        next(step for step, light in enumerate(DONE.values(STEP_HZ, seat)) if max(light) > 0.5) for seat in range(4)
    ]
    assert first == sorted(set(first))
    assert DONE.at(60.0, seat=3) == DONE.color


@given(st.floats(-10, 1e6), st.sampled_from(sorted(PATTERNS)), st.integers(0, 7))
def test_any_time_has_a_light(elapsed_s: float, name: str, seat: int) -> None:
    """A light is within range at any time, before the start as well."""
    assert all(0 <= channel <= 1 for channel in PATTERNS[name].at(elapsed_s, seat))


@pytest.mark.parametrize(
    ("color", "rhythm"),
    [
        (Rgb(0, 0, 1.5), (Stroke(1, 0, 1),)),
        (Rgb(0, 0, 1), (Stroke(1, 0, -0.1),)),
        (Rgb(0, 0, 1), (Stroke(0, 0, 1),)),
        (Rgb(0, 0, 1), ()),
    ],
)
def test_a_pattern_that_no_lamp_can_show_is_refused(color: Rgb, rhythm: tuple[Stroke, ...]) -> None:
    """Colours and strokes out of range cannot be made."""
    with pytest.raises(ValueError, match="pattern odd"):
        Pattern("odd", color, rhythm)


@EVERY_PATTERN
def test_three_single_leds_show_the_same_rhythm_on_one_of_them(pattern: Pattern) -> None:
    """With three LEDs a player only the pattern's own shines, as brightly as the coloured lamp would."""
    for step in range(600):
        signs = pattern.signs_at(step / STEP_HZ)
        assert max(signs) == pytest.approx(max(pattern.at(step / STEP_HZ)))
        assert sum(level > 0 for level in signs) <= 1
        assert max(signs) == signs[pattern.sign.value]


def test_the_verdicts_have_an_led_each() -> None:
    """Legal, illegal and question shine in different places."""
    assert [sign.value for sign in (LEGAL.sign, ILLEGAL.sign, QUESTION.sign)] == [0, 1, 2]
