"""Commands: each body is checked, the table's answer comes back, nothing wrong reaches the table."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from webui import MAX_REQUEST_BYTES, commands, create_app
from webui.bodies import BODIES, BadCommand, read_command
from webui.command import Command, Reading, Reply
from webui.feed import Feed

HEADERS = {"X-Leafwatch": "1", "Origin": "http://localhost"}
RIGHT: dict[str, dict[str, object]] = {
    "end-turn": {},
    "undo": {},
    "answer": {"question": "17", "answer": "move:c4r1m+b"},
    "accept": {},
    "put-back": {},
    "overrule": {},
    "table-right": {},
    "spot": {"seat": 1, "cell": "c4", "surface": "leaf.green"},
    "spots": {"seat": 1, "surfaces": {"c4": "leaf.green", "c5": "floor"}},
    "purse": {"seat": 0, "berry": 0, "nut": 40, "mushroom": 1, "feather": 2},
    "revise": {"turn": 3, "moves": ["1:squirrel:c4", "1:end"]},
    "redraw": {"turn": 3, "surfaces": {"c4": "squirrel"}},
    "move": {"notation": "*b"},
    "new-game": {},
    "next-game": {},
    "set": {"key": "turn-end", "value": "dwell"},
    "simulator.lay": {"tile": "r07", "turns": 3, "flipped": True, "seat": 0, "cell": "c4"},
    "simulator.animal": {"animal": "fox", "turns": 0, "flipped": False, "seat": 0, "cell": "a1"},
    "simulator.squirrel": {"seat": 3, "cell": "i8"},
    "simulator.token": {"seat": 0, "cell": "a1", "kind": "feather"},
    "simulator.lift": {"id": "p7"},
    "simulator.playing": {"mode": "hand"},
}
WRONG = [
    ("simulator.lay", {"turns": 4}, "0 to 3"),
    ("simulator.lay", {"turns": True}, "0 to 3"),
    ("simulator.lay", {"turns": 1.0}, "0 to 3"),
    ("simulator.lay", {"flipped": 0}, "true or false"),
    ("simulator.lay", {"seat": -1}, "seat number"),
    ("simulator.lay", {"cell": "C4"}, "such as c4"),
    ("simulator.lay", {"cell": "c0"}, "such as c4"),
    ("simulator.lay", {"cell": "c4\n"}, "such as c4"),
    ("simulator.lay", {"cell": ["c4"]}, "such as c4"),
    ("simulator.lay", {"tile": ""}, "one word"),
    ("simulator.lay", {"tile": "x" * 201}, "one word"),
    ("simulator.token", {"kind": "acorn"}, "berry, nut, mushroom, feather"),
    ("simulator.token", {"kind": {}}, "berry, nut, mushroom, feather"),
    ("simulator.playing", {"mode": None}, "auto, hand, paused"),
    ("move", {"notation": "two words"}, "one word"),
    ("answer", {"answer": 17}, "one word"),
    ("undo", {"turn": 3}, "mark of the turn"),
    ("answer", {"why": "x" * 201}, "200 characters"),
    ("accept", {"why": 5}, "200 characters"),
    ("spot", {"surface": "Leaf"}, "a surface"),
    ("spots", {"surfaces": {}}, "1 to 80"),
    ("spots", {"surfaces": {"c0": "floor"}}, "cells and their surfaces"),
    ("spots", {"surfaces": {"c1": "Leaf"}}, "cells and their surfaces"),
    ("spots", {"surfaces": ["c1"]}, "cells and their surfaces"),
    ("redraw", {"turn": 0}, "from 1"),
    ("redraw", {"force": 1}, "true or false"),
    ("purse", {"nut": 41}, "0 to 40"),
    ("purse", {"berry": -1}, "0 to 40"),
    ("revise", {"turn": 0}, "from 1"),
    ("revise", {"moves": "1:end"}, "a list of moves"),
    ("revise", {"moves": ["1:end"] * 61}, "60 at most"),
    ("revise", {"force": 1}, "true or false"),
    ("set", {"key": "colour"}, "turn-end"),
    ("set", {"value": None}, "a text"),
]
LEFT_OUT = [
    ("end-turn", {"turn": "3.1"}),
    ("undo", {"turn": "3.0"}),
    ("accept", {"why": "we agreed so"}),
    ("answer", {"question": "17", "answer": "accept", "why": ""}),
    ("overrule", {"why": "the cat"}),
    ("table-right", {"why": "x" * 200}),
    ("revise", {"turn": 1, "moves": [], "force": True}),
    ("redraw", {"turn": 1, "surfaces": {"a1": "floor"}, "force": True}),
]


def test_every_command_has_an_example() -> None:
    """The examples below speak of every command there is."""
    assert set(RIGHT) == set(BODIES)


@pytest.mark.parametrize("name", RIGHT)
def test_right_body_reaches_the_table(client: FlaskClient, table: Any, name: str) -> None:
    """A right command arrives as it was sent, and the table's answer goes back."""
    table.reply = Reply(True, "Done.", ("c4",))
    response = client.post("/api/command", json={"name": name, "body": RIGHT[name]}, headers=HEADERS)
    assert response.status_code == 200
    assert response.get_json() == {"ok": True, "text": "Done.", "spots": ["c4"]}
    assert table.commands == [Command(name, RIGHT[name], "page")]


