"""The web server: waitress on sockets that were bound before any thread is started."""

from __future__ import annotations

import errno
import socket
import threading
import time

from flask import Flask
from waitress import create_server, wasyncore
from waitress.channel import HTTPChannel

from webui.feed import Feed

THREADS = 64
STOP_S = 1.0

CONNECTIONS = 300
"""A browser keeps up to six open; twenty phones and a few forgotten pages fit."""

STALLED_S = 30.0
"""A browser that takes nothing of what waits for it for so long loses its connection, and its stream its place."""

MOST_BODY_BYTES = 66 << 20
"""The server keeps a request on the disk until it is whole, before anybody is asked who sent it: a backup fits, and
a full card does not come of it."""


class ServerError(OSError):
    """Base of what hinders the server from starting."""


class PortInUse(ServerError):
    """Another program listens on the port."""


class AddressRefused(ServerError):
    """This machine has no such address, or may not listen on the port."""


class Server:
    """A bound server: ``run`` serves in the calling thread until ``close`` is called from any thread."""

    def __init__(self, app: Flask, sockets: list[socket.socket]) -> None:
        self._feed: Feed = app.extensions["leafwatch.feed"]
        self._map: dict[int, object] = {}
        self._stopping = threading.Event()
        self._lock = threading.RLock()  # a signal handler may close while its own thread shuts down
        self._running = self._shut = False
        self.host, self.port = sockets[0].getsockname()[:2]
        self._server = create_server(
            app,
            map=self._map,
            sockets=sockets,
            threads=THREADS,  # a stream holds one
            channel_request_lookahead=1,  # notices a browser that is gone within a second
            outbuf_high_watermark=64 * 1024,  # a stalled browser blocks its own stream instead of filling memory
            connection_limit=CONNECTIONS,
            max_request_body_size=MOST_BODY_BYTES,
            ident=None,  # no Server header
        )
        self._wakers = [entry for entry in self._map.values() if hasattr(entry, "pull_trigger")]

    @property
    def url(self) -> str:
        """The address for a browser on this machine."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host and host[0] != '[' else host}:{self.port}/"

    def run(self) -> None:
        """Serve until ``close``, or until an exception such as SystemExit is raised in this thread."""
        with self._lock:
            if self._shut or self._running:
                return
            self._running = True
        try:
            while not self._stopping.is_set():
                wasyncore.loop(timeout=1.0, use_poll=True, map=self._map, count=1)
                self._drop_stalled(time.time())  # the clock that waitress notes activity by
        finally:
            self._shut_down()

    def close(self) -> None:
        """Stop all streams and the server; may be called twice, from any thread or a signal handler."""
        self._feed.close()
        self._stopping.set()
        with self._lock:
            if self._shut:
                return
            if self._running:
                for waker in self._wakers:
                    waker.pull_trigger()
                return
        self._shut_down()

    def _drop_stalled(self, now_s: float) -> None:
        """Close connections whose browser has stopped reading; a stream would wait for it for as long as it lives."""
        for channel in [entry for entry in self._map.values() if isinstance(entry, HTTPChannel)]:
            if channel.total_outbufs_len > 0 and now_s - channel.last_activity > STALLED_S:
                channel.handle_close()

    def _shut_down(self) -> None:
        with self._lock:  # from here on nobody pulls a trigger that is about to be closed
            if self._shut:
                return
            self._shut = True
        self._feed.close()
        dispatcher = self._server.task_dispatcher
        dispatcher.shutdown(timeout=STOP_S)  # streams end by the feed's stop event
        for channel in [entry for entry in self._map.values() if isinstance(entry, HTTPChannel)]:
            channel.handle_close()  # frees a thread that waits for a stalled browser
        dispatcher.shutdown(timeout=STOP_S)
        wasyncore.close_all(self._map, ignore_all=True)


def serve(app: Flask, host: str, port: int) -> Server:
    """Bind the application to an address; port 0 takes any free one, host ``::`` means IPv6 and IPv4.

    Raises:
        PortInUse: another program listens there.
        AddressRefused: the host is none of this machine's, or the port is not allowed.
    """
    if not 0 <= port <= 65_535:  # getaddrinfo would take it modulo 65,536
        raise AddressRefused(f"cannot serve on {host!r} port {port}: a port is a number from 0 to 65535")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise AddressRefused(f"cannot serve on {host!r} port {port}: {error}") from error
    family, kind, protocol, _, address = found[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listening.bind(address)
        listening.listen(128)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(
                error.errno, f"port {port} is in use by another program; choose another with --port"
            ) from error
        reason = f"cannot serve on {host!r} port {port}: {error.strerror}"
        raise AddressRefused(error.errno, reason) from error
    return Server(app, [listening])
