"""From measures to costs: how badly each surface fits what is seen on each space, in nats."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.caps import next_door
from vision.evidence import SpaceEvidence
from vision.palette import Palette, is_strange
from vision.print_in_place import Prints
from vision.roles import FLOOR, Roles
from vision.surface_costs import CAP, UNPARTED, Costs, SurfaceCosts

_SHADOW = 1.0  # nats for assuming a shadow
_TINT = 1.5  # nats for assuming that light of another colour falls on a space
_ILLEGIBLE = 2.5  # nats against a shadow on a floor of which no structure can be seen: then there is a doubt
_REACHED = 3.0  # nats against a single of any colour that hangs together with something across the rim
_SIDESCAP = 2.5  # a tile may lie so far off that the sides of its mark are another piece's
_DRAWN = 5.0  # nats against a disc that is as colourful as leaves and of their hue
_DRAWN_ON = 1.5  # nats at most against what lies over plain ground for a circle on it
_OWN_INK_DEG = 40.0  # between a leaf and a pale drawing in a tint of its own ink
_SAME_INK_DEG = 25.0  # between a leaf of an ink that no usual leaf has and a drawing on it
_INKED = 0.4  # share of the chroma of leaves that such a drawing has at least
_PALER, _DUE = 0.7, 3.0  # share of the chroma of leaves from which a space that hides its print shows a disc; in nats
_ON_A_CARD = 2.0  # nats at most against a leaf that looks like a figure on a card
_PALE_SIDES = 0.8  # of the chroma inside: what 1 in 100 of 5,851 spaces of leaves fell short of, and 1 in 10 squirrels
_PALE = 0.7  # of the chroma of leaves
_DISC = 5.0  # nats for a disc where the icon of a token is seen
_ENOUGH = 2  # covered spaces that tell how colourful the leaves of this table are
_UNLIKE = 5.0  # nats at most against a mark in which the floor's print does not show
_HUELESS = 1.0  # nats at most against a leaf for a hue that none is known to have
_BARE = 0.3  # nats of bare floor below which that is seen without all its colours
_DAZZLED = 0.5  # share of a space with two channels cut off from which the floor is not known by the third
_LOST = 0.85  # share of a space from which nothing but the floor is known without its colours
_TWO_LEFT, _COVERED = 0.2, 0.9  # of such a space dazzled at most, and foreign at least, where something surely lies
_WHOLE = 5.0  # nats against a disc where what lies there goes on next door
_NEW_MARK = 2.0  # nats against an animal on what one turn laid
_MISLAID = 5.0  # nats against a disc where none belongs: then somebody has made a mistake
_STRANGE = 2.0  # nats of all that is known from which something else lies on a space
_NO_EDGE = 1.9  # strength of an edge below which none is seen: 166 of 174 borders in animals, in full light no token's
BURNT = 0.5
"""Share of a space from which its colour is guesswork: hues are taken from the more colourful half."""

COLOURFUL = 0.85
"""Share of the chroma of leaves that no token has: they are card-brown, dark or pale."""

ANY_COLOR = 2.2  # nats that a piece of unknown looks pays beside one whose colour fits perfectly


def score(
    evidence: SpaceEvidence,
    roles: Roles,
    palette: Palette,
    reached: NDArray[np.float32] | None = None,
    icons: NDArray[np.bool_] | None = None,
    marks: NDArray[np.bool_] | None = None,
    prints: Prints | None = None,
    laid: NDArray[np.bool_] | None = None,
) -> SurfaceCosts:
    """Costs of every surface on every space, before any piece is thought of.

    Args:
        evidence: the measures.
        roles: what the kinds of pieces look like.
        palette: the hues of the leaves as far as known.
        reached: share of each space that hangs together with something across the rim, float32 (rows, cols).
        icons: the spaces that show the icon of a token, however little its disc stands out, bool (rows, cols).
        marks: the marks of pieces that lay there before, bool (rows, cols): what looks like a leaf lies on them.
        prints: what is known and seen of the prints. Where nothing is printed a disc is one only if it can be little
            else (R5.1, R12.1); however dark a hole or however much a token looks like the floor, its print tells.
        laid: the spaces on which one turn can have laid a tile, bool (rows, cols): no animal comes with that (R6.1).
    """
    disc, ring, cover = evidence.disc, evidence.ring, evidence.cover
    surfaces = [kind.surface for kind in roles.patterned]
    shows_floor = _soft(disc, 0.24, 0.05)
    hides_floor = _soft(-disc, -0.24, 0.03)  # pieces were measured from 0.29 on, marks to 0.12
    if not palette.chroma:
        covered = (disc > 0.3) & (cover > 0.5)
        if covered.sum() >= _ENOUGH:
            typical = [_most(measure[covered]) for measure in (evidence.chroma, evidence.texture)]
            palette = replace(palette, chroma=typical[0], texture=typical[1])
    # of the whole space, of what is inside its circle and along its four sides: all are asked at once
    every = [
        np.concatenate([body[..., None], disc_part[..., None], along_sides], axis=2)
        for body, disc_part, along_sides in (
            (evidence.hue_deg, evidence.disc_hue_deg, evidence.side_hue_deg),
            (evidence.chroma, evidence.disc_chroma, evidence.side_chroma),
        )
    ]
    by_surface = palette.costs(surfaces, *every)
    fits = [by_surface[surface] for surface in surfaces]
    round_edge = _soft(-evidence.circle, -1.58, 0.08)
    circled = _between((evidence.circle - 1.65) / 0.1, -5.0, 5.0)
    if palette.chroma:
        # tokens are card-brown or pale, foliage is the most colourful thing on the table
        vivid = evidence.disc_chroma / palette.chroma
        circled = circled + _between((0.55 - vivid) / 0.2, -1.5, 1.5)
        # a leaf drawn round is as colourful as the rest and of a leaf's hue: no token came near that
        hue_fits = _between(1.5 - np.minimum.reduce([fit[..., 1] for fit in fits]), 0.0, 1.0) if surfaces else 0.0
        circled = circled - _DRAWN * hue_fits * _between((vivid - 0.8) / 0.15, 0.0, 1.0)
        circled = np.where(_is_of_strange_ink(evidence, vivid), np.minimum(circled, -_DRAWN), circled)
        if prints is not None:  # the icon of a token may be as colourful as leaves, most of it is not
            paler = _between((_PALER - evidence.chroma / palette.chroma) / 0.15, 0.0, 1.0)
            circled = circled + _DUE * paler * (prints.printed & prints.hidden)
    single_edge = _soft(evidence.circle, 1.75, 0.1)
    if palette.chroma:  # a token beside its hole is no single thing, but what is as colourful as leaves is no token
        single_edge = np.where(evidence.disc_chroma > COLOURFUL * palette.chroma, 0.0, single_edge)
    if icons is not None:
        circled, round_edge = np.where(icons, _DISC, circled), np.where(icons, 0.0, round_edge)
        single_edge = np.where(icons, _DISC, single_edge)
    solid = hides_floor + _soft(-cover, -0.52, 0.06)
    if prints is not None:
        solid = np.where(prints.hidden, 0.0, solid)
    # something lies there, however little is to be seen of its hue
    hidden_hue = (evidence.burnt >= _LOST) & (evidence.dazzled < _TWO_LEFT) & (cover > _COVERED)
    hues = {surface: np.where(hidden_hue, _HUELESS, fit[..., 0]) for surface, fit in by_surface.items()}
    # a mark lies inside its piece: at least two of its sides show the piece's colour
    sides = {
        surface: np.minimum(np.sort(fit[..., 2:], axis=2)[..., 1], _SIDESCAP) for surface, fit in by_surface.items()
    }
    # no light changes the structure of the floor, and no piece that hides all of it came near that
    covers = np.minimum(solid + _soft(evidence.likeness, 0.78, 0.03), CAP)
    even = np.minimum(_softplus(circled), 5.0)
    if prints is not None:  # no token belongs where nothing is printed (R5.1): a tint of the leaf is drawn there
        drawn = prints.plain & (_turned(evidence) < _OWN_INK_DEG)
        even = np.where(drawn, np.minimum(even, _DRAWN_ON), even)
    if icons is not None:
        even = np.where(icons, CAP, even)
    plain_floor = shows_floor + _soft(ring, 0.42, 0.06) + _soft(cover, 0.45, 0.06)
    # where a channel is cut off the two others tell the floor, if it is nothing but that
    uncovered = (plain_floor < _BARE) & (evidence.dazzled < _DAZZLED)
    # a shadow keeps hue and structure; a piece changes both, but an even floor has no structure to be kept
    structured = _between((evidence.disc_contrast.astype(np.float64) - 0.25) / 0.5, 0.0, 1.0)
    shades_floor = _soft(evidence.shade_disc, 0.20, 0.05)
    shaded_floor = (
        _SHADOW
        + shades_floor
        + _soft(evidence.shade_cover, 0.30, 0.06)
        + _soft(evidence.shade_ring, 0.42, 0.06)
        + np.minimum(_soft(-evidence.likeness, -0.5, 0.1), _ILLEGIBLE + CAP * structured)
    )
    # light bounced off a hand or a cup tints the floor, but foliage has a structure of its own
    tinted_floor = _TINT + _soft(evidence.texture, 1.1, 0.15)
    alike = _TINT + _soft(-evidence.likeness, -0.88, 0.02) + _soft(ring, 0.42, 0.06)
    costs = {FLOOR: _capped(np.minimum.reduce([plain_floor, shaded_floor, tinted_floor, alike]))}
    costs[FLOOR] = np.where((evidence.burnt > BURNT) & ~uncovered, CAP, costs[FLOOR])
    strange = 0.0 if reached is None else _REACHED * _between(reached.astype(np.float64) / 0.5, 0.0, 1.0)
    leafy = covers + even + palette.smooth_costs(evidence.texture) + _on_a_card(evidence, palette.chroma)
    for surface in surfaces:
        costs[surface] = _capped(leafy + hues[surface])
    hueless = _capped(leafy + np.minimum(np.minimum.reduce([*hues.values()]), _HUELESS)) if surfaces else None
    if roles.mark is not None:
        # things of many colours are a shade of the floor: a mark in the shadow has little to tell it but its print
        legible = _between(evidence.disc_contrast.astype(np.float64) - 0.7, 0.0, 1.0)
        printed = legible * _between((evidence.disc_likeness - 0.75) / 0.15, 0.0, 1.0)
        known = printed if reached is None else np.maximum(printed, _between(reached / 0.5, 0.0, 1.0))
        in_shadow = (4 - 3 * known) * _SHADOW + _soft(evidence.shade_disc, 0.15, 0.04)
        in_shadow = in_shadow + _soft(-evidence.shade_ring, -0.40, 0.06)
        seen_through = np.minimum(_soft(disc, 0.18, 0.04), in_shadow)
        # no light changes what is printed on the floor
        unlike = _soft(-evidence.disc_likeness, -0.5, 0.1)
        # a token on a dark floor repeats the print in another turn: where that is clear, holes were alike from 0.74 on
        clear = _between(evidence.disc_contrast.astype(np.float64) - 2.0, 0.0, 1.0)
        unlike = np.maximum(unlike, clear * _soft(-evidence.disc_likeness, -0.68, 0.04))
        other_print = legible * np.minimum(unlike, _UNLIKE)
        seen_through = seen_through + other_print
        if prints is not None:
            # a leaf round a mark is no shadow on the floor: of 218 bare marks none had less than 0.21
            ring_in_shadow = _soft(-evidence.shade_ring, -0.10, 0.02)
            seen_through = np.where(prints.bare, ring_in_shadow, seen_through + CAP * prints.hidden)
        costs[roles.mark] = _capped(seen_through + _soft(-ring, -0.40, 0.06) + _soft(-cover, -0.24, 0.04))
    whole = _goes_on(evidence, np.minimum.reduce([*costs.values()]), marks)
    if icons is not None:
        whole &= ~icons
    if roles.disc is not None:
        disc_edge = np.minimum(_softplus(-circled) + round_edge, 5.0) + _WHOLE * whole
        if prints is not None:
            disc_edge = disc_edge + CAP * prints.bare + _MISLAID * prints.plain
        costs[roles.disc] = _capped(np.minimum(solid, CAP) + disc_edge)
    drawn_edge = np.minimum(single_edge, 3.0)
    if prints is not None:
        drawn_edge = np.where(prints.plain, np.minimum(drawn_edge, _DRAWN_ON), drawn_edge)
    on_marks = np.where(whole, 0.0, drawn_edge)
    if prints is not None and laid is not None:
        on_marks = on_marks + _NEW_MARK * ((prints.printed | prints.plain) & laid)
    for role, reaching in ((roles.single, strange + drawn_edge), (roles.cap, on_marks)):
        if role is not None:
            costs[role] = _capped(covers + ANY_COLOR + reaching)
    return SurfaceCosts(
        costs,
        sides,
        _seam(evidence.seam_right),
        _seam(evidence.seam_down),
        np.asarray((evidence.clipped < 0.5) & ((evidence.burnt < _LOST) | uncovered | hidden_hue)),
        palette.shared(surfaces, evidence.hue_deg, evidence.chroma),
        None if prints is None else prints.printed & prints.hidden,
        hueless,
        palette.of_one_print(evidence.hue_deg, evidence.chroma),
    )


def _most(values: NDArray[np.float32]) -> float:
    """The level that 60 % of some values do not exceed."""
    return float(np.interp(0.6 * (len(values) - 1), np.arange(len(values)), np.sort(values)))


def _seam(seen: NDArray[np.float32]) -> Costs:
    return _between(seen.astype(np.float64) - 3.0, UNPARTED, 3.0)


def _is_of_strange_ink(evidence: SpaceEvidence, vivid: NDArray[np.float32]) -> NDArray[np.bool_]:
    """The spaces whose circle has the hue of the rest of them, which no token has: a drawing on a leaf of that ink."""
    return np.asarray(is_strange(evidence.disc_hue_deg) & (_turned(evidence) < _SAME_INK_DEG) & (vivid > _INKED))


def _on_a_card(evidence: SpaceEvidence, chroma: float) -> Costs:
    """What is paid for a leaf that is paler along all its sides than in the middle, as figures drawn on cards are.

    They are also paler there than ``chroma``, that of leaves; light in stripes leaves no more than a part of them pale.
    """
    inside = np.maximum(np.maximum(evidence.chroma, evidence.disc_chroma), 1.0)
    sides = evidence.side_chroma.max(axis=2)
    paler, pale = _PALE_SIDES - sides / inside, _PALE - sides / max(chroma, 1.0)
    told = evidence.burnt <= BURNT  # else colours tell nothing
    return _ON_A_CARD * told * _between(np.minimum(paler, pale) / 0.1, 0.0, 1.0)


def _turned(evidence: SpaceEvidence) -> Costs:
    """How far the hue inside each circle is from that of the rest of its space, in degrees, 0 to 180."""
    turned = (evidence.disc_hue_deg - evidence.hue_deg).astype(np.float64)
    return np.abs(turned - 360.0 * np.rint(turned / 360.0))


def _goes_on(evidence: SpaceEvidence, known: Costs, marks: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
    """The spaces of things that go on next door without an edge, bool (rows, cols), whatever is drawn on them.

    A token lies inside its hole. ``known`` is what leaves, floor and marks cost at least, which is much on such spaces,
    but for what looks like a leaf and lies on ``marks``.
    """
    strange = known > _STRANGE if marks is None else (known > _STRANGE) | marks
    unparted = np.stack([evidence.seam_right, evidence.seam_down]) < _NO_EDGE
    return np.asarray(strange & next_door(strange, unparted))


def _between(value: NDArray[np.floating], least: float, most: float) -> Costs:
    """As ``np.clip``, which for so few numbers takes four times as long."""
    return np.asarray(np.minimum(np.maximum(value, least), most))


def _soft(value: NDArray[np.float32], middle: float, width: float) -> Costs:
    return _softplus((value.astype(np.float64) - middle) / width)


def _softplus(value: NDArray[np.floating]) -> Costs:
    return np.logaddexp(0.0, np.asarray(value, np.float64))


def _capped(costs: Costs) -> Costs:
    return np.minimum(costs, CAP)