@pytest.mark.parametrize(("name", "body"), LEFT_OUT)
def test_fields_that_may_be_left_out_are_handed_on(
    client: FlaskClient, table: Any, name: str, body: dict[str, object]
) -> None:
    """A field that may be left out comes to the table when it is there."""
    table.reply = Reply(True, "Done.")
    response = client.post("/api/command", json={"name": name, "body": body}, headers=HEADERS)
    assert response.status_code == 200
    assert table.commands == [Command(name, body, "page")]


def test_body_may_be_left_out(client: FlaskClient, table: Any) -> None:
    """A command without fields needs no body."""
    assert client.post("/api/command", json={"name": "undo"}, headers=HEADERS).status_code == 200
    assert table.commands == [Command("undo", {}, "page")]


def test_refusal_of_the_table_is_422(client: FlaskClient, table: Any) -> None:
    """What the table refuses comes back with its sentence and spots."""
    table.reply = Reply(False, "There is nothing to undo.", ("a1", "b1"))
    response = client.post("/api/command", json={"name": "undo"}, headers=HEADERS)
    assert response.status_code == 422
    assert response.get_json() == {"ok": False, "text": "There is nothing to undo.", "spots": ["a1", "b1"]}


def test_what_a_request_could_mean_is_handed_on(client: FlaskClient, table: Any) -> None:
    """Where it could mean several things they come back, each with its moves."""
    answers = (Reading("red leaf at c4", ("1:nut:c4",)), Reading("squirrel", ("1:squirrel:c4", "1:end")))
    table.reply = Reply(False, "Which was it?", answers=answers)
    response = client.post("/api/command", json={"name": "redraw", "body": RIGHT["redraw"]}, headers=HEADERS)
    assert response.status_code == 422
    assert response.get_json()["answers"] == [
        {"label": "red leaf at c4", "moves": ["1:nut:c4"]},
        {"label": "squirrel", "moves": ["1:squirrel:c4", "1:end"]},
    ]


@pytest.mark.parametrize(("name", "change", "expected"), WRONG)
def test_wrong_field_is_named(
    client: FlaskClient, table: Any, name: str, change: dict[str, object], expected: str
) -> None:
    """A wrong value is answered by 422 with the field and what was expected, and the table hears nothing."""
    response = client.post("/api/command", json={"name": name, "body": {**RIGHT[name], **change}}, headers=HEADERS)
    assert response.status_code == 422
    text = response.get_json()["text"]
    assert next(iter(change)) in text
    assert expected in text
    assert table.commands == []


