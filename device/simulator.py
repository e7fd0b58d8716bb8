"""A table that does not exist, with boards, pieces, hands, a lamp and a camera above it.

Its physical truth is pieces at continuous positions; what leaves it is pictures: see ``simulation/scenery.py``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from device.simulation.hand import Reach
from device.simulation.pieces import GRID, Floor, Kind, Piece, checked_floor, laid_shape, misplaced, truth, truth_rows
from device.simulation.scenery import Scenery
from device.simulation.turn_row import ROW, ROW_WH, in_row, place_of, row_pieces
from engine.grid import Cell, Space
from engine.indian_summer.tiles import Tile
from engine.polyomino import Polyomino
from engine.sentence import say
from vision.frame import Pixels
from vision.pose import Points

QUIET_S = 2.0
"""No hand comes before this time, so that the empty boards can be calibrated."""

_PAUSE_S = 0.3  # between two visits of a hand
_OUTSIDE = 1.9  # units beyond the picture's edge, where a hand waits unseen


@dataclass(frozen=True, slots=True)
class _Lay:
    piece: Piece


@dataclass(frozen=True, slots=True)
class _Lift:
    id: str


@dataclass(slots=True)
class _Visit:
    """A hand under way: what it came for and what it carries now."""

    errand: _Lay | _Lift
    reach: Reach
    began_s: float
    carried: Piece | None
    touched: bool = False


class SimulatedTable:
    """One to four boards with the given printed treasures; the same seed and requests give the same pictures.

    Args:
        floors: a board each by seat, as in a position file (8 rows of 9 characters).
        seed: decides art, camera position, light, noise, and how pieces are misplaced.
        size_wh: of the pictures in pixels.
        row: the tiles of the numbered row of a solo game, which lies below the board then; the camera hangs so high
            that both are in the picture.

    Raises:
        ValueError: a floor is not of that form, or there are not 1 to 4.
    """

    def __init__(
        self,
        floors: Sequence[Iterable[str]],
        seed: int,
        size_wh: tuple[int, int] = (1000, 750),
        row: Sequence[Tile | None] = (),
    ) -> None:
        self._floors: tuple[Floor, ...] = tuple(checked_floor(floor) for floor in floors)
        self._scenery = Scenery(self._floors, seed, size_wh, row=bool(row))
        self._habits = np.random.default_rng([seed, 2])
        self._pieces: dict[str, Piece] = {}
        self._errands: deque[_Lay | _Lift] = deque()
        self._visit: _Visit | None = None
        self._free_s = QUIET_S
        self._asked = 0
        self.now_s = 0.0
        self._pieces |= {piece.id: piece for piece in row_pieces(row)}
        self._scenery.draw_all(self._pieces.values())

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height of the pictures."""
        return self._scenery.size_wh

    @property
    def floors(self) -> tuple[Floor, ...]:
        """The printed treasures by seat."""
        return self._floors

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What lies on the boards, in the order it was laid; what a hand holds does not lie."""
        return tuple(piece for piece in self._pieces.values() if piece.seat != ROW)

    @property
    def row(self) -> Mapping[int, Piece]:
        """The tiles of the numbered row by the place where they lie, 0 at the left; empty where there is no row."""
        return {place_of(piece): piece for piece in self._pieces.values() if piece.seat == ROW}

    @property
    def busy(self) -> bool:
        """Whether a hand is over the table or still has something to do."""
        return self._visit is not None or bool(self._errands)

    def truth(self) -> dict[Space, str]:
        """The surface on top of every space as it really is; for comparison, never for reading."""
        return truth(self.pieces, len(self._floors))

    def truth_rows(self, seat: int) -> tuple[str, ...]:
        """One board as it really is, in the letters of the table message."""
        return truth_rows(self.pieces, seat)

    def top_at(self, seat: int, cell: Cell) -> Piece | None:
        """The uppermost piece on a space."""
        for piece in reversed(self.pieces):
            if piece.seat == seat and cell in piece.cells:
                return piece
        return None

    def corners_px(self, seat: int) -> Points:
        """Where the four corners of a board's grid are in the picture, (4, 2), far left first, clockwise."""
        return self._scenery.corners_px(seat, (GRID.cols, GRID.rows))

    def row_corners_px(self) -> Points:
        """Where the four corners of the numbered row are in the picture, as ``corners_px``."""
        return self._scenery.corners_px(ROW, ROW_WH)

    def lay_row(self, row: Sequence[Tile | None]) -> None:
        """Put the tiles of a numbered row down anew at once."""
        self._pieces = {piece.id: piece for piece in (*row_pieces(row), *self.pieces)}
        self._scenery.draw_pieces(self._pieces.values())

    def lay(self, piece: Piece) -> None:
        """Put a piece down at once and exactly so, without a hand.

        Raises:
            ValueError: a piece of this id lies already, or there is no such seat.
        """
        if piece.id in self._pieces:
            raise ValueError(f"piece {piece.id} lies on the table already")
        if piece.seat != ROW:
            self._check_seat(piece.seat)
        self._pieces[piece.id] = piece
        self._scenery.add(piece)

    def lift(self, id: str) -> Piece:  # noqa: A002 - the word of the table message
        """Take a piece off at once, without a hand.

        Raises:
            LookupError: no such piece lies on the table.
        """
        if id not in self._pieces:
            raise LookupError(f"no piece {id!r} lies on the table; there are {', '.join(self._pieces) or 'none'}")
        piece = self._pieces.pop(id)
        self._scenery.draw_pieces(self._pieces.values())
        return piece

    def clear(self) -> None:
        """Sweep boards and row at once; hands on their way forget what they came for."""
        self._pieces.clear()
        self._errands.clear()
        self._visit = None
        self._scenery.forget_pieces()
        self._scenery.draw_pieces(self._pieces.values())

    def move(self, id: str, offset_xy: tuple[float, float], turn_deg: float) -> None:  # noqa: A002
        """Nudge a piece where it lies; raises LookupError as ``lift`` does."""
        self.lay(replace(self.lift(id), offset_xy=offset_xy, turn_deg=turn_deg))

    def bump(self, seat: int, shift_xy: tuple[float, float], turn_deg: float) -> None:
        """Push a board with all that lies on it, by units and degrees; raises ValueError for no such seat."""
        self._check_seat(seat)
        self._scenery.push(seat, shift_xy, turn_deg)
        self._scenery.draw_all(self._pieces.values())

    def ask_lay(self, shape: Polyomino, color: str, seat: int, corner: Cell) -> str:
        """A hand shall lay a leaf tile, already turned, its box's far left cell at ``corner``; returns the piece's id.

        Legal or not is not asked: it may lie over an edge or on other pieces.

        Raises:
            ValueError: no such seat or color.
        """
        if color not in ("green", "yellow", "red"):
            raise ValueError(f"a leaf tile is green, yellow or red, got {color!r}")
        cells, mark = laid_shape(shape, corner)
        return self._ask(Kind.LEAF, color, seat, cells, mark)

    def ask_squirrel(self, seat: int, cell: Cell) -> str:
        """A hand shall lay a squirrel; raises ValueError as ``ask_lay`` does."""
        return self._ask(Kind.SQUIRREL, "", seat, (cell,), None)

    def ask_token(self, seat: int, cell: Cell, treasure: str) -> str:
        """A hand shall lay a treasure token: berry, nut, mushroom or feather; raises ValueError as ``ask_lay``."""
        if treasure not in ("berry", "nut", "mushroom", "feather"):
            raise ValueError(f"a token is a berry, nut, mushroom or feather, got {treasure!r}")
        return self._ask(Kind.TOKEN, treasure, seat, (cell,), None)

    def ask_animal(self, seat: int, name: str, cells: Sequence[Cell]) -> str:
        """A hand shall lay an animal over these cells; raises ValueError as ``ask_lay`` does."""
        return self._ask(Kind.ANIMAL, name, seat, tuple(cells), None)

    def ask_slide(self, source: int, target: int) -> None:
        """A hand shall take the tile on one place of the numbered row and lay it on another.

        Raises:
            LookupError: no tile lies there.
        """
        tile = self.row.get(source)
        if tile is None:
            raise LookupError(f"no tile lies on place {source} of the row; there are tiles on {sorted(self.row)}")
        exact, laid = in_row(tile, target), misplaced(self._habits, tile)
        offset = (exact.offset_xy[0] + laid.offset_xy[0], exact.offset_xy[1] + laid.offset_xy[1])
        self._errands += [_Lift(tile.id), _Lay(replace(laid, offset_xy=offset))]

    def ask_lift(self, id: str) -> None:  # noqa: A002
        """A hand shall take a piece away, one that lies or is about to.

        Raises:
            LookupError: there is no such piece.
        """
        coming = {errand.piece.id for errand in self._waiting() if isinstance(errand, _Lay)}
        leaving = {errand.id for errand in self._waiting() if isinstance(errand, _Lift)}
        if id in leaving or id not in coming | self._pieces.keys():
            raise LookupError(say("no piece {name!r} lies on the table or is on its way there", name=id))
        self._errands.append(_Lift(id))

    def advance(self, seconds: float) -> None:
        """Let simulated time pass: hands move on, lay and lift."""
        self.now_s += seconds
        visit = self._visit
        if visit is not None:
            since_s = self.now_s - visit.began_s
            if not visit.touched and since_s >= visit.reach.touch_s:
                self._touch(visit)
            if since_s >= visit.reach.total_s:
                self._visit, self._free_s = None, self.now_s + _PAUSE_S
        if self._visit is None and self._errands and self.now_s >= self._free_s:
            self._visit = self._begin(self._errands.popleft())

    def picture(self) -> Pixels:
        """What the camera sees now; every call has its own noise."""
        scene, visit = self._scenery.lit(self.now_s), self._visit
        if visit is not None:
            self._scenery.draw_visit(scene, visit.reach, self.now_s - visit.began_s, visit.carried)
        return self._scenery.exposed(scene, self.now_s)

    def _ask(self, kind: Kind, look: str, seat: int, cells: tuple[Cell, ...], mark: Cell | None) -> str:
        self._check_seat(seat)
        self._asked += 1
        piece = Piece(f"p{self._asked}", kind, seat, look, cells, mark)
        self._errands.append(_Lay(misplaced(self._habits, piece)))
        return piece.id

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self._floors):
            raise ValueError(say("the table has seats 0 to {last}, got {seat}", last=len(self._floors) - 1, seat=seat))

    def _waiting(self) -> list[_Lay | _Lift]:
        return ([] if self._visit is None or self._visit.touched else [self._visit.errand]) + list(self._errands)

    def _begin(self, errand: _Lay | _Lift) -> _Visit:
        piece = errand.piece if isinstance(errand, _Lay) else self._pieces[errand.id]
        x, y = (self._scenery.place(piece.seat).to_table @ piece.to_board @ (0.0, 0.0, 1.0))[:2]
        far_side = len(self._floors) > 2 and piece.seat >= 2
        angle = np.deg2rad(self._habits.uniform(-8, 28) + (180 if far_side else 0))  # a right arm
        back = np.array([np.sin(angle), np.cos(angle)])
        goal = np.array([x, y]) + 0.12 * back
        out = 1.0
        while self._scenery.shows(goal + out * back):
            out += 0.5
        start = goal + (out + _OUTSIDE) * back
        reach = Reach((float(start[0]), float(start[1])), (float(goal[0]), float(goal[1])))
        return _Visit(errand, reach, self.now_s, piece if isinstance(errand, _Lay) else None)

    def _touch(self, visit: _Visit) -> None:
        visit.touched = True
        if isinstance(visit.errand, _Lay):
            self.lay(visit.errand.piece)
            visit.carried = None
        else:
            visit.carried = self.lift(visit.errand.id)
