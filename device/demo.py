"""The demo: a simulated table with its player before the real appliance; nothing goes round the pictures."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from calibration.capture import calibrate
from device.cameras.last_picture import LastPicture
from device.command_queue import CommandQueue
from device.eyes import eyes_of
from device.journal.journal import Journal
from device.journal.keeping import Keeper
from device.session.session import Session
from device.session.solo_series import KEY as SERIES
from device.session.solo_series import new_series, next_of_series, series_json, stack_of, waits
from device.session.turn_settings import TurnSettings
from device.session.turn_tile import TurnTile
from device.settings import load_settings
from device.signals.indicator import Indicator
from device.signals.lamps import lamps_of
from device.simulation.camera import FRAME_RATE_HZ, Pace, SimulatedCamera
from device.simulation.played_camera import PlayedCamera
from device.simulation.player import SimulatedPlayer
from device.simulation.requests import Playing, SimulatedRequests
from device.simulation.restore import restored
from device.simulator import SimulatedTable
from device.table import Table
from engine.catalog import GAMES
from engine.indian_summer.moves import Move
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.state import State
from engine.indian_summer.tiles import Tile
from engine.indian_summer.turn_row import slide_begun
from engine.indian_summer.viewing import layout

Message = Mapping[str, Any]


class Demo:
    """A solo game on a simulated table, resumed where the journal left it.

    Args:
        journal: where the game is kept.
        seed: which game is begun when none is to be resumed.
        commands: the queue that page, buttons and player use.
        publish: takes each table message.
        pace: whether to wait between pictures.
        indicator: the lamps.
        picture: where the camera's last frame is kept for a page.
        language: of the sentences, until somebody sets it otherwise.
        row_size_wh: of pictures that show the numbered row as well, which then ends turns (R11.2); None leaves the row
            out, as the camera sees more of the board without it.
        frame_rate_hz: how many pictures the camera takes in a simulated second.
    """

    def __init__(
        self,
        journal: Journal,
        seed: int,
        commands: CommandQueue,
        publish: Callable[[Message], object],
        pace: Pace,
        indicator: Indicator,
        picture: LastPicture | None = None,
        language: str = "en",
        row_size_wh: tuple[int, int] | None = None,
        frame_rate_hz: float = FRAME_RATE_HZ,
    ) -> None:
        self._game = GAMES["indian-summer"]
        self._seed = seed
        self.commands = commands
        self._publish = publish
        self._latest: Message = {}
        self._keeper: Keeper[State, Move] = Keeper(journal, self._game, self._new_game, waits)
        session = self._keeper.resume()
        self._seed = int(str(self._keeper.setup["seed"]))
        board = session.committed.players[0].board
        if row_size_wh is None:
            self.simulator, turn_tile = SimulatedTable([board.floor.rows], self._seed), TurnTile()
        else:
            self.simulator = SimulatedTable([board.floor.rows], self._seed, row_size_wh, _row_of(session.committed))
            turn_tile = TurnTile([(x, y) for x, y in self.simulator.row_corners_px() / row_size_wh])
        camera = SimulatedCamera(self.simulator, pace, frame_rate_hz)
        layouts = layout(1)
        profile = calibrate(camera.read(), layouts, floors=[board.floor.rows]).profile
        for piece in restored(session.committed):
            self.simulator.lay(piece)
        self.player = self._new_player(session)
        self.requests = SimulatedRequests(self.simulator, self._take_over, pictured=picture is not None)
        seen = picture or LastPicture()
        self.table = Table(
            session,
            eyes_of(profile, lambda: PlayedCamera(camera, self._play, seen)),
            indicator,
            self._hear,
            commands,
            names=("You",),
            restart=self._restart,
            finished=self._keeper.finish,
            handlers=self.requests.handlers,
            extra=lambda: self.requests.message(self.table.session.proposed),
            clock=lambda: self.simulator.now_s,
            simulated=True,
            probe=journal.check_writable,
            settings=TurnSettings(language=language),
            next_game=self._next,
            series=lambda: series_json(self._keeper.setup, self.table.session),
            turn_tile=turn_tile,
        )

    @property
    def latest(self) -> Message:
        """The table message that was published last."""
        return self._latest

    def _new_game(self) -> tuple[State, Mapping[str, object]]:
        chance = random.Random(self._seed)
        tiles = list(demo_tiles().tiles)
        chance.shuffle(tiles)
        floor = demo_floors()[self._seed % len(demo_floors())]
        series = new_series(tiles)
        return self._game.new_solo(stack_of(series), floor), {"seed": self._seed, "names": ["You"], SERIES: series}

    def _new_player(self, session: Session[State, Move]) -> SimulatedPlayer:
        return SimulatedPlayer(
            self._game, session.proposed, self.simulator, self.commands.submit, lambda: self._latest, self._seed
        )

    def _hear(self, message: Message) -> None:
        self._latest = message
        self._publish(message)

    def _play(self) -> None:
        if self.requests.playing is Playing.AUTO:
            self.player.step()

    def _take_over(self) -> None:
        """The player goes on from what lies on the table, whoever laid it."""
        self.player = self._new_player(self.table.session)

    def _restart(self) -> Session[State, Move]:
        """Clear the table and shuffle anew; the board stays, so the camera's profile does too."""
        floor = self.table.session.committed.players[0].board.floor
        self._seed = random.Random(self._seed).randrange(10**6) * len(demo_floors()) + self._index_of(floor.name)
        return self._cleared_for(self._keeper.begin())

    def _next(self) -> Session[State, Move]:
        """The next game of the series, on the next stack.

        Raises:
            SessionError: there is none.
        """
        return self._cleared_for(next_of_series(self._keeper, self._game, self.table.session))

    def _cleared_for(self, session: Session[State, Move]) -> Session[State, Move]:
        with_row = bool(self.simulator.row)
        self.simulator.clear()
        if with_row:
            self.simulator.lay_row(_row_of(session.committed))
        self.player = self._new_player(session)
        return session

    @staticmethod
    def _index_of(name: str) -> int:
        return [floor.name for floor in demo_floors()].index(name)


def _row_of(state: State) -> tuple[Tile | None, ...]:
    """The numbered row as it lies: before the first turn the players have not slid its tile yet (R11.2)."""
    assert state.solo is not None
    row = list(state.solo.row or ())
    begun = slide_begun(state)
    if begun is not None and state.turn.number == 1:
        row[begun.source], row[begun.target] = row[begun.target], None
    return tuple(row)


def demo_indicator() -> Indicator:
    """One lamp, on the pins of the settings: real ones on a Raspberry Pi, mock pins elsewhere."""
    return lamps_of(load_settings(), 1)
