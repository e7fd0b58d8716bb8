"""How sure a reading is: its share among all explanations, less where another surface would fit the space better."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

from vision.explaining.caps import joined_to
from vision.explaining.pieces import FOREIGN, Explained
from vision.explaining.surface_costs import SurfaceCosts
from vision.roles import Roles

_MISFIT = 0.12  # loss of confidence a nat that the surface fits worse than the best one
_FITS, _MOST = 2.5, 8.0  # nats worse than that which cost nothing, and more than those which count
_DUE = 4.5  # the same of a token where one is due
_SURELY = 2.5  # nats by which a disc fits worse than a cap where there is none: it costs 5 without an edge, a cap 2.2
_HOLE = 2.2  # strength of a circle that is surely the edge of a hole: of 1,029 leaves the strongest had 1.95


def confidence(
    found: Explained,
    costs: SurfaceCosts,
    drawn: Collection[int],
    circle: NDArray[np.float32],
    roles: Roles,
    due: Collection[int] = (),
    bare: Collection[int] = (),
) -> Mapping[int, float]:
    """How sure it is what lies on each cell, 0 to 1, by its index in reading order.

    Args:
        found: what was read.
        costs: how well the surfaces fit.
        drawn: cells whose circle is only drawn on them: what looks like a disc there is none.
        circle: the strength of the circle on each cell, float32 (rows, cols).
        roles: what the kinds of pieces look like.
        due: the marks on which a token must lie (R5.1), however much it looks like a leaf.
        bare: the cells whose print is seen in its place: a mark there is surely bare.
    """
    flat = {name: cost.reshape(-1) for name, cost in costs.by_surface.items()}
    least = np.minimum.reduce([*flat.values()])
    others = np.minimum.reduce([cost for name, cost in flat.items() if name != roles.disc])
    no_disc = {*drawn, *_with_a_hole(found, circle, roles, bare), *_of_one_cap(found, costs, roles)}
    sure = {}
    for cell, verdict in found.verdicts.items():
        if verdict.surface == FOREIGN:
            sure[cell] = verdict.share
            continue
        rival = (others if cell in no_disc else least)[cell]
        fits = _DUE if cell in due and verdict.surface == roles.disc else _FITS
        worse = min(max(float(flat[verdict.surface][cell] - rival) - fits, 0.0), _MOST)
        sure[cell] = float(verdict.share * (1.0 - _MISFIT * worse))
    return sure


def _of_one_cap(found: Explained, costs: SurfaceCosts, roles: Roles) -> frozenset[int]:
    """The cells read as capped that no edge parts from one that is surely so: a round drawing on it is no disc."""
    if roles.cap is None or roles.disc is None:
        return frozenset()
    capped = frozenset(cell for cell, verdict in found.verdicts.items() if verdict.surface == roles.cap)
    if not capped:
        return capped
    no_disc = costs.by_surface[roles.disc] > costs.by_surface[roles.cap] + _SURELY
    sure = np.zeros(no_disc.shape, np.bool_)
    sure.reshape(-1)[list(capped)] = True
    joined = joined_to(sure & no_disc, np.stack([costs.seam_right, costs.seam_down]))
    return capped.intersection(np.flatnonzero(joined).tolist())


def _with_a_hole(found: Explained, circle: NDArray[np.float32], roles: Roles, bare: Collection[int]) -> frozenset[int]:
    """The cells of the pieces in which a mark is seen that is surely bare: they have no other mark (R1.3)."""
    marks = {piece.mark: piece.cells for piece, _ in found.pieces if found.verdicts[piece.mark].surface == roles.mark}
    edges = circle.reshape(-1)
    return frozenset(c for mark, cells in marks.items() if edges[mark] > _HOLE or mark in bare for c in cells)
