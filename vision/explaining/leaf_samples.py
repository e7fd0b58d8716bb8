"""Leaf tiles shown one by one: known by their size, whatever their colour, they tell how the leaves of a box look."""

from __future__ import annotations

import cmath
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from engine.grid import Grid
from vision.explaining.beforehand import Beforehand
from vision.explaining.candidates import Candidate, sizes_of
from vision.explaining.floor_costs import BURNT
from vision.explaining.leaf_hues import LeafLook
from vision.explaining.open_board import OpenBoard
from vision.explaining.palette import Palette
from vision.explaining.pieces import Explaining, beside
from vision.explaining.scoring import score
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import BoardEvidence, SpaceEvidence
from vision.observation import Observation
from vision.prints.print_in_place import Prints
from vision.roles import FLOOR, Roles

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
            look = look_of(seen.spaces, piece.body)
            if look is not None:
                found.setdefault(piece.kind.surface, []).append(look)
    return {surface: tuple(looks) for surface, looks in found.items()}


def look_of(spaces: SpaceEvidence, cells: Sequence[int]) -> LeafLook | None:
    """How the leaf on some cells (indices in reading order, none of them its mark) looks; None where they differ.

    Something else of the leaf's hue that touches it, such as a squirrel, is much paler, or paler and smoother.
    """
    # of so few numbers Python makes more in the time in which NumPy begins
    where = list(cells)
    burnt = spaces.burnt.reshape(-1)[where].tolist()
    legible = [cell for cell, share in zip(where, burnt, strict=True) if share <= BURNT]
    if not legible:
        return None
    measured = (spaces.hue_deg, spaces.chroma, spaces.texture)
    hues, vivid, rough = (cells_of.reshape(-1)[legible].tolist() for cells_of in measured)
    mean = sum(cmath.rect(1.0, math.radians(hue)) for hue in hues) / len(hues)
    if abs(mean) < _ALIKE or min(vivid) < _EVEN * max(vivid):
        return None
    palest = vivid.index(min(vivid))
    others = rough[:palest] + rough[palest + 1 :]
    smoother = bool(others) and rough[palest] < _AS_ROUGH * fmean(others)
    if smoother and vivid[palest] < _RATHER_EVEN * max(vivid):
        return None
    return LeafLook(math.degrees(cmath.phase(mean)), fmean(vivid), fmean(rough))


def _lying_alone(seen: BoardEvidence, roles: Roles) -> Sequence[Candidate]:
    """The pieces that surely lie there and beside which nothing lies."""
    grid = Grid(len(seen.spots), len(seen.spots[0]))
    cells = [row * grid.cols + col for row, spots in enumerate(seen.spots) for col, s in enumerate(spots) if s]
    return lying_alone(seen.spaces, OpenBoard(roles, grid, [FLOOR] * (grid.rows * grid.cols), cells))


def lying_alone(
    seen: SpaceEvidence,
    board: OpenBoard,
    tokens: NDArray[np.bool_] | None = None,
    prints: Prints | None = None,
    within: Collection[int] | None = None,
) -> Sequence[Candidate]:
    """The pieces that surely lie on some cells, if nothing is known of their hues, and beside which nothing else does.

    A token lies in a mark only where that is known: a face may be drawn in a circle.

    Args:
        seen: the measures.
        board: the cells that may have changed.
        tokens: the spaces on which a token surely lies, bool (rows, cols).
        prints: what is known and seen of the prints.
        within: the cells on which all of such a piece must lie, all of those that may have changed if none are given.
    """
    roles, grid, before, cells, looks, hidden = board
    covered = {int(cell) for cell in np.flatnonzero(seen.cover.reshape(-1) > _COVERED)}.intersection(cells)
    closed = covered.union(hidden)
    sizes = sizes_of(roles.patterned)
    room = _room(closed, frozenset(cells if within is None else within), grid.cols, max(sizes, default=0))
    if len(room) < min(sizes, default=1):
        return ()

    def has_room(piece: Candidate) -> bool:
        return room.issuperset(piece.cells) and not closed & _next_to(piece.cells, grid.cols)

    def by_size(costs: SurfaceCosts, leaves: Roles, marks: Collection[int]) -> Iterator[tuple[Candidate, Surface]]:
        """Such pieces with their mark among some cells, and what shows on that."""
        # how alike its spaces are is asked of what is found
        found = Explaining(replace(costs, one_print=None).without_hues(), leaves, grid, before, cells, looks)
        for first, options in found.groups():
            if not any(piece.mark in marks and has_room(piece) for piece in options):
                continue
            group = found.around(first)
            for piece, share in group.pieces:
                near = (found.surface(cell) for cell in _next_to(piece.cells, grid.cols))
                if share >= _SURE and piece.mark in marks and has_room(piece) and {FLOOR, None}.issuperset(near):
                    yield piece, group.verdicts[piece.mark].surface

    bare = replace(roles, disc=None, single=None, cap=None)
    alone = [piece for piece, _ in by_size(score(seen, bare, Palette()), bare, room)]
    on_token = frozenset[int]() if tokens is None else room.intersection(np.flatnonzero(tokens).tolist())
    if tokens is None or not on_token:
        return alone
    either = replace(bare, disc=roles.disc)
    known = Beforehand.nothing(seen.cover.shape)._replace(icons=tokens)
    costs = score(seen, either, Palette(), known if prints is None else known._replace(prints=prints))
    return [*alone, *(piece for piece, shown in by_size(costs, either, on_token) if shown == roles.disc)]


def _room(closed: Collection[int], asked: frozenset[int], cols: int, largest: int) -> frozenset[int]:
    """The cells, of those that are asked, of pieces that may lie there with nothing closed beside them.

    Such a piece covers all that hangs together of what is closed, or nothing of it and none of its neighbours.
    """
    room, left = set(asked), set(closed)
    while left:
        thing = {left.pop()}
        edge = list(thing)
        while edge:
            more = beside(edge.pop(), cols) & left
            left -= more
            thing |= more
            edge += more
        if len(thing) > largest or not asked.issuperset(thing):
            room -= thing.union(*(beside(cell, cols) for cell in thing))
    return frozenset(room)


@lru_cache(maxsize=2048)
def _next_to(cells: tuple[int, ...], cols: int) -> frozenset[int]:
    """The neighbours of some cells."""
    return frozenset().union(*(beside(cell, cols) for cell in cells)).difference(cells)
