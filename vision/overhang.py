"""A piece that lies across the edge of a board: it covers the rim as a hand does, but it is made of squares."""

from __future__ import annotations

from engine.grid import Cell
from vision.color import BoardPicture, compare, estimate_light
from vision.evidence import BoardEvidence
from vision.lying import lump_in, touched
from vision.observation import Sighting
from vision.occlusion import crossing
from vision.strays import STRANGE_PIECE

_FITS = 0.58  # how well unit squares must explain it; hands reach 0.65, tiles begin at 0.53
_MOST = 5  # squares of a tile


def find_overhang(seen: BoardEvidence, before: BoardPicture | None) -> Sighting | None:
    """The piece that lies across the edge, where what crosses the rim is one; a hand never is but by its outline.

    Outlines alone do not tell every hand from a tile: ask only of what has kept still for longer than hands do.

    Args:
        seen: a picture of the board.
        before: the board as it was settled last, if it ever was: other pieces then do not melt into this one.
    """
    change = seen.change
    if before is not None:
        change = compare(seen.picture, before, estimate_light(seen.picture, before), seen.noise)
    lump = lump_in(change.plain, crossing(change.shaded))
    if lump is None or len(lump.cells) > _MOST or lump.lie.fit < _FITS:
        return None
    rows, cols = len(seen.spots), len(seen.spots[0])

    def on_board(cell: Cell) -> bool:
        return 0 <= cell.row < rows and 0 <= cell.col < cols

    reached = touched(lump.cells, lump.lie, seen.size_wh)
    if all(map(on_board, lump.cells)) or not reached:
        return None
    spots = (seen.spots[cell.row][cell.col] for cell in lump.cells if on_board(cell))
    touches = (seen.spots[cell.row][cell.col] for cell in reached)
    return Sighting(
        STRANGE_PIECE,
        "",
        frozenset(spot for spot in spots if spot is not None),
        None,
        lump.lie.fit,
        lump.lie.offset_xy,
        lump.lie.turn_deg,
        "off-board",
        frozenset(spot for spot in touches if spot is not None),
    )
