"""Players who are renamed while a game runs: an entry says what they are called, and that holds from its start on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from device.journal.record import Entry, GameRecord
from device.language import spoken_name
from engine.game import Game, MoveT, StateT

KIND = "names"
STATE = "state"
"""Where the start state stands in the setup, in notation."""


def names_entry(names: Sequence[str]) -> Entry:
    """What is written when the settings call the players of a running game otherwise, by seat."""
    return Entry(KIND, "page", {KIND: list(names)})


def names_in(body: Mapping[str, object]) -> tuple[str, ...]:
    """The names by seat in the setup of a game or in such an entry; none where it has no list of names."""
    names = body.get(KIND)
    if isinstance(names, list | tuple) and all(isinstance(name, str) for name in names):
        return tuple(spoken_name(name) for name in names)
    return ()


def start_of(game: Game[StateT, MoveT], record: GameRecord) -> StateT:
    """The state that a kept game started from, its players called as they were called last.

    Raises:
        NotationError: the setup has no such state.
    """
    state = game.read_state(str(record.setup.get(STATE)))
    last = [names_in(entry.body) for entry in record.entries if entry.kind == KIND][-1:]
    return game.renamed(state, last[0]) if last else state
