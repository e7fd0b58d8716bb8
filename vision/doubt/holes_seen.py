"""Holes that are seen to be some, of tiles in doubt: by the floor within and the frame round them, where those lie.

Whatever colours the things beside it have, such a hole is no ground between them: they are its tile.
"""

from __future__ import annotations

import numpy as np

from vision.doubt.attempt import Attempt, Board
from vision.doubt.doubt_spread import READABLE, left_unread
from vision.doubt.no_tiles import as_large_as_a_tile
from vision.doubt.second_look import of_some_tile
from vision.explaining.candidates import sizes_of
from vision.explaining.pieces import Explained, beside, hanging_groups
from vision.explaining.read_board import ReadBoard
from vision.misplaced.framed_holes import is_framed_hole
from vision.roles import FLOOR

_RIMMED = 0.2  # share of a space that is foreign round a hole in it

Tile = tuple[tuple[int, ...], int]
"""Spaces as indices in reading order, and which of them may be the hole."""


def holes_seen(board: Board, attempt: Attempt) -> frozenset[int]:
    """The spaces of newly read tiles in doubt that are their holes: the floor is seen there, and their frame round it.

    Not where something lay before (R6.1), nor where a print is out of its place: a token repeats it (R12.1).
    """
    found, roles, cols = attempt.found, board.roles, board.marks.shape[1]
    unsure = {cell for cell, share in attempt.confidences.items() if share < READABLE}
    lost = left_unread(found, attempt.doubted | unsure)
    spaces = board.seen.spaces
    floor = (spaces.shade_disc + spaces.disc).reshape(-1)
    tiles = [(piece.cells, piece.mark) for piece, _ in found.pieces]
    groups = of_some_tile(found, board.before, roles, cols) + as_large_as_a_tile(found, board.before, roles, cols)
    tiles += [(group, min(group, key=lambda cell: floor[cell])) for group in groups]
    tiles += _with_ground(board, found)
    read = ReadBoard(board.seen, found, board.before)
    new = [(cells, mark) for cells, mark in tiles if lost & set(cells) and board.before[mark] == FLOOR]
    moved = attempt.moved.perhaps.difference(np.flatnonzero(board.prints.plain).tolist())
    return frozenset(mark for cells, mark in new if mark not in moved and is_framed_hole(read, cells, mark))


def _with_ground(board: Board, found: Explained) -> list[Tile]:
    """Groups of new things of no piece, each with ground beside it that may be its hole: as large as a tile."""
    roles, cols, covered = board.roles, board.marks.shape[1], board.seen.spaces.cover.reshape(-1)
    named = {cell for piece, _ in found.pieces for cell in piece.cells}
    kinds = {roles.single, *(kind.surface for kind in roles.patterned)}
    loose = {c for c, v in found.verdicts.items() if v.surface in kinds and board.before[c] == FLOOR} - named
    ground = {c for c, v in found.verdicts.items() if v.surface == FLOOR and covered[c] > _RIMMED}
    sizes = sizes_of(roles.patterned)
    tiles = list[Tile]()
    for group in hanging_groups(loose, cols):
        if len(group) + 1 in sizes:
            near = set[int]().union(*(beside(cell, cols) for cell in group)) & ground
            tiles += [((*sorted(group), cell), cell) for cell in sorted(near)]
    return tiles
