"""A simulated table in place of a real one: chosen in the set-up, played by hand, refereed by the real code."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from device.cameras.last_picture import LastPicture
from device.session.session import Session
from device.simulation.camera import Pace, SimulatedCamera
from device.simulation.pieces import Kind, Piece, laid_shape
from device.simulation.played_camera import PlayedCamera
from device.simulation.player import SimulatedPlayer
from device.simulation.requests import Playing, SimulatedRequests
from device.simulation.restore import restored
from device.simulator import SimulatedTable
from engine.grid import Cell
from engine.indian_summer.moves import Move
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.state import State
from engine.indian_summer.tiles import Tile
from engine.polyomino import Polyomino
from webui.command import Submit

SEED = 7
_TILES = tuple(
    Piece(f"shown-{color}", Kind.LEAF, 0, color, *laid_shape(shape, corner), offset_xy, turn_deg)
    for color, shape, corner, offset_xy, turn_deg in (
        ("green", Polyomino.parse("o#", "#."), Cell(1, 1), (0.03, -0.02), -1.2),
        ("yellow", Polyomino.parse("##", "o#"), Cell(4, 3), (-0.02, 0.03), 0.8),
        ("red", Polyomino.parse("###", "..#", "..o"), Cell(2, 6), (0.02, 0.02), -0.6),
    )
)
"""A leaf of each colour as somebody shows it (R1.3): apart from the others, not quite on the grid."""

Message = Mapping[str, Any]


class SimulatedHouse:
    """One to four invented boards; the same pictures in every process, so that a saved profile fits."""

    def __init__(self, boards: int) -> None:
        self.simulator = SimulatedTable([floor.rows for floor in demo_floors()[:boards]], SEED)
        self.picture = LastPicture()
        self._requests: SimulatedRequests | None = None
        self._player: SimulatedPlayer | None = None
        self._games = 0

    def open(self, pace: Pace) -> PlayedCamera:
        """A camera above it."""
        return PlayedCamera(SimulatedCamera(self.simulator, pace), self.play, self.picture)

    def clear(self) -> None:
        """Sweep the boards, as they must be for the set-up."""
        self.simulator.clear()

    def show_tiles(self) -> None:
        """Lay a leaf of each colour on the first board, which is empty, apart from each other."""
        for piece in _TILES:
            self.simulator.lay(piece)

    @property
    def shows_tiles(self) -> bool:
        """Whether those leaves lie there."""
        return {piece.id for piece in self.simulator.pieces} >= {piece.id for piece in _TILES}

    def next_seed(self) -> int:
        """Another shuffle for each game."""
        self._games += 1
        return SEED + self._games

    def lay_out(self, state: State) -> None:
        """Put down what lies in a game that goes on."""
        self.simulator.clear()
        for piece in restored(state):
            self.simulator.lay(piece)

    def requests(
        self, session: Callable[[], Session[State, Move]], submit: Submit, look: Callable[[], Message]
    ) -> SimulatedRequests:
        """What a page may ask of the table; it is played by hand until somebody lets the simulated player on."""

        def take_over() -> None:
            now = session()
            self._player = SimulatedPlayer(now.game, now.proposed, self.simulator, submit, look, SEED)

        self._requests = SimulatedRequests(self.simulator, take_over, pictured=True)
        self._requests.playing = Playing.HAND
        self._player = None
        return self._requests

    def play(self) -> None:
        """Let the simulated player go on, if it is its turn to play at all."""
        if self._player is not None and self._requests is not None and self._requests.playing is Playing.AUTO:
            self._player.step()


def demo_shuffled(seed: int) -> Sequence[Tile]:
    """The 75 tiles of the demo, shuffled."""
    tiles = list(demo_tiles().tiles)
    random.Random(seed).shuffle(tiles)
    return tiles
