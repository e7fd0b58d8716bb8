"""``leafwatch demo``: the simulated table with the page, or headless to the end with everything printed and checked."""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from device.archive.games_source import JournalGames
from device.cameras.last_picture import LastPicture
from device.command_queue import CommandQueue
from device.commands.run import serve_appliance
from device.demo import Demo, Message, demo_indicator
from device.doctor.page import RunningDoctor
from device.journal.journal import Journal
from device.places import Places, places, state_folder
from device.serving import open_page, serve_table
from device.session.turn_settings import LANGUAGES
from device.settings import load_settings, owner_keys, page_tables
from device.simulation.camera import FAST_RATE_HZ, FRAME_RATE_HZ, Pace, RealTime, at_once
from device.table import Table
from webui import games, health
from webui.access import Access
from webui.feed import Feed

_NAMES = ("localhost", "127.0.0.1", "[::1]")
_SEEDS = 10**6


def run(options: argparse.Namespace) -> int:
    """Play with the page until stopped, or headless to the end; or show the set-up of a table that forgets it all.

    Returns:
        0; headless 1 when what was refereed differs from what was laid, or the player could not get to the end.
    """
    if options.setup:
        with tempfile.TemporaryDirectory(prefix="leafwatch-demo-") as folder:
            where = places({"LEAFWATCH_HOME": folder})
            access, address = Access.open_house(), ("127.0.0.1", options.port)
            return serve_appliance(where, where.profile, None, address, _NAMES, access, lambda: _NAMES[:1])
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(_SEEDS)
    pace: Pace = at_once if options.fast else RealTime(time.monotonic, time.sleep)
    if options.headless:
        with tempfile.TemporaryDirectory(prefix="leafwatch-demo-") as folder:
            return _headless(seed, pace, Path(folder))
    return _with_page(options, seed, pace)


def _with_page(options: argparse.Namespace, seed: int, pace: Pace) -> int:
    feed, commands, picture = Feed(), CommandQueue(), LastPicture()
    language = spoken(places(), os.environ)
    folder = state_folder() / "demo"
    kept = JournalGames(folder / "journal.db")
    doctor = RunningDoctor(replace(places(), journal=folder / "journal.db"), lambda: "table")
    parts = (games.blueprint(kept, kept.turns, kept.turn), health.blueprint(feed, doctor))
    server = open_page(feed, commands.submit, "127.0.0.1", options.port, _NAMES, picture.jpeg, parts=parts)
    url = f"http://localhost:{server.port}/"
    print(f"The demo is at {url} (Ctrl-C ends it; it goes on there next time).", flush=True)
    if not options.no_browser and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
    try:
        with (
            Journal.open(folder / "journal.db") as journal,
            demo_indicator() as indicator,
            kept.writing_to(journal),
        ):

            def set_up() -> Table:
                return Demo(journal, seed, commands, feed.publish, pace, indicator, picture, language).table

            serve_table(set_up, server)
    finally:
        server.close()
    return 0


def spoken(where: Places, environ: Mapping[str, str]) -> str:
    """The language of the demo: that of the settings, else of the desktop (POSIX: LC_ALL, LC_MESSAGES, LANG).

    Raises:
        SettingsError: mistakes in the owner's file.
    """
    settings = load_settings(where)
    told = {*owner_keys(where.config), *(("table", key) for key in page_tables(where.page_settings).get("table", {}))}
    wanted = next((found for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (found := environ.get(name))), "")
    return settings.language if ("table", "language") in told or wanted[:2] not in LANGUAGES else wanted[:2]


def _headless(seed: int, pace: Pace, folder: Path) -> int:
    commands = CommandQueue()
    told = _Teller()
    with Journal.open(folder / "journal.db") as journal, demo_indicator() as indicator:
        # nobody watches what does not wait, so fewer pictures do
        rate_hz = FAST_RATE_HZ if pace is at_once else FRAME_RATE_HZ
        demo = Demo(journal, seed, commands, told.hear, pace, indicator, frame_rate_hz=rate_hz)
        print(f"Seed {seed}.")
        while not demo.player.done:
            demo.table.step()
        demo.table.step()
        return judged(demo)


class _Teller:
    """Prints new lines of the move log and each new verdict."""

    def __init__(self) -> None:
        self._lines = 0
        self._verdict = ""

    def hear(self, message: Message) -> None:
        """Take a table message."""
        verdict = message["verdict"]
        text = f"  [{verdict['mood']}] {verdict['text']}" if verdict["mood"] else ""
        if text and text != self._verdict:
            print(text)
        self._verdict = text
        for line in message["log"]:
            if line["seq"] >= self._lines:
                print(f"{line['turn']:3}. {line['text']}")
                self._lines = line["seq"] + 1


def judged(demo: Demo) -> int:
    """Compare the refereed state with the table and with the player's own; print what differs; 0 if nothing does."""
    session, report = demo.table.session, demo.player.report
    result = session.game.result(session.committed)
    print(result.text if result is not None else "The game did not come to its end.")
    seen, laid = session.game.view(session.committed), demo.simulator.truth()
    differs = sorted(space for space in laid if seen[space] != laid[space])
    for space in differs:
        print(f"{space.cell}: refereed {seen[space]}, laid {laid[space]}", file=sys.stderr)
    if session.committed != demo.player.state:
        print("The refereed state is not the player's: path, purse or turn differ.", file=sys.stderr)
    if report.gave_up:
        print(report.gave_up, file=sys.stderr)
    print(
        f"{len(report.moves)} moves, {report.laid_anew} pieces laid anew, {report.answered} questions answered, "
        f"{report.refused} requests refused; {len(differs)} of {len(laid)} spaces differ."
    )
    whole = result is not None and not differs and not report.gave_up and session.committed == demo.player.state
    return 0 if whole else 1
