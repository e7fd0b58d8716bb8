"""The routes of kept games: who may, how much, in which form, in which language."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.sentence import say
from webui import create_app, games
from webui.feed import Feed

OURS = {"X-Leafwatch": "1", "Content-Type": "application/x-ndjson"}


class Source:
    """One game, number 7."""

    forms = ("jsonl", "svg")

    def __init__(self) -> None:
        self.taken: list[bytes] = []

    def games(self) -> list[games.Json]:
        """Its line in the list."""
        return [{"number": 7}]

    def replay(self, number: int) -> games.Json:
        """Its only step."""
        if number != 7:
            raise games.GameNotFound(say("There is no game {number}.", number=number))
        return {"steps": [{"text": say("The turn was taken back.")}]}

    def export(self, number: int, form: str) -> games.File:
        """A small file."""
        self.replay(number)
        return games.File(f"seven.{form}", "image/svg+xml", b"<svg/>")

    def take(self, content: bytes, name: str) -> str:
        """Take what is not empty."""
        if not content:
            raise games.GameRefused(say("The file is empty."))
        self.taken.append(content)
        return say("Added as game {number}.", number=8)


@pytest.fixture
def source() -> Source:
    """The one game."""
    return Source()


@pytest.fixture
def app(feed: Feed, table: Any, source: Source) -> Flask:
    """A page with games."""
    part = games.blueprint(source, lambda: [{"number": 1, "text": say("The turn was taken back.")}])
    return create_app(feed, table.submit, trusted_hosts=["localhost"], build="1", parts=[part])


def test_list_replay_and_turns(client: FlaskClient) -> None:
    """Each as JSON, unstored."""
    assert client.get("/api/games").get_json() == {"games": [{"number": 7}], "forms": ["jsonl", "svg"]}
    answer = client.get("/api/games/7")
    assert answer.get_json()["steps"] == [{"text": "The turn was taken back."}]
    assert answer.headers["Cache-Control"] == "no-store"
    assert client.get("/api/turns").get_json()["turns"][0]["number"] == 1
    assert client.get("/api/turns/1").status_code == 404  # no game is running here


def test_sentences_come_in_the_browsers_language(client: FlaskClient) -> None:
    """German for a German browser, whatever the table speaks."""
    answer = client.get("/api/games/7", headers={"Accept-Language": "de"})
    assert answer.get_json()["steps"] == [{"text": "Der Zug wurde zurückgenommen."}]


def test_a_replay_is_sent_compressed(client: FlaskClient) -> None:
    """Where the browser takes it."""
    answer = client.get("/api/games/7", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"


@pytest.mark.parametrize("path", ["/api/games/8", "/api/games/8/export/svg", "/api/games/7/export/exe", "/api/games/x"])
def test_what_is_not_there(client: FlaskClient, path: str) -> None:
    """A sentence and 404."""
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.get_json()["text"].endswith(".")


def test_a_file_is_kept_not_shown(client: FlaskClient) -> None:
    """A drawing opened by itself would be a page of our own address, so it is always saved."""
    answer = client.get("/api/games/7/export/svg")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="seven.svg"'
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_game_is_brought_in_by_the_host(client: FlaskClient, source: Source) -> None:
    """The file as it is; a guest's is not looked at."""
    answer = client.post("/api/games", data=b"line\n", headers=OURS)
    assert (answer.status_code, answer.get_json()["text"]) == (200, "Added as game 8.")
    guest = client.post("/api/games", data=b"line\n", headers=OURS, environ_base={"REMOTE_ADDR": "192.168.0.9"})
    assert guest.status_code == 401
    assert source.taken == [b"line\n"]


def test_a_file_may_be_larger_than_a_command_but_not_too_large(client: FlaskClient, source: Source) -> None:
    """Its own limit, above that of commands; what is larger is refused unread."""
    assert client.post("/api/games", data=b"x" * 200_000, headers=OURS).status_code == 200
    answer = client.post("/api/games", data=b"x" * (games.MOST_BYTES + 1), headers=OURS)
    assert (answer.status_code, answer.get_json()["ok"]) == (413, False)
    assert len(source.taken) == 1


def test_strange_files_are_refused(client: FlaskClient, source: Source) -> None:
    """A form is no game, and what the source refuses is said."""
    form = client.post("/api/games", data={"file": "x"}, headers={"X-Leafwatch": "1"})
    assert form.status_code == 415
    empty = client.post("/api/games", data=b"", headers=OURS)
    assert (empty.status_code, empty.get_json()["text"]) == (422, "The file is empty.")
    assert source.taken == []
