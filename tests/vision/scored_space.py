"""One space with measures of its own, and what surfaces cost on it."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.explaining.beforehand import Beforehand
from vision.explaining.palette import Palette
from vision.explaining.scoring import score
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.prints.print_in_place import Prints
from vision.roles import Roles

ROLES = Roles.of(pieces(ANY_ANIMAL))
GREEN, RED = Surface("leaf.green"), Surface("leaf.red")
HOLE, TOKEN, SQUIRREL, ANIMAL = map(Surface, ("hole", "token", "squirrel", "animal"))


def scored(
    reached: float = 0.0,
    icon: bool = False,
    bare: bool = False,
    plain: bool = False,
    printed: bool = False,
    hidden: bool = False,
    laid: bool = True,
    palette: Palette | None = None,
    **measures: float,
) -> SurfaceCosts:
    """The costs of one space with these measures, the others 0; its sides are as colourful as the rest unless told.

    It may show the icon of a token or bare floor, have a treasure printed on it, or surely none,
    which may be hidden, and be one on which one turn can have laid a tile.
    """
    measures = {"side_chroma": measures.get("chroma", 0.0)} | measures
    every = {
        field.name: np.full(
            (1, 1, 4) if field.name.startswith("side_") else (1, 1), measures.get(field.name, 0.0), np.float32
        )
        for field in fields(SpaceEvidence)
    }
    coming, icons = np.full((1, 1), reached, np.float32), np.full((1, 1), icon)
    prints = Prints(*(np.full((1, 1), is_so) for is_so in (bare, hidden, False, plain, printed)))
    marks, new = np.zeros((1, 1), np.bool_), np.full((1, 1), laid)
    known = Beforehand(coming, icons, marks, prints, new, marks)
    return score(SpaceEvidence(**every), ROLES, palette or Palette(), known)


def nats(costs: SurfaceCosts, surface: Surface) -> float:
    """The cost of a surface."""
    return float(costs.by_surface[surface][0, 0])
