"""What lies over marks and is larger than one space, as animals are: it goes on from hole to hole without an edge.

Spaces are bool (rows, cols). Borders are what a border inside a piece costs, in nats, float64 (2, rows, cols): to the
right of each space and below it, below 0 where no edge is seen.
"""

from __future__ import annotations

from collections.abc import Collection

import cv2
import numpy as np
from numpy.typing import NDArray

_NO_EDGE = -0.3  # nats of a border along which no edge is seen
_PARTED = 0.5  # nats of a border that no animal lies across: 98 % of theirs had at most 0.24, in shadows as well
_HARDLY_PARTED = 1.2  # the same of two that are found on marks at once: a face ends at the border

Spaces = NDArray[np.bool_]
Borders = NDArray[np.float64]


def joined_to(capped: Spaces, borders: Borders) -> Spaces:
    """The spaces that no edge parts from a ``capped`` neighbour; flat or (rows, cols) as that is."""
    return next_door(capped.reshape(borders.shape[1:]), borders < _NO_EDGE).reshape(capped.shape)


def has_neighbour(capped: Spaces) -> Spaces:
    """The spaces beside a ``capped`` one."""
    return next_door(capped, np.ones((2, *capped.shape), np.bool_))


def lone_caps(new: Collection[int], old: Collection[int], marks: Collection[int], borders: Borders) -> tuple[int, ...]:
    """The spaces newly read as capped, alone or behind a clear edge: too much like a token or a shaded hole.

    What was capped alone before waits for the rest of its thing.

    Args:
        new: the spaces (indices in reading order) newly read so.
        old: those that were.
        marks: those that were marks: animals are laid on them (R6.1), and tokens hardly ever after their tiles (R5.1).
        borders: between the spaces.
    """
    if not new:
        return ()
    now, was, stood = (np.zeros(borders.shape[1:], np.bool_) for _ in range(3))
    now.reshape(-1)[[*new]] = was.reshape(-1)[[*old]] = stood.reshape(-1)[[*marks]] = True
    halves = was & ~has_neighbour(was)
    alone = now & ~next_door(now | halves, borders <= _PARTED)
    stood &= now
    alone &= ~(stood & next_door(stood, borders <= _HARDLY_PARTED))
    return tuple(np.flatnonzero(alone).tolist())


def over_marks(covered: Spaces, plain: Spaces, larger: Spaces) -> Spaces:
    """The spaces on which an animal must have come to lie, of marks that are ``covered`` at once by something new.

    On a mark over ``plain`` ground nothing else is ever laid (R4.3, R5.1), and an animal covers two or more (R6.1): so
    it lies on both of two that have no third beside them, and on all where nothing is printed below any. It also lies
    on all of which none can hold a token: what lies there is ``larger``.
    """
    number, parts = cv2.connectedComponents(covered.astype(np.uint8), connectivity=4)
    found = np.zeros(covered.shape, np.bool_)
    for part in range(1, number):
        group = parts == part
        two, more = group.sum() == 2, group.sum() > 2
        if (two and plain[group].any()) or (more and plain[group].all()) or ((two or more) and larger[group].all()):
            found |= group
    return found


def next_door(spaces: Spaces, through: Spaces) -> Spaces:
    """The spaces with one of these beside them ``through`` a border, bool (2, rows, cols)."""
    right, down = through[0, :, :-1], through[1, :-1]
    found = np.zeros(spaces.shape, np.bool_)
    found[:, :-1] |= spaces[:, 1:] & right
    found[:, 1:] |= spaces[:, :-1] & right
    found[:-1] |= spaces[1:] & down
    found[1:] |= spaces[:-1] & down
    return found
