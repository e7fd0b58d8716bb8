"""Moves in notation: one word without blanks, read back exactly. Described in docs/notation.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from engine.game import NotationError, Surface
from engine.grid import Bits, Cell, Space
from engine.indian_summer import moves
from engine.indian_summer.forest import BOARD, NONE, Purse, Treasure
from engine.indian_summer.state import ENDS, Place, Source
from engine.indian_summer.surfaces import SURFACES
from engine.indian_summer.tiles import Color, Tile
from engine.sentence import Sentence, say

WORDS = [
    "leaf",
    "squirrel",
    "nut",
    "berry",
    "feather",
    "mushroom",
    "exchange",
    "animal",
    "refill",
    "path",
    "end",
]
_NAMES = tuple(map(str, BOARD.cells))


def write_move(move: moves.Move) -> str:
    """The move in one word, such as ``1:leaf:red:c4,c5,d5o,d6,e6:path3``."""
    match move:
        case moves.PlaceLeaf(seat, color, covers, hole, source):
            words = [
                f"{seat + 1}",
                "leaf",
                color.value,
                _cells(covers, hole),
                *([] if source is None else [str(source)]),
            ]
        case moves.PlaceSquirrel(seat, on):
            words = [f"{seat + 1}", "squirrel", _cells(on)]
        case moves.SpendNut(seat, on):
            words = [f"{seat + 1}", "nut", _cells(on)]
        case moves.SpendBerry(seat, end):
            words = [f"{seat + 1}", "berry", *([] if end is None else [end.value])]
        case moves.SpendFeather(seat):
            words = [f"{seat + 1}", "feather"]
        case moves.SpendMushroom(seat, sources):
            words = [f"{seat + 1}", "mushroom", "+".join(map(str, sources))]
        case moves.Exchange(seat, give, get):
            words = [f"{seat + 1}", "exchange", f"{give.word}-{get.word}"]
        case moves.PlaceAnimal(seat, animal, covers):
            words = [f"{seat + 1}", "animal", animal, _cells(covers)]
        case moves.Refill(seat, end):
            words = [f"{seat + 1}", "refill", end.value]
        case moves.TellPath(seat, tiles):
            words = [f"{seat + 1}", "path", write_tiles(tiles)]
        case moves.EndTurn(seat):
            words = [f"{seat + 1}", "end"]
        case moves.Correction(spaces, purses):
            said = [f"{space.seat + 1}{space.cell}={surface}" for space, surface in spaces]
            said += [f"{seat + 1}purse={purse}" for seat, purse in purses]
            words = ["table", ",".join(said)]
    return ":".join(words)


def read_move(text: str) -> moves.Move:
    """The move of a word; inverse of ``write_move``.

    Raises:
        NotationError: with place, expected and found.
    """
    reader = _Reader(text)
    fields = text.split(":")
    if fields[0] == "table":
        reader.count(fields, 2, 2)
        return reader.correction(fields[1])
    reader.count(fields, 2, 5)
    seat, word, rest = reader.seat(fields[0], 1), fields[1], fields[2:]
    match word:
        case "leaf":
            reader.count(fields, 4, 5)
            covers, hole = reader.cells(rest[1], 4)
            source = reader.source(rest[2], 5) if len(rest) == 3 else None
            return moves.PlaceLeaf(seat, reader.one_of(Color, rest[0], 3), covers, hole, source)
        case "squirrel" | "nut":
            reader.count(fields, 3, 3)
            covers, _ = reader.cells(rest[0], 3)
            return moves.PlaceSquirrel(seat, covers) if word == "squirrel" else moves.SpendNut(seat, covers)
        case "berry":
            reader.count(fields, 2, 3)
            return moves.SpendBerry(seat, reader.end(rest[0], 3) if rest else None)
        case "feather":
            reader.count(fields, 2, 2)
            return moves.SpendFeather(seat)
        case "mushroom":
            reader.count(fields, 3, 3)
            return moves.SpendMushroom(seat, tuple(reader.source(each, 3) for each in rest[0].split("+")))
        case "exchange":
            reader.count(fields, 3, 3)
            kinds = rest[0].split("-")
            if len(kinds) != 2:
                reader.fail(3, say("two treasures such as berry-nut"), rest[0])
            return moves.Exchange(seat, reader.treasure(kinds[0], 3), reader.treasure(kinds[1], 3))
        case "animal":
            reader.count(fields, 4, 4)
            return moves.PlaceAnimal(seat, rest[0], reader.cells(rest[1], 4)[0])
        case "refill":
            reader.count(fields, 3, 3)
            return moves.Refill(seat, reader.end(rest[0], 3))
        case "path":
            reader.count(fields, 3, 3)
            return moves.TellPath(seat, read_tiles(rest[0], say("move {move!r}, field {field}", move=text, field=3)))
        case "end":
            reader.count(fields, 2, 2)
            return moves.EndTurn(seat)
        case _:
            reader.fail(2, say("one of {words}", words=" ".join(WORDS)), word)


def write_tiles(tiles: Sequence[Tile | None]) -> str:
    """Tile codes one after the other, ``.`` for an empty place, ``-`` for no tiles at all."""
    return "".join("." if tile is None else tile.code for tile in tiles) or "-"


def read_tiles(text: str, place: str) -> tuple[Tile, ...]:
    """Inverse of ``write_tiles`` where no place is empty; raises NotationError."""
    return tuple(tile for tile in read_places(text, place) if tile is not None)


def read_places(text: str, place: str) -> tuple[Tile | None, ...]:
    """Inverse of ``write_tiles``; raises NotationError that names ``place``."""
    if text == "-":
        return ()
    found: list[Tile | None] = []
    rest = text
    while rest:
        if rest[0] == ".":
            found.append(None)
            rest = rest[1:]
            continue
        try:
            found.append(Tile.parse(rest[:3]))
        except ValueError:
            raise NotationError(
                say(
                    "{place}: expected tile codes such as g01y12r46, found {found!r} in {text!r}",
                    place=place,
                    found=rest[:3],
                    text=text,
                )
            ) from None
        rest = rest[3:]
    return tuple(found)


def read_source(text: str) -> Source | None:
    """A source by name such as ``path3``, ``seat2``, ``bush`` or ``top-left``; None when there is no such."""
    for place in Place:
        numbered = place in (Place.PATH, Place.SEAT)
        digits = text.removeprefix(place.value)
        if numbered and text.startswith(place.value) and len(digits) == 1 and digits in "123456":
            return Source(place, int(digits) - 1)
        if not numbered and text == place.value:
            return Source(place)
    return None


def _cells(covers: Bits, hole: Bits = NONE) -> str:
    names, rest = [], int(covers)
    while rest:
        low = rest & -rest
        name = _NAMES[low.bit_length() - 1]
        names.append(f"{name}o" if low & hole else name)
        rest ^= low
    return ",".join(names)


class _Reader:
    """The fields of one move; every error names the move, the field, what was expected and what was found."""

    def __init__(self, text: str) -> None:
        self._text = text

    def fail(self, field: int, expected: Sentence, found: str) -> NoReturn:
        raise NotationError(
            say(
                "move {move!r}, field {field}: expected {expected}, found {found!r}",
                move=self._text,
                field=field,
                expected=expected,
                found=found,
            )
        )

    def count(self, fields: Sequence[str], least: int, most: int) -> None:
        if not least <= len(fields) <= most:
            raise NotationError(
                say(
                    "move {move!r}: expected {number} fields between colons, found {found}",
                    move=self._text,
                    number=str(least) if least == most else say("{least} to {most}", least=least, most=most),
                    found=len(fields),
                )
            )

    def seat(self, text: str, field: int) -> int:
        if text not in ("1", "2", "3", "4"):
            self.fail(field, say("a seat from 1 to 4"), text)
        return int(text) - 1

    def cells(self, text: str, field: int) -> tuple[Bits, Bits]:
        covers = hole = 0
        for name in text.split(","):
            try:
                bit = BOARD.bit(Cell.parse(name.removesuffix("o")))
            except ValueError:
                self.fail(field, say("cells from a1 to i8 such as c4,c5o,c6"), name)
            if covers & bit:
                self.fail(field, say("each cell once"), name)
            covers |= bit
            hole |= bit if name.endswith("o") else 0
        return Bits(covers), Bits(hole)

    def one_of(self, colors: type[Color], text: str, field: int) -> Color:
        try:
            return colors(text)
        except ValueError:
            self.fail(field, say("green, yellow or red"), text)

    def treasure(self, text: str, field: int) -> Treasure:
        try:
            return Treasure.parse(text)
        except ValueError:
            self.fail(field, say("berry, nut, mushroom or feather"), text)

    def end(self, text: str, field: int) -> Place:
        for place in ENDS:
            if place.value == text:
                return place
        self.fail(field, say("one of {words}", words=" ".join(place.value for place in ENDS)), text)

    def source(self, text: str, field: int) -> Source:
        source = read_source(text)
        if source is None:
            self.fail(field, say("where the tile comes from, such as path3, seat2, bush or top-left"), text)
        return source

    def correction(self, text: str) -> moves.Correction:
        spaces: list[tuple[Space, Surface]] = []
        purses: list[tuple[int, Purse]] = []
        for said in text.split(",") if text else ():
            name, _, value = said.partition("=")
            seat = self.seat(name[:1], 2)
            if name[1:] == "purse":
                counts = value.split("/")
                if len(counts) != 4 or not all(each.isascii() and each.isdigit() for each in counts):
                    self.fail(2, say("four counts of tokens such as 1/1/0/0"), value)
                purses.append((seat, Purse(*map(int, counts))))
                continue
            covers, _ = self.cells(name[1:], 2)
            if value not in SURFACES:
                self.fail(2, say("one of {words}", words=" ".join(sorted(SURFACES))), value)
            spaces += [(Space(seat, cell), Surface(value)) for cell in BOARD.iterate(covers)]
        return moves.Correction(tuple(spaces), tuple(purses))
