"""A hand that rests beside a board: it crosses the rim and touches pieces that lay there before, but reaches no space.

While it stays, nothing new is believed of the spaces near it or in its shadow: they are read where they show what they
showed before, and a piece that lies there even in part waits until the hand has gone. What reaches spaces and keeps
still for longer than any hand, a rulebook or a cable, is read past in the same way.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.game import Reading, Spot, Surface
from vision.explaining.pieces import hanging_groups
from vision.measures.across_rim import coming_since, crossing, crossing_since
from vision.measures.board_parts import block_means
from vision.measures.board_picture import BoardPicture
from vision.measures.color import compare
from vision.measures.evidence import BoardEvidence
from vision.measures.uneven_light import light_between
from vision.observation import Sighting
from vision.reading import BoardReading
from vision.reference import PX_PER_SPACE, Plane

Mask = NDArray[np.bool_]

_REACHES = 0.04  # share of a space that a hand must cover to be over it, as for a hand over an empty board
_ROUND_SPACES = 0.5  # round a hand and its shadow: a gap of light may part it from a piece that it holds


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """A picture of a board with something beside it, as if that were not there, and the spots that it may disturb.

    ``lying`` is what stays there, bool of the plane's shape, None for a hand: spots near that wait for nothing.
    """

    seen: BoardEvidence
    near: frozenset[Spot]
    lying: Mask | None = None


def find_beside(seen: BoardEvidence, before: BoardPicture, lying: Mask | None) -> Beside | None:
    """What crosses the rim, where it reaches no space; None for a hand that does, or holds something there.

    Args:
        seen: a picture of the board in which something crosses the rim.
        before: the board as it was settled last.
        lying: what has been found to lie across the rim since before that, None for nothing.
    """
    since = compare(seen.picture, before, light_between(seen.picture, before), seen.noise)
    reached = _shares(crossing_since(seen.change.shaded, since.shaded), seen)
    if (reached > _REACHES).any():
        return None
    shaded = coming_since(seen.change.plain, since.plain) | seen.occlusion.lost
    if lying is None:
        return _beside(seen, shaded, None)
    return _beside(seen, shaded, lying & crossing(seen.change.plain))


def find_lying(seen: BoardEvidence, before: BoardPicture | None, known: Mask | None = None) -> Beside:
    """What crosses the rim as something that lies there and will stay: ask of what has kept still for long.

    The arguments are those of ``find_beside``; ``before`` is None for a board that was never settled. What lay there
    when the picture of the empty board was taken, and has gone, is told from the rest in the same way.
    ``known`` is all of it where that is known, bool of the plane's shape.
    """
    if known is not None:
        return _beside(seen, known, known)
    if before is None:
        across = crossing(seen.change.plain)
    else:
        since = compare(seen.picture, before, light_between(seen.picture, before), seen.noise)
        across = crossing_since(seen.change.plain, since.plain)
    return _beside(seen, across, across)


def _beside(seen: BoardEvidence, across: Mask, lying: Mask | None) -> Beside:
    covered = across if lying is None else across | lying
    side = 2 * round(_ROUND_SPACES * PX_PER_SPACE) + 1
    near = _shares(cv2.dilate(covered.astype(np.uint8), np.ones((side, side), np.uint8)), seen) > _REACHES
    spots = [spot for row in seen.spots for spot in row]
    occlusion = replace(seen.occlusion, hand=lying is not None, reached=_shares(covered, seen))
    return Beside(
        replace(seen, occlusion=occlusion),
        frozenset(s for s, disturbed in zip(spots, near.reshape(-1), strict=True) if s is not None and disturbed),
        lying,
    )


def _shares(mask: NDArray[np.bool_ | np.integer | np.floating], seen: BoardEvidence) -> Plane:
    """The share of every space that a mask covers, (rows, cols)."""
    return block_means(mask.astype(np.float32), seen.size_wh)


def _hanging_together(some: Collection[Spot], spots: Sequence[Sequence[Spot | None]]) -> list[frozenset[Spot]]:
    """Some spots of a board in groups that hang together by edges."""
    flat = [spot for row in spots for spot in row]
    groups = hanging_groups([cell for cell, spot in enumerate(flat) if spot in some], len(spots[0]))
    return [frozenset(spot for cell in group if (spot := flat[cell]) is not None) for group in groups]


def undisturbed(
    found: BoardReading,
    near: frozenset[Spot],
    before: Mapping[Spot, Reading],
    known: tuple[Sighting, ...],
    spots: Sequence[Sequence[Spot | None]],
    cap: Surface | None,
) -> BoardReading:
    """What may be believed of a reading beside which something rests.

    Args:
        found: what was read.
        near: the spots that may be disturbed.
        before: the readings before.
        known: the pieces seen before.
        spots: those of the board by row and column.
        cap: the surface of what lies on several marks at once and is no piece that is sighted, None if nothing does.
    """
    old = {(sighting.surface, sighting.spots, sighting.mark) for sighting in known}
    doubtful = [s for s in found.sightings if s.touches & near and (s.surface, s.spots, s.mark) not in old]
    lost = near.union(*(sighting.spots | sighting.touches for sighting in doubtful))
    new = {s for s, r in found.readings.items() if r.surface == cap and (s not in before or before[s].surface != cap)}
    lost = lost.union(*(group for group in _hanging_together(new, spots) if group & near))  # it may not lie there yet
    readings = {
        spot: reading
        for spot, reading in found.readings.items()
        if spot not in lost or (spot in before and before[spot].surface == reading.surface)
    }
    return BoardReading(readings, tuple(s for s in found.sightings if s not in doubtful), found.doubtful)
