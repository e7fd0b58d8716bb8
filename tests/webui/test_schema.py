"""The published form of the table message: the examples follow it, and it is strict."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is part of the test extra")

EXAMPLES = [
    "solo",
    "four_players",
    "illegal",
    "question",
    "choice",
    "desynchronised",
    "purse",
    "undone",
    "final_phase",
    "last_round",
    "finished",
    "ranked",
]


@pytest.fixture(scope="module")
def validator() -> Any:
    """A validator of the published schema, itself checked."""
    schema = json.loads((files("webui") / "schema" / "leafwatch-table-1.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_examples_are_all_there(examples: dict[str, Callable[[], dict[str, Any]]]) -> None:
    """Every example message is looked at below."""
    assert sorted(examples) == sorted(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_follows_the_schema(
    examples: dict[str, Callable[[], dict[str, Any]]], validator: Any, name: str
) -> None:
    """Every example message is valid, written out and read back."""
    validator.validate(json.loads(json.dumps(examples[name]())))


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_agree_with_themselves(examples: dict[str, Callable[[], dict[str, Any]]], name: str) -> None:
    """What a message says twice it says alike: covered spaces, areas, and the letters under every piece."""
    for player in examples[name]()["players"]:
        board = {f"{chr(97 + c)}{r + 1}": sign for r, row in enumerate(player["board"]) for c, sign in enumerate(row)}
        assert len(board) == player["rows"] * player["cols"]
        assert player["covered"] == sum(sign != "." for sign in board.values())
        assert player["covered"] == sum(area["covered"] for area in player["areas"])
        for piece in player["pieces"]:
            letters = {board[cell] for cell in piece["cells"]}
            assert letters <= {"leaf": set("gyroBNMFa"), "squirrel": {"s"}, "animal": {"a"}}[piece["kind"]]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("status", "word"), "dancing"),
        (("verdict", "mood"), "angry"),
        (("verdict", "rule"), "4.1"),
        (("players", 0, "board", 0), "ggxo....."),
        (("players", 0, "pieces", 0, "cells", 0), "C4"),
        (("lamps", 0, "red"), 1.5),
        (("simulator", "playing"), "robot"),
        (("simulator", "picture"), "camera.jpg"),
        (("turn", "seat"), -1),
        (("turn", "phase"), "endgame"),
        (("settings", "turn_end"), "gong"),
        (("players", 0, "areas", 0, "gives", "acorn"), 1),
        (("series", "games"), [{}] * 4),
        (("format",), "leafwatch-table/2"),
        (("surprise",), 1),
    ],
)
def test_wrong_value_is_noticed(
    examples: dict[str, Callable[[], dict[str, Any]]], validator: Any, path: tuple[Any, ...], value: object
) -> None:
    """The schema refuses a value that a page would not know what to do with."""
    message = copy.deepcopy(examples["solo"]())
    place = message
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert [list(error.absolute_path) for error in validator.iter_errors(message)] in ([list(path)], [list(path[:-1])])


@pytest.mark.parametrize("key", ["seq", "players", "verdict", "simulator", "log"])
def test_missing_part_is_noticed(examples: dict[str, Callable[[], dict[str, Any]]], validator: Any, key: str) -> None:
    """A message is whole: no part may be left out."""
    message = examples["solo"]()
    del message[key]
    assert not validator.is_valid(message)
