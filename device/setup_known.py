"""Boards whose treasures somebody has confirmed, by name: recognised again by where treasures are printed.

Which spaces hold an icon is read surely and differs between all sides of all boards; the kinds are what a person had
to confirm. So a known board is told by its spaces, and its kinds come from what was confirmed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from device.atomic_file import write_keeping_old
from device.errors import RequestError
from engine.sentence import say

FORMAT = "leafwatch-boards/1"
NAME_LENGTH = 40
MOST_DIFFERENT = 3
"""So many spaces may be read otherwise than they are known; two sides of boards differ in far more."""

Floor = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownBoard:
    """A name with the printed treasures as they lie now, 8 rows of 9 letters."""

    name: str
    floor: Floor


@dataclass(frozen=True, slots=True)
class KnownBoards:
    """All boards that have a name; ``floors`` by name."""

    floors: Mapping[str, Floor]

    @classmethod
    def load(cls, path: Path, also: Mapping[str, Floor] | None = None) -> KnownBoards:
        """Read them; ``also`` are further ones that need no file. A file that cannot be read is taken as empty.

        A lost list costs a few taps only, and it is kept in five older versions beside it.
        """
        floors: dict[str, Floor] = dict(also or {})
        try:
            kept = json.loads(path.read_bytes())["boards"]
            floors |= {str(name): tuple(map(str, floor)) for name, floor in kept.items()}
        except (OSError, ValueError, LookupError, TypeError, AttributeError):
            pass
        return cls(MappingProxyType(floors))

    def match(self, floor: Sequence[str]) -> KnownBoard | None:
        """The one board that has its treasures on these spaces, lying this way or turned by half."""
        found: list[tuple[int, KnownBoard]] = []
        for name, known in self.floors.items():
            if len(known) != len(floor) or any(len(one) != len(other) for one, other in zip(known, floor, strict=True)):
                continue
            ways = {known, tuple(row[::-1] for row in reversed(known))}
            found += [(apart(way, floor), KnownBoard(name, way)) for way in ways]
        close = sorted((pair for pair in found if pair[0] <= MOST_DIFFERENT), key=lambda pair: pair[0])
        return close[0][1] if close and any(letter != "." for row in floor for letter in row) else None

    def save_with(self, path: Path, more: Mapping[str, Floor]) -> KnownBoards:
        """Write what is known and what has come to it, the older versions kept.

        Raises:
            OSError: the disk refuses.
        """
        floors = {**self.floors, **more}
        text = json.dumps({"format": FORMAT, "boards": {name: list(floor) for name, floor in floors.items()}}, indent=1)
        write_keeping_old(path, text.encode())
        return KnownBoards(MappingProxyType(floors))


def apart(one: Sequence[str], other: Sequence[str]) -> int:
    """On how many spaces only one of two floors has a treasure."""
    pairs = zip("".join(one), "".join(other), strict=True)
    return sum((first == ".") != (second == ".") for first, second in pairs)


def checked_name(name: object) -> str:
    """A name for a board; "" for none.

    Raises:
        RequestError: it is none.
    """
    if not isinstance(name, str) or len(name) > NAME_LENGTH or not name.isprintable():
        raise RequestError(say("A board's name has up to {most} letters.", most=NAME_LENGTH))
    return name.strip()
