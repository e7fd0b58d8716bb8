"""What lies beside a board on the simulated table, for the eye and against detectors that love empty tables."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from device.simulation.cards import cut_piece
from device.simulation.pieces import Kind, Piece
from device.simulation.sprite import Matrix, Sprite, shift
from engine.grid import Cell
from engine.polyomino import Polyomino

_TOKENS = ("feather", "mushroom", "nut", "berry")
_TOKENS_X, _TILES_X = -6.15, 6.2  # units from the middle of the table; a single board ends at 5
_TILES = (
    ("red", Polyomino.parse("##", "#o", "#.")),
    ("yellow", Polyomino.parse(".#", "##", ".o")),
    ("green", Polyomino.parse("o#", "#.")),
)


def supply(rng: np.random.Generator, px_per_unit: float) -> Iterator[tuple[Sprite, Matrix]]:
    """Heaps of tokens on the left, leaf tiles and a squirrel on the right: sprites and their places in table units."""
    for row, treasure in enumerate(_TOKENS):
        token = cut_piece(Piece(treasure, Kind.TOKEN, 0, treasure, (Cell(0, 0),)), px_per_unit, rng)
        for _ in range(int(rng.integers(3, 6))):
            x, y = _TOKENS_X + rng.normal(0, 0.28), -3.4 + 2.1 * row + rng.normal(0, 0.3)
            yield token, shift(x, y, rng.uniform(-60, 60))
    for row, (color, shape) in enumerate(_TILES):
        piece = Piece(color, Kind.LEAF, 0, color, shape.cells, shape.mark)
        place = shift(_TILES_X + rng.uniform(0, 0.25), -3.2 + 3.1 * row, rng.uniform(-14, 14))
        yield cut_piece(piece, px_per_unit, rng), place
    squirrel = cut_piece(Piece("squirrel", Kind.SQUIRREL, 0, "", (Cell(0, 0),)), px_per_unit, rng)
    for y in (4.6, 5.0):
        yield squirrel, shift(_TILES_X + rng.uniform(-0.3, 0.2), y, rng.uniform(-25, 25))
