"""The form of every setting: what is expected in words, and what makes a value of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from device.cameras.mains import MAINS_HZ
from device.one_line import is_seen, is_shown
from engine.sentence import say

HIGHEST_GPIO = 27
SEATS = 4
NAME_LENGTH = 40
COMMANDS = ("end-turn", "undo", "yes")
COLORS = ("bluish-green", "vermilion", "sky-blue", "yellow", "orange", "blue", "purple", "white")
"""Colours a player may have: those of Okabe and Ito, told apart with any kind of colour vision, and white."""
SHORTEST_DWELL_S, USUAL_DWELL_S, LONGEST_DWELL_S = 1, 5.0, 120
LEAST_ROW_TURN = 1e-3
"""Of the picture's area: less than this between two sides of a row is no row."""
LEAST_RECORDING_MB, MOST_RECORDING_MB = 10, 100_000


@dataclass(frozen=True, slots=True)
class Form:
    """A setting: its name in ``Settings``, what is expected in words, and what makes a value of it or raises.

    ``choices`` are all the words or numbers that it may be, where it is one of a few.
    """

    name: str
    expected: str
    accept: Callable[[object], object]
    choices: tuple[str | int, ...] = ()


def _camera(value: object) -> object:
    if not isinstance(value, str) or not re.fullmatch(r"pi|usb:\d+|file:.+|simulated(:[1-4])?", value):
        raise ValueError
    return value


def _gpio(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= HIGHEST_GPIO:
        raise ValueError
    return value


def _lamps(value: object) -> object:
    if not isinstance(value, list) or not 1 <= len(value) <= SEATS:
        raise ValueError
    if not all(isinstance(legs, list) and len(legs) == 3 for legs in value):
        raise ValueError
    return tuple(tuple(_gpio(leg) for leg in legs) for legs in value)


def _share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise ValueError
    return float(value)


def _truth(value: object) -> object:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _host(value: object) -> object:
    if not isinstance(value, str) or not value or any(letter.isspace() for letter in value):
        raise ValueError
    return value


def _port(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 65535:
        raise ValueError
    return value


def _one_of(*choices: str | int) -> Callable[[object], object]:
    def accept(value: object) -> object:
        if value not in choices or isinstance(value, float):  # 50.0 equals 50 and is another form of it
            raise ValueError
        return value

    return accept


def _seconds(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError
    if not SHORTEST_DWELL_S <= value <= LONGEST_DWELL_S:
        raise ValueError
    return float(value)


def _megabytes(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int) or not LEAST_RECORDING_MB <= value <= MOST_RECORDING_MB:
        raise ValueError
    return value


def _night(value: object) -> object:
    if value == "off":
        return None
    if not isinstance(value, list) or len(value) != 2 or value[0] == value[1]:
        raise ValueError
    if not all(isinstance(moment, str) and re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", moment) for moment in value):
        raise ValueError
    return tuple(value)


def _colors(value: object) -> object:
    if not isinstance(value, list) or not 1 <= len(value) <= SEATS or not all(color in COLORS for color in value):
        raise ValueError
    if len(set(value)) < len(value):
        raise ValueError
    return tuple(value)


def _text(value: object) -> object:
    if not isinstance(value, str) or not value or not value.isprintable():
        raise ValueError
    return value


def _players(value: object) -> object:
    if not isinstance(value, list) or not 1 <= len(value) <= SEATS:
        raise ValueError
    for name in value:
        if not isinstance(name, str) or len(name) > NAME_LENGTH or not is_shown(name) or not is_seen(name):
            raise ValueError
    return tuple(name.strip() for name in value)


def _row(value: object) -> object:
    """Four corners of a convex quadrilateral, clockwise as the picture shows it (y downwards)."""
    if not isinstance(value, list) or len(value) != 4 or not all(isinstance(at, list) and len(at) == 2 for at in value):
        raise ValueError
    corners = [(_share(x), _share(y)) for x, y in value]
    for n, (x, y) in enumerate(corners):
        (ax, ay), (bx, by) = corners[(n + 1) % 4], corners[(n + 2) % 4]
        if (ax - x) * (by - ay) - (ay - y) * (bx - ax) < LEAST_ROW_TURN:
            raise ValueError
    return tuple(corners)


_GPIO = say("a GPIO number from 0 to {most}", most=HIGHEST_GPIO)
_SHARE = say("a number from 0 to 1")
_TRUTH = say("true or false")


def _choice(name: str, *choices: str | int) -> Form:
    return Form(name, say("one of {words}", words=", ".join(map(str, choices))), _one_of(*choices), choices)


FORMS: Mapping[tuple[str, str], Form] = MappingProxyType(
    {
        ("camera", "source"): Form("camera", say('"pi", "usb:NUMBER", "file:PATH" or "simulated"'), _camera),
        ("camera", "mains-hz"): _choice("mains_hz", *MAINS_HZ),
        ("lamps", "pins"): Form(
            "lamp_pins", say("one to {most} lamps [red, green, blue], each {gpio}", most=SEATS, gpio=_GPIO), _lamps
        ),
        ("lamps", "brightness"): Form("lamp_brightness", _SHARE, _share),
        ("lamps", "common-anode"): Form("lamp_common_anode", _TRUTH, _truth),
        ("lamps", "mode"): _choice("lamp_mode", "rgb", "three"),
        ("lamps", "night-brightness"): Form("lamp_night_brightness", _SHARE, _share),
        ("lamps", "night"): Form("lamp_night", say('two different times such as ["21:00", "07:00"], or "off"'), _night),
        ("buzzer", "pin"): Form("buzzer_pin", _GPIO, _gpio),
        ("page", "host"): Form("host", say("a name or address of this machine"), _host),
        ("page", "port"): Form("port", say("a whole number from 1 to 65535"), _port),
        ("page", "sounds"): Form("sounds", _TRUTH, _truth),
        ("table", "players"): Form(
            "players", say("one to {most} names of up to {letters} letters", most=SEATS, letters=NAME_LENGTH), _players
        ),
        ("table", "colors"): Form(
            "colors",
            say("one to {most} different colours of {words}", most=SEATS, words=", ".join(COLORS)),
            _colors,
            COLORS,
        ),
        ("table", "language"): _choice("language", "en", "de"),
        ("table", "turn-end"): _choice("turn_end", "button", "next-piece", "dwell"),
        ("table", "dwell"): Form(
            "dwell_s",
            say("a number of seconds from {least} to {most}", least=SHORTEST_DWELL_S, most=LONGEST_DWELL_S),
            _seconds,
        ),
        ("table", "turn-row"): Form(
            "turn_row",
            say("four corners [x, y] as shares of the picture's width and height, far left first, clockwise"),
            _row,
        ),
        ("recording", "keep"): Form("recording_keep", _TRUTH, _truth),
        ("recording", "limit-mb"): Form(
            "recording_limit_mb",
            say("a number of megabytes from {least} to {most}", least=LEAST_RECORDING_MB, most=MOST_RECORDING_MB),
            _megabytes,
        ),
        ("mqtt", "host"): Form("mqtt_host", say("a name or address of the broker"), _host),
        ("mqtt", "port"): Form("mqtt_port", say("a whole number from 1 to 65535"), _port),
        ("mqtt", "user"): Form("mqtt_user", say("a name that the broker knows"), _text),
        ("mqtt", "password-file"): Form("mqtt_password_file", say("the path of a file"), _text),
        **{("buttons", command): Form(f"buttons.{command}", _GPIO, _gpio) for command in COMMANDS},
    }
)
"""Every setting by section and key."""
