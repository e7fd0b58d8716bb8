"""A whole solo game whose turns end by the turn tile alone, from pictures of board and row (R11.2)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from device.command_queue import CommandQueue
from device.commands.demo import judged
from device.demo import Demo, demo_indicator
from device.journal.journal import Journal
from device.simulation.camera import FAST_RATE_HZ, at_once
from engine.indian_summer.moves import EndTurn
from engine.indian_summer.state import SOLO_TURNS

BY_BUTTON = Path(__file__).parent / "golden" / "solo-3.txt"


def by_turn(lines: Iterable[str]) -> list[list[str]]:
    """The moves of each turn; two leaves that lie in one settled view may be told in either order."""
    turns: dict[str, list[str]] = {}
    for line in lines:
        number, _, move = line.partition(". ")
        turns.setdefault(number, []).append(move)
    return [sorted(moves) for moves in turns.values()]


@pytest.mark.long
def test_a_game_ended_turn_by_turn_by_its_tiles_is_that_ended_by_button(pins: MockFactory, tmp_path: Path) -> None:
    """Hands reach over the row all the time; nine slides end nine turns, and all is as in the game with the button."""
    golden = BY_BUTTON.read_text(encoding="utf-8").splitlines()
    with Journal.open(tmp_path / "journal.db") as journal:
        demo = Demo(
            journal,
            3,
            CommandQueue(),
            lambda message: None,
            at_once,
            demo_indicator(),
            row_size_wh=(1300, 560),
            frame_rate_hz=FAST_RATE_HZ,
        )
        while not demo.player.done:
            demo.table.step()
        assert judged(demo) == 0
        session = demo.table.session
        turns, game = session.history.turns, session.game
        moves = [f"{n}. {game.write_move(move)}" for n, turn in enumerate(turns, start=1) for move, _ in turn.made]
        assert f"start {game.write_state(turns[0].state)}" == golden[0]
        assert by_turn(moves) == by_turn(line for line in golden if line[0].isdigit())
        result = game.result(session.committed)
        assert result is not None
        assert f"result {result.text}" == golden[-1]
        ends = [turn.made[-1] for turn in turns[: SOLO_TURNS - 1]]
        assert ends == [(EndTurn(0), "turn tile")] * (SOLO_TURNS - 1)
