"""The tile list, the printed layouts and the animals of a box as TOML, the invented demo sets among them (R1.7).

The published sets belong to the publisher; owners of a box write their own files in the form of ``data/*.toml``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Final, TypeVar

from engine.indian_summer.animals import AnimalKind, AnimalSet
from engine.indian_summer.forest import ForestFloor, Treasure
from engine.indian_summer.tiles import Color, Tile
from engine.polyomino import Polyomino

T = TypeVar("T")

COUNTS: Final = {Color.GREEN: 17, Color.YELLOW: 29, Color.RED: 29}
"""R1.3."""
LAYOUTS: Final = 12
"""R1.1."""
ANIMAL_TILES: Final = 20
ANIMAL_KINDS: Final = 7
"""R1.4."""


class SetError(ValueError):
    """A file of tiles, layouts or animals is not as it must be: file, place, expected and found."""

    def __init__(self, file: str, place: str, expected: str, found: object) -> None:
        self.file, self.place, self.expected, self.found = file, place, expected, found
        super().__init__(f"{file}, {place}: expected {expected}, found {found}")


@dataclass(frozen=True, slots=True)
class TileSet:
    """The leaf tiles of a box: each tile with its number of copies."""

    name: str
    copies: tuple[tuple[Tile, int], ...]
    note: str = field(default="", compare=False)

    @property
    def shapes(self) -> tuple[Tile, ...]:
        """Every tile that occurs, once."""
        return tuple(tile for tile, _ in self.copies)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles one by one, green to red; people shuffle them."""
        return tuple(tile for tile, number in self.copies for _ in range(number))


def read_tiles(text: str, file: str) -> TileSet:
    """The tile list of a TOML text; ``file`` is named in errors.

    Raises:
        SetError: with place, expected and found.
    """
    table = _Table.parse(text, file)
    copies: dict[Tile, int] = {}
    for entry in table.entries("tile"):
        color = entry.choice("color", {color.value: color for color in Color})
        shape = entry.shape()
        if len(shape) != color.size or shape.mark is None:
            marks = "no hole" if shape.mark is None else "a hole"
            raise entry.wrong("shape", f"{color.size} spaces, one of them the hole o", f"{len(shape)} with {marks}")
        tile = Tile.of(shape)
        if tile in copies:
            raise entry.wrong("shape", "each shape once, with its number of copies", f"tile {tile} again")
        copies[tile] = entry.number("copies")
    for color, wanted in COUNTS.items():
        number = sum(count for tile, count in copies.items() if tile.color is color)
        if number != wanted:
            raise SetError(file, f"{color.value} tiles", f"{wanted} in all", number)
    return TileSet(table.text("name"), tuple(sorted(copies.items())), table.text("note", ""))


def read_floors(text: str, file: str) -> tuple[ForestFloor, ...]:
    """The printed layouts of a TOML text, at most 12; raises SetError."""
    table = _Table.parse(text, file)
    floors: dict[str, ForestFloor] = {}
    for entry in table.entries("floor"):
        name = entry.text("name")
        if name in floors:
            raise entry.wrong("name", "each layout once", repr(name))
        try:
            floors[name] = ForestFloor.parse(entry.rows("rows"), name)
        except ValueError as error:
            raise SetError(file, f"{entry.place}, rows", "8 rows of 9 letters b n m f or .", error) from error
    if not 1 <= len(floors) <= LAYOUTS:
        raise SetError(file, "floor", f"1 to {LAYOUTS} layouts", len(floors))
    return tuple(floors.values())


