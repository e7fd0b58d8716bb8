"""Up to three solo games on the three stacks and what they make together (R11.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.indian_summer.outcome import Solo
from engine.sentence import Sentence, say

GAMES = 3
"""R11.8: one game a stack of 25 tiles (R11.1)."""


@dataclass(frozen=True, slots=True)
class Series:
    """A series after some games: whether another one is played, the result if not, and a sentence."""

    next: bool
    points: int | None
    text: Sentence


def series_result(games: Sequence[Solo]) -> Series:
    """The state of a series after these games, in the order in which they were played.

    Raises:
        ValueError: more games than a series has.
    """
    if len(games) > GAMES or (len(games) == GAMES and not games[0].won and not games[1].won):
        raise ValueError(f"a series has up to three games, and two if both are lost, got {len(games)}")
    won = sorted((game.points for game in games if game.won), reverse=True)
    lost = sorted(game.points for game in games if not game.won)
    if len(games) == 2 and not won:
        text = say("The first two games are lost: no third one. Result {points}.", points=sum(lost))
        return Series(False, sum(lost), text)
    if len(games) < GAMES:
        return Series(True, None, say("Game {number} of {of} is next.", number=len(games) + 1, of=GAMES))
    if len(won) >= 2:
        points = sum(won[:2])
        return Series(False, points, say("The two best won games make {points}.", points=points))
    points = sum(lost[:2])
    text = say("Only one game is won: the two lost games count, {points}.", points=points)
    return Series(False, points, text)
