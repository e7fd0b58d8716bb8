"""Words for people at a table: which spaces, which piece, how many tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.grid import Bits
from engine.indian_summer.forest import BOARD, Purse, Treasure
from engine.indian_summer.state import Place, Source, State
from engine.indian_summer.tiles import Color

_ENDS = {
    Place.TOP_LEFT: "the left end of the Top Path",
    Place.TOP_RIGHT: "the right end of the Top Path",
    Place.BOTTOM_LEFT: "the left end of the Bottom Path",
    Place.BOTTOM_RIGHT: "the right end of the Bottom Path",
    Place.BUSH: "the Bush",
    Place.GAP_LEFT: "the left side of the gap",
    Place.GAP_RIGHT: "the right side of the gap",
}


def joined(words: Sequence[str]) -> str:
    """A list in a sentence.

    >>> joined(["a1", "b1", "c1"])
    'a1, b1 and c1'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def cells(bits: Bits) -> str:
    """All spaces by name."""
    return joined([str(cell) for cell in BOARD.iterate(bits)])


def span(bits: Bits) -> str:
    """The first and the last space in reading order: short, and enough to find a piece.

    >>> from engine.grid import Cell
    >>> span(BOARD.bits([Cell(3, 2), Cell(3, 3), Cell(5, 2)]))
    'c4-c6'
    """
    first, last = bits & -bits, 1 << (bits.bit_length() - 1)
    names = [str(cell) for end in (first, last) for cell in BOARD.iterate(Bits(end))]
    return names[0] if first == last else "-".join(names)


def leaf(color: Color, covers: Bits) -> str:
    """Such as ``red leaf at c4-c6``."""
    return f"{color.value} leaf at {span(covers)}"


def count(number: int, kind: Treasure) -> str:
    """Such as ``2 berries`` or ``a nut``."""
    plural = {"berry": "berries"}.get(kind.word, f"{kind.word}s")
    return f"a {kind.word}" if number == 1 else f"{number} {plural}"


def purse(tokens: Purse) -> str:
    """What is in a purse, ``nothing`` when it is empty."""
    parts = [count(number, kind) for kind, number in zip(Treasure, tokens, strict=True) if number]
    return joined(parts) if parts else "nothing"


def areas(indices: Iterable[int]) -> str:
    """Such as ``Area 2`` or ``Areas 2 and 3``; numbered from 1 in reading order."""
    names = [str(index + 1) for index in indices]
    return f"Area{'s' * (len(names) > 1)} {joined(names)}"


def source(state: State, where: Source) -> str:
    """Where a tile comes from."""
    match where.place:
        case Place.PATH:
            return f"place {where.at + 1} of the path"
        case Place.SEAT:
            return f"{state.players[where.at].name}'s path"
        case place:
            return _ENDS[place]


def end(place: Place) -> str:
    """An end of a solo path."""
    return _ENDS[place]


def actor(state: State, seat: int) -> str:
    """The name at a seat."""
    return state.players[seat].name


def verb(state: State, seat: int, word: str) -> str:
    """Name and verb: ``Ada lays``, but ``You lay``.

    The solo player is called You unless the game was started with a name.
    """
    name = actor(state, seat)
    return f"{name} {word}" if name == "You" else f"{name} {_third(word)}"


def _third(word: str) -> str:
    return "has" if word == "have" else f"{word}s"
