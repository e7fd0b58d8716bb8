"""``leafwatch safe-mode``: the page without camera, lamps and table, to see what is wrong and to save the games.

The service falls back to it after repeated failures, so it opens as little as it can: settings that cannot be read and
a damaged journal must not stop it.
"""

from __future__ import annotations

import argparse
from concurrent.futures import Future

from flask import Blueprint, Response, redirect, request
from werkzeug import Response as AnyResponse

from device.access import PinFile
from device.addresses import own_names, told_names
from device.archive.backup_page import backup_writer
from device.archive.games_source import JournalGames
from device.doctor.page import RunningDoctor
from device.places import places
from device.serving import open_page, serve_table
from device.stopping import StopSign
from engine.sentence import say
from webui import backup, games, health
from webui.access import Access
from webui.command import Command, Reply
from webui.feed import Feed
from webui.guard import OwnHosts

REACHABLE = ("/health", "/games", "/host", "/join", "/api/", "/assets/", "/healthz")
"""What a page may be in safe mode; everything else leads to the health."""

_PAUSE_S = 0.5


def run(options: argparse.Namespace) -> int:
    """Serve health, games and backup until stopped; returns 0.

    Raises:
        PortInUse, AddressRefused: see ``webui.server.serve``.
    """
    where, feed = places(), Feed()
    server = open_page(
        feed,
        refuse,
        "0.0.0.0",
        options.port,
        OwnHosts(own_names),
        access=Access.with_pin(PinFile(where.access)),
        parts=(
            only_what_is_safe(),
            games.blueprint(JournalGames(where.journal), list),
            health.blueprint(feed, RunningDoctor(where, lambda: "safe")),
            backup.blueprint(backup_writer(where)),
        ),
    )
    try:
        for name in told_names():
            print(f"Safe mode: the page is at http://{name}:{server.port}/health", flush=True)
        serve_table(lambda: _Nothing(feed), server)
    finally:
        server.close()
    return 0


def only_what_is_safe() -> Blueprint:
    """Leads every page of the table to the health."""
    bp = Blueprint("safe", __name__)

    @bp.before_app_request
    def lead() -> AnyResponse | Response | None:
        if request.method == "GET" and not request.path.startswith(REACHABLE):
            return redirect("/health")
        return None

    return bp


def refuse(command: Command) -> Future[Reply]:
    """Nothing can be asked of a table that is not watched."""
    answer: Future[Reply] = Future()
    answer.set_result(Reply(False, say("leafwatch is in safe mode: nothing is played now.")))
    return answer


class _Nothing:
    """The loop of a table that nobody watches."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed

    def run(self, stop: StopSign) -> None:
        """Wait until told to stop, or until the pages are closed."""
        while not stop.is_set() and not self._feed.pause(_PAUSE_S):
            continue
