"""A check of all settings that finds every mistake at once and names its line."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from device.settings_forms import FORMS
from engine.sentence import say

_SECTIONS = tuple(dict.fromkeys(section for section, _ in FORMS))


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing wrong with the settings: where, and what was expected and found."""

    place: str
    text: str

    def __str__(self) -> str:
        return say("{place}: {text}", place=self.place, text=self.text)


def check(tables: object, file: str, text: str = "") -> tuple[dict[str, object], tuple[Mistake, ...]]:
    """The values by their names in ``Settings``, and every mistake; ``text`` is the TOML, for the line numbers."""
    values: dict[str, object] = {}
    mistakes: list[Mistake] = []
    if not isinstance(tables, dict):
        return {}, (
            Mistake(
                file,
                say("expected sections such as {section}, found {found}", section=_SECTIONS[0], found=_shown(tables)),
            ),
        )
    for section, table in tables.items():
        if section not in _SECTIONS:
            mistakes.append(Mistake(_place(file, text, section), _unknown("section", section, _SECTIONS)))
        elif not isinstance(table, dict):
            mistakes.append(
                Mistake(_place(file, text, section), say("expected a section, found {found}", found=_shown(table)))
            )
        else:
            keys = tuple(key for other, key in FORMS if other == section)
            for key, value in table.items():
                place = _place(file, text, section, key)
                if key not in keys:
                    mistakes.append(Mistake(place, _unknown("setting", key, keys)))
                    continue
                form = FORMS[section, key]
                try:
                    values[form.name] = form.accept(value)
                except ValueError:
                    mistakes.append(
                        Mistake(
                            place,
                            say("expected {expected}, found {found}", expected=form.expected, found=_shown(value)),
                        )
                    )
    buttons = {name.partition(".")[2]: values.pop(name) for name in list(values) if name.startswith("buttons.")}
    if buttons:
        values["buttons"] = MappingProxyType(buttons)
    return values, tuple(mistakes)


def shared_pins(
    lamps: Sequence[Sequence[int]], buttons: Mapping[str, int], file: str, buzzer: int | None = None
) -> tuple[Mistake, ...]:
    """A pin serves one thing; two that share it are named."""
    users = [(pin, say("the lamp of seat {seat}", seat=seat)) for seat, legs in enumerate(lamps) for pin in legs]
    users += [(pin, say("the button {name}", name=name)) for name, pin in buttons.items()]
    users += [] if buzzer is None else [(buzzer, say("the buzzer"))]
    used: dict[int, str] = {}
    mistakes = []
    for pin, user in users:
        if pin in used:
            text = say(
                "pin {pin} serves both {one} and {other}; give one of them another", pin=pin, one=used[pin], other=user
            )
            mistakes.append(Mistake(file, text))
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


def _unknown(what: str, word: str, known: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(word, known, n=1)
    if what == "section":
        if near:
            return say("unknown section; did you mean {near}?", near=near[0])
        return say("unknown section; known are {known}", known=", ".join(known))
    if near:
        return say("unknown setting; did you mean {near}?", near=near[0])
    return say("unknown setting; known are {known}", known=", ".join(known))


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
