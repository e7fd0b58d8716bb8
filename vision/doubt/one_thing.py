"""One thing across two tiles that was read as two, and two things side by side that were read as one: colours tell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from vision.explaining.pieces import Explained, beside
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

# of how unlike its own tile a leaf is, as unlike it is a token beside it: of eight pairs below 0.6 in single pictures
# of 144 tables seven were an animal, six of these with 0.2 at most, and one two tokens, with 0.32
_ONE_COLOR = 0.25
_OWN_COLOR = 0.6  # of how unlike the two halves of an animal are, as unlike its own tile is one: of no animal that was


def one_read_as_two(found: Explained, seen: SpaceEvidence, roles: Roles) -> frozenset[int]:
    """The new tokens and leaves of other pieces beside them that have one colour, and not that of the leaf's own tile.

    An animal lies over two tiles (R6.1) in one colour; where a token is taken for one half, the other is taken for a
    leaf that is like none of its tile.

    Args:
        found: what was read.
        seen: the measures.
        roles: what the kinds of pieces look like.
    """
    colors, cols = _colors(seen), seen.chroma.shape[1]
    tokens = [piece.mark for piece, _ in found.pieces if found.verdicts[piece.mark].surface == roles.disc]
    taken: set[int] = set()
    for piece, _ in found.pieces:
        for token in tokens:
            for leaf in beside(token, cols) & {*piece.body} if token != piece.mark else ():
                rest = [cell for cell in piece.body if cell != leaf]
                off = _apart(colors[leaf], colors[rest].mean(axis=0)) if rest else 0.0
                if _apart(colors[leaf], colors[token]) < _ONE_COLOR * off:
                    taken |= {token, leaf}
    return frozenset(taken)


def two_read_as_one(found: Explained, before: Sequence[Surface], seen: SpaceEvidence, roles: Roles) -> frozenset[int]:
    """The spaces of new pieces with an animal on their marks of which one half is as its own tile is, the other not.

    Where tiles came with what lies on them, such a half may well be a leaf, and the other a token: an animal comes to
    lie on holes that were there (R6.1).

    Args:
        found: what was read.
        before: the surfaces that were there, in reading order.
        seen: the measures.
        roles: what the kinds of pieces look like.
    """
    colors, cols = _colors(seen), seen.chroma.shape[1]
    capped = {
        piece.mark: piece
        for piece, _ in found.pieces
        if found.verdicts[piece.mark].surface == roles.cap and before[piece.mark] == FLOOR
    }
    taken: set[int] = set()
    for mark, piece in capped.items():
        own = _apart(colors[mark], colors[piece.body].mean(axis=0))
        for other in beside(mark, cols) & capped.keys():
            if own < _OWN_COLOR * _apart(colors[mark], colors[other]):
                taken |= {*piece.cells, *capped[other].cells}
    return frozenset(taken)


def _colors(seen: SpaceEvidence) -> NDArray[np.float32]:
    """The mean colour of each space, the two of its hue and its lightness, (spaces, 3)."""
    return np.stack([seen.color.real, seen.color.imag, seen.lightness], axis=-1).reshape(-1, 3)


def _apart(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(np.linalg.norm(one - other))
