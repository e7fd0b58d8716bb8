"""The one feed between the table's loop and all browsers: the latest message wins, nobody is waited for."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType

STREAM_CAP = 24
"""Streams at a time: with 64 server threads more than half stay free for short requests."""


class FeedError(Exception):
    """Base of what the feed raises."""


class FeedFull(FeedError, RuntimeError):
    """As many streams are open as the feed allows."""


class FeedClosed(FeedError, RuntimeError):
    """The feed was closed; it brings nothing more."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One published message: its number, counted by the feed from 1, and its JSON text (one line, ASCII)."""

    seq: int
    text: str


class Feed:
    """Hands the latest table message to any number of threads.

    One thread publishes, others subscribe. A subscriber remembers only what it has seen last, so a slow one skips to
    the latest message by itself and costs the publisher nothing.
    """

    def __init__(self, cap: int = STREAM_CAP) -> None:
        if cap < 1:
            raise ValueError(f"a feed allows at least one stream, got {cap}")
        self._cap = cap
        self._changed = threading.Condition()
        self._closed = threading.Event()
        self._latest: Snapshot | None = None
        self._body = ""
        self._streams = 0

    def publish(self, message: Mapping[str, object]) -> bool:
        """Make this the latest message, unless it says what the last one said; tells whether it was new.

        The feed numbers messages itself: a ``seq`` in the message is replaced. The message is written out at once, so
        the caller may change it afterwards.

        Raises:
            TypeError: the message holds something that JSON cannot.
            ValueError: it holds NaN or infinity.
        """
        content = {key: value for key, value in message.items() if key != "seq"}
        body = json.dumps(content, separators=(",", ":"), allow_nan=False)
        with self._changed:
            if self._closed.is_set() or body == self._body:
                return False
            seq = 1 if self._latest is None else self._latest.seq + 1
            rest = body[1:] if content else "}"
            self._body = body
            self._latest = Snapshot(seq, f'{{"seq":{seq}{"," if content else ""}{rest}')
            self._changed.notify_all()
            return True

    def latest(self) -> Snapshot | None:
        """The last published message, None before the first."""
        return self._latest

    def subscribe(self) -> Subscription:
        """A subscription that starts with the latest message; close it, or use it in a ``with`` statement.

        Raises:
            FeedFull: the cap is reached.
            FeedClosed: the feed is closed.
        """
        with self._changed:
            if self._closed.is_set():
                raise FeedClosed("the feed is closed")
            if self._streams >= self._cap:
                raise FeedFull(f"{self._streams} streams are open and {self._cap} are allowed")
            self._streams += 1
        return Subscription(self)

    @property
    def streams(self) -> int:
        """How many subscriptions are open."""
        return self._streams

    @property
    def closed(self) -> bool:
        """Whether ``close`` was called."""
        return self._closed.is_set()

    def pause(self, seconds: float) -> bool:
        """Wait, but no longer than until the feed is closed; tells whether it is closed."""
        return self._closed.wait(seconds)

    def close(self) -> None:
        """End every subscription; may be called twice and from a signal handler's thread."""
        self._closed.set()
        with self._changed:  # reentrant, so a signal handler may come while its own thread is in here
            self._changed.notify_all()

    def _after(self, seen: int, timeout_s: float) -> Snapshot | None:
        deadline = time.monotonic() + timeout_s
        with self._changed:
            while not self._closed.is_set():
                if self._latest is not None and self._latest.seq != seen:
                    return self._latest
                left = deadline - time.monotonic()
                if left <= 0:
                    return None
                self._changed.wait(left)
        raise FeedClosed("the feed is closed")

    def _leave(self) -> None:
        with self._changed:
            self._streams -= 1


class Subscription:
    """One reader's place in the feed: at most one message is ever pending, the latest."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._seen = 0
        self._open = True

    def skip_to(self, seq: int) -> None:
        """Count the message of this number as seen."""
        self._seen = seq

    def wait(self, timeout_s: float) -> Snapshot | None:
        """The latest message as soon as it is one not seen yet, None when the time is over.

        Raises:
            FeedClosed: the feed was closed before or meanwhile.
        """
        snapshot = self._feed._after(self._seen, timeout_s)
        if snapshot is not None:
            self._seen = snapshot.seq
        return snapshot

    def close(self) -> None:
        """Give the place back; may be called twice."""
        if self._open:
            self._open = False
            self._feed._leave()

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
