"""Boards that are known again: those with a name by their print, built-in ones by where treasures are printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from calibration.board_library import BoardLibrary
from calibration.profile import BoardProfile
from calibration.recognising import emptiness, known, recognise, without_bare
from calibration.report import Finding
from device.errors import RequestError
from engine.sentence import say
from vision.frame import Frame

NAME_LENGTH = 40
MOST_DIFFERENT = 3
"""So many spaces may be read otherwise than they are known; two sides of boards differ in far more."""

Floor = tuple[str, ...]


class Named(NamedTuple):
    """A board as it is known; ``emptiness`` is the finding about what lies on it, None where its print is not known."""

    board: BoardProfile
    name: str = ""
    emptiness: Finding | None = None


@dataclass(frozen=True, slots=True)
class KnownBoards:
    """The library of named boards, and ``built_in`` floors by name, of which there are no pictures."""

    library: BoardLibrary
    built_in: Mapping[str, Floor]

    def names(self) -> tuple[str, ...]:
        """The names that were given; raises ProfileError where a file is damaged."""
        return self.library.names()

    def named(self, frame: Frame, board: BoardProfile, *, may_turn: bool) -> Named:
        """The board with the treasures that are known of it, its name, "" where it is not known, and what lies on it.

        ``may_turn`` is whether its far side may be told by its print; else it stays as a person has said. A board whose
        file is damaged is none that is known; ``names`` tells of it.
        """
        found = recognise(self.library.readable(), frame, board.pose, board.size_wh)
        if found is not None:
            lying = without_bare(frame, known(board, found, may_turn=may_turn), found)
            return Named(lying, found.board.name, emptiness(frame, lying, found))
        for name, floor in self.built_in.items():
            for way in (floor, tuple(row[::-1] for row in reversed(floor))):
                if fits(way, board.floor):
                    sure = tuple((1.0,) * len(row) for row in way)
                    return Named(replace(board, floor=way, floor_confidence=sure), name)
        return Named(board)

    def keep(self, name: str, board: BoardProfile) -> None:
        """Keep a board under a name, unless it is a built-in one; raises ProfileError as ``BoardLibrary.save``."""
        floor = self.built_in.get(name)
        if floor is None or board.floor not in (floor, tuple(row[::-1] for row in reversed(floor))):
            self.library.save(name, board)


def fits(floor: Sequence[str], read: Sequence[str]) -> bool:
    """Whether treasures were read on the spaces where this floor has them; their kinds are not looked at."""
    one, other = "".join(floor), "".join(read)
    if len(one) != len(other) or set(other) == {"."}:
        return False
    return sum((first == ".") != (second == ".") for first, second in zip(one, other, strict=True)) <= MOST_DIFFERENT


def checked_name(name: object) -> str:
    """A name for a board; "" for none.

    Raises:
        RequestError: it is none.
    """
    if not isinstance(name, str) or len(name) > NAME_LENGTH or not name.isprintable():
        raise RequestError(say("A board's name has up to {most} letters.", most=NAME_LENGTH))
    return name.strip()
