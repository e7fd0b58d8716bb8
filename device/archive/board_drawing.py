"""The boards of a state as text for a terminal, and as a picture (SVG) in flat colours and letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple
from xml.etree import ElementTree

from device.one_line import one_line

CELL: Final = 40
_MARGIN, _HEAD, _FOOT = 30, 44, 30
COLUMNS: Final = "abcdefghi"
SAID: Final = {
    ".": ("#f4efe2", ""),
    "g": ("#8fb573", "G"),
    "y": ("#e6c04f", "Y"),
    "r": ("#cf7355", "R"),
    "L": ("#b9a98c", "L"),
    "o": ("#4a4038", ""),
    "B": ("#4a4038", "B"),
    "N": ("#4a4038", "N"),
    "M": ("#4a4038", "M"),
    "F": ("#4a4038", "F"),
    "s": ("#d99a5b", "S"),
    "a": ("#7d8fb3", "A"),
}
"""Colour and letter of what lies on a space, by the signs of position files: nothing is told by colour alone."""

Player = Mapping[str, Any]
"""A player as in the table message (docs/table-message.md)."""


class _Edge(NamedTuple):
    """A line between two spaces, in cells from the board's far left corner."""

    x1: int
    y1: int
    x2: int
    y2: int


def board_text(player: Player) -> str:
    """The board in letters with its columns and rows named, a space a letter; printed treasures are small letters.

    ``.`` empty, ``g y r`` leaf, ``o`` bare hole, ``B N M F`` hole with that token, ``s`` squirrel, ``a`` animal;
    ``b n m f`` an empty space with a printed treasure.
    """
    rows = [
        f"{number} " + " ".join(floor if sign == "." else sign for sign, floor in zip(row, printed, strict=True))
        for number, (row, printed) in enumerate(zip(player["board"], player["floor"], strict=True), start=1)
    ]
    return "\n".join(("  " + " ".join(COLUMNS[: len(player["board"][0])]), *rows))


def boards_svg(players: Sequence[Player], title: str) -> str:
    """A standing picture of all boards side by side, with names, supplies and outlines of the pieces."""
    widths = [len(player["board"][0]) * CELL + 2 * _MARGIN for player in players]
    height = max(len(player["board"]) for player in players) * CELL + _HEAD + _FOOT
    svg = ElementTree.Element(
        "svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {sum(widths)} {height}", "role": "img"}
    )
    ElementTree.SubElement(svg, "title").text = one_line(title)
    ElementTree.SubElement(svg, "rect", _numbers(width=sum(widths), height=height) | {"fill": "#ffffff"})
    for number, player in enumerate(players):
        group = ElementTree.SubElement(
            svg, "g", {"transform": f"translate({sum(widths[:number]) + _MARGIN} {_HEAD})", "font-family": "sans-serif"}
        )
        _draw(group, player)
    ElementTree.indent(svg)
    return ElementTree.tostring(svg, encoding="unicode") + "\n"


def _draw(group: ElementTree.Element, player: Player) -> None:
    rows, printed = player["board"], player["floor"]
    _write(group, 0, -26, one_line(player["name"]), size=18, anchor="start")
    for col in range(len(rows[0])):
        _write(group, col * CELL + CELL // 2, -6, COLUMNS[col], size=11)
    for r, row in enumerate(rows):
        _write(group, -10, r * CELL + CELL // 2 + 4, str(r + 1), size=11)
        for c, sign in enumerate(row):
            fill, letter = SAID[sign]
            x, y = c * CELL, r * CELL
            on_floor = sign == "."
            space = {"fill": lies_on(sign), "stroke": "#b5ab98", "stroke-width": "0.5"}
            ElementTree.SubElement(group, "rect", _numbers(x=x, y=y, width=CELL, height=CELL) | space)
            if sign in "oBNMF":
                ElementTree.SubElement(
                    group, "circle", _numbers(cx=x + CELL // 2, cy=y + CELL // 2, r=CELL * 3 // 8) | {"fill": fill}
                )
            text = printed[r][c].replace(".", "") if on_floor else letter
            color = "#8a8170" if on_floor else "#ffffff" if sign in "BNMF" else "#221d18"
            if text:
                _write(group, x + CELL // 2, y + CELL // 2 + 5, text, size=15, color=color)
    for outlines, color, width in (
        (edges(rows, [area["cells"] for area in player["areas"]]), "#8a8170", "1.5"),
        (edges(rows, [piece["cells"] for piece in player["pieces"]]), "#221d18", "2.5"),
    ):
        for edge in outlines:
            scaled = _numbers(**{name: at * CELL for name, at in edge._asdict().items()})
            line = {"stroke": color, "stroke-width": width, "stroke-linecap": "round"}
            ElementTree.SubElement(group, "line", scaled | line)
    supply = ", ".join(f"{kind} {number}" for kind, number in player["purse"].items())
    _write(group, 0, len(rows) * CELL + 20, supply, size=13, anchor="start")


def lies_on(sign: str) -> str:
    """The colour of a space itself: under a hole, that of the leaf around it."""
    return SAID[sign][0] if sign not in "oBNMF" else "#c9b693"


def edges(rows: Sequence[str], parts: Sequence[Sequence[str]]) -> Iterator[_Edge]:
    """The outlines of parts, given as names of their spaces; between two parts one line, inside a part none."""
    whose: dict[tuple[int, int], int] = {}
    for number, names in enumerate(parts):
        for name in names:
            whose[int(name[1:]) - 1, COLUMNS.index(name[0])] = number
    for r in range(len(rows) + 1):
        for c in range(len(rows[0]) + 1):
            here = whose.get((r, c))
            if here != whose.get((r - 1, c)):
                yield _Edge(c, r, c + 1, r)
            if here != whose.get((r, c - 1)):
                yield _Edge(c, r, c, r + 1)


def _write(
    group: ElementTree.Element,
    x: int,
    y: int,
    text: str,
    *,
    size: int,
    anchor: str = "middle",
    color: str = "#221d18",
) -> None:
    style = {"font-size": str(size), "text-anchor": anchor, "fill": color}
    ElementTree.SubElement(group, "text", _numbers(x=x, y=y) | style).text = text


def _numbers(**values: int) -> dict[str, str]:
    return {name: str(value) for name, value in values.items()}
