"""The published schemas of positions and scores, held against what the program reads and prints."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.cli import main

PLAIN = ["........."] * 8


def validator(name: str) -> Any:
    """The schema of a JSON form, itself checked."""
    text = files("device").joinpath(f"schema/leafwatch-{name}-1.json").read_text(encoding="utf-8")
    jsonschema.Draft202012Validator.check_schema(json.loads(text))
    return jsonschema.Draft202012Validator(json.loads(text))


@pytest.mark.parametrize("name", ["read", "watch", "calibration", "position", "score", "game", "doctor"])
def test_every_schema_is_a_schema(name: str) -> None:
    """A typing error in a schema would let everything pass."""
    validator(name)


def test_what_the_doctor_prints_follows_its_schema(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every finding of this machine, with a problem among them."""
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path))
    (tmp_path / "config.toml").write_text("[page]\nport = -1\n", encoding="utf-8")
    assert main(["doctor", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    validator("doctor").validate(told)
    assert told["healthy"] is False


purses = st.fixed_dictionaries({kind: st.integers(0, 4) for kind in ("berry", "nut", "mushroom", "feather")})
boards = st.lists(st.text("L.s", min_size=9, max_size=9), min_size=8, max_size=8)
players = st.fixed_dictionaries(
    {"name": st.text(max_size=8), "floor": st.just(PLAIN), "board": boards, "purse": purses}
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(seats=st.one_of(st.lists(players, min_size=1, max_size=1), st.lists(players, min_size=2, max_size=4)))
def test_a_position_that_fits_the_schema_is_scored_in_the_form_of_the_schema(
    seats: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Tables and solo games alike: what is promised is what is printed."""
    mode = "solo" if len(seats) == 1 else "multiplayer"
    position = {"format": "leafwatch-position/1", "mode": mode, "start_player": 0, "players": seats}
    validator("position").validate(position)
    path = tmp_path / "position.json"
    path.write_text(json.dumps(position), encoding="utf-8")
    capsys.readouterr()
    assert main(["score", str(path), "--json"]) == 0
    validator("score").validate(json.loads(capsys.readouterr().out))
