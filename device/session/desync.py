"""Desynchronised: table and game differ in a way that no move explains; nothing is guessed until they agree again."""

from __future__ import annotations

from enum import Enum
from typing import Any

from device.session.overlay import names_of
from device.session.session import Session
from engine.referee import Verdict, sure_surfaces
from engine.sentence import Sentence, say

_DISTURBED = 2
"""So many pieces of earlier turns at once are no mistake in playing: something came over the table."""


class Cause(Enum):
    """What went before the difference."""

    UNKNOWN = "unknown"
    BUMP = "bump"
    RESTART = "restart"


class Desync:
    """Whether table and game have parted.

    Args:
        resumed: whether the game goes on after a restart: then the first settled view is held against the state.
    """

    def __init__(self, *, resumed: bool) -> None:
        self._suspected = Cause.RESTART if resumed else Cause.UNKNOWN
        self.cause: Cause | None = None

    @property
    def parted(self) -> bool:
        """Whether table and game differ in a way that no move explains."""
        return self.cause is not None

    def bumped(self) -> None:
        """A board or the camera was moved: what differs afterwards was not played."""
        if self._suspected is Cause.UNKNOWN:
            self._suspected = Cause.BUMP

    def judge(self, session: Session[Any, Any], *, complain: bool) -> None:
        """Take in what the referee makes of a settled table; ``complain`` says that it has lain long enough."""
        if not session.is_wrong:
            self.cause, self._suspected = None, Cause.UNKNOWN
            return
        suspicious = self._suspected is not Cause.UNKNOWN or (complain and _beyond_playing(session))
        if self.cause is None and not session.quiet and suspicious:
            self.cause = self._suspected

    def text(self, session: Session[Any, Any]) -> Sentence:
        """What is said of it, with the spots."""
        where = names_of(session.game, session.committed, session.explanation.differs)
        match self.cause:
            case Cause.BUMP:
                return say("Since the bump table and game differ on {cells}.", cells=where)
            case Cause.RESTART:
                return say("Since the restart table and game differ on {cells}.", cells=where)
            case _:
                return say("Table and game differ on {cells}, and no move explains it.", cells=where)


def _beyond_playing(session: Session[Any, Any]) -> bool:
    if session.explanation.verdict is Verdict.UNEXPLAINED:
        return True
    readings = session.readings or {}
    return len(session.game.disturbed(session.committed, sure_surfaces(readings))) >= _DISTURBED
