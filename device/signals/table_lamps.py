"""Which light each player's lamp shows: what the camera, the journal, the referee and the final phase make of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from device.session.askew import STRAIGHT, Askew
from device.session.desync import Desync
from device.session.final_guide import guide_of
from device.session.session import Session
from device.signals.patterns import (
    CAMERA_LOST,
    DESYNCHRONISED,
    DONE,
    ILLEGAL,
    LEGAL,
    NOT_SAVED,
    OFF,
    QUESTION,
    WORKING,
    Pattern,
)
from engine.grid import Space
from engine.referee import Verdict

_LAMPS: Mapping[Verdict, Pattern] = {
    Verdict.UNCHANGED: OFF,
    Verdict.LEGAL: LEGAL,
    Verdict.INCOMPLETE: QUESTION,
    Verdict.QUESTION: QUESTION,
    Verdict.ILLEGAL: ILLEGAL,
    Verdict.UNEXPLAINED: ILLEGAL,
}


def pattern_of(
    session: Session[Any, Any], word: str, desync: Desync, *, saved: bool, complain: bool, askew: Askew = STRAIGHT
) -> Pattern:
    """The light of the player whose turn it is.

    Args:
        session: the game.
        word: what the camera's part of the loop does.
        desync: whether table and game have parted.
        saved: whether the journal can be written.
        complain: whether an illegal table has lain long enough to be called so.
        askew: pieces that do not lie as pieces should.
    """
    if word == "camera-lost":
        return CAMERA_LOST
    if not saved:
        return NOT_SAVED
    if session.finished:
        return DONE
    if word in {"searching", "hand", "moving"}:
        return WORKING
    if desync.parted:
        return DESYNCHRONISED
    if askew.violations and complain and not session.quiet:
        return ILLEGAL if askew.sure else QUESTION
    if session.is_wrong and (session.quiet or not complain):
        return WORKING
    if session.choices or session.history.lying or (complain and session.unread):
        return QUESTION
    if session.explanation.verdict is Verdict.UNCHANGED and (step := guide_of(session)) is not None:
        return LEGAL if step.do == "end" else QUESTION  # the final phase: this lamp, this step
    return _LAMPS[session.explanation.verdict]


def lit_seats(session: Session[Any, Any], pattern: Pattern, seats: int) -> frozenset[int]:
    """The seats whose lamps show the pattern; the others are dark."""
    if pattern in {CAMERA_LOST, NOT_SAVED, DONE}:
        return frozenset(range(seats))
    if pattern is DESYNCHRONISED:
        return frozenset(spot.seat for spot in session.explanation.differs if isinstance(spot, Space))
    return frozenset({session.seat})
