"""From measures to costs: how badly each surface fits what is seen on each space, in nats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from vision.explaining.beforehand import Beforehand
from vision.explaining.disc_costs import SHOWN, circled, disc_edge, goes_on, leaf_with_circle, single_with_circle
from vision.explaining.floor_costs import BURNT, floor_costs, mark_costs
from vision.explaining.palette import Palette
from vision.explaining.soft_steps import between, capped, soft
from vision.explaining.surface_costs import CAP, UNPARTED, Costs, SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

ANY_COLOR = 2.2  # nats that a piece of unknown looks pays beside one whose colour fits perfectly

_REACHED = 3.0  # nats against a single of any colour that hangs together with something across the rim
_SIDESCAP = 2.5  # a tile may lie so far off that the sides of its mark are another piece's
_ON_A_CARD = 2.0  # nats at most against a leaf that looks like a figure on a card
_PALE_SIDES = 0.8  # of the chroma inside: what 1 in 100 of 5,851 spaces of leaves fell short of, and 1 in 10 squirrels
_PALE = 0.7  # of the chroma of leaves
_ENOUGH = 2  # covered spaces that tell how colourful the leaves of this table are
_HUELESS = 1.0  # nats at most against a leaf for a hue that none is known to have
_LOST = 0.85  # share of a space from which nothing but the floor is known without its colours
_WHITE, _COVERED = 0.2, 0.9  # of such a space without any colour at most, and foreign at least, where something lies
_NEW_MARK = 2.0  # nats against an animal on what one turn laid


def score(
    evidence: SpaceEvidence, roles: Roles, palette: Palette, beforehand: Beforehand | None = None
) -> SurfaceCosts:
    """Costs of every surface on every space, before any piece is thought of.

    Args:
        evidence: the measures.
        roles: what the kinds of pieces look like.
        palette: the hues of the leaves as far as known.
        beforehand: what is known of the spaces; nothing without it.
    """
    known = Beforehand.nothing(evidence.cover.shape) if beforehand is None else beforehand
    surfaces = [kind.surface for kind in roles.patterned]
    palette = _with_typical(palette, evidence)
    fits = _hue_fits(evidence, palette, surfaces)
    inside = np.minimum.reduce([fit[..., 1] for fit in fits.values()]) if fits else np.full(evidence.disc.shape, np.inf)
    circle = circled(evidence, palette.chroma, inside, known)
    hides_floor = soft(-evidence.disc, -0.24, 0.03)  # pieces were measured from 0.29 on, marks to 0.12
    solid = np.where(known.prints.hidden, 0.0, hides_floor + soft(-evidence.cover, -0.52, 0.06))
    # no light changes the structure of the floor, and no piece that hides all of it came near that
    covers = np.minimum(solid + soft(evidence.likeness, 0.78, 0.03), CAP)
    floor, uncovered = floor_costs(evidence)
    costs: dict[Surface, Costs] = {FLOOR: capped(floor + SHOWN * known.icons)}
    # something lies there, however little is to be seen of its hue
    hidden_hue = (evidence.burnt >= _LOST) & (evidence.clipped < _WHITE) & (evidence.cover > _COVERED)
    hues = {surface: np.where(hidden_hue, _HUELESS, fit[..., 0]) for surface, fit in fits.items()}
    leafy = covers + leaf_with_circle(evidence, circle, known)
    leafy = leafy + palette.smooth_costs(evidence.texture) + _on_a_card(evidence, palette.chroma)
    costs |= {surface: capped(leafy + hue) for surface, hue in hues.items()}
    hueless = capped(leafy + np.minimum(np.minimum.reduce([*hues.values()]), _HUELESS)) if hues else None
    if roles.mark is not None:
        costs[roles.mark] = mark_costs(evidence, known)
    tile = known.laid & known.came
    whole = goes_on(evidence, np.minimum.reduce([*costs.values()]), known.marks) & ~known.icons & ~tile
    if roles.disc is not None:
        costs[roles.disc] = capped(np.minimum(solid, CAP) + disc_edge(circle, whole, known.prints))
    drawn = single_with_circle(circle, known.prints)
    strange = _REACHED * between(known.reached.astype(np.float64) / 0.5, 0.0, 1.0)
    on_mark = np.where(whole, 0.0, drawn) + _NEW_MARK * ((known.prints.printed | known.prints.plain) & known.laid)
    for role, reaching in ((roles.single, strange + drawn), (roles.cap, on_mark)):
        if role is not None:
            costs[role] = capped(covers + ANY_COLOR + reaching)
    return SurfaceCosts(
        costs,
        _sides(fits),
        _seam(evidence.seam_right),
        _seam(evidence.seam_down),
        np.asarray(uncovered | (evidence.clipped < 0.5) & ((evidence.burnt < _LOST) | hidden_hue)),
        palette.shared(surfaces, evidence.hue_deg, evidence.chroma),
        known.prints.printed & known.prints.hidden,
        hueless,
        palette.of_one_print(evidence.hue_deg, evidence.chroma),
    )


def _with_typical(palette: Palette, evidence: SpaceEvidence) -> Palette:
    """The palette, with the chroma and texture of what covers this board where it has not learned any."""
    covered = (evidence.disc > 0.3) & (evidence.cover > 0.5)
    if palette.chroma or covered.sum() < _ENOUGH:
        return palette
    return replace(palette, chroma=_most(evidence.chroma[covered]), texture=_most(evidence.texture[covered]))


def _hue_fits(evidence: SpaceEvidence, palette: Palette, surfaces: list[Surface]) -> dict[Surface, Costs]:
    """How badly the hues of a space fit each surface, (rows, cols, 6): all of it, inside its circle, its four sides."""
    hues = evidence.hue_deg[..., None], evidence.disc_hue_deg[..., None], evidence.side_hue_deg
    chromas = evidence.chroma[..., None], evidence.disc_chroma[..., None], evidence.side_chroma
    by_surface = palette.costs(surfaces, np.concatenate(hues, axis=2), np.concatenate(chromas, axis=2))
    return {surface: by_surface[surface] for surface in surfaces}


def _sides(fits: Mapping[Surface, Costs]) -> dict[Surface, Costs]:
    """A mark lies inside its piece: at least two of its sides show the piece's colour."""
    return {surface: np.minimum(np.sort(fit[..., 2:], axis=2)[..., 1], _SIDESCAP) for surface, fit in fits.items()}


def _most(values: NDArray[np.float32]) -> float:
    """The level that 60 % of some values do not exceed."""
    ordered, (below, share) = np.sort(values).tolist(), divmod(0.6 * (len(values) - 1), 1.0)
    low, high = ordered[int(below)], ordered[min(int(below) + 1, len(ordered) - 1)]
    return float(low + (high - low) * share)


def _seam(seen: NDArray[np.float32]) -> Costs:
    return between(seen.astype(np.float64) - 3.0, UNPARTED, 3.0)


def _on_a_card(evidence: SpaceEvidence, chroma: float) -> Costs:
    """What is paid for a leaf that is paler along all its sides than in the middle, as figures drawn on cards are.

    They are also paler there than ``chroma``, that of leaves; light in stripes leaves no more than a part of them pale.
    """
    inside = np.maximum(np.maximum(evidence.chroma, evidence.disc_chroma), 1.0)
    sides = evidence.side_chroma.max(axis=2)
    paler, pale = _PALE_SIDES - sides / inside, _PALE - sides / max(chroma, 1.0)
    told = evidence.burnt <= BURNT  # else colours tell nothing
    return _ON_A_CARD * told * between(np.minimum(paler, pale) / 0.1, 0.0, 1.0)
