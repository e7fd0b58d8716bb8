"""Finding the page: addresses as they are now, the code to point a phone at, and what it says."""

from __future__ import annotations

import io
from typing import Any
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest
import segno
from flask.testing import FlaskClient

from webui import create_app, qr
from webui.feed import Feed
from webui.guard import REFRESH_S, OwnHosts
from webui.join import join_addresses

NAMES = ("localhost", "127.0.0.1", "[::1]", "table.local", "table", "192.168.1.7", "[fd00::7]")


def test_numbers_come_before_names_and_this_machine_not_at_all() -> None:
    """Not every router knows the names; a phone can do nothing with localhost."""
    assert join_addresses(NAMES, "table.local:8080") == [
        "http://192.168.1.7:8080/",
        "http://[fd00::7]:8080/",
        "http://table.local:8080/",
    ]


def test_without_network_the_address_is_the_one_that_was_asked_for() -> None:
    """There is nothing better to say."""
    assert join_addresses(("localhost", "127.0.0.1"), "localhost:8080") == ["http://localhost:8080/"]


@pytest.mark.parametrize(
    ("names", "asked", "alone"),
    [
        (("localhost", "127.0.0.1"), "localhost:8080", True),
        (("localhost", "127.0.0.1"), "127.0.0.1:8080", True),
        (NAMES, "localhost:8080", False),
        (("localhost", "table.local"), "table.local:8080", False),
    ],
)
def test_an_address_that_no_phone_reaches_is_told_as_such(
    feed: Feed, table: Any, names: tuple[str, ...], asked: str, alone: bool
) -> None:
    """A demonstration answers on its own machine only; a page that knows it draws no code."""
    client = create_app(feed, table.submit, trusted_hosts=names, build="1").test_client()
    assert client.get("/api/join", headers={"Host": asked}).get_json()["alone"] is alone


def test_the_code_is_drawn_for_the_best_address(feed: Feed, table: Any) -> None:
    """What the page says and what the code holds are the same."""
    client = create_app(feed, table.submit, trusted_hosts=NAMES, build="1").test_client()
    told = client.get("/api/join", headers={"Host": "table.local:8080"}).get_json()
    assert told["url"] == "http://192.168.1.7:8080/"
    drawn = client.get("/api/join.svg", headers={"Host": "table.local:8080"})
    assert drawn.content_type == "image/svg+xml"
    assert drawn.data == qr.svg(told["url"])


def test_a_code_is_read_back_as_what_it_holds() -> None:
    """OpenCV's reader finds the address in the code that segno makes."""
    url = "http://192.168.178.47:8080/"
    picture = io.BytesIO()
    segno.make_qr(url, error="m").save(picture, kind="png", scale=8, border=4)
    pixels = cv2.imdecode(np.frombuffer(picture.getvalue(), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert cv2.QRCodeDetector().detectAndDecode(pixels)[0] == url


def test_the_code_is_dark_on_light_with_its_quiet_zone() -> None:
    """Whatever the theme: a white ground as large as the picture, black modules at least four modules inside."""
    root = ElementTree.fromstring(qr.svg("http://192.168.178.47:8080/"))
    ground, modules = list(root)
    side = float(root.attrib["viewBox"].split()[2])
    assert ground.attrib["d"].startswith(f"M0 0h{side:g}v{side:g}")
    assert modules.attrib["d"].startswith("M4 4.5")
    assert "#000" in modules.attrib["stroke"]


def test_addresses_that_appear_later_work(feed: Feed, table: Any) -> None:
    """A new address of this machine is let in after a moment, a foreign name never, one that is gone no longer."""
    now_s, names = [0.0], ["localhost"]
    hosts = OwnHosts(lambda: tuple(names), lambda: now_s[0])
    client: FlaskClient = create_app(feed, table.submit, trusted_hosts=hosts, build="1").test_client()

    def status(host: str) -> int:
        return client.get("/healthz", headers={"Host": host}).status_code

    assert (status("localhost"), status("10.0.0.7")) == (200, 400)
    names[:] = ["localhost", "10.0.0.7"]
    assert status("10.0.0.7:8080") == 400
    now_s[0] += REFRESH_S
    assert (status("10.0.0.7:8080"), status("evil.example")) == (200, 400)
    names[:] = ["localhost"]
    now_s[0] += REFRESH_S
    assert status("10.0.0.7") == 400


def test_names_are_looked_up_seldom() -> None:
    """However many requests there are."""
    asked: list[int] = []
    hosts = OwnHosts(lambda: asked.append(1) or ("localhost",), lambda: 0.0)
    for _ in range(100):
        assert "localhost" in list(hosts)
    assert len(asked) == 1


@pytest.mark.parametrize("count", [0, 1])
def test_no_name_at_all_is_a_mistake(feed: Feed, table: Any, count: int) -> None:
    """A look-up that finds nothing would shut everybody out, and is refused at the start."""
    hosts = OwnHosts(lambda: ("localhost",) * count, lambda: 0.0)
    if count:
        create_app(feed, table.submit, trusted_hosts=hosts, build="1")
    else:
        with pytest.raises(ValueError, match="at least one trusted host"):
            create_app(feed, table.submit, trusted_hosts=hosts, build="1")