@pytest.mark.parametrize("name", [name for name, body in RIGHT.items() if body])
def test_missing_and_strange_fields_are_named(client: FlaskClient, table: Any, name: str) -> None:
    """Every field that must be there is needed and no other is known."""
    for key in RIGHT[name]:
        body = {other: value for other, value in RIGHT[name].items() if other != key}
        response = client.post("/api/command", json={"name": name, "body": body}, headers=HEADERS)
        assert response.status_code == 422
        assert f"needs the field {key}" in response.get_json()["text"]
    response = client.post("/api/command", json={"name": name, "body": {**RIGHT[name], "x": 1}}, headers=HEADERS)
    assert response.status_code == 422
    assert "no field 'x'" in response.get_json()["text"]
    assert table.commands == []


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ([], 400),
        ("undo", 400),
        ({}, 422),
        ({"name": "shutdown"}, 422),
        ({"name": ["undo"]}, 422),
        ({"name": "undo", "body": []}, 422),
        ({"name": "undo", "who": "button"}, 422),
    ],
)
def test_what_is_no_command_is_refused(client: FlaskClient, table: Any, sent: object, status: int) -> None:
    """Other JSON is refused with a sentence; nobody can say to be a button."""
    response = client.post("/api/command", json=sent, headers=HEADERS)
    assert response.status_code == status
    assert response.get_json()["text"]
    assert table.commands == []


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_only_json_is_taken(client: FlaskClient, table: Any, kind: str) -> None:
    """What a foreign form could send is not read."""
    response = client.post("/api/command", data='{"name": "undo"}', content_type=kind, headers=HEADERS)
    assert response.status_code == 415
    assert table.commands == []


def test_broken_json_is_refused(client: FlaskClient) -> None:
    """Half an object is a bad request, not a crash."""
    response = client.post("/api/command", data='{"name": ', content_type="application/json", headers=HEADERS)
    assert response.status_code == 400


def test_large_bodies_are_refused(client: FlaskClient, table: Any) -> None:
    """A body over the limit is refused, one just below is read."""
    for size, status in ((MAX_REQUEST_BYTES + 1, 413), (MAX_REQUEST_BYTES, 422)):
        frame = '{"name": "move", "body": {"notation": ""}}'
        data = frame.replace('""', '"' + "x" * (size - len(frame)) + '"')
        assert len(data) == size
        response = client.post("/api/command", data=data, content_type="application/json", headers=HEADERS)
        assert response.status_code == status
        assert response.get_json()["ok"] is False
    assert table.commands == []


def test_silent_table_is_told(client: FlaskClient, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that does not answer in time is 503, and the request is withdrawn."""
    monkeypatch.setattr(commands, "ANSWER_S", 0.0)
    monkeypatch.setattr(commands, "SLICE_S", 0.0)
    table.reply = None
    response = client.post("/api/command", json={"name": "undo"}, headers=HEADERS)
    assert response.status_code == 503
    assert response.headers["Retry-After"]


def test_cancelled_request_is_told(feed: Feed) -> None:
    """A table that stops withdraws what waits in its queue."""

    def submit(command: Command) -> Future[Reply]:
        future: Future[Reply] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future

    client = create_app(feed, submit, trusted_hosts=["localhost"], build="1").test_client()
    assert client.post("/api/command", json={"name": "undo"}, headers=HEADERS).status_code == 503


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
)


@given(st.sampled_from(sorted(BODIES)), st.dictionaries(st.sampled_from(["seat", "cell", "turns", "id", "mode"]), JSON))
def test_any_body_is_read_or_refused(name: str, body: dict[str, object]) -> None:
    """Whatever comes, the answer is a command with its fields, those that may be left out or not, or a sentence."""
    needed = {key for key, field in BODIES[name].items() if not field.optional}
    try:
        fields = set(read_command({"name": name, "body": body}).body)
    except BadCommand as error:
        fields = needed if str(error).endswith(".") else set()
    assert needed <= fields <= set(BODIES[name])
