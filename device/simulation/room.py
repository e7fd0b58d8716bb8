"""The room of the simulated table: wooden table top, printed boards, the camera above it and the lamp.

Table units are spaces of a board; (0, 0) is the middle of the table, x to the right, y toward the first player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulation.art import ICONS
from device.simulation.foliage import leaf_outline
from device.simulation.pieces import AREA_COLS, AREA_ROWS, GRID, TREASURES, Floor
from device.simulation.sheet import Sheet, mottle
from device.simulation.sprite import Matrix, Sprite, cut, paste, shift
from vision.frame import Pixels

FRAME = 0.46  # units of dark card around the printed grid
_OUTER_WH = (GRID.cols + 2 * FRAME, GRID.rows + 2 * FRAME)
LENS_BLUR_PX = 0.55
_PAD = 0.4
_PLANK = 3.9  # width of a plank in units
_AREA_TINTS = ((46, 62, 58), (44, 54, 62), (50, 66, 48), (40, 56, 66), (52, 60, 50), (44, 58, 56))


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """Where a board's grid middle lies on the table (units) and how it is turned (degrees clockwise)."""

    x: float
    y: float
    turn_deg: float

    @property
    def to_table(self) -> Matrix:
        """From board units to table units."""
        return shift(self.x, self.y, self.turn_deg) @ shift(-GRID.cols / 2, -GRID.rows / 2)


def board_places(rng: np.random.Generator, boards: int) -> tuple[BoardPlace, ...]:
    """One to four boards side by side, each laid down a little askew, the first seat near left.

    Raises:
        ValueError: fewer than one or more than four boards.
    """
    if not 1 <= boards <= 4:
        raise ValueError(f"a simulated table has 1 to 4 boards, got {boards}")
    wide, high = _OUTER_WH[0] + 1.1, _OUTER_WH[1] + 1.1
    cols, rows = (1 if boards == 1 else 2), (1 if boards <= 2 else 2)
    seats = [((i % 2 - (cols - 1) / 2) * wide, ((rows - 1) / 2 - i // 2) * high) for i in range(boards)]
    return tuple(
        BoardPlace(x + rng.uniform(-0.12, 0.12), y + rng.uniform(-0.12, 0.12), rng.uniform(-1.8, 1.8)) for x, y in seats
    )


def camera_above(
    rng: np.random.Generator, boards: int, size_wh: tuple[int, int], below_wh: tuple[float, float] = (0.0, 0.0)
) -> Matrix:
    """The homography from table units to pixels of a pinhole camera, tilted by a few degrees and rolled.

    ``below_wh`` is how wide and deep that is, in units, which has to be in the picture below the boards.
    """
    cols, rows = (1 if boards == 1 else 2), (1 if boards <= 2 else 2)
    need_w, need_h = cols * (_OUTER_WH[0] + 1.1) + 2.0, rows * (_OUTER_WH[1] + 1.1) + 0.9
    need_w, need_h = max(need_w, below_wh[0] + 2.0), need_h + below_wh[1]
    scale = min(size_wh[0] / need_w, size_wh[1] / need_h)
    distance = 3.4 * need_h  # of the lens above the table, in units
    tilts_deg = (rng.uniform(2.0, 5.0), rng.uniform(-2.5, 2.5), rng.uniform(-2.5, 2.5))
    turn, _ = cv2.Rodrigues(np.deg2rad(np.array([tilts_deg[0], tilts_deg[1], 0.0])))
    roll, _ = cv2.Rodrigues(np.deg2rad(np.array([0.0, 0.0, tilts_deg[2]])))
    rotation = turn @ roll
    lens = np.array([[scale * distance, 0, size_wh[0] / 2], [0, scale * distance, size_wh[1] / 2], [0, 0, 1]])
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], [0.0, 0.0, distance]])
    matrix = lens @ plane @ shift(0, -below_wh[1] / 2)
    return np.asarray(matrix / matrix[2, 2], np.float64)


