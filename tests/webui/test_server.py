"""The real server on loopback: a port in use, stopping with streams open, stalled and vanished browsers."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import threading
from typing import Any

import pytest
from flask import Flask

from tests.webui.running_server import running
from webui import server as serving
from webui.feed import Feed
from webui.server import AddressRefused, PortInUse, Server, serve


def ask(server: Server, path: str) -> http.client.HTTPResponse:
    """One GET whose answer is not yet read."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", path, headers={"Host": "localhost", "Connection": "close"})
    return connection.getresponse()


def all_are_gone(feed: Feed) -> bool:
    """Whether the last stream ends, waited for: a busy machine takes its time over threads that are told to end."""
    waiting = threading.Event()
    return any(feed.streams == 0 or waiting.wait(0.01) for _ in range(6000))


def test_pages_are_served(app: Flask) -> None:
    """Port 0 takes a free port, and the address is told."""
    with running(serve(app, "127.0.0.1", 0)) as server:
        assert server.url == f"http://127.0.0.1:{server.port}/"
        with ask(server, "/healthz") as response:
            assert json.load(response)["ok"] is True
            assert response.headers["Server"] is None


def test_port_in_use_is_said_with_its_number(app: Flask) -> None:
    """A second server on the port is a clear error of its own, and the first goes on."""
    with running(serve(app, "127.0.0.1", 0)) as first:
        with pytest.raises(PortInUse, match=f"port {first.port} is in use"):
            serve(app, "127.0.0.1", first.port)
        with ask(first, "/healthz") as response:
            assert response.status == 200


@pytest.mark.parametrize(("host", "port"), [("192.0.2.1", 0), ("127.0.0.1", 70_000), ("no such name", 0)])
def test_address_that_is_not_ours_is_refused(app: Flask, host: str, port: int) -> None:
    """An address of another machine or an impossible port is named."""
    with pytest.raises(AddressRefused, match=f"cannot serve on '{host}' port {port}"):
        serve(app, host, port)


def test_server_that_never_ran_frees_its_port(app: Flask) -> None:
    """Closing before running gives the port back, closing twice and running then do nothing."""
    server = serve(app, "127.0.0.1", 0)
    server.close()
    server.close()
    server.run()
    again = serve(app, "127.0.0.1", server.port)
    again.close()


def test_closing_ends_all_streams(app: Flask, feed: Feed, monkeypatch: pytest.MonkeyPatch) -> None:
    """With streams open the server stops by the one stop event, and every stream ends properly."""
    monkeypatch.setattr(serving, "STOP_S", 60.0)  # however busy this machine is
    feed.publish({"word": "hand"})
    with running(serve(app, "127.0.0.1", 0)) as server:
        streams = [ask(server, "/api/stream") for _ in range(5)]
        for stream in streams:
            while stream.readline() != b"event: state\n":
                pass
    for stream in streams:
        with stream:
            assert stream.read() == b'data: {"seq":1,"word":"hand"}\n\n'
    assert all_are_gone(feed)


def test_signal_stops_the_server(app: Flask) -> None:
    """A handler in the running thread may close the server."""
    server = serve(app, "127.0.0.1", 0)
    before = signal.signal(signal.SIGUSR1, lambda number, frame: server.close())
    try:
        timer = threading.Timer(0.05, signal.pthread_kill, [threading.get_ident(), signal.SIGUSR1])
        timer.start()
        server.run()
        timer.join()
    finally:
        signal.signal(signal.SIGUSR1, before)
        server.close()


def test_vanished_browsers_give_their_places_back(app: Flask, feed: Feed) -> None:
    """Sockets that are rudely closed free their streams without any message being published."""
    with running(serve(app, "127.0.0.1", 0)) as server:
        sockets = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(5)]
        for each in sockets:
            each.sendall(b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert each.recv(100)
        assert feed.streams == 5
        for each in sockets:
            each.close()
        for _ in range(600):
            if feed.pause(0.1) or feed.streams == 0:
                break
        assert feed.streams == 0


def test_stalled_browser_does_not_hold_up_others(app: Flask, feed: Feed) -> None:
    """A browser that reads nothing blocks only itself, keeps memory small, and does not delay the stop."""
    with running(serve(app, "127.0.0.1", 0)) as server:
        stalled = socket.socket()
        stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stalled.connect(("127.0.0.1", server.port))
        stalled.sendall(b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert stalled.recv(10)
        for number in range(40):
            feed.publish({"number": number, "padding": "x" * 500_000})
            feed.pause(0.01)
        with ask(server, "/api/state") as response:
            assert json.load(response)["number"] == 39
    stalled.close()
    assert all_are_gone(feed)


def test_full_house_keeps_answering(app: Flask, feed: Feed) -> None:
    """With every stream taken the next one hears so, and short requests are answered."""
    with running(serve(app, "127.0.0.1", 0)) as server:
        streams: list[Any] = [ask(server, "/api/stream") for _ in range(24)]
        for stream in streams:
            assert stream.readline()
        with ask(server, "/api/stream") as late:
            assert b"event: full" in late.read()
        with ask(server, "/healthz") as response:
            assert json.load(response)["streams"] == 24
    for stream in streams:
        stream.close()
