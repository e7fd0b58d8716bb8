"""Spots that nobody can read, and so many that what lies there cannot be asked one by one."""

from __future__ import annotations

from typing import Any

from engine.game import Game, Spot
from engine.referee import LOOSE, Explanation, Verdict


def blind_spots(game: Game[Any, Any], committed: object, found: Explanation[Any, Any]) -> frozenset[Spot]:
    """The doubtful spots on which a piece may lie by now; none where they are few, or seen pieces explain the table."""
    if found.verdict is not Verdict.UNCHANGED or len(found.doubtful) <= LOOSE:
        return frozenset()
    loose = found.doubtful.intersection(game.within_reach(committed))
    return loose if len(loose) > LOOSE else frozenset()
