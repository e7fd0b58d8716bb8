"""The simulated table as it is drawn: wood, boards and pieces under the lamp, and the hand above them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulation.cards import cut_piece
from device.simulation.hand import Phase, Reach, draw_hand
from device.simulation.light import Light
from device.simulation.pieces import Floor, Piece
from device.simulation.room import BoardPlace, board_places, camera_above, empty_table, printed_board, wooden_table
from device.simulation.sprite import Matrix, Sprite, paste, shift
from device.simulation.supply import supply
from device.simulation.turn_row import BELOW_WH, ROW, ROW_PLACE
from vision.frame import Pixels
from vision.pose import Points


class Scenery:
    """Boards with the given printed treasures; the same seed and the same pieces give the same pictures.

    Args:
        floors: a board each by seat.
        seed: decides art, camera position, light and noise.
        size_wh: of the pictures in pixels.
        row: whether there is a numbered row below the board.
    """

    def __init__(self, floors: Sequence[Floor], seed: int, size_wh: tuple[int, int], *, row: bool) -> None:
        self._seed = seed
        self.size_wh = size_wh
        room = np.random.default_rng([seed, 0])
        self._places = list(board_places(room, len(floors)))
        self._below_wh = BELOW_WH if row else (0.0, 0.0)
        self._to_px = camera_above(room, len(floors), size_wh, self._below_wh)
        self._scale = float(np.sqrt(abs(np.linalg.det(self._to_px[:2, :2]))))
        self._wood = wooden_table(room, size_wh, self._scale)
        self._boards = [printed_board(room, floor, 2 * self._scale) for floor in floors]
        # there is room beside one board
        self._supply = [] if row or len(floors) > 1 else list(supply(room, 1.5 * self._scale))
        self._room = room
        self._light = Light(np.random.default_rng([seed, 1]), size_wh)
        self._sprites: dict[str, Sprite] = {}

    @cached_property
    def _hand(self) -> Sprite:
        """Drawn when one comes for the first time: that takes a sixth of what the whole table does."""
        return draw_hand(self._room, 0.85 * self._scale)

    def place(self, seat: int) -> BoardPlace:
        """Where a board, or the row, lies on the table."""
        return ROW_PLACE if seat == ROW else self._places[seat]

    def corners_px(self, seat: int, size_wh: tuple[float, float]) -> Points:
        """Where the corners of a board of this size in units are in the picture, (4, 2), far left first, clockwise."""
        width, height = size_wh
        corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
        return np.asarray(cv2.perspectiveTransform(corners, self._board_to_px(seat))[0], np.float64)

    def shows(self, table_xy: NDArray[np.float64]) -> bool:
        """Whether a point of the table is within the picture."""
        x, y, w = self._to_px @ (*table_xy, 1.0)
        return bool(0 <= x / w < self.size_wh[0] and 0 <= y / w < self.size_wh[1])

    def push(self, seat: int, shift_xy: tuple[float, float], turn_deg: float) -> None:
        """Another place for a board, by units and degrees; draw all anew after it."""
        place = self._places[seat]
        self._places[seat] = BoardPlace(place.x + shift_xy[0], place.y + shift_xy[1], place.turn_deg + turn_deg)

    def draw_all(self, pieces: Iterable[Piece]) -> None:
        """Draw the boards where they lie now, and these pieces on them."""
        places = [place.to_table for place in self._places]
        things = [(self._wood, shift(0, self._below_wh[1] / 2)), *zip(self._boards, places, strict=True), *self._supply]
        self._bare = empty_table(things, self._to_px, self.size_wh)
        self.draw_pieces(pieces)

    def draw_pieces(self, pieces: Iterable[Piece]) -> None:
        """Draw these pieces on the bare boards, the lowest first."""
        self._layer = self._bare.copy()
        self._undrawn = list(pieces)
        self._baked: tuple[Pixels, Pixels] | None = None

    def add(self, piece: Piece) -> None:
        """Draw one piece more, on top."""
        self._undrawn.append(piece)

    def forget_pieces(self) -> None:
        """Drop the pictures of pieces: a table that plays all evening must not keep every one it ever showed."""
        self._sprites.clear()

    def lit(self, now_s: float) -> Pixels:
        """A new picture of the table under the lamps of this time, before the sensor takes it."""
        return self._light.mix(self._under_each_lamp(), now_s)

    def exposed(self, scene: Pixels, now_s: float) -> Pixels:
        """A scene as the sensor gives it; every call has its own noise."""
        return self._light.expose(scene, now_s)

    def draw_visit(self, scene: Pixels, reach: Reach, since_s: float, carried: Piece | None) -> None:
        """Draw a hand so many seconds after it set out, with what it carries."""
        (x, y), height, phase = reach.at(since_s)
        if carried is not None:
            dx, dy = x - reach.goal_xy[0], y - reach.goal_xy[1]
            sway = shift(0, 0, 9.0 * height, 1 + 0.05 * height)
            to_table = shift(dx, dy) @ self.place(carried.seat).to_table @ carried.to_board @ sway
            paste(scene, self._sprite(carried), self._to_px @ to_table, height)
        grip = 0.06 if phase is Phase.HOLDING else 0.2 + height
        paste(scene, self._hand, self._to_px @ shift(x, y, reach.turn_deg, 1 + 0.05 * height), grip)

    def _under_each_lamp(self) -> tuple[Pixels, Pixels]:
        """What was laid since the last picture is drawn now, for somebody looks."""
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
        return np.asarray(self._to_px @ self.place(seat).to_table, np.float64)
