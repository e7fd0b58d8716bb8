"""Boards of other games from straight above, drawn by chance: how many squares, how they are told apart, what margin.

None has 9 x 8 spaces, unless it is asked for: those are ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels

Array = NDArray[np.float64]
Random = np.random.Generator

OURS = {8, 9}
PX = 96  # a space
MARGINS = (0.0, 0.1, 0.3, 0.5, 1.0, 1.3)  # spaces
SQUARE = (6, 7, 8, 8, 9, 10, 10, 13, 15, 19)
KNOWN = (
    (9, 9), (8, 8), (9, 10), (10, 8), (9, 7), (7, 8), (8, 10), (10, 9), (7, 6), (12, 8), (9, 6), (6, 9), (18, 16),
    (16, 9), (11, 8), (10, 10), (9, 16),
)  # fmt: skip


class Sheet(NamedTuple):
    """Something printed from straight above: BGR ``pixels`` that are drawn upon, a grid on it and round that an edge.

    ``spaces`` are columns and rows, ``px`` the side of a space and ``edge`` the margin in pixels.
    """

    pixels: Pixels
    spaces: tuple[int, int]
    px: int
    edge: int

    @property
    def corners(self) -> Array:
        """The corners of the grid, clockwise, float64 (4, 2), in pixels whose edges are whole numbers."""
        cols, rows = self.spaces
        return self.edge + self.px * np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float64)

    def at(self, col: float, row: float) -> tuple[int, int]:
        """Where a point of the grid is."""
        return round(self.edge + col * self.px), round(self.edge + row * self.px)

    def field(self, col: int, row: int, gap: int = 0) -> Pixels:
        """The pixels of a space, to be painted, but for a gap at each side."""
        (x, y), side = self.at(col, row), self.px
        return self.pixels[y + gap : y + side - gap, x + gap : x + side - gap]


Style = Callable[[Random, tuple[int, int]], Sheet]


def spaces_of_another_game(random: Random) -> tuple[int, int]:
    """Columns and rows as other games have them, or any from 5 to 19."""
    while True:
        draw = random.random()
        if draw < 0.4:
            cols = rows = int(random.choice(SQUARE))
        elif draw < 0.65:
            cols, rows = KNOWN[int(random.integers(len(KNOWN)))]
        else:
            cols, rows = (int(side) for side in random.integers(5, 20, 2))
        if {cols, rows} != OURS:
            return cols, rows


def textured(random: Random, size_wh: tuple[int, int], ground: Array, most: float = 14.0) -> Pixels:
    """A ground of one colour with coarse and fine grain, of any colours or of none."""
    width, height = size_wh
    pixels = np.full((height, width, 3), ground, np.float32)
    amount = random.uniform(2, most)
    for size in (4, 16, 64):
        grain = random.normal(0, amount, (height // size + 2, width // size + 2, 3)).astype(np.float32)
        if random.random() < 0.5:
            grain[:] = grain.mean(axis=2, keepdims=True)
        pixels += cv2.resize(grain, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.clip(pixels, 0, 255).astype(np.uint8)


def blank(random: Random, spaces: tuple[int, int]) -> tuple[Sheet, Array]:
    """A sheet with room for a grid, and its colour."""
    ground = random.uniform(40, 230, 3)
    edge = round(PX * float(random.choice(MARGINS)))
    size = (spaces[0] * PX + 2 * edge, spaces[1] * PX + 2 * edge)
    return Sheet(textured(random, size, ground), spaces, PX, edge), ground


def standing_out(random: Random, ground: Array) -> Array:
    """A colour lighter or darker than a ground."""
    away = random.choice([-1, 1]) * random.uniform(25, 120)
    return np.asarray(np.clip(np.clip(ground + away, 0, 255) + random.normal(0, 15, 3), 0, 255))


def rule(sheet: Sheet, ink: Array, thick: int) -> None:
    """Draw all lines of a grid."""
    cols, rows = sheet.spaces
    (left, top), (right, near), half = sheet.at(0, 0), sheet.at(cols, rows), thick // 2
    begin_x, begin_y = max(left - half, 0), max(top - half, 0)
    for x in range(left, right + 1, sheet.px):
        sheet.pixels[begin_y : near + half, max(x - half, 0) : x + half] = ink
    for y in range(top, near + 1, sheet.px):
        sheet.pixels[max(y - half, 0) : y + half, begin_x : right + half] = ink


def chequer(sheet: Sheet, change: Array) -> None:
    """Make every other space lighter or darker."""
    for row in range(sheet.spaces[1]):
        for col in range(row % 2, sheet.spaces[0], 2):
            field = sheet.field(col, row)
            field[:] = np.clip(field + change, 0, 255).astype(np.uint8)


def frame(random: Random, sheet: Sheet, ink: Array, thick: int) -> None:
    """A line round the grid in the margin, or none."""
    if random.random() < 0.4 and sheet.edge > 4:
        corners = sheet.at(-0.3 * sheet.edge / PX, -0.3 * sheet.edge / PX)
        opposite = [side + 0.3 * sheet.edge / PX for side in sheet.spaces]
        cv2.rectangle(sheet.pixels, corners, sheet.at(*opposite), ink.tolist(), thick)


def pieces(random: Random, sheet: Sheet, offset: float = 0.5) -> None:
    """Discs on up to half of the spaces, or at ``offset`` 0 on the crossings."""
    cols, rows = sheet.spaces
    for _ in range(int(random.integers(0, cols * rows // 2))):
        middle = sheet.at(random.integers(cols) + offset, random.integers(rows) + offset)
        size = round(PX * random.uniform(0.25, 0.46))
        cv2.circle(sheet.pixels, middle, size, random.uniform(20, 240, 3).tolist(), -1, cv2.LINE_AA)


def inked(random: Random, ground: Array) -> tuple[Array, int]:
    """A colour for lines and how thick they are, an even number of pixels."""
    return standing_out(random, ground), 2 * int(random.integers(1, 5))


def lines(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Spaces of one colour between lines."""
    sheet, ground = blank(random, spaces)
    ink, thick = inked(random, ground)
    rule(sheet, ink, thick)
    frame(random, sheet, ink, thick)
    pieces(random, sheet)
    return sheet


