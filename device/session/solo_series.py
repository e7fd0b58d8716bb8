"""Up to three solo games on the three stacks (R11.1, R11.8): what is kept of them between the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from device.journal.keeping import Keeper
from device.session.history import SessionError
from device.session.session import Session
from engine.indian_summer.moves import Move
from engine.indian_summer.outcome import Solo, solo_score
from engine.indian_summer.rules import IndianSummer
from engine.indian_summer.series import GAMES, series_result
from engine.indian_summer.setup import SOLO_STACK
from engine.indian_summer.state import State
from engine.indian_summer.tiles import Tile
from engine.sentence import say

KEY = "series"
"""Where the series stands in a game's setup."""

Setup = Mapping[str, object]


def new_series(tiles: Sequence[Tile] | None) -> dict[str, object]:
    """A series before its first game; the shuffled tiles make the stacks, None when nobody told them.

    Raises:
        ValueError: too few tiles for the stacks.
    """
    if tiles is None:
        return {"games": [], "stacks": None}
    if len(tiles) < GAMES * SOLO_STACK:
        raise ValueError(f"a series takes {GAMES * SOLO_STACK} tiles, got {len(tiles)}")
    stacks = [tiles[number * SOLO_STACK : (number + 1) * SOLO_STACK] for number in range(GAMES)]
    return {"games": [], "stacks": [[tile.code for tile in stack] for stack in stacks]}


def stack_of(series: Mapping[str, Any]) -> tuple[Tile, ...] | None:
    """The tiles of the game that is being played, in the order of laying out; None when nobody told them."""
    stacks = series["stacks"]
    return None if stacks is None else tuple(Tile.parse(code) for code in stacks[len(series["games"])])


def following(setup: Setup, session: Session[State, Any]) -> dict[str, object]:
    """The series at the start of the next game.

    Raises:
        SessionError: the present game is not over, there is no series, or it has come to its end.
    """
    series = setup.get(KEY)
    if not isinstance(series, dict):
        raise SessionError(say("There is no series of games here."))
    games = _with_present(series, session)
    if len(games) == len(series["games"]):
        raise SessionError(say("The present game is not over yet."))
    end = series_result(games)
    if not end.next:
        raise SessionError(say("The series is over. {result}", result=end.text))
    return {**series, "games": [game._asdict() for game in games]}


def next_of_series(
    keeper: Keeper[State, Move], game: IndianSummer, session: Session[State, Move]
) -> Session[State, Move]:
    """Begin the next game of the series on the same board, with the next stack.

    Raises:
        SessionError: as ``following``; nothing was begun then.
    """
    series, player = following(keeper.setup, session), session.committed.players[0]
    start = game.new_solo(stack_of(series), player.board.floor, name=player.name)
    return keeper.begin_with(start, {**keeper.setup, KEY: series})


def waits(setup: Setup, session: Session[State, Any]) -> bool:
    """Whether the next game of a series may follow on this one, which is over."""
    series = series_json(setup, session)
    return series is not None and series["next"] is True


def series_json(setup: Setup, session: Session[State, Any]) -> dict[str, object] | None:
    """The series as in the table message; None where there is none."""
    series = setup.get(KEY)
    if not isinstance(series, dict):
        return None
    games = _with_present(series, session)
    over = len(games) > len(series["games"])
    end = series_result(games)
    text = end.text if over else say("Game {number} of up to {of}.", number=len(games) + 1, of=GAMES)
    listed = [{"number": number, **game._asdict()} for number, game in enumerate(games, start=1)]
    return {"games": listed, "text": text, "next": over and end.next}


def _with_present(series: Mapping[str, Any], session: Session[State, Any]) -> list[Solo]:
    games = [Solo(bool(game["won"]), int(game["points"])) for game in series["games"]]
    if session.finished:
        player = session.committed.players[0]
        games.append(solo_score(player.board, player.purse))
    return games
