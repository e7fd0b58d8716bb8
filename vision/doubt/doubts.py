"""What was read and yet is not to be believed: marks that look like the leaf around them, and all that rests on them.

Something may lie on a mark and hide it: an animal of the leaf's own colour, or a thing that covers a single mark. The
best explanation then takes some space of the piece for a token. It is a token only where a disc is seen.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from vision.doubt.doubt_spread import SAME_HUE_DEG, under_the_same
from vision.doubt.mark_signs import Clues, MarkSigns, signs_of_marks
from vision.doubt.stray_singles import stray_singles
from vision.doubt.true_mark import ROUND, elsewhere, is_clearer_elsewhere
from vision.explaining.candidates import Candidate
from vision.explaining.disc_costs import COLOURFUL
from vision.explaining.pieces import Explained, hanging_groups
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

_CLEAR = 3.8  # nats by which a token fits better than any leaf, when it does
_LEAFLIKE = -1.5  # the same below which no disc is there at all
_PLAIN = 3.2  # below which the edge of the disc must be seen
_EDGE = 1.52  # strength of a circle that is surely the edge of a disc
_SURE, _HARDLY_SURE = 0.98, 0.9
# strength of a circle that is hardly an edge, and chroma of leaves beside which it tells little that a disc is pale
_NO_DISC, _GREY = 1.2, 10.0
_MISLAID = (
    2.0  # nats by which a token fits better than a hole where none belongs: 35 had 2.9, a hole on dark ground 1.5
)
_SHADED = 0.3  # share of a new mark that is foreign but for a shadow: so are animals that are a shade of the floor
_DIM = 0.2  # the same of any mark: of 243 holes two reached it, tokens as dark as the floor began at 0.22
_OUTLINED = 1.7  # strength of the circle round such a token at least: of 30 the weakest had 1.85, dim holes up to 1.67
_NO_RING = 1.5  # nats by which a mark fits better than bare ground, when a ring is clearly seen round it
_GROUND = -2.6  # the same of ground beside a piece: three such had -3.1 at most, of 663 holes the least -1.9
# contrast of a floor that may show in a hole, and likeness to it: two holes with hardly a ring had 0.98 and 1.0, two
# scraps that covered a part of the space -0.18 and -0.45
_SOME_FLOOR, _OTHER_FLOOR = 0.6, 0.5
_IN_SHADOW, _ALIKE = 0.35, 0.5  # share of a middle that no shadow of its floor explains, and likeness to that: with a
# weak edge as well 3 of 484 tokens came so near, all of them in one scene's dimmed light
_BLACK = 0.1  # share of a middle that no shadow explains, from which on the floor need not be seen in that
_HALF, _HALF_EDGE = 0.7, 1.9  # share of a middle that is foreign, and strength of its circle, that a hole half in such
# a shadow has not: of 76 the most had 0.67, and the strongest 1.87
_FAINT = 0.6  # contrast of a floor down to which it is as like itself in a shadow as it is clear
_SAME_PRINT = 0.55  # likeness of the middle to the floor there: of 60 tokens in weak light the most had 0.49
_DRAWN = 0.55  # share of the chroma of its piece that something drawn on it has at least


def doubted(found: Explained, costs: SurfaceCosts, seen: SpaceEvidence, roles: Roles, clues: Clues) -> frozenset[int]:
    """The read spaces (indices in reading order) that are left unread after all.

    Args:
        found: what was read.
        costs: how well the surfaces fit.
        seen: the measures.
        roles: what the kinds of pieces look like.
        clues: what is known of the spaces.
    """
    if roles.disc is None or not roles.patterned:
        return frozenset()
    signs = signs_of_marks(found, costs, seen, roles, roles.disc, clues.prints)
    ringless = hardly_ringed(found, costs, seen, roles).difference(clues.alone, clues.framed)
    false: set[int] = set()
    for piece, _ in found.pieces:
        surface = found.verdicts[piece.mark].surface
        if surface == roles.mark:
            false |= _doubts_of_hole(piece, signs, clues, ringless)
        if surface == roles.disc and not piece.capped and _hardly_a_disc(piece, signs):
            false |= {*piece.cells, *under_the_same(piece.mark, found, costs, seen)}
        if surface == roles.disc and piece.mark not in clues.shown:
            grey = signs.circle[piece.mark] < _NO_DISC and signs.chroma[piece.body].mean() < _GREY
            unsure = found.verdicts[piece.mark].share < _HARDLY_SURE or grey
            if any(elsewhere(piece, signs, clues)) or (unsure and is_clearer_elsewhere(piece, signs)):
                false |= set(piece.cells)
    discs = [cell for cell, verdict in found.verdicts.items() if verdict.surface == roles.disc]
    false |= {cell for cell in discs if _hardly_seen(cell, signs)}
    if roles.mark is not None:
        # none belongs over plain ground (R5.1): only what can hardly be the hole was laid there by mistake
        ahead = (costs.by_surface[roles.mark] - costs.by_surface[roles.disc]).reshape(-1)
        false |= {cell for cell in signs.over_plain.intersection(discs) if ahead[cell] < _MISLAID}
    printed = np.zeros(seen.cover.shape, np.bool_) if clues.prints is None else clues.prints.printed
    return frozenset(false | stray_singles(found, costs, seen, roles, false | set(clues.blind), printed))


def _doubts_of_hole(piece: Candidate, signs: MarkSigns, clues: Clues, ringless: frozenset[int]) -> frozenset[int]:
    """What is doubted of a piece with a bare mark: all of it where something covers that, or the mark alone."""
    mark = piece.mark
    hidden = 0.0 if mark in clues.bare else signs.hidden[mark]
    if hidden > _SHADED:
        return frozenset(piece.cells)
    # a dark token on a dark floor is as good as the floor: let its icon tell
    outlined = signs.circle[mark] > _OUTLINED or signs.legible[mark]
    # and over plain ground none belongs (R5.1): there a floor that is seen is the floor
    seen = signs.printed[mark] or (mark in signs.over_plain and signs.floor_seen[mark])
    dark = hidden > _DIM and outlined and not seen
    # a white token over a white print is nearly the floor
    return frozenset({mark} if dark or mark in signs.unclear or mark in ringless else ())


def _hardly_a_disc(piece: Candidate, signs: MarkSigns) -> bool:
    """Whether the mark of a piece looks like its leaf after all."""
    mark = piece.mark
    around = float(signs.chroma[piece.body].mean())
    vivid = signs.inner[mark] > COLOURFUL * around and signs.circle[mark] < ROUND and mark not in signs.strange
    return bool(signs.margin[mark] < _LEAFLIKE or (signs.margin[mark] < _CLEAR and vivid))


def _hardly_seen(disc: int, signs: MarkSigns) -> bool:
    """Whether what was read as a disc, in a piece or not, has too little of one."""
    margin, circle = signs.margin[disc], signs.circle[disc]
    vivid = signs.typical and signs.inner[disc] > COLOURFUL * signs.typical and circle < ROUND
    edgeless = circle < _EDGE and 0 < margin < _PLAIN
    # the print of the floor, seen through a mark in other light, has an icon as well
    doubt = margin < _LEAFLIKE or signs.printed[disc]
    return bool(doubt or (disc not in signs.strange and (edgeless or (vivid and margin < _CLEAR))))


def perhaps_shaded(seen: SpaceEvidence) -> NDArray[np.bool_]:
    """Where the floor may be in a shadow, bool (rows, cols): it shows faintly or is all black, without a clear edge.

    The edge of a shadow across a hole looks like a part of a circle itself, and half of the floor shows: where its
    print is seen there, no edge tells otherwise.
    """
    likeness = seen.disc_likeness / np.clip(seen.disc_contrast, _FAINT, 1.0)  # noise hides half of a faint floor
    faintly, half = (seen.shade_disc < _IN_SHADOW) & (likeness > _ALIKE), seen.disc < _HALF
    printed = faintly & half & (likeness > _SAME_PRINT)
    black = (seen.shade_disc < _BLACK) & (seen.circle < np.where(half, _HALF_EDGE, _EDGE))
    return np.asarray(printed | black | faintly & (seen.circle < _EDGE))


def discs_in_shadow(found: Explained, seen: SpaceEvidence, roles: Roles, gone: NDArray[np.bool_]) -> frozenset[int]:
    """The spaces read as discs that may be floor in a shadow, unless their print is ``gone``, bool (rows, cols)."""
    shaded = (perhaps_shaded(seen) & ~gone).reshape(-1)
    return frozenset(c for c, verdict in found.verdicts.items() if verdict.surface == roles.disc and shaded[c])


def hardly_ringed(found: Explained, costs: SurfaceCosts, seen: SpaceEvidence, roles: Roles) -> frozenset[int]:
    """The bare marks of pieces round which no ring is clearly seen.

    Ground boxed in by other pieces looks much like one: then a piece must be nearly sure, and where bare ground fits
    better there is none, but where the parts of a tile hang together in no other way.
    """
    if roles.mark is None:
        return frozenset()
    ringed, cols = _ringed(costs, roles.mark), seen.cover.shape[1]
    marks = {piece.mark for piece, _ in found.pieces if found.verdicts[piece.mark].surface == roles.mark}
    faint = {mark for mark in marks if ringed[mark] < _NO_RING and found.verdicts[mark].share < _SURE}
    faint |= {piece.mark for piece in _without_ring(found, costs, seen, roles.mark)}
    joining = {
        piece.mark
        for piece, share in found.pieces
        if share > _HARDLY_SURE and len(hanging_groups(piece.body, cols)) > 1
    }
    return frozenset(faint - joining)


def without_hole(found: Explained, costs: SurfaceCosts, seen: SpaceEvidence, roles: Roles) -> frozenset[int]:
    """The spaces of pieces whose bare mark is rather bare ground, without the edge of a hole or its floor within.

    A scrap of paper that covers a part of its spaces looks like that. So does bare ground beside a tile whose token
    nobody saw, floor and all: there nothing of a ring is left.
    """
    if roles.mark is None:
        return frozenset()
    other = ((seen.disc_contrast > _SOME_FLOOR) & (seen.disc_likeness < _OTHER_FLOOR)).reshape(-1)
    ground = _ringed(costs, roles.mark) < _GROUND
    pieces = _without_ring(found, costs, seen, roles.mark)
    none = [piece for piece in pieces if other[piece.mark] or ground[piece.mark]]
    return frozenset(cell for piece in none for cell in piece.cells)


def _without_ring(found: Explained, costs: SurfaceCosts, seen: SpaceEvidence, mark: Surface) -> Iterator[Candidate]:
    """The pieces with a bare mark where bare ground fits better, and without the edge of a hole round it."""
    ringed, circle = _ringed(costs, mark), seen.circle.reshape(-1)
    for piece, _ in found.pieces:
        is_bare = found.verdicts[piece.mark].surface == mark
        if is_bare and ringed[piece.mark] < 0 and circle[piece.mark] < _OUTLINED:
            yield piece


def _ringed(costs: SurfaceCosts, mark: Surface) -> NDArray[np.float64]:
    """The nats by which a bare mark fits better than bare ground, (spaces,)."""
    return np.asarray((costs.by_surface[FLOOR] - costs.by_surface[mark]).reshape(-1))


def drawn_round(found: Explained, seen: SpaceEvidence) -> frozenset[int]:
    """The spaces of newly read pieces, marks apart, whose circle is only drawn: it has the hue of its own piece.

    Tokens of a leaf's hue are much paler or darker than the leaf, colourful ones are of another hue.
    """
    hue, chroma = seen.hue_deg.reshape(-1), seen.chroma.reshape(-1)
    inner_hue, inner = seen.disc_hue_deg.reshape(-1), seen.disc_chroma.reshape(-1)
    drawn: set[int] = set()
    for piece, _ in found.pieces:
        body = piece.body
        if len(body) < 2:
            continue
        turns, vivid = np.exp(1j * np.radians(hue[body].astype(np.float64))), chroma[body].astype(np.float64)
        turned = inner_hue[body] - np.degrees(np.angle(turns.sum() - turns))  # from the hue of all the others
        own = np.abs((turned + 180.0) % 360.0 - 180.0) < SAME_HUE_DEG
        own &= inner[body] > _DRAWN * (vivid.sum() - vivid) / (len(body) - 1)
        drawn.update(cell for cell, is_own in zip(body, own.tolist(), strict=True) if is_own)
    return frozenset(drawn)
