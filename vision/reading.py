"""From the evidence of one board to readings of its spots and the pieces seen there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.game import Reading, Spot, Surface
from engine.grid import Grid
from vision.doubts import READABLE, doubted, drawn_round, hanging_together, loose, shaky
from vision.evidence import BoardEvidence
from vision.observation import Sighting
from vision.off_grid import find_off_grid
from vision.palette import Palette
from vision.pieces import FOREIGN, explain
from vision.scoring import FLOOR, Roles, SurfaceCosts, score

_MISFIT = 0.12  # loss of confidence a nat that the surface fits worse than the best one
_DARKENED = 0.65  # of the light that a space has without the shadow of something at the rim: hues are noise there
_UNSHADED = 1.0  # of the same light
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
    reached = seen.occlusion.reached
    if not seen.occlusion.hand:
        reached = reached * (seen.spaces.brightness < _UNSHADED)  # a shadow makes nothing lighter
    costs = score(seen.spaces, roles, palette, reached)
    hidden = (seen.occlusion.reached > _REACHED) & seen.occlusion.hand
    darkened = (seen.spaces.brightness < _DARKENED) & seen.occlusion.shadow
    blind = (hidden | darkened).reshape(-1)
    surfaces = [FLOOR if spot is None else before.get(spot, FLOOR) for spot in spots]
    wanted = [i for i, spot in enumerate(spots) if spot is not None and spot in open_spots and not blind[i]]
    found = explain(costs, roles, grid, surfaces, wanted)
    off_grid = find_off_grid(seen, found, surfaces, roles)
    doubts = doubted(found, costs, seen.spaces, roles, np.flatnonzero(blind).tolist())
    unread = off_grid.unread | doubts | loose(found, surfaces, roles)
    unread |= hanging_together(found, unread, costs, seen.spaces, roles)
    unread |= shaky(found, unread, grid.cols)
    rivals = _rivals(costs, drawn_round(found, seen.spaces), roles)
    readings: dict[Spot, Reading] = {}
    for index, verdict in found.verdicts.items():
        spot = spots[index]
        if spot is None or verdict.surface == FOREIGN or index in unread:
            continue
        confidence = verdict.share * (1.0 - _MISFIT * _misfit(costs, rivals[index], index, verdict.surface))
        if confidence >= READABLE:
            readings[spot] = Reading(verdict.surface, float(confidence))
    return BoardReading(readings, off_grid.sightings)


def _rivals(costs: SurfaceCosts, drawn: Collection[int], roles: Roles) -> NDArray[np.float64]:
    """What the surface that fits best costs on each space, where that may be a disc only if none is drawn there."""
    flat = {name: cost.reshape(-1) for name, cost in costs.by_surface.items()}
    least = np.minimum.reduce([*flat.values()])
    others = np.minimum.reduce([cost for name, cost in flat.items() if name != roles.disc])
    spaces = np.zeros(len(least), np.bool_)
    spaces[list(drawn)] = True
    return np.asarray(np.where(spaces, others, least), np.float64)


def _misfit(costs: SurfaceCosts, rival: float, index: int, surface: Surface) -> float:
    return float(np.clip(costs.by_surface[surface].reshape(-1)[index] - rival - 2.5, 0.0, 8.0))
