"""What is ruled, squared or tiled and no game, from straight above: paper, mats, keys, floors, tablecloths."""

from __future__ import annotations

import cv2
import numpy as np
from game_boards import PX, Random, Sheet, Style, chequer, inked, rule, standing_out, textured
from game_sets import write

FIFTHS = (4, 5, 10)
ALL_OVER = 26, 20  # spaces of what fills a picture


def notebook(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Ruled paper with a red line at the side, some of it written on."""
    sheet = Sheet(textured(random, (14 * PX, 19 * PX), random.uniform(200, 240, 3), 4.0), (14, 19), PX, 0)
    step, ink = round(random.uniform(0.5, 0.9) * PX), (200, 160, 130)
    for y in range(2 * PX, 19 * PX, step):
        sheet.pixels[y : y + 3] = ink
        if random.random() < 0.4:
            for x in range(2 * PX, int(random.integers(3, 14)) * PX, PX // 3):
                at = (x + int(random.integers(PX // 4)), y - int(random.integers(2, step // 2)))
                cv2.line(sheet.pixels, (x, y), at, (70, 40, 40), 3, cv2.LINE_AA)
    sheet.pixels[:, round(1.6 * PX) : round(1.6 * PX) + 3] = (90, 90, 210)
    return sheet


def squared(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Squared paper, on which every few lines may be thicker, a sheet of it."""
    px, count = int(random.choice([24, 32, 48])), int(random.integers(24, 50))
    edge = int(random.choice([0, 0, 40, 90]))
    size = (count * px + 2 * edge, round(count * random.choice([0.7, 1.4])) * px + 2 * edge)
    ground = random.uniform(200, 240, 3)
    sheet = Sheet(textured(random, size, ground, 4.0), (count, (size[1] - 2 * edge) // px), px, edge)
    ink = ground - random.uniform(20, 90) * np.array([0.5, 1.0, 1.0])
    rule(sheet, ink, 2)
    thicker(random, sheet, np.clip(1.2 * ink - 0.2 * ground, 0, 255))
    return sheet


def thicker(random: Random, sheet: Sheet, ink: np.typing.NDArray[np.float64]) -> None:
    """Every fourth, fifth or tenth line once more, thicker; or none."""
    every = int(random.choice(FIFTHS))
    cols, rows = (side // every for side in sheet.spaces)
    if {cols, rows} != {8, 9} and random.random() < 0.7:
        rule(sheet._replace(spaces=(cols, rows), px=every * sheet.px), ink, int(random.choice([4, 6])))


def mat(random: Random, spaces: tuple[int, int]) -> Sheet:
    """A cutting mat: pale lines on a dark ground, thicker ones between, numbers round it and slanting lines over it."""
    cols, rows = int(random.integers(18, 46)), int(random.integers(12, 31))
    ground = np.array([[70, 90, 30], [60, 60, 60], [90, 60, 40], [110, 80, 120]][int(random.integers(4))], np.float64)
    sheet = Sheet(textured(random, ((cols + 4) * 40, (rows + 4) * 40), ground, 4.0), (cols, rows), 40, 80)
    ink = np.clip(ground + random.uniform(50, 130), 0, 255)
    rule(sheet, ink, 2)
    thicker(random, sheet, ink)
    for n in range(0, cols + 1, 5):
        for row in (-0.8, rows + 0.8):
            write(sheet, str(n), n, row, 0.3, ink)
    for _ in range(int(random.integers(0, 4))):
        end = random.uniform(0, [cols, rows])
        cv2.line(sheet.pixels, sheet.at(0, rows), sheet.at(*end), ink.tolist(), 2, cv2.LINE_AA)
    return sheet


def keyboard(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Rows of keys with letters, each row a little aside of the one before, or the keys of a calculator."""
    cols, rows = (int(random.integers(10, 16)), 6) if random.random() < 0.6 else (int(random.integers(5, 8)), 8)
    case, key = random.uniform(20, 220, 3), random.uniform(20, 230, 3)
    sheet = Sheet(textured(random, ((cols + 2) * PX, (rows + 1) * PX), case, 4.0), (cols, rows), PX, PX // 2)
    ink, gap, aside = standing_out(random, key), int(random.integers(3, 10)), 0.0
    aside_step = 0.0 if cols < 9 else 0.25
    for row in range(rows):
        for col in range(cols):
            x, y = sheet.at(col + aside, row)
            sheet.pixels[y + gap : y + PX - gap, x + gap : x + PX - gap] = key
            write(sheet, chr(random.integers(65, 91)), col + aside + 0.4, row + 0.4, 0.25, ink)
        aside += aside_step * int(row > 1)
    return sheet


def floor(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Square tiles with joints, of one colour or a few, all over the picture."""
    ground = random.uniform(40, 230, 3)
    sheet = Sheet(textured(random, (ALL_OVER[0] * PX, ALL_OVER[1] * PX), ground), ALL_OVER, PX, 0)
    tones = random.normal(0, random.uniform(0, 25), (int(random.integers(1, 6)), 3))
    for row in range(ALL_OVER[1]):
        for col in range(ALL_OVER[0]):
            field = sheet.field(col, row)
            field[:] = np.clip(field + tones[int(random.integers(len(tones)))], 0, 255).astype(np.uint8)
    if random.random() < 0.3:
        chequer(sheet, standing_out(random, ground) - ground)
    rule(sheet, *inked(random, ground))
    return sheet


def gingham(random: Random, spaces: tuple[int, int]) -> Sheet:
    """A tablecloth woven of stripes both ways: squares of three tones, or windows of lines."""
    ground = random.uniform(120, 240, 3)
    sheet = Sheet(textured(random, (ALL_OVER[0] * PX, ALL_OVER[1] * PX), ground, 6.0), ALL_OVER, PX, 0)
    width = int(random.choice([PX // 8, PX // 4, PX // 2]))
    share = 1 - random.uniform(0.15, 0.5) * random.uniform(0, 1, 3)
    for axis in (0, 1):
        stripe = np.arange(sheet.pixels.shape[axis]) % PX < width
        woven = np.ones((len(stripe), 3))
        woven[stripe] = share
        times = woven[:, None] if axis == 0 else woven[None]
        sheet.pixels[:] = (sheet.pixels * times).astype(np.uint8)
    return sheet


GROUNDS: dict[str, Style] = {style.__name__: style for style in (floor, gingham)}
PAPERS: dict[str, Style] = {style.__name__: style for style in (notebook, squared, mat, keyboard)}
