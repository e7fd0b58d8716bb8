"""Too much light for the camera: what may be believed of spaces of which a channel is cut off nearly all over.

Two channels still tell the bare floor, but hardly one leaf from another: a piece without colours is known by its size,
if all round it is known as well.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from vision.explaining.floor_costs import BURNT
from vision.explaining.pieces import FOREIGN, Explained, beside
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR

_NO_LEAF = 0.2  # share of a space that is foreign at most where no leaf lies


def colourless(
    found: Explained, before: Sequence[Surface], seen: SpaceEvidence, unread: Collection[int]
) -> frozenset[int]:
    """The spaces (indices in reading order) read as something new whose colours are not to be seen.

    Args:
        found: what was read.
        before: what lay on each space.
        seen: the measures.
        unread: the spaces that are left unread so far: what lies beside may go on there.
    """
    burnt = seen.burnt.reshape(-1) > BURNT
    if not burnt.any():
        return frozenset()
    named = {cell for piece, _ in found.pieces for cell in piece.cells}
    waiting = [set(piece.cells) for piece, _ in found.pieces if _is_pale(set(piece.cells) - {piece.mark}, burnt)]
    waiting += [
        {cell}
        for cell, verdict in found.verdicts.items()
        if burnt[cell] and cell not in named and before[cell] == FLOOR and verdict.surface not in (FLOOR, FOREIGN)
    ]
    lost: set[int] = set()
    cols = seen.burnt.shape[1]
    strange = {cell for cell, verdict in found.verdicts.items() if verdict.surface == FOREIGN}
    while near := [cells for cells in waiting if _around(cells, cols) & (lost | strange | set(unread))]:
        lost |= set().union(*near)
        waiting = [cells for cells in waiting if cells not in near]
    return frozenset(lost)


def perhaps_covered(unseen: Collection[int], seen: SpaceEvidence) -> frozenset[int]:
    """Those of the unseen spaces (indices in reading order) on which a leaf may lie.

    What was cut off on the empty board and still is may be bare or as pale; any leaf would darken some channel.
    """
    cover = seen.cover.reshape(-1)
    return frozenset(cell for cell in unseen if cover[cell] > _NO_LEAF)


def _is_pale(body: Collection[int], burnt: NDArray[np.bool_]) -> bool:
    """Whether most of a piece's spaces have lost their colours."""
    return 2 * sum(bool(burnt[cell]) for cell in body) > len(body)


def _around(cells: Collection[int], cols: int) -> set[int]:
    """The spaces with a side in common with these; numbers outside the board do no harm."""
    return set().union(*(beside(cell, cols) for cell in cells)) - set(cells)
