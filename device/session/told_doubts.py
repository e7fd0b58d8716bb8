"""Who was told which doubts of the turn that is shown: only they confirm it by ending the turn once more."""

from __future__ import annotations

from typing import Any

from engine.game import Spot
from engine.referee import Explanation

ALOUD = ("button", "turn tile")
"""Whoever ends a turn by these is answered on every page, so everybody has been told."""


class ToldDoubts:
    """The doubtful spots that were named, by who asked, each with the moves that were shown then."""

    def __init__(self) -> None:
        self._told: dict[str, tuple[tuple[Any, ...], frozenset[Spot]]] = {}

    def tell(self, actor: str, shown: Explanation[Any, Any]) -> None:
        """The doubts of what is shown are named now."""
        self._told[actor] = (tuple(shown.moves), shown.doubtful)

    def knows(self, actor: str, shown: Explanation[Any, Any]) -> bool:
        """Whether all doubts of just these moves have been named to whoever asks."""
        heard = [self._told[who] for who in (actor, *ALOUD) if who in self._told]
        named = [spots for moves, spots in heard if moves == tuple(shown.moves)]
        return not shown.doubtful or any(shown.doubtful <= spots for spots in named)

    def forget(self) -> None:
        """The game has gone on."""
        self._told.clear()
