"""Cards, tiles and dominoes that lie in rows on a cloth, from straight above."""

from __future__ import annotations

import cv2
import numpy as np
from game_boards import Random, Sheet, Style, spaces_of_another_game, standing_out, textured

from vision.frame import Pixels

MOST = 13  # cards to a side


def picture(random: Random, height: int, width: int) -> Pixels:
    """Some shapes of any colours."""
    art = textured(random, (width, height), random.uniform(60, 230, 3), 8.0)
    for _ in range(int(random.integers(1, 6))):
        middle = (int(random.integers(width)), int(random.integers(height)))
        axes = (int(random.uniform(0.08, 0.35) * width), int(random.uniform(0.08, 0.35) * height))
        color = random.uniform(20, 240, 3).tolist()
        cv2.ellipse(art, middle, axes, float(random.uniform(0, 180)), 0, 360, color, -1, cv2.LINE_AA)
    return art


def laid_out(random: Random, counts: tuple[int, int], card_wh: tuple[int, int], gap: float, askew: float) -> Sheet:
    """Cards in rows on a cloth: a rim round each, a picture on it or one back that all have."""
    (cols, rows), (width, height) = counts, card_wh
    between = round(gap * min(card_wh))
    size = (cols * (width + between) + 2 * width, rows * (height + between) + 2 * height)
    cloth = textured(random, size, random.uniform(40, 220, 3), 10.0)
    rim, border = random.uniform(180, 245, 3), max(2, round(random.uniform(0.02, 0.08) * min(card_wh)))
    back = picture(random, height, width) if random.random() < 0.5 else None
    for row in range(rows):
        for col in range(cols):
            card = picture(random, height, width) if back is None else back.copy()
            cv2.rectangle(card, (0, 0), (width - 1, height - 1), rim.tolist(), 2 * border)
            corner = np.array([width + col * (width + between), height + row * (height + between)])
            x, y = np.rint(corner + random.normal(0, askew, 2) * min(card_wh)).astype(int)
            place = cloth[max(y, 0) : y + height, max(x, 0) : x + width]
            place[:] = card[: place.shape[0], : place.shape[1]]
    return Sheet(cloth, counts, width + between, width)


def handy(random: Random, spaces: tuple[int, int]) -> tuple[int, int]:
    """So many columns and rows if anybody would lay them, or else others."""
    while max(spaces) > MOST:
        spaces = spaces_of_another_game(random)
    return spaces


def cards(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Framed cards in rows, higher than wide."""
    counts = int(random.integers(4, 11)), int(random.integers(3, 8))
    return laid_out(random, counts, (150, round(150 * random.uniform(1.3, 1.6))), random.uniform(0, 0.15), 0.01)


def memory(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Square cards in rows with gaps, laid by hand."""
    gap, askew = random.uniform(0.03, 0.2), random.uniform(0, 0.03)
    return laid_out(random, handy(random, spaces), (120, 120), float(gap), float(askew))


def tiles(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Square tiles with a picture each, close together."""
    return laid_out(random, handy(random, spaces), (120, 120), 0.0, float(random.uniform(0, 0.012)))


def dominoes(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Dominoes in rows: a line across the middle, dots in each half."""
    cols, rows = spaces[0], max(3, spaces[1] // 2)
    sheet = laid_out(random, (cols, rows), (100, 200), float(random.uniform(0.0, 0.1)), 0.01)
    sheet.pixels[:] = textured(random, sheet.pixels.shape[1::-1], random.uniform(40, 220, 3), 10.0)
    face = random.uniform(20, 240, 3)
    ink = standing_out(random, face)
    pitch = (sheet.px, sheet.px + 100)
    for row in range(rows):
        for col in range(cols):
            x, y = 100 + col * pitch[0] + int(random.integers(3)), 200 + row * pitch[1] + int(random.integers(3))
            stone = sheet.pixels[y : y + 198, x : x + 98]
            stone[:] = np.clip(face + random.normal(0, 3, stone.shape), 0, 255).astype(np.uint8)
            stone[97:101, 8:90] = ink
            for half in (0, 100):
                for dot in random.permutation(9)[: int(random.integers(0, 7))]:
                    at = (22 + 27 * int(dot % 3), half + 22 + 27 * int(dot // 3))
                    cv2.circle(stone, at, 9, ink.tolist(), -1, cv2.LINE_AA)
    return sheet


CARDS: dict[str, Style] = {style.__name__: style for style in (cards, memory, tiles, dominoes)}
