"""The appliance put together: set-up and table in turns, over the files of one installation."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from calibration.profile import BoardProfile, Profile, ProfileError
from device.archive.games_source import JournalGames
from device.archive.recording import Recorder
from device.archive.recording_ring import Ring
from device.cameras.camera import Camera
from device.cameras.last_picture import LastPicture, PicturedCamera
from device.cameras.lock import hold_lock
from device.command_queue import CommandQueue
from device.eyes import eyes_of
from device.journal.journal import Journal
from device.journal.keeping import Keeper
from device.language import message_in, translated
from device.places import Places
from device.session.message import Sight, table_message
from device.session.session import Session
from device.session.solo_series import KEY as SERIES
from device.session.solo_series import new_series, next_of_series, series_json, stack_of, waits
from device.session.turn_settings import TurnSettings
from device.session.turn_tile import TurnTile
from device.settings import Settings, load_settings
from device.settings_page import Changes, PageSettings
from device.setup.cameras import Cameras
from device.setup.lamp_bench import open_lamps
from device.setup.stage import Stage
from device.setup.wizard import Wizard
from device.signals.buttons import Buttons
from device.signals.lamps import lamps_of
from device.simulation.house import SimulatedHouse, demo_shuffled
from device.table import Table
from engine.catalog import GAMES
from engine.indian_summer.forest import ForestFloor
from engine.indian_summer.moves import Move
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.state import State
from engine.sentence import say
from vision.frame import Frame
from vision.observation import BoardSight
from webui.command import Command
from webui.feed import Feed


class Appliance:
    """One installation with its loop (``stage``) and what the pages ask of it (``wizard``, ``settings``).

    Args:
        where: its files.
        profile: the folder of the boards' profile.
        source: the camera that was asked for at the start, in place of the settings' own.
        feed: takes the table messages.
        commands: what people, buttons and players ask of the table.
        cameras: opens cameras.
        tell: takes sentences for who started it.
    """

    def __init__(
        self,
        where: Places,
        profile: Path,
        source: str | None,
        feed: Feed,
        commands: CommandQueue,
        cameras: Cameras,
        tell: Callable[[str], object] = lambda text: print(f"leafwatch: {text}", file=sys.stderr),
    ) -> None:
        self._where, self._profile = where, profile
        self._feed, self._commands, self._cameras, self._tell = feed, commands, cameras, tell
        self._latest: Mapping[str, Any] = {}
        self._house: SimulatedHouse | None = None
        self._picture = LastPicture()
        self.games = JournalGames(where.journal)
        self._changes: SimpleQueue[Changes] = SimpleQueue()
        self.settings = PageSettings(where, self._reload)
        self.wizard = Wizard(
            where,
            self.settings,
            cameras,
            profile=profile,
            source=source,
            built_in={floor.name: floor.rows for floor in demo_floors()},
            new_lamps=open_lamps,
        )
        self.stage = Stage(self.wizard, self._open_table, self._is_ready, feed, commands, self._unread_game)

    def jpeg(self) -> bytes | None:
        """What the camera sees now; the page gives it to the host only, for a real one sees people."""
        return (self._picture if self._house is None else self._house.picture).jpeg()

    def _reload(self, changes: Changes) -> None:
        self._changes.put(changes)
        self.stage.reload()
        self.wizard.reload()

    def _is_ready(self) -> bool:
        try:
            Profile.load(self._profile)
        except ProfileError as error:
            if self._profile.exists():
                self.wizard.notice = str(error)
            return False
        return True

    @contextmanager
    def _open_table(self) -> Iterator[Table]:
        """Everything that the table holds, opened from the files as they are now and closed afterwards."""
        settings, profile = load_settings(self._where), Profile.load(self._profile)
        source = self.wizard.source or settings.camera
        names = _names(settings, profile)
        game = GAMES["indian-summer"]
        floors = [_floor(board) for board in profile.boards]
        house = self._house = self._cameras.house(source)

        def new_game() -> tuple[State, Mapping[str, object]]:
            if house is not None:
                house.clear()
            if len(floors) == 1:
                series = new_series(None if house is None else demo_shuffled(house.next_seed()))
                start = game.new_solo(stack_of(series), floors[0], name=names[0])
                return start, {"names": names, SERIES: series}
            return game.new_table(names, floors), {"names": names}

        def next_game() -> Session[State, Move]:
            session = next_of_series(keeper, game, table.session)
            if house is not None:
                house.clear()
            return session

        with (
            Journal.open(self._where.journal) as journal,
            lamps_of(settings, len(names)) as indicator,
            Buttons(settings.buttons, self._commands.submit),
            self.games.writing_to(journal),
        ):
            keeper: Keeper[State, Move] = Keeper(journal, game, new_game, waits, names)
            session = keeper.resume()
            if [player.board.floor.rows for player in session.committed.players] != [floor.rows for floor in floors]:
                keeper.notice = say("The boards are others than in the game that was running; a new game begins.")
                session = keeper.begin()
            for notice in (keeper.notice, *settings.notices):
                if notice:
                    self._tell(notice)
            recorder = self._recorder(settings, profile) if house is None else None

            def publish(message: Mapping[str, Any]) -> None:
                self._publish(message)
                if recorder is not None:
                    recorder.hear(message)

            table = Table(
                session,
                eyes_of(profile, lambda: self._open_camera(source, settings.mains_hz), game.pieces),
                indicator,
                publish,
                self._commands,
                names=names,
                notice=keeper.notice or "",
                colors=settings.colors,
                restart=keeper.begin,
                next_game=next_game,
                series=lambda: series_json(keeper.setup, table.session),
                finished=keeper.finish,
                probe=journal.check_writable,
                settings=_turns(settings),
                turn_tile=TurnTile(settings.turn_row),
                looked=_keep_nothing if recorder is None else recorder.look,
                **({} if house is None else self._simulated(house, session, lambda: table.session)),
            )
            for key, value in _turns(settings).overtaken(session.history.settings, self._touched()).items():
                self._commands.submit(Command("set", {"key": key, "value": value}))
            yield table

    def _touched(self) -> set[tuple[str, str]]:
        """What pages have set since the table was set up last, by section and key."""
        touched = set()
        while not self._changes.empty():
            touched |= {(section, key) for section, table in self._changes.get().items() for key in table}
        return touched

    def _unread_game(self) -> Mapping[str, Any]:
        """The table message of a game that nobody plays: what pages can be shown where the journal cannot be read."""
        settings, profile = load_settings(self._where), Profile.load(self._profile)
        names, floors = _names(settings, profile), [_floor(board) for board in profile.boards]
        game = GAMES["indian-summer"]
        alone = len(floors) == 1
        start = game.new_solo(None, floors[0], name=names[0]) if alone else game.new_table(names, floors)
        session: Session[State, Move] = Session(game, start, lambda entries: None)
        sight, how = Sight("searching", "", ""), _turns(settings)
        message = table_message(session, sight, names, complain=False, settings=how, colors=settings.colors)
        return {**message_in(settings.language, message), "turn_tile": None, "lamps": []}

    def _open_camera(self, source: str, mains_hz: int) -> Camera:
        """The camera, set as it was when the boards were measured."""
        camera = self._cameras.open(source, mains_hz)
        hold_lock(self._profile, camera)
        return PicturedCamera(camera, self._picture)

    def _recorder(self, settings: Settings, profile: Profile) -> Recorder | None:
        """What keeps pictures of the boards, if the settings want it."""
        if not settings.recording_keep:
            return None
        folder = self._where.journal.with_name("recordings")
        return Recorder(Ring(folder, settings.recording_limit_mb * 1_000_000), profile)

    def _simulated(
        self, house: SimulatedHouse, session: Session[State, Move], now: Callable[[], Session[State, Move]]
    ) -> dict[str, Any]:
        """What a table needs besides when it is a simulated one."""
        house.lay_out(session.committed)
        requests = house.requests(now, self._commands.submit, lambda: self._latest)
        return {
            "handlers": requests.handlers,
            "extra": lambda: requests.message(now().proposed),
            "clock": lambda: house.simulator.now_s,
            "simulated": True,
        }

    def _publish(self, message: Mapping[str, Any]) -> None:
        self._latest = message
        self._feed.publish(message)


def _keep_nothing(frame: Frame, boards: Sequence[BoardSight]) -> None:
    """Nobody records."""


def _turns(settings: Settings) -> TurnSettings:
    return TurnSettings(settings.turn_end, settings.dwell_s, settings.language, settings.sounds)


def _floor(board: BoardProfile) -> ForestFloor:
    return ForestFloor.parse(board.floor, f"board-{board.seat + 1}")


def _names(settings: Settings, profile: Profile) -> tuple[str, ...]:
    """The players' names by seat, as many as there are boards."""
    if len(profile.boards) == 1 and not settings.players:
        return ("You",)
    given = settings.players[: len(profile.boards)]
    rest = (say("Player {number}", number=seat + 1) for seat in range(len(given), len(profile.boards)))
    return (*given, *(str(translated(name, settings.language)) for name in rest))
