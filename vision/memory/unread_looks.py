"""Unread spots of a settled board: the looks in which they came to show what they show, and what came onto them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game import Spot
from vision.measures.board_picture import BoardPicture
from vision.measures.evidence import BoardEvidence
from vision.measures.stillness import Changed, changed

REFRAMED = 0.4  # of 140 animals over marks 134 had more, of 1,179 marks and tokens that stayed 6
_LAID = 0.3  # share of an unread space that looks different from which something else has come to lie there
SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Unread(NamedTuple):
    """The unread spots of a board that was settled in a ``picture``.

    ``doubtful`` were in full sight; ``looks`` are the numbers of the looks in which they came to show what they show, 0
    since the last one in full sight.
    """

    spots: tuple[tuple[Spot | None, ...], ...]
    picture: BoardPicture
    doubtful: frozenset[Spot]
    looks: Mapping[Spot, int]

    def looks_kept(self, change: Changed, differs: Set[Spot], bare: Set[Spot]) -> dict[Spot, int]:
        """The numbers of the looks in which unread spots came, after one in which not all was in full sight.

        What is still there keeps its number. Of what comes on ``bare`` ground, which something hides or shades, a part
        may show later than the rest: all of it has come by the next look in full sight.
        """
        return self._kept(change, differs) | dict.fromkeys(bare, 0)

    def looks_after(self, change: Changed, differs: Set[Spot], bare: Set[Spot]) -> dict[Spot, int]:
        """The same after a look in full sight: on ``bare`` ground, and where much differs, something came in this one.

        So did what has come since the last of them.
        """
        came = set(bare)
        if doubtful := self.doubtful & differs:
            came |= doubtful & self._anew(change)
        came |= {spot for spot, look in self.looks.items() if not look}
        return self._kept(change, differs) | dict.fromkeys(came, 1 + max(self.looks.values(), default=0))

    def still_there(self, change: Changed, differs: Set[Spot]) -> frozenset[Spot]:
        """The spots unread in full sight on which nothing else can have come to lie: they differ little or not."""
        doubtful = self.doubtful & differs
        return self.doubtful - (doubtful & self._anew(change)) if doubtful else self.doubtful

    def _kept(self, change: Changed, differs: Set[Spot]) -> dict[Spot, int]:
        if not self.looks:
            return {}
        gone = differs - self.still_there(change, differs)
        return {spot: look for spot, look in self.looks.items() if spot not in gone}

    def covered_anew(self, seen: BoardEvidence, change: Changed) -> frozenset[Spot]:
        """The spots of pieces that lie there still whose frame looks otherwise: what lies on them now is no token.

        They were covered, and came in the same look as a neighbour that has not changed.
        """
        if not self.doubtful & self.looks.keys():
            return frozenset()
        same = {spot for spot, differs in self._each(change.insides) if not differs}
        asked = {
            spot
            for spot, share in self._each(change.frames)
            if share > REFRAMED and spot in self.doubtful and spot in self.looks
            if any(near in same and self.looks.get(near) == self.looks[spot] for near in self._beside(spot))
        }
        if not asked:
            return frozenset()
        lay = changed(self.picture, seen.empty, seen.noise, seen.size_wh).shares
        return frozenset(spot for spot, share in self._each(lay) if spot in asked and share > REFRAMED)

    def _anew(self, change: Changed) -> frozenset[Spot]:
        """The spots on which something else must have come to lie, if they were unread."""
        return frozenset(spot for spot, share in self._each(change.shares) if share > _LAID)

    def _each(self, cells: NDArray[np.generic]) -> Iterator[tuple[Spot, float]]:
        """Each spot with its number of these, (rows, cols)."""
        flat = (spot for row in self.spots for spot in row)
        return ((spot, share) for spot, share in zip(flat, cells.reshape(-1).tolist(), strict=True) if spot is not None)

    def _beside(self, spot: Spot) -> Iterator[Spot]:
        """The spots at its edges."""
        rows = self.spots
        ((row, col),) = ((r, c) for r, each in enumerate(rows) for c, other in enumerate(each) if other == spot)
        for r, c in ((row + down, col + right) for down, right in SIDES):
            if 0 <= r < len(rows) and 0 <= c < len(rows[r]) and (near := rows[r][c]) is not None:
                yield near
