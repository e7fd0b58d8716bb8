"""A board on which two marks beside each other look different now, and a tile, for what is looked at again."""

from __future__ import annotations

from unittest.mock import Mock

import numpy as np

from engine.game import Surface
from tests.vision.conftest import ANY_ANIMAL, pieces
from vision.doubt.attempt import Board
from vision.explaining.candidates import Candidate
from vision.explaining.palette import Palette
from vision.measures.evidence import BoardEvidence
from vision.prints.print_in_place import Prints
from vision.roles import FLOOR, Roles

ROLES = Roles.of(pieces(ANY_ANIMAL))
PLAIN, PRINTED = 10, 11
TILE = Candidate(ROLES.patterned[0], (20, 21, 22), 22, False, 0.5, 0)


def board(plain_before: str, printed_before: str) -> tuple[Board, Prints]:
    """A board on which two marks beside each other look different now, one of them over plain ground."""
    none = np.zeros((8, 9), np.bool_)
    plain = none.copy()
    plain.reshape(-1)[PLAIN] = True
    prints = Prints(bare=none, hidden=~plain, vague=none, plain=plain, printed=~plain)
    changed = {PLAIN: Surface(plain_before), PRINTED: Surface(printed_before)}
    spaces = Mock(disc=np.zeros(none.shape, np.float32), circle=np.full(none.shape, 3.0))
    seen = Mock(spec=BoardEvidence, occlusion=Mock(hand=False, shadow=False), spaces=spaces)
    cells = [PLAIN, PRINTED]
    known = [changed.get(cell, FLOOR) for cell in range(72)]
    return Board(seen, prints, ROLES, Palette(), known, ~none, cells, [], [0] * 72, changed), prints
