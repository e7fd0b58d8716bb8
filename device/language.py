"""The table message and the answers of the table in the table's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.sentence import Sentence, say
from webui.sentences import translated

__all__ = ["message_in", "spoken_name", "translated"]

_PLAIN = frozenset({str, int, float, bool, type(None)})
"""What stays as it is and is known at once, a list at a time: nearly all of the thousands of values of a message."""


def message_in(language: str, message: Mapping[str, object]) -> dict[str, Any]:
    """A message of JSON values in which every sentence is said in a language; words, names and numbers stay."""
    if _PLAIN.issuperset(map(type, message.values())):
        return dict(message)
    return {key: _said(language, value) for key, value in message.items()}


def spoken_name(name: str) -> str:
    """A player's name as it stands; only the solo player who gave none is called You in every language."""
    return say("You") if name == "You" else name


def _said(language: str, value: object) -> object:
    if type(value) in _PLAIN:
        return value
    match value:
        case Sentence():
            return translated(value, language)
        case dict():
            return message_in(language, value)
        case list() | tuple():
            return list(value) if _PLAIN.issuperset(map(type, value)) else [_said(language, each) for each in value]
        case _:
            return value
