"""Who is let in: generated from the URL map, so that a new route cannot forget to be guarded."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import pytest
from flask import Blueprint, Flask, redirect
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from webui import create_app
from webui.command import Command
from webui.feed import Feed
from webui.guard import SAFE_METHODS, is_local

GOOD = {"X-Leafwatch": "1", "Origin": "http://localhost"}
REFUSALS: dict[str, dict[str, Any]] = {
    "no header": {"headers": {"Origin": "http://localhost"}},
    "wrong header": {"headers": {**GOOD, "X-Leafwatch": "true"}},
    "foreign Host": {"headers": {**GOOD, "Host": "evil.example", "Origin": "http://evil.example"}},
    "foreign Host of our address": {"headers": {**GOOD, "Host": "10.0.0.7", "Origin": "http://10.0.0.7"}},
    "no Host": {"headers": {**GOOD, "Host": ""}},
    "foreign Origin": {"headers": {**GOOD, "Origin": "http://evil.example"}},
    "foreign port": {"headers": {**GOOD, "Origin": "http://localhost:8081"}},
    "foreign scheme": {"headers": {**GOOD, "Origin": "https://localhost"}},
    "name that begins like ours": {"headers": {**GOOD, "Origin": "http://localhost.evil.example"}},
    "opaque Origin": {"headers": {**GOOD, "Origin": "null"}},
    "broken Origin": {"headers": {**GOOD, "Origin": "http://[::1"}},
    "public peer": {"headers": GOOD, "environ_base": {"REMOTE_ADDR": "203.0.113.9"}},
    "public peer with a forged forwarding header": {
        "headers": {**GOOD, "X-Forwarded-For": "127.0.0.1", "Forwarded": "for=127.0.0.1"},
        "environ_base": {"REMOTE_ADDR": "2001:db8::1"},
    },
}


def _changing_routes() -> list[tuple[str, str]]:
    app = create_app(Feed(), lambda command: pytest.fail(str(command)), trusted_hosts=["localhost"], build="1")
    rules = [(str(rule), method) for rule in app.url_map.iter_rules() for method in sorted(rule.methods or ())]
    return [(path, method) for path, method in rules if method not in SAFE_METHODS]


def test_something_can_be_changed() -> None:
    """The refusals below are about real routes."""
    assert ("/api/command", "POST") in _changing_routes()


@pytest.mark.parametrize("refusal", REFUSALS)
@pytest.mark.parametrize(("path", "method"), _changing_routes())
def test_changing_route_refuses(client: FlaskClient, table: Any, path: str, method: str, refusal: str) -> None:
    """Every changing route refuses each forged request, with a sentence, before the table hears of it."""
    response = client.open(path, method=method, json={"name": "undo"}, **REFUSALS[refusal])
    assert response.status_code in (400, 403)
    assert response.get_json()["ok"] is False
    assert response.get_json()["text"].endswith(".")
    assert table.commands == []


@pytest.mark.parametrize("host", ["localhost", "table.local", "table.local:8080"])
def test_our_own_page_is_let_in(client: FlaskClient, table: Any, host: str) -> None:
    """The same request under one of our names, from our own origin, is carried out."""
    headers = {"X-Leafwatch": "1", "Host": host, "Origin": f"http://{host}"}
    assert client.post("/api/command", json={"name": "undo"}, headers=headers).status_code == 200
    assert table.commands == [Command("undo", {}, "page")]


def _readable_paths(app: Flask) -> list[str]:
    return [str(rule) for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and not rule.arguments]


def test_every_page_refuses_strangers(app: Flask, client: FlaskClient) -> None:
    """Also what only shows something refuses foreign names and public peers."""
    paths = _readable_paths(app)
    assert "/" in paths
    for path in paths:
        assert client.get(path, headers={"Host": "evil.example"}).status_code == 400, path
        assert client.get(path, environ_base={"REMOTE_ADDR": "8.8.8.8"}).status_code == 403, path


def test_every_answer_carries_the_security_headers(app: Flask, client: FlaskClient, feed: Feed) -> None:
    """Pages, states, refusals and missing pages alike."""
    feed.publish({"word": "settled"})
    for path in [*_readable_paths(app), "/nothing-here", "/api/nothing-here"]:
        with client.get(path, buffered=False) as response:
            policy = response.headers["Content-Security-Policy"]
            assert "frame-ancestors 'none'" in policy, path
            assert "unsafe" not in policy, path
            assert response.headers["X-Content-Type-Options"] == "nosniff", path
            assert response.headers["Referrer-Policy"] == "no-referrer", path
            assert response.headers["Cache-Control"] == "no-store" or path == "/healthz", path


def test_no_trusted_host_is_a_mistake(feed: Feed) -> None:
    """An empty list would let every name in."""
    with pytest.raises(ValueError, match="at least one trusted host"):
        create_app(feed, lambda command: pytest.fail(str(command)), trusted_hosts=[], build="1")


LOCAL = "127.0.0.1 10.1.2.3 172.31.0.1 192.168.178.20 169.254.7.7 ::1 fd00::1 fe80::1%eth0 ::ffff:192.168.0.5"


@pytest.mark.parametrize("peer", LOCAL.split())
def test_local_peers(peer: str) -> None:
    """Loopback, private, unique local and link-local addresses are neighbours."""
    assert is_local(peer)


@pytest.mark.parametrize(
    "peer",
    ["8.8.8.8", "172.32.0.1", "100.64.0.1", "2001:db8::1", "::ffff:8.8.8.8", "0.0.0.0", "", None, "unix", "fec0::1"],
)
def test_strange_peers(peer: str | None) -> None:
    """Everything else is not."""
    assert not is_local(peer)


@given(st.ip_addresses(v=4))
def test_wrapped_addresses_count_as_what_they_wrap(address: Any) -> None:
    """An IPv4 address is as local alone as inside an IPv6 one."""
    assert is_local(str(address)) == is_local(f"::ffff:{address}")


def test_a_part_that_answers_before_the_routes_answers_no_foreign_host() -> None:
    """A redirect made before routing is refused like any page, so that no name in DNS can learn of it."""
    early = Blueprint("early", __name__)

    @early.before_app_request
    def lead() -> Any:
        return redirect("/elsewhere")

    feed = Feed()
    app = create_app(feed, lambda command: Future(), trusted_hosts=["localhost"], build="1", parts=[early])
    client = app.test_client()
    assert client.get("/", headers={"Host": "localhost"}).status_code == 302
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    feed.close()
