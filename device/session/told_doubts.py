"""Who was told which doubts of the turn that is shown: only they confirm it by ending the turn once more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.game import Spot
from engine.referee import Explanation

ALOUD = ("button", "turn tile")
"""Whoever ends a turn by these is answered on every page, so everybody has been told."""

_BESIDE = {"button": ("page",)}
"""Whoever presses the button sits beside the host, so what the host's page was told has been told there as well."""


class ToldDoubts:
    """The doubtful spots that were named, by who asked, each with the moves that were shown then."""

    def __init__(self) -> None:
        self._told: dict[str, tuple[tuple[Any, ...], frozenset[Spot]]] = {}

    def tell(self, actor: str, shown: Explanation[Any, Any]) -> None:
        """The doubts of what is shown are named now, beside those that were named of the same moves before."""
        self._told[actor] = (tuple(shown.moves), shown.doubtful | self._named((actor,), shown))

    def knows(self, actor: str, shown: Explanation[Any, Any]) -> bool:
        """Whether all doubts of just these moves have been named to whoever asks, be it one after the other."""
        return shown.doubtful <= self._named((actor, *ALOUD, *_BESIDE.get(actor, ())), shown)

    def forget(self) -> None:
        """The game has gone on."""
        self._told.clear()

    def _named(self, listeners: Iterable[str], shown: Explanation[Any, Any]) -> frozenset[Spot]:
        heard = [self._told[who] for who in listeners if who in self._told]
        return frozenset[Spot]().union(*(spots for moves, spots in heard if moves == tuple(shown.moves)))
