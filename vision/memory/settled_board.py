"""All that is remembered of one settled board: its picture, what lies on its spots, and what may be reported of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from engine.game import Reading, Spot, Surface
from vision.measures.board_picture import BoardPicture
from vision.measures.evidence import BoardEvidence
from vision.measures.stillness import is_lit_anew
from vision.memory.unread_looks import SIDES
from vision.observation import Sighting
from vision.prints.token_memory import Kinds
from vision.roles import FLOOR


@dataclass(frozen=True, slots=True, eq=False)
class Remembered:
    """What was read in a picture until something was in the way; ``sightings`` are the pieces it is a part of."""

    picture: BoardPicture
    readings: Mapping[Spot, Reading]
    sightings: tuple[Sighting, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SettledBoard:
    """One settled board: its picture, the best knowledge of every spot, and what may be reported of it.

    ``sightings`` are all pieces seen being laid, oldest first, ``new`` those of the last look. ``told`` are spots that
    could not be read and of which somebody has said since what lies there; ``waiting`` are those that were left unread
    while something rested beside the board. ``kinds`` are the surfaces of the tokens whose kind could be told.
    ``doubtful`` are unread spots that were in full sight, and ``looks`` the numbers of the looks in which unread spots
    came to show what they show, ``once_bare`` those of them that were read as floor before. ``marks`` are the spots
    that were last read as a mark or as what lies on one, and ``larger`` those of them, unread since, on which no token
    but something larger must lie. ``confirmed`` are the spots of pieces that were known to lie there when the board was
    first seen, and were read as that. ``remembered`` is what unread spots were read as before something was in the way.
    """

    spots: tuple[tuple[Spot | None, ...], ...]
    picture: BoardPicture
    surfaces: Mapping[Spot, Surface]
    readings: Mapping[Spot, Reading]
    sightings: tuple[Sighting, ...]
    new: tuple[Sighting, ...]
    told: frozenset[Spot] = frozenset()
    waiting: frozenset[Spot] = frozenset()
    kinds: Kinds = field(default_factory=dict)
    doubtful: frozenset[Spot] = frozenset()
    looks: Mapping[Spot, int] = field(default_factory=dict)
    once_bare: frozenset[Spot] = frozenset()
    marks: frozenset[Spot] = frozenset()
    larger: frozenset[Spot] = frozenset()
    confirmed: frozenset[Spot] = frozenset()
    remembered: tuple[Remembered, ...] = ()


def asks_again(board: SettledBoard, seen: BoardEvidence) -> bool:
    """Whether there are unread spots of which nobody has told, and another light to look at them."""
    unread = any(s is not None and s not in board.readings and s not in board.told for row in board.spots for s in row)
    return unread and is_lit_anew(seen.picture, board.picture, seen.noise)


def with_overhang(board: SettledBoard, overhang: Sighting) -> SettledBoard:
    """The board without readings where something lies that hangs over its edge."""
    readings = {spot: reading for spot, reading in board.readings.items() if spot not in overhang.touches}
    return replace(board, readings=readings, sightings=(*board.sightings, overhang), new=(*board.new, overhang))


def agree(a: SettledBoard, b: SettledBoard) -> bool:
    """Whether two looks at a board read the same surfaces on the same spots."""
    return {spot: r.surface for spot, r in a.readings.items()} == {spot: r.surface for spot, r in b.readings.items()}


def entangled(board: SettledBoard, known: Collection[Spot]) -> frozenset[Spot]:
    """The unread spots of which nobody has told, but for those ``known`` otherwise, with what is tied to them.

    That are their pieces and stray neighbours: they are only understood together, but for a piece that is read all over
    and of which nobody knows what its mark shows since something else came on it. What somebody has told of a space is
    no such neighbour, for it is known better than anybody can see it, nor is what was known before it was seen.
    """
    unread = (spot for row in board.spots for spot in row if spot is not None and spot not in board.readings)
    waiting = [spot for spot in unread if spot not in board.told and spot not in known]
    if not waiting:
        return frozenset()
    where = {spot: (r, c) for r, row in enumerate(board.spots) for c, spot in enumerate(row) if spot is not None}
    sighted = {spot for sighting in board.sightings for spot in sighting.spots}
    known_apart = board.told | board.confirmed
    found: set[Spot] = set()
    while waiting:
        spot = waiting.pop()
        if spot in found:
            continue
        found.add(spot)
        for sighting in board.sightings:
            if spot in sighting.spots and not _was_its_mark(spot, sighting, board):
                waiting.extend(sighting.spots)
        row, col = where[spot]
        for r, c in ((row + down, col + right) for down, right in SIDES):
            if 0 <= r < len(board.spots) and 0 <= c < len(board.spots[r]):
                beside = board.spots[r][c]
                if beside is None or beside in sighted or beside in known_apart:
                    continue
                if board.surfaces.get(beside, FLOOR) != FLOOR:
                    waiting.append(beside)
    return frozenset(found)


def _was_its_mark(spot: Spot, piece: Sighting, board: SettledBoard) -> bool:
    """Whether a spot was read as the mark of a piece once, all the rest of which is read still."""
    was_there = spot == piece.mark and spot in board.marks and not piece.problem
    return was_there and is_read_all_over(piece, board.readings)


def is_read_all_over(piece: Sighting, readings: Mapping[Spot, Reading]) -> bool:
    """Whether all of a piece but its mark is read as its leaf."""
    return all(s in readings and readings[s].surface == piece.surface for s in piece.spots - {piece.mark})
