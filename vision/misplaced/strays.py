"""What lies between spaces: things made of unit squares that no piece on the grid explains."""

from __future__ import annotations

from collections.abc import Sequence

from vision.explaining.candidates import Candidate
from vision.explaining.pieces import FOREIGN
from vision.explaining.read_board import ReadBoard
from vision.misplaced.lies import lump_on
from vision.misplaced.lumps import Lump
from vision.misplaced.lying import touched
from vision.observation import Problem, Sighting

_FITS = 0.55  # how well a lump must be explained by unit squares to be called a piece
_MOST_STRAYS = 3
_COVERED = 0.4  # share of an unread space that must be foreign for something to lie there
STRANGE_PIECE = "piece"
"""The kind of a sighting whose piece was seen as one thing but not named."""


def find_strays(board: ReadBoard, crooked: set[int], taken: set[int], askew: Sequence[Candidate]) -> list[Sighting]:
    """The things that lie between spaces, whatever was read there: one lump after the other.

    Args:
        board: the board.
        crooked: spaces that could not be read for what lies off the grid.
        taken: spaces of pieces that lie on it.
        askew: pieces that were read but do not; one that is as large gives a lump its name.
    """
    cover = board.seen.spaces.cover.reshape(-1)
    lost = {cell for cell, verdict in board.found.verdicts.items() if verdict.surface == FOREIGN}
    near = {cell for cell in lost | crooked if cover[cell] > _COVERED}
    near |= {c for cell in near for c in board.around(cell) if c in board.found.verdicts}
    found: list[Sighting] = []
    while near - taken and len(found) < _MOST_STRAYS:
        where = frozenset(map(board.cell, near - taken))
        lump = lump_on(board.seen.change, board.seen.size_wh, where)
        if lump is None or lump.lie.fit < _FITS:
            break
        off_board = any(not board.is_on(cell) for cell in lump.cells)
        reached = set(map(board.number, touched(lump.cells, lump.lie, board.seen.size_wh)))
        if lump.lie.is_off or off_board:  # else it lies as it should, and yet it is nothing known
            found.append(_stray(board, lump, reached, "off-board" if off_board else "misplaced", askew))
        if (near - taken).isdisjoint(reached):
            break  # what hangs together with it hides it: the same would be found again and again
        near -= reached
    return found


def _stray(board: ReadBoard, lump: Lump, reached: set[int], problem: Problem, askew: Sequence[Candidate]) -> Sighting:
    names = {
        (piece.kind.name, piece.kind.surface)
        for piece in askew
        if len(piece.cells) == len(lump.cells) and 2 * len(reached & set(piece.cells)) > len(piece.cells)
    }
    name, surface = names.pop() if len(names) == 1 else (STRANGE_PIECE, "")
    lie = lump.lie
    return Sighting(
        name,
        surface,
        board.spots_of(board.number(cell) for cell in lump.cells if board.is_on(cell)),
        None,
        lie.fit,
        lie.offset_xy,
        lie.turn_deg,
        problem,
        board.spots_of(reached),
    )