def wooden_table(rng: np.random.Generator, size_wh: tuple[int, int], px_per_unit: float) -> Sprite:
    """Planks of oak that fill a picture of this size and more; (0, 0) in the middle."""
    width, height = round(size_wh[0] * 1.3), round(size_wh[1] * 1.3)
    ys = np.repeat(np.arange(height, dtype=np.float32)[:, None], width, axis=1)
    xs = np.repeat(np.arange(width, dtype=np.float32)[None, :], height, axis=0)
    bend = mottle(rng, height, width, (px_per_unit * 4,)) * 0.16 * px_per_unit
    streaks = mottle(rng, height, max(2, width // 24), (2.2, 5, 14))
    wide = cv2.resize(streaks, (width, height), interpolation=cv2.INTER_CUBIC)
    grain = cv2.remap(wide, xs, ys + bend, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    from_seam = np.mod(ys + 0.37 * px_per_unit, _PLANK * px_per_unit)
    plank = ((ys + 0.37 * px_per_unit) // (_PLANK * px_per_unit)).astype(int)
    tone = rng.uniform(-0.09, 0.09, int(plank.max()) + 1).astype(np.float32)[plank]
    seam = np.clip(1.4 - from_seam / (0.035 * px_per_unit), 0, 1) * 0.5
    bright = 1 + 0.075 * grain + 0.03 * mottle(rng, height, width, (px_per_unit * 3,)) + tone - seam
    oak = (np.array([112, 148, 178]) + rng.uniform(-10, 10, 3)).astype(np.float32)
    color = np.clip(oak * bright[..., None], 0, 255).astype(np.uint8)
    bgra = cv2.cvtColor(color, cv2.COLOR_BGR2BGRA)
    return Sprite(np.asarray(bgra, np.uint8), px_per_unit, (width / 2, height / 2), softness=None)


def printed_board(rng: np.random.Generator, floor: Floor, px_per_unit: float) -> Sprite:
    """The empty board as a sprite whose units are board units: dark ground, pale grid lines, treasures."""
    sheet = Sheet(GRID.cols, GRID.rows, px_per_unit, FRAME + _PAD, (38, 44, 40))
    _ground(sheet, rng)
    for _ in range(150):
        x, y = rng.uniform(0, GRID.cols), rng.uniform(0, GRID.rows)
        ink = np.asarray((34, 46, 50)) * rng.uniform(0.8, 1.5)
        outline = leaf_outline(rng, x, y, rng.uniform(0.14, 0.34), rng.uniform(0, 360))
        sheet.polygon(outline, (float(ink[0]), float(ink[1]), float(ink[2])))
    _grid_lines(sheet)
    for row, letters in enumerate(floor):
        for col, letter in enumerate(letters):
            if letter in TREASURES:
                ICONS[TREASURES[letter]](sheet, col + 0.5, row + 0.5, 0.46)
    edge = Sheet(GRID.cols, GRID.rows, px_per_unit, FRAME + _PAD, (0, 0, 0))
    edge.polygon(_rounded(FRAME, 0.18), (255, 255, 255))
    middle = (FRAME + _PAD) * px_per_unit
    return cut(sheet.pixels, np.ascontiguousarray(edge.pixels[..., 0]), px_per_unit, (middle, middle), 1)


def empty_table(things: Sequence[tuple[Sprite, Matrix]], to_px: Matrix, size_wh: tuple[int, int]) -> Pixels:
    """The picture of the table without players' pieces, evenly lit, drawn twice too large and averaged down.

    ``things`` are sprites with the maps from their units to table units, the table top first.
    """
    width, height = size_wh
    canvas = np.zeros((2 * height, 2 * width, 3), np.uint8)
    twice = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]]) @ to_px
    for sprite, to_table in things:
        paste(canvas, sprite, twice @ to_table)
    small = cv2.resize(canvas, size_wh, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), LENS_BLUR_PX), np.uint8)


def _ground(sheet: Sheet, rng: np.random.Generator) -> None:
    height, width = sheet.pixels.shape[:2]
    scale, pad = sheet.scale, sheet.pad
    tint = np.empty((height, width, 3), np.float32)
    tint[:] = (36, 42, 40)
    for area, color in enumerate(_AREA_TINTS):
        down, right = divmod(area, GRID.cols // AREA_COLS)
        top, left = round((down * AREA_ROWS + pad) * scale), round((right * AREA_COLS + pad) * scale)
        tint[top : top + round(AREA_ROWS * scale), left : left + round(AREA_COLS * scale)] = color
    clouds = mottle(rng, height, width, (scale * 0.9, scale * 0.3, scale * 0.1, 3))
    moss = mottle(rng, height, width, (scale * 1.3, scale * 0.4))
    bright = 1 + 0.17 * clouds
    color = tint * bright[..., None] + np.clip(moss - 0.8, 0, 1)[..., None] * np.array([-4, 18, 2], np.float32)
    sheet.pixels[:] = np.clip(color, 8, 255).astype(np.uint8)


def _grid_lines(sheet: Sheet) -> None:
    bare = sheet.pixels.copy()
    for col in range(GRID.cols + 1):
        border = col % AREA_COLS == 0
        sheet.line([(col, 0), (col, GRID.rows)], (150, 176, 178), 0.05 if border else 0.022)
    for row in range(GRID.rows + 1):
        border = row % AREA_ROWS == 0
        sheet.line([(0, row), (GRID.cols, row)], (150, 176, 178), 0.05 if border else 0.022)
    sheet.pixels[:] = cv2.addWeighted(sheet.pixels, 0.72, bare, 0.28, 0)


def _rounded(margin: float, radius: float) -> NDArray[np.float64]:
    """The board's outer edge as a polygon with round corners."""
    left, top, right, bottom = -margin, -margin, GRID.cols + margin, GRID.rows + margin
    points = []
    for x, y, start in (
        (right - radius, top + radius, -90),
        (right - radius, bottom - radius, 0),
        (left + radius, bottom - radius, 90),
        (left + radius, top + radius, 180),
    ):
        angle = np.deg2rad(np.linspace(start, start + 90, 8))
        points.append(np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], axis=1))
    return np.concatenate(points)
