"""Who won: the ranking of a table (R10.3, R10.4) and the points of a solo game (R11.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.game import Result, Standing
from engine.indian_summer.forest import BOARD, Board, Purse
from engine.indian_summer.state import Phase, State
from engine.indian_summer.wording import points, purse, spaces
from engine.sentence import Sentence, listed, say, say_number

POINTS = Purse(berry=1, nut=2, mushroom=3, feather=4)
"""R11.7."""


class Score(NamedTuple):
    """A board at the end, compared as R10.3 and R10.4 do: the greater score ranks first.

    ``nuts`` and ``berries`` are what is left after all exchanges and count on full boards only.
    """

    full: bool
    covered: int
    nuts: int
    berries: int

    @property
    def empty(self) -> int:
        """Spaces that are not covered."""
        return BOARD.rows * BOARD.cols - self.covered

    @property
    def app_score(self) -> int:
        """R10.5: covered spaces and nuts left, shown beside the ranking."""
        return self.covered + self.nuts


class Solo(NamedTuple):
    """The end of a solo game: whether it is won, and its points (R11.7)."""

    won: bool
    points: int


def as_nuts(tokens: Purse) -> tuple[int, int]:
    """Nuts and berries left when everything is exchanged for nuts (R10.2)."""
    return tokens.feather + tokens.mushroom + tokens.nut + tokens.berry // 2, tokens.berry % 2


def score(board: Board, tokens: Purse) -> Score:
    """What a board and a supply are worth at the end; leftovers count on a full board only (R10.2)."""
    nuts, berries = as_nuts(tokens)
    full = not board.free
    return Score(full, BOARD.rows * BOARD.cols - board.empty, nuts if full else 0, berries if full else 0)


def solo_score(board: Board, tokens: Purse) -> Solo:
    """R11.7: tokens left over count if all is covered, else each empty space is -1 plus the same count."""
    left = sum(worth * number for worth, number in zip(POINTS, tokens, strict=True))
    return Solo(not board.free, left - board.empty)


def ranks(scores: Sequence[Score]) -> tuple[int, ...]:
    """The rank of each score from 1; equal scores share a rank (R10.3, R10.4)."""
    return tuple(1 + sum(other > mine for other in scores) for mine in scores)


def result(state: State) -> Result | None:
    """The result of a game that is over, else None."""
    if state.turn.phase is not Phase.OVER:
        return None
    if state.solo is not None:
        return _solo_result(state)
    scores = [score(player.board, player.purse) for player in state.players]
    standings = [
        Standing(seat, rank, _standing_text(state.players[seat].name, scores[seat]))
        for seat, rank in enumerate(ranks(scores))
    ]
    standings.sort(key=lambda standing: standing.rank)
    first = [state.players[standing.seat].name for standing in standings if standing.rank == 1]
    best = max(scores)
    return Result(tuple(standings), best.full, _victory(first, best))


def _victory(first: Sequence[str], best: Score) -> Sentence:
    who = listed(first)
    if best.full:
        return say_number(
            len(first),
            "{who} wins with a full board and {tokens} left.",
            "{who} share the victory with a full board and {tokens} left.",
            who=who,
            tokens=_left(best),
        )
    return say_number(
        len(first),
        "{who} wins with {spaces} empty.",
        "{who} share the victory with {spaces} empty.",
        who=who,
        spaces=spaces(best.empty),
    )


def _solo_result(state: State) -> Result:
    player = state.player
    end = solo_score(player.board, player.purse)
    left, made, empty = purse(player.purse), points(end.points), spaces(player.board.empty)
    if end.won:
        text = say("Won: the forest is full, {tokens} left: {points}.", tokens=left, points=made)
    elif end.points < 0:
        lost = "Lost: {spaces} empty, {tokens} left: {points}. 0 or more would be a success."
        text = say(lost, spaces=empty, tokens=left, points=made)
    else:
        lost = "Lost: {spaces} empty, {tokens} left: {points}. 0 or more is a success all the same."
        text = say(lost, spaces=empty, tokens=left, points=made)
    return Result((Standing(0, 1, text),), end.won, text)


def _standing_text(name: str, end: Score) -> Sentence:
    """Why a player has this rank, and beside it the app's score (R10.5)."""
    if end.full:
        text = "{who}: full board, {tokens} left. Score as in the app: {score}."
        return say(text, who=name, tokens=_left(end), score=end.app_score)
    text = "{who}: {spaces} empty. Score as in the app: {score}."
    return say(text, who=name, spaces=spaces(end.empty), score=end.app_score)


def _left(end: Score) -> str:
    return purse(Purse(berry=end.berries, nut=end.nuts))
