"""Leading through the final phase at the table: the next step that hands can do and a camera can see."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from device.session.session import Session
from engine.game import Guide
from engine.referee import Verdict
from engine.sentence import in_a_row

_UNSEEN = "exchange"


def guide_of(session: Session[Any, Any]) -> Guide[Any] | None:
    """The next step of the final phase for the seat in turn; None while the table is in question or wrong.

    Exchanges leave no trace (R12.2), so they are said together with the step that follows them, and counted with it:
    once its pieces lie there, the referee knows that they were made.
    """
    explanation, game = session.explanation, session.game
    if session.finished or session.history.lying or not (session.is_clear or explanation.verdict is Verdict.INCOMPLETE):
        return None
    since, state = session.history.turns[-1].state, session.proposed
    step = game.guide(state, since, explanation.differs)
    whole = () if step is None else step.plan
    said: list[str] = []
    while step is not None and step.do == _UNSEEN and step.moves:
        said.append(step.text)
        for move in step.moves:
            state = game.play(state, move).state
        step = game.guide(state, since)
    if step is None or not said:
        return step
    return replace(step, text=in_a_row([*said, step.text]), plan=whole)
