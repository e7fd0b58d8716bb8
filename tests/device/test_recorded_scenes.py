"""Recorded tables with truth: calibrate on the empty board, watch the rest, compare every placement."""

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from device.cli import main

SCENES = Path(__file__).parent.parent / "data" / "scenes"
COLUMNS = "abcdefghi"
ROWS = 8
COLORS = {"orange": "yellow"}  # the truth's other word for the same tiles


@pytest.fixture(scope="module")
def profiles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for profiles, one a scene."""
    return tmp_path_factory.mktemp("profiles")


def watched(scene: str, profiles: Path, capsys: pytest.CaptureFixture[str]) -> tuple[Any, list[dict[str, Any]]]:
    """The calibration's and the watch's JSON of a scene."""
    folder, profile = SCENES / scene, profiles / scene
    assert main(["calibrate", "--profile", str(profile), "--image", str(folder / "step_00.jpg"), "--json"]) == 0
    calibration = json.loads(capsys.readouterr().out)
    assert main(["watch", "--profile", str(profile), "--source", str(folder), "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    schema("calibration").validate(calibration)
    for event in events:
        schema("watch").validate(event)
    return calibration, events


def schema(name: str) -> Any:
    """The published schema of a JSON form, version 1."""
    text = files("device").joinpath(f"schema/leafwatch-{name}-1.json").read_text(encoding="utf-8")
    return jsonschema.Draft202012Validator(json.loads(text))


def is_turned(truth: dict[str, Any], corners: list[list[float]]) -> bool:
    """Whether the profile has the board the other way up than the truth: a grid alone cannot tell."""
    there, here = np.array(truth["boards"][0]["grid_corners_px"]), np.array(corners)
    return bool(np.linalg.norm(there - here) > np.linalg.norm(np.roll(there, 2, axis=0) - here))


def name(cell: list[int], turned: bool) -> str:
    """The truth's [column, row] as a cell name, the way up that the profile has it."""
    col, row = cell
    return f"{COLUMNS[8 - col]}{ROWS - row}" if turned else f"{COLUMNS[col]}{row + 1}"


Placed = Counter[tuple[Any, ...]]


def placed_in_truth(scene: Path, image: dict[str, Any], turned: bool) -> Placed:
    """What a step's move has laid: kind, colour of a leaf, cells, hole of a leaf."""
    truth = json.loads((scene / image["file"]).with_suffix(".json").read_text(encoding="utf-8"))
    new = {piece for move in image["move"] for piece in move["placed"]}
    return Counter(
        (
            piece["kind"],
            COLORS.get(piece["colour"], piece["colour"]) if piece["kind"] == "leaf" else None,
            tuple(sorted(name(cell, turned) for cell in piece["cells"])),
            name(piece["hole"], turned) if piece["kind"] == "leaf" else None,
        )
        for piece in truth["boards"][0]["pieces"]
        if piece["id"] in new
    )


def placed_as_told(events: list[dict[str, Any]], image: dict[str, Any]) -> Placed:
    """The same as the watch told it with this picture."""
    return Counter(
        (
            event["piece"],
            event["color"] if event["piece"] == "leaf" else None,
            tuple(sorted(event["cells"])),
            event["hole"],
        )
        for event in events
        if event["image"] == image["file"] and event["event"] == "placed"
    )


@pytest.mark.parametrize("scene", ["easy_301", "normal_302_cards"])
def test_every_placement_is_told_with_piece_colour_cells_and_hole(
    scene: str, profiles: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing missed, nothing invented, and nothing told while a hand still holds the piece.

    A hand beside the board after the move is no reason to wait: the piece may be told with that picture already.
    """
    calibration, events = watched(scene, profiles, capsys)
    sequence = json.loads((SCENES / scene / "sequence.json").read_text(encoding="utf-8"))
    first = json.loads((SCENES / scene / "step_00.json").read_text(encoding="utf-8"))
    turned = is_turned(first, calibration["boards"][0]["corners_px"])
    told: Placed = Counter()
    for image in sequence["images"]:
        told += placed_as_told(events, image)
        if image["state"] == "before_move":
            assert not told, image["file"]
        elif not image["hand"]:
            assert told == placed_in_truth(SCENES / scene, image, turned), image["file"]
            told = Counter()


def test_what_the_rules_object_to_is_told_with_its_rule(profiles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """R5.1, R6.1: forgotten tokens are owed, an animal over an unharvested hole is illegal."""
    _, events = watched("easy_301", profiles, capsys)
    assert {event["rule"] for event in events if event["event"] == "owed"} == {"R5.1"}
    assert {event["rule"] for event in events if event["event"] == "illegal"} == {"R6.1"}


def test_still_pictures_are_read_with_a_status(profiles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``read`` gives rows of letters for the empty board and says when a hand is there."""
    folder, profile = SCENES / "normal_302_cards", profiles / "still"
    assert main(["calibrate", "--profile", str(profile), "--image", str(folder / "step_00.jpg"), "--json"]) == 0
    capsys.readouterr()
    pictures = [str(folder / "step_00.jpg"), str(folder / "step_04_hand.jpg")]
    assert main(["read", "--profile", str(profile), "--json", *pictures]) == 0
    empty, hand = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    for answer in (empty, hand):
        schema("read").validate(answer)
    assert empty["status"] == "ok"
    assert empty["boards"][0]["rows"] == ["." * 9] * ROWS
    assert hand["status"] == "hand"
