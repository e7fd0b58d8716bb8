"""The language of the browser that asks, and sentences of Python said in it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from flask import request

from webui.assets import LANGUAGES
from webui.sentences import translated

LANGUAGE_COOKIE: Final = "leafwatch-language"


def language(known: Collection[str] = LANGUAGES) -> str:
    """What the person chose, else what the browser prefers, else English."""
    remembered = request.cookies.get(LANGUAGE_COOKIE)
    if remembered is not None and remembered in known:
        return remembered
    return request.accept_languages.best_match(list(known)) or "en"


def said(text: str) -> str:
    """A sentence in the language of the browser that asks; English where there is no translation."""
    return translated(text, language())
