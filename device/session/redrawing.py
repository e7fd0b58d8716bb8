"""An older turn from how the board looked after it: the referee tells by which moves, as for a camera's view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from device.session.history import History, SessionError
from engine.game import Game, IllegalMove, MoveT, Reading, Spot, StateT, Surface
from engine.grid import Cell, Space
from engine.referee import Verdict, explain_end
from engine.sentence import Sentence, in_a_row, say, sentence_of


class Ambiguous(ValueError):
    """What was drawn can mean several things; ``readings`` are those, each a phrase with its moves in notation."""

    def __init__(self, text: Sentence, readings: Sequence[tuple[str, tuple[str, ...]]]) -> None:
        super().__init__(text)
        self.readings = tuple(readings)


def redrawn(
    history: History[StateT, MoveT],
    game: Game[StateT, MoveT],
    number: int,
    surfaces: Mapping[str, str],
    *,
    insist: bool = False,
) -> tuple[MoveT, ...]:
    """The moves by which a turn leads to the board that was drawn.

    Args:
        history: the game so far.
        game: the rules.
        number: the turn, from 1.
        surfaces: by cell what lay on the board of the turn's player after it, where that is other than in the game.
        insist: take what no legal moves explain as the table's decision.

    A decision that leaves no trace on the board (the end to refill from, say) stays as it was made where it still can.

    Raises:
        Ambiguous: several lines of moves lead there.
        SessionError: no such turn, space or surface, or what was drawn is not whole.
        IllegalMove: the rules forbid it.
    """
    if not 1 <= number <= len(history.turns):
        raise SessionError(say("There is no turn {number}.", number=number))
    turn = history.turns[number - 1]
    after = history.turns[number].state if number < len(history.turns) else history.state
    drawn = _spots(game, turn.state, surfaces)
    looked = {**game.view(after), **drawn}
    found = explain_end(game, turn.state, {spot: Reading(surface, 1.0) for spot, surface in looked.items()})
    match found.verdict:
        case Verdict.LEGAL | Verdict.UNCHANGED:
            return _decided(game, found.state, found.moves, [move for move, _ in turn.made])
        case Verdict.QUESTION:
            labels = game.answers(turn.state, [line.moves for line in found.rivals])
            raise Ambiguous(
                say("What was played can be read in several ways. Which was it?"),
                [(label, _written(game, line.moves)) for label, line in zip(labels, found.rivals, strict=True)],
            )
        case _ if insist:
            before = game.view(turn.state)
            wanted = {spot: surface for spot, surface in looked.items() if before.get(spot) != surface}
            return _insisted(game, turn.state, wanted)
        case Verdict.INCOMPLETE:
            raise SessionError(in_a_row([violation.text for violation in found.violations]))
        case Verdict.ILLEGAL:
            raise IllegalMove(found.violations)
        case _:
            raise SessionError(say("No moves of one turn lead to this board."))


def _spots(game: Game[StateT, Any], state: StateT, surfaces: Mapping[str, str]) -> dict[Spot, Surface]:
    seat = game.seat_to_play(state)
    known = game.view(state)
    found: dict[Spot, Surface] = {}
    for name, surface in surfaces.items():
        try:
            spot = Space(seat, Cell.parse(name))
        except ValueError as error:
            raise SessionError(sentence_of(error)) from error
        if spot not in known:
            raise SessionError(say("There is no space {cell} on board {number}.", cell=name, number=seat + 1))
        if surface not in game.surfaces:
            words = ", ".join(sorted(game.surfaces))
            raise SessionError(
                say("Nothing looks like {surface}; expected one of {words}.", surface=surface, words=words)
            )
        found[spot] = Surface(surface)
    return found


def _decided(
    game: Game[StateT, MoveT], state: StateT, moves: tuple[MoveT, ...], old: Sequence[MoveT]
) -> tuple[MoveT, ...]:
    """The moves with the decisions that are still open after them, as they were made before."""
    while choices := game.choices(state):
        made = next((move for move in old if move in choices), None)
        if made is None:
            raise Ambiguous(
                say("What was chosen then?"),
                [(game.phrase(state, move), _written(game, (*moves, move))) for move in choices],
            )
        moves, state = (*moves, made), game.play(state, made).state
    return moves


def _insisted(game: Game[StateT, MoveT], state: StateT, wanted: Mapping[Spot, Surface]) -> tuple[MoveT, ...]:
    """The table's decision that its spots looked so, with the one that they count as laid where the turn needs it."""
    moves = (game.correction(state, wanted),)
    state = game.play(state, moves[0]).state
    return moves if game.end_turn(state) is not None else (*moves, game.upheld(state, wanted))


def _written(game: Game[Any, MoveT], moves: Sequence[MoveT]) -> tuple[str, ...]:
    return tuple(game.write_move(move) for move in moves)