def read_animals(text: str, file: str) -> AnimalSet:
    """The animals of a TOML text: 20 tiles of 7 kinds (R1.4); raises SetError."""
    table = _Table.parse(text, file)
    kinds: dict[str, AnimalKind] = {}
    treasures = {kind.word: kind for kind in Treasure}
    for entry in table.entries("animal"):
        token = entry.choice("token", treasures) if entry.has("token") else None
        kind = AnimalKind(entry.text("name"), entry.shape(), entry.number("copies"), token)
        if kind.word in kinds:
            raise entry.wrong("name", "each kind once", repr(kind.name))
        if ":" in kind.word or not kind.word:
            raise entry.wrong("name", "a name without a colon", repr(kind.name))
        if kind.shape.mark is not None:
            raise entry.wrong("shape", "a shape without a hole", "an o")
        if kind.word == "hedgehog" and len(kind.shape) != 4:
            raise entry.wrong("shape", "4 spaces for the Hedgehog", len(kind.shape))
        kinds[kind.word] = kind
    tiles = sum(kind.copies for kind in kinds.values())
    if len(kinds) != ANIMAL_KINDS or tiles != ANIMAL_TILES:
        raise SetError(
            file, "animal", f"{ANIMAL_TILES} tiles of {ANIMAL_KINDS} kinds", f"{tiles} tiles of {len(kinds)} kinds"
        )
    return AnimalSet(table.text("name"), tuple(kinds.values()), table.text("note", ""))


@cache
def demo_tiles() -> TileSet:
    """75 tiles that we invented, spread over the 62 marked shapes."""
    return read_tiles(_demo("tiles.toml"), "tiles.toml")


@cache
def demo_floors() -> tuple[ForestFloor, ...]:
    """12 layouts that we invented: two sides of six boards, 20 treasures a side."""
    return read_floors(_demo("floors.toml"), "floors.toml")


@cache
def demo_animals() -> AnimalSet:
    """20 animals of 7 kinds, their shapes invented but for the size of the Hedgehog."""
    return read_animals(_demo("animals.toml"), "animals.toml")


def _demo(name: str) -> str:
    return (files("engine.indian_summer") / "data" / name).read_text(encoding="utf-8")


class _Table:
    """A TOML table that is read with checks; ``place`` says where it stands in its file."""

    def __init__(self, file: str, place: str, values: Mapping[str, object]) -> None:
        self._file, self.place, self._values = file, place, values

    @classmethod
    def parse(cls, text: str, file: str) -> _Table:
        try:
            return cls(file, "", tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            raise SetError(file, "text", "TOML", error) from error

    def wrong(self, key: str, expected: str, found: object) -> SetError:
        return SetError(self._file, f"{self.place}, {key}" if self.place else key, expected, found)

    def has(self, key: str) -> bool:
        return key in self._values

    def entries(self, key: str) -> Iterator[_Table]:
        found = self._values.get(key)
        if not isinstance(found, list) or not found:
            raise self.wrong(key, f"a list of tables [[{key}]]", "nothing" if found is None else repr(found))
        for number, entry in enumerate(found, start=1):
            if not isinstance(entry, dict):
                raise self.wrong(key, "a table", repr(entry))
            yield _Table(self._file, f"{key} {number}", entry)

    def text(self, key: str, default: str | None = None) -> str:
        found = self._values.get(key, default)
        if not isinstance(found, str):
            raise self.wrong(key, "a text", "nothing" if found is None else repr(found))
        return found

    def number(self, key: str) -> int:
        found = self._values.get(key)
        if not isinstance(found, int) or isinstance(found, bool) or found < 1:
            raise self.wrong(key, "a number of at least 1", "nothing" if found is None else repr(found))
        return found

    def choice(self, key: str, choices: Mapping[str, T]) -> T:
        found = self.text(key)
        if found not in choices:
            raise self.wrong(key, f"one of {', '.join(choices)}", repr(found))
        return choices[found]

    def rows(self, key: str) -> tuple[str, ...]:
        found = self._values.get(key)
        if not isinstance(found, list) or not found or not all(isinstance(row, str) for row in found):
            raise self.wrong(key, "a list of texts, a row each", "nothing" if found is None else repr(found))
        return tuple(found)

    def shape(self) -> Polyomino:
        rows = self.rows("shape")
        for row in rows:
            if set(row) - set("#o."):
                raise self.wrong("shape", "rows of # o and .", repr(row))
        try:
            return Polyomino.parse(*rows).canonical
        except ValueError as error:
            raise SetError(self._file, f"{self.place}, shape", "spaces that hang together", error) from error
