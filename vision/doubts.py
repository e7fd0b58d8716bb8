"""What was read and yet is not to be believed: marks that look like the leaf around them, and all that rests on them.

Something may lie on a mark and hide it: an animal of the leaf's own colour, or a thing that covers a single mark. The
best explanation then takes some space of the piece for a token. It is a token only where a disc is seen.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from vision.disc_costs import COLOURFUL
from vision.doubt_spread import SAME_HUE_DEG, under_the_same
from vision.due_tokens import of_its_own_color, of_own_colors, paler, tokens_due
from vision.evidence import SpaceEvidence
from vision.lattice import median
from vision.pieces import Explained
from vision.print_in_place import Prints
from vision.roles import FLOOR, Roles
from vision.stray_singles import stray_singles
from vision.surface_costs import SurfaceCosts

Numbers = NDArray[np.floating]

_CLEAR = 3.8  # nats by which a token fits better than any leaf, when it does
_LEAFLIKE = -1.5  # the same below which no disc is there at all
_PLAIN = 3.2  # below which the edge of the disc must be seen
_DUE = 2.0  # nats for a token where one is due
_EDGE = 1.52  # strength of a circle that is surely the edge of a disc
_ROUND = 2.2  # the same of what is surely no leaf: of 1,029 leaves the strongest had 1.95, half of the tokens have 2.9
_SURE = 0.98
_SHADED = 0.3  # share of a new mark that is foreign but for a shadow: so are animals that are a shade of the floor
_DIM = 0.2  # the same of any mark: of 243 holes two reached it, tokens as dark as the floor began at 0.22
_OUTLINED = 1.7  # strength of the circle round such a token at least: of 30 the weakest had 1.85, dim holes up to 1.67
_NO_RING = 1.5  # nats by which a mark fits better than bare ground, when a ring is clearly seen round it
_IN_SHADOW, _ALIKE = 0.35, 0.5  # share of a middle that no shadow of its floor explains, and likeness to that: with a
# weak edge as well 3 of 484 tokens came so near, all of them in one scene's dimmed light
_BLACK = 0.1  # share of a middle that no shadow explains, from which on the floor need not be seen in that
_DRAWN = 0.55  # share of the chroma of its piece that something drawn on it has at least
_RATHER = 1.5  # nats by which a disc fits a space of a leaf better, so that it may well be the mark
_HARDLY = -3.0  # the same, so that it may be the mark where a print lies below it and none below what looks like one
_PRINT = 0.92  # correlation with the print of the empty space from which that is what is seen: tokens reached 0.87
_UNLIKE = 0.65  # the same below which a print that may be in its place is not clear
_DARK_HOLE, _PERHAPS = 0.6, 0.7  # share of a middle that is foreign, and likeness to its floor, of a hole in the dark
_ANY_PRINT = 1.0  # contrast of a floor from which that likeness tells anything
_LEGIBLE = 1.2  # contrast of that print from which it tells


def doubted(
    found: Explained,
    costs: SurfaceCosts,
    seen: SpaceEvidence,
    roles: Roles,
    drawn: Collection[int] = (),
    blind: Collection[int] = (),
    shown: Collection[int] = (),
    bare: Collection[int] = (),
    prints: Prints | None = None,
    alone: Collection[int] = (),
) -> frozenset[int]:
    """The read spaces (indices in reading order) that are left unread after all.

    Args:
        found: what was read.
        costs: how well the surfaces fit.
        seen: the measures.
        roles: what the kinds of pieces look like.
        drawn: spaces whose circle is only drawn on them.
        blind: spaces that nobody could look at or that are in dispute, where the rest of a piece may lie.
        shown: spaces that show the icon of a token, and a piece has one mark: then no other space of it is one.
        bare: spaces in whose middle the floor surely shows.
        prints: what is known and seen of the prints: a token is due over the only one below a piece (R5.1).
        alone: the spaces of pieces that surely lie there by themselves: one of their spaces must be the mark.
    """
    if roles.disc is None or not roles.patterned:
        return frozenset()
    flat = {surface: cost.reshape(-1) for surface, cost in costs.by_surface.items()}
    leaf = np.minimum.reduce([flat[kind.surface] for kind in roles.patterned])
    due = frozenset[int]() if prints is None else tokens_due(found, prints, seen)
    # the icon may be colourful, as red berries on a green leaf are, or the disc as dark as the leaf
    strange = due & (paler(found, seen) | of_own_colors(found, seen))
    unclear = frozenset[int]() if prints is None else _unclear(prints, seen)
    margin = leaf - flat[roles.disc]
    margin[list(due)] += _DUE
    margin[list(strange)] += _DUE
    circle, chroma = seen.circle.reshape(-1), seen.chroma.reshape(-1)
    inner = seen.disc_chroma.reshape(-1)
    typical = _typical(found, chroma, roles)
    legible = seen.disc_contrast.reshape(-1) > _LEGIBLE
    printed = (seen.disc_likeness.reshape(-1) > _PRINT) & legible
    floor_seen = (seen.disc < _DARK_HOLE) & (seen.disc_likeness > _PERHAPS) & (seen.disc_contrast > _ANY_PRINT)
    floor_seen = floor_seen.reshape(-1)
    ringless = hardly_ringed(found, costs, seen, roles)
    over_prints = set[int]() if prints is None else set(np.flatnonzero(prints.printed & prints.hidden).tolist())
    false: set[int] = set()
    for piece, _ in found.pieces:
        mark = piece.mark
        body = [cell for cell in piece.cells if cell != mark]
        if found.verdicts[mark].surface == roles.mark:
            hidden = 0.0 if mark in bare else seen.disc.reshape(-1)[mark]
            if hidden > _SHADED:
                false |= set(piece.cells)
            elif hidden > _DIM and (circle[mark] > _OUTLINED or legible[mark]) and not printed[mark]:
                false.add(mark)  # a dark token on a dark floor is as good as the floor: let its icon tell
            if mark in unclear:
                false.add(mark)  # a white token over a white print is nearly the floor
            if mark in ringless and mark not in alone:
                false.add(mark)
        if found.verdicts[mark].surface == roles.disc and not piece.capped:
            around = float(chroma[body].mean())
            vivid = inner[mark] > COLOURFUL * around and circle[mark] < _ROUND and mark not in strange
            if margin[mark] < _LEAFLIKE or (margin[mark] < _CLEAR and vivid):
                false |= set(piece.cells) | under_the_same(mark, found, costs, seen)
            # glare looks like a disc, too: no other space of the piece may look more like one than like its leaf
            own = flat[piece.kind.surface] - flat[roles.disc]
            # a token lies over a print (R5.1), however much its gold looks like a leaf of its piece
            rather = [cell for cell in body if cell not in drawn and own[cell] > min(_RATHER, own[mark])]
            rather += [cell for cell in body if legible[cell] and not legible[mark] and own[cell] > _HARDLY]
            if mark not in shown and mark not in due and rather:
                false |= set(piece.cells)
            # what shows its floor elsewhere is the hole, and a drawing in a ring was taken for a disc
            if mark not in shown and any(floor_seen[cell] for cell in body):
                false |= set(piece.cells)
            # two leaves over two prints, of which one has a drawing and one a token
            if mark not in shown and any(own[cell] > _RATHER for cell in body if cell in over_prints):
                false |= set(piece.cells)
        # a dark leaf is as pale as a token, but beside the true one it is not the palest
        alike = found.verdicts[mark].surface == roles.disc and not of_its_own_color(mark, body, seen)
        alike = alike and circle[mark] < _ROUND and mark not in due
        if alike and mark not in shown and chroma[body].min() < chroma[mark]:
            false |= set(piece.cells)
    for cell, verdict in found.verdicts.items():
        if verdict.surface != roles.disc:
            continue
        vivid = typical and inner[cell] > COLOURFUL * typical and circle[cell] < _ROUND
        edgeless = circle[cell] < _EDGE and 0 < margin[cell] < _PLAIN
        # the print of the floor, seen through a mark in other light, has an icon as well
        doubt = margin[cell] < _LEAFLIKE or printed[cell]
        if doubt or (cell not in strange and (edgeless or (vivid and margin[cell] < _CLEAR))):
            false.add(cell)
    false |= stray_singles(found, costs, seen, roles, false | set(blind))
    return frozenset(false)


def perhaps_shaded(seen: SpaceEvidence) -> NDArray[np.bool_]:
    """Where the floor may be in a shadow, bool (rows, cols): it shows faintly or is all black, without a clear edge."""
    faintly = (seen.shade_disc < _IN_SHADOW) & (seen.disc_likeness > _ALIKE)
    return np.asarray((faintly | (seen.shade_disc < _BLACK)) & (seen.circle < _EDGE))


def discs_in_shadow(found: Explained, seen: SpaceEvidence, roles: Roles) -> frozenset[int]:
    """The spaces read as discs that may be no more than floor in a shadow."""
    shaded = perhaps_shaded(seen).reshape(-1)
    return frozenset(c for c, verdict in found.verdicts.items() if verdict.surface == roles.disc and shaded[c])


def hardly_ringed(found: Explained, costs: SurfaceCosts, seen: SpaceEvidence, roles: Roles) -> frozenset[int]:
    """The bare marks of pieces round which no ring is clearly seen.

    Ground boxed in by other pieces looks much like one: then a piece must be nearly sure, and where bare ground fits
    better there is none (of 430 holes that were read the least had 1.0 the other way).
    """
    if roles.mark is None:
        return frozenset()
    ringed = (costs.by_surface[FLOOR] - costs.by_surface[roles.mark]).reshape(-1)
    circle = seen.circle.reshape(-1)
    marks = {piece.mark for piece, _ in found.pieces if found.verdicts[piece.mark].surface == roles.mark}
    return frozenset(
        mark
        for mark in marks
        if (ringed[mark] < 0 and circle[mark] < _OUTLINED)
        or (ringed[mark] < _NO_RING and found.verdicts[mark].share < _SURE)
    )


def drawn_round(found: Explained, seen: SpaceEvidence) -> frozenset[int]:
    """The spaces of newly read pieces, marks apart, whose circle is only drawn: it has the hue of its own piece.

    Tokens of a leaf's hue are much paler or darker than the leaf, colourful ones are of another hue.
    """
    hue, chroma = seen.hue_deg.reshape(-1), seen.chroma.reshape(-1)
    inner_hue, inner = seen.disc_hue_deg.reshape(-1), seen.disc_chroma.reshape(-1)
    drawn: set[int] = set()
    for piece, _ in found.pieces:
        body = [cell for cell in piece.cells if cell != piece.mark]
        if len(body) < 2:
            continue
        turns, vivid = np.exp(1j * np.radians(hue[body].astype(np.float64))), chroma[body].astype(np.float64)
        turned = inner_hue[body] - np.degrees(np.angle(turns.sum() - turns))  # from the hue of all the others
        own = np.abs((turned + 180.0) % 360.0 - 180.0) < SAME_HUE_DEG
        own &= inner[body] > _DRAWN * (vivid.sum() - vivid) / (len(body) - 1)
        drawn.update(cell for cell, is_own in zip(body, own.tolist(), strict=True) if is_own)
    return frozenset(drawn)


def _unclear(prints: Prints, seen: SpaceEvidence) -> frozenset[int]:
    """The spaces that do not look like the treasure that is printed there and may show it somewhere all the same."""
    return frozenset(np.flatnonzero(prints.vague & prints.printed & (seen.disc_likeness < _UNLIKE)).tolist())


def _typical(found: Explained, chroma: Numbers, roles: Roles) -> float:
    leaves = {kind.surface for kind in roles.patterned}
    return median(chroma[[cell for cell, verdict in found.verdicts.items() if verdict.surface in leaves]])
