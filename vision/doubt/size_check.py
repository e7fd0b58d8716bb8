"""Colour and size of a tile check each other (R12.3): what is read of leaves whose hue is not what it should be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import combinations, product

import numpy as np

from engine.game import Surface
from vision.doubt.doubt_spread import READABLE, of_one_color
from vision.explaining.candidates import Candidate, sizes_of
from vision.explaining.floor_costs import BURNT
from vision.explaining.leaf_hues import UNHEARD_OF_DEG
from vision.explaining.leaf_samples import look_of
from vision.explaining.palette import Palette
from vision.explaining.pieces import Explained, beside
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

_DIVIDED = 0.95  # share of a leaf below which another explanation of it counts
_SAYS = 0.75  # share of what lies there by size alone from which that is a contradiction
_LEANS = 0.65  # the same in a piece that has another explanation
# the same in one that is not sure, beside a leaf of its kind that is of no piece in particular, or in one of the colour
# of another kind that it touches
_AS_LIKELY = 0.45
_PROVES = 0.95  # the same from which a piece of that size surely lies there
_UNLIKELY = 3.2  # nats a space: pieces whose colour was right reached 2.8, under a lamp that colours them
_NEARER = 0.6  # of the way to the hue of any other leaf, that an unlikely hue is off at most
_STILL_NEARER = 0.8  # the same where it is another print's altogether
_RINGED = 3.0  # nats by which a mark fits a space better than floor
_MAYBE_BARE, _AS_IT_WAS = 3.0, 0.8  # nats of floor and likeness to it of a mark that may be bare in uneven light
_GREY = 3.0  # chroma in CIELAB units below which a hue is noise, of a shaded floor as well


def disputed(
    found: Explained,
    by_size: Callable[[], Explained],
    costs: SurfaceCosts,
    seen: SpaceEvidence,
    roles: Roles,
    palette: Palette,
    hidden: Collection[int] = (),
) -> frozenset[int]:
    """The spaces (indices in reading order) of leaves whose colour and size do not agree.

    A tile of an unusual hue is easily taken for a smaller one of the next colour and something beside it: where by size
    alone another leaf would lie there, and hues do not make this one sure, it is left unread. A hue far from all that
    leaves have is believed where the size is that of the leaf whose hue is the nearest, and where a leaf that is sure
    is the same by size on all its spaces, however its tile lies. Floor that looks like a mark is none where by size a
    tile has its mark there: single things beside it may be that tile, and one that has a tile's colour may be a part of
    it. What is printed as others that are none by their size is not believed either, nor is one of the hue of a larger
    tile that lies beside what is not seen.

    Args:
        found: what was read.
        by_size: makes what would be read if nothing were known about which hue is which leaf; asked where in doubt.
        costs: how well the surfaces fit.
        seen: the measures.
        roles: what the kinds of pieces look like.
        palette: the hues of the leaves as far as known.
        hidden: the spaces that are not seen: what lies beside them may be larger than what is seen of it.
    """
    chroma = seen.chroma.reshape(-1)
    torn: set[int] = set()
    unlikely: list[Candidate] = []
    for piece, _ in found.pieces:
        body = piece.body
        if body and chroma[body].min() < _GREY:
            torn |= set(piece.cells)
        elif body and _hue_cost(piece.kind.surface, body, costs) > _UNLIKELY:
            unlikely.append(piece)
        elif _goes_on_unseen(piece, body, costs, roles, hidden):
            torn |= set(piece.cells)
    divided, overlooked = _divided(found, roles), _overlooked(found, costs, roles)
    unsettled = {cell for piece, share in found.pieces if share < _DIVIDED for cell in piece.cells}
    joined = {piece.mark: piece for piece, _ in found.pieces if touches_its_own_color(piece, found, seen, roles)}
    alike = [piece for piece, _ in found.pieces if _is_known_as_another(piece, seen, palette)]
    one_color = _of_one_color(found, seen)
    torn |= perhaps_one(found, costs, seen, roles)
    if not any((divided, unlikely, overlooked, joined, alike, one_color)):
        return frozenset(torn)
    sized = by_size()
    belied = _contradicted(divided, found, sized, roles, _SAYS)
    belied |= _contradicted({cell for piece in joined.values() for cell in piece.cells}, found, sized, roles, _SAYS)
    belied |= _contradicted(divided & unsettled, found, sized, roles, _LEANS)
    belied |= _contradicted(_of_several(found, seen.chroma.shape[1]), found, sized, roles, _AS_LIKELY)
    belied |= _contradicted(one_color, found, sized, roles, _AS_LIKELY)
    guesses = {cell for piece, share in found.pieces if share < READABLE for cell in piece.body}
    belied |= {cell for cell in guesses if sized.verdicts[cell].surface == roles.single}
    proven = {(piece.mark, piece.kind.surface, piece.cells) for piece, share in sized.pieces if share >= _PROVES}
    torn |= belied
    for piece, _ in found.pieces:
        named = (piece.mark, piece.kind.surface, piece.cells) in proven
        if not named and _is_printed_alike(piece, piece.body, belied, found, seen):
            torn |= set(piece.cells)
    torn = torn.union(*(set(cells) for mark, _, cells in proven if mark in overlooked))
    torn = torn.union(*(p.cells for p in alike if (p.mark, p.kind.surface, p.cells) not in proven))
    for piece in unlikely:
        body = piece.body
        named = (piece.mark, piece.kind.surface, piece.cells) in proven
        named |= divided.isdisjoint(body) and _is_same(piece, sized)
        if _is_beside(piece, hidden, costs) or not (named and _is_nearest(piece, body, costs)):
            torn |= set(piece.cells)
    whole = (set(piece.cells) for piece, _ in found.pieces if torn & set(piece.cells))
    return frozenset(torn.union(*whole))


def touches_its_own_color(piece: Candidate, found: Explained, seen: SpaceEvidence, roles: Roles) -> bool:
    """Whether a single thing beside a piece has its colour: they may be one tile of another size."""
    cols = seen.chroma.shape[1]
    return any(
        verdict.surface == roles.single and of_one_color(cell, other, seen)
        for other in piece.cells
        if other != piece.mark
        for cell in beside(other, cols) - set(piece.cells)
        if (verdict := found.verdicts.get(cell)) is not None
    )


def perhaps_one(found: Explained, costs: SurfaceCosts, seen: SpaceEvidence, roles: Roles) -> frozenset[int]:
    """The spaces of two pieces of one leaf side by side that may be a larger one: the mark of one may be bare ground.

    With that mark as floor and its body as part of the other they would be a tile of the size of another leaf.
    """
    if roles.mark is None or len(found.pieces) < 2:
        return frozenset()
    floor = costs.by_surface[FLOOR]
    # round a hole lies its tile; of what is burnt out nobody knows whether it is floor
    unchanged = ((floor < _MAYBE_BARE) | (seen.burnt > BURNT)) & (seen.likeness > _AS_IT_WAS)
    bare = (unchanged | (floor < costs.by_surface[roles.mark])).reshape(-1)
    sizes = {kind.surface: sizes_of([kind]) for kind in roles.patterned}
    cols, torn = costs.seam_right.shape[1], set[int]()
    for piece, _ in found.pieces:
        if not bare[piece.mark] or found.verdicts[piece.mark].surface != roles.mark:
            continue
        body = set(piece.body)
        for other, _ in found.pieces:
            joined = body.union(other.cells)
            touch = any(beside(cell, cols) & set(other.cells) for cell in body)
            larger = any(len(joined) in of for surface, of in sizes.items() if surface != piece.kind.surface)
            if other is not piece and other.kind.surface == piece.kind.surface and touch and larger:
                torn |= joined | {piece.mark}
    return frozenset(torn)


def _is_known_as_another(piece: Candidate, seen: SpaceEvidence, palette: Palette) -> bool:
    look = look_of(seen, piece.body)
    return look is not None and palette.hues.knows_as_another(piece.kind.surface, look)


def _of_several(found: Explained, cols: int) -> set[int]:
    """The cells of pieces that may as well be made of others: a leaf of their kind beside them is of none."""
    named = {cell for piece, _ in found.pieces for cell in piece.cells}
    unsure = ((piece, piece.body) for piece, share in found.pieces if share < READABLE)
    return {
        each
        for piece, body in unsure
        for cell in set().union(*(beside(other, cols) for other in piece.cells)) - named
        if cell in found.verdicts and found.verdicts[cell].surface == piece.kind.surface
        for each in body
    }


def _of_one_color(found: Explained, seen: SpaceEvidence) -> set[int]:
    """The cells of pieces of two kinds that touch and have one colour: they may be parted elsewhere (R12.3)."""
    cols, cells = seen.chroma.shape[1], set[int]()
    for (piece, _), (other, _) in combinations(found.pieces, 2):
        bodies = piece.body, other.body
        touch = any(beside(cell, cols) & set(other.cells) for cell in piece.cells)
        if piece.kind is not other.kind and touch and any(of_one_color(a, b, seen) for a, b in product(*bodies)):
            cells.update(*bodies)
    return cells


def _divided(found: Explained, roles: Roles) -> frozenset[int]:
    leaves = {kind.surface for kind in roles.patterned}
    return frozenset(c for c, v in found.verdicts.items() if v.surface in leaves and v.share < _DIVIDED)


def _overlooked(found: Explained, costs: SurfaceCosts, roles: Roles) -> frozenset[int]:
    """The cells read as floor that look much more like the mark of a piece."""
    if roles.mark is None:
        return frozenset()
    better = (costs.by_surface[FLOOR] - costs.by_surface[roles.mark]).reshape(-1)
    return frozenset(c for c, v in found.verdicts.items() if v.surface == FLOOR and better[c] > _RINGED)


def _contradicted(cells: Collection[int], found: Explained, sized: Explained, roles: Roles, least: float) -> set[int]:
    """Those of some cells where another leaf would lie by size alone, with at least this share."""
    leaves = {kind.surface for kind in roles.patterned}
    return {
        cell
        for cell in cells
        if (other := sized.verdicts[cell]).share >= least and other.surface in leaves - {found.verdicts[cell].surface}
    }


def _is_printed_alike(
    piece: Candidate, body: Sequence[int], belied: Collection[int], found: Explained, seen: SpaceEvidence
) -> bool:
    """Whether a piece has the colour of others that were taken for its leaf and are none by their size."""
    alike = [cell for cell in belied if found.verdicts[cell].surface == piece.kind.surface]
    return any(of_one_color(cell, other, seen) for cell in body for other in alike)


def _goes_on_unseen(
    piece: Candidate, body: Sequence[int], costs: SurfaceCosts, roles: Roles, hidden: Collection[int]
) -> bool:
    """Whether a piece has the hue of a leaf of larger tiles and lies where nobody sees what is beside it."""
    sizes = {kind.surface: max(sizes_of([kind])) for kind in roles.patterned}
    off = {surface: np.abs(hue.off.reshape(-1)[list(body)]).mean() for surface, hue in costs.shared.items()}
    larger = [off[surface] for surface, size in sizes.items() if size > len(piece.cells) and surface in off]
    return bool(body and larger) and min(larger) < off[piece.kind.surface] and _is_beside(piece, hidden, costs)


def _is_beside(piece: Candidate, cells: Collection[int], costs: SurfaceCosts) -> bool:
    cols = costs.seam_right.shape[1]
    return any(not beside(cell, cols).isdisjoint(cells) for cell in piece.cells)


def _is_same(piece: Candidate, sized: Explained) -> bool:
    """Whether all that a piece covers is read as the same leaf by size alone, whatever the shape of its tile."""
    told = [sized.verdicts[cell] for cell in piece.body]
    return all(verdict.surface == piece.kind.surface and verdict.share >= _SAYS for verdict in told)


def _is_nearest(piece: Candidate, body: Sequence[int], costs: SurfaceCosts) -> bool:
    """Whether the hue of a piece is far nearer to that of its leaf than to that of any other."""
    off = {surface: np.abs(hue.off.reshape(-1)[list(body)]).mean() for surface, hue in costs.shared.items()}
    own = off.pop(piece.kind.surface)
    nearer = _STILL_NEARER if own > UNHEARD_OF_DEG else _NEARER
    return all(own < nearer * other for other in off.values())


def _hue_cost(surface: Surface, cells: Sequence[int], costs: SurfaceCosts) -> float:
    """What some cells cost as a leaf for their hues alone, in nats a cell: what is drawn on them does not count."""
    costly = costs.by_surface[surface]
    paid = costs.shared[surface].paid if surface in costs.shared else costly
    return float(np.minimum(paid, costly).reshape(-1)[list(cells)].mean())
