"""Boards that are known again: those with a name by their print, built-in ones by where treasures are printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from calibration.board_library import BoardLibrary, known, recognise
from calibration.profile import BoardProfile
from device.errors import RequestError
from engine.sentence import say
from vision.frame import Frame

NAME_LENGTH = 40
MOST_DIFFERENT = 3
"""So many spaces may be read otherwise than they are known; two sides of boards differ in far more."""

Floor = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownBoards:
    """The library of named boards, and ``built_in`` floors by name, of which there are no pictures."""

    library: BoardLibrary
    built_in: Mapping[str, Floor]

    def names(self) -> tuple[str, ...]:
        """The names that were given; raises ProfileError where a file is damaged."""
        return self.library.names()

    def named(self, frame: Frame, board: BoardProfile, *, may_turn: bool) -> tuple[BoardProfile, str]:
        """The board with the treasures that are known of it, and its name, "" where it is not known.

        ``may_turn`` is whether its far side may be told by its print; else it stays as a person has said.

        Raises:
            ProfileError: a file of the library is damaged.
        """
        found = recognise(self.library.boards(), frame, board.pose, board.size_wh)
        if found is not None:
            return known(board, found, may_turn=may_turn), found.board.name
        for name, floor in self.built_in.items():
            for way in (floor, tuple(row[::-1] for row in reversed(floor))):
                if fits(way, board.floor):
                    sure = tuple((1.0,) * len(row) for row in way)
                    return replace(board, floor=way, floor_confidence=sure), name
        return board, ""

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
