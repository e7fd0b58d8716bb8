"""``leafwatch run``: the appliance, with the saved profile, a camera, lamps, buttons, the journal and the page."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping

from calibration.profile import BoardProfile, Profile
from device.access import PinFile
from device.addresses import own_names
from device.buttons import Buttons
from device.camera import open_camera
from device.command_queue import CommandQueue
from device.eyes import eyes_of
from device.indicator import Indicator
from device.journal import Journal
from device.keeping import Keeper
from device.serving import open_page, serve_table
from device.settings import Settings, load_settings, places
from device.table import Table
from engine.catalog import GAMES
from engine.indian_summer.forest import ForestFloor
from engine.indian_summer.moves import Move
from engine.indian_summer.state import State
from webui.access import Access
from webui.feed import Feed
from webui.guard import OwnHosts


def run(options: argparse.Namespace) -> int:
    """Watch the table until stopped; returns 0.

    Raises:
        ProfileError, SettingsError, PortInUse, JournalError, PinsError: what hinders the start, in one sentence.
    """
    where = places()
    settings = load_settings(where)
    profile = Profile.load(options.profile if options.profile is not None else where.profile)
    spec = options.source if options.source is not None else settings.camera
    feed, commands = Feed(), CommandQueue()
    port = options.port if options.port is not None else settings.port
    server = open_page(
        feed,
        commands.submit,
        settings.host,
        port,
        OwnHosts(own_names),
        access=Access.with_pin(PinFile(where.access)),
    )
    names = _names(settings, profile)
    game = GAMES["indian-summer"]

    def new_game() -> tuple[State, Mapping[str, object]]:
        floors = [_floor(board) for board in profile.boards]
        if len(floors) == 1:
            return game.new_solo(None, floors[0], name=names[0]), {"names": names}
        return game.new_table(names, floors), {"names": names}

    try:
        with (
            Journal.open(where.journal) as journal,
            Indicator(
                settings.lamp_pins[: len(names)],
                brightness=settings.lamp_brightness,
                active_high=not settings.lamp_common_anode,
            ) as indicator,
            Buttons(settings.buttons, commands.submit),
        ):
            keeper: Keeper[State, Move] = Keeper(journal, game, new_game)
            session = keeper.resume()
            for notice in (keeper.notice, *settings.notices):
                if notice:
                    print(f"leafwatch: {notice}", file=sys.stderr)
            eyes = eyes_of(profile, lambda: open_camera(spec), game.pieces)
            table = Table(
                session,
                eyes,
                indicator,
                feed.publish,
                commands,
                names=names,
                restart=keeper.begin,
                finished=keeper.finish,
                probe=journal.check_writable,
            )
            for name in own_names():
                print(f"The page is at http://{name}:{server.port}/", flush=True)
            serve_table(lambda: table, server)
    finally:
        server.close()
    return 0


def _floor(board: BoardProfile) -> ForestFloor:
    return ForestFloor.parse(board.floor, f"board-{board.seat + 1}")


def _names(settings: Settings, profile: Profile) -> tuple[str, ...]:
    """The players' names by seat, as many as there are boards."""
    if len(profile.boards) == 1 and not settings.players:
        return ("You",)
    given = settings.players[: len(profile.boards)]
    return (*given, *(f"Player {seat + 1}" for seat in range(len(given), len(profile.boards))))
