"""The table's loop and the page in one process: the loop in a thread of its own, the server in the main one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Collection, Sequence
from types import FrameType
from typing import Protocol

from flask import Blueprint

from device.stopping import Asked, StopSign
from device.systemd import ServiceManager
from device.version import VERSION
from webui import create_app
from webui.access import Access
from webui.command import Submit
from webui.feed import Feed
from webui.server import Server, serve

SET_UP_S = 10.0
"""How long an end waits for a table that is still being set up."""


class Loop(Protocol):
    """What runs beside the page: a table, or set-up and table in turns."""

    def run(self, stop: StopSign) -> None:
        """Go on until told to stop, or until it is over."""


def open_page(
    feed: Feed,
    submit: Submit,
    host: str,
    port: int,
    names: Collection[str],
    latest_jpeg: Callable[[], bytes | None] | None = None,
    *,
    access: Access | None = None,
    parts: Sequence[Blueprint] = (),
) -> Server:
    """Bind the page before anything slow is started, so that a port in use is said at once.

    ``latest_jpeg`` is what the page may show the host of the camera's pictures: nothing, if it is left out. ``access``
    tells who is host (left out: who sits at this machine), ``parts`` are further routes.

    Raises:
        PortInUse, AddressRefused: see ``webui.server.serve``.
    """
    app = create_app(
        feed, submit, trusted_hosts=names, build=VERSION, latest_jpeg=latest_jpeg, access=access, parts=parts
    )
    return serve(app, host, port)


def serve_table(
    set_up: Callable[[], Loop],
    server: Server,
    manager: ServiceManager | None = None,
    beat: Callable[[], object] = lambda: None,
) -> None:
    """Serve the page at once, set the table up beside it, and run both until a signal or until the loop ends.

    An error in the loop ends both and is raised here. What is still being set up when the signal comes is waited for
    a little and never played. ``manager`` is told when the page is up and when the end begins; ``beat`` is
    called each time the loop goes round.
    """
    manager = manager or ServiceManager()
    stop, ready = threading.Event(), threading.Event()
    failed: list[BaseException] = []

    def loop() -> None:
        try:
            made = set_up()
            ready.set()
            made.run(Asked(stop, beat))
        except BaseException as error:  # handed to the main thread, which raises it
            failed.append(error)
        finally:
            server.close()

    def leave(number: int, frame: FrameType | None) -> None:
        del number, frame
        server.close()

    before = {number: signal.signal(number, leave) for number in (signal.SIGINT, signal.SIGTERM)}
    thread = threading.Thread(target=loop, name="table", daemon=True)
    thread.start()
    try:
        manager.ready()  # the socket listens already: who comes now waits for no more than the first answer
        server.run()
    finally:
        manager.stopping()
        stop.set()
        # OpenCV at work in a thread that is left behind would abort the process: what is being set up may finish.
        thread.join(None if ready.is_set() or failed else SET_UP_S)
        server.close()
        for number, handler in before.items():
            signal.signal(number, handler)
    if failed:
        raise failed[0]
