"""The language of the browser that asks, and sentences of Python said in it."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from flask import request

from engine.sentence import said_in

LANGUAGE_COOKIE: Final = "leafwatch-language"


def language(known: Collection[str]) -> str:
    """What the person chose, else what the browser prefers, else English."""
    remembered = request.cookies.get(LANGUAGE_COOKIE)
    if remembered is not None and remembered in known:
        return remembered
    return request.accept_languages.best_match(list(known)) or "en"


def said(text: str) -> str:
    """A sentence in the language of the browser that asks; English where there is no translation."""
    return said_in(_templates(language(("en", "de"))), text)


@cache
def _templates(name: str) -> Mapping[str, str]:
    """The translations that come with the package, read once; none for English."""
    file = files("webui") / "strings" / "sentences" / f"{name}.json"
    found: dict[str, str] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return MappingProxyType(found)
