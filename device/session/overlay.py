"""What is taken for seen: the camera's readings with what people have said of single spots laid over them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Generic

from device.journal.record import Entry
from device.session.history import AUTO, History, Lying, spot_body
from engine.game import Game, MoveT, Reading, Spot, StateT, Surface
from engine.grid import Cell, Space
from engine.referee import SURE, agrees

Seen = Mapping[Spot, Reading]


class Overlay(Generic[StateT, MoveT]):
    """The words of people over a view: the word for a spot, the game's right over it, and what waits to be put back."""

    def __init__(self, game: Game[StateT, MoveT], history: History[StateT, MoveT]) -> None:
        self._game = game
        self._history = history

    def applied(self, seen: Seen) -> dict[Spot, Reading]:
        """The readings that the referee shall explain."""
        history = self._history
        taken = dict(seen)
        if not (history.words or history.overruled or history.lying):
            return taken
        view = self._game.view(history.state)
        for spot in (*history.overruled, *(spot for group in history.lying for spot in group)):
            if spot in view:
                taken[spot] = Reading(view[spot], 1.0)
        taken |= {spot: Reading(said.surface, 1.0) for spot, said in history.words.items()}
        return taken

    def ended(self, seen: Seen) -> list[Entry]:
        """What this view ends: words that it agrees with, and rights of the game over what is no longer seen.

        A piece that waits to be put back, of which a spot surely shows something else, has been lifted: it waits no
        longer, which is nothing to be written down.
        """
        history = self._history
        history.lying = tuple(group for group in history.lying if not _has_changed(group, seen))
        sure = {spot: reading.surface for spot, reading in seen.items() if reading.confidence >= SURE}
        entries = [
            Entry("spot", "camera", spot_body(spot, AUTO))
            for spot, said in history.words.items()
            if spot in sure and agrees(said.surface, sure[spot])
        ]
        over = [spot for spot, said in history.overruled.items() if sure.get(spot, said.surface) != said.surface]
        if over:
            entries.append(Entry("overrule", "camera", {"spots": [spot_body(spot, AUTO) for spot in over]}))
        return entries

    def lying_after(self, restored: StateT, shown: StateT, seen: Seen) -> tuple[Lying, ...]:
        """What has to be put back when the game goes back from a state to an earlier one, piece by piece.

        Args:
            restored: the state that counts then.
            shown: the state that the table shows.
            seen: the camera's readings.
        """
        now, then = dict(self._game.view(shown)), self._game.view(restored)
        now |= {spot: reading.surface for spot, reading in seen.items() if reading.confidence >= SURE}
        differs = {spot for spot, surface in now.items() if spot in then and not agrees(then[spot], surface)}
        groups: list[Lying] = []
        for piece in (*_pieces(self._game, shown), *({spot} for spot in sorted(differs, key=str))):
            together = {spot: Surface(now[spot]) for spot in piece if spot in differs}
            if together:
                groups.append(together)
                differs -= together.keys()
        return tuple(groups)


def _has_changed(group: Lying, seen: Seen) -> bool:
    return any(
        spot in seen and seen[spot].confidence >= SURE and not agrees(surface, seen[spot].surface)
        for spot, surface in group.items()
    )


def _pieces(game: Game[Any, Any], state: object) -> list[set[Spot]]:
    """The spots of each piece on the boards, the youngest first: what lies on top is lifted first."""
    players = game.display(state)["players"]
    assert isinstance(players, list)
    return [
        {Space(player["seat"], Cell.parse(cell)) for cell in piece["cells"]}
        for player in players
        for piece in reversed(player["pieces"])
    ]


def names_of(game: Game[Any, Any], state: object, spots: Collection[Spot]) -> str:
    """The spots by name, with the number of the board where there are several."""
    one = len(game.layout(state)) == 1
    spaces = sorted(spot for spot in spots if isinstance(spot, Space))
    others = sorted(str(spot) for spot in spots if not isinstance(spot, Space))
    return ", ".join([*(str(space.cell if one else space) for space in spaces), *others])
