"""What is not believed of new pieces as wholes: patches, bad fits, what came in parts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from engine.game import Surface
from vision.explaining.floor_costs import BURNT
from vision.explaining.pieces import Explained, beside
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

_OTHER_COLOR = 0.55  # of the chroma of a piece: how far a paler space of it may be from its colour; tiles had 0.52
_DEAR = 2.4  # nats a space of a piece: of 905 pieces that were rightly read seven cost more
_SEVERAL = 2  # other spaces that tell the colour of a piece
_POORLY, _UNLIKE = 9.0, 3.0  # nats of a tile, and by which a space of it looks more like something else
_TILES = 2  # of which one may have a space of the other


def patched(found: Explained, seen: SpaceEvidence) -> frozenset[int]:
    """The spaces of newly read pieces of which one is much paler than the rest: something else may lie there.

    Distances are those of hue and chroma together, as shares of the chroma of the rest. A part in the shade has less
    chroma, in proportion to its lightness: a shadow that lay there before the tile came is not known as one.
    """
    color = seen.color.reshape(-1)
    lightness = np.maximum(seen.lightness.reshape(-1), 1.0)
    lit = seen.burnt.reshape(-1) < BURNT
    false: set[int] = set()
    for piece, _ in found.pieces:
        body = [cell for cell in piece.body if lit[cell]]
        for cell in body:
            others = [color[other] * min(lightness[cell] / lightness[other], 1.0) for other in body if other != cell]
            if len(others) < _SEVERAL:
                continue
            rest = complex(np.median(np.real(others)), np.median(np.imag(others)))
            if abs(color[cell]) < abs(rest) and abs(color[cell] - rest) > _OTHER_COLOR * abs(rest):
                false |= set(piece.cells)
    return frozenset(false)


def hardly_fitting(found: Explained, roles: Roles, shown: Collection[int]) -> frozenset[int]:
    """The spaces of newly read pieces with a token that fit badly all over, though nothing else fits better.

    Where something glitters on a piece another of its spaces may have the token, unless that is ``shown``; where the
    floor shows in a mark none has, whatever the hue of the piece.
    """
    dear = (piece for piece, _ in found.pieces if piece.cost > _DEAR * len(piece.cells))
    marked = ((piece.mark, piece.cells) for piece in dear if piece.mark not in shown)
    taken = (cells for mark, cells in marked if found.verdicts[mark].surface == roles.disc)
    return frozenset(cell for cells in taken for cell in cells)


def hardly_tiles(found: Explained, costs: SurfaceCosts, looks: Sequence[int]) -> frozenset[int]:
    """The spaces of poorly fitting pieces with a space that looks like something else, of several nobody saw come.

    A space of one may be read as another's. Of 5,433 tiles read in single pictures 22 were so; two of those were none.

    Args:
        found: what was read.
        costs: how well the surfaces fit.
        looks: the number, from 1, of the look in which each space came to show what it shows; 0 where none is known.
    """
    if any(looks) or len(found.pieces) < _TILES:
        return frozenset()
    flat = {surface: cost.reshape(-1) for surface, cost in costs.by_surface.items()}
    least = np.minimum.reduce([*flat.values()])
    return frozenset(
        cell
        for piece, _ in found.pieces
        if piece.cost > _POORLY
        if max(float(flat[piece.kind.surface][c] - least[c]) for c in piece.body) > _UNLIKE
        for cell in piece.cells
    )


def laid_in_parts(
    found: Explained,
    looks: Sequence[int],
    cols: int,
    changed: Mapping[int, Surface | None] | None = None,
    once_bare: Collection[int] = (),
) -> frozenset[int]:
    """The spaces of newly read pieces that did not all come in one look: pieces are laid whole.

    What lies on a mark may have come later, but not where bare ground was seen while a part of the rest lay there. And
    what looks like a mark is none of a piece where it came before it, together with something else beside it.

    Args:
        found: what was read.
        looks: the number of the look in which each space was first seen as it is, in reading order, 0 where that is
            not known.
        cols: of the board.
        changed: what was read before on the spaces that look different now.
        once_bare: the spaces that were seen to be bare until the look of which they are.
    """
    false: set[int] = set()
    things = {cell for cell, verdict in found.verdicts.items() if verdict.surface != FLOOR}
    for piece, _ in found.pieces:
        body = piece.body
        was_bare = changed is not None and changed.get(piece.mark) == FLOOR and any(c not in changed for c in body)
        # what was unread, and not seen to be bare, may have lain there before it came to look as it does
        unknown = {c for c in body if changed and c in changed and changed[c] is None and c not in once_bare}
        came = {looks[cell] for cell in body if cell not in unknown} - {0}
        was_bare |= piece.mark in once_bare and 0 < min(came, default=0) < looks[piece.mark]
        is_older = 0 < looks[piece.mark] < min(came, default=0)
        others = beside(piece.mark, cols) & things - set(piece.cells)
        of_another = is_older and any(looks[cell] == looks[piece.mark] for cell in others)
        if was_bare or len(came) > 1 or of_another:
            false |= set(piece.cells)
    return frozenset(false)
