"""Marks on which a token must lie: over a print that something hides which is no leaf of its tile (R5.1)."""

from __future__ import annotations

import cmath
import math
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.doubt.attempt import Board
from vision.doubt.no_tiles import as_large_as_a_tile
from vision.explaining.candidates import Candidate
from vision.explaining.floor_costs import BURNT
from vision.explaining.open_board import OpenBoard
from vision.explaining.pieces import Explained
from vision.measures.evidence import SpaceEvidence
from vision.prints.print_in_place import Prints

_DISC = 1.4  # strength of a circle from which it may be the edge of a disc
_STRONGER = 1.1  # times those of the leaves beside it, or it is drawn there as well
_PALER = 0.6  # share of the mean chroma of a piece below which a mark is covered by no leaf
_FOREIGN = 0.5  # share of a mark that no shadow explains, so that it does not show the floor
_CUT_OFF = 0.25  # share of a space that is burnt out from which its floor looks foreign: two had 0.57 and 0.75
_OTHER_HUE_DEG = 45.0  # between a leaf and a colourful thing on its mark that is no part of it
_COLOURFUL = 0.55  # share of the chroma of its piece that something as colourful has at least


def tokens_due(found: Explained, prints: Prints, seen: SpaceEvidence) -> frozenset[int]:
    """The marks of pieces over a print that something round hides, where below the rest of them nothing is printed.

    So does something that is much paler than its piece, or of quite another hue: of a dark disc on dark leaves, and of
    one that lies askew in its mark, the edge is hardly seen. What is of quite another hue and no shade of the floor
    need not hide a print that is legible.
    """
    circle, strange = seen.circle.reshape(-1), of_own_colors(found, seen)
    apart = paler(found, seen) | strange
    printed, plain, hidden = (each.reshape(-1) for each in (prints.printed, prints.plain, prints.hidden))
    foreign = ~prints.bare.reshape(-1) & (seen.shade_disc.reshape(-1) > _FOREIGN)
    return frozenset(
        piece.mark
        for piece, _ in found.pieces
        if printed[piece.mark]
        and (hidden[piece.mark] or (foreign[piece.mark] and piece.mark in strange))
        and (piece.mark in apart or circle[piece.mark] > max(_DISC, _STRONGER * _strongest(piece, circle, seen)))
        and (piece.mark in apart or all(plain[cell] for cell in piece.cells if cell != piece.mark))
    )


def undue_tokens(board: Board, found: Explained, shown: Collection[int]) -> frozenset[int]:
    """The spaces read as tokens, though no treasure is printed on them (R5.1), that may be floor in a shadow.

    That of a deep hole looks like a token, and so does floor of which a part is burnt out, which is foreign all over.
    Not those whose icon is ``shown``.
    """
    spots = [spot for row in board.seen.spots for spot in row]
    floor = ((board.seen.spaces.shade_disc < _FOREIGN) | (board.seen.spaces.burnt > _CUT_OFF)).reshape(-1)
    tokens = {c for c, v in found.verdicts.items() if v.surface == board.roles.disc and floor[c]}
    return frozenset(c for c in tokens.difference(shown) if spots[c] in board.seen.plain)


def _strongest(piece: Candidate, circle: NDArray[np.floating], seen: SpaceEvidence) -> float:
    """The strength of the clearest circle of a piece that is not on its mark, nor where a lamp may be mirrored."""
    lit = seen.burnt.reshape(-1) > BURNT
    return max((float(circle[cell]) for cell in piece.cells if cell != piece.mark and not lit[cell]), default=0.0)


def paler(found: Explained, seen: SpaceEvidence) -> frozenset[int]:
    """The marks of pieces that are much paler than the rest of those, at least where a disc is in their middle.

    Of leaves that are drawn pale in the middle all middles are.
    """
    chroma, inner = seen.chroma.reshape(-1), seen.disc_chroma.reshape(-1)
    rest = {piece.mark: piece.body for piece, _ in found.pieces}

    def is_paler(mark: int, body: Sequence[int]) -> bool:
        usual, usual_inner = float(chroma[body].mean()), float(inner[body].mean())
        return bool(chroma[mark] < _PALER * usual or inner[mark] < _PALER * min(usual, usual_inner))

    return frozenset(mark for mark, body in rest.items() if is_paler(mark, body))


def of_own_colors(found: Explained, seen: SpaceEvidence) -> frozenset[int]:
    """The marks of pieces on which something of quite another hue lies."""
    rest = {piece.mark: piece.body for piece, _ in found.pieces}
    return frozenset(mark for mark, body in rest.items() if of_its_own_color(mark, body, seen))


def of_its_own_color(mark: int, body: Sequence[int], seen: SpaceEvidence) -> bool:
    """Whether what lies on a mark, or its middle, is colourful as well and of quite another hue.

    No leaf in a poor light is.
    """
    return _turned_deg(mark, body, seen) > _OTHER_HUE_DEG


def of_other_hue(board: Board, found: Explained) -> frozenset[int]:
    """The space of each piece, or of what is as large as a tile, whose hue is least that of the rest, if it is printed.

    Only one of quite another hue.
    """
    printed, seen = board.prints.printed.reshape(-1), board.seen.spaces
    things = [tuple(piece.cells) for piece, _ in found.pieces]
    things += as_large_as_a_tile(found, board.before, board.roles, board.marks.shape[1])
    other = set[int]()
    for cells in things:
        turned = {cell: _turned_deg(cell, [each for each in cells if each != cell], seen) for cell in cells}
        odd = max(turned, key=lambda cell: turned[cell])
        if printed[odd] and turned[odd] > _OTHER_HUE_DEG:
            other.add(odd)
    return frozenset(other)


def _turned_deg(mark: int, body: Sequence[int], seen: SpaceEvidence) -> float:
    """How far the hue of a mark, or its middle, is from that of a body, in degrees; 0 of what is not as colourful."""
    hue, chroma = seen.hue_deg.reshape(-1), seen.chroma.reshape(-1)
    leaf = seen.color.reshape(-1)[list(body)]
    colourful, usual_deg = _COLOURFUL * float(np.abs(leaf).mean()), math.degrees(cmath.phase(leaf.sum()))
    there = (hue[mark], chroma[mark]), (seen.disc_hue_deg.flat[mark], seen.disc_chroma.flat[mark])
    turned = [abs(math.remainder(float(hue_deg) - usual_deg, 360.0)) for hue_deg, vivid in there if vivid > colourful]
    return max(turned, default=0.0)


def due_on_lumps(found: Explained, prints: Prints, seen: SpaceEvidence, board: OpenBoard) -> frozenset[int]:
    """The same of what is as large as a tile and came at once, though no tile was made of it for want of its colours.

    A squirrel covers one space and comes by itself (R3.2): single things side by side are none.
    """
    circle = seen.circle.reshape(-1)
    printed, plain, hidden = (each.reshape(-1) for each in (prints.printed, prints.plain, prints.hidden))
    due = set()
    for group in as_large_as_a_tile(found, board.before, board.roles, board.grid.cols):
        over = [cell for cell in group if printed[cell]]
        if len(over) != 1 or len({board.looks[cell] for cell in group}) != 1 or not board.looks[over[0]]:
            continue
        rest = [cell for cell in group if cell != over[0]]
        clear = circle[over[0]] > max(_DISC, _STRONGER * float(circle[rest].max()))
        if hidden[over[0]] and clear and all(plain[cell] for cell in rest):
            due.add(over[0])
    return frozenset(due)
