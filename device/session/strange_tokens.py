"""Tokens that look like another kind than the one that is played there: told once, accepted, or named by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any, NamedTuple

from engine.game import Game, Reading, Spot, Surface, View, Violation
from engine.readings import agrees


class StrangeToken(NamedTuple):
    """Where a token lies, what it looks like, and why the game expects another one (R12.1)."""

    spot: Spot
    surface: Surface
    violation: Violation


class StrangeTokens:
    """The kinds that the camera tells, beside the readings, which say no more than that a token lies there."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._kinds: View = {}
        self._named: frozenset[tuple[Spot, Surface]] = frozenset()  # somebody has said what lies there

    def see(self, kinds: View) -> None:
        """What tokens look like now, by spot."""
        self._kinds = dict(kinds)

    def name(self, spots: Iterable[Spot]) -> None:
        """Somebody has said what lies on these spots, so the tokens that lie there now have been looked at."""
        named = frozenset(spots)
        self._named |= {(spot, kind) for spot, kind in self._kinds.items() if spot in named}

    def found(
        self, shown: Any, seen: Mapping[Spot, Reading], accepted: Set[tuple[Spot, Surface]]
    ) -> list[StrangeToken]:
        """The tokens that belong elsewhere in the state that the table shows; none of those that were accepted."""
        if not self._kinds:
            return []
        expected = self._game.view(shown)
        return [
            StrangeToken(spot, kind, violation)
            for spot, kind in sorted(self._kinds.items(), key=str)
            if spot in expected
            and spot in seen
            and not agrees(expected[spot], kind)
            and agrees(expected[spot], seen[spot].surface)
            and (spot, kind) not in self._named | accepted
            for violation in self._game.owed(shown, {spot: kind})
        ]
