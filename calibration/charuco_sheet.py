"""The calibration sheet as a PDF: a ChArUco board to be photographed from several sides, and a ruler.

Nine rows: with an odd number of rows all versions of OpenCV lay the pattern out alike. Its markers come after those of
the corner cards, so that a sheet on the table is never taken for a card.
"""

from __future__ import annotations

import cv2
import numpy as np

from calibration.cards_sheet import MARGIN_MM, Paper, box, pdf, ruler, words
from vision.finding.cards import CORNERS, MOST_SEATS

SQUARES_WH = (7, 9)
SQUARE_MM, MARKER_MM = 24.0, 18.0
FIRST_MARKER = CORNERS * MOST_SEATS
_PX_A_MM = 2  # of the drawing: squares, markers and their modules are whole pixels


def charuco_board() -> cv2.aruco.CharucoBoard:
    """The board that is printed on the sheet; lengths in millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    count = SQUARES_WH[0] * SQUARES_WH[1] // 2
    numbers = np.arange(FIRST_MARKER, FIRST_MARKER + count, dtype=np.int32)
    return cv2.aruco.CharucoBoard(SQUARES_WH, SQUARE_MM, MARKER_MM, dictionary, numbers)


def charuco_sheet(paper: Paper) -> bytes:
    """The PDF with the calibration sheet on one page; the same bytes every time."""
    width, height = paper.value
    wide, high = (count * SQUARE_MM for count in SQUARES_WH)
    left, bottom = (width - wide) / 2, height - MARGIN_MM - 14 - high
    text = (
        (0.0, 14, "leafwatch: sheet for calibrating the lens"),
        (5.5, 9, "Print at 100 % (no fitting to the page) and keep it flat, on a board or a book."),
        (
            10.0,
            9,
            "Take 8 pictures or more with the camera as it hangs: near and far, in all corners, tilted each way.",
        ),
    )
    parts = [words(MARGIN_MM, height - MARGIN_MM + 2 - down, size, line) for down, size, line in text]
    return pdf(["\n".join([*parts, pattern(left, bottom), ruler(MARGIN_MM, MARGIN_MM + 4)])], paper)


def pattern(left: float, bottom: float) -> str:
    """The board's black parts, lower left corner there, in one filled path so that no seam shows."""
    size = tuple(round(count * SQUARE_MM * _PX_A_MM) for count in SQUARES_WH)
    image = np.asarray(charuco_board().generateImage(size, marginSize=0, borderBits=1))
    boxes = [
        box(left + x / _PX_A_MM, bottom + (size[1] - y - high) / _PX_A_MM, wide / _PX_A_MM, high / _PX_A_MM)
        for x, y, wide, high in rectangles(image < 128)
    ]
    return "0 g\n" + "\n".join(boxes) + "\nf"


def rectangles(dark: np.ndarray) -> list[tuple[int, int, int, int]]:
    """Rectangles x, y, width, height that cover a bool picture (height, width) exactly: runs that continue downward."""
    found: list[tuple[int, int, int, int]] = []
    running: dict[tuple[int, int], int] = {}
    for y in range(len(dark) + 1):
        runs = set()
        if y < len(dark):
            edges = np.flatnonzero(np.diff(np.concatenate([[0], dark[y].astype(np.int8), [0]])))
            runs = {(int(start), int(end)) for start, end in edges.reshape(-1, 2)}
        for (start, end), top in [item for item in running.items() if item[0] not in runs]:
            found.append((start, top, end - start, y - top))
            del running[start, end]
        for run in runs - running.keys():
            running[run] = y
    return found
