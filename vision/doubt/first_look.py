"""What may be tokens or an animal, side by side, where nobody saw one come after the other."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.game import Surface
from vision.doubt.doubt_spread import PARTED, left_unread
from vision.doubt.lying_across import lies_across
from vision.explaining.pieces import Explained, beside
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

_NEVER = 7.5  # nats that a token costs where none can be: of 645 pairs of spaces under animals 611 had one such
_HARDLY = 2.0  # nats that a token costs where hardly one is seen: beside an icon nine of 14 had less
# strength of circles of which two are beside each other: of 805 such pairs in animals four had 2.2 to 2.4 and one 2.88;
# the second where the tiles below were not seen without what lies there now
_ROUND, _AT_FIRST = 3.0, 2.6


def one_or_two(
    found: Explained,
    unread: Collection[int],
    before: Sequence[Surface],
    looks: Sequence[int],
    costs: SurfaceCosts,
    seen: SpaceEvidence,
    roles: Roles,
    shown: Collection[int] = (),
    stood: Collection[int] = (),
    hidden: Collection[int] = (),
) -> frozenset[int]:
    """The marks of new pieces on which tokens may be an animal, or an animal tokens.

    In play a token comes with its tile and an animal by itself (R5.1, R6.1). Where tiles came with all that lies on
    them, two round things in holes side by side may be a face and a tail, and so may an icon and what hardly is a
    token. A round thing without an edge towards a tile that is left unread, or towards what is hidden, may be the head
    of what lies there as well, a hole without an edge towards a mark that is left unread its fur, and an animal that
    may all be tokens, or of which no other end is read, is none for sure, unless it is seen to lie across their edge.
    Where marks were known to stand before anything came in the way, it came later.

    Args:
        found: what was read.
        unread: the spaces (indices in reading order) that are left unread so far.
        before: the surfaces that were there, in reading order.
        looks: the number, from 1, of the look in which each space came to show what it shows; 0 where none is known.
        costs: how well the surfaces fit.
        seen: the measures.
        roles: what the kinds of pieces look like.
        shown: spaces that show the icon of a token: two of them are two tokens, one may be a face.
        stood: spaces that were marks before.
        hidden: spaces that nobody could look at, or that were not read in an earlier attempt at this look.
    """
    if roles.cap is None or roles.disc is None:
        return frozenset()
    cols = costs.seam_right.shape[1]
    disc = costs.by_surface[roles.disc].reshape(-1)
    owner = {cell: n for n, (piece, _) in enumerate(found.pieces) for cell in piece.cells}
    new = {
        piece.mark
        for piece, _ in found.pieces
        if before[piece.mark] == FLOOR
        and any(looks[cell] == looks[piece.mark] for cell in piece.cells if cell != piece.mark)
    }

    def at_once(cell: int) -> set[int]:
        return {other for other in beside(cell, cols) & found.verdicts.keys() if looks[other] == looks[cell]}

    discs = {cell for cell in new if found.verdicts[cell].surface == roles.disc}
    caps = {cell for cell in new if found.verdicts[cell].surface == roles.cap}
    lost = left_unread(found, unread)
    plain = discs.difference(shown)
    taken = {cell for cell in plain if plain & at_once(cell)}
    for cell in plain:
        if disc[cell] > _HARDLY and (faces := at_once(cell) & discs - plain):
            taken |= {cell, *faces}
    for cell in discs:
        others = {other for other in at_once(cell) & lost & owner.keys() if owner[other] != owner[cell]}
        others |= beside(cell, cols).intersection(hidden)
        if any(costs.seam_between(cell, other) < PARTED for other in others):
            taken.add(cell)
    holes = {cell for cell in new if found.verdicts[cell].surface == roles.mark}
    for cell in holes:
        if any(costs.seam_between(cell, other) < PARTED for other in at_once(cell) & lost & new):
            taken.add(cell)
    while caps:
        animal, waiting = set[int](), {min(caps)}
        while waiting:
            animal |= waiting
            waiting = {other for cell in waiting for other in at_once(cell) & caps} - animal
        caps -= animal
        tokens = all(disc[cell] < _NEVER for cell in animal) and not animal.issubset(stood)
        tokens = tokens and not lies_across(animal, found, costs, seen, roles)
        if len(animal) > 1 and (tokens or len(animal - lost) < 2):
            taken |= animal
    return frozenset(taken)


def of_two_discs(found: Explained, before: Sequence[Surface], seen: SpaceEvidence, roles: Roles) -> frozenset[int]:
    """The spaces newly read as an animal with a clear circle on them and on one beside: they may be two tokens.

    An animal may have a round head, or a tail curled up, but no two things so round. It comes to lie on marks that were
    there (R6.1), a token with its tile.

    Args:
        found: what was read.
        before: the surfaces that were there, in reading order.
        seen: the measures.
        roles: what the kinds of pieces look like.
    """
    circle, cols = seen.circle.reshape(-1), seen.circle.shape[1]
    animal = {cell for cell, verdict in found.verdicts.items() if verdict.surface == roles.cap != before[cell]}
    discs = {cell for cell in animal if circle[cell] > (_AT_FIRST if before[cell] == FLOOR else _ROUND)}
    return frozenset(cell for cell in discs if discs & beside(cell, cols))
