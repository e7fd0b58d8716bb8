"""A game of two at one camera, from its middle on: pictures in, ranks out, refereed as it was laid."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from calibration.capture import calibrate
from device.cameras.last_picture import LastPicture
from device.command_queue import CommandQueue
from device.eyes import eyes_of
from device.journal.journal import Entry
from device.session.session import Session
from device.settings import Settings
from device.signals.indicator import Indicator
from device.simulation.camera import FAST_RATE_HZ, SimulatedCamera, at_once
from device.simulation.played_camera import PlayedCamera
from device.simulation.player import SimulatedPlayer
from device.simulation.restore import restored
from device.simulator import SimulatedTable
from device.table import Table
from engine.catalog import GAMES
from engine.indian_summer.moves import Move
from engine.indian_summer.outcome import as_nuts
from engine.indian_summer.positions import Position
from engine.indian_summer.scoring import scored
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.setup import deal
from engine.indian_summer.state import Phase, State
from engine.indian_summer.viewing import layout

GAME = GAMES["indian-summer"]
GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Ada", "Ben")
TAKEN_UP = 15
"""The turn with which the pictures begin: every kind of move of the game comes after it."""


@pytest.mark.long
def test_a_game_of_two_is_refereed_from_pictures(
    pins: MockFactory, golden: Callable[[str, Session[Any, Any]], None]
) -> None:
    """Every turn of both players is read as it was laid, and moves and ranks are those of the golden file and score.

    The turns before the middle are those of the golden file, as a journal has them after a break.
    """
    seed = 4
    tiles = list(demo_tiles().tiles)
    random.Random(seed).shuffle(tiles)
    floors = demo_floors()[:2]
    start = deal(NAMES, floors, tiles, animals=GAME.animals)
    simulator = SimulatedTable([floor.rows for floor in floors], seed)
    camera = SimulatedCamera(simulator, at_once, FAST_RATE_HZ)
    profile = calibrate(camera.read(), layout(2), floors=[floor.rows for floor in floors]).profile
    commands, kept, messages = CommandQueue(), list(before_the_middle()), list[Mapping[str, Any]]()
    session: Session[State, Move] = Session(GAME, start, kept.extend, tuple(kept))
    assert session.turn == TAKEN_UP
    for piece in restored(session.committed):
        simulator.lay(piece)
    player = SimulatedPlayer(
        GAME, session.committed, simulator, commands.submit, lambda: messages[-1] if messages else {}, seed
    )
    table = Table(
        session,
        eyes_of(profile, lambda: PlayedCamera(camera, player.step, LastPicture()), GAME.pieces),
        Indicator(Settings().lamp_pins[:2]),
        messages.append,
        commands,
        names=NAMES,
        restart=lambda: session,
        finished=lambda over: None,
        clock=lambda: simulator.now_s,
        simulated=True,
    )
    before_the_end = None
    while not player.done:
        table.step()
        del messages[:-1]
        if before_the_end is None and session.committed.turn.phase is Phase.FINAL:
            before_the_end = session.committed
    assert not player.report.gave_up
    assert session.committed == player.state
    assert session.game.view(session.committed) == simulator.truth()
    assert before_the_end is not None
    expected = scored(Position(False, start.start, before_the_end.players))
    result = GAME.result(session.committed)
    assert result is not None
    for standing in result.standings:
        best, end = expected.players[standing.seat], session.committed.players[standing.seat]
        assert (end.board.empty, as_nuts(end.purse)) >= (best.empty, (0, 0))  # the policy is not the best way
    golden("table-4", session)
    again: Session[State, Move] = Session(GAME, start, kept.extend, list(kept))
    assert again.committed == session.committed


def before_the_middle() -> Iterator[Entry]:
    """The moves of the golden file before the turn with which the pictures begin."""
    _, *moves = (GOLDEN / "table-4.txt").read_text(encoding="utf-8").splitlines()
    for line in takewhile(lambda line: int(line.partition(". ")[0]) < TAKEN_UP, moves):
        yield Entry("move", "camera", {"move": line.partition(". ")[2]})
