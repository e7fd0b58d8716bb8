"""What lies round a bare mark: a hole is cut out of its tile, so nothing of quite another colour borders on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from engine.game import Surface
from vision.explaining.candidates import Candidate
from vision.explaining.pieces import Explained
from vision.measures.board_parts import board_of
from vision.measures.evidence import BoardEvidence, turned_deg
from vision.measures.measuring import bands
from vision.roles import FLOOR, Roles

_SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))  # as ``SpaceEvidence.side_chroma`` has them
_FACING = (1, 0, 3, 2)  # the numbers of the sides that lie against those
_OTHER_DEG = 90.0  # between the hue of a leaf and that of what is none of it: prints of one tile differ by 60
_OF_THE_CARD_DEG = 50.0  # between what shows along the sides of a hole and of its leaves: both may mirror a lamp
_COLOURFUL = 0.8  # share of the chroma of the leaf from which a hue is one
_GREY = 8.0  # CIELAB chroma below which no hue is told
_COVERED = 0.5  # share of a side that is foreign
_OWN_DEG, _HALF = 25.0, 0.5  # between the hue of a leaf and that of its frame, and share of its chroma that this has
_IN_PART = 0.3  # share of a side that is foreign where the frame of a hole covers some of it
_SEVERAL = 2  # of the four sides: of 490 holes eight had one of another colour, three two, where other tiles lay beside


def strangely_rimmed(
    found: Explained, before: Sequence[Surface], seen: BoardEvidence, roles: Roles, printed: Collection[int]
) -> frozenset[int]:
    """The spaces of newly read pieces with a bare mark on which something of quite another colour lies.

    A coin that leaves some of the floor bare beside a tile looks like a ring round a hole. Bare sides do not tell, for
    the piece may lie a little aside, nor those towards other pieces, for so may they; nor what is round a print that is
    seen whole: a coin leaves no room for one, and the edge that was cut is lighter than the leaf on it; nor what has
    the colour of the card on which the leaves are drawn.

    Args:
        found: what was read.
        before: the surfaces that were there, in reading order.
        seen: the evidence.
        roles: what the kinds of pieces look like.
        printed: the spaces (indices in reading order) whose print is seen in its place.
    """
    now, strange = found.over(before), set[int]()
    for piece in _with_a_bare_mark(found, now, roles):
        if piece.mark in printed:
            continue
        leaf, sides = _leaf_of(piece, seen), _sides_of(piece.mark, seen)
        ground = complex(seen.spaces.side_color.reshape(-1, 4)[piece.body].mean())
        colourful = max(_GREY, _COLOURFUL * abs(leaf))
        told = 0
        for side in sides:
            other = side.foreign > _COVERED and abs(side.color) > colourful
            other &= turned_deg(side.color, leaf) > _OTHER_DEG
            other &= abs(ground) < _GREY or turned_deg(side.color, ground) > _OF_THE_CARD_DEG
            told += bool(other and side.cell is not None and (side.cell in piece.cells or now[side.cell] == FLOOR))
        if told >= _SEVERAL:
            strange |= set(piece.cells)
    return frozenset(strange)


def framed(found: Explained, before: Sequence[Surface], seen: BoardEvidence, roles: Roles) -> frozenset[int]:
    """The bare marks of newly read pieces that a frame goes round, though it may be thin and its hole wide.

    It covers sides of the space beyond which nothing lies, where neither a shadow nor a piece that lies aside reaches,
    or has the hue of its own leaf where other pieces end in another. One such side may be chance.

    Args:
        found: what was read.
        before: the surfaces that were there, in reading order.
        seen: the evidence.
        roles: what the kinds of pieces look like.
    """
    now, told = found.over(before), set[int]()
    for piece in _with_a_bare_mark(found, now, roles):
        leaf, sides = _leaf_of(piece, seen), _sides_of(piece.mark, seen)
        frame = 0
        for side in sides:
            if side.cell in piece.cells or side.foreign < _IN_PART:
                continue
            own = abs(side.color) > _HALF * abs(leaf) and turned_deg(side.color, leaf) < _OWN_DEG
            alone = side.cell is None or now[side.cell] == FLOOR
            frame += alone or (own and turned_deg(side.beyond, leaf) > 2 * _OWN_DEG)
        if frame >= _SEVERAL:
            told.add(piece.mark)
    return frozenset(told)


class _Side(NamedTuple):
    """A side of a space: the ``cell`` beyond it, None off the board, how ``foreign`` it is, and what color it has.

    ``beyond`` is the color of the facing side of that cell, 0 off the board.
    """

    cell: int | None
    foreign: float
    color: complex
    beyond: complex


def _with_a_bare_mark(found: Explained, now: Sequence[Surface], roles: Roles) -> Iterator[Candidate]:
    yield from (piece for piece, _ in found.pieces if now[piece.mark] == roles.mark)


def _leaf_of(piece: Candidate, seen: BoardEvidence) -> complex:
    """The mean color of the leaf of a piece."""
    return complex(seen.spaces.color.flat[piece.body].mean())


def _sides_of(cell: int, seen: BoardEvidence) -> Iterator[_Side]:
    """The four sides of a space."""
    spaces = seen.spaces
    rows, cols = spaces.cover.shape
    row, col = divmod(cell, cols)
    colors = spaces.side_color.reshape(-1, len(_SIDES))
    part = board_of(seen.change.plain, seen.size_wh)[row : row + 1, col : col + 1]
    foreign = bands(part).mean(axis=-1)[0, 0].tolist()
    for number, (down, right) in enumerate(_SIDES):
        is_there = 0 <= row + down < rows and 0 <= col + right < cols
        other = cell + down * cols + right if is_there else None
        beyond = complex(colors[other, _FACING[number]]) if other is not None else 0j
        yield _Side(other, foreign[number], complex(colors[cell, number]), beyond)
