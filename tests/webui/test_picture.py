"""The camera's picture over HTTP: there where the table offers one, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from webui import create_app
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
    """An application that was given no source of pictures says so; this is how a real camera's table is served."""
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
