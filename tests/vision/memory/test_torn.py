"""Known pieces are followed as wholes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.game import Reading, Spot, Surface
from engine.grid import Cell, Space
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.memory.torn import as_it_was, as_known, marks_pushed, whole
from vision.observation import Sighting
from vision.reading import BoardReading
from vision.roles import Roles

ROLES = Roles.of(pieces(ANY_ANIMAL))
CELLS: list[Spot] = [Space(0, Cell(2, col)) for col in range(4)]
MARK = CELLS[3]
OTHER: Spot = Space(0, Cell(6, 6))
PIECE = Sighting("yellow leaf", Surface("leaf.yellow"), frozenset(CELLS), MARK)
BEFORE = {spot: Reading(Surface("leaf.yellow"), 1.0) for spot in CELLS[:3]} | {MARK: Reading(Surface("hole"), 1.0)}


def kept(found: dict[Spot, str], sightings: tuple[Sighting, ...] = ()) -> dict[Spot, str]:
    """What is believed of spots that are read anew beside the piece, which lay there before."""
    reading = BoardReading({spot: Reading(Surface(name), 1.0) for spot, name in found.items()}, sightings)
    left = whole(reading, (PIECE,), BEFORE, found.keys(), ROLES)
    return {spot: str(read.surface) for spot, read in left.readings.items()}


def test_no_part_of_a_piece_changes_by_itself() -> None:
    """A space that seems to have another colour, another thing on it or nothing is unknown while the rest lies."""
    for name in ("leaf.green", "squirrel", "floor", "token"):
        assert kept({CELLS[0]: name}) == {}
    assert kept({MARK: "floor"}) == {}
    assert kept({MARK: "leaf.yellow"}) == {}


def test_on_its_mark_things_come_and_go() -> None:
    """Tokens of any kind and animals on the mark are believed."""
    for name in ("token", "token.nut", "animal", "hole"):
        assert kept({MARK: name}) == {MARK: name}


def test_a_piece_was_pushed_if_most_of_its_foliage_looks_different() -> None:
    """What comes to lie on the mark may shade a space beside it, and a piece without a mark has none to tell of."""
    assert marks_pushed((PIECE,), {*CELLS[:2], MARK}) == {MARK}
    assert not marks_pushed((PIECE,), {CELLS[0], MARK})
    assert not marks_pushed((replace(PIECE, mark=None),), set(CELLS))


def test_a_piece_that_is_lifted_or_exchanged_is_believed() -> None:
    """Where nothing is left of the piece its spaces are what they look like."""
    for name in ("floor", "leaf.green"):
        assert kept(dict.fromkeys(CELLS, name)) == dict.fromkeys(CELLS, name)


def test_a_piece_laid_on_another_is_believed() -> None:
    """What a new piece explains, also off the old one, may cover a part of that."""
    above = frozenset({CELLS[0], Space(0, Cell(1, 0)), Space(0, Cell(0, 0))})
    laid = Sighting("green leaf", Surface("leaf.green"), above, Space(0, Cell(0, 0)))
    assert kept({CELLS[0]: "leaf.green"}, (laid,)) == {CELLS[0]: "leaf.green"}


def test_an_unread_piece_with_another_mark_than_before_is_not_read_in_part() -> None:
    """One of the two looks was wrong, and nobody knows which: what both say of a space is no proof."""
    otherwise = Sighting("yellow leaf", Surface("leaf.yellow"), frozenset(CELLS), CELLS[0])
    found = {CELLS[0]: "hole"} | dict.fromkeys(CELLS[1:], "leaf.yellow")
    reading = BoardReading({spot: Reading(Surface(name), 1.0) for spot, name in found.items()}, (otherwise,))
    before = {spot: BEFORE[spot] for spot in CELLS[:2]}
    assert whole(reading, (PIECE,), before, found.keys(), ROLES).readings == {}
    assert whole(reading, (otherwise,), before, found.keys(), ROLES) == reading


def test_a_piece_of_which_nothing_was_believed_says_nothing_of_its_mark() -> None:
    """Its mark was a guess: with hues that are known by now the same spaces may well be read with another."""
    otherwise = Sighting("yellow leaf", Surface("leaf.yellow"), frozenset(CELLS), CELLS[0])
    found = {CELLS[0]: "hole"} | dict.fromkeys(CELLS[1:], "leaf.yellow")
    reading = BoardReading({spot: Reading(Surface(name), 1.0) for spot, name in found.items()}, (otherwise,))
    assert whole(reading, (PIECE,), {OTHER: Reading(Surface("floor"), 1.0)}, found.keys(), ROLES) == reading


@pytest.mark.parametrize(
    ("known", "name", "is_kept"),
    [
        ("token.nut", "token", True),
        ("token.nut", "animal", False),
        ("animal", "token", False),
        ("hole", "token", True),
        ("hole", "animal", True),
        ("token.nut", "hole", True),
        ("animal", "hole", True),
        ("hole", "leaf.red", False),
        ("leaf.red", "hole", False),
        ("leaf.red", "leaf.red", True),
        ("leaf.red", "leaf.green", False),
        ("leaf.red", "squirrel", False),
        ("leaf.red", "floor", True),
    ],
)
def test_what_is_known_at_first_sight_has_not_become_another_thing(known: str, name: str, is_kept: bool) -> None:
    """It may have been taken away, and on a hole things come within a turn; where nothing lay anything may lie."""
    piece = Sighting("any", Surface("leaf.green"), frozenset({CELLS[0], CELLS[1]}), CELLS[1])
    aside = Sighting("squirrel", Surface("squirrel"), frozenset({OTHER}), None)
    read = {CELLS[0]: Reading(Surface(name), 1.0), OTHER: Reading(Surface("squirrel"), 1.0)}
    left = as_known(BoardReading(read, (piece, aside)), {CELLS[0]: Surface(known)}, ROLES)
    assert left.readings.keys() == ({CELLS[0], OTHER} if is_kept else {OTHER})
    assert left.sightings == ((piece, aside) if is_kept else (aside,))
    assert left.doubtful == (frozenset() if is_kept else {CELLS[0]})


@pytest.mark.parametrize(
    ("name", "marks", "doubtful", "is_kept"),
    [
        ("token", {MARK}, {MARK}, False),
        ("token.nut", {MARK}, {MARK}, False),
        ("token", {MARK}, set[Spot](), True),
        ("token", set[Spot](), {MARK}, True),
        ("animal", {MARK}, {MARK}, True),
        ("hole", {MARK}, {MARK}, True),
        ("leaf.yellow", {MARK}, set[Spot](), False),
        ("leaf.yellow", set[Spot](), {MARK}, True),
    ],
)
def test_what_looks_as_it_did_is_not_suddenly_something_on_a_mark(
    name: str, marks: set[Spot], doubtful: set[Spot], is_kept: bool
) -> None:
    """No leaf comes onto a hole, and what was in doubt when it covered one is no token because of its neighbours."""
    found = BoardReading({MARK: Reading(Surface(name), 1.0), OTHER: Reading(Surface("squirrel"), 1.0)}, ())
    left = as_it_was(found, marks, doubtful, ROLES)
    assert left.readings.keys() == ({MARK, OTHER} if is_kept else {OTHER})
    assert left.doubtful == (frozenset() if is_kept else {MARK})


@pytest.mark.parametrize(("marks", "is_kept"), [({MARK}, False), (set[Spot](), True)])
def test_a_single_thing_on_a_mark_that_looks_as_it_did_is_not_read(marks: set[Spot], is_kept: bool) -> None:
    """R4.3: none lies there; nothing is said against the token that may be read there in a better picture."""
    found = BoardReading({MARK: Reading(Surface("squirrel"), 1.0), OTHER: Reading(Surface("squirrel"), 1.0)}, ())
    left = as_it_was(found, marks, (), ROLES)
    assert left.readings.keys() == ({MARK, OTHER} if is_kept else {OTHER})
    assert not left.doubtful


def test_a_tile_that_would_lie_on_a_mark_is_not_believed_at_all() -> None:
    """Pieces are laid whole; one beside it stays."""
    tile = Sighting("green leaf", Surface("leaf.green"), frozenset({CELLS[1], CELLS[2], MARK}), CELLS[1])
    aside = Sighting("squirrel", Surface("squirrel"), frozenset({OTHER}), None)
    readings = {spot: Reading(Surface("leaf.green"), 1.0) for spot in (CELLS[2], MARK)}
    readings |= {CELLS[1]: Reading(Surface("hole"), 1.0), OTHER: Reading(Surface("squirrel"), 1.0)}
    left = as_it_was(BoardReading(readings, (tile, aside)), {MARK}, (), ROLES)
    assert left.readings.keys() == {OTHER}
    assert left.sightings == (aside,)
