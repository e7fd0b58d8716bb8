"""The camera's picture over HTTP: there where the table offers one, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from webui import create_app
from webui.access import Access
from webui.feed import Feed


@pytest.fixture
def client_of(feed: Feed, table: Any) -> Callable[[Callable[[], bytes | None] | None], FlaskClient]:
    """Makes a browser at a page with this source of pictures."""

    def client_of(latest_jpeg: Callable[[], bytes | None] | None) -> FlaskClient:
        app = create_app(feed, table.submit, trusted_hosts=["localhost"], build="1", latest_jpeg=latest_jpeg)
        return app.test_client()

    return client_of


def test_picture_is_the_latest_and_is_not_stored(client_of: Callable[..., FlaskClient]) -> None:
    """Every request gets the picture of its moment, as a JPEG that no cache may keep."""
    pictures = iter([b"first", b"second"])
    client = client_of(lambda: next(pictures))
    answers = [client.get("/api/picture") for _ in range(2)]
    assert [answer.data for answer in answers] == [b"first", b"second"]
    for answer in answers:
        assert answer.content_type == "image/jpeg"
        assert answer.headers["Cache-Control"] == "no-store"


def test_table_without_permission_shows_no_picture(client: FlaskClient) -> None:
    """An application that was given no source of pictures says so."""
    answer = client.get("/api/picture")
    assert answer.status_code == 404
    assert answer.get_json()["text"] == "This table shows no pictures of its camera."


def test_no_picture_before_the_first(client_of: Callable[..., FlaskClient]) -> None:
    """A camera that has not started is 404 with a sentence, not an empty picture."""
    answer = client_of(lambda: None).get("/api/picture")
    assert answer.status_code == 404
    assert answer.get_json()["text"] == "The camera has taken no picture yet."


def test_strangers_are_refused_before_the_camera_is_asked(client_of: Callable[..., FlaskClient]) -> None:
    """A foreign name or a public peer does not even make the table encode a picture."""
    client = client_of(lambda: pytest.fail("the camera was asked"))
    assert client.get("/api/picture", headers={"Host": "evil.example"}).status_code == 400
    assert client.get("/api/picture", environ_base={"REMOTE_ADDR": "8.8.8.8"}).status_code == 403


def test_guests_and_players_get_no_picture(feed: Feed, table: Any, pin_store: Any) -> None:
    """Only who gave the PIN sees people at the table; for others the camera is not even asked."""
    asked: list[int] = []

    def latest() -> bytes:
        asked.append(1)
        return b"picture"

    app = create_app(
        feed,
        table.submit,
        trusted_hosts=["localhost"],
        build="1",
        latest_jpeg=latest,
        access=Access.with_pin(pin_store("246810")),
    )
    feed.publish({"players": [{}, {}]})
    client = app.test_client()
    headers = {"X-Leafwatch": "1"}
    assert client.get("/api/picture").status_code == 401
    client.post("/api/seat", json={"seat": 1}, headers=headers)
    assert client.get("/api/picture").status_code in {401, 403}
    assert asked == []
    assert client.post("/api/host/login", json={"pin": "246810"}, headers=headers).status_code == 200
    assert client.get("/api/picture").data == b"picture"
