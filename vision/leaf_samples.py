"""Leaf tiles shown one by one: known by their size, whatever their colour, they tell how the leaves of a box look."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from engine.grid import Grid
from vision.candidates import Candidate
from vision.evidence import BoardEvidence, SpaceEvidence
from vision.observation import Observation
from vision.palette import LeafLook, Palette
from vision.pieces import Explained, beside, explain
from vision.print_in_place import Prints
from vision.roles import FLOOR, Roles
from vision.scoring import BURNT, score
from vision.surface_costs import SurfaceCosts

_SURE = 0.95  # share of a tile among all explanations from which it is a sample
_ALIKE = 0.94  # length of the mean of the directions of its hues: spaces of one tile were within 20 degrees
_EVEN = 0.44  # share that the palest space of a tile has of the chroma of its most colourful one
_RATHER_EVEN, _AS_ROUGH = 0.68, 0.8  # the same where it is smoother too: share of the texture of the other spaces
_COVERED = 0.35  # of a space from which something lies on it


def leaf_samples(observation: Observation) -> Mapping[Surface, tuple[LeafLook, ...]]:
    """The looks of the leaf tiles that lie by themselves on boards with nothing else, by surface.

    A tile counts by its size alone (R12.3): no other thing may touch it, and all of it must be seen.

    Raises:
        ValueError: the observation carries no roles of the pieces.
    """
    if observation.roles is None:
        raise ValueError("an observation of which samples are taken carries the roles of the pieces, got none")
    found: dict[Surface, list[LeafLook]] = {}
    for seen in observation.evidence:
        if seen.occlusion.hand:
            continue
        for piece in _lying_alone(seen, observation.roles):
            look = look_of(seen.spaces, [cell for cell in piece.cells if cell != piece.mark])
            if look is not None:
                found.setdefault(piece.kind.surface, []).append(look)
    return {surface: tuple(looks) for surface, looks in found.items()}


def look_of(spaces: SpaceEvidence, cells: Sequence[int]) -> LeafLook | None:
    """How the leaf on some cells (indices in reading order, none of them its mark) looks; None where they differ.

    Something else of the leaf's hue that touches it, such as a squirrel, is much paler, or paler and smoother.
    """
    legible = [cell for cell in cells if spaces.burnt.reshape(-1)[cell] <= BURNT]
    if not legible:
        return None
    turned = np.radians(spaces.hue_deg.reshape(-1)[legible].astype(np.float64))
    mean = complex(np.cos(turned).mean(), np.sin(turned).mean())
    vivid, rough = spaces.chroma.reshape(-1)[legible], spaces.texture.reshape(-1)[legible]
    if abs(mean) < _ALIKE or vivid.min() < _EVEN * vivid.max():
        return None
    palest = int(np.argmin(vivid))
    others = np.delete(rough, palest)
    smoother = len(others) > 0 and rough[palest] < _AS_ROUGH * others.mean()
    if smoother and vivid[palest] < _RATHER_EVEN * vivid.max():
        return None
    return LeafLook(float(np.degrees(np.angle(mean))), float(vivid.mean()), float(rough.mean()))


def _lying_alone(seen: BoardEvidence, roles: Roles) -> Sequence[Candidate]:
    """The pieces that surely lie there and beside which nothing lies."""
    grid = Grid(len(seen.spots), len(seen.spots[0]))
    cells = [row * grid.cols + col for row, spots in enumerate(seen.spots) for col, s in enumerate(spots) if s]
    return lying_alone(seen.spaces, roles, grid, [FLOOR] * (grid.rows * grid.cols), cells)


def lying_alone(
    seen: SpaceEvidence,
    roles: Roles,
    grid: Grid,
    before: Sequence[Surface],
    cells: Collection[int],
    looks: Sequence[int] = (),
    hidden: Collection[int] = (),
    tokens: NDArray[np.bool_] | None = None,
    prints: Prints | None = None,
) -> Sequence[Candidate]:
    """The pieces that surely lie on some cells, if nothing is known of their hues, and beside which nothing else does.

    A token lies in a mark only where that is known: a face may be drawn in a circle.

    Args:
        seen: the measures.
        roles: what the kinds of pieces look like.
        grid: the board.
        before: what lay on each cell, in reading order.
        cells: the cells (indices in reading order) that may have changed; beside others any piece may lie.
        looks: as ``vision.pieces.explain`` takes them.
        hidden: the cells that are not seen.
        tokens: the spaces on which a token surely lies, bool (rows, cols).
        prints: what is known and seen of the prints.
    """
    covered = {int(cell) for cell in np.flatnonzero(seen.cover.reshape(-1) > _COVERED)}.intersection(cells)

    def by_size(costs: SurfaceCosts, leaves: Roles) -> tuple[Explained, list[Candidate]]:
        found = explain(costs.without_hues(), leaves, grid, before, cells, looks)
        taken = {cell for cell, verdict in found.verdicts.items() if verdict.surface != FLOOR}.union(covered, hidden)
        return found, [
            piece
            for piece, share in found.pieces
            if share >= _SURE
            and not set().union(*(beside(cell, grid.cols) for cell in piece.cells)) & taken - set(piece.cells)
        ]

    bare = replace(roles, disc=None, single=None, cap=None)
    _, alone = by_size(score(seen, bare, Palette()), bare)
    if tokens is None or not tokens.any():
        return alone
    either = replace(bare, disc=roles.disc)
    found, with_tokens = by_size(score(seen, either, Palette(), icons=tokens, prints=prints), either)
    marks = frozenset(np.flatnonzero(tokens).tolist())
    discs = {cell for cell, verdict in found.verdicts.items() if verdict.surface == roles.disc}
    return [*alone, *(piece for piece in with_tokens if piece.mark in marks & discs)]
