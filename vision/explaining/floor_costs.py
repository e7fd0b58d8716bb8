"""How badly bare floor, and a hole through which the floor shows, fit what is seen on each space, in nats."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.explaining.beforehand import Beforehand
from vision.explaining.shade_alone import is_no_shadow
from vision.explaining.soft_steps import between, capped, soft
from vision.explaining.surface_costs import CAP, Costs
from vision.measures.evidence import SpaceEvidence

BURNT = 0.5
"""Share of a space from which its colour is guesswork: hues are taken from the more colourful half."""

_SHADOW = 1.0  # nats for assuming a shadow
_TINT = 1.5  # nats for assuming that light of another colour falls on a space
_ILLEGIBLE = 2.5  # nats against a shadow on a floor of which no structure can be seen: then there is a doubt
_UNLIKE = 5.0  # nats at most against a mark in which the floor's print does not show
_BARE = 0.3  # nats of bare floor below which that is seen without all its colours
_FRAMED = 0.14  # share of a space or its sides that counts as foreign besides, round a clear print that stands
_MIDDLE_LIT = 2.5  # nats at most against a shadow that leaves the middle of a space alone
_ROUND = 1.4  # strength of a circle from which it may be the edge of a hole
_COVERED, _ENCLOSED = 0.4, 3  # share of a space that is foreign where a piece may lie, and how many lie round a pocket
_DAZZLED = 0.5  # share of a space with two channels cut off from which the floor is not known by the third
_LEGIBLE = 0.15  # share of a space that must have all its colours where nothing but its print is to tell the floor
_SAME, _UNTOUCHED = 0.9, 0.05  # likeness of such a print at least, and share of the space that may be foreign


class FloorCosts(NamedTuple):
    """Costs of bare floor, float64 (rows, cols), and the spaces that are surely that though dazzled, bool."""

    costs: Costs
    uncovered: NDArray[np.bool_]


def floor_costs(evidence: SpaceEvidence) -> FloorCosts:
    """What bare floor costs: as it was, in a shadow, or in light of another colour, whichever explains it best."""
    ring = evidence.ring
    framed = _FRAMED * round_a_print(evidence)
    plain = soft(evidence.disc, 0.24, 0.05) + soft(ring + framed, 0.42, 0.06) + soft(evidence.cover, 0.45, 0.06)
    # where a channel is cut off the two others tell the floor, if it is nothing but that
    uncovered = (plain < _BARE) & ((evidence.dazzled < _DAZZLED) | _printed_as_it_was(evidence))
    # a shadow keeps hue and structure; a piece changes both, but an even floor has no structure to be kept
    structured = between((evidence.disc_contrast.astype(np.float64) - 0.25) / 0.5, 0.0, 1.0)
    shaded = (
        _SHADOW
        + soft(evidence.shade_disc, 0.20, 0.05)
        + soft(evidence.shade_cover, 0.30, 0.06)
        + soft(evidence.shade_ring, 0.42, 0.06)
        + np.minimum(soft(-evidence.likeness, -0.5, 0.1), _ILLEGIBLE + CAP * structured)
    )
    shaded = shaded + _MIDDLE_LIT * lit_in_the_middle(evidence) + CAP * is_no_shadow(evidence)
    # light bounced off a hand or a cup tints the floor, but foliage has a structure of its own, and an even card none
    tinted = _TINT + soft(evidence.texture, 1.1, 0.15) + structured * soft(-evidence.likeness, -0.5, 0.1)
    alike = _TINT + soft(-evidence.likeness, -0.88, 0.02) + soft(ring, 0.42, 0.06)
    costs = capped(np.minimum.reduce([plain, shaded, tinted, alike]))
    return FloorCosts(np.where((evidence.burnt > BURNT) & ~uncovered, CAP, costs), uncovered)


def _printed_as_it_was(evidence: SpaceEvidence) -> NDArray[np.bool_]:
    """The spaces with a print of white and dark of which all that can be seen is as it was, and in its place.

    A piece that is as white hides the dark of it.
    """
    foreign = np.maximum.reduce([evidence.cover, evidence.disc, evidence.ring])
    legible = evidence.burnt <= 1.0 - _LEGIBLE
    return np.asarray(legible & (foreign < _UNTOUCHED) & (evidence.likeness >= _SAME))


def mark_costs(evidence: SpaceEvidence, known: Beforehand) -> Costs:
    """What a hole costs: floor in the middle, lit or in a shadow, with its print, and a piece round it."""
    # things of many colours are a shade of the floor: a mark in the shadow has little to tell it but its print
    legible = between(evidence.disc_contrast.astype(np.float64) - 0.7, 0.0, 1.0)
    printed = legible * between((evidence.disc_likeness - 0.75) / 0.15, 0.0, 1.0)
    told = np.maximum(printed, between(known.reached / 0.5, 0.0, 1.0))
    # what is round there is no leaf, and where nothing is printed no token either (R5.1)
    told = np.maximum(told, known.prints.plain * between((evidence.circle - _ROUND) / 0.4, 0.0, 1.0))
    in_shadow = (4 - 3 * told) * _SHADOW + soft(evidence.shade_disc, 0.15, 0.04)
    in_shadow = in_shadow + soft(-evidence.shade_ring, -0.40, 0.06)
    # no light changes what is printed on the floor
    unlike = soft(-evidence.disc_likeness, -0.5, 0.1)
    # a token on a dark floor repeats the print in another turn: where that is clear, holes were alike from 0.74 on
    clear = between(evidence.disc_contrast.astype(np.float64) - 2.0, 0.0, 1.0)
    unlike = np.maximum(unlike, clear * soft(-evidence.disc_likeness, -0.68, 0.04))
    other_print = legible * np.minimum(unlike, _UNLIKE)
    seen_through = np.minimum(soft(evidence.disc, 0.18, 0.04), in_shadow) + other_print
    framed = _FRAMED * round_a_print(evidence)
    # a leaf round a mark is no shadow on the floor: of 218 bare marks none had less than 0.21
    ring_in_shadow = soft(-evidence.shade_ring - framed, -0.10, 0.02)
    seen_through = np.where(known.prints.bare, ring_in_shadow, seen_through + CAP * known.prints.hidden)
    ringed = soft(-evidence.ring - framed, -0.40, 0.06) + soft(-evidence.cover - framed, -0.24, 0.04)
    return capped(seen_through + ringed)


def lit_in_the_middle(evidence: SpaceEvidence) -> Costs:
    """How clearly three sides of a space are dark and its middle is not, float64 (rows, cols), 0 to 1.

    No shadow has such a hole. Pieces on three sides of a space throw one each: where so many lie nothing is told.
    """
    covered = evidence.cover > _COVERED
    beside = np.zeros(covered.shape, np.int8)
    beside[1:] += covered[:-1]
    beside[:-1] += covered[1:]
    beside[:, 1:] += covered[:, :-1]
    beside[:, :-1] += covered[:, 1:]
    dark = between((evidence.ring - 0.42) / 0.1, 0.0, 1.0) * between((0.12 - evidence.disc) / 0.04, 0.0, 1.0)
    return np.asarray(np.where(beside < _ENCLOSED, dark, 0.0))


def round_a_print(evidence: SpaceEvidence) -> Costs:
    """How clearly a print stands in the middle of a space while all round it has changed, float64 (rows, cols), 0 to 1.

    Something with a hole lies round it, though the card of that may be a shade of the floor.
    """
    clear = between((evidence.disc_contrast.astype(np.float64) - 1.0) / 0.4, 0.0, 1.0)
    stands = between((evidence.disc_likeness - 0.9) / 0.05, 0.0, 1.0)
    changed = between((0.95 - evidence.likeness) / 0.1, 0.0, 1.0) * between((evidence.texture - 1.2) / 0.6, 0.0, 1.0)
    # what is no shade of the floor is foreign by itself, or lies askew beside it
    faint = between(4.0 - evidence.texture, 0.0, 1.0)
    # a scrap across a corner changes as much, but of 246 holes two had less than this on three of their sides
    ringed = between((evidence.ring - 0.2) / 0.1, 0.0, 1.0)
    return np.asarray(clear * stands * changed * faint * ringed)
