"""The form of every setting, and a check that finds all mistakes at once."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

HIGHEST_GPIO = 27
SEATS = 4
NAME_LENGTH = 40
COMMANDS = ("end-turn", "undo", "yes")


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing wrong with the settings: where, and what was expected and found."""

    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


@dataclass(frozen=True, slots=True)
class Form:
    """A setting: its name in ``Settings``, what is expected in words, and what makes a value of it or raises."""

    name: str
    expected: str
    accept: Callable[[object], object]


def _camera(value: object) -> object:
    if not isinstance(value, str) or not re.fullmatch(r"pi|usb:\d+|file:.+", value):
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


def _share(value: object) -> object:
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


def _players(value: object) -> object:
    if not isinstance(value, list) or not 1 <= len(value) <= SEATS:
        raise ValueError
    for name in value:
        if not isinstance(name, str) or not name.strip() or len(name) > NAME_LENGTH or not name.isprintable():
            raise ValueError
    return tuple(name.strip() for name in value)


_GPIO = f"a GPIO number from 0 to {HIGHEST_GPIO}"
FORMS: Mapping[tuple[str, str], Form] = MappingProxyType(
    {
        ("camera", "source"): Form("camera", '"pi", "usb:NUMBER" or "file:PATH"', _camera),
        ("lamps", "pins"): Form("lamp_pins", f"one to {SEATS} lamps [red, green, blue], each {_GPIO}", _lamps),
        ("lamps", "brightness"): Form("lamp_brightness", "a number from 0 to 1", _share),
        ("lamps", "common-anode"): Form("lamp_common_anode", "true or false", _truth),
        ("page", "host"): Form("host", "a name or address of this machine", _host),
        ("page", "port"): Form("port", "a whole number from 1 to 65535", _port),
        ("table", "players"): Form("players", f"one to {SEATS} names of up to {NAME_LENGTH} letters", _players),
        **{("buttons", command): Form(f"buttons.{command}", _GPIO, _gpio) for command in COMMANDS},
    }
)
"""Every setting by section and key."""

_SECTIONS = tuple(dict.fromkeys(section for section, _ in FORMS))


def check(tables: object, file: str, text: str = "") -> tuple[dict[str, object], tuple[Mistake, ...]]:
    """The values by their names in ``Settings``, and every mistake; ``text`` is the TOML, for the line numbers."""
    values: dict[str, object] = {}
    mistakes: list[Mistake] = []
    if not isinstance(tables, dict):
        return {}, (Mistake(file, f"expected sections such as {_SECTIONS[0]}, found {_shown(tables)}"),)
    for section, table in tables.items():
        if section not in _SECTIONS:
            mistakes.append(Mistake(_place(file, text, section), f"unknown section{_nearest(section, _SECTIONS)}"))
        elif not isinstance(table, dict):
            mistakes.append(Mistake(_place(file, text, section), f"expected a section, found {_shown(table)}"))
        else:
            keys = tuple(key for other, key in FORMS if other == section)
            for key, value in table.items():
                place = _place(file, text, section, key)
                if key not in keys:
                    mistakes.append(Mistake(place, f"unknown setting{_nearest(key, keys)}"))
                    continue
                form = FORMS[section, key]
                try:
                    values[form.name] = form.accept(value)
                except ValueError:
                    mistakes.append(Mistake(place, f"expected {form.expected}, found {_shown(value)}"))
    buttons = {name.partition(".")[2]: values.pop(name) for name in list(values) if name.startswith("buttons.")}
    if buttons:
        values["buttons"] = MappingProxyType(buttons)
    return values, tuple(mistakes)


def shared_pins(lamps: Sequence[Sequence[int]], buttons: Mapping[str, int], file: str) -> tuple[Mistake, ...]:
    """A pin serves one thing; two that share it are named."""
    users = [(pin, f"the lamp of seat {seat}") for seat, legs in enumerate(lamps) for pin in legs]
    users += [(pin, f"the button {name}") for name, pin in buttons.items()]
    used: dict[int, str] = {}
    mistakes = []
    for pin, user in users:
        if pin in used:
            mistakes.append(Mistake(file, f"pin {pin} serves both {used[pin]} and {user}; give one of them another"))
        used[pin] = user
    return tuple(mistakes)


def _place(file: str, text: str, section: str, key: str | None = None) -> str:
    """File, line where it can be found, and the setting's full name."""
    line_number = None
    inside = False
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[\s*([\w-]+)\s*\]", line):
            inside = header[1] == section
            if inside and key is None:
                line_number = number
        elif inside and key is not None and re.match(rf"""\s*["']?{re.escape(key)}["']?\s*=""", line):
            line_number = number
    at = "" if line_number is None else f" line {line_number}"
    return f"{file}{at}: {section}{'' if key is None else f'.{key}'}"


def _nearest(word: str, known: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(word, known, n=1)
    return f"; did you mean {near[0]}?" if near else f"; known are {', '.join(known)}"


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