def chequers(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Spaces of two colours without lines."""
    sheet, ground = blank(random, spaces)
    chequer(sheet, standing_out(random, ground) - ground)
    frame(random, sheet, *inked(random, ground))
    pieces(random, sheet)
    return sheet


def ruled_chequers(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Spaces of two colours between lines that are lighter than both, or darker."""
    sheet, ground = blank(random, spaces)
    other, thick = standing_out(random, ground), 2 * int(random.integers(1, 5))
    chequer(sheet, other - ground)
    tones = np.stack([ground, other])
    room = 255 - tones.max(axis=0), tones.min(axis=0)
    lighter = room[0].mean() > room[1].mean()
    away = random.uniform(0.3, 1.0)
    ink = tones.max(axis=0) + away * room[0] if lighter else tones.min(axis=0) - away * room[1]
    rule(sheet, ink, thick)
    frame(random, sheet, ink, thick)
    pieces(random, sheet)
    return sheet


def points(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Lines to lay pieces on their crossings."""
    sheet, ground = blank(random, spaces)
    ink, thick = inked(random, ground)
    rule(sheet, ink, thick)
    frame(random, sheet, ink, thick)
    pieces(random, sheet, offset=0.0)
    return sheet


def cells(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Spaces of a few colours by chance, with gaps between them."""
    sheet, ground = blank(random, spaces)
    colours = random.uniform(30, 240, (int(random.integers(2, 6)), 3)) - ground
    gap = int(random.integers(1, 9))
    for row in range(spaces[1]):
        for col in range(spaces[0]):
            field = sheet.field(col, row, gap)
            field[:] = np.clip(field + colours[int(random.integers(len(colours)))], 0, 255).astype(np.uint8)
    frame(random, sheet, *inked(random, ground))
    pieces(random, sheet)
    return sheet


def dotted(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Lines of dots, or dots on the crossings alone."""
    sheet, ground = blank(random, spaces)
    ink, thick = inked(random, ground)
    step = float(random.choice([1, 1 / 4, 1 / 6, 1 / 8]))
    for row in np.arange(0, spaces[1] + step / 2, step):
        for col in np.arange(0, spaces[0] + step / 2, step):
            if row % 1 == 0 or col % 1 == 0:
                cv2.circle(sheet.pixels, sheet.at(col, row), max(thick, round(8 * step)), ink.tolist(), -1, cv2.LINE_AA)
    frame(random, sheet, ink, thick)
    pieces(random, sheet)
    return sheet


BOARDS: dict[str, Style] = {style.__name__: style for style in (lines, chequers, ruled_chequers, points, cells, dotted)}
