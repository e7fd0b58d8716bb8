"""A server that answers in a thread of its own for the length of a test."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from webui.server import Server


@contextmanager
def running(server: Server) -> Iterator[Server]:
    """Run the server in a thread and stop it at the end."""
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join(60)
        assert not thread.is_alive()
