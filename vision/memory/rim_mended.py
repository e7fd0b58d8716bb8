"""A picture of the empty board with a hand on the rim: once that has gone, the rim is taken from a later picture.

Else all that would be seen from then on is that the rim has changed, as if a hand lay there now.
"""

from __future__ import annotations

import numpy as np

from vision.measures.board_parts import board_of
from vision.measures.board_picture import BoardPicture
from vision.measures.color import Light
from vision.measures.evidence import BoardEvidence
from vision.memory.cleared_rim import covered_at_first

_SPILT = 0.3  # share of a space that may be taken from the later picture


def mended(seen: BoardEvidence, light: Light) -> BoardPicture | None:
    """The empty board as it is without what lay across its rim when it was taken, or None where a hand may be there.

    Nor where that reached far onto a space: something may have come to lie there since, and it is read past.

    Args:
        seen: the evidence of a picture in which something seems to lie across the rim.
        light: that of this picture compared with the one of the empty board.
    """
    gone = covered_at_first(seen)
    if gone is None:
        return None
    if board_of(gone.astype(np.float32), seen.size_wh).mean(axis=(2, 3)).max() > _SPILT:
        return None
    plane = seen.empty.plane.copy()
    plane[gone] = (seen.picture.plane[gone] / np.maximum(light.gain[gone], 1e-3)).clip(0.0, 255.0)
    return BoardPicture(plane)
