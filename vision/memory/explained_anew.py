"""What a new picture of a settled board shows: only what changed is explained anew, and the rest is remembered."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.game import Reading, Spot, Surface
from vision.doubt.doubtful_ground import partly_foreign
from vision.explaining.palette import Palette
from vision.measures.evidence import BoardEvidence
from vision.measures.local_light import lit_otherwise
from vision.measures.stillness import changed, is_lit_anew
from vision.memory.as_last_read import remembering, restored, still_remembered
from vision.memory.asked_anew import Asked, asked_of, bare_marks, in_full_sight
from vision.memory.beside import undisturbed
from vision.memory.settled_board import SettledBoard, asks_again, entangled
from vision.memory.torn import as_it_was, as_known, whole
from vision.memory.unread_looks import SIDES, Unread
from vision.observation import Sighting
from vision.reading import BoardReading, read_board
from vision.roles import FLOOR, Roles


def explained(
    before: SettledBoard | None,
    seen: BoardEvidence,
    roles: Roles,
    palette: Palette,
    expected: Mapping[Spot, Surface],
    near: frozenset[Spot] = frozenset(),
) -> SettledBoard:
    """The board in a picture as the last settled one plus pieces on the spots that look different.

    ``near`` are spots that something beside the board may disturb.
    """
    if before is None:
        return _seen_first(seen, roles, palette, expected, near)
    before, back = restored(before, seen)
    change = changed(seen.picture, before.picture, seen.noise, seen.size_wh)
    otherwise = np.where(_covered(before), change.insides, change.spaces)
    new = otherwise & ~lit_otherwise(seen.picture, before.picture, otherwise, seen.noise)
    spots = [spot for row in seen.spots for spot in row]
    differs = frozenset(spot for spot, other in zip(spots, new.flat, strict=True) if spot is not None and other) - back
    still_unread = back and entangled(before, frozenset())  # what has gone may have kept that from being read
    if not differs and not before.waiting and not still_unread and not asks_again(before, seen):
        return replace(before, new=(), picture=seen.picture if back else before.picture)
    full_sight = in_full_sight(seen, near)
    unread = Unread(before.spots, before.picture, before.doubtful, before.looks)
    asked = asked_of(before, seen, roles, change, differs, near, unread)

    def read(asked: Asked) -> BoardReading:
        there = _read_there(before, asked.differs)
        marks, known = (asked.marks, asked.larger), {**asked.known, **bare_marks(before, asked, roles)}
        return read_board(seen, roles, palette, known, asked.anew, asked.came, there, *marks, asked.once_bare)

    found = read(asked)
    if rest := _beside_doubtful(seen, asked.known, found.doubtful) - asked.anew:
        asked = asked._replace(differs=asked.differs | rest)
        found = read(asked)
    lit_anew = before.doubtful and is_lit_anew(seen.picture, before.picture, seen.noise)
    still_doubtful = frozenset() if lit_anew else before.doubtful
    found = as_it_was(found, asked.marks - asked.differs, still_doubtful, roles)
    anew = asked.anew
    seen_since = {s: look for s, look in asked.came.items() if s in found.doubtful or s not in anew}
    found = whole(found, before.sightings, before.readings, anew, roles)
    found = undisturbed(found, near, before.readings, before.sightings, seen.spots, roles.cap)
    after = _board_after(before, seen, roles, found, asked)
    kept = (before.doubtful - anew) | found.doubtful
    return replace(
        after,
        waiting=frozenset(anew - after.readings.keys()) if near else frozenset(),
        doubtful=kept if full_sight else unread.still_there(change, asked.differs) - after.readings.keys(),
        looks=seen_since,
        once_bare=asked.once_bare & seen_since.keys(),
        remembered=still_remembered(before, after) if full_sight else remembering(before, after, roles.cap),
    )


def _seen_first(
    seen: BoardEvidence, roles: Roles, palette: Palette, expected: Mapping[Spot, Surface], near: frozenset[Spot]
) -> SettledBoard:
    """A board that was not seen before: what is ``expected`` lies there unless something else is read."""
    known = {spot: expected.get(spot, FLOOR) for row in seen.spots for spot in row if spot is not None}
    lying = {spot: surface for spot, surface in known.items() if surface != FLOOR}
    found = as_known(read_board(seen, roles, palette, known, known.keys()), lying, roles)
    found = undisturbed(found, near, {}, (), seen.spots, roles.cap)
    surfaces = {spot: reading.surface for spot, reading in found.readings.items()}
    unseen = {spot: surface for spot, surface in lying.items() if spot not in surfaces}
    first = SettledBoard(
        seen.spots,
        seen.picture,
        surfaces | unseen,
        found.readings,
        found.sightings,
        found.sightings,
        told=frozenset(unseen),
        marks=_marks(found.readings, roles, frozenset()),
        confirmed=frozenset(spot for spot in lying if surfaces.get(spot) == roles.as_read(lying[spot])),
    )
    if not in_full_sight(seen, near):
        return first
    # all that lies there was laid before the rest
    return replace(first, doubtful=found.doubtful, looks=dict.fromkeys(found.doubtful, 1))


def _board_after(
    before: SettledBoard, seen: BoardEvidence, roles: Roles, found: BoardReading, asked: Asked
) -> SettledBoard:
    """The board as it was, with what was read of all that was asked."""
    anew = asked.anew
    readings = {spot: r for spot, r in before.readings.items() if spot not in anew} | dict(found.readings)
    standing = tuple(s for s in before.sightings if not s.spots & asked.unknown and _still_lies(s, readings))
    taken = frozenset().union(*(s.spots for s in standing))
    laid = tuple(replace(s, problem="overlapping") if s.spots & taken else s for s in found.sightings)
    old = {(s.surface, s.spots, s.mark) for s in before.sightings}
    # the whole new picture is the memory: light drifts, and what did not change looks right in it as well
    return SettledBoard(
        seen.spots,
        seen.picture,
        {**asked.known, **{spot: reading.surface for spot, reading in found.readings.items()}},
        readings,
        standing + laid,
        tuple(s for s in laid if (s.surface, s.spots, s.mark) not in old),
        told=frozenset(spot for spot in before.told if spot not in anew and spot not in readings),
        marks=_marks(found.readings, roles, asked.marks),
        larger=asked.larger - readings.keys(),
        confirmed=before.confirmed - anew,
    )


def _marks(read: Mapping[Spot, Reading], roles: Roles, before: frozenset[Spot]) -> frozenset[Spot]:
    """The marks that were known before and not read otherwise since, and those that are read now."""
    on_marks = {spot for spot, reading in read.items() if roles.is_on_mark(reading.surface)}
    return before - read.keys() | on_marks


def _covered(board: SettledBoard) -> NDArray[np.bool_]:
    """The spaces on which a piece is known to lie, bool (rows, cols): one laid beside it may reach over its edge."""
    known = {spot for spot, reading in board.readings.items() if reading.surface != FLOOR}
    return np.array([spot in known for row in board.spots for spot in row]).reshape(len(board.spots), -1)


def _read_there(before: SettledBoard, spots: Set[Spot]) -> Mapping[Spot, Surface | None]:
    """What was read on some spots, None where nothing was."""
    return {spot: before.readings[spot].surface if spot in before.readings else None for spot in spots}


def _beside_doubtful(seen: BoardEvidence, known: Mapping[Spot, Surface], doubtful: Collection[Spot]) -> frozenset[Spot]:
    """The bare spots beside doubtful ones that may have changed after all: a hole shows what was there."""
    partly = partly_foreign(seen.spaces)
    where = {spot: (r, c) for r, row in enumerate(seen.spots) for c, spot in enumerate(row) if spot is not None}
    near = {(where[s][0] + down, where[s][1] + right) for s in doubtful for down, right in SIDES}
    return frozenset(s for s, at in where.items() if at in near and partly[at] and known.get(s, FLOOR) == FLOOR)


def _still_lies(sighting: Sighting, readings: Mapping[Spot, Reading]) -> bool:
    bare = sum(spot in readings and readings[spot].surface == FLOOR for spot in sighting.spots)
    return 2 * bare < len(sighting.spots)
