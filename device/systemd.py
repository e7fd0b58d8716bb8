"""Telling systemd that leafwatch is up and that it still moves (the protocol of ``sd_notify(3)``).

A datagram to the socket that systemd names in the environment; where it names none, nothing is sent.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping


class ServiceManager:
    """The service manager that started this process, or nobody.

    Args:
        address: the socket, with ``@`` in front where it is an abstract one; empty: nobody listens.
        watchdog_s: how long the manager waits for a sign of life; None: it does not watch.
    """

    def __init__(self, address: str = "", watchdog_s: float | None = None) -> None:
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self.watchdog_s = watchdog_s

    @classmethod
    def of_environment(cls, environ: Mapping[str, str] = os.environ, pid: int | None = None) -> ServiceManager:
        """The manager that the environment names (NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID)."""
        usec = environ.get("WATCHDOG_USEC", "")
        meant = environ.get("WATCHDOG_PID", "")
        # The variables are inherited: a child of a watched process is not the one that is watched.
        watched = usec.isdigit() and int(usec) > 0 and meant in {"", str(pid if pid is not None else os.getpid())}
        return cls(environ.get("NOTIFY_SOCKET", ""), int(usec) / 1e6 if watched else None)

    def ready(self) -> None:
        """The page answers: what waited for this service may start."""
        self._send("READY=1")

    def stopping(self) -> None:
        """A stop that was asked for has begun."""
        self._send("STOPPING=1")

    def status(self, text: str) -> None:
        """One line for ``systemctl status``."""
        self._send("STATUS=" + text.replace("\n", " "))

    def alive(self) -> None:
        """The sign of life that the watchdog waits for."""
        self._send("WATCHDOG=1")

    def _send(self, line: str) -> None:
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
            out.settimeout(1.0)
            try:
                out.sendto(line.encode(), self._address)
            except OSError:
                return  # a manager that has gone cannot be told so, and the game goes on without it
