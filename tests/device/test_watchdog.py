"""Telling systemd of life: over a real datagram socket, and never while a part hangs."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from device.journal.journal import Journal
from device.systemd import ServiceManager
from device.watchdog import Pulse, Watchdog, journal_reads, page_answers


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    """A socket that listens as systemd does."""
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(60.0)
        yield listening


def manager_at(systemd: socket.socket, watchdog_usec: str = "") -> ServiceManager:
    """The manager as a started service finds it in its environment."""
    environ = {"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": watchdog_usec, "WATCHDOG_PID": "77"}
    return ServiceManager.of_environment(environ, pid=77)


def test_every_message_reaches_systemd_in_its_own_datagram(systemd: socket.socket) -> None:
    """Ready, status, sign of life and stop are sent as sd_notify writes them."""
    manager = manager_at(systemd)
    manager.ready()
    manager.status("two\nlines")
    manager.alive()
    manager.stopping()
    sent = [systemd.recv(200).decode() for _ in range(4)]
    assert sent == ["READY=1", "STATUS=two lines", "WATCHDOG=1", "STOPPING=1"]


def test_an_abstract_socket_is_found(tmp_path: Path) -> None:
    """An address with @ in front is one without a file."""
    name = f"leafwatch-test-{tmp_path.name}"
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as listening:
        listening.bind(f"\0{name}")
        listening.settimeout(60.0)
        ServiceManager(f"@{name}").ready()
        assert listening.recv(50) == b"READY=1"


def test_without_systemd_nothing_is_sent_and_nothing_fails(tmp_path: Path) -> None:
    """No socket, or one whose listener is gone: the game goes on."""
    ServiceManager.of_environment({}).ready()
    ServiceManager(str(tmp_path / "gone")).alive()


def test_only_the_watched_process_is_watched() -> None:
    """The variables are inherited by children, whose sign of life nobody waits for."""
    environ = {"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "77"}
    assert ServiceManager.of_environment(environ, pid=77).watchdog_s == 30.0
    assert ServiceManager.of_environment(environ, pid=78).watchdog_s is None
    assert ServiceManager.of_environment({"WATCHDOG_USEC": "soon"}, pid=78).watchdog_s is None


def test_a_part_that_hangs_leaves_the_watchdog_hungry(systemd: socket.socket) -> None:
    """All parts move: fed. One does not: no sign of life, but a status that names it."""
    moving = {"table": True, "journal": True}
    watchdog = Watchdog(manager_at(systemd), {name: lambda name=name: moving[name] for name in moving})
    assert watchdog.feed()
    assert systemd.recv(50) == b"WATCHDOG=1"
    moving["journal"] = False
    assert not watchdog.feed()
    assert systemd.recv(50) == b"STATUS=does not move: journal"


def test_the_watchdog_feeds_by_itself_while_it_is_entered(systemd: socket.socket) -> None:
    """With a patience of 30 ms a sign of life comes without anybody asking."""
    with Watchdog(manager_at(systemd, "30000"), {"table": lambda: True}):
        assert systemd.recv(50) == b"WATCHDOG=1"
    assert "watchdog" not in {thread.name for thread in threading.enumerate()}


def test_a_loop_that_goes_round_moves_and_one_that_stands_does_not() -> None:
    """The pulse follows the loop's own clock."""
    now_s = [0.0]
    pulse = Pulse(10.0, clock=lambda: now_s[0])
    now_s[0] = 10.0
    assert pulse.moves()
    now_s[0] = 11.0
    assert not pulse.moves()
    pulse.beat()
    assert pulse.moves()


def test_a_journal_that_is_missing_or_damaged_moves_all_the_same(tmp_path: Path) -> None:
    """Starting anew mends no journal, so only one that hangs counts as standing still."""
    journal = tmp_path / "journal.sqlite3"
    assert journal_reads(journal)()
    journal.write_bytes(b"no database" * 500)
    assert journal_reads(journal)()
    journal.unlink()
    with Journal.open(journal):
        assert journal_reads(journal)()


def test_a_page_that_does_not_answer_does_not_move() -> None:
    """The probe asks over a real socket; a server that is gone or that fails is told from one that answers."""

    class Health(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/healthz" else 404)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Health)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        assert page_answers(server.server_port)()
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert not page_answers(server.server_port, timeout_s=0.5)()
