"""What is said of the seeing once the game is known: finished, at odds with the table, in question, in trouble."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from device.session.desync import Desync
from device.session.message import Sight
from device.session.session import Session
from engine.referee import Verdict
from engine.sentence import say

_BESIDE = say("The table is read, but for what lies under or beside something at the edge of the board.")
_COVERED_AT_FIRST = say(
    "The table is read, but for what something at the edge of the board covered when the empty board was measured: "
    "measure it again before the next game, with no hand near it."
)


def sight_of_game(sight: Sight, session: Session[Any, Any], desync: Desync, still_s: float, *, bumped: bool) -> Sight:
    """The camera's own words with the game's laid over them.

    Args:
        sight: what the camera's part of the loop says of itself.
        session: the game.
        desync: whether table and game have parted.
        still_s: for how many seconds the table has been explained as it is.
        bumped: whether to say that a board or the camera was moved a moment ago.
    """
    if sight.word in {"camera-lost", "searching"}:
        return replace(sight, word="finished") if session.finished and sight.word == "searching" else sight
    sight = replace(sight, still_s=still_s)
    if bumped:
        sight = replace(sight, text=say("The board or the camera was moved; it has been found again."))
    if session.finished:
        return replace(sight, word="finished")
    if sight.word != "settled":
        return sight
    if desync.parted:
        return replace(sight, word="desynchronised", text=desync.text(session))
    if session.explanation.verdict is Verdict.QUESTION:
        return replace(sight, word="question")
    if sight.lies_across and not sight.text:
        return replace(sight, text=_COVERED_AT_FIRST if sight.was_covered else _BESIDE)
    return sight


def with_trouble(sight: Sight, *, unsaved: str, refused: str, notice: str) -> Sight:
    """The sight with the one sentence on what keeps the game from going on, the gravest first; each may be empty.

    Args:
        sight: as it is shown.
        unsaved: that nothing can be written, and why.
        refused: what a button at the table was refused.
        notice: why another game than people expect lies before them.
    """
    if unsaved:
        return replace(sight, text=unsaved, trouble=unsaved)
    if sight.word == "camera-lost":
        return replace(sight, trouble=sight.text)
    return replace(sight, trouble=refused or sight.trouble or notice)
