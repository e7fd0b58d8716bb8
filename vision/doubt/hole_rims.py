"""What lies round a bare mark: a hole is cut out of its tile, so nothing of quite another colour borders on it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.game import Surface
from vision.explaining.pieces import Explained
from vision.measures.board_parts import board_of
from vision.measures.evidence import BoardEvidence
from vision.measures.measuring import bands
from vision.roles import FLOOR, Roles

_SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))  # as ``SpaceEvidence.side_chroma`` has them
_OTHER_DEG = 90.0  # between the hue of a leaf and that of what is none of it: prints of one tile differ by 60
_COLOURFUL = 0.8  # share of the chroma of the leaf from which a hue is one
_GREY = 8.0  # CIELAB chroma below which no hue is told
_COVERED = 0.5  # share of a side that is foreign
_SEVERAL = 2  # of the four sides: of 490 holes eight had one of another colour, three two, where other tiles lay beside


def strangely_rimmed(found: Explained, before: Sequence[Surface], seen: BoardEvidence, roles: Roles) -> frozenset[int]:
    """The spaces of newly read pieces with a bare mark on which something of quite another colour lies.

    A coin that leaves some of the floor bare beside a tile looks like a ring round a hole. Bare sides do not tell, for
    the piece may lie a little aside, nor those towards other pieces, for so may they.

    Args:
        found: what was read.
        before: the surfaces that were there, in reading order.
        seen: the evidence.
        roles: what the kinds of pieces look like.
    """
    if not found.pieces:
        return frozenset()
    spaces = seen.spaces
    rows, cols = spaces.cover.shape
    now = found.over(before)
    chromas, hues = spaces.side_chroma.reshape(-1, 4), spaces.side_hue_deg.reshape(-1, 4)
    plain = board_of(seen.change.plain, seen.size_wh)
    color = spaces.color.reshape(-1)
    strange: set[int] = set()
    for piece, _ in found.pieces:
        mark = piece.mark
        if now[mark] != roles.mark:
            continue
        leaf = complex(color[[cell for cell in piece.cells if cell != mark]].mean())
        row, col = divmod(mark, cols)
        covered = bands(plain[row : row + 1, col : col + 1]).mean(axis=-1)[0, 0] > _COVERED
        turned = np.abs((hues[mark] - np.degrees(np.angle(leaf)) + 180.0) % 360.0 - 180.0)
        other = (chromas[mark] > max(_GREY, _COLOURFUL * abs(leaf))) & (turned > _OTHER_DEG) & covered
        told = 0
        for (down, right), is_other in zip(_SIDES, other.tolist(), strict=True):
            if is_other and 0 <= row + down < rows and 0 <= col + right < cols:
                cell = mark + down * cols + right
                told += cell in piece.cells or now[cell] == FLOOR
        if told >= _SEVERAL:
            strange |= set(piece.cells)
    return frozenset(strange)
