"""The queue between whoever asks something of the table and its one loop."""

from __future__ import annotations

import queue
from concurrent.futures import Future

from webui.command import Command, Reply


class CommandQueue:
    """Commands in the order they came, each with the future of its reply."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[tuple[Command, Future[Reply]]] = queue.SimpleQueue()

    def submit(self, command: Command) -> Future[Reply]:
        """Put a command in the queue; may be called from any thread, never blocks."""
        future: Future[Reply] = Future()
        self._waiting.put((command, future))
        return future

    def take(self, timeout_s: float = 0.0) -> tuple[Command, Future[Reply]] | None:
        """The next command, waiting for one at most that long; None when there is none."""
        try:
            return self._waiting.get(block=timeout_s > 0, timeout=timeout_s or None)
        except queue.Empty:
            return None
