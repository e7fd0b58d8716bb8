from __future__ import annotations

import re

import numpy as np
import pytest

from calibration.cards_sheet import POINTS, Paper, cards_sheet
from vision.finding.cards import find_cards
from vision.frame import Frame

PX_PER_POINT = 2.0


def streams(document: bytes) -> list[str]:
    """The drawings of all pages."""
    return [part.decode("ascii") for part in re.findall(rb"stream\n(.*?)\nendstream", document, re.DOTALL)]


def painted(drawing: str, paper: Paper) -> Frame:
    """The filled rectangles of a page as a picture, as a printer would lay them down."""
    width, height = (round(side * POINTS * PX_PER_POINT) for side in paper.value)
    pixels = np.full((height, width, 3), 255, np.uint8)
    for path in re.findall(r"0 g\n((?:.* re\n)+)f", drawing):
        for numbers in re.findall(r"(.*) re\n", path):
            x, y, w, h = (float(number) * PX_PER_POINT for number in numbers.split())
            pixels[round(height - y - h) : round(height - y), round(x) : round(x + w)] = 0
    return Frame(pixels, 0.0, 0)


@pytest.mark.parametrize("paper", Paper)
def test_every_page_holds_the_four_cards_of_its_player(paper: Paper) -> None:
    """What is printed is found by the finder: seat and corner of every card, laid out as the corners of a board."""
    pages = list(streams(cards_sheet(paper)))
    assert len(pages) == 4
    for seat, drawing in enumerate(pages):
        cards = find_cards(painted(drawing, paper))
        assert [(card.seat, card.corner) for card in cards] == [(seat, corner) for corner in range(4)]
        middles = [card.middle_px for card in cards]
        assert middles[0][0] == pytest.approx(middles[3][0], abs=1)
        assert middles[0][0] < middles[1][0]
        assert middles[0][1] < middles[3][1]


@pytest.mark.parametrize("paper", Paper)
def test_the_file_is_a_pdf_whose_table_leads_to_its_objects(paper: Paper) -> None:
    """Every entry of the cross reference table points at the object of that number, every stream has its length."""
    document = cards_sheet(paper)
    start = int(re.findall(rb"startxref\n(\d+)\n%%EOF", document)[0])
    entries = re.findall(rb"(\d{10}) 00000 n ", document[start:])
    assert document[start : start + 4] == b"xref"
    assert len(entries) == 3 + 2 * 4
    for number, place in enumerate(entries, start=1):
        assert document[int(place) :].startswith(f"{number} 0 obj\n".encode())
    lengths = [int(length) for length in re.findall(rb"/Length (\d+)", document)]
    assert lengths == [len(drawing) for drawing in streams(document)]


@pytest.mark.parametrize("paper", Paper)
def test_the_ruler_is_a_hundred_millimetres(paper: Paper) -> None:
    """The ruler on every page is 100 mm between its ends, and lies on the paper."""
    pages = list(streams(cards_sheet(paper)))
    assert len(pages) == 4
    for drawing in pages:
        ruler = drawing[drawing.index("0 G 0.5 w") :].splitlines()[1]
        x0, y0, _, x1, y1, *_ = ruler.split()
        assert float(x1) - float(x0) == pytest.approx(100 * 72 / 25.4, abs=0.01)
        assert y0 == y1
        assert float(x1) < paper.value[0] * POINTS
