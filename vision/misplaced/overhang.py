"""A piece that covers the rim as a hand does, but is made of squares: it lies across the edge, or is tall beside it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.game import Spot
from engine.grid import Cell
from vision.measures.across_rim import crossing
from vision.measures.board_picture import BoardPicture
from vision.measures.color import compare
from vision.measures.evidence import BoardEvidence
from vision.measures.occlusion import Occlusion
from vision.measures.uneven_light import light_between
from vision.misplaced.lumps import Lump, lump_in
from vision.misplaced.lying import touched
from vision.misplaced.strays import STRANGE_PIECE
from vision.observation import Sighting
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

_FITS = 0.58  # how well unit squares must explain it; hands reach 0.65, tiles begin at 0.53
_SURELY = 0.7  # the same of what is told at once
_LEAST, _MOST = 3, 5  # squares of a tile
_FOREIGN = 0.5
_BORDER_PX = 5  # the widest that the border of a board is, and one more
_LEANS = 0.5  # spaces beside the board that a piece on it may hide


def find_overhang(seen: BoardEvidence, before: BoardPicture | None) -> Sighting | None:
    """The piece that lies across the edge, where what crosses the rim is one; a hand never is but by its outline.

    Outlines alone do not tell every hand from a tile: ask only of what has kept still for longer than hands do.

    Args:
        seen: a picture of the board.
        before: the board as it was settled last, if it ever was: other pieces then do not melt into this one.
    """
    lump, _ = _crossing(seen, before)
    if lump is None:
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


def leans_out(seen: BoardEvidence, before: BoardPicture | None) -> bool:
    """Whether what crosses the rim stands on the board: a tall piece that the camera sees aslant.

    It ends beside the board, while every hand comes from farther outside. The arguments are those of ``find_overhang``.
    """
    return _leaning(seen, before) is not None


def is_seen_to_lean_out(seen: BoardEvidence, before: BoardPicture | None = None) -> bool:
    """Whether one picture is enough to tell that a tile leans out: whatever its colour, nothing goes on beside it.

    A hand may have the colour of the table, but hardly its brightness all along; where the picture ends nothing tells.
    The arguments are those of ``find_overhang``.
    """
    across = crossing(seen.change.plain)
    lump = None if _goes_on(_over_the_border(across, seen.change.plain)) else _leaning(seen, before)
    if lump is None or len(lump.cells) < _LEAST or lump.lie.fit < _SURELY:
        return False
    return _is_seen_round(across, seen)


def is_card_on_marks(seen: BoardEvidence, before: BoardPicture, marks: Collection[Spot]) -> bool:
    """Whether one picture is enough to tell that an animal leans out: it lies on marks (R6.1), no hand fits on those.

    So two squares are enough, and where it has the hue of the rim what crosses that may look like a shadow of it.

    Args:
        seen: a picture of the board.
        before: the board as it was settled last.
        marks: the spots that were known to be marks then.
    """
    if _goes_on(_over_the_border(crossing(seen.change.plain), seen.change.plain)):
        return False  # most hands end here, before the pictures are compared
    change = compare(seen.picture, before, light_between(seen.picture, before), seen.noise)
    # a card may be as light as the line round the grid, or as dark as the shadow that a tile throws over that
    joined = np.ones((_BORDER_PX, _BORDER_PX), np.uint8)
    foreign = np.asarray(cv2.morphologyEx(change.plain, cv2.MORPH_CLOSE, joined), np.float32)
    across = crossing(foreign)
    lump = lump_in(foreign, across)
    if lump is None or lump.lie.fit < _SURELY or not _is_seen_round(across, seen):
        return False
    spots = {Cell(row, col): spot for row, line in enumerate(seen.spots) for col, spot in enumerate(line)}
    return all(spots.get(cell) in marks for cell in lump.cells)


def is_all_that_leans(seen: BoardEvidence, before: BoardPicture) -> bool:
    """Whether nothing crosses the rim that did not in an earlier picture."""
    since = compare(seen.picture, before, light_between(seen.picture, before), seen.noise)
    return not crossing(since.shaded).any()


def unhindered(seen: BoardEvidence) -> BoardEvidence:
    """The same picture of a board with nothing in the way."""
    return replace(seen, occlusion=Occlusion(False, False, np.zeros_like(seen.occlusion.reached)))


def _leaning(seen: BoardEvidence, before: BoardPicture | None) -> Lump | None:
    """What stands on the board and crosses the rim, None where it is something else or goes on beside the board."""
    lump, across = _crossing(seen, before)
    rows, cols = len(seen.spots), len(seen.spots[0])
    if lump is None or _goes_on(across):
        return None
    return lump if all(cell.row in range(rows) and cell.col in range(cols) for cell in lump.cells) else None


def _over_the_border(across: NDArray[np.bool_], foreign: Plane) -> NDArray[np.bool_]:
    """The same with what it hangs together with beyond the board's border, bool of the plane's shape.

    Of the border itself, between a light board and a dark table, nothing in between differs for sure.
    """
    clear = cv2.morphologyEx((foreign > _FOREIGN).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, labels = cv2.connectedComponents(
        cv2.morphologyEx(clear, cv2.MORPH_CLOSE, np.ones((_BORDER_PX, _BORDER_PX), np.uint8))
    )
    return np.asarray(across | np.isin(labels, np.setdiff1d(labels[across], [0])))


def _is_seen_round(across: NDArray[np.bool_], seen: BoardEvidence) -> bool:
    """Whether the picture shows all that lies round what crosses the rim, bool of the plane's shape."""
    reach = round(2 * _LEANS * PX_PER_SPACE) | 1
    around = cv2.dilate(across.astype(np.uint8), np.ones((reach, reach), np.uint8)) > 0
    unseen = seen.picture.plane.max(axis=2) == 0  # as ``rectify`` fills what the picture does not show
    return not (around & unseen).any()


def _goes_on(across: NDArray[np.bool_]) -> bool:
    """Whether what crosses the rim, bool of the plane's shape, goes on beside the board."""
    far = round((MARGIN_SPACES - _LEANS) * PX_PER_SPACE)
    beside = across.copy()
    beside[far:-far, far:-far] = False
    return bool(beside.any())


def _crossing(seen: BoardEvidence, before: BoardPicture | None) -> tuple[Lump | None, NDArray[np.bool_]]:
    """What is new across the rim as a piece, None where it is none; and where that is, bool of the plane's shape."""
    change = seen.change
    if before is not None:
        change = compare(seen.picture, before, light_between(seen.picture, before), seen.noise)
    across = crossing(change.shaded)
    lump = lump_in(change.plain, across)
    return (None if lump is None or len(lump.cells) > _MOST or lump.lie.fit < _FITS else lump), across
