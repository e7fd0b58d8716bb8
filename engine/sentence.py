"""Sentences for people that can be said again in another language.

A sentence is its English text, so it can be printed, joined and compared like any text; it also keeps the template and
the values it was made from, as gettext's message ids do, and a translation is a template for the same values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
        made.values = MappingProxyType(values)
        return made

    def __reduce__(self) -> tuple[type[Sentence], tuple[str, dict[str, Value]]]:
        """Copied and pickled by its template and values."""
        return Sentence, (self.template, dict(self.values))


def say(template: str, **values: Value) -> Sentence:
    """A sentence from an English template and its values.

    Raises:
        KeyError: the template has a place for which there is no value.
    """
    return Sentence(template, values)


def say_number(number: int, one: str, many: str, **values: Value) -> Sentence:
    """The template for one thing or that for any other number of them; both may have a place ``{number}``.

    >>> say_number(1, "a squirrel", "{number} squirrels"), say_number(3, "a squirrel", "{number} squirrels")
    ('a squirrel', '3 squirrels')
    """
    return Sentence(one if abs(number) == 1 else many, {"number": number, **values})


def listed(words: Sequence[str]) -> str:
    """A list in a sentence; at least one word.

    >>> listed(["a1", "b1", "c1"])
    'a1, b1 and c1'
    """
    return words[0] if len(words) == 1 else say("{words} and {last}", words=_with_commas(words[:-1]), last=words[-1])


def listed_choices(words: Sequence[str]) -> str:
    """A list of which one is to be taken; at least one word.

    >>> listed_choices(["a1", "b1", "c1"])
    'a1, b1 or c1'
    """
    return words[0] if len(words) == 1 else say("{words} or {last}", words=_with_commas(words[:-1]), last=words[-1])


def in_a_row(sentences: Sequence[str]) -> str:
    """Sentences one after another with blanks between them, each still translated by itself; empty for none.

    >>> in_a_row([say("Good."), say("Your turn.")])
    'Good. Your turn.'
    """
    return _folded("{first} {next}", sentences)


def _with_commas(words: Sequence[str]) -> str:
    if any(isinstance(word, Sentence) for word in words):
        return _folded("{first}, {next}", words)
    return ", ".join(words)


def _folded(template: str, words: Sequence[str]) -> str:
    text = words[0] if words else ""
    for word in words[1:]:
        text = Sentence(template, {"first": text, "next": word})
    return text


def said_in(templates: Mapping[str, str], text: str) -> str:
    """The text by the templates of another language; English where it has none.

    A plain text without places may have a translation too.
    """
    if not isinstance(text, Sentence):
        return templates.get(text, text)
    values = {name: said_in(templates, v) if isinstance(v, Sentence) else v for name, v in text.values.items()}
    return templates.get(text.template, text.template).format(**values)


def sentence_of(error: BaseException) -> str:
    """What an error says, still a sentence if it was raised with one (``str`` of an error forgets that)."""
    said = error.args[0] if len(error.args) == 1 else None
    return said if isinstance(said, Sentence) else str(error)
