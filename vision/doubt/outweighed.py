"""Pieces that are believed in spite of a doubt: they explain all that came in one look, and little else would."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.game import Surface
from vision.doubt.doubt_spread import READABLE, left_unread
from vision.explaining.candidates import Candidate
from vision.explaining.pieces import Explained, beside
from vision.roles import FLOOR

_SURE, _BESIDE_UNREAD = 0.8, 0.95  # share of a piece among all explanations, and where something unread lies beside it


def outweighed(
    found: Explained,
    doubts: Collection[int],
    weighty: Collection[int],
    before: Sequence[Surface],
    looks: Sequence[int],
    changed: Collection[int],
    hidden: Collection[int],
    cols: int,
) -> tuple[Candidate, ...]:
    """The pieces in doubt that are believed all the same, as far as their outline goes.

    A piece is laid whole and by itself. Where all of its spaces have come to show it in this look, in full sight, and
    nothing beside it has, it is no part of something larger and nothing else is a part of it; then what speaks against
    single spaces of it, their hue or how they are drawn, is outweighed. Of 228 pieces in doubt, in many editions and
    lights, 107 were none; of the 37 of these that came so one was none, which was two things that are no pieces of the
    game.

    Args:
        found: what was read.
        doubts: the spaces (indices in reading order) of which anything is doubted.
        weighty: those of which something is doubted that is never outweighed.
        before: the surfaces that were there, in reading order.
        looks: the number, from 1, of the look in which each space came to show what it shows; 0 where none is known.
        changed: the spaces that look different now.
        hidden: the spaces that nobody could look at: a piece may go on there.
        cols: of the board.
    """
    lost = left_unread(found, doubts)
    taken: list[Candidate] = []
    for piece, share in found.pieces:
        cells = set(piece.cells)
        around = set().union(*(beside(cell, cols) for cell in cells)) - cells
        least = _BESIDE_UNREAD if around & lost else _SURE
        if share < least or not cells & lost or not cells.isdisjoint(weighty) or not around.isdisjoint(hidden):
            continue
        if min(found.verdicts[cell].share for cell in cells) < READABLE:  # of its mark nobody knows what lies on it
            continue
        if around.intersection(weighty, changed):  # something new of which nobody knows whether it is a part of it
            continue
        if cells - {piece.mark} <= set(changed) and _came_alone(piece, around, found, before, looks):
            taken.append(piece)
    return tuple(taken)


def _came_alone(
    piece: Candidate, around: Collection[int], found: Explained, before: Sequence[Surface], looks: Sequence[int]
) -> bool:
    """Whether all of a piece came in one look, and nothing beside it then or at a time that nobody knows."""
    came = {looks[cell] for cell in piece.cells if cell != piece.mark}
    if len(came) != 1 or 0 in came:
        return False
    new = {c for c in around if c in found.verdicts and before[c] == FLOOR != found.verdicts[c].surface}
    return all(looks[cell] not in came | {0} for cell in new)
