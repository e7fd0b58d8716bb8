"""Tells a board of the same make with other prints on it: spaces look otherwise on which nothing can lie.

Where the printed lines are seen round a space no piece lies on it. In ordinary play such a space is read; on a
board that has the same ground and other icons all that have one, here or there, are not.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from engine.game import Spot
from engine.sentence import Sentence, say
from vision.following.other_print import open_on_plane
from vision.measures.evidence import BoardEvidence

LEAST = 5  # spaces: never in 300 pictures of 29 games, hands included, and on 61 of 63 settled views of boards whose
# icons had changed places; round a space off the straight a line or two are not seen, so three sides must do
LIKE = 0.3  # likeness to the empty space from which it may be the same print under another light


def other_icons(seen: BoardEvidence, readings: Collection[Spot]) -> frozenset[Spot]:
    """The spaces on which nothing lies and another print is seen, if they are so many; ``readings`` are those read."""
    if seen.occlusion.hand:
        return frozenset()
    unread = np.array([[spot is not None and spot not in readings for spot in row] for row in seen.spots])
    if np.count_nonzero(unread) < LEAST:
        return frozenset()
    plane = np.rint(seen.plane).astype(np.uint8)
    size_wh = len(seen.spots[0]), len(seen.spots)
    strange = unread & open_on_plane(plane, size_wh) & (seen.spaces.likeness < LIKE)
    found = frozenset(spot for row, col in zip(*np.nonzero(strange), strict=True) if (spot := seen.spots[row][col]))
    return found if len(found) >= LEAST else frozenset()


def said_of_icons(boards: Sequence[BoardEvidence], readings: Collection[Spot]) -> Sentence | None:
    """What to do about the first of these boards that has other icons, in a sentence; None where none has."""
    for seen in boards:
        if spots := other_icons(seen, readings):
            return say(
                "{number} spaces of board {board} look otherwise than when it was measured, though nothing lies there: "
                "if this is another board, or its other side, lay out the one that was measured, or measure this one "
                "in the set-up.",
                number=len(spots),
                board=seen.seat + 1,
            )
    return None
