"""How a turn ends without a button: by the solo game's turn tile, the next player's first piece, or by lying still."""

from __future__ import annotations

from typing import Any

from device.session.session import Session
from device.session.turn_settings import TurnSettings
from device.session.turn_tile import TurnTile
from engine.game import Reading, Spot
from engine.readings import differing
from engine.referee import Explanation, Verdict, explain

AnySession = Session[Any, Any]


class TurnFlow:
    """Ends turns as the session's setting ``turn-end`` says, and by the turn tile; asked once a settled picture."""

    def __init__(self, tile: TurnTile | None = None) -> None:
        self._tile = tile or TurnTile()
        self._looked_at: object = None
        self._passed_on: Explanation[Any, Any] | None = None

    def go_on(self, session: AnySession, settings: TurnSettings, still_s: float, *, patient: bool) -> bool:
        """End the turn if it is time to; returns whether it was ended.

        Args:
            session: the game.
            settings: how turns end.
            still_s: for how many seconds the explanation has stayed as it is.
            patient: whether the table has lain long enough to be believed.
        """
        if self._tile.end_turn(session):
            return True
        if settings.turn_end == "dwell" and still_s >= settings.dwell_s and _may_end(session):
            session.end_turn("dwell")
            return True
        if settings.turn_end == "next-piece" and patient:
            return self._by_next_piece(session)
        return False

    def _by_next_piece(self, session: AnySession) -> bool:
        """Commit the turn that may end once a legal first piece lies on the next player's board."""
        if session.explanation is not self._looked_at:
            self._looked_at = session.explanation
            self._passed_on = passed_on(session)
        if self._passed_on is None:
            return False
        end = session.game.end_turn(self._passed_on.state)
        session.keep((*((move, "camera") for move in self._passed_on.moves), (end, "next piece")))
        return True


def _may_end(session: AnySession) -> bool:
    explanation = session.explanation
    sure = not explanation.doubtful and not session.history.lying
    return session.can_end_turn and sure and not session.choices


def passed_on(session: AnySession) -> Explanation[Any, Any] | None:
    """The explanation of the present turn if it may end and all else that is seen begins the next player's.

    None where the table is clear as it is, the turn may not end, something is doubtful, or the rest is no legal first
    piece of the next seat.
    """
    game, readings, committed = session.game, session.readings, session.committed
    if readings is None or not session.is_wrong or session.history.lying or session.finished:
        return None
    view = game.view(committed)
    others = {spot for spot in differing(view, readings) if not _is_of(session, session.seat, spot)}
    if not others:
        return None
    masked = {**readings, **{spot: Reading(view[spot], 1.0) for spot in others}}
    here = explain(game, committed, masked)
    end = game.end_turn(here.state)
    ready = here.verdict in {Verdict.UNCHANGED, Verdict.LEGAL} and not here.doubtful
    if end is None or not ready or game.choices(here.state):
        return None
    after = game.play(here.state, end).state
    if game.seat_to_play(after) == session.seat or not all(
        _is_of(session, game.seat_to_play(after), s) for s in others
    ):
        return None
    there = explain(game, after, readings)
    begun = any(game.laid(after, move) is not None for move in there.moves)
    return here if begun and there.verdict in {Verdict.LEGAL, Verdict.INCOMPLETE} else None


def _is_of(session: AnySession, seat: int, spot: Spot) -> bool:
    return any(board.seat == seat and spot in board.outlines for board in session.game.layout(session.committed))
