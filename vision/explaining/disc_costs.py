"""What the circle on each space tells of a token: a disc lies in its hole and is seldom as colourful as leaves."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.explaining.beforehand import Beforehand
from vision.explaining.caps import next_door
from vision.explaining.leaf_hues import is_strange
from vision.explaining.soft_steps import between, soft, softplus
from vision.explaining.surface_costs import CAP, Costs
from vision.measures.evidence import SpaceEvidence
from vision.prints.print_in_place import Prints

COLOURFUL = 0.85
"""Share of the chroma of leaves that no token has: they are card-brown, dark or pale."""

DRAWN_ON = 1.5
"""Nats at most against what lies over plain ground for a circle on it."""

SHOWN = 5.0
"""Nats for a disc, and against bare floor, where the icon of a token is seen."""

_DRAWN = 5.0  # nats against a disc that is as colourful as leaves and of their hue
_OWN_INK_DEG = 40.0  # between a leaf and a pale drawing in a tint of its own ink
_SAME_INK_DEG = 25.0  # between a leaf of an ink that no usual leaf has and a drawing on it
_INKED = 0.4  # share of the chroma of leaves that such a drawing has at least
_PALER, _DUE = 0.7, 3.0  # share of the chroma of leaves from which a space that hides its print shows a disc; in nats
_WHOLE = 5.0  # nats against a disc where what lies there goes on next door
_MISLAID = 5.0  # nats against a disc where none belongs: then somebody has made a mistake
_STRANGE = 2.0  # nats of all that is known from which something else lies on a space
_NO_EDGE = 1.9  # strength of an edge below which none is seen: 166 of 174 borders in animals, in full light no token's


class Circled(NamedTuple):
    """What the circle on each space tells, in nats, float64 (rows, cols).

    ``disc`` is how much it speaks for a disc rather than for nothing round, ``edgeless`` what a disc pays where its
    edge is not seen, ``single`` what a thing that is no token pays for such an edge.
    """

    disc: Costs
    edgeless: Costs
    single: Costs


def circled(evidence: SpaceEvidence, chroma: float, hue_fits: Costs, known: Beforehand) -> Circled:
    """Weigh the circles.

    Args:
        evidence: the measures.
        chroma: that of leaves, 0 where it is not known.
        hue_fits: how badly the hue inside each circle fits the leaf it fits best, nats.
        known: the icons and prints.
    """
    disc = between((evidence.circle - 1.65) / 0.1, -5.0, 5.0)
    single = soft(evidence.circle, 1.75, 0.1)
    if chroma:
        # tokens are card-brown or pale, foliage is the most colourful thing on the table
        vivid = evidence.disc_chroma / chroma
        disc = disc + between((0.55 - vivid) / 0.2, -1.5, 1.5)
        # a leaf drawn round is as colourful as the rest and of a leaf's hue: no token came near that
        disc = disc - _DRAWN * between(1.5 - hue_fits, 0.0, 1.0) * between((vivid - 0.8) / 0.15, 0.0, 1.0)
        disc = np.where(_is_of_strange_ink(evidence, vivid), np.minimum(disc, -_DRAWN), disc)
        # the icon of a token may be as colourful as leaves, most of it is not
        paler = between((_PALER - evidence.chroma / chroma) / 0.15, 0.0, 1.0)
        disc = disc + _DUE * paler * (known.prints.printed & known.prints.hidden)
        # a token beside its hole is no single thing, but what is as colourful as leaves is no token
        single = np.where(evidence.disc_chroma > COLOURFUL * chroma, 0.0, single)
    edgeless = np.where(known.icons, 0.0, soft(-evidence.circle, -1.58, 0.08))
    return Circled(np.where(known.icons, SHOWN, disc), edgeless, np.where(known.icons, SHOWN, single))


def leaf_with_circle(evidence: SpaceEvidence, circle: Circled, known: Beforehand) -> Costs:
    """What a leaf pays for the circle on it."""
    paid = np.minimum(softplus(circle.disc), 5.0)
    # no token belongs where nothing is printed (R5.1): a tint of the leaf is drawn there
    drawn = known.prints.plain & (_turned(evidence) < _OWN_INK_DEG)
    return np.where(known.icons, CAP, np.where(drawn, np.minimum(paid, DRAWN_ON), paid))


def disc_edge(circle: Circled, whole: NDArray[np.bool_], prints: Prints) -> Costs:
    """What a disc pays for its edge and for where it is; ``whole`` are the spaces of things that go on next door."""
    edge = np.minimum(softplus(-circle.disc) + circle.edgeless, 5.0)
    return np.asarray(edge + _WHOLE * whole + CAP * prints.bare + _MISLAID * prints.plain)


def single_with_circle(circle: Circled, prints: Prints) -> Costs:
    """What a thing of one space that is no token pays for the circle on it."""
    paid = np.minimum(circle.single, 3.0)
    return np.where(prints.plain, np.minimum(paid, DRAWN_ON), paid)


def goes_on(evidence: SpaceEvidence, known: Costs, marks: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The spaces of things that go on next door without an edge, bool (rows, cols), whatever is drawn on them.

    A token lies inside its hole. ``known`` is what leaves, floor and marks cost at least, which is much on such spaces,
    but for what looks like a leaf and lies on ``marks``.
    """
    strange = (known > _STRANGE) | marks
    unparted = np.stack([evidence.seam_right, evidence.seam_down]) < _NO_EDGE
    return np.asarray(strange & next_door(strange, unparted))


def _is_of_strange_ink(evidence: SpaceEvidence, vivid: NDArray[np.float32]) -> NDArray[np.bool_]:
    """The spaces whose circle has the hue of the rest of them, which no token has: a drawing on a leaf of that ink."""
    return np.asarray(is_strange(evidence.disc_hue_deg) & (_turned(evidence) < _SAME_INK_DEG) & (vivid > _INKED))


def _turned(evidence: SpaceEvidence) -> Costs:
    """How far the hue inside each circle is from that of the rest of its space, in degrees, 0 to 180."""
    turned = (evidence.disc_hue_deg - evidence.hue_deg).astype(np.float64)
    return np.abs(turned - 360.0 * np.rint(turned / 360.0))
