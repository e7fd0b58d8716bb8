"""``leafwatch score``: text, JSON, and bad files by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from device.cli import main

FULL = ["LLLLLLLLL"] * 8
PLAIN = ["........."] * 8


def written(folder: Path, name: str, **changes: object) -> str:
    """A position file of a solo game."""
    player = {"name": "Ada", "floor": PLAIN, "board": [*FULL[:7], "LLLLLLL.."], "purse": {"berry": 2, "nut": 1}}
    path = folder / name
    position = {"format": "leafwatch-position/1", "mode": "solo", "players": [player | changes]}
    path.write_text(json.dumps(position), encoding="utf-8")
    return str(path)


def test_a_position_is_explained_step_by_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Text for people: every step, and the end."""
    assert main(["score", written(tmp_path, "a.json")]) == 0
    out = capsys.readouterr().out
    assert "1. Exchange 2 berries for a nut." in out
    assert "2. Lay 2 squirrels on h8 and i8 to complete Area 6: it lacks 2 and brings nothing." in out
    assert "Won with 0 points." in out


def test_one_json_object_a_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line each, with the name of its file."""
    files = [written(tmp_path, "a.json"), written(tmp_path, "b.json", board=FULL)]
    assert main(["score", "--json", *files]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["position"] for line in lines] == files
    assert [line["players"][0]["points"] for line in lines] == [0, 4]
    assert all(line["format"] == "leafwatch-score/1" for line in lines)


def test_a_bad_file_is_named_and_the_others_are_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2; file, place, expected and found on stderr."""
    bad = written(tmp_path, "bad.json", board=FULL[:7])
    assert main(["score", bad, written(tmp_path, "good.json"), str(tmp_path / "absent.json")]) == 2
    out, err = capsys.readouterr()
    assert "Won with 0 points." in out
    assert f"{bad}, players[0].board: expected 8 rows, found 7" in err
    assert "absent.json, file: expected a readable text file in UTF-8, found No such file or directory" in err


def test_a_position_is_explained_in_german(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Text and JSON say every step in the language that was asked for; names and words of the form stay."""
    file = written(tmp_path, "a.json")
    assert main(["score", "--language", "de", file]) == 0
    out = capsys.readouterr().out
    assert "1. Tausche 2 Beeren gegen 1 Nuss." in out
    assert "2. Setze 2 Eichhörnchen auf h8 und i8, um Bereich 6 zu füllen: Es fehlen 2 Felder; Ertrag: nichts." in out
    assert "Gewonnen: 0 Punkte." in out
    assert main(["score", "--language", "de", "--json", file]) == 0
    form = json.loads(capsys.readouterr().out)
    assert form["text"] == "Gewonnen: 0 Punkte."
    assert [step["do"] for step in form["players"][0]["steps"]] == ["exchange", "squirrel"]
    assert form["players"][0]["steps"][0]["text"] == "Tausche 2 Beeren gegen 1 Nuss."
