"""The open spaces of a board: what each of them would be without a new piece, and every piece that may lie there."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from engine.grid import Grid
from vision.explaining.candidates import NEVER, Candidate, Flat, PieceCosts, candidates
from vision.explaining.caps import has_neighbour, joined_to
from vision.explaining.scoring import ANY_COLOR
from vision.explaining.surface_costs import CAP, SurfaceCosts
from vision.roles import FLOOR, Roles

FOREIGN = Surface("?")
"""Something lies there that is no piece of the game; never reported as a reading."""

_FOREIGN_COST = 5.0
_PIECE_COST = 1.0  # nats that a piece needs to be worth assuming
_SINGLE_COST = 2.0
_OTHER_COST = 1.0  # nats for something else on a mark than before
_OTHERS_MARK = 5.0  # nats for a new piece whose mark is that of another one
_LIFT_COST = 1.0  # nats for something that was there and no longer is
_BELOW_COST = 3.2  # nats for a piece of another colour that was below what was lifted
_CAP_COST = 0.8
_SURELY, _LIKELY = 0.5, 1.5  # nats by which a cap fits better than all else, or worse at most
_LONE_CAP_COST = 2.0  # no animal of the box covers a single hole
_JOINED = 2.5  # nats that the lack of an edge is worth
_NOT_TOGETHER = 4.0  # nats that a piece pays for a border between what came at different times
_DOUBTFUL = 0.7  # of the share of what can hardly be but looks as if
_EXCESS = 10.0


class Verdict(NamedTuple):
    """The surface of a cell and its share among all explanations, 0 to 1."""

    surface: Surface
    share: float


class OpenSpaces:
    """The open spaces of one board: flat costs, what each would be without a new piece, and what may lie there.

    Args:
        costs: of every surface on every space.
        roles: what the kinds of pieces look like.
        grid: the board.
        before: what lay on each space, in reading order.
        cells: the open spaces (indices in reading order), in that order.
        looks: the number of the look in which each space was first seen as it is, 0 where that is not known; empty if
            of none it is.
    """

    def __init__(
        self,
        costs: SurfaceCosts,
        roles: Roles,
        grid: Grid,
        before: Sequence[Surface],
        cells: Sequence[int],
        looks: Sequence[int],
    ) -> None:
        self.grid, self.roles = grid, roles
        self._apart = _apart(grid, looks)
        self.flat: dict[Surface, Flat] = {name: cost.reshape(-1) for name, cost in costs.by_surface.items()}
        self.sides: dict[Surface, Flat] = {name: cost.reshape(-1) for name, cost in costs.sides.items()}
        self.shared = costs.shared
        self.hidden = None if costs.hidden is None else costs.hidden.reshape(-1)
        self.seams: Flat = np.concatenate([costs.seam_right.reshape(-1), costs.seam_down.reshape(-1)])
        self._alone = dict(self.flat)  # whatever their neighbours say
        on_marks = roles.those_on_marks(before)
        over_marks = np.array([surface in on_marks for surface in before])
        self._join_caps(over_marks)
        self._discourage_lone_caps()
        usable = costs.usable.reshape(-1)
        size = len(usable)
        self._others_marks: Flat = _OTHERS_MARK * over_marks.astype(np.float64)
        self.stay: Flat = np.full(size, NEVER)
        self.base: dict[int, Mapping[Surface, float]] = {}  # shares of what a cell shows without a new piece
        self.extra: Flat = np.full(size, NEVER)  # what a piece pays for lying where something else lay
        for cell in cells:
            if not usable[cell]:
                continue
            shown = sorted(self._without_piece(cell, before[cell]))
            self.stay[cell], likeliest = shown[0]
            known = [pair for pair in shown if pair[1] in (roles.mark, roles.disc, roles.cap)]
            self.base[cell] = _shares(known) if (self.stay[cell], likeliest) in known else {likeliest: 1.0}
            self.extra[cell] = 0.0 if before[cell] == FLOOR else _LIFT_COST
            if cell in costs.of_pieces:
                self.stay[cell] += CAP
        self.least: Flat = np.minimum.reduce([*self.flat.values()])
        self.least = np.minimum(self.least, self.stay)
        self._on_marks: dict[int, Mapping[Surface, float]] = {}

    def _without_piece(self, cell: int, before: Surface) -> Iterable[tuple[float, Surface]]:
        yield _FOREIGN_COST, FOREIGN
        yield self.flat[FLOOR][cell] + (0.0 if before == FLOOR else _LIFT_COST), FLOOR
        roles = self.roles
        if roles.is_on_mark(before):
            # the piece below shows round a mark and a disc; a cap need not look like anything
            sides = min(costs[cell] for costs in self.sides.values())
            for surface, extra in ((roles.mark, sides), (roles.disc, sides), (roles.cap, _CAP_COST - ANY_COLOR)):
                if surface is not None:
                    yield self.flat[surface][cell] + extra + (0.0 if surface == before else _OTHER_COST), surface
        elif before != FLOOR and before in self.flat:
            yield self.flat[before][cell], before
            # a piece that lay on another one was taken away
            for kind in roles.patterned:
                yield self.flat[kind.surface][cell] + (0.0 if kind.surface == before else _BELOW_COST), kind.surface
        if roles.single is not None and before == FLOOR:
            yield self.flat[roles.single][cell] + _SINGLE_COST, roles.single

    def _join_caps(self, over_mark: NDArray[np.bool_]) -> None:
        """No edge toward a space that is surely capped: the same thing lies on both, however round its picture is."""
        cap, disc = self.roles.cap, self.roles.disc
        if cap is None or disc is None:
            return
        # a mark that lay there before is covered by no leaf
        leaves = (np.where(over_mark, NEVER, self.flat[kind.surface]) for kind in self.roles.patterned)
        rivals = np.minimum.reduce([self.flat[disc], *leaves])
        flat = joined_to(self.flat[cap] < rivals - _SURELY, self.seams.reshape(2, self.grid.rows, self.grid.cols))
        self.flat[cap] = np.maximum(self.flat[cap] - _JOINED * flat, 0.0)
        self.flat[disc] = self.flat[disc] + _JOINED * flat

    def _discourage_lone_caps(self) -> None:
        cap = self.roles.cap
        if cap is None:
            return
        rest = [kind.surface for kind in self.roles.patterned] + [s for s in (self.roles.single,) if s is not None]
        other = np.minimum.reduce([self.flat[surface] for surface in rest])
        likely = (self.flat[cap] < other + _LIKELY).reshape(self.grid.rows, self.grid.cols)
        self.flat[cap] = self.flat[cap] + _LONE_CAP_COST * ~has_neighbour(likely).reshape(-1)

    @cached_property
    def options(self) -> list[Candidate]:
        """The pieces that may lie there."""
        return self._options(generous=False)

    def options_with_any(self, group: Sequence[int]) -> list[Candidate]:
        """Those that lie on some spaces, if things of any colour may lie on their marks."""
        elsewhere = ~sum(1 << cell for cell in group)
        return [option for option in self._options_with_any if not option.bits & elsewhere]

    @cached_property
    def _options_with_any(self) -> list[Candidate]:
        return self.options if self.roles.cap is None else self._options(generous=True)

    def _options(self, *, generous: bool) -> list[Candidate]:
        roles, found = self.roles, []
        leaf = np.minimum.reduce([self.flat[kind.surface] for kind in roles.patterned])
        capped = np.full(len(self.stay), NEVER)
        if roles.cap is not None:
            likely = generous | (self.flat[roles.cap] < leaf + 1.0)
            capped = np.where(likely, self.flat[roles.cap] + _CAP_COST, NEVER) + self.extra
        for kind in roles.patterned:
            shown = [self.flat[surface] for surface in (roles.mark, roles.disc) if surface is not None]
            mark = np.minimum.reduce(shown) + self.sides[kind.surface] + self.extra + self._others_marks
            hue = self.shared.get(kind.surface)
            body = self.flat[kind.surface] + self.extra + (0.0 if hue is None else hue.added)
            costs = PieceCosts(body, mark + _PIECE_COST, capped + _PIECE_COST, self.seams + self._apart, hue)
            found += candidates(kind, self.grid, costs, self.stay, self.least, _EXCESS)
        return found

    def uncapped(self, cell: int, capped: Verdict, before: Surface, beside: Set[int]) -> Verdict:
        """What a cell shows on which no cap can lie: doubtful, unless it was there or came with its piece, and fits.

        Where a print is hidden it can be nothing else but where caps are ``beside`` it: an animal's face may be of
        another colour. Where neither a mark nor a disc is seen it is something foreign.
        """
        cost, surface = min((float(self.flat[s][cell]), s) for s in (self.roles.mark, self.roles.disc) if s is not None)
        if cost > _FOREIGN_COST:
            return Verdict(FOREIGN, _DOUBTFUL * capped.share)
        # a shadow on a hole looks like a disc, but hides no print
        hides = self.hidden is not None and self.hidden[cell] and surface == self.roles.disc and not beside
        sure = before in (FLOOR, surface) and (hides or cost <= self._alone[capped.surface][cell])
        shown = self.base[cell]
        # what a cap took of the share of what lay there falls back to that
        kept = shown[surface] / shown[capped.surface] if before == surface and capped.surface in shown else 0.0
        return Verdict(surface, min(1.0, (1.0 + kept) * capped.share) if sure else _DOUBTFUL * capped.share)

    def marked_as(self, candidate: Candidate) -> Mapping[Surface, float]:
        """What may show on the marked cell of a piece, with shares."""
        roles, cell = self.roles, candidate.mark
        if candidate.capped and roles.cap is not None:
            return {roles.cap: 1.0}
        shown = self._on_marks.get(cell)
        if shown is None:
            costs = [(float(self.flat[s][cell]), s) for s in (roles.mark, roles.disc) if s is not None]
            shown = self._on_marks[cell] = _shares(costs)
        return shown


def _apart(grid: Grid, looks: Sequence[int]) -> Flat:
    """What a piece pays for each border inside it whose cells were not laid together, as seams are numbered."""
    seen = np.asarray(looks or [0] * (grid.rows * grid.cols)).reshape(grid.rows, grid.cols)
    apart = np.zeros((2, grid.rows, grid.cols))
    apart[0, :, :-1] = _NOT_TOGETHER * ((seen[:, :-1] != seen[:, 1:]) & (seen[:, :-1] > 0) & (seen[:, 1:] > 0))
    apart[1, :-1] = _NOT_TOGETHER * ((seen[:-1] != seen[1:]) & (seen[:-1] > 0) & (seen[1:] > 0))
    return apart.reshape(-1)


def _shares(costs: Sequence[tuple[float, Surface]]) -> dict[Surface, float]:
    """The share of each surface among all that these costs, in nats, are for."""
    least = min(costs)[0]
    weights: dict[Surface, float] = defaultdict(float)
    for cost, surface in costs:
        weights[surface] += math.exp(least - cost)
    total = sum(weights.values())
    return {surface: weight / total for surface, weight in weights.items()}
