"""The whole end of a position: everybody's best final phase, and who wins (R10.2 to R10.5, R11.6, R11.7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.indian_summer import final, solo
from engine.indian_summer.final import Step
from engine.indian_summer.forest import BOARD, Purse, Treasure
from engine.indian_summer.outcome import as_nuts, ranks
from engine.indian_summer.positions import Position
from engine.indian_summer.wording import points, purse, spaces
from engine.sentence import Sentence, listed, say, say_number

FORMAT = "leafwatch-score/1"


@dataclass(frozen=True, slots=True)
class Place:
    """A player at the end; ``rank`` at a table, ``won`` and ``points`` alone; ``left`` is the supply then."""

    name: str
    empty: int
    left: Purse
    steps: tuple[Step, ...]
    reason: str
    rank: int | None = None
    won: bool | None = None
    points: int | None = None

    @property
    def app_score(self) -> int:
        """R10.5: covered spaces and nuts left."""
        nuts = as_nuts(self.left)[0] if self.points is None else self.left.nut
        return BOARD.rows * BOARD.cols - self.empty + nuts


@dataclass(frozen=True, slots=True)
class Scored:
    """The end of a position: the players by seat, the names of the winners, and a sentence."""

    players: tuple[Place, ...]
    winners: tuple[str, ...]
    text: str


def scored(position: Position) -> Scored:
    """Carry out the best final phase for everybody and rank."""
    return _alone(position) if position.solo else _table(position)


def as_json(end: Scored, position: str) -> dict[str, object]:
    """The form of ``leafwatch score --json``; ``position`` names the file."""
    return {
        "format": FORMAT,
        "position": position,
        "players": [_place_json(place) for place in end.players],
        "winners": list(end.winners),
        "text": end.text,
    }


def as_text(end: Scored, position: str, said: Callable[[str], str] = str) -> str:
    """What ``leafwatch score`` prints: every step explained; ``said`` says a sentence in another language."""
    lines = [position]
    for place in end.players:
        lines.append(f"  {place.name}")
        lines += [f"    {number}. {said(step.text)}" for number, step in enumerate(place.steps, start=1)]
        if not place.steps:
            lines.append(f"    {said(say('Nothing is left to do.'))}")
        lines += [f"    {said(place.reason)}"] * bool(place.reason)
        lines.append(f"    {said(ending(place))}")
    return "\n".join([*lines, f"  {said(end.text)}"])


def _table(position: Position) -> Scored:
    plans = [final.plan(player.board, player.purse, seat) for seat, player in enumerate(position.players)]
    placed = tuple(
        Place(player.name, plan.score.empty, plan.purse, plan.steps, plan.reason, rank)
        for player, plan, rank in zip(position.players, plans, ranks([plan.score for plan in plans]), strict=True)
    )
    winners = tuple(place.name for place in placed if place.rank == 1)
    text = say_number(len(winners), "{who} wins.", "{who} share the victory.", who=listed(winners))
    return Scored(placed, winners, text)


def _alone(position: Position) -> Scored:
    (player,) = position.players
    plan = solo.plan(player.board, player.purse)
    won, made = plan.end
    place = Place(player.name, plan.board.empty, plan.purse, plan.steps, plan.reason, won=won, points=made)
    if won:
        text = say("Won with {points}.", points=points(made))
    elif made >= 0:
        text = say("Lost with {points}. 0 or more is a success.", points=points(made))
    else:
        text = say("Lost with {points}. 0 or more would be a success.", points=points(made))
    return Scored((place,), (player.name,) if won else (), text)


def _place_json(place: Place) -> dict[str, object]:
    shown: dict[str, object] = {"name": place.name, "full": not place.empty, "empty": place.empty}
    if place.rank is not None:
        nuts, berries = as_nuts(place.left)
        shown |= {"nuts": nuts, "berries": berries, "rank": place.rank}
    else:
        shown |= {"left": place.left._asdict(), "points": place.points, "won": place.won}
    steps = [_step_json(step) for step in place.steps]
    return shown | {"app_score": place.app_score, "steps": steps, "reason": place.reason}


def _step_json(step: Step) -> dict[str, object]:
    shown: dict[str, object] = {"do": step.do}
    given = {kind.word: number for kind, number in zip(Treasure, step.tokens, strict=True) if number}
    names = [str(cell) for cell in BOARD.iterate(step.spaces)]
    area = None if step.area is None else step.area + 1
    match step.do:
        case "exchange":
            shown |= {"give": given, "get": {"nut": len(step.moves)}}
        case "squirrel":
            shown |= {"cells": names, "area": area}
        case _:
            shown |= {"cells": names, "area": area, "tokens": given}
    return shown | {"text": step.text}


def ending(place: Place) -> Sentence:
    """How it ends for one player: the board, what is left, and rank or points."""
    left = purse(place.left)
    board = say("{spaces} empty, {tokens} left", spaces=spaces(place.empty), tokens=left)
    if not place.empty:
        board = say("Full board, {tokens} left", tokens=left)
    if place.points is not None:
        return say("{board}: {points}.", board=board, points=points(place.points))
    return say(
        "{board}. Rank {rank}. Covered spaces and nuts left: {score}.",
        board=board,
        rank=place.rank or 0,
        score=place.app_score,
    )
