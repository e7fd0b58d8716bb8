"""The corner cards as a PDF: a page for each player with four cards to cut out, and a ruler that proves the print.

The file is written by hand (ISO 32000-1, 7.3 to 7.8): black squares, hairlines and a few words in Helvetica, which
every reader has, need no library.
"""

from __future__ import annotations

from enum import Enum

import cv2
import numpy as np

from vision.finding.cards import CORNERS, MOST_SEATS

MARKER_MM = 36.0
QUIET_MM = 7.0  # white around a marker: more than one of its six modules, so that it is found on a dark table
GAP_MM = 14.0
RULER_MM = 100.0
MARGIN_MM = 15.0
POINTS = 72 / 25.4  # PDF units a millimetre
CORNER_NAMES = ("far left", "far right", "near right", "near left")


class Paper(Enum):
    """Sizes of paper, width and height in millimetres."""

    A4 = (210.0, 297.0)
    LETTER = (215.9, 279.4)


def cards_sheet(paper: Paper) -> bytes:
    """The PDF with the corner cards of all players, a page each; the same bytes every time."""
    return pdf([page(paper, seat) for seat in range(MOST_SEATS)], paper)


def page(paper: Paper, seat: int) -> str:
    """The drawing of one player's page, origin at the lower left, in points."""
    width, height = paper.value
    card = MARKER_MM + 2 * QUIET_MM
    left = (width - 2 * card - GAP_MM) / 2
    top = height - MARGIN_MM - 24
    parts = [
        words(MARGIN_MM, height - MARGIN_MM - 4, 14, f"leafwatch: corner cards of player {seat + 1}"),
        words(
            MARGIN_MM, height - MARGIN_MM - 10, 9, "Print at 100 % (no fitting to the page), cut along the thin lines."
        ),
        words(
            MARGIN_MM, height - MARGIN_MM - 14.5, 9, "Lay each card flat beside its corner of the board, any way up."
        ),
    ]
    for corner in range(CORNERS):
        x = left + (corner in (1, 2)) * (card + GAP_MM)
        y = top - card - (corner in (2, 3)) * (card + GAP_MM)
        parts += [frame(x, y, card), marker(x + QUIET_MM, y + QUIET_MM, CORNERS * seat + corner)]
        parts.append(words(x, y - 4, 8, f"{CORNER_NAMES[corner]} (card {CORNERS * seat + corner})"))
    return "\n".join([*parts, ruler(MARGIN_MM, MARGIN_MM + 8)])


def marker(x: float, y: float, number: int) -> str:
    """A marker with its black border, lower left corner at x, y, in one filled path so that no seam shows."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side = dictionary.markerSize + 2
    modules = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, side, borderBits=1))
    step = MARKER_MM / side
    runs = []
    for row in range(side):
        dark = np.flatnonzero(np.diff(np.concatenate([[0], modules[row] == 0, [0]])))
        for start, end in dark.reshape(-1, 2):
            runs.append(box(x + start * step, y + (side - 1 - row) * step, (end - start) * step, step))
    return "0 g\n" + "\n".join(runs) + "\nf"


def ruler(x: float, y: float) -> str:
    """A ruler of 100 mm with a tick every centimetre."""
    ticks = [line(x + at, y, x + at, y + (5 if at % 50 == 0 else 3)) for at in range(0, int(RULER_MM) + 1, 10)]
    text = words(
        x, y - 5, 9, "This line is 100 mm long. If a ruler says otherwise, the print was scaled: print it again."
    )
    return "\n".join(["0 G 0.5 w", line(x, y, x + RULER_MM, y), *ticks, text])


def frame(x: float, y: float, side: float) -> str:
    """A thin gray square to cut along."""
    return f"0.6 G 0.4 w\n{box(x, y, side, side)}\nS"


def box(x: float, y: float, width: float, height: float) -> str:
    """A rectangle of a path, millimetres."""
    return " ".join(f"{value * POINTS:.3f}" for value in (x, y, width, height)) + " re"


def line(x0: float, y0: float, x1: float, y1: float) -> str:
    """A stroked line, millimetres."""
    return f"{x0 * POINTS:.3f} {y0 * POINTS:.3f} m {x1 * POINTS:.3f} {y1 * POINTS:.3f} l S"


def words(x: float, y: float, size: float, text: str) -> str:
    """A line of Helvetica, millimetres and points; the text is plain ASCII."""
    escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT 0 g /F1 {size:g} Tf {x * POINTS:.3f} {y * POINTS:.3f} Td ({escaped}) Tj ET"


def pdf(pages: list[str], paper: Paper) -> bytes:
    """A whole PDF file: catalogue, page tree, font, and each page with its drawing."""
    width, height = (side * POINTS for side in paper.value)
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, drawing in enumerate(pages):
        box_points = f"[0 0 {width:.3f} {height:.3f}]"
        content = 5 + 2 * number
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box_points} "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {content} 0 R >>"
        )
        objects.append(f"<< /Length {len(drawing.encode('ascii'))} >>\nstream\n{drawing}\nendstream")
    body, places = b"%PDF-1.4\n", []
    for number, content_text in enumerate(objects, start=1):
        places.append(len(body))
        body += f"{number} 0 obj\n{content_text}\nendobj\n".encode("ascii")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    head = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    tail = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(body)}\n%%EOF\n"
    return body + head.encode("ascii") + tail.encode("ascii")
