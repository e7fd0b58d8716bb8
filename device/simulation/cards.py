"""Cuts each piece of the simulated table out of drawn card: leaf tiles with their hole, squirrels, animals, tokens."""

from __future__ import annotations

import cv2
import numpy as np

from device.simulation.art import ICONS, animal, squirrel
from device.simulation.foliage import FOLIAGE, foliage
from device.simulation.pieces import Kind, Piece
from device.simulation.sheet import Color, Sheet, ellipse, mottle
from device.simulation.sprite import Mask, Sprite, cut

HOLE_RADIUS = 0.29  # of a space; the hole is "small, well inside its square"
TOKEN_RADIUS = 0.345  # a token does not fall through the hole it lies on

_SHRINK = 2  # art is drawn twice too large and averaged down
_PAD = 0.45  # units around the piece, room for the soft shadow
_GAP = 0.022  # a card is cut a little smaller than its spaces

_STEEPER = np.clip((np.arange(256) - 128) * 6 + 128, 0, 255).astype(np.uint8)
"""Of a blurred mask: rounds its corners and keeps a smooth edge."""

_FUR: dict[str, Color] = {
    "fox": (62, 106, 172),
    "raccoon": (128, 124, 122),
    "badger": (92, 88, 90),
    "hedgehog": (74, 106, 142),
    "toad": (78, 116, 104),
    "rabbit": (120, 148, 170),
    "deer": (70, 116, 168),
    "wolf": (116, 116, 112),
    "marten": (50, 84, 132),
    "owl": (86, 118, 148),
    "mouse": (140, 146, 158),
}
_RINGS: dict[str, Color] = {
    "berry": (150, 92, 66),
    "nut": (66, 112, 160),
    "mushroom": (130, 150, 166),
    "feather": (86, 70, 176),
}


def cut_piece(piece: Piece, px_per_unit: float, rng: np.random.Generator) -> Sprite:
    """The piece as a sprite, (0, 0) in the middle of its box."""
    rows, cols = min(c.row for c in piece.cells), min(c.col for c in piece.cells)
    height = max(c.row for c in piece.cells) - rows + 1
    width = max(c.col for c in piece.cells) - cols + 1
    cells = [(cell.col - cols, cell.row - rows) for cell in piece.cells]
    sheet = Sheet(width, height, px_per_unit * _SHRINK, _PAD, (90, 90, 90))
    match piece.kind:
        case Kind.LEAF:
            sheet.pixels[:] = FOLIAGE[piece.look][3]
            foliage(sheet, rng, piece.look)
            coverage = _card(sheet, cells)
            if piece.mark is not None:
                _punch(sheet, coverage, piece.mark.col - cols + 0.5, piece.mark.row - rows + 0.5)
        case Kind.SQUIRREL:
            _paper(sheet, rng, (136, 144, 140))
            squirrel(sheet, rng)
            coverage = _card(sheet, cells)
        case Kind.ANIMAL:
            _paper(sheet, rng, (136, 98, 68))
            _animal_card(sheet, piece, cells)
            coverage = _card(sheet, cells)
        case Kind.TOKEN:
            coverage = _token(sheet, piece.look, rng)
    origin = ((width / 2 + _PAD) * px_per_unit, (height / 2 + _PAD) * px_per_unit)
    return cut(sheet.pixels, coverage, px_per_unit, origin, _SHRINK)


def _card(sheet: Sheet, cells: list[tuple[int, int]]) -> Mask:
    """The coverage of a card over these (col, row) spaces, corners rounded."""
    full = np.zeros(sheet.pixels.shape[:2], np.uint8)
    scale, pad = sheet.scale, sheet.pad
    for x, y in cells:
        left, top = round((x + pad) * scale), round((y + pad) * scale)
        full[top : round((y + 1 + pad) * scale), left : round((x + 1 + pad) * scale)] = 255
    inset = max(1, round(_GAP * scale))
    small = cv2.erode(full, np.ones((2 * inset + 1, 2 * inset + 1), np.uint8))
    soft = cv2.GaussianBlur(small, (0, 0), 0.035 * scale)
    return np.asarray(cv2.LUT(soft, _STEEPER), np.uint8)


def _punch(sheet: Sheet, coverage: Mask, x: float, y: float) -> None:
    """Cut the round hole, with the pale edge of the card's core around it."""
    ring = ellipse(x, y, HOLE_RADIUS + 0.035, HOLE_RADIUS + 0.035)
    sheet.polygon(ring, _pale(sheet))
    hole = Sheet(1, 1, sheet.scale, 0, (0, 0, 0))
    hole.pixels = np.zeros((*coverage.shape, 3), np.uint8)
    hole.pad = sheet.pad
    hole.disc(x, y, HOLE_RADIUS, (255, 255, 255))
    np.minimum(coverage, 255 - hole.pixels[..., 0], out=coverage)


def _pale(sheet: Sheet) -> Color:
    """The colour of the core of a card that looks so."""
    blue, green, red, _ = cv2.mean(sheet.pixels)
    return 0.45 * blue + 70, 0.45 * green + 70, 0.45 * red + 70


def _paper(sheet: Sheet, rng: np.random.Generator, color: Color) -> None:
    height, width = sheet.pixels.shape[:2]
    clouds = mottle(rng, height, width, (4, 12, 40))
    sheet.pixels[:] = np.clip(np.asarray(color) * (1 + 0.05 * clouds[..., None]), 0, 255).astype(np.uint8)


def _animal_card(sheet: Sheet, piece: Piece, cells: list[tuple[int, int]]) -> None:
    centres = [(x + 0.5, y + 0.5) for x, y in cells]
    for x, y in centres:
        for dx, dy in ((-0.36, -0.34), (0.36, 0.36)):
            sheet.polygon(ellipse(x + dx, y + dy, 0.05, 0.03, 40), (112, 80, 56))
    animal(sheet, centres, _FUR.get(piece.look.lower(), (96, 112, 130)))


def _token(sheet: Sheet, treasure: str, rng: np.random.Generator) -> Mask:
    """A cream disc with a colored ring and the treasure; unlike the dark print on the floor (its picture side)."""
    _paper(sheet, rng, (200, 218, 226))
    sheet.disc(0.5, 0.5, TOKEN_RADIUS - 0.02, _RINGS[treasure])
    sheet.disc(0.5, 0.5, TOKEN_RADIUS - 0.065, (202, 222, 230))
    ICONS[treasure](sheet, 0.5, 0.5, 0.42)
    disc = Sheet(1, 1, sheet.scale, sheet.pad, (0, 0, 0))
    disc.disc(0.5, 0.5, TOKEN_RADIUS, (255, 255, 255))
    return np.ascontiguousarray(disc.pixels[..., 0])
