"""The sentences that Python says, in the languages that people read: templates from ``strings/sentences``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from engine.sentence import Sentence, said_in
from webui.assets import LANGUAGES


@cache
def templates(language: str) -> Mapping[str, str]:
    """English template -> that of the language; empty for English and for languages that are not known."""
    if language not in LANGUAGES or language == "en":
        return {}
    found: dict[str, str] = json.loads(
        (files("webui") / "strings" / "sentences" / f"{language}.json").read_text("utf-8")
    )
    return found


def translated(text: str, language: str) -> str:
    """A sentence in a language; a plain text stays as it is, for it is a name, a number or somebody else's words.

    >>> from engine.sentence import say
    >>> translated(say("{who} wins.", who="Ada"), "de")
    'Ada gewinnt.'
    """
    return said_in(templates(language), text) if isinstance(text, Sentence) else text
