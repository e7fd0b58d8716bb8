"""R1: the demo sets are complete, and files of owners are checked with place, expected and found."""

from __future__ import annotations

import pytest

from engine.indian_summer import sets
from engine.indian_summer.forest import AREAS, BOARD, ForestFloor
from engine.indian_summer.sets import (
    SetError,
    demo_animals,
    demo_floors,
    demo_tiles,
    read_animals,
    read_floors,
    read_tiles,
)
from engine.indian_summer.tiles import TILES, Color


def text(name: str) -> str:
    """A demo file."""
    return sets._demo(name)


def test_the_tiles_are_75() -> None:
    """R1.3: 17 green threes, 29 yellow fours, 29 red fives; 312 spaces; every green and yellow shape occurs."""
    tiles = demo_tiles().tiles
    assert [sum(tile.color is color for tile in tiles) for color in Color] == [17, 29, 29]
    assert sum(tile.color.size for tile in tiles) == 312
    assert {tile for tile in TILES if tile.color is not Color.RED} <= set(tiles)


def test_the_layouts_are_twelve() -> None:
    """R1.1, R1.2: six boards of two sides, about 20 treasures each, all different, every area has some."""
    floors = demo_floors()
    assert len({floor.rows for floor in floors}) == 12
    for floor in floors:
        printed = sum(floor.prints)
        assert printed.bit_count() == 20
        assert all(printed & area for area in AREAS)


def test_the_demo_sets_say_that_they_are_invented() -> None:
    """R1.7: nobody takes them for the published ones."""
    assert "Invented" in demo_tiles().note
    assert "Invented" in demo_animals().note
    assert all(name in "".join(text(f"{name}.toml") for name in ("tiles", "floors", "animals")) for name in ("NOT",))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'color = "green"',
            'color = "blue"',
            "own.toml, tile 1, color: expected one of green, yellow, red, found 'blue'",
        ),
        ('shape = ["o##"]', 'shape = ["###"]', "own.toml, tile 1, shape: expected 3 spaces, one of them the hole o"),
        ('shape = ["o##"]', 'shape = ["o###"]', "own.toml, tile 1, shape: expected 3 spaces, one of them the hole o"),
        ('shape = ["o##"]', 'shape = ["o#x"]', "own.toml, tile 1, shape: expected rows of # o and ., found 'o#x'"),
        ('shape = ["o##"]', 'shape = ["o#.#"]', "own.toml, tile 1, shape: expected spaces that hang together"),
        ('shape = ["o##"]', 'shape = ["oo#"]', "own.toml, tile 1, shape: expected spaces that hang together"),
        ('shape = ["#o#"]', 'shape = ["##o"]', "own.toml, tile 2, shape: expected each shape once"),
        ("copies = 5", "copies = 6", "own.toml, green tiles: expected 17 in all, found 18"),
        ("copies = 5", "copies = 0", "own.toml, tile 1, copies: expected a number of at least 1, found 0"),
        ("[[tile]]", "[[leaf]]", "own.toml, tile: expected a list of tables [[tile]], found nothing"),
        ('name = "demo"', "name = demo", "own.toml, text: expected TOML, found"),
    ],
)
def test_a_wrong_tile_list_is_named(old: str, new: str, message: str) -> None:
    """R1.7: file, place, expected and found."""
    count = -1 if old == "[[tile]]" else 1
    with pytest.raises(SetError) as caught:
        read_tiles(text("tiles.toml").replace(old, new, count), "own.toml")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "demo 1b"', 'name = "demo 1a"', "own.toml, floor 2, name: expected each layout once, found 'demo 1a'"),
        ("rows = [", "rows = [ '.........',", "own.toml, floor 1, rows: expected 8 rows of 9 letters"),
        ('name = "demo 1a"', "name = 1", "own.toml, floor 1, name: expected a text, found 1"),
    ],
)
def test_a_wrong_layout_is_named(old: str, new: str, message: str) -> None:
    """R1.7: 72 spaces, each layout once."""
    with pytest.raises(SetError) as caught:
        read_floors(text("floors.toml").replace(old, new, 1), "own.toml")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("copies = 6", "copies = 7", "own.toml, animal: expected 20 tiles of 7 kinds, found 21 tiles of 7 kinds"),
        ('name = "Rabbit"', 'name = "Mouse"', "own.toml, animal 2, name: expected each kind once, found 'Mouse'"),
        (
            'shape = ["##", "##"]',
            'shape = ["##"]',
            "own.toml, animal 4, shape: expected 4 spaces for the Hedgehog, found 2",
        ),
        ('shape = ["##"]', 'shape = ["o#"]', "own.toml, animal 1, shape: expected a shape without a hole, found an o"),
        ('token = "nut"', 'token = "gold"', "own.toml, animal 7, token: expected one of berry, nut, mushroom, feather"),
    ],
)
def test_a_wrong_animal_is_named(old: str, new: str, message: str) -> None:
    """R1.7: 20 tiles of 7 kinds, no holes."""
    with pytest.raises(SetError) as caught:
        read_animals(text("animals.toml").replace(old, new, 1), "own.toml")
    assert str(caught.value).startswith(message)


def test_a_floor_is_read_as_it_is_drawn() -> None:
    """R1.2: ``rows`` is the inverse of ``parse``."""
    for floor in demo_floors():
        assert ForestFloor.parse(floor.rows, floor.name) == floor
        assert sum(len(row) for row in floor.rows) == BOARD.rows * BOARD.cols


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["........."] * 7, "expected 8 rows, found 7"),
        (["........"] * 8, "row 1: expected 9 letters, found 8"),
        (["....x...."] * 8, "e1: expected one of . b n m f, found 'x'"),
    ],
)
def test_a_wrong_drawing_is_named(rows: list[str], message: str) -> None:
    """R1.1: eight rows of nine letters."""
    with pytest.raises(ValueError, match=message):
        ForestFloor.parse(rows)
