"""Who is host: the PIN, the cookie, pauses after wrong PINs, players and their seats."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webui import create_app
from webui.access import COOKIE, Access
from webui.feed import Feed
from webui.pin import BadPin, checked_pin

PIN, OTHER = "271828", "314159"
OURS = {"X-Leafwatch": "1"}


@pytest.fixture
def store(pin_store: Any) -> Any:
    """No PIN so far."""
    return pin_store()


@pytest.fixture
def now_s() -> list[float]:
    """The time that pauses are measured in, as the one item of a list."""
    return [0.0]


@pytest.fixture
def app(feed: Feed, table: Any, store: Any, now_s: list[float]) -> Flask:
    """A table that asks for a PIN."""
    access = Access.with_pin(store, lambda: now_s[0])
    return create_app(
        feed, table.submit, trusted_hosts=["localhost"], build="1", latest_jpeg=lambda: b"\xff\xd8", access=access
    )


@pytest.fixture
def host(app: Flask, store: Any) -> FlaskClient:
    """A browser that set the first PIN."""
    client = app.test_client()
    assert post(client, "/api/host/claim", pin=PIN).status_code == 200
    return client


def post(client: FlaskClient, path: str, **body: object) -> Any:
    """Ask as our own page does."""
    return client.post(path, json=body, headers=OURS)


def command(client: FlaskClient, name: str, **body: object) -> int:
    """The status of the answer to a command."""
    return int(post(client, "/api/command", name=name, body=body).status_code)


def role(client: FlaskClient) -> str:
    """What the browser is told it may do."""
    return str(client.get("/api/host").get_json()["role"])


def test_before_the_first_pin_nobody_acts(client: FlaskClient, table: Any) -> None:
    """A table without a host refuses changes with a sentence that says what to do."""
    response = post(client, "/api/command", name="undo")
    assert response.status_code == 401
    assert response.get_json()["text"] == "This table has no host yet. Choose a PIN on the page Host first."
    assert client.get("/api/host").get_json() == {
        "role": "guest",
        "claimed": False,
        "asks": True,
        "seat": None,
        "players_act": True,
    }
    assert table.commands == []


def test_the_first_browser_that_sets_a_pin_is_host(app: Flask, host: FlaskClient) -> None:
    """It acts at once; the second one that tries is told to log in, and the PIN stays."""
    assert command(host, "undo") == 200
    late = app.test_client()
    assert post(late, "/api/host/claim", pin=OTHER).status_code == 409
    assert role(late) == "guest"
    assert post(late, "/api/host/login", pin=PIN).status_code == 200
    assert role(late) == "host"


def test_guests_read_all_but_the_picture(app: Flask, host: FlaskClient, feed: Feed) -> None:
    """The state is everybody's, the camera's picture the host's."""
    feed.publish({"word": "settled"})
    guest = app.test_client()
    assert guest.get("/api/state").status_code == 200
    assert guest.get("/api/picture").status_code == 401
    assert host.get("/api/picture").status_code == 200


def test_only_the_right_pin_logs_in(app: Flask, host: FlaskClient, store: Any) -> None:
    """Near misses and other kinds of values do not, nor does what the PIN is kept as."""
    guest = app.test_client()
    for pin in ("271829", f"{PIN} ", store.stamp, int(PIN), None, [PIN]):
        assert post(guest, "/api/host/login", pin=pin).status_code in (401, 429)
        assert role(guest) == "guest"


def test_logging_out_ends_it(host: FlaskClient) -> None:
    """Who logs out is a guest again."""
    assert post(host, "/api/host/logout").status_code == 200
    assert role(host) == "guest"
    assert command(host, "undo") == 401


def test_a_new_pin_ends_every_other_session(app: Flask, host: FlaskClient) -> None:
    """A cookie is good for one PIN only; the browser that changed it stays host."""
    other = app.test_client()
    post(other, "/api/host/login", pin=PIN)
    assert post(host, "/api/host/pin", pin=PIN, new=OTHER).status_code == 200
    assert (role(host), role(other)) == ("host", "guest")
    assert post(other, "/api/host/login", pin=PIN).status_code == 401
    assert post(other, "/api/host/login", pin=OTHER).status_code == 200


