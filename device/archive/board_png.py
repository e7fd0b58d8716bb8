"""The boards of a state as a picture of pixels (PNG), drawn by OpenCV: for whatever cannot show an SVG."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final

import cv2
import numpy as np

from device.archive.board_drawing import CELL, COLUMNS, SAID, Player, edges, lies_on
from device.one_line import one_line
from vision.frame import Pixels

SCALE: Final = 2
_MARGIN, _HEAD, _FOOT = 30, 44, 56
_INK, _LINE, _AREA, _PALE = "#221d18", "#b5ab98", "#8a8170", "#8a8170"
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
_FONT_PX: Final = 30.0
"""The height of that font's tallest letters with their descenders at scale 1, pixels."""


def boards_png(players: Sequence[Player], title: str) -> bytes:
    """A standing picture of all boards side by side, with names, supplies and outlines of the pieces, as PNG.

    OpenCV's font knows plain letters only: they lose their accents, and every other sign becomes a question mark.
    """
    widths = [len(player["board"][0]) * CELL + 2 * _MARGIN for player in players]
    height = max(len(player["board"]) for player in players) * CELL + _HEAD + _FOOT
    picture = np.full((height * SCALE, sum(widths) * SCALE, 3), 255, np.uint8)
    for number, player in enumerate(players):
        _draw(_Canvas(picture, sum(widths[:number]) + _MARGIN, _HEAD), player)
    _Canvas(picture, _MARGIN, 0).write(0, height - 10, title, 13, _INK, centred=False)
    done, encoded = cv2.imencode(".png", picture)
    assert done  # checked pixels always encode
    return encoded.tobytes()


class _Canvas:
    """A part of a picture to draw on, in the units of the SVG."""

    def __init__(self, picture: Pixels, left: int, top: int) -> None:
        self._picture, self._left, self._top = picture, left, top

    def _at(self, x: float, y: float) -> tuple[int, int]:
        return round((self._left + x) * SCALE), round((self._top + y) * SCALE)

    def box(self, x: int, y: int, fill: str) -> None:
        """A space, filled and with a thin edge."""
        corners = self._at(x, y), self._at(x + CELL, y + CELL)
        cv2.rectangle(self._picture, *corners, _bgr(fill), cv2.FILLED)
        cv2.rectangle(self._picture, *corners, _bgr(_LINE), 1)

    def disc(self, x: int, y: int, fill: str) -> None:
        """A hole in a space."""
        middle = self._at(x + CELL / 2, y + CELL / 2)
        cv2.circle(self._picture, middle, CELL * 3 // 8 * SCALE, _bgr(fill), cv2.FILLED, cv2.LINE_AA)

    def line(self, begin: tuple[int, int], end: tuple[int, int], color: str, width: float) -> None:
        """A straight line."""
        cv2.line(self._picture, self._at(*begin), self._at(*end), _bgr(color), round(width * SCALE))

    def write(self, x: float, y: float, text: str, size: int, color: str, *, centred: bool = True) -> None:
        """A line of text on its baseline, centred on x or beginning there."""
        plain, scale = _plain(text), size * SCALE / _FONT_PX
        (width, _), _ = cv2.getTextSize(plain, _FONT, scale, SCALE)
        left, base = self._at(x, y)
        at = (left - (width // 2 if centred else 0), base)
        cv2.putText(self._picture, plain, at, _FONT, scale, _bgr(color), SCALE, cv2.LINE_AA)


def _draw(canvas: _Canvas, player: Mapping[str, Any]) -> None:
    rows, printed = player["board"], player["floor"]
    canvas.write(0, -26, player["name"], 18, _INK, centred=False)
    for col in range(len(rows[0])):
        canvas.write(col * CELL + CELL / 2, -6, COLUMNS[col], 11, _INK)
    for r, row in enumerate(rows):
        canvas.write(-10, r * CELL + CELL / 2 + 4, str(r + 1), 11, _INK)
        for c, sign in enumerate(row):
            fill, letter = SAID[sign]
            canvas.box(c * CELL, r * CELL, lies_on(sign))
            if sign in "oBNMF":
                canvas.disc(c * CELL, r * CELL, fill)
            text = printed[r][c].replace(".", "") if sign == "." else letter
            color = _PALE if sign == "." else "#ffffff" if sign in "BNMF" else _INK
            if text:
                canvas.write(c * CELL + CELL / 2, r * CELL + CELL / 2 + 5, text, 15, color)
    for parts, color, width in ((player["areas"], _AREA, 1.5), (player["pieces"], _INK, 2.5)):
        for edge in edges(rows, [part["cells"] for part in parts]):
            canvas.line((edge.x1 * CELL, edge.y1 * CELL), (edge.x2 * CELL, edge.y2 * CELL), color, width)
    supply = ", ".join(f"{kind} {number}" for kind, number in player["purse"].items())
    canvas.write(0, len(rows) * CELL + 20, supply, 13, _INK, centred=False)


def _bgr(color: str) -> tuple[int, int, int]:
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return blue, green, red


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", one_line(text))
    return "".join(letter if letter.isascii() else "?" for letter in letters if not unicodedata.combining(letter))
