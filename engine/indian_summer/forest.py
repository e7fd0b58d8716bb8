"""The forest board of a player: 72 spaces in six areas, printed treasures, and what lies on it (R1.1, R1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, NamedTuple

from engine.grid import Bits, Cell, Grid
from engine.lanes import lanes

BOARD: Final = Grid(rows=8, cols=9)
"""Every forest board: 8 rows from the far side, 9 columns from the left."""
FULL: Final = BOARD.full
NONE: Final = Bits(0)
LANES: Final = lanes(BOARD)
"""The board in all orientations at once, for shapes to be laid on."""

AREA_ROWS: Final = 4
AREA_COLS: Final = 3
AREAS: Final = tuple(
    BOARD.bits(Cell(row, col) for row in range(top, top + AREA_ROWS) for col in range(left, left + AREA_COLS))
    for top in range(0, BOARD.rows, AREA_ROWS)
    for left in range(0, BOARD.cols, AREA_COLS)
)
"""The six areas in reading order: 3 spaces along the long side, 4 along the short one (R1.1)."""


class Treasure(IntEnum):
    """A kind of treasure; the order is that of value (R9.1)."""

    BERRY = 0
    NUT = 1
    MUSHROOM = 2
    FEATHER = 3

    @property
    def word(self) -> str:
        """The singular in lower case."""
        return ("berry", "nut", "mushroom", "feather")[self]

    @property
    def letter(self) -> str:
        """The letter of a print in drawings; a token has the capital."""
        return "bnmf"[self]

    @classmethod
    def parse(cls, word: str) -> Treasure:
        """Read a word; raises ValueError for another."""
        for kind in cls:
            if kind.word == word:
                return kind
        raise ValueError(f"a treasure is a berry, nut, mushroom or feather, got {word!r}")


class Purse(NamedTuple):
    """How many treasure tokens of each kind someone has; a ``Treasure`` is an index into it."""

    berry: int = 0
    nut: int = 0
    mushroom: int = 0
    feather: int = 0

    def plus(self, kind: Treasure, count: int = 1) -> Purse:
        """This purse with so many more of a kind (fewer, if negative)."""
        counts = list(self)
        counts[kind] += count
        return Purse(*counts)

    def joined(self, other: Purse) -> Purse:
        """Both purses together."""
        return Purse(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def __str__(self) -> str:
        return "/".join(map(str, self))


PURSE_AT_START: Final = Purse(berry=1, nut=1, mushroom=1)
"""R2.1, R11.1."""

Layers = tuple[Bits, Bits, Bits, Bits]
"""A bitboard for each kind of treasure."""


@dataclass(frozen=True, slots=True)
class ForestFloor:
    """A printed layout: its name and the spaces that show each kind of treasure (R1.2).

    Raises:
        ValueError: two treasures on one space, or one outside the board.
    """

    name: str
    prints: Layers

    def __post_init__(self) -> None:
        together = 0
        for kind, bits in zip(Treasure, self.prints, strict=True):
            if bits & together or bits & ~FULL:
                raise ValueError(f"a space of floor {self.name!r} shows one treasure at most, the {kind.word}s overlap")
            together |= bits

    @classmethod
    def parse(cls, rows: Sequence[str], name: str = "") -> ForestFloor:
        """Read a drawing of 8 rows of 9 letters: ``b n m f`` treasures, ``.`` plain.

        Raises:
            ValueError: with the place, what was expected and what was found.
        """
        found = dict(letters(rows, ".bnmf"))
        layers = [BOARD.bits(c for c, sign in found.items() if sign == kind.letter) for kind in Treasure]
        return cls(name, (layers[0], layers[1], layers[2], layers[3]))

    @property
    def rows(self) -> tuple[str, ...]:
        """The drawing; inverse of ``parse``."""
        return drawing((bits, kind.letter) for kind, bits in zip(Treasure, self.prints, strict=True))

    def treasure(self, bit: Bits) -> Treasure | None:
        """What is printed on this space."""
        for kind, bits in enumerate(self.prints):
            if bits & bit:
                return Treasure(kind)
        return None


class Piece(NamedTuple):
    """Something that was laid on a board, for people to see; the rules need the bitboards only.

    ``kind`` is ``leaf``, ``squirrel`` or ``animal``; ``name`` is the tile's code or the animal's name.
    """

    kind: str
    covers: Bits
    hole: Bits = NONE
    name: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A forest floor and what lies on it.

    ``covered`` are all spaces under leaves, holes and squirrels (R5.2). ``leaves`` are the leaf spaces by colour, not
    the holes, ``holes`` all holes whatever lies on them, ``tokens`` the tokens on holes by kind, ``animals`` the holes
    under animals. A leaf of unknown colour, met in position files, is covered and in none of the leaves.
    ``pieces`` tells what was laid in which order and does not count when boards are compared.
    """

    floor: ForestFloor
    covered: Bits = NONE
    leaves: tuple[Bits, Bits, Bits] = (NONE, NONE, NONE)
    holes: Bits = NONE
    tokens: Layers = (NONE, NONE, NONE, NONE)
    squirrels: Bits = NONE
    animals: Bits = NONE
    pieces: tuple[Piece, ...] = field(default=(), compare=False)

    @property
    def free(self) -> Bits:
        """The empty spaces (R4.1)."""
        return Bits(FULL & ~self.covered)

    @property
    def with_token(self) -> Bits:
        """The holes on which a token lies."""
        berry, nut, mushroom, feather = self.tokens
        return Bits(berry | nut | mushroom | feather)

    @property
    def bare(self) -> Bits:
        """The holes without a token and without an animal: where an animal may lie (R6.1)."""
        return Bits(self.holes & ~self.with_token & ~self.animals)

    @property
    def empty(self) -> int:
        """How many spaces are empty."""
        return (FULL & ~self.covered).bit_count()


def letters(rows: Sequence[str], alphabet: str) -> Iterator[tuple[Cell, str]]:
    """The cells of a drawing with their letters.

    Raises:
        ValueError: another number of rows or letters, or a letter that is not in the alphabet.
    """
    if len(rows) != BOARD.rows:
        raise ValueError(f"expected {BOARD.rows} rows, found {len(rows)}")
    for r, row in enumerate(rows):
        if len(row) != BOARD.cols:
            raise ValueError(f"row {r + 1}: expected {BOARD.cols} letters, found {len(row)} in {row!r}")
        for c, sign in enumerate(row):
            if sign not in alphabet:
                raise ValueError(f"{Cell(r, c)}: expected one of {' '.join(alphabet)}, found {sign!r}")
            yield Cell(r, c), sign


def drawing(layers: Iterable[tuple[Bits, str]]) -> tuple[str, ...]:
    """Eight rows of nine letters; a later layer covers an earlier one, and ``.`` is left where there is none."""
    text = ["."] * (BOARD.rows * BOARD.cols)
    for bits, sign in layers:
        rest = int(bits)
        while rest:
            text[(rest & -rest).bit_length() - 1] = sign
            rest &= rest - 1
    return tuple("".join(text[i : i + BOARD.cols]) for i in range(0, len(text), BOARD.cols))