def test_changing_the_pin_asks_for_it_again(host: FlaskClient, store: Any) -> None:
    """A phone left on the table cannot lock its owner out."""
    assert post(host, "/api/host/pin", pin="000001", new=OTHER).status_code == 403
    assert store.pin == PIN


def test_a_forgotten_pin_leaves_no_host(host: FlaskClient, store: Any) -> None:
    """After a reset on the machine no cookie is good any longer, and the next PIN may be set."""
    store.pin = store.stamp = None
    assert role(host) == "guest"
    assert post(host, "/api/host/claim", pin=OTHER).status_code == 200


def test_the_cookie_is_signed_and_kept_from_scripts_and_foreign_pages(app: Flask, host: FlaskClient) -> None:
    """HttpOnly, SameSite=Strict, kept by the browser; one whose content or signature was changed makes nobody host."""
    answer = post(app.test_client(), "/api/host/login", pin=PIN)
    sent = answer.headers["Set-Cookie"]
    assert "HttpOnly" in sent
    assert "SameSite=Strict" in sent
    assert "Max-Age=" in sent
    value = sent.removeprefix(f"{COOKIE}=").partition(";")[0]
    forged = app.test_client()
    # Not the very last character: two of its six bits are padding, and without them it is the same signature.
    for changed in (0, value.rindex(".") + 1, len(value) - 2):
        other = "A" if value[changed] != "A" else "B"
        forged.set_cookie(COOKIE, f"{value[:changed]}{other}{value[changed + 1 :]}")
        assert role(forged) == "guest", f"changed at {changed}"
    forged.set_cookie(COOKIE, value)
    assert role(forged) == "host"
    assert PIN not in value


def test_five_wrong_pins_then_growing_pauses(app: Flask, host: FlaskClient, store: Any, now_s: list[float]) -> None:
    """The sixth try is refused unseen, the right one too; each pause is twice the one before."""
    guest = app.test_client()
    for _ in range(5):
        assert post(guest, "/api/host/login", pin=OTHER).status_code == 401
    hashed = store.hashed
    pauses = []
    for _ in range(4):
        refused = post(guest, "/api/host/login", pin=PIN)
        assert refused.status_code == 429
        wait_s = refused.get_json()["wait_s"]
        assert refused.headers["Retry-After"] == str(wait_s)
        assert str(wait_s) in refused.get_json()["text"]
        pauses.append(wait_s)
        now_s[0] += wait_s
        assert post(guest, "/api/host/login", pin=OTHER).status_code == 401
    assert pauses == [10, 20, 40, 80]
    assert store.hashed == hashed + 4
    now_s[0] += 160
    assert post(guest, "/api/host/login", pin=PIN).status_code == 200
    assert role(guest) == "host"


def test_a_host_that_is_logged_in_acts_on_while_others_guess(app: Flask, host: FlaskClient) -> None:
    """Guessing elsewhere hinders new logins only."""
    guest = app.test_client()
    for _ in range(30):
        post(guest, "/api/host/login", pin=OTHER)
    assert command(host, "undo") == 200


