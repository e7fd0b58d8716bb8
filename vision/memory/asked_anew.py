"""What is asked of a new picture of a settled board: what looks otherwise, what was left unread, what is known."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game import Spot, Surface
from vision.measures.evidence import BoardEvidence
from vision.measures.stillness import Changed, frames_in_shadow
from vision.memory.settled_board import SettledBoard, entangled
from vision.memory.torn import marks_pushed
from vision.memory.unread_looks import REFRAMED, Unread
from vision.roles import FLOOR, Roles


class Asked(NamedTuple):
    """What is asked of a new picture of a settled board; spots.

    ``differs`` are those that look otherwise, ``again`` those left unread with what is tied to them. Of these nothing
    is known on ``unknown`` ones: not those that something beside the board disturbs, or has. ``known`` is what lies on
    all others, ``came`` the number of the look in which each spot came to show what it shows. ``once_bare``, ``marks``
    and ``larger`` are as ``SettledBoard`` has them.
    """

    differs: frozenset[Spot]
    again: frozenset[Spot]
    unknown: frozenset[Spot]
    known: Mapping[Spot, Surface]
    came: Mapping[Spot, int]
    once_bare: frozenset[Spot]
    marks: frozenset[Spot]
    larger: frozenset[Spot]

    @property
    def anew(self) -> frozenset[Spot]:
        """The spots that are read."""
        return self.differs | self.again


def asked_of(
    before: SettledBoard,
    seen: BoardEvidence,
    roles: Roles,
    change: Changed,
    differs: frozenset[Spot],
    near: frozenset[Spot],
    unread: Unread,
) -> Asked:
    """What is asked of a picture in which some spots look otherwise."""
    full_sight = in_full_sight(seen, near)
    # what something came to rest beside has not gone for that
    unknown = entangled(before, before.waiting | near)
    known = {spot: FLOOR if spot in unknown else surface for spot, surface in before.surfaces.items()}
    # what somebody told is no reading
    on_marks = roles.those_on_marks(before.surfaces.values())
    marks = before.marks | {spot for spot, surface in before.surfaces.items() if surface in on_marks}
    bare = frozenset(s for s in differs if s in before.readings and before.readings[s].surface == FLOOR)
    pushed = marks_pushed(before.sightings, differs)
    larger = before.larger | _larger(before, _frames(before, seen, change, near), pushed, roles) & differs
    came = (unread.looks_after if full_sight else unread.looks_kept)(change, differs, bare)
    if full_sight:
        larger |= unread.covered_anew(seen, change) & differs
    once_bare = before.once_bare - differs | (bare if full_sight else frozenset())
    return Asked(differs, entangled(before, frozenset()), unknown, known, came, once_bare, marks, larger)


def bare_marks(before: SettledBoard, asked: Asked, roles: Roles) -> Mapping[Spot, Surface]:
    """The marks of which nothing else is known, of pieces that are known all over else, as if nothing lay there.

    What has come there lies on a mark: a token (R5.1) or, with the one beside it, an animal (R6.1).
    """
    if roles.mark is None:
        return {}
    unread = {
        piece.mark
        for piece in before.sightings
        if piece.mark in asked.marks & asked.differs
        and asked.known.get(piece.mark, FLOOR) == FLOOR
        and all(asked.known.get(spot) == piece.surface for spot in piece.spots - {piece.mark})
    }
    return dict.fromkeys(unread, roles.mark)


def _frames(
    before: SettledBoard, seen: BoardEvidence, change: Changed, near: frozenset[Spot]
) -> NDArray[np.float32] | None:
    """How much of the frames of all spaces looks otherwise, None where something in the way may be why."""
    if near or seen.occlusion.hand:
        return None
    if seen.occlusion.shadow:
        return frames_in_shadow(seen.picture, before.picture, seen.noise, seen.size_wh)
    return change.frames


def _larger(
    before: SettledBoard, frames: NDArray[np.float32] | None, pushed: Set[Spot], roles: Roles
) -> frozenset[Spot]:
    """The marks on which no token can lie now: where the frame looks otherwise too, and under animals (R6.1).

    An animal whose frame looks otherwise may have been taken away, and that of a tile that was ``pushed`` looks so
    whatever lies on it. ``frames`` are None where something in the way may be what changed them.
    """
    was = {spot: reading.surface for spot, reading in before.readings.items()}
    animals = {spot for spot, surface in was.items() if surface == roles.cap}
    if frames is None:
        return frozenset(animals)
    spots = [spot for row in before.spots for spot in row]
    reframed = {spot for spot, share in zip(spots, frames.reshape(-1), strict=True) if share > REFRAMED}
    marks = {spot for spot in reframed if was.get(spot) in {roles.mark, roles.disc} - {None}}
    return frozenset(marks - pushed | animals - reframed)


def in_full_sight(seen: BoardEvidence, near: Collection[Spot]) -> bool:
    """Whether nothing in the way, or beside the board, may change how any of it looks."""
    return not (near or seen.occlusion.hand or seen.occlusion.shadow)
