"""A table that does not exist, with boards, pieces, hands, a lamp and a camera above it.

Its physical truth is pieces at continuous positions; what leaves it is pictures: see simulated_camera.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from device.simulation.cards import cut_piece
from device.simulation.hand import Phase, Reach, draw_hand
from device.simulation.light import Light
from device.simulation.pieces import GRID, Floor, Kind, Piece, checked_floor, laid_shape, misplaced, truth, truth_rows
from device.simulation.room import BoardPlace, board_places, camera_above, empty_table, printed_board, wooden_table
from device.simulation.sprite import Matrix, Sprite, paste, shift
from device.simulation.supply import supply
from device.simulation.turn_row import BELOW_WH, ROW, ROW_PLACE, ROW_WH, in_row, place_of, row_pieces
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
        self._size_wh = size_wh
        self._seed = seed
        room = np.random.default_rng([seed, 0])
        self._places = list(board_places(room, len(self._floors)))
        self._below_wh = BELOW_WH if row else (0.0, 0.0)
        self._to_px = camera_above(room, len(self._floors), size_wh, self._below_wh)
        self._scale = float(np.sqrt(abs(np.linalg.det(self._to_px[:2, :2]))))
        self._wood = wooden_table(room, size_wh, self._scale)
        self._boards = [printed_board(room, floor, 2 * self._scale) for floor in self._floors]
        self._supply = (
            [] if row or len(self._floors) > 1 else list(supply(room, 1.5 * self._scale))
        )  # there is room beside one
        self._room = room
        self._light = Light(np.random.default_rng([seed, 1]), size_wh)
        self._habits = np.random.default_rng([seed, 2])
        self._pieces: dict[str, Piece] = {}
        self._sprites: dict[str, Sprite] = {}
        self._errands: deque[_Lay | _Lift] = deque()
        self._visit: _Visit | None = None
        self._free_s = QUIET_S
        self._asked = 0
        self.now_s = 0.0
        self._pieces |= {piece.id: piece for piece in row_pieces(row)}
        self._draw_all()

    @cached_property
    def _hand(self) -> Sprite:
        """Drawn when one comes for the first time: that takes a sixth of what the whole table does."""
        return draw_hand(self._room, 0.85 * self._scale)

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height of the pictures."""
        return self._size_wh

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
        width, height = GRID.cols, GRID.rows
        corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
        return np.asarray(cv2.perspectiveTransform(corners, self._board_to_px(seat))[0], np.float64)

    def row_corners_px(self) -> Points:
        """Where the four corners of the numbered row are in the picture, as ``corners_px``."""
        (width, height), to_px = ROW_WH, self._board_to_px(ROW)
        corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
        return np.asarray(cv2.perspectiveTransform(corners, to_px)[0], np.float64)

    def lay_row(self, row: Sequence[Tile | None]) -> None:
        """Put the tiles of a numbered row down anew at once."""
        self._pieces = {piece.id: piece for piece in (*row_pieces(row), *self.pieces)}
        self._draw_pieces()

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
        self._undrawn.append(piece)

    def lift(self, id: str) -> Piece:  # noqa: A002 - the word of the table message
        """Take a piece off at once, without a hand.

        Raises:
            LookupError: no such piece lies on the table.
        """
        if id not in self._pieces:
            raise LookupError(f"no piece {id!r} lies on the table; there are {', '.join(self._pieces) or 'none'}")
        piece = self._pieces.pop(id)
        self._draw_pieces()
        return piece

    def clear(self) -> None:
        """Sweep boards and row at once; hands on their way forget what they came for."""
        self._pieces.clear()
        self._errands.clear()
        self._visit = None
        self._sprites.clear()  # a table that plays all evening must not keep every piece it ever showed
        self._draw_pieces()

    def move(self, id: str, offset_xy: tuple[float, float], turn_deg: float) -> None:  # noqa: A002
        """Nudge a piece where it lies; raises LookupError as ``lift`` does."""
        self.lay(replace(self.lift(id), offset_xy=offset_xy, turn_deg=turn_deg))

    def bump(self, seat: int, shift_xy: tuple[float, float], turn_deg: float) -> None:
        """Push a board with all that lies on it, by units and degrees; raises ValueError for no such seat."""
        self._check_seat(seat)
        place = self._places[seat]
        self._places[seat] = BoardPlace(place.x + shift_xy[0], place.y + shift_xy[1], place.turn_deg + turn_deg)
        self._draw_all()

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
        scene = self._light.mix(self._lit(), self.now_s)
        if self._visit is not None:
            self._draw_visit(scene, self._visit)
        return self._light.expose(scene, self.now_s)

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
        x, y = (self._place(piece.seat).to_table @ piece.to_board @ (0.0, 0.0, 1.0))[:2]
        far_side = len(self._floors) > 2 and piece.seat >= 2
        angle = np.deg2rad(self._habits.uniform(-8, 28) + (180 if far_side else 0))  # a right arm
        back = np.array([np.sin(angle), np.cos(angle)])
        goal = np.array([x, y]) + 0.12 * back
        out = 1.0
        while self._within_picture(goal + out * back):
            out += 0.5
        start = goal + (out + _OUTSIDE) * back
        reach = Reach((float(start[0]), float(start[1])), (float(goal[0]), float(goal[1])))
        return _Visit(errand, reach, self.now_s, piece if isinstance(errand, _Lay) else None)

    def _within_picture(self, table_xy: np.ndarray[tuple[int], np.dtype[np.float64]]) -> bool:
        x, y, w = self._to_px @ (*table_xy, 1.0)
        return bool(0 <= x / w < self._size_wh[0] and 0 <= y / w < self._size_wh[1])

    def _touch(self, visit: _Visit) -> None:
        visit.touched = True
        if isinstance(visit.errand, _Lay):
            self.lay(visit.errand.piece)
            visit.carried = None
        else:
            visit.carried = self.lift(visit.errand.id)

    def _draw_visit(self, scene: Pixels, visit: _Visit) -> None:
        (x, y), height, phase = visit.reach.at(self.now_s - visit.began_s)
        if visit.carried is not None:
            dx, dy = x - visit.reach.goal_xy[0], y - visit.reach.goal_xy[1]
            sway = shift(0, 0, 9.0 * height, 1 + 0.05 * height)
            to_table = shift(dx, dy) @ self._place(visit.carried.seat).to_table @ visit.carried.to_board @ sway
            paste(scene, self._sprite(visit.carried), self._to_px @ to_table, height)
        grip = 0.06 if phase is Phase.HOLDING else 0.2 + height
        paste(scene, self._hand, self._to_px @ shift(x, y, visit.reach.turn_deg, 1 + 0.05 * height), grip)

    def _draw_all(self) -> None:
        places = [place.to_table for place in self._places]
        things = [(self._wood, shift(0, self._below_wh[1] / 2)), *zip(self._boards, places, strict=True), *self._supply]
        self._bare = empty_table(things, self._to_px, self._size_wh)
        self._draw_pieces()

    def _draw_pieces(self) -> None:
        self._layer = self._bare.copy()
        self._undrawn = list(self._pieces.values())
        self._baked: tuple[Pixels, Pixels] | None = None

    def _lit(self) -> tuple[Pixels, Pixels]:
        """The table as each lamp shows it; what was laid since the last picture is drawn now, for somebody looks."""
        if self._undrawn or self._baked is None:
            for piece in self._undrawn:
                paste(self._layer, self._sprite(piece), self._board_to_px(piece.seat) @ piece.to_board)
            self._undrawn = []
            self._baked = self._light.bake(self._layer)
        return self._baked

    def _sprite(self, piece: Piece) -> Sprite:
        if piece.id not in self._sprites:
            art = np.random.default_rng([self._seed, 3, *piece.id.encode()])
            self._sprites[piece.id] = cut_piece(piece, 1.25 * self._scale, art)
        return self._sprites[piece.id]

    def _board_to_px(self, seat: int) -> Matrix:
        return np.asarray(self._to_px @ self._place(seat).to_table, np.float64)

    def _place(self, seat: int) -> BoardPlace:
        return ROW_PLACE if seat == ROW else self._places[seat]