def test_tries_at_the_same_time_share_the_count(app: Flask, host: FlaskClient, store: Any) -> None:
    """Twenty at once are not more than five guesses."""
    before = store.hashed
    start = threading.Barrier(20)

    def guess() -> None:
        client = app.test_client()
        start.wait()
        post(client, "/api/host/login", pin=OTHER)

    threads = [threading.Thread(target=guess) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.hashed == before + 5


@pytest.mark.parametrize(
    "pin", ["", "12345", "1234567", "12345a", "١٢٣٤٥٦", "111111", "123456", "654321", 271828, None]
)
def test_a_pin_is_six_digits_and_not_the_first_guess(client: FlaskClient, store: Any, pin: object) -> None:
    """What is no PIN, or everybody's first guess, is refused with a sentence and changes nothing."""
    with pytest.raises(BadPin, match=r"\.$"):
        checked_pin(pin)
    response = post(client, "/api/host/claim", pin=pin)
    assert response.status_code == 422
    assert response.get_json()["text"].endswith(".")
    assert store.pin is None


@pytest.mark.parametrize("body", [[], {"pin": PIN, "x": 1}, {}, "271828", None])
def test_strange_bodies_are_refused(client: FlaskClient, store: Any, body: object) -> None:
    """A body of another form says which keys are expected."""
    response = client.post("/api/host/claim", json=body, headers=OURS)
    assert response.status_code == 400
    assert "pin" in response.get_json()["text"]
    assert store.pin is None


def test_a_player_acts_in_the_own_turn_and_on_the_own_supply(
    app: Flask, host: FlaskClient, feed: Feed, table: Any
) -> None:
    """A phone that took a seat ends its turn; another's turn, another's supply and the host's commands are refused."""
    player = app.test_client()
    feed.publish({"turn": {"seat": 1}})
    assert command(player, "end-turn") == 401
    assert post(player, "/api/seat", seat=1).status_code == 200
    assert role(player) == "player"
    assert command(player, "end-turn") == 200
    assert [asked.who for asked in table.commands] == ["seat-2"]
    feed.publish({"turn": {"seat": 0}})
    assert command(player, "end-turn") == 403
    assert command(player, "accept") == 403
    assert command(player, "new-game") == 403
    assert player.get("/api/picture").status_code == 401
    assert len(table.commands) == 1


def test_the_host_may_forbid_players_to_act(app: Flask, host: FlaskClient, feed: Feed) -> None:
    """Then who took a seat only looks, and nobody takes one; the host still acts."""
    feed.publish({"turn": {"seat": 1}})
    player = app.test_client()
    post(player, "/api/seat", seat=1)
    assert post(player, "/api/host/players", act=False).status_code == 401
    assert post(host, "/api/host/players", act=False).status_code == 200
    assert role(player) == "guest"
    assert command(player, "end-turn") == 401
    assert post(player, "/api/seat", seat=1).status_code == 403
    assert command(host, "end-turn") == 200


def test_who_ended_the_last_turn_takes_it_back_until_something_is_made(
    app: Flask, host: FlaskClient, feed: Feed, table: Any
) -> None:
    """An undo is the seat's that has just played; from the first move of the next turn on it is that one's."""
    before, now = app.test_client(), app.test_client()
    for player, seat in ((before, 0), (now, 1)):
        post(player, "/api/seat", seat=seat)
    feed.publish({"turn": {"seat": 1, "undo_seat": 0}})
    assert (command(before, "undo"), command(now, "undo")) == (200, 403)
    assert (command(before, "end-turn"), command(now, "end-turn")) == (403, 200)
    feed.publish({"turn": {"seat": 1, "undo_seat": 1}})
    assert (command(before, "undo"), command(now, "undo")) == (403, 200)
    assert [asked.who for asked in table.commands] == ["seat-1", "seat-2", "seat-2"]


@pytest.mark.parametrize("seat", [-1, 4, 1.0, True, "1"])
def test_a_seat_is_one_of_four(client: FlaskClient, seat: object) -> None:
    """Any other number is refused."""
    assert post(client, "/api/seat", seat=seat).status_code == 422
    assert role(client) == "guest"


def test_leaving_a_seat(client: FlaskClient) -> None:
    """A null gives the seat back."""
    post(client, "/api/seat", seat=2)
    assert client.get("/api/host").get_json()["seat"] == 2
    post(client, "/api/seat", seat=None)
    assert role(client) == "guest"


def test_in_an_open_house_this_machine_is_host_and_others_look(feed: Feed, table: Any) -> None:
    """Without a PIN who sits at the machine acts; from the network one only looks."""
    client = create_app(feed, table.submit, trusted_hosts=["localhost"], build="1").test_client()
    assert role(client) == "host"
    away = {"REMOTE_ADDR": "192.168.1.20"}
    asked = client.post("/api/command", json={"name": "undo"}, headers=OURS, environ_base=away)
    assert asked.status_code == 401
    assert client.get("/api/picture", environ_base=away).status_code == 401
