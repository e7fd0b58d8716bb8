"""What was read and yet is not to be believed: marks that look like the leaf around them, and all that rests on them.

Something may lie on a mark and hide it: an animal of the leaf's own colour, or a thing that covers a single mark. The
best explanation then takes some space of the piece for a token. It is a token only where a disc is seen.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from vision.evidence import SpaceEvidence
from vision.pieces import FOREIGN, Explained
from vision.scoring import FLOOR, Roles, SurfaceCosts

Numbers = NDArray[np.floating]

READABLE = 0.75
"""A spot whose best explanation has a smaller share than this is unknown and left out."""

_CLEAR = 3.8  # nats by which a token fits better than any leaf, when it does
_LEAFLIKE = -1.5  # the same below which no disc is there at all
_PLAIN = 3.2  # below which the edge of the disc must be seen
_EDGE = 1.52  # strength of a circle that is surely the edge of a disc
_COLOURFUL = 0.85  # share of the chroma of leaves that no token has: they are card-brown, dark or pale
_SAME_HUE_DEG = 12.0  # of a piece: no token of half its chroma came nearer
_SAME_CHROMA = 0.75  # share that the paler of two spaces under one thing has of the other's
_SURE = 0.98
_SHADED = 0.3  # share of a new mark that is foreign but for a shadow: so are animals that are a shade of the floor
_DIM = 0.2  # the same of any mark: of 243 holes two reached it, tokens as dark as the floor began at 0.22
_NO_RING = 1.5  # nats by which a mark fits better than bare ground, when a ring is clearly seen round it
_BADLY = 3.0  # nats of a whole piece: hardly any that truly lies there costs as much
_DRAWN = 0.55  # share of the chroma of its piece that something drawn on it has at least
_PARTED = 0.3  # nats of a border inside a piece from which an edge is seen along it
_RATHER = 1.5  # nats by which a disc fits a space of a leaf better, so that it may well be the mark
_PRINT = 0.92  # correlation with the print of the empty space from which that is what is seen: tokens reached 0.87
_LEGIBLE = 1.2  # contrast of that print from which it tells
_WHITE = 0.3  # share of a space without colour from which its circle may be the outline of a reflection
_SHADE = 4.6  # nats of a mark below which a shadow on it explains what is seen: a shadow alone is 4
_LIKE_A_LEAF = 1.5  # nats by which a leaf fits a space better than the single thing it was taken for


def doubted(
    found: Explained,
    costs: SurfaceCosts,
    seen: SpaceEvidence,
    roles: Roles,
    drawn: Collection[int] = (),
    blind: Collection[int] = (),
) -> frozenset[int]:
    """The read spaces (indices in reading order) that are left unread after all.

    Args:
        found: what was read.
        costs: how well the surfaces fit.
        seen: the measures.
        roles: what the kinds of pieces look like.
        drawn: spaces whose circle is only drawn on them.
        blind: spaces that nobody could look at or that are in dispute, where the rest of a piece may lie.
    """
    if roles.disc is None or not roles.patterned:
        return frozenset()
    flat = {surface: cost.reshape(-1) for surface, cost in costs.by_surface.items()}
    leaf = np.minimum.reduce([flat[kind.surface] for kind in roles.patterned])
    margin = leaf - flat[roles.disc]
    circle, chroma = seen.circle.reshape(-1), seen.chroma.reshape(-1)
    inner = seen.disc_chroma.reshape(-1)
    typical = _typical(found, chroma, roles)
    printed = ((seen.disc_likeness > _PRINT) & (seen.disc_contrast > _LEGIBLE)).reshape(-1)
    false: set[int] = set()
    for piece, _ in found.pieces:
        mark = piece.mark
        body = [cell for cell in piece.cells if cell != mark]
        undrawn = [cell for cell in body if cell not in drawn]
        if found.verdicts[mark].surface == roles.mark:
            if seen.disc.reshape(-1)[mark] > _SHADED:
                false |= set(piece.cells)
            elif seen.disc.reshape(-1)[mark] > _DIM and not printed[mark]:
                false.add(mark)  # a dark token on a dark floor is as good as the floor: let its icon tell
            # ground boxed in by other pieces looks much like a mark: then the piece must be nearly sure
            if flat[FLOOR][mark] - flat[roles.mark][mark] < _NO_RING and found.verdicts[mark].share < _SURE:
                false.add(mark)
        if found.verdicts[mark].surface == roles.disc and not piece.capped:
            around = float(chroma[body].mean())
            if margin[mark] < _LEAFLIKE or (margin[mark] < _CLEAR and inner[mark] > _COLOURFUL * around):
                false |= set(piece.cells) | _under_the_same(mark, found, costs, seen)
            # glare looks like a disc, too: no other space of the piece may look more like one than like its leaf
            own = flat[piece.kind.surface] - flat[roles.disc]
            if any(own[cell] > min(_RATHER, own[mark]) for cell in undrawn):
                false |= set(piece.cells)
    for cell, verdict in found.verdicts.items():
        if verdict.surface == roles.disc and (
            margin[cell] < _LEAFLIKE
            or printed[cell]  # the print of the floor, seen through a mark in other light, has an icon as well
            or (margin[cell] < _PLAIN and circle[cell] < _EDGE and margin[cell] > 0)
            or (margin[cell] < _CLEAR and typical and inner[cell] > _COLOURFUL * typical)
        ):
            false.add(cell)
    if roles.single is not None:
        alike = leaf + _LIKE_A_LEAF < flat[roles.single]
        false |= _false_singles(found, alike, costs, roles.single, false | set(blind))
    return frozenset(false)


def drawn_round(found: Explained, seen: SpaceEvidence) -> frozenset[int]:
    """The spaces of newly read pieces, marks apart, whose circle is only drawn: it has the hue of its own piece.

    Tokens of a leaf's hue are much paler or darker than the leaf, colourful ones are of another hue.
    """
    hue, chroma = seen.hue_deg.reshape(-1), seen.chroma.reshape(-1)
    inner_hue, inner = seen.disc_hue_deg.reshape(-1), seen.disc_chroma.reshape(-1)
    drawn = set()
    for piece, _ in found.pieces:
        body = [cell for cell in piece.cells if cell != piece.mark]
        for cell in body:
            others = [other for other in body if other != cell]
            if not others:
                continue
            turned = np.exp(1j * np.radians(hue[others])).sum()
            off = abs((inner_hue[cell] - float(np.degrees(np.angle(turned))) + 180.0) % 360.0 - 180.0)
            if off < _SAME_HUE_DEG and inner[cell] > _DRAWN * float(np.mean(chroma[others])):
                drawn.add(cell)
    return frozenset(drawn)


def loose(found: Explained, before: Sequence[Surface], roles: Roles) -> frozenset[int]:
    """The spaces read as part of a piece of which no piece in particular was found, and not nearly sure."""
    named = {cell for piece, _ in found.pieces for cell in piece.cells}
    alone = {FLOOR, FOREIGN, roles.single}
    return frozenset(
        cell
        for cell, verdict in found.verdicts.items()
        if cell not in named and before[cell] == FLOOR and verdict.surface not in alone and verdict.share < _SURE
    )


def shaky(found: Explained, unread: Collection[int], cols: int) -> frozenset[int]:
    """The cells of pieces that fit badly and lie beside what could not be read: they are guesses about the rest of it.

    Args:
        found: what was read.
        unread: the spaces (indices in reading order) that are left unread so far.
        cols: of the board.
    """
    lost = {cell for cell, verdict in found.verdicts.items() if verdict.share < READABLE or verdict.surface == FOREIGN}
    lost |= set(unread)
    waiting = [set(piece.cells) for piece, _ in found.pieces if piece.cost > _BADLY]
    taken: set[int] = set()
    while near := [cells for cells in waiting if any(_beside(cell, cols) & lost - cells for cell in cells)]:
        taken |= set().union(*near)
        lost |= taken
        waiting = [cells for cells in waiting if cells not in near]
    return frozenset(taken)


def unproven(
    found: Explained, costs: SurfaceCosts, seen: SpaceEvidence, roles: Roles, icons: NDArray[np.bool_] | None
) -> frozenset[int]:
    """The spaces read as discs, without an icon to be seen, that light alone may have drawn.

    A lamp may be mirrored there: too much of them has no colour. Or a shadow may lie on a mark: they are a shade of it.
    """
    shown = np.zeros(seen.clipped.shape, np.bool_) if icons is None else icons
    drawn = seen.clipped > _WHITE
    if roles.mark is not None:
        drawn = drawn | (costs.by_surface[roles.mark] < _SHADE)
    drawn = (drawn & ~shown).reshape(-1)
    return frozenset(cell for cell, verdict in found.verdicts.items() if verdict.surface == roles.disc and drawn[cell])


def _under_the_same(mark: int, found: Explained, costs: SurfaceCosts, seen: SpaceEvidence) -> set[int]:
    """The cells of other pieces over which the thing on a mark goes on: no edge between, and the same colour."""
    cols = costs.seam_right.shape[1]
    reached: set[int] = set()
    for piece, _ in found.pieces:
        beside = set[int]() if mark in piece.cells else _beside(mark, cols) & set(piece.cells)
        if any(_same_thing(min(cell, mark), max(cell, mark), costs, seen) for cell in beside):
            reached |= set(piece.cells)
    return reached


def hanging_together(
    found: Explained, unread: Collection[int], costs: SurfaceCosts, seen: SpaceEvidence, roles: Roles
) -> frozenset[int]:
    """The cells of pieces that go on, by all looks, where something else or nothing was read: how large are they?

    No edge parts the two spaces, and they have the same colour. Pieces and singles count as a whole, and what hangs
    together with those.

    Args:
        found: what was read.
        unread: the spaces (indices in reading order) that are left unread so far.
        costs: how well the surfaces fit.
        seen: the measures.
        roles: what the kinds of pieces look like.
    """
    leaves = {kind.surface for kind in roles.patterned}
    unit = {cell: {cell} for cell, v in found.verdicts.items() if v.surface in leaves or v.surface == roles.single}
    for piece, _ in found.pieces:
        unit |= {cell: set(piece.cells) for cell in piece.cells if cell != piece.mark}
    lost = {cell for cell, v in found.verdicts.items() if v.surface == FOREIGN or v.share < READABLE} | set(unread)
    cols = costs.seam_right.shape[1]
    pairs = [
        (cell, other)
        for cell in found.verdicts
        for other in (cell + 1, cell + cols)
        if other in found.verdicts and other in _beside(cell, cols) and {cell, other} & unit.keys()
    ]
    joined = [pair for pair in pairs if _same_thing(*pair, costs, seen)]
    taken: set[int] = set()
    for cell, other in joined:
        # pieces of one colour are often joined without an edge to be seen
        if cell in unit and other in unit and found.verdicts[cell].surface != found.verdicts[other].surface:
            taken |= unit[cell] | unit[other]
    while more := {
        cell
        for pair in joined
        for cell, other in (pair, pair[::-1])
        if cell in unit and cell not in taken and other in lost | taken and other not in unit[cell]
    }:
        taken |= set().union(*(unit[cell] for cell in more))
    return frozenset(taken)


def _same_thing(cell: int, other: int, costs: SurfaceCosts, seen: SpaceEvidence) -> bool:
    """Whether two neighbours, the second to the right of the first or below it, have one colour and no edge between."""
    hue, chroma = seen.hue_deg.reshape(-1), seen.chroma.reshape(-1)
    seam = (costs.seam_right if other == cell + 1 else costs.seam_down).reshape(-1)[cell]
    off = abs((float(hue[cell] - hue[other]) + 180.0) % 360.0 - 180.0)
    pale, strong = sorted((chroma[cell], chroma[other]))
    return bool(seam < _PARTED and off < _SAME_HUE_DEG and pale > _SAME_CHROMA * strong)


def _typical(found: Explained, chroma: Numbers, roles: Roles) -> float:
    leaves = {kind.surface for kind in roles.patterned}
    known = [chroma[cell] for cell, verdict in found.verdicts.items() if verdict.surface in leaves]
    return float(np.median(known)) if known else 0.0


def _false_singles(
    found: Explained, alike: NDArray[np.bool_], costs: SurfaceCosts, surface: Surface, false: set[int]
) -> set[int]:
    """Single things beside others of their kind or what is in doubt that may be the rest of a tile.

    They are, where they look like leaves (``alike``) or where no edge parts them from what is beside them.
    """
    singles = {cell for cell, verdict in found.verdicts.items() if verdict.surface == surface}
    named = {cell for piece, _ in found.pieces for cell in piece.cells} - false
    strange = {
        c for c, v in found.verdicts.items() if v.surface == FOREIGN or (v.share < READABLE and v.surface != FLOOR)
    }
    company = (singles | strange | false) - named
    right, down = costs.seam_right.reshape(-1), costs.seam_down.reshape(-1)
    cols = costs.seam_right.shape[1]
    lost = set()
    for cell in singles:
        for other in company & _beside(cell, cols):
            seam = (right if abs(cell - other) == 1 else down)[min(cell, other)]
            if alike[cell] or seam < _PARTED:
                lost.add(cell)
    return lost


def _beside(cell: int, cols: int) -> set[int]:
    sideways = ({cell - 1} if cell % cols else set()) | ({cell + 1} if (cell + 1) % cols else set())
    return {cell - cols, cell + cols} | sideways
