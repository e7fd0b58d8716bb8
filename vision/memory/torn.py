"""Pieces move whole: what only a part of one seems to have become, while the rest still lies, is not believed.

A lamp that is switched on, glare or a shadow may change the look of some spaces of a piece. Only on its mark may
something come to lie or go by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set

from engine.game import Reading, Spot, Surface
from vision.observation import Sighting
from vision.reading import BoardReading
from vision.roles import FLOOR, Roles

_PUSHED = 2 / 3  # share of the foliage of a piece that looks different where it was pushed or turned


def whole(
    found: BoardReading,
    known: Sequence[Sighting],
    before: Mapping[Spot, Reading],
    anew: Collection[Spot],
    roles: Roles,
) -> BoardReading:
    """What was read, without the parts of known pieces that cannot have changed alone.

    Args:
        found: what was read.
        known: the pieces seen before.
        before: the readings before.
        anew: the spots that were looked at again.
        roles: what the kinds of pieces look like.
    """
    torn: set[Spot] = set()
    for piece in known:
        if piece.problem or piece.mark is None or piece.spots.isdisjoint(before):
            continue  # of a piece that was not believed at all the mark was a guess as well
        # what a new piece explains is no rest of the old one: that was pushed, or lies under it
        cells = piece.spots - frozenset().union(*(s.spots for s in found.sightings if s.spots - piece.spots))
        body = cells - {piece.mark}
        now = {spot: (found.readings if spot in anew else before).get(spot) for spot in cells}
        if piece.mark not in before and any(_is_other(sighting, piece) for sighting in found.sightings):
            torn |= {spot for spot in cells if spot in anew and now[spot] is not None}
            continue
        if any(reading is not None and reading.surface == piece.surface for reading in map(now.get, body)):
            torn |= {
                spot
                for spot, reading in now.items()
                if spot in anew
                and reading is not None
                and not (roles.is_on_mark(reading.surface) if spot == piece.mark else reading.surface == piece.surface)
            }
    if not torn:
        return found
    readings = {spot: reading for spot, reading in found.readings.items() if spot not in torn}
    sightings = tuple(sighting for sighting in found.sightings if not sighting.spots & torn)
    return BoardReading(readings, sightings, found.doubtful)


def marks_pushed(known: Sequence[Sighting], differs: Set[Spot]) -> frozenset[Spot]:
    """The marks of known pieces of which most else looks different: such a piece was pushed, and its frame with it.

    Args:
        known: the pieces seen before.
        differs: the spots that look different now.
    """
    marks: set[Spot] = set()
    for piece in known:
        body = piece.spots - {piece.mark}
        if piece.mark is not None and body and len(body & differs) >= _PUSHED * len(body):
            marks.add(piece.mark)
    return frozenset(marks)


def _is_other(sighting: Sighting, known: Sighting) -> bool:
    """Whether the same spaces are now explained with another mark: one of the two looks was wrong."""
    return sighting.spots == known.spots and sighting.mark is not None and sighting.mark != known.mark


def as_known(found: BoardReading, lying: Mapping[Spot, Surface], roles: Roles) -> BoardReading:
    """What was read at first sight, without what would be something else than is known to lie there.

    It may have been taken away since somebody watched, and on a hole anything may have come in the turn that was not
    over; that a leaf, a token or an animal has become another thing is less likely than that it only looks so.

    Args:
        found: what was read.
        lying: what is known to lie there, but for bare floor.
        roles: what the kinds of pieces look like.
    """
    other = set[Spot]()
    for spot, reading in found.readings.items():
        known = roles.as_read(lying.get(spot, reading.surface))
        on_mark = roles.is_on_mark(known) and roles.is_on_mark(reading.surface)
        if reading.surface not in (FLOOR, known) and not (on_mark and roles.mark in (known, reading.surface)):
            other.add(spot)
    if not other:
        return found
    readings = {spot: reading for spot, reading in found.readings.items() if spot not in other}
    sightings = tuple(sighting for sighting in found.sightings if not sighting.spots & other)
    return BoardReading(readings, sightings, found.doubtful | other)


def as_it_was(found: BoardReading, marks: Collection[Spot], doubtful: Collection[Spot], roles: Roles) -> BoardReading:
    """What was read, without what would have come to lie on marks that look as they did.

    No leaf and no single thing is laid on a mark (R4.3), and what was in doubt when it came is no token because
    something came beside it: an animal may be of round parts (R6.1).

    Args:
        found: what was read.
        marks: the known marks that have not changed.
        doubtful: the spots that were in doubt though they were in full sight.
        roles: what the kinds of pieces look like.
    """
    leaves = {kind.surface for kind in roles.patterned}
    lost: set[Spot] = set()
    for spot, reading in found.readings.items():
        if spot in marks and reading.surface in leaves:
            lost |= {spot}.union(*(sighting.spots for sighting in found.sightings if spot in sighting.spots))
        elif spot in marks and spot in doubtful and roles.as_read(reading.surface) == roles.disc:
            lost.add(spot)
    # what is taken for a single thing says nothing against the token that nobody could read
    singles = {spot for spot, reading in found.readings.items() if spot in marks and reading.surface == roles.single}
    readings = {spot: reading for spot, reading in found.readings.items() if spot not in lost | singles}
    over_marks = {spot for spot in lost if spot in found.readings and found.readings[spot].surface in leaves}
    sightings = tuple(sighting for sighting in found.sightings if not sighting.spots & over_marks)
    return BoardReading(readings, sightings, found.doubtful | lost)
