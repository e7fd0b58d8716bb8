"""The live state over HTTP: snapshot first, changes after it, heartbeats, long poll, and a polite answer when full."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webui import create_app, live
from webui.feed import Feed


def events(response: Any) -> Iterator[tuple[str, str | None, Any]]:
    """The events of a stream as (name, id, content)."""
    text = ""
    for chunk in response.response:
        text += chunk if isinstance(chunk, str) else chunk.decode()
        while "\n\n" in text:
            event, text = text.split("\n\n", 1)
            fields = dict(line.split(": ", 1) for line in event.split("\n"))
            yield fields["event"], fields.get("id"), json.loads(fields["data"])


def test_state_is_the_latest_message(client: FlaskClient, feed: Feed) -> None:
    """``/api/state`` answers with the last message, unstored, and names the build."""
    feed.publish({"word": "hand"})
    feed.publish({"word": "settled"})
    response = client.get("/api/state")
    assert response.get_json() == {"seq": 2, "word": "settled"}
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Leafwatch-Build"].startswith("1.2.3+")


def test_state_before_the_first_message(client: FlaskClient) -> None:
    """A table that has not reported is 503 with a sentence, not an empty board."""
    response = client.get("/api/state")
    assert response.status_code == 503
    assert response.get_json()["text"] == "The table has not reported yet."


def test_long_poll_answers_at_once_when_there_is_news(client: FlaskClient, feed: Feed) -> None:
    """A page that has seen an older message waits for nothing."""
    feed.publish({"word": "hand"})
    feed.publish({"word": "settled"})
    assert client.get("/api/state?since=1&wait=20").get_json()["seq"] == 2
    # after a restart of the table its numbers begin again
    assert client.get("/api/state?since=77&wait=20").get_json()["seq"] == 2


def test_long_poll_waits_for_the_next_message(client: FlaskClient, feed: Feed, app: Flask) -> None:
    """A page that has seen the latest gets the next one as soon as it is there."""
    feed.publish({"word": "hand"})
    got: list[Any] = []
    thread = threading.Thread(target=lambda: got.append(app.test_client().get("/api/state?since=1&wait=20").get_json()))
    thread.start()
    while feed.streams == 0 and thread.is_alive():
        pass  # the poll takes a place in the feed before it waits
    feed.publish({"word": "settled"})
    thread.join(60)
    assert got == [{"seq": 2, "word": "settled"}]


def test_long_poll_ends_with_the_same_message(client: FlaskClient, feed: Feed) -> None:
    """When nothing happens the poll answers with what is known, and its place is free again."""
    feed.publish({"word": "hand"})
    assert client.get("/api/state?since=1&wait=0.01").get_json()["seq"] == 1
    assert feed.streams == 0


@pytest.mark.parametrize("query", ["wait=nan", "wait=-5", "wait=x", "since=x", "since=&wait=", "wait=1e300&since=0"])
def test_strange_queries_do_no_harm(client: FlaskClient, feed: Feed, query: str) -> None:
    """Whatever stands in the query, a state that is there is answered."""
    feed.publish({"word": "hand"})
    assert client.get(f"/api/state?{query}").get_json()["seq"] == 1


def test_long_poll_is_answered_at_once_when_full(table: Any) -> None:
    """A poll holds a thread, so it counts; without a place it is answered at once."""
    feed = Feed(cap=1)
    client = create_app(feed, table.submit, trusted_hosts=["localhost"], build="1").test_client()
    feed.publish({"word": "hand"})
    with feed.subscribe():
        assert client.get("/api/state?since=1&wait=20").get_json()["seq"] == 1


def test_stream_begins_with_build_and_full_state(client: FlaskClient, feed: Feed) -> None:
    """Hello with the build first, then the whole state with its number as id, then each change."""
    feed.publish({"word": "hand"})
    with client.get("/api/stream", buffered=False) as response:
        assert response.content_type == "text/event-stream; charset=utf-8"
        assert response.headers["Cache-Control"] == "no-store"
        stream = events(response)
        name, number, hello = next(stream)
        assert (name, number) == ("hello", None)
        assert hello["build"].startswith("1.2.3+")
        assert next(stream) == ("state", "1", {"seq": 1, "word": "hand"})
        feed.publish({"word": "moving"})
        feed.publish({"word": "settled"})
        assert next(stream) == ("state", "3", {"seq": 3, "word": "settled"})
        assert feed.streams == 1
    assert feed.streams == 0


def test_silent_stream_beats_without_an_id(client: FlaskClient, feed: Feed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Heartbeats are named events, so a page sees them, and carry no id, so they are no part of the sequence."""
    monkeypatch.setattr(live, "SLICE_S", 0.001)
    monkeypatch.setattr(live, "BEAT_S", 0.003)
    with client.get("/api/stream", buffered=False) as response:
        stream = events(response)
        assert next(stream)[0] == "hello"
        assert next(stream) == ("beat", None, {})
        feed.publish({"word": "hand"})
        assert [name for name, _, _ in (next(stream), next(stream))] == ["state", "beat"]


def test_stream_over_the_cap_is_told_politely(table: Any) -> None:
    """An EventSource never returns from a 503, so a full house is a 200 with one event and a long retry."""
    feed = Feed(cap=1)
    client = create_app(feed, table.submit, trusted_hosts=["localhost"], build="1").test_client()
    with feed.subscribe():
        response = client.get("/api/stream")
        assert response.status_code == 200
        assert response.text == 'retry: 15000\nevent: full\ndata: {"streams": 1}\n\n'


def test_closed_feed_ends_streams(client: FlaskClient, feed: Feed) -> None:
    """``close`` ends an open stream and refuses a new one."""
    feed.publish({"word": "hand"})
    with client.get("/api/stream", buffered=False) as response:
        stream = events(response)
        next(stream)
        next(stream)
        feed.close()
        assert list(stream) == []
    assert client.get("/api/stream").status_code == 503


def test_browser_that_is_gone_ends_its_stream(client: FlaskClient, feed: Feed) -> None:
    """The server's word that the browser is gone is believed."""
    gone = {"waitress.client_disconnected": lambda: True}
    with client.get("/api/stream", buffered=False, environ_base=gone) as response:
        assert [name for name, _, _ in events(response)] == ["hello"]
    assert feed.streams == 0


def test_health(client: FlaskClient, feed: Feed) -> None:
    """The health says the build, the last number and how many streams are open."""
    assert client.get("/healthz").get_json()["seq"] is None
    feed.publish({"word": "hand"})
    with feed.subscribe():
        health = client.get("/healthz").get_json()
    assert (health["ok"], health["seq"], health["streams"]) == (True, 1, 1)
