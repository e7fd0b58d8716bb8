"""Words for people at a table: which spaces, which piece, how many tokens; each can be said in another language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.grid import Bits
from engine.indian_summer.forest import BOARD, Purse, Treasure
from engine.indian_summer.state import Place, Source, State
from engine.indian_summer.tiles import Color
from engine.sentence import Sentence, Value, listed, say, say_number

SELF = "You"
"""The name of a solo player who gave none; sentences then speak to whoever plays."""

_ENDS = {
    Place.TOP_LEFT: say("the left end of the Top Path"),
    Place.TOP_RIGHT: say("the right end of the Top Path"),
    Place.BOTTOM_LEFT: say("the left end of the Bottom Path"),
    Place.BOTTOM_RIGHT: say("the right end of the Bottom Path"),
    Place.BUSH: say("the Bush"),
    Place.GAP_LEFT: say("the left side of the gap"),
    Place.GAP_RIGHT: say("the right side of the gap"),
}


_HUES = {Color.GREEN: say("green"), Color.YELLOW: say("yellow"), Color.RED: say("red")}
_ONES = (say("A berry"), say("A nut"), say("A mushroom"), say("A feather"))


@lru_cache(maxsize=4096)
def cells(bits: Bits) -> str:
    """All spaces by name.

    >>> from engine.grid import Cell
    >>> cells(BOARD.bits([Cell(0, 0), Cell(0, 1), Cell(0, 2)]))
    'a1, b1 and c1'
    """
    return listed([str(cell) for cell in BOARD.iterate(bits)])


@lru_cache(maxsize=4096)
def span(bits: Bits) -> str:
    """The first and the last space in reading order: short, and enough to find a piece.

    >>> from engine.grid import Cell
    >>> span(BOARD.bits([Cell(3, 2), Cell(3, 3), Cell(5, 2)]))
    'c4-c6'
    """
    first, last = bits & -bits, 1 << (bits.bit_length() - 1)
    names = [str(cell) for end in (first, last) for cell in BOARD.iterate(Bits(end))]
    return names[0] if first == last else "-".join(names)


def hue(color: Color) -> Sentence:
    """A leaf's colour; a translation may be a stem that templates end as grammar wants it."""
    return _HUES[color]


def leaf(color: Color, covers: Bits) -> Sentence:
    """Such as ``the red leaf at c4-c6``."""
    return say("the {color} leaf at {where}", color=hue(color), where=span(covers))


@lru_cache(maxsize=256)
def count(number: int, kind: Treasure) -> Sentence:
    """Such as ``2 berries`` or ``a nut``."""
    match kind:
        case Treasure.BERRY:
            return say_number(number, "a berry", "{number} berries")
        case Treasure.NUT:
            return say_number(number, "a nut", "{number} nuts")
        case Treasure.MUSHROOM:
            return say_number(number, "a mushroom", "{number} mushrooms")
        case Treasure.FEATHER:
            return say_number(number, "a feather", "{number} feathers")


def one(kind: Treasure) -> Sentence:
    """A token at the beginning of a sentence of which it is the subject, such as ``A nut``."""
    return _ONES[kind]


def purse(tokens: Purse) -> str:
    """What is in a purse, ``nothing`` when it is empty."""
    parts = [count(number, kind) for kind, number in zip(Treasure, tokens, strict=True) if number]
    return listed(parts) if parts else say("nothing")


def spaces(number: int) -> Sentence:
    """Such as ``1 space`` or ``5 spaces``."""
    return say_number(number, "{number} space", "{number} spaces")


def points(number: int) -> Sentence:
    """Such as ``1 point`` or ``-5 points``."""
    return say_number(number, "{number} point", "{number} points")


def areas(indices: Sequence[int]) -> Sentence:
    """Such as ``Area 2`` or ``Areas 2 and 3``; numbered from 1 in reading order."""
    return say_number(len(indices), "Area {names}", "Areas {names}", names=listed([str(i + 1) for i in indices]))


@lru_cache(maxsize=256)
def animal(name: str) -> Sentence:
    """An animal's name; that of a box which somebody entered stays as it is in every language."""
    return Sentence(name.replace("{", "{{").replace("}", "}}"), {})


def source(state: State, where: Source) -> Sentence:
    """Where a tile comes from; stands after ``from`` or ``at``."""
    match where.place:
        case Place.PATH:
            return say("place {number} of the path", number=where.at + 1)
        case Place.SEAT:
            return say("{who}'s path", who=actor(state, where.at))
        case place:
            return _ENDS[place]


def end(place: Place) -> Sentence:
    """An end of a solo path; stands after ``from`` or ``at``."""
    return _ENDS[place]


def actor(state: State, seat: int) -> str:
    """The name at a seat, ``seat 9`` where nobody sits."""
    if not 0 <= seat < len(state.players):
        return say("seat {number}", number=seat + 1)
    name = state.players[seat].name
    return say("You") if name == SELF else name


def by(state: State, seat: int, you: str, other: str, **values: Value) -> Sentence:
    """What somebody does, by the template for the nameless solo player or that with a place ``{who}`` for a name."""
    if state.players[seat].name == SELF:
        return Sentence(you, values)
    return Sentence(other, {"who": state.players[seat].name, **values})
