"""The cookie of host and players while the machine's clock is set and after a restart; how long a login is good."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import pytest
from flask.testing import FlaskClient
from itsdangerous.timed import TimestampSigner

from webui import create_app
from webui.access import COOKIE, SESSION, Access
from webui.command import Command, Reply
from webui.cookie import SteadyClock
from webui.feed import Feed

PIN = "271828"
OURS = {"X-Leafwatch": "1"}
EVENING_S = 1_700_000_000.0
HOUR_S = 3600.0


class Machine:
    """A machine with a clock that can be set (``wall_s``) and one that runs on (``running_s``)."""

    def __init__(self, store: Any, feed: Feed) -> None:
        self.store, self.feed = store, feed
        self.wall_s, self.running_s = EVENING_S, 50.0
        self.start()

    def start(self) -> None:
        """Begin anew with the PIN and the key that are kept."""
        access = Access.with_pin(self.store, lambda: self.running_s, lambda: self.wall_s)
        self.app = create_app(self.feed, self._submit, trusted_hosts=["localhost"], build="1", access=access)

    def restart(self, wall_s: float) -> None:
        """After a power cut: the running clock begins at nothing, the other one as it can."""
        self.wall_s, self.running_s = wall_s, 3.0
        self.start()

    def role(self, cookie: str) -> str:
        """What a browser with this cookie may do."""
        client = self.app.test_client()
        client.set_cookie(COOKIE, cookie)
        return str(client.get("/api/host").get_json()["role"])

    def cookie(self, path: str, **body: object) -> str:
        """The cookie that a browser has after this."""
        client: FlaskClient = self.app.test_client()
        assert client.post(path, json=body, headers=OURS).status_code == 200
        kept = client.get_cookie(COOKIE)
        assert kept is not None
        return kept.value

    def _submit(self, command: Command) -> Future[Reply]:
        raise AssertionError(f"nothing is asked of the table, got {command}")


@pytest.fixture
def machine(pin_store: Any, feed: Feed, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine whose clock signs the cookies, too."""
    machine = Machine(pin_store(PIN), feed)
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda signer: int(machine.wall_s))
    return machine


@pytest.fixture
def host(machine: Machine) -> str:
    """The cookie of a host."""
    return machine.cookie("/api/host/login", pin=PIN)


@pytest.fixture
def player(machine: Machine) -> str:
    """The cookie of a player."""
    return machine.cookie("/api/seat", seat=1)


@pytest.mark.parametrize("step_s", [-60.0, -9 * 365 * 24 * HOUR_S, 13 * HOUR_S, 30 * 24 * HOUR_S])
def test_setting_the_clock_ends_nobody_s_session(machine: Machine, host: str, player: str, step_s: float) -> None:
    """The network tells the time, or somebody sets it: host and player are what they were."""
    machine.wall_s += step_s
    assert (machine.role(host), machine.role(player)) == ("host", "player")


@pytest.mark.parametrize("late_s", [60.0, 30 * 24 * HOUR_S])
def test_a_machine_without_a_clock_battery_knows_them_after_a_power_cut(
    machine: Machine, host: str, player: str, late_s: float
) -> None:
    """Its clock is behind then, by a minute or a month, until the network tells the time."""
    machine.restart(EVENING_S - late_s)
    assert (machine.role(host), machine.role(player)) == ("host", "player")
    machine.wall_s = EVENING_S
    assert (machine.role(host), machine.role(player)) == ("host", "player")


def test_a_login_ends_after_its_hours_and_a_seat_is_kept(machine: Machine, host: str, player: str) -> None:
    """Hours of a clock that nobody sets; taking a seat meanwhile gives no new ones."""
    machine.running_s += SESSION.total_seconds() - 1
    assert machine.role(host) == "host"
    machine.running_s += 2
    assert (machine.role(host), machine.role(player)) == ("guest", "player")


def test_a_login_of_another_day_is_void_after_a_restart(machine: Machine, host: str, player: str) -> None:
    """What was listened to yesterday is worth nothing today; the seat is."""
    machine.restart(EVENING_S + SESSION.total_seconds() + 5)
    assert (machine.role(host), machine.role(player)) == ("guest", "player")


def test_a_cookie_without_the_time_of_its_login_makes_nobody_host(machine: Machine, host: str) -> None:
    """Such as one of an older version, which would never end."""
    with machine.app.test_client() as client:
        client.set_cookie(COOKIE, host)
        with client.session_transaction() as session:
            del session["since"]
        kept = client.get_cookie(COOKIE)
    assert kept is not None
    assert machine.role(kept.value) == "guest"


@pytest.mark.parametrize("wall_s", [0.0, EVENING_S])
def test_the_steady_clock_goes_on_from_where_it_began(wall_s: float) -> None:
    """It starts as the clock of the machine and runs on by itself."""
    clocks = {"wall": wall_s, "running": 7.0}
    clock = SteadyClock(lambda: clocks["wall"], lambda: clocks["running"])
    assert clock() == wall_s
    clocks.update(wall=wall_s - 5.0, running=9.5)
    assert clock() == wall_s + 2.5
