"""Sentences for people that can be said again in another language.

A sentence is its English text, so it can be printed, joined and compared like any text; it also keeps the template and
the values it was made from, as gettext's message ids do, and a translation is a template for the same values.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

Value = str | int
"""What stands in a template's place: a name, a number, or another sentence (or phrase) that is translated in turn."""


class Sentence(str):
    """A text with the template and the values that it came from.

    >>> sentence = say("{who} lays {what} on c4.", who="Ada", what=say("a squirrel"))
    >>> sentence
    'Ada lays a squirrel on c4.'
    >>> said_in({"{who} lays {what} on c4.": "{who} legt {what} auf c4.", "a squirrel": "ein Eichhörnchen"}, sentence)
    'Ada legt ein Eichhörnchen auf c4.'
    """

    template: str
    values: Mapping[str, Value]

    def __new__(cls, template: str, values: Mapping[str, Value]) -> Sentence:
        """Fill the template in (``str.format``)."""
        made = super().__new__(cls, template.format(**values))
        made.template = template
        made.values = MappingProxyType(dict(values))
        return made


def say(template: str, **values: Value) -> Sentence:
    """A sentence from an English template and its values.

    Raises:
        KeyError: the template has a place for which there is no value.
    """
    return Sentence(template, values)


def said_in(templates: Mapping[str, str], text: str) -> str:
    """The text by the templates of another language; English where it has none.

    A plain text without places may have a translation too.
    """
    if not isinstance(text, Sentence):
        return templates.get(text, text)
    values = {name: said_in(templates, v) if isinstance(v, Sentence) else v for name, v in text.values.items()}
    return templates.get(text.template, text.template).format(**values)
