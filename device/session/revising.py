"""A correction of an older turn: everything after it is computed anew, and what changes is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from device.session.history import History, SessionError
from engine.game import Game, IllegalMove, MoveT, StateT, View
from engine.grid import Space
from engine.sentence import Sentence, say

Made = tuple[tuple[MoveT, str], ...]


class Revised(NamedTuple):
    """A turn and those after it as they would have been played, by notation and actor, and the state they lead to."""

    turns: list[list[list[str]]]
    state: Any
    kept: tuple[int, ...]  # turns that became illegal and are kept as the table's decision


def revised(
    history: History[StateT, MoveT], game: Game[StateT, MoveT], number: int, moves: Sequence[MoveT], actor: str
) -> Revised:
    """Replace the moves of a turn and play the later turns again as they were.

    Args:
        history: the game so far; it is not changed.
        game: the rules.
        number: the turn, from 1.
        moves: what was really played; the end of the turn may be left out.
        actor: who says so.

    A later turn that became illegal is kept as the table's decision that its spots look as they did. If it could not
    end by that, the table insists that what lies there was laid in it, and at last that its player owned as much.

    Raises:
        SessionError: no such turn, or a turn that cannot end any more.
        IllegalMove: the new moves themselves are not legal.
    """
    if not 1 <= number <= len(history.turns):
        raise SessionError(say("There is no turn {number}.", number=number))
    state: StateT = history.turns[number - 1].state
    last = number == len(history.turns)
    made: list[tuple[MoveT, str]] = []
    for move in moves:
        if game.end_turn(state) == move:
            break
        state = game.play(state, move).state
        made.append((move, actor))
    if not last:
        state = _ended(game, state, number, made, actor)
    turns = [made]
    kept: list[int] = []
    for later in range(number + 1, len(history.turns) + 1):
        turn = history.turns[later - 1]
        ends = later < len(history.turns)
        seat = game.seat_to_play(turn.state)
        if game.seat_to_play(state) != seat:
            raise SessionError(say("Turn {number} would be another player's: correct that one first.", number=later))
        try:
            after = state
            for move, _ in turn.made:
                after = game.play(after, move).state
            turns.append(list(turn.made))
        except IllegalMove:
            kept.append(later)
            end = history.turns[later].state if ends else history.state
            decisions = _as_it_was(game, state, turn.state, end, ends=ends)
            after = state
            for decision in decisions:
                after = game.play(after, decision).state
            redone = [(decision, actor) for decision in decisions]
            if ends:
                after = _ended(game, after, later, redone, actor)
            turns.append(redone)
        state = after
    written = [[[game.write_move(move), who] for move, who in each] for each in turns]
    return Revised(written, state, tuple(kept))


def _as_it_was(game: Game[StateT, MoveT], state: StateT, before: StateT, end: StateT, *, ends: bool) -> list[MoveT]:
    """The decisions by which a turn that led from ``before`` to ``end`` is kept in another state, as few as let it end.

    A turn of the final phase cannot end while a nut can be had (R10.2), so the purse may have to be as it was.
    """
    looked = game.view(before)
    wanted = {spot: surface for spot, surface in game.view(end).items() if looked.get(spot) != surface}
    decisions = [game.correction(state, wanted)]
    after = game.play(state, decisions[0]).state
    if ends and game.end_turn(after) is None:
        decisions.append(game.upheld(after, wanted))
        after = game.play(after, decisions[-1]).state
    if ends and game.end_turn(after) is None:
        seat = game.seat_to_play(state)
        decisions.append(game.recount(after, seat, _players(game.display(end))[seat]["purse"]))
    return decisions


def _ended(game: Game[StateT, MoveT], state: StateT, number: int, made: list[tuple[MoveT, str]], actor: str) -> StateT:
    end = game.end_turn(state)
    if end is None or game.choices(state):
        raise SessionError(say("Turn {number} could not have ended like that.", number=number))
    made.append((end, actor))
    return game.play(state, end).state


def refusal(kept: Sequence[int]) -> Sentence:
    """Why a correction is not made: the turns that would become illegal."""
    if len(kept) == 1:
        return say("Turn {turns} would become illegal.", turns=str(kept[0]))
    return say("Turns {turns} would become illegal.", turns=", ".join(map(str, kept)))


def changes(game: Game[StateT, Any], before: StateT, after: StateT) -> tuple[Sentence, ...]:
    """What is different now: spots, supplies, areas, and the result or the covered spaces."""
    found = [*_spots(game.view(before), game.view(after))]
    for then, now in zip(_players(game.display(before)), _players(game.display(after)), strict=True):
        found += _of_player(then, now)
    ended, ends = game.result(before), game.result(after)
    if ends is not None and ends != ended:
        found.append(say("The result is now: {result}", result=ends.text))
    elif ended is not None and ends is None:
        found.append(say("The game is not over any more."))
    return tuple(found) or (say("Nothing else changes."),)


def _spots(before: View, after: View) -> list[Sentence]:
    spaces = sorted(spot for spot in after if isinstance(spot, Space) and before.get(spot) != after[spot])
    by_seat: dict[int, list[str]] = {}
    for space in spaces:
        by_seat.setdefault(space.seat, []).append(str(space.cell))
    return [
        say("Board {number} is different on {cells}.", number=seat + 1, cells=", ".join(cells))
        for seat, cells in by_seat.items()
    ]


def _of_player(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[Sentence]:
    found = []
    if then["purse"] != now["purse"]:
        counts = {f"{kind}s": number for kind, number in now["purse"].items()}
        found.append(
            say(
                "{who} now owns berries: {berrys}, nuts: {nuts}, mushrooms: {mushrooms}, feathers: {feathers}.",
                who=now["name"],
                **counts,
            )
        )
    for was, area in zip(then["areas"], now["areas"], strict=True):
        if area["complete"] and not was["complete"]:
            found.append(say("Area {name} of {who} is now complete.", name=area["name"], who=now["name"]))
        if was["complete"] and not area["complete"]:
            found.append(say("Area {name} of {who} is not complete any more.", name=area["name"], who=now["name"]))
    if then["covered"] != now["covered"]:
        text = "{who} now covers {now} spaces in place of {then}."
        found.append(say(text, who=now["name"], now=now["covered"], then=then["covered"]))
    return found


def _players(display: Mapping[str, object]) -> Sequence[Mapping[str, Any]]:
    players = display["players"]
    assert isinstance(players, list)
    return players
