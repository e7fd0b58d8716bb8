"""``leafwatch run``: the appliance, with a camera, lamps, buttons, the journal and the page.

Without a profile the page starts with the set-up.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

from calibration.profile import Profile
from device.access import PinFile
from device.addresses import own_names, told_names
from device.appliance import Appliance
from device.archive.backup_page import backup_writer
from device.command_queue import CommandQueue
from device.doctor.page import RunningDoctor
from device.errors import RequestError
from device.mqtt import teller
from device.places import Places
from device.serving import open_page, serve_table
from device.settings import load_settings, places
from device.settings_forms import FORMS
from device.setup.cameras import Cameras
from device.systemd import ServiceManager
from device.watchdog import Pulse, Watchdog, journal_reads, page_answers
from webui import backup, games, health, setup
from webui.access import Access
from webui.feed import Feed
from webui.guard import OwnHosts

WATCHDOG_S = 30.0
"""How long the loop may stand still where no service manager says otherwise."""


def run(options: argparse.Namespace) -> int:
    """Watch the table until stopped; returns 0.

    Raises:
        ProfileError: a folder was named, and it holds no profile.
        RequestError: the source names no camera.
        SettingsError, PortInUse, PinsError, MqttError: what hinders the start, in one sentence.
    """
    where = places()
    settings = load_settings(where)
    if options.profile is not None:
        Profile.load(options.profile)
    if options.source is not None:
        _check_source(options.source)
    return serve_appliance(
        where,
        options.profile if options.profile is not None else where.profile,
        options.source,
        (settings.host, options.port if options.port is not None else settings.port),
        OwnHosts(own_names),
        Access.with_pin(PinFile(where.access)),
        told_names,
    )


def _check_source(source: str) -> None:
    """A word that names no camera would otherwise show on the page only, as a camera that is lost."""
    form = FORMS["camera", "source"]
    try:
        form.accept(source)
    except ValueError as error:
        raise RequestError(f"--source: expected {form.expected}, found {source!r}") from error


def serve_appliance(
    where: Places,
    profile: Path,
    source: str | None,
    address: tuple[str, int],
    hosts: Collection[str],
    access: Access,
    told: Callable[[], Iterable[str]],
) -> int:
    """Serve set-up and table of one installation until stopped; returns 0.

    ``address`` is where the page listens, ``hosts`` are the names that browsers may use, ``told`` gives those to print.

    Raises:
        PortInUse, AddressRefused, PinsError, MqttError: what hinders the start, in one sentence.
    """
    feed, commands = Feed(), CommandQueue()
    appliance = Appliance(where, profile, source, feed, commands, Cameras())
    server = open_page(
        feed,
        commands.submit,
        *address,
        hosts,
        appliance.jpeg,
        access=access,
        parts=(
            setup.blueprint(appliance.wizard, appliance.settings, where.page_settings.parent),
            games.blueprint(appliance.games, appliance.games.turns, appliance.games.turn),
            health.blueprint(feed, RunningDoctor(where, lambda: str(appliance.wizard.state()["mode"]))),
            backup.blueprint(backup_writer(where)),
        ),
    )
    manager = ServiceManager.of_environment()
    pulse = Pulse(manager.watchdog_s or WATCHDOG_S)
    moving = {"table": pulse.moves, "page": page_answers(server.port), "journal": journal_reads(where.journal)}
    try:
        for name in told():
            print(f"The page is at http://{name}:{server.port}/", flush=True)
        with teller(load_settings(where), feed), Watchdog(manager, moving):
            serve_table(lambda: appliance.stage, server, manager, pulse.beat)
    finally:
        server.close()
    return 0
