"""Whose moves an undo would take back: the turn, the turn before, or a supply that was counted meanwhile."""

from __future__ import annotations

from typing import Any

from device.session.history import History, Turn
from engine.game import Game


def undo_seat(game: Game[Any, Any], history: History[Any, Any]) -> int | None:
    """The seat, counted from 0; None if there is nothing to take back.

    While nothing of the present turn counts it is that of the last turn. Where nothing was made in the present turn but
    others' supplies counted, it is whose supply was counted last; else whose turn it is.
    """
    if history.at_start_of_turn:
        return None if len(history.turns) == 1 else game.seat_to_play(history.turns[-2].state)
    counted = _counted_last(game, history.turns[-1])
    return game.seat_to_play(history.state) if counted is None else counted


def _counted_last(game: Game[Any, Any], turn: Turn[Any, Any]) -> int | None:
    """Whose supply was counted last in the turn; None if anything else was made in it, or the own supply counted."""
    state, counted = turn.state, None
    others = {board.seat for board in game.layout(state)} - {game.seat_to_play(state)}
    for move, _ in turn.made:
        state = game.play(state, move).state
        # to count a supply as it is by now is the very move that has just made it so
        counted = next((seat for seat in others if game.recount(state, seat, {}) == move), None)
        if counted is None:
            return None
    return counted
