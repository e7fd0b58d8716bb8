"""What is known of the spaces of a board before any of them is read."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.prints.print_in_place import Prints

Flags = NDArray[np.bool_]


class Beforehand(NamedTuple):
    """What is known of each space, bool (rows, cols), but for ``reached``, float32 (rows, cols), 0 to 1.

    ``reached`` is the share of it that hangs together with something across the rim. ``icons`` show the icon of a
    token, however little its disc stands out. ``marks`` are those of pieces that lay there before: what looks like a
    leaf lies on them. ``prints`` tell what is known and seen of the prints: where nothing is printed a disc is one only
    if it can be little else (R5.1, R12.1). On ``laid`` ones one turn can have laid a tile: an animal needs its
    hole (R6.1) and comes after it, mostly in a later look; those that ``came`` were read as bare floor before, so that
    it was this turn.
    """

    reached: NDArray[np.float32]
    icons: Flags
    marks: Flags
    prints: Prints
    laid: Flags
    came: Flags

    @classmethod
    def nothing(cls, shape: tuple[int, ...]) -> Beforehand:
        """Nothing known about so many rows and columns of spaces."""
        no = np.zeros(shape, np.bool_)
        return cls(np.zeros(shape, np.float32), no, no, Prints(no, no, no, no, no), no, no)
