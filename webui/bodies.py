"""What a page may ask for: every command with the fields of its body, checked in one place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.sentence import Sentence, say
from webui.command import Command

_CELL = re.compile(r"[a-z][1-9][0-9]?")
_WORD = re.compile(r"[!-~]{1,200}")
_TREASURES = ("berry", "nut", "mushroom", "feather")
_MODES = ("auto", "hand", "paused")
_SURFACE = re.compile(r"[a-z]+(\.[a-z]+)?")
SETTINGS = ("turn-end", "dwell-s", "language", "sound")
"""What the command ``set`` may change."""


class BadCommand(ValueError):
    """The command is none that the table knows, or its body is wrong; the text says expected and found."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a body: the test it must pass, what to call a right value, and whether it may be left out."""

    fits: Callable[[object], bool]
    expected: Sentence
    optional: bool = False


def _is_count(value: object, below: int) -> bool:
    return type(value) is int and 0 <= value < below  # a JSON true is no number


_seat = Field(lambda value: _is_count(value, 8), say("a seat number from 0"))
_turns = Field(lambda value: _is_count(value, 4), say("a number of quarter turns from 0 to 3"))
_flag = Field(lambda value: isinstance(value, bool), say("true or false"))
_cell = Field(lambda value: isinstance(value, str) and _CELL.fullmatch(value) is not None, say("a cell such as c4"))
_word = Field(
    lambda value: isinstance(value, str) and _WORD.fullmatch(value) is not None, say("one word without blanks")
)
_seen = Field(_word.fits, say("the mark of the turn that is shown"), optional=True)
_treasure = Field(lambda value: value in _TREASURES, say("one of {words}", words=", ".join(_TREASURES)))
_mode = Field(lambda value: value in _MODES, say("one of {words}", words=", ".join(_MODES)))

_why = Field(
    lambda value: isinstance(value, str) and len(value) <= 200, say("a text of up to 200 characters"), optional=True
)
_surface = Field(
    lambda value: isinstance(value, str) and _SURFACE.fullmatch(value) is not None,
    say("a surface such as leaf.green, or auto"),
)
_surfaces = Field(
    lambda value: (
        isinstance(value, dict)
        and 0 < len(value) <= 80
        and all(_cell.fits(cell) and _surface.fits(surface) for cell, surface in value.items())
    ),
    say("an object of cells and their surfaces, 1 to 80"),
)
_tokens = Field(lambda value: _is_count(value, 41), say("a number of tokens from 0 to 40"))
_number = Field(lambda value: _is_count(value, 1000) and value != 0, say("the number of a turn from 1"))
_moves = Field(
    lambda value: (
        isinstance(value, list)
        and len(value) <= 60
        and all(isinstance(each, str) and _WORD.fullmatch(each) is not None for each in value)
    ),
    say("a list of moves in notation, 60 at most"),
)
_force = Field(lambda value: isinstance(value, bool), say("true or false"), optional=True)
_key = Field(lambda value: value in SETTINGS, say("one of {words}", words=", ".join(SETTINGS)))
_value = Field(lambda value: isinstance(value, str | int | float), say("a text, a number, true or false"))

BODIES: Mapping[str, Mapping[str, Field]] = {
    "end-turn": {"turn": _seen},
    "undo": {"turn": _seen},
    "answer": {"question": _word, "answer": _word, "why": _why},
    "accept": {"why": _why},
    "put-back": {},
    "overrule": {"why": _why},
    "table-right": {"why": _why},
    "spot": {"seat": _seat, "cell": _cell, "surface": _surface},
    "spots": {"seat": _seat, "surfaces": _surfaces},
    "purse": {"seat": _seat, **dict.fromkeys(_TREASURES, _tokens)},
    "revise": {"turn": _number, "moves": _moves, "force": _force},
    "redraw": {"turn": _number, "surfaces": _surfaces, "force": _force},
    "move": {"notation": _word},
    "new-game": {},
    "next-game": {},
    "set": {"key": _key, "value": _value},
    "simulator.lay": {"tile": _word, "turns": _turns, "flipped": _flag, "seat": _seat, "cell": _cell},
    "simulator.animal": {"animal": _word, "turns": _turns, "flipped": _flag, "seat": _seat, "cell": _cell},
    "simulator.squirrel": {"seat": _seat, "cell": _cell},
    "simulator.token": {"seat": _seat, "cell": _cell, "kind": _treasure},
    "simulator.lift": {"id": _word},
    "simulator.playing": {"mode": _mode},
}


def read_command(sent: Mapping[str, object]) -> Command:
    """The command in a request's JSON object.

    Raises:
        BadCommand: with what was expected and what was found.
    """
    if strange := sorted(set(sent) - {"name", "body"}):
        raise BadCommand(say("A command has a name and a body, found {what} too.", what=_shown(strange[0])))
    name, body = sent.get("name"), sent.get("body", {})
    if not isinstance(name, str) or name not in BODIES:
        raise BadCommand(
            say("There is no command {name}; expected one of {words}.", name=_shown(name), words=", ".join(BODIES))
        )
    if not isinstance(body, dict):
        raise BadCommand(say("The body of {name} is a JSON object, found {what}.", name=name, what=_shown(body)))
    fields = BODIES[name]
    if strange := sorted(set(body) - set(fields)):
        text = say("{name} knows no field {what}; it has none.", name=name, what=_shown(strange[0]))
        if fields:
            known = ", ".join(fields)
            text = say(
                "{name} knows no field {what}; expected {words}.", name=name, what=_shown(strange[0]), words=known
            )
        raise BadCommand(text)
    for key, field in fields.items():
        if key not in body:
            if field.optional:
                continue
            raise BadCommand(
                say("{name} needs the field {key}: {expected}.", name=name, key=key, expected=field.expected)
            )
        if not field.fits(body[key]):
            what = _shown(body[key])
            text = say(
                "{name}: {key} is {expected}, found {what}.", name=name, key=key, expected=field.expected, what=what
            )
            raise BadCommand(text)
    return Command(name, body, "page")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
