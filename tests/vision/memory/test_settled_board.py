"""What of a settled board is asked together with something unread."""

from __future__ import annotations

import numpy as np
import pytest

from engine.game import Reading, Surface
from engine.grid import Cell, Space
from vision.measures.board_picture import BoardPicture
from vision.memory.settled_board import SettledBoard, entangled
from vision.observation import Sighting

LEAF, OTHER = Surface("leaf.green"), Surface("leaf.red")
MARK, *BODY = (Space(0, cell) for cell in (Cell(3, 4), Cell(3, 3), Cell(4, 4)))
SPOTS = tuple(tuple(Space(0, Cell(row, col)) for col in range(9)) for row in range(8))


@pytest.mark.parametrize(
    ("body", "marks", "problem", "alone"),
    [
        ([LEAF, LEAF], {MARK}, "", True),
        ([LEAF, LEAF], set[Space](), "", False),
        ([LEAF, LEAF], {MARK}, "misplaced", False),
        ([LEAF, OTHER], {MARK}, "", False),
        ([LEAF], {MARK}, "", False),
    ],
    ids=["read", "its mark never was", "misplaced", "read as something else", "read in part"],
)
def test_a_tile_is_not_asked_again_for_what_came_onto_its_mark(
    body: list[Surface], marks: set[Space], problem: str, alone: bool
) -> None:
    """R6.1: under an animal nobody sees the hole, and the leaves alone would hardly be known."""
    piece = Sighting("green leaf", "leaf.green", frozenset({MARK, *BODY}), MARK, 1.0, problem=problem)
    read = {spot: Reading(Surface("floor"), 1.0) for row in SPOTS for spot in row}
    read |= {spot: Reading(surface, 1.0) for spot, surface in zip(BODY, body, strict=False)}
    for unread in [MARK, *BODY[len(body) :]]:
        del read[unread]
    surfaces = {spot: reading.surface for spot, reading in read.items()}
    picture = BoardPicture(np.zeros((4, 4, 3), np.float32))
    board = SettledBoard(SPOTS, picture, surfaces, read, (piece,), (), marks=frozenset(marks))
    assert entangled(board, ()) == ({MARK} if alone else piece.spots)
