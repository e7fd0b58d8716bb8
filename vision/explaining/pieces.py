"""Pieces, not cells: the changed spaces of one board explained together by pieces whose colour agrees with their size.

A weighted set packing: every space either stays as it was (or is lifted, or changes its token) at the cost of what is
seen there, or belongs to one piece with exactly one mark. Every piece and every surface gets its share among all
explanations.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.game import Surface
from engine.grid import Grid
from vision.explaining.candidates import Candidate
from vision.explaining.caps import lone_caps
from vision.explaining.open_spaces import FOREIGN, OpenSpaces, Verdict
from vision.explaining.packing import components, packings
from vision.explaining.surface_costs import SurfaceCosts
from vision.roles import Roles

__all__ = ["FOREIGN", "Explained", "Explaining", "Verdict", "beside", "explain", "hanging_groups"]


@dataclass(frozen=True, slots=True)
class Explained:
    """What lies on the open cells (indices in reading order), the pieces newly seen with their share."""

    verdicts: Mapping[int, Verdict]
    pieces: tuple[tuple[Candidate, float], ...]

    def over(self, before: Sequence[Surface]) -> list[Surface]:
        """What lies on all cells now, where these surfaces were before."""
        return [self.verdicts[cell].surface if cell in self.verdicts else was for cell, was in enumerate(before)]


class Explaining:
    """The open cells of a board in the groups that pieces may join, each of which is explained when it is asked for.

    Cells are indices in reading order. Groups tell nothing of each other, but for what ``explain`` says of caps. The
    arguments are those of that.
    """

    def __init__(
        self,
        costs: SurfaceCosts,
        roles: Roles,
        grid: Grid,
        before: Sequence[Surface],
        open_cells: Iterable[int],
        looks: Sequence[int] = (),
    ) -> None:
        self.spaces = OpenSpaces(costs, roles, grid, before, sorted(open_cells), looks)
        self._groups = list(components(sorted(self.spaces.base), self.spaces.options))
        self._group_of = {cell: number for number, (cells, _) in enumerate(self._groups) for cell in cells}
        self._found: dict[int, Explained] = {}

    def groups(self) -> Iterator[tuple[int, Sequence[Candidate]]]:
        """The first cell of every group and the pieces that may lie there."""
        return ((cells[0], options) for cells, options in self._groups)

    def around(self, cell: int) -> Explained:
        """What lies on the group of an open cell."""
        number = self._group_of[cell]
        found = self._found.get(number)
        if found is None:
            found = self._found[number] = self._explained(*self._groups[number])
        return found

    def surface(self, cell: int) -> Surface | None:
        """What lies on a cell; None where that is not open."""
        return self.around(cell).verdicts[cell].surface if cell in self._group_of else None

    def _explained(self, group: Sequence[int], options: Sequence[Candidate]) -> Explained:
        found = _posterior(group, options, self.spaces)
        if any(verdict.surface == FOREIGN for verdict in found.verdicts.values()):
            # some pieces hide their mark under something of their own colour: look again without that assumption
            wider = self.spaces.options_with_any(group)
            found = _posterior(group, wider, self.spaces) if wider != options else found
        return found


def explain(
    costs: SurfaceCosts,
    roles: Roles,
    grid: Grid,
    before: Sequence[Surface],
    open_cells: Iterable[int],
    looks: Sequence[int] = (),
) -> Explained:
    """Explain the open cells of a board.

    Args:
        costs: of every surface on every cell.
        roles: what the kinds of pieces look like.
        grid: the board.
        before: what lay on each cell, in reading order.
        open_cells: the cells that may have changed; the others are left alone.
        looks: the number of the look in which each cell was first seen as it is, in reading order, 0 where that is
            not known; empty if of none it is.
    """
    explaining = Explaining(costs, roles, grid, before, open_cells, looks)
    verdicts: dict[int, Verdict] = {}
    pieces: list[tuple[Candidate, float]] = []
    for cell, _ in explaining.groups():
        found = explaining.around(cell)
        verdicts.update(found.verdicts)
        pieces += found.pieces
    new = [cell for cell, verdict in verdicts.items() if verdict.surface == roles.cap != before[cell]]
    old = [cell for cell, surface in enumerate(before) if surface == roles.cap and cell not in verdicts]
    marks = [cell for cell in new if roles.is_on_mark(before[cell])]
    spaces = explaining.spaces
    caps = {*new, *old}
    for cell in lone_caps(new, old, marks, spaces.seams.reshape(2, grid.rows, grid.cols)):
        verdicts[cell] = spaces.uncapped(cell, verdicts[cell], before[cell], caps & beside(cell, grid.cols))
    return Explained(verdicts, tuple(pieces))


def beside(cell: int, cols: int) -> set[int]:
    """The neighbours of a cell, as indices in reading order; some may lie above or below the board."""
    return {cell - cols, cell + cols} | _sideways(cell, cols)


def at_corners(cell: int, cols: int) -> set[int]:
    """The cells that meet a cell at a corner, as indices in reading order; some may lie above or below the board."""
    return {side + by for side in _sideways(cell, cols) for by in (-cols, cols)}


def _sideways(cell: int, cols: int) -> set[int]:
    return ({cell - 1} if cell % cols else set()) | ({cell + 1} if (cell + 1) % cols else set())


def hanging_groups(cells: Iterable[int], cols: int) -> tuple[frozenset[int], ...]:
    """The spaces (indices in reading order) in groups that hang together by edges, by their smallest index."""
    left, groups = set(cells), list[frozenset[int]]()
    while left:
        group = waiting = {min(left)}
        while waiting := set[int]().union(*(beside(cell, cols) for cell in waiting)) & left - group:
            group = group | waiting
        groups.append(frozenset(group))
        left -= group
    return tuple(groups)


def _posterior(group: Sequence[int], options: Sequence[Candidate], spaces: OpenSpaces) -> Explained:
    if not options:
        return Explained({cell: _verdict(spaces.base[cell]) for cell in group}, ())
    found = packings(group, options, spaces.stay)
    verdicts = _verdicts(group, found.pieces, found.stays, spaces)
    return Explained(verdicts, tuple(pair for pair in found.pieces if pair[1] > 0.5))


def _verdicts(
    group: Sequence[int], pieces: Sequence[tuple[Candidate, float]], stays: Mapping[int, float], spaces: OpenSpaces
) -> dict[int, Verdict]:
    votes: dict[int, dict[Surface, float]] = {cell: defaultdict(float) for cell in group}
    for cell in group:
        for surface, part in spaces.base[cell].items():
            votes[cell][surface] += part * stays.get(cell, 0.0)
    for piece, share in pieces:
        surface, mark = piece.kind.surface, piece.mark
        for shown, part in spaces.marked_as(piece).items():
            votes[mark][shown] += part * share
        for cell in piece.cells:
            if cell != mark:
                votes[cell][surface] += share
    return {cell: _verdict(vote) for cell, vote in votes.items()}


def _verdict(votes: Mapping[Surface, float]) -> Verdict:
    surface = max(votes, key=lambda name: votes[name])
    return Verdict(surface, min(1.0, votes[surface]))
