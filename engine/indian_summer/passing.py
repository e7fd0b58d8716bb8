"""From one turn to the next, to the final phase and to the end (R3.5, R10.1, R10.2, R11.2, R11.6)."""

from __future__ import annotations

from dataclasses import replace

from engine.game import Event, Mood, Step
from engine.indian_summer.moves import spots
from engine.indian_summer.outcome import result
from engine.indian_summer.paths import slid
from engine.indian_summer.state import SOLO_TURNS, Phase, State, Turn
from engine.indian_summer.wording import by
from engine.sentence import Sentence, listed, say


def end_turn(state: State) -> Step[State]:
    """End the turn, or one's part of the final phase."""
    if state.turn.phase is Phase.FINAL:
        return _next_in_final_phase(state)
    return _next_alone(state) if state.solo is not None else _next_at_table(state)


def noting_full_board(before: State, after: State, events: tuple[Event, ...]) -> Step[State]:
    """R10.1: the first full board makes this round the last; the turn goes on (R3.5)."""
    turn = after.turn
    if after.board.free or not before.players[turn.seat].board.free:
        return Step(after, events)
    text = by(after, turn.seat, "You have covered the whole board!", "{who} has covered the whole board!")
    if after.solo is None and turn.closing is None and turn.phase is Phase.TURNS:
        after = replace(after, turn=replace(turn, closing=turn.seat))
        yours = "You have covered the whole board! This round is played to its end."
        theirs = "{who} has covered the whole board! This round is played to its end."
        text = by(after, turn.seat, yours, theirs)
    said = Event("full", Mood.GOOD, text, spots(turn.seat, after.board.covered))
    return Step(after, (*events, said))


def last_round(state: State) -> Sentence | None:
    """R10.1: who filled a board first and who still plays, in order; None unless this is the last round of turns."""
    turn = state.turn
    if turn.closing is None or turn.phase is not Phase.TURNS:
        return None
    who, seats = state.players[turn.closing].name, len(state.players)
    rounds = range((turn.seat - state.start) % seats, seats)
    waiting = [(state.start + place) % seats for place in rounds]
    names = [state.players[seat].name for seat in waiting if seat != turn.closing]
    if not names:
        return say("Last turns: {who} filled the board, and nobody plays after that.", who=who)
    if len(names) == 1:
        return say("Last turns: {who} filled the board; {rest} still plays.", who=who, rest=names[0])
    return say("Last turns: {who} filled the board; {rest} still play.", who=who, rest=listed(names))


def _next_alone(state: State) -> Step[State]:
    number = state.turn.number
    if number == SOLO_TURNS:
        text = say("All {number} turns are played: now tokens become nuts, and nuts squirrels.", number=SOLO_TURNS)
        said = Event("final", Mood.DONE, text)
        return Step(replace(state, turn=Turn(number=number, phase=Phase.FINAL)), (said,))
    solo = state.solo
    assert solo is not None
    if solo.row is not None:
        solo = replace(solo, row=slid(solo.row, number + 1))
    text = say(
        "Turn {number} of {of}: slide the tile on number {number} to the right.", number=number + 1, of=SOLO_TURNS
    )
    after = replace(state, solo=solo, turn=Turn(number=number + 1))
    return Step(after, (Event("end-turn", Mood.DONE, text),))


def _next_at_table(state: State) -> Step[State]:
    turn = state.turn
    seat = (turn.seat + 1) % len(state.players)
    if seat != state.start:
        after = Turn(seat=seat, number=turn.number, closing=turn.closing)
    elif turn.closing is None:
        after = Turn(seat=seat, number=turn.number + 1)
    else:  # R10.1: equal turns for all, none extra
        after = Turn(seat=seat, number=turn.number, closing=turn.closing, phase=Phase.FINAL)
        text = say(
            "The last round is over. Final phase: {who} turns tokens into nuts and squirrels.",
            who=state.players[seat].name,
        )
        return Step(replace(state, turn=after), (Event("final", Mood.DONE, text),))
    said = Event("end-turn", Mood.DONE, say("It is the turn of {who}.", who=state.players[seat].name))
    return Step(replace(state, turn=after), (said,))


def _next_in_final_phase(state: State) -> Step[State]:
    """R10.2; **ruling**: one seat after the other, as turns go (R2.4), though nobody's part bears on another's.

    Who was faster than the order put nothing wrong: what lies there is explained when that part comes.
    """
    turn = state.turn
    seat = (turn.seat + 1) % len(state.players)
    if seat != state.start:
        text = say("Final phase: {who} turns tokens into nuts and squirrels.", who=state.players[seat].name)
        return Step(replace(state, turn=replace(turn, seat=seat)), (Event("final", Mood.DONE, text),))
    over = replace(state, turn=replace(turn, phase=Phase.OVER))
    end = result(over)
    assert end is not None
    return Step(over, (Event("over", Mood.DONE, say("The game is over. {result}", result=end.text)),))
