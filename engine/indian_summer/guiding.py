"""Leading a player through the final phase: the next step of the best way there is (R10.2, R11.6)."""

from __future__ import annotations

from collections.abc import Collection

from engine.game import Guide, GuideStep, Spot
from engine.grid import Bits, Space
from engine.indian_summer import final, solo
from engine.indian_summer.final import Step
from engine.indian_summer.forest import BOARD, Purse
from engine.indian_summer.moves import Correction, EndTurn, Move, spots
from engine.indian_summer.state import Phase, State
from engine.indian_summer.surfaces import HOLE
from engine.indian_summer.wording import cells
from engine.sentence import say


def guide(state: State, since: State | None = None, lying: Collection[Spot] = ()) -> Guide[Move] | None:
    """See ``Game.guide``; None outside the final phase."""
    if state.turn.phase is not Phase.FINAL:
        return None
    seat = state.turn.seat
    steps, reason = _steps(state)
    begun = since is not None and since.turn.phase is Phase.FINAL and since.turn.seat == seat
    planned = _steps(since)[0] if begun and since is not None else ()
    # Who leaves the best way may need more steps than the plan at the start had.
    of = max(len(steps), len(planned))
    number = of - len(steps) + 1
    done = _done(planned, steps)
    first = number - len(done)
    plan = tuple(
        GuideStep(first + n, step.do, step.text, spots(seat, step.spaces)) for n, step in enumerate((*done, *steps))
    )
    still = BOARD.bits(spot.cell for spot in lying if isinstance(spot, Space) and spot.seat == seat)
    if still:  # R5.2: the harvest follows at once, so it is a step of its own until the hands have done it
        text = say("Take the tokens from {cells}: the area is complete.", cells=cells(still))
        return Guide(seat, max(number - 1, 1), max(of, 1), "harvest", text, spots(seat, still), reason, plan=plan)
    if not steps:
        text = say("Nothing is left to do: end the final phase.")
        return Guide(seat, max(of, 1), max(of, 1), "end", text, moves=(EndTurn(seat),), plan=plan)
    step = steps[0]
    moves = step.moves or (_taken(state, seat, step.spaces, step.tokens),)
    return Guide(seat, number, of, step.do, step.text, spots(seat, step.spaces), reason, moves, plan)


def _done(planned: tuple[Step, ...], steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The planned steps before these, if these are the rest of the plan; the first of them may be done in part."""
    number = len(planned) - len(steps)
    if not steps or number < 0 or planned[number + 1 :] != steps[1:]:
        return ()
    first, now = planned[number], steps[0]
    return planned[:number] if first.do == now.do and not now.spaces & ~first.spaces else ()


def _steps(state: State) -> tuple[tuple[Step, ...], str]:
    """The steps of the best way from here and why it is the best."""
    player, seat = state.player, state.turn.seat
    best = (final if state.solo is None else solo).plan(player.board, player.purse, seat)
    return best.steps, best.reason


def _taken(state: State, seat: int, holes: Bits, tokens: Purse) -> Correction:
    """Tokens that were left on the holes of a complete area come to the supply: no move of the rules does it later."""
    changed = tuple(sorted((space, HOLE) for space in spots(seat, holes)))
    return Correction(changed, ((seat, state.players[seat].purse.joined(tokens)),))
