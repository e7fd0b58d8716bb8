"""A full evening on loopback: twenty streams and short requests at once, and browsers that stop reading."""

from __future__ import annotations

import http.client
import json
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from tests.webui.running_server import running
from webui import server as serving
from webui.feed import Feed
from webui.server import serve

PHONES = 20
CHANGES = 30


def get(port: int, path: str) -> http.client.HTTPResponse:
    """One GET; the answer is not yet read."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers={"Host": "localhost", "Connection": "close"})
    return connection.getresponse()


def numbers_until(stream: http.client.HTTPResponse, last: int) -> list[int]:
    """The ``number`` of every state on a stream up to the last one."""
    found: list[int] = []
    while not found or found[-1] != last:
        line = stream.readline()
        assert line, "the stream ended before the last change"
        if line.startswith(b'data: {"seq"'):
            found.append(int(json.loads(line[6:])["number"]))
    return found


def test_twenty_phones_all_hear_the_last_change(app: Flask, feed: Feed) -> None:
    """Each in order, none twice, while hundreds of short requests are answered; what comes fast may be merged."""
    feed.publish({"number": 0})
    with running(serve(app, "127.0.0.1", 0)) as server, ThreadPoolExecutor(PHONES + 4) as phones:
        streams = [get(server.port, "/api/stream") for _ in range(PHONES)]
        heard = [phones.submit(numbers_until, stream, CHANGES) for stream in streams]

        def ask_shortly() -> list[int]:
            statuses = []
            for _ in range(50):
                with get(server.port, "/api/state") as answer:
                    statuses.append(answer.status)
                    answer.read()
            return statuses

        asked = [phones.submit(ask_shortly) for _ in range(4)]
        for number in range(1, CHANGES + 1):
            feed.publish({"number": number})
            feed.pause(0.01)
        for each in heard:
            numbers = each.result(60)
            assert numbers == sorted(set(numbers))
            assert numbers[-1] == CHANGES
        assert [status for each in asked for status in each.result(60)] == [200] * 200
        for stream in streams:
            stream.close()


def rude(port: int) -> socket.socket:
    """A browser that asks for the stream, reads its first letters, and then reads no more."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", port))
    client.sendall(b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert client.recv(10)
    return client


def test_browsers_that_never_read_lose_their_place(app: Flask, feed: Feed, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house full of them is open again for others; one that reads keeps its place and misses nothing."""
    monkeypatch.setattr(serving, "STALLED_S", 2.0)  # longer than a busy machine keeps the one that reads from it
    feed.publish({"number": 0})
    with running(serve(app, "127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as phone:
        kind = get(server.port, "/api/stream")
        clients = [rude(server.port) for _ in range(23)]
        with get(server.port, "/api/stream") as late:
            assert b"event: full" in late.read()
        heard = phone.submit(numbers_until, kind, 10_000)
        number = 0
        while feed.streams > 1 and number < 2_000:
            number += 1
            feed.publish({"number": number, "padding": "x" * 400_000})
            feed.pause(0.02)
        assert feed.streams == 1
        feed.publish({"number": 10_000})
        numbers = heard.result(60)
        assert numbers == sorted(set(numbers))
        for client in clients:
            client.close()
        kind.close()


def test_a_body_that_is_too_large_is_refused_before_it_is_kept(app: Flask, table: Any) -> None:
    """A request that says to bring more than any backup is refused by the server itself."""
    with running(serve(app, "127.0.0.1", 0)) as server, socket.create_connection(("127.0.0.1", server.port)) as client:
        length = serving.MOST_BODY_BYTES + 1
        client.sendall(f"POST /api/command HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n".encode())
        assert client.recv(100).startswith(b"HTTP/1.1 413 ")
    assert table.commands == []


def test_a_client_that_sends_slowly_holds_up_nobody(app: Flask, feed: Feed) -> None:
    """Two hundred half sent requests take no thread; others are answered."""
    feed.publish({"number": 1})
    with running(serve(app, "127.0.0.1", 0)) as server:
        slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(200)]
        for client in slow:
            client.sendall(b"GET /api/state HTTP/1.1\r\nHost: loc")
        with get(server.port, "/api/state") as answer:
            assert json.load(answer)["number"] == 1
        for client in slow:
            client.close()
