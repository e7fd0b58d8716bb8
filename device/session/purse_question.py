"""Spends that leave no trace, asked at the moment they matter: would one token more make an illegal table legal?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from device.session.session import Session
from engine.game import IllegalMove
from engine.referee import Verdict, explain

KINDS = ("nut", "mushroom", "feather")
"""What may have been spent for what is seen; cheapest first. A berry never explains a piece by itself."""

_EXPLAINED = frozenset({Verdict.LEGAL, Verdict.QUESTION, Verdict.INCOMPLETE})


class PurseQuestion:
    """Looks once for each illegal explanation; ``kinds`` are the tokens of which one more would make it legal."""

    def __init__(self) -> None:
        self._looked_at: object = None
        self._kinds: tuple[str, ...] = ()

    def kinds(self, session: Session[Any, Any]) -> tuple[str, ...]:
        """The kinds of token, cheapest first; empty unless the table is illegal for want of one."""
        if session.explanation is not self._looked_at:
            self._looked_at = session.explanation
            self._kinds = _missing(session)
        return self._kinds


def counts(session: Session[Any, Any], seat: int) -> dict[str, int]:
    """What a player owns by our books, by kind."""
    players = session.game.display(session.committed)["players"]
    assert isinstance(players, list)
    purse: Mapping[str, int] = players[seat]["purse"]
    return dict(purse)


def _missing(session: Session[Any, Any]) -> tuple[str, ...]:
    readings, game = session.readings, session.game
    if readings is None or session.explanation.verdict is not Verdict.ILLEGAL:
        return ()
    owned, found = counts(session, session.seat), []
    for kind in KINDS:
        try:
            more = game.recount(session.committed, session.seat, {**owned, kind: owned[kind] + 1})
        except (IllegalMove, KeyError):
            continue
        state = game.play(session.committed, more).state
        if explain(game, state, readings).verdict in _EXPLAINED:
            found.append(kind)
    return tuple(found)
