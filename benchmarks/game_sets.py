"""Boards as real games have them, from straight above: chess, go, puzzles, words, hexagons, rounds, holes, pictures."""

from __future__ import annotations

import cv2
import numpy as np
from game_boards import PX, Array, Random, Sheet, Style, frame, inked, pieces, rule, standing_out, textured
from game_cards import picture

from vision.frame import Pixels

WOODS = ((60, 95, 150), (90, 140, 190), (130, 180, 220), (35, 55, 90), (70, 110, 130))  # BGR
THICKER = 3  # times: every so manieth line of a puzzle


def wood(random: Random, size_wh: tuple[int, int], color: Array) -> Pixels:
    """Wood with its grain along one side."""
    width, height = size_wh
    upright = random.random() < 0.5
    along, across = (height, width) if upright else (width, height)
    grain = random.normal(0, random.uniform(3, 12), (across // 3 + 2, along // 90 + 2)).astype(np.float32)
    fine = random.normal(0, random.uniform(1, 5), (across, along // 30 + 2)).astype(np.float32)
    seen = cv2.resize(grain, (along, across), interpolation=cv2.INTER_CUBIC) + cv2.resize(fine, (along, across))
    seen = np.ascontiguousarray(seen.T) if upright else seen
    return np.clip(np.asarray(color, np.float32) + seen[..., None], 0, 255).astype(np.uint8)


def wooden(random: Random, spaces: tuple[int, int], margin: float) -> tuple[Sheet, Array]:
    """A sheet of wood, and its colour."""
    edge = round(margin * PX)
    color = np.array(WOODS[int(random.integers(len(WOODS)))]) + random.normal(0, 12, 3)
    size = (spaces[0] * PX + 2 * edge, spaces[1] * PX + 2 * edge)
    return Sheet(wood(random, size, color), spaces, PX, edge), color


def inlaid(sheet: Sheet, random: Random, woods: list[Array]) -> None:
    """Lay every space with a piece of wood of its own."""
    for row in range(sheet.spaces[1]):
        for col in range(sheet.spaces[0]):
            tone = woods[(row + col) % 2] if len(woods) == 2 else woods[int(random.integers(len(woods)))]
            field = sheet.field(col, row)
            field[:] = wood(random, (PX, PX), tone + random.normal(0, 5))


def write(sheet: Sheet, text: str, col: float, row: float, size: float, ink: Array) -> None:
    """Letters about a point of the grid, ``size`` spaces high."""
    face, scale = cv2.FONT_HERSHEY_SIMPLEX, size * PX / 22
    (width, height), _ = cv2.getTextSize(text, face, scale, 2)
    x, y = sheet.at(col, row)
    cv2.putText(sheet.pixels, text, (x - width // 2, y + height // 2), face, scale, ink.tolist(), 2, cv2.LINE_AA)


def chess(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Inlaid woods of two tones, 8 x 8 or 10 x 10, thin lines round them, letters and numbers in the margin."""
    side = int(random.choice([8, 8, 10]))
    sheet, ground = wooden(random, (side, side), float(random.choice([0.4, 0.6, 0.8, 1.0])))
    tones = [ground + random.uniform(-15, 15), standing_out(random, ground)]
    inlaid(sheet, random, tones)
    ink = np.clip(tones[1] + random.normal(0, 10, 3), 0, 255)
    for out in random.choice([[0.0, 0.06], [0.08, 0.9], [0.02, 0.12]]):
        far = out * min(sheet.edge / PX, 1.0)
        cv2.rectangle(
            sheet.pixels, sheet.at(-far, -far), sheet.at(side + far, side + far), ink.tolist(), 2, cv2.LINE_AA
        )
    if random.random() < 0.7:
        middle = sheet.edge / PX / 2
        for n in range(side):
            for at in (-middle, side + middle):
                write(sheet, chr(65 + n), n + 0.5, at, 0.3, ink)
                write(sheet, str(side - n), at, n + 0.5, 0.3, ink)
    pieces(random, sheet)
    return sheet


def go(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Thin dark lines on wood with star points, and stones of two colours on the crossings."""
    side = int(random.choice([8, 12, 18]))
    sheet, _ = wooden(random, (side, side), float(random.uniform(0.5, 1.2)))
    rule(sheet, np.array([20, 25, 30]), 2 * int(random.integers(1, 3)))
    third = 2 if side == 8 else 3
    for row in (third, side // 2, side - third):
        for col in (third, side // 2, side - third):
            cv2.circle(sheet.pixels, sheet.at(col, row), 9, (20, 25, 30), -1, cv2.LINE_AA)
    for _ in range(int(random.integers(0, side * side // 2))):
        stone = (25, 25, 25) if random.random() < 0.5 else (225, 230, 230)
        cv2.circle(sheet.pixels, sheet.at(*random.integers(0, side + 1, 2)), 44, stone, -1, cv2.LINE_AA)
    return sheet


def woods(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Pieces of wood of several tones, with thin joints between them or none."""
    sheet, ground = wooden(random, spaces, float(random.choice([0.0, 0.3, 0.6, 1.0])))
    inlaid(sheet, random, [ground + random.uniform(-35, 35) for _ in range(int(random.integers(3, 8)))])
    if random.random() < 0.6:
        rule(sheet, standing_out(random, ground), 2)
    frame(random, sheet, *inked(random, ground))
    pieces(random, sheet)
    return sheet


def sudoku(random: Random, spaces: tuple[int, int]) -> Sheet:
    """9 x 9 squares, every third line thick, some with a number."""
    sheet = Sheet(textured(random, (11 * PX, 11 * PX), random.uniform(190, 240, 3), 5.0), (9, 9), PX, PX)
    ink = np.full(3, random.uniform(10, 110))
    rule(sheet, ink, 2)
    boxes = sheet._replace(spaces=(3, 3), px=3 * PX)
    rule(boxes, ink, 2 * THICKER)
    for row in range(9):
        for col in np.flatnonzero(random.random(9) < random.uniform(0.2, 0.9)):
            write(sheet, str(random.integers(1, 10)), col + 0.5, row + 0.5, 0.5, ink)
    return sheet


def crossword(random: Random, spaces: tuple[int, int]) -> Sheet:
    """White and black squares between thin lines, some with a letter."""
    edge = round(float(random.choice([0.0, 0.5, 1.0])) * PX)
    size = (spaces[0] * PX + 2 * edge, spaces[1] * PX + 2 * edge)
    sheet = Sheet(textured(random, size, random.uniform(190, 240, 3), 5.0), spaces, PX, edge)
    ink = np.full(3, random.uniform(10, 80))
    for row in range(spaces[1]):
        for col in range(spaces[0]):
            draw = random.random()
            if draw < 0.18:
                sheet.field(col, row)[:] = ink.astype(np.uint8)
            elif draw < 0.5:
                write(sheet, chr(random.integers(65, 91)), col + 0.5, row + 0.5, 0.45, ink)
    rule(sheet, ink, 2 * int(random.integers(1, 3)))
    return sheet


def letters(random: Random, spaces: tuple[int, int]) -> Sheet:
    """A board for words: pale squares between lines, some of them of a few colours, 15 x 15 or so, and tiles."""
    side = int(random.choice([9, 11, 13, 15]))
    sheet = Sheet(textured(random, ((side + 1) * PX,) * 2, random.uniform(150, 225, 3), 5.0), (side, side), PX, PX // 2)
    colours = random.uniform(60, 230, (4, 3))
    for row in range(side):
        for col in range(side):
            kind = (min(row, side - 1 - row) * 3 + min(col, side - 1 - col) * 5) % 11
            if kind < 4:
                sheet.field(col, row)[:] = colours[kind].astype(np.uint8)
    rule(sheet, standing_out(random, np.array([190.0, 190.0, 190.0])), 2 * int(random.integers(1, 4)))
    for _ in range(int(random.integers(0, 60))):
        col, row = random.integers(0, side, 2)
        sheet.field(int(col), int(row), 5)[:] = (165, 205, 230)
        write(sheet, chr(random.integers(65, 91)), col + 0.5, row + 0.5, 0.45, np.array([30, 30, 30]))
    return sheet


def hexagons(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Hexagons in rows, lines between them or gaps, of one colour or a few."""
    cols, rows = spaces
    size = (round((cols + 1.5) * PX), round((rows * 0.87 + 1.2) * PX))
    ground = random.uniform(40, 230, 3)
    sheet = Sheet(textured(random, size, ground), spaces, PX, PX // 2)
    ink, thick = inked(random, ground)
    colours = [standing_out(random, ground) for _ in range(int(random.integers(1, 5)))]
    filled, turns = random.random() < 0.5, np.radians(30 + 60 * np.arange(6))
    for row in range(rows):
        for col in range(cols):
            middle = np.array([(0.75 + col + row % 2 / 2) * PX, (0.75 + row * 0.87) * PX])
            side = PX * (0.55 if filled else 0.577)
            corners = np.rint(middle + side * np.stack([np.cos(turns), np.sin(turns)], axis=1)).astype(np.int32)
            if filled:
                color = colours[int(random.integers(len(colours)))].tolist()
                cv2.fillPoly(sheet.pixels, [corners], color, cv2.LINE_AA)
            else:
                cv2.polylines(sheet.pixels, [corners], True, ink.tolist(), thick, cv2.LINE_AA)
    return sheet


def rounds(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Rings cut into fields by spokes, or a track of round fields round a square board."""
    side = 12 * PX
    ground = random.uniform(40, 230, 3)
    sheet = Sheet(textured(random, (side, side), ground), (10, 10), PX, PX)
    ink, thick = inked(random, ground)
    middle = (side // 2, side // 2)
    if random.random() < 0.5:
        count = int(random.integers(6, 25))
        for ring in range(1, int(random.integers(3, 8))):
            cv2.circle(sheet.pixels, middle, round(ring * 0.75 * PX), ink.tolist(), thick, cv2.LINE_AA)
        for spoke in np.linspace(0, 2 * np.pi, count, endpoint=False):
            end = np.array(middle) + 5 * PX * np.array([np.cos(spoke), np.sin(spoke)])
            cv2.line(sheet.pixels, middle, (round(end[0]), round(end[1])), ink.tolist(), thick, cv2.LINE_AA)
    else:
        for at in range(11):
            for col, row in ((at, 0), (at, 10), (0, at), (10, at), (at, 5), (5, at)):
                cv2.circle(sheet.pixels, sheet.at(col, row), 36, ink.tolist(), thick, cv2.LINE_AA)
    return sheet


def holes(random: Random, spaces: tuple[int, int]) -> Sheet:
    """Round holes or pegs in rows, as boards for four in a row have."""
    ground = random.uniform(40, 230, 3)
    sheet = Sheet(textured(random, ((spaces[0] + 1) * PX, (spaces[1] + 1) * PX), ground), spaces, PX, PX // 2)
    colours = [standing_out(random, ground) for _ in range(int(random.integers(1, 4)))]
    size = round(random.uniform(0.2, 0.47) * PX)
    for row in range(spaces[1]):
        for col in range(spaces[0]):
            color = colours[int(random.integers(len(colours)))].tolist()
            cv2.circle(sheet.pixels, sheet.at(col + 0.5, row + 0.5), size, color, -1, cv2.LINE_AA)
    frame(random, sheet, *inked(random, ground))
    return sheet


def painted(random: Random, spaces: tuple[int, int]) -> Sheet:
    """A picture under a grid of thin lines, some of the spaces with an icon: what is closest to a board of ours."""
    margin = float(random.choice([0.3, 0.6, 1.0]))
    edge = round(margin * PX)
    width, height = spaces[0] * PX + 2 * edge, spaces[1] * PX + 2 * edge
    drawn = picture(random, height, width)
    art = cv2.addWeighted(drawn, 0.5, textured(random, (width, height), random.uniform(60, 200, 3)), 0.5, 0)
    sheet = Sheet(np.asarray(art, np.uint8), spaces, PX, edge)
    rule(sheet, np.clip(art.mean(axis=(0, 1)) + random.choice([-1, 1]) * random.uniform(30, 90), 0, 255), 4)
    for _ in range(int(random.integers(0, spaces[0] * spaces[1] // 2))):
        middle = sheet.at(random.integers(spaces[0]) + 0.5, random.integers(spaces[1]) + 0.5)
        cv2.circle(sheet.pixels, middle, 26, random.uniform(20, 240, 3).tolist(), -1, cv2.LINE_AA)
    return sheet


SETS: dict[str, Style] = {
    style.__name__: style
    for style in (
        chess, go, woods, sudoku, crossword, letters, hexagons, rounds, holes, painted,
    )
}  # fmt: skip
