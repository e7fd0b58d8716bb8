"""What the kinds of pieces of a game mean to a camera, whatever the game is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.game import PieceKind, Surface

FLOOR = Surface("floor")
"""A space of the board on which nothing lies."""


@dataclass(frozen=True, slots=True)
class Roles:
    """What the piece kinds of a game mean to a camera.

    ``patterned`` are pieces with a mark and known hues; ``mark`` is what shows through them; ``disc`` lies on a mark
    and leaves its rim visible; ``single`` covers one space of floor; ``cap`` covers marks and hides them.
    """

    patterned: tuple[PieceKind, ...]
    mark: Surface | None
    disc: Surface | None
    single: Surface | None
    cap: Surface | None

    @classmethod
    def of(cls, kinds: Sequence[PieceKind]) -> Roles:
        """Sort the kinds by their looks; tokens of several kinds are one role, read as ``token``."""
        patterned = tuple(kind for kind in kinds if kind.mark is not None)
        marks = {kind.mark for kind in patterned}
        if len(marks) > 1:
            raise ValueError(f"one surface shows through all pieces with a mark, got {sorted(map(str, marks))}")
        plain = [kind for kind in kinds if kind.mark is None]
        on_floor = [kind for kind in plain if FLOOR in kind.lies_on]
        on_mark = [kind for kind in plain if FLOOR not in kind.lies_on and kind.lies_on & marks]
        discs = {_family(kind.surface) for kind in on_mark if kind.surface.startswith("token")}
        caps = {kind.surface for kind in on_mark if not kind.surface.startswith("token")}
        singles = {kind.surface for kind in on_floor}
        for name, found in (("on marks as discs", discs), ("on marks", caps), ("on floor without mark", singles)):
            if len(found) > 1:
                raise ValueError(f"at most one surface lies {name}, got {sorted(found)}")
        return cls(patterned, *(next(iter(found), None) for found in (marks, discs, singles, caps)))

    def is_on_mark(self, surface: Surface) -> bool:
        """Whether this is a mark or what lies on one."""
        return _is_on_mark(surface, self.mark, self.disc, self.cap)

    def those_on_marks(self, surfaces: Iterable[Surface]) -> frozenset[Surface]:
        """Those of some surfaces: of all spaces of a board few different ones are asked."""
        return frozenset(filter(self.is_on_mark, set(surfaces)))

    def as_read(self, surface: Surface) -> Surface:
        """The surface that is read where this lies: tokens of all kinds are one."""
        return _as_read(surface, self.disc)


@lru_cache(maxsize=256)  # of every spot of a board the same is asked, several times a picture
def _is_on_mark(surface: Surface, mark: Surface | None, disc: Surface | None, cap: Surface | None) -> bool:
    return surface in (mark, cap) or _as_read(surface, disc) == disc


@lru_cache(maxsize=256)
def _as_read(surface: Surface, disc: Surface | None) -> Surface:
    return disc if disc is not None and _family(surface) == disc else surface


def _family(surface: Surface) -> Surface:
    return Surface(surface.partition(".")[0])
