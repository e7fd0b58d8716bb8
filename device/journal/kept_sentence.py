"""Sentences in the journal: kept with what they were made from, so that they can be read in another language later."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.sentence import Sentence

_JOINED = frozenset({"{first} {next}", "{first}, {next}"})
"""What joins sentences and words and is the same in every language (engine.sentence)."""

_DEEPEST = 20
"""Sentences within sentences; a long list of clauses is about as deep as it is long."""


def sentence_json(text: str) -> object:
    """A sentence as ``{"template", "values"}``, sentences in its values likewise; a plain text as it is."""
    if not isinstance(text, Sentence):
        return str(text)
    values = {
        name: sentence_json(value) if isinstance(value, str) else value for name, value in sorted(text.values.items())
    }
    return {"template": text.template, "values": values}


def sentence_from(kept: object, known: Collection[str], depth: int = 0) -> str | None:
    """Inverse of ``sentence_json``; None for what is none or was made from a template that is not ``known``.

    The journal may have come from somebody else's machine, so no template of its own is ever filled in.
    """
    match kept:
        case str():
            return kept
        case {"template": str(template), "values": Mapping() as values} if (
            template in known or template in _JOINED
        ) and depth < _DEEPEST:
            filled: dict[str, str | int] = {}
            for name, value in values.items():
                said = value if isinstance(value, int) else sentence_from(value, known, depth + 1)
                if said is None:
                    return None
                filled[str(name)] = said
            try:
                return Sentence(template, filled)
            except (LookupError, ValueError):
                return None
        case _:
            return None
