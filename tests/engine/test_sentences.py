"""Sentences keep their templates, and every template in the source has its German one."""

from __future__ import annotations

import ast
import json
import pickle
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from engine.indian_summer.sets import demo_animals
from engine.sentence import Sentence, in_a_row, listed, listed_choices, said_in, say, say_number, sentence_of

ROOT = Path(__file__).parents[2]
GERMAN: dict[str, str] = json.loads((ROOT / "webui" / "strings" / "sentences" / "de.json").read_text("utf-8"))
PACKAGES = ("engine", "vision", "calibration", "webui", "device")

TAKES = {"say": (0,), "say_number": (1, 2), "by": (2, 3)}
"""The functions that make sentences, and which of their arguments are templates."""
SHOWN = {"Event": 2, "Violation": 1, "Reply": 1, "Standing": 2}
"""What is shown to people, and which argument is the text."""
OWN_TEMPLATES = {"engine/sentence.py", "engine/indian_summer/wording.py"}
"""Where templates come in as arguments or from data."""


class Use(NamedTuple):
    """A template in the source, or the code that stands where one is expected."""

    where: str
    template: str | None
    code: str


def uses() -> Iterator[Use]:
    """Every template in the source."""
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            source = file.read_text("utf-8")
            if "engine.sentence" in source or file.name == "sentence.py":
                yield from _uses(file.relative_to(ROOT).as_posix(), ast.parse(source), {})


def _uses(file: str, node: ast.AST, known: dict[str, set[str]]) -> Iterator[Use]:
    if isinstance(node, ast.FunctionDef):
        known = _texts(node)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        for place in TAKES.get(node.func.id, ()):
            argument = node.args[place]
            where = f"{file}:{argument.lineno}"
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield Use(where, argument.value, "")
            elif isinstance(argument, ast.Name) and argument.id in known:
                yield from (Use(where, text, "") for text in known[argument.id])
            elif file not in OWN_TEMPLATES:
                yield Use(where, None, ast.unparse(argument))
    for child in ast.iter_child_nodes(node):
        yield from _uses(file, child, known)


def _texts(function: ast.FunctionDef) -> dict[str, set[str]]:
    """The texts that the names of a function stand for; two names may be set in one line."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign):
            continue
        target, value = node.targets[0], node.value
        both = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
        pairs = zip(target.elts, value.elts, strict=True) if both else [(target, value)]  # type: ignore[attr-defined]
        for name, text in pairs:
            if isinstance(name, ast.Name) and isinstance(text, ast.Constant) and isinstance(text.value, str):
                found.setdefault(name.id, set()).add(text.value)
    return found


def places(template: str) -> set[tuple[str, str | None]]:
    """The places of a template with their conversions."""
    return {(name, conversion) for _, name, _, conversion in Formatter().parse(template) if name}


def says_something(template: str) -> bool:
    """Whether there is a word to translate."""
    return any(letter.isalpha() for text, _, _, _ in Formatter().parse(template) for letter in text)


def test_templates_stand_in_the_source() -> None:
    """A template is a text where the sentence is made, so that all of them can be found."""
    assert [use for use in uses() if use.template is None] == []


def test_every_template_is_said_in_german() -> None:
    """Each has a German one, and no other is left over; animals are named by their file."""
    found = {use.template: use.where for use in uses() if use.template is not None and says_something(use.template)}
    found |= {kind.name: "animals.toml" for kind in demo_animals().kinds}
    assert {template: where for template, where in found.items() if template not in GERMAN} == {}
    assert sorted(template for template in GERMAN if template not in found) == []


def test_german_templates_have_the_same_places() -> None:
    """A place that is missing or unknown would lose a value or raise."""
    assert {english: german for english, german in GERMAN.items() if places(english) != places(german)} == {}


def test_german_templates_are_sentences_as_the_english_ones() -> None:
    """What ends as a sentence ends so in German."""
    ends = (".", "!", "?", ":")
    different = {e: g for e, g in GERMAN.items() if (e[-1] in ends) != (g[-1] in ends)}
    assert different == {}


def test_shown_texts_are_no_plain_texts() -> None:
    """Events, violations, standings and replies are made with ``say``, never with an f-string or a plain text."""
    wrong = []
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SHOWN:
                    place = SHOWN[node.func.id]
                    if len(node.args) > place and isinstance(node.args[place], ast.Constant | ast.JoinedStr):
                        wrong.append(f"{file.relative_to(ROOT)}:{node.lineno}")
    assert wrong == []


def test_a_sentence_is_its_text_and_keeps_its_template() -> None:
    """It equals its English text and hashes like it, and can be copied and pickled with its template."""
    sentence = say("{who} lays {what}.", who="Ada", what=say("a squirrel"))
    assert sentence == "Ada lays a squirrel."
    assert hash(sentence) == hash("Ada lays a squirrel.")
    for again in (deepcopy(sentence), pickle.loads(pickle.dumps(sentence))):
        assert (again, again.template, dict(again.values)) == (sentence, sentence.template, dict(sentence.values))


def test_values_that_are_sentences_are_translated_and_names_are_not() -> None:
    """A player may be called like a word of the game."""
    sentence = say("{who} lays {what}.", who="a squirrel", what=say("a squirrel"))
    german = {"{who} lays {what}.": "{who} legt {what}.", "a squirrel": "ein Eichhörnchen"}
    assert said_in(german, sentence) == "a squirrel legt ein Eichhörnchen."


def test_lists_and_rows_are_translated_in_their_parts() -> None:
    """A list of sentences, a list of plain words, a choice and sentences in a row."""
    german = {"a nut": "1 Nuss", "a berry": "1 Beere", "{words} and {last}": "{words} und {last}"}
    german |= {"{words} or {last}": "{words} oder {last}", "Good.": "Gut.", "Bad.": "Schlecht."}
    assert said_in(german, listed([say("a nut"), say("a berry"), say("a nut")])) == "1 Nuss, 1 Beere und 1 Nuss"
    assert said_in(german, listed(["a1", "b1", "c1"])) == "a1, b1 und c1"
    assert said_in(german, listed_choices([say("a nut"), say("a berry")])) == "1 Nuss oder 1 Beere"
    assert said_in(german, in_a_row([say("Good."), say("Bad.")])) == "Gut. Schlecht."
    assert in_a_row([]) == ""


@pytest.mark.parametrize(("number", "text"), [(0, "0 points"), (1, "1 point"), (-1, "-1 point"), (2, "2 points")])
def test_numbers_choose_their_template(number: int, text: str) -> None:
    """One and minus one are singular."""
    assert say_number(number, "{number} point", "{number} points") == text


def test_errors_keep_their_sentence() -> None:
    """What an error was raised with comes back as it was; others say what ``str`` says."""
    kept = sentence_of(ValueError(say("No.")))
    assert isinstance(kept, Sentence)
    assert (kept, kept.template) == ("No.", "No.")
    assert sentence_of(ValueError("plain")) == "plain"
    assert sentence_of(OSError(2, "nothing there")) == "[Errno 2] nothing there"
