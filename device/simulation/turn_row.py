"""The numbered row of a solo game on the simulated table (R11.2): twelve spaces near the players, with their tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from device.simulation.pieces import GRID, Kind, Piece
from device.simulation.room import BoardPlace
from engine.grid import Symmetry
from engine.indian_summer.tiles import Tile
from engine.indian_summer.turn_row import PLACES

ROW = -1
"""In place of a seat: what lies in the row; its units start at the row's far left corner."""

SPACE_WH = (3.2, 5.2)
"""Width and depth of a space in units: any tile fits in, standing."""

ROW_WH = (PLACES * SPACE_WH[0], SPACE_WH[1])
_APART = 0.8  # units between a board's printed grid and the row
BELOW_WH = (ROW_WH[0], ROW_WH[1] + _APART)
"""How wide and deep the row is with what lies between it and the board, in units."""

ROW_PLACE = BoardPlace((GRID.cols - ROW_WH[0]) / 2, GRID.rows + _APART, 0.0)
"""Where the row lies: in the middle below a single board."""


def row_pieces(row: Sequence[Tile | None]) -> Iterator[Piece]:
    """The tiles of a row that lies as its state says."""
    for place, tile in enumerate(row):
        if tile is not None:
            height, width = tile.shape.size_hw
            shape = tile.shape.under(Symmetry.TURN_90) if width > height else tile.shape  # standing it takes less room
            cells = tuple(sorted(shape.cells))
            yield in_row(Piece(f"row-{place}", Kind.LEAF, ROW, tile.color.value, cells, shape.mark), place)


def in_row(piece: Piece, place: int) -> Piece:
    """The same tile in the middle of this space, exactly."""
    x, y = piece.centre_xy
    return replace(piece, offset_xy=((place + 0.5) * SPACE_WH[0] - x, SPACE_WH[1] / 2 - y), turn_deg=0.0)


def place_of(piece: Piece) -> int:
    """The space that a tile of the row lies on."""
    return int((piece.centre_xy[0] + piece.offset_xy[0]) // SPACE_WH[0])
