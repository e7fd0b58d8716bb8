"""From the evidence of one board to readings of its spots and the pieces seen there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.game import Reading, Spot, Surface
from engine.grid import Grid
from vision.alignment import misaligned
from vision.candidates import Candidate
from vision.evidence import BoardEvidence
from vision.observation import Sighting
from vision.palette import Palette
from vision.pieces import FOREIGN, Explained, explain
from vision.scoring import FLOOR, Roles, SurfaceCosts, score

READABLE = 0.75
"""A spot whose best explanation has a smaller share than this is unknown and left out."""

_MISFIT = 0.12  # loss of confidence a nat that the surface fits worse than the best one
_DARKENED = 0.65  # of the light that a space has without the shadow of something at the rim: hues are noise there
_REACHED = 0.25  # share of a space that a hand may cover


@dataclass(frozen=True, slots=True)
class BoardReading:
    """What was read on one board: readings (a missing spot is unknown), pieces newly seen, and their hues."""

    readings: Mapping[Spot, Reading]
    sightings: tuple[Sighting, ...]


def read_board(
    seen: BoardEvidence, roles: Roles, palette: Palette, before: Mapping[Spot, Surface], open_spots: Collection[Spot]
) -> BoardReading:
    """Read the open spots of a board, given what lay there before.

    Args:
        seen: the evidence.
        roles: what the kinds of pieces look like.
        palette: the hues of the leaves as far as known.
        before: what lay on each spot; a missing spot counts as floor.
        open_spots: the spots to explain.
    """
    spots = [spot for row in seen.spots for spot in row]
    grid = Grid(len(seen.spots), len(seen.spots[0]))
    costs = score(seen.spaces, roles, palette, seen.occlusion.reached)
    hidden = (seen.occlusion.reached > _REACHED) & seen.occlusion.hand
    darkened = (seen.spaces.brightness < _DARKENED) & seen.occlusion.shadow
    blind = (hidden | darkened).reshape(-1)
    surfaces = [FLOOR if spot is None else before.get(spot, FLOOR) for spot in spots]
    wanted = [i for i, spot in enumerate(spots) if spot is not None and spot in open_spots and not blind[i]]
    found = explain(costs, roles, grid, surfaces, wanted)
    crooked = _crooked(seen, found, surfaces, roles)
    readings: dict[Spot, Reading] = {}
    for index, verdict in found.verdicts.items():
        spot = spots[index]
        if spot is None or verdict.surface == FOREIGN or index in crooked:
            continue
        confidence = verdict.share * (1.0 - _MISFIT * _misfit(costs, index, verdict.surface))
        if confidence >= READABLE:
            readings[spot] = Reading(verdict.surface, float(confidence))
    sightings = [
        _sighting(piece, share, spots, "misplaced" if crooked & set(piece.cells) else "")
        for piece, share in found.pieces
    ]
    return BoardReading(readings, tuple(s for s in sightings if s is not None))


def _crooked(seen: BoardEvidence, found: Explained, before: Sequence[Surface], roles: Roles) -> frozenset[int]:
    """The newly read spaces of pieces that lie too far off the grid to say which spaces they are on."""
    now = list(before)
    for index, verdict in found.verdicts.items():
        now[index] = verdict.surface
    through = {roles.mark, FLOOR, FOREIGN}
    shape = seen.spaces.cover.shape
    solid = np.array([surface not in through and not surface.startswith("token") for surface in now]).reshape(shape)
    empty = np.array([surface == FLOOR for surface in now]).reshape(shape)
    off = set(np.flatnonzero(misaligned(seen.change, solid, empty, seen.size_wh)).tolist()) & found.verdicts.keys()
    straight = {cell for piece, _ in found.pieces if not off & set(piece.cells) for cell in piece.cells}
    cols, waiting = shape[1], list(off)
    while waiting:  # and all that hangs together with them and is not a straight piece of its own
        cell = waiting.pop()
        beside = {
            cell - cols,
            cell + cols,
            *({cell - 1} if cell % cols else ()),
            *({cell + 1} if (cell + 1) % cols else ()),
        }
        new = {c for c in beside & found.verdicts.keys() if now[c] != FLOOR and c not in off | straight}
        off |= new
        waiting += new
    return frozenset(off)


def _misfit(costs: SurfaceCosts, index: int, surface: Surface) -> float:
    flat = {name: cost.reshape(-1)[index] for name, cost in costs.by_surface.items()}
    return float(np.clip(flat[surface] - min(flat.values()) - 2.5, 0.0, 8.0))


def _sighting(piece: Candidate, share: float, spots: list[Spot | None], problem: str) -> Sighting | None:
    where = [spots[index] for index in piece.cells]
    if None in where:
        return None
    covered = frozenset(spot for spot in where if spot is not None)
    return Sighting(piece.kind.name, piece.kind.surface, covered, spots[piece.mark], min(1.0, share), problem=problem)
