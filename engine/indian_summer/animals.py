"""Animal tiles: a common stock of shapes without a hole that are laid on bare holes (R1.4, R6)."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.indian_summer.forest import LANES, Treasure
from engine.lanes import Stencil
from engine.polyomino import Polyomino


@dataclass(frozen=True, slots=True)
class AnimalKind:
    """One of the kinds: its name, shape, number of copies, and the token it carries from the start, if any (R1.4)."""

    name: str
    shape: Polyomino
    copies: int
    token: Treasure | None = None

    @property
    def word(self) -> str:
        """Its name as one word in lower case, for notation."""
        return self.name.lower().replace(" ", "-")

    @property
    def stencil(self) -> Stencil:
        """All its orientations on the forest board."""
        return LANES.stencil(self.shape)


@dataclass(frozen=True, slots=True)
class AnimalSet:
    """The animals of a box, by kind.

    ``note`` says where the set comes from, such as that it is invented.
    """

    name: str
    kinds: tuple[AnimalKind, ...]
    note: str = field(default="", compare=False)

    @property
    def stock(self) -> tuple[int, ...]:
        """How many of each kind there are before anyone has used one."""
        return tuple(kind.copies for kind in self.kinds)

    def index(self, word: str) -> int | None:
        """The place of a kind in this set by its word, None when there is no such animal."""
        for index, kind in enumerate(self.kinds):
            if kind.word == word:
                return index
        return None


NO_ANIMALS = AnimalSet("none", ())
"""For play without animals."""
