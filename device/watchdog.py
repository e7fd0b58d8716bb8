"""The watchdog is fed only while every part moves: the table's loop, the page and the journal.

A lost camera is no reason to be restarted, its loop says so on the page and keeps trying; a loop that hangs in the
camera, in the referee or in the journal is.
"""

from __future__ import annotations

import logging
import threading
import time
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from device.errors import JournalError
from device.journal.reading import list_games, reading
from device.systemd import ServiceManager

_log = logging.getLogger(__name__)

Probe = Callable[[], bool]
"""Tells whether a part moves; may block for as long as the part hangs."""


class Pulse:
    """When a loop has last gone round; beaten by the loop, asked by the watchdog's thread.

    Args:
        limit_s: a loop that has not gone round for longer hangs.
        clock: monotonic seconds.
    """

    def __init__(self, limit_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit_s = limit_s
        self._clock = clock
        self._last_s = clock()

    def beat(self) -> None:
        """The loop has gone round."""
        self._last_s = self._clock()

    def moves(self) -> bool:
        """Whether the last round is recent enough."""
        return self._clock() - self._last_s <= self._limit_s


def page_answers(port: int, timeout_s: float = 3.0) -> Probe:
    """A probe that asks the page for its health, as a phone would."""

    def probe() -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=timeout_s) as reply:
                return bool(reply.status == 200)
        except OSError:
            return False

    return probe


def journal_reads(path: Path) -> Probe:
    """A probe that reads the journal as a page does: one that cannot be read moves, and is told of elsewhere."""

    def probe() -> bool:
        with suppress(JournalError), reading(path) as connection:
            list_games(connection)
        return True

    return probe


class Watchdog:
    """Feeds the service manager's watchdog three times in its patience, as long as all parts move.

    Args:
        manager: who is told; without a watchdog of its own nothing is done.
        parts: a probe a part, by the part's name.
    """

    def __init__(self, manager: ServiceManager, parts: Mapping[str, Probe]) -> None:
        self._manager = manager
        self._parts = dict(parts)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def feed(self) -> bool:
        """Probe every part and give the sign of life if all move; tells whether it did."""
        still = [name for name, moves in self._parts.items() if not moves()]
        if still:
            _log.error("watchdog=hungry still=%s", ",".join(still))
            self._manager.status(f"does not move: {', '.join(still)}")
            return False
        self._manager.alive()
        return True

    def _watch(self) -> None:
        assert self._manager.watchdog_s is not None
        while not self._stop.wait(self._manager.watchdog_s / 3):
            self.feed()

    def __enter__(self) -> Self:
        if self._manager.watchdog_s is not None:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)
