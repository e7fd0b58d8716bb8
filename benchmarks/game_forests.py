"""Forest floors of 9 x 8 spaces by chance: tinted areas, litter, lines of any tone and kind between spaces, areas."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from game_boards import PX, Array, Random, Sheet, textured

AREA = 3, 4  # columns and rows of an area
RIMS = (0.3, 0.4, 0.5, 0.6, 0.8)  # spaces
KINDS = ("whole", "whole", "whole", "dashed", "dotted", "double")
DASH = 0.25  # spaces


class Pen(NamedTuple):
    """A line: by how much lighter, or darker, than the ground it is, how thick, in pixels, and of what kind."""

    change: float
    thick: int
    kind: str


def forest(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Areas of their own tint, leaves lying about, spaces parted by faint lines and areas by clearer ones."""
    edge = round(PX * float(random.choice(RIMS)))
    size = spaces[0] * PX + 2 * edge, spaces[1] * PX + 2 * edge
    ground = random.uniform(50, 210) + random.normal(0, 14, 3)
    sheet = Sheet(textured(random, size, ground, 10.0), spaces, PX, edge)
    litter(random, sheet, int(random.integers(0, 500)))
    tint(random, sheet)
    within = pen(random, 8, 45, 4)
    clearer = pen(random, 20, 90, 8)
    same = random.random() < 0.4
    between = clearer._replace(change=np.copysign(clearer.change, within.change)) if same else clearer
    cols, rows = spaces
    for col in range(cols + 1):
        draw(sheet, (col, 0), (col, rows), between if col % AREA[0] == 0 else within)
    for row in range(rows + 1):
        draw(sheet, (0, row), (cols, row), between if row % AREA[1] == 0 else within)
    if random.random() < 0.3:
        rim(random, sheet)
    for cell in random.permutation(cols * rows)[: int(random.integers(6, 18))]:
        treasure(random, sheet, cell % cols + 0.5, cell // cols + 0.5)
    return sheet


def pen(random: Random, least: float, most: float, thickest: int) -> Pen:
    """A line of either tone."""
    change = random.choice([-1, 1]) * random.uniform(least, most)
    return Pen(float(change), 2 * int(random.integers(1, thickest // 2 + 1)), str(random.choice(KINDS)))


def draw(sheet: Sheet, begin: tuple[float, float], end: tuple[float, float], line: Pen) -> None:
    """Make the ground under a line lighter or darker."""
    mask = np.zeros(sheet.pixels.shape[:2], np.uint8)
    (x, y), (right, below) = sheet.at(*begin), sheet.at(*end)
    ahead = np.array([np.sign(right - x), np.sign(below - y)])
    half = line.thick // 2
    if line.kind == "double":
        for off in (-line.thick, line.thick):
            aside = ahead[::-1] * off
            stroke(mask, (x + aside[0], y + aside[1]), (right + aside[0], below + aside[1]), max(half, 1))
    elif line.kind == "whole":
        stroke(mask, (x, y), (right, below), line.thick)
    else:
        step = round(DASH * PX)
        for at in range(0, max(right - x, below - y) + 1, step):
            place = x + ahead[0] * at, y + ahead[1] * at
            if line.kind == "dotted":
                cv2.circle(mask, (int(place[0]), int(place[1])), line.thick, 255, -1, cv2.LINE_AA)
            elif at % (2 * step) == 0:
                stroke(mask, place, (place[0] + ahead[0] * step, place[1] + ahead[1] * step), line.thick)
    changed = sheet.pixels + line.change * (mask / 255.0)[..., None]
    sheet.pixels[:] = np.clip(changed, 0, 255).astype(np.uint8)


def stroke(mask: np.typing.NDArray[np.uint8], begin: tuple[float, float], end: tuple[float, float], thick: int) -> None:
    """A straight line on a mask."""
    cv2.line(mask, (round(begin[0]), round(begin[1])), (round(end[0]), round(end[1])), 255, thick, cv2.LINE_AA)


def tint(random: Random, sheet: Sheet) -> None:
    """Another tint for each area, or hardly any."""
    amount = random.uniform(0, 16)
    for row in range(0, sheet.spaces[1], AREA[1]):
        for col in range(0, sheet.spaces[0], AREA[0]):
            (x, y), (right, below) = sheet.at(col, row), sheet.at(col + AREA[0], row + AREA[1])
            area = sheet.pixels[y:below, x:right]
            area[:] = np.clip(area + random.normal(0, amount, 3), 0, 255).astype(np.uint8)


def litter(random: Random, sheet: Sheet, leaves: int) -> None:
    """Leaves, twigs and needles, each a little lighter or darker than what it lies on."""
    height, width = sheet.pixels.shape[:2]
    strength = random.uniform(4, 26)
    layer = sheet.pixels.astype(np.float32)
    for _ in range(leaves):
        middle = int(random.uniform(0, width)), int(random.uniform(0, height))
        axes = int(random.uniform(8, 0.45 * PX)), int(random.uniform(2, 18))
        mask = np.zeros((2 * PX, 2 * PX), np.uint8)
        cv2.ellipse(mask, (PX, PX), axes, random.uniform(0, 180), 0, 360, 255, -1, cv2.LINE_AA)
        x, y = middle[0] - PX, middle[1] - PX
        left, top, right, below = max(x, 0), max(y, 0), min(x + 2 * PX, width), min(y + 2 * PX, height)
        part = mask[top - y : below - y, left - x : right - x, None] / 255.0
        layer[top:below, left:right] += part * (random.normal(0, strength) + random.normal(0, strength / 3, 3))
    sheet.pixels[:] = np.clip(layer, 0, 255).astype(np.uint8)


def rim(random: Random, sheet: Sheet) -> None:
    """All round the grid another ground."""
    (x, y), (right, below) = sheet.at(0, 0), sheet.at(*sheet.spaces)
    inner = sheet.pixels[y:below, x:right].copy()
    change = random.choice([-1, 1]) * random.uniform(10, 60)
    sheet.pixels[:] = np.clip(sheet.pixels + change, 0, 255).astype(np.uint8)
    sheet.pixels[y:below, x:right] = inner


def treasure(random: Random, sheet: Sheet, col: float, row: float) -> None:
    """A small drawing in the middle of a space."""
    color: Array = random.uniform(20, 240, 3)
    for _ in range(int(random.integers(1, 4))):
        place = sheet.at(col + random.uniform(-0.1, 0.1), row + random.uniform(-0.1, 0.1))
        axes = round(PX * random.uniform(0.08, 0.24)), round(PX * random.uniform(0.08, 0.24))
        cv2.ellipse(sheet.pixels, place, axes, random.uniform(0, 180), 0, 360, color.tolist(), -1, cv2.LINE_AA)
        color = np.clip(color + random.normal(0, 40, 3), 0, 255)
