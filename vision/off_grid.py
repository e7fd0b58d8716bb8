"""Pieces that do not lie on the grid: how far off those are that were read, and what lies between spaces."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.game import Spot, Surface
from engine.grid import Cell
from vision.alignment import misaligned
from vision.candidates import Candidate
from vision.color import Change
from vision.evidence import BoardEvidence
from vision.lying import Ground, Lie, Lump, lie_of, lump_in, touched
from vision.observation import Problem, Sighting
from vision.pieces import FOREIGN, Explained, beside
from vision.reference import MARGIN_SPACES, PX_PER_SPACE
from vision.scoring import FLOOR, Roles

TOLERATED = 0.19  # spaces that a piece may lie off and still be read; measured to 0.03, 0.15 are promised
TOLERATED_DEG = 5.3  # the same for its turn; measured to 1.2 degrees, 4 are promised
_LOW, _HIGH = 0.25, 0.4  # spaces that a tile may stick out, and what lies on tiles: seen aslant it seems to
_GAIN = 0.03  # by which a lie must fit better than the grid to be believed
_FITS = 0.55  # how well a lump must be explained by unit squares to be called a piece
_MOST_STRAYS = 3
_DISC, _BARE_DISC = 0.2, 0.25  # spaces round the middle of a mark, and the share of them that is foreign at most
_REACHED_ONTO = 0.15  # share of a bare space beside something crooked that must be foreign for it to reach there
_COVERED = 0.4  # share of an unread space that must be foreign for something to lie there
STRANGE_PIECE = "piece"
"""The kind of a sighting whose piece was seen as one thing but not named."""


@dataclass(frozen=True, slots=True)
class OffGrid:
    """What lies off the grid: spaces (indices in reading order) that cannot be read for that, and all sightings."""

    unread: frozenset[int]
    sightings: tuple[Sighting, ...]


def find_off_grid(
    seen: BoardEvidence, found: Explained, before: Sequence[Surface], roles: Roles, shown: Collection[int] = ()
) -> OffGrid:
    """Measure how the newly read pieces lie, and look for pieces where the spaces could not be read.

    Args:
        seen: the evidence.
        found: what was read.
        before: the surfaces that were there, in reading order.
        roles: what the kinds of pieces look like.
        shown: the spaces that show the icon of a token, which may look much like the floor.
    """
    board = _Board(seen, found, before, roles)
    crooked, doubtful = set(board.crooked()), set[int]()
    lies = [board.lie(piece) for piece, _ in found.pieces]
    for (piece, _), lie in zip(found.pieces, lies, strict=True):
        if _is_off(lie):
            crooked |= board.spoiled(piece.cells, lie)
        elif piece.mark not in shown and board.looks_through(piece, lie):
            doubtful.add(piece.mark)
    for cell, verdict in found.verdicts.items():
        if verdict.surface == roles.single != before[cell]:
            lie = board.lie_of((cell,), None)
            if max(map(abs, lie.offset_xy)) > TOLERATED:  # a single may be turned as it likes
                crooked |= board.spoiled((cell,), lie)
    straight = [not crooked & set(piece.cells) for piece, _ in found.pieces]
    askew = [piece for (piece, _), fine in zip(found.pieces, straight, strict=True) if not fine]
    strays = board.strays(crooked, {cell for p, _ in found.pieces for cell in p.cells} - crooked, askew)
    for stray in strays:
        crooked |= {board.index[spot] for spot in stray.touches if board.is_open(board.index[spot])}
    crooked |= board.half_covered(crooked)
    sightings = [
        board.sighting(piece, share, lie, "" if fine else "misplaced")
        for (piece, share), lie, fine in zip(found.pieces, lies, straight, strict=True)
        if fine or not any(board.same(piece, stray) for stray in strays)
    ]
    return OffGrid(frozenset(crooked | doubtful), tuple(s for s in (*sightings, *strays) if s is not None))


def _is_off(lie: Lie) -> bool:
    return max(map(abs, lie.offset_xy)) > TOLERATED or abs(lie.turn_deg) > TOLERATED_DEG


class _Board:
    """One board with what was read on it."""

    def __init__(self, seen: BoardEvidence, found: Explained, before: Sequence[Surface], roles: Roles) -> None:
        self._seen, self._found, self._roles = seen, found, roles
        self.spots = [spot for row in seen.spots for spot in row]
        self.index = {spot: number for number, spot in enumerate(self.spots) if spot is not None}
        self._shape = len(seen.spots), len(seen.spots[0])
        self._now = list(before)
        for cell, verdict in found.verdicts.items():
            self._now[cell] = verdict.surface

    @cached_property
    def _ground(self) -> Ground:
        """Where the board looks foreign, as if nothing else lay on it."""
        change = self._seen.change
        return Ground.of(change.plain, change.shaded, np.ones(change.plain.shape, np.bool_))

    def is_open(self, cell: int) -> bool:
        """Whether nothing is known to lie there by itself."""
        return cell in self._found.verdicts and self._now[cell] in (FLOOR, FOREIGN)

    def crooked(self) -> frozenset[int]:
        """The newly read spaces at whose edges something sticks out or falls short, with what hangs together."""
        now, change, found = self._now, self._seen.change, self._found
        through = {self._roles.mark, FLOOR, FOREIGN}
        solid = np.array([name not in through and not name.startswith("token") for name in now]).reshape(self._shape)
        empty = np.array([name == FLOOR for name in now]).reshape(self._shape)
        caps = np.array([name == self._roles.cap for name in now]).reshape(self._shape)
        wrong = misaligned(change, solid & ~caps, empty, self._seen.size_wh, _LOW)
        if caps.any():
            wrong |= misaligned(change, caps, empty, self._seen.size_wh, _HIGH)
        off = set(np.flatnonzero(wrong).tolist())
        off &= found.verdicts.keys()
        straight = {cell for piece, _ in found.pieces if not off & set(piece.cells) for cell in piece.cells}
        waiting = list(off)
        while waiting:  # and all that hangs together with them and is not a straight piece of its own
            near = self._beside(waiting.pop())
            new = {c for c in near & found.verdicts.keys() if now[c] != FLOOR and c not in off | straight}
            off |= new
            waiting += new
        return frozenset(off)

    def lie(self, piece: Candidate) -> Lie:
        """How a newly read piece lies."""
        return self.lie_of(piece.cells, None if piece.capped else piece.mark)

    def looks_through(self, piece: Candidate, lie: Lie) -> bool:
        """Whether the floor shows through a mark that was read as hidden, looked at where the piece really lies."""
        if piece.capped or self._now[piece.mark] != self._roles.disc:
            return False
        centres = np.array([[cell % self._shape[1] + 0.5, cell // self._shape[1] + 0.5] for cell in piece.cells])
        middle = (centres.min(axis=0) + centres.max(axis=0)) / 2
        turn = np.radians(lie.turn_deg)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        x, y = spin @ (centres[piece.cells.index(piece.mark)] - middle) + middle + lie.offset_xy + MARGIN_SPACES
        disc = np.zeros(self._seen.change.plain.shape, np.uint8)
        cv2.circle(disc, (round(x * PX_PER_SPACE), round(y * PX_PER_SPACE)), round(_DISC * PX_PER_SPACE), 1, -1)
        return float(self._seen.change.plain[disc > 0].mean()) < _BARE_DISC

    def lie_of(self, cells: Collection[int], mark: int | None) -> Lie:
        """How something that covers these cells lies; on the grid, where that explains what is seen as well."""
        where = [self._cell(cell) for cell in cells]
        others = np.array([name not in (FLOOR, FOREIGN) for name in self._now])
        others[list(cells)] = False
        free = _pixels(~others.reshape(self._shape), self._seen.change, outside=True)
        ground = replace(self._ground, free=free.astype(np.float32))
        lie, straight = lie_of(ground, where, None if mark is None else self._cell(mark))
        return lie if lie.fit > straight.fit + _GAIN else straight

    def spoiled(self, cells: Collection[int], lie: Lie) -> set[int]:
        """The spaces that a piece which lies like this keeps from being read: its own and bare ones that it touches."""
        reached = (self._number(cell) for cell in touched([self._cell(c) for c in cells], lie, self._seen.size_wh))
        return set(cells) | {cell for cell in reached if self.is_open(cell)}

    def sighting(self, piece: Candidate, share: float, lie: Lie, problem: Problem) -> Sighting | None:
        """The piece as it is reported; None where a cell of it is no spot."""
        covered = self._spots_of(piece.cells)
        if len(covered) < len(piece.cells):
            return None
        kind = piece.kind
        if problem:
            reached = touched([self._cell(cell) for cell in piece.cells], lie, self._seen.size_wh)
            touches = self._spots_of(map(self._number, reached))
        else:
            touches = covered
        return Sighting(
            kind.name,
            kind.surface,
            covered,
            self.spots[piece.mark],
            min(1.0, share),
            lie.offset_xy,
            lie.turn_deg,
            problem,
            touches,
        )

    def strays(self, crooked: set[int], taken: set[int], askew: Sequence[Candidate]) -> list[Sighting]:
        """The things that lie between spaces, whatever was read there: one lump after the other.

        Args:
            crooked: spaces that could not be read for what lies off the grid.
            taken: spaces of pieces that lie on it.
            askew: pieces that were read but do not; one that is as large gives a lump its name.
        """
        cover = self._seen.spaces.cover.reshape(-1)
        lost = {cell for cell, verdict in self._found.verdicts.items() if verdict.surface == FOREIGN}
        near = {cell for cell in lost | crooked if cover[cell] > _COVERED}
        near |= {c for cell in near for c in self._round(cell) if c in self._found.verdicts}
        found: list[Sighting] = []
        while near - taken and len(found) < _MOST_STRAYS:
            where = np.zeros(self._shape, np.bool_)
            where.reshape(-1)[list(near - taken)] = True
            lump = lump_in(self._seen.change.plain, _pixels(where, self._seen.change))
            if lump is None or lump.lie.fit < _FITS:
                break
            off_board = any(not self._on_board(cell) for cell in lump.cells)
            reached = set(map(self._number, touched(lump.cells, lump.lie, self._seen.size_wh)))
            near -= reached
            if _is_off(lump.lie) or off_board:  # else it lies as it should, and yet it is nothing known
                found.append(self._stray(lump, reached, "off-board" if off_board else "misplaced", askew))
        return found

    def _stray(self, lump: Lump, reached: set[int], problem: Problem, askew: Sequence[Candidate]) -> Sighting:
        cells = frozenset(self._number(cell) for cell in lump.cells if self._on_board(cell))
        names = {
            (piece.kind.name, piece.kind.surface)
            for piece in askew
            if len(piece.cells) == len(lump.cells) and 2 * len(reached & set(piece.cells)) > len(piece.cells)
        }
        name, surface = names.pop() if len(names) == 1 else (STRANGE_PIECE, "")
        lie = lump.lie
        return Sighting(
            name,
            surface,
            self._spots_of(cells),
            None,
            lie.fit,
            lie.offset_xy,
            lie.turn_deg,
            problem,
            self._spots_of(reached),
        )

    def same(self, piece: Candidate, stray: Sighting) -> bool:
        """Whether a piece that was read is what a stray was seen as."""
        return 2 * len(self._spots_of(piece.cells) & stray.touches) > len(piece.cells)

    def half_covered(self, crooked: set[int]) -> set[int]:
        """The bare spaces beside crooked ones that something reaches onto."""
        cover = self._seen.spaces.shade_cover.reshape(-1)
        near = {c for cell in crooked for c in self._round(cell)}
        return {cell for cell in near if self.is_open(cell) and cover[cell] > _REACHED_ONTO}

    def _round(self, cell: int) -> set[int]:
        return self._beside(cell) | {c for near in self._beside(cell) for c in self._beside(near)}

    def _spots_of(self, cells: Iterable[int]) -> frozenset[Spot]:
        return frozenset(spot for cell in cells if (spot := self.spots[cell]) is not None)

    def _on_board(self, cell: Cell) -> bool:
        return 0 <= cell.row < self._shape[0] and 0 <= cell.col < self._shape[1]

    def _beside(self, cell: int) -> set[int]:
        return {c for c in beside(cell, self._shape[1]) if 0 <= c < len(self.spots)}

    def _cell(self, number: int) -> Cell:
        return Cell(*divmod(number, self._shape[1]))

    def _number(self, cell: Cell) -> int:
        return cell.row * self._shape[1] + cell.col


def _pixels(cells: NDArray[np.bool_], change: Change, *, outside: bool = False) -> NDArray[np.bool_]:
    """Cells of a board as pixels of its plane; ``outside`` is the value of the surroundings."""
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    found = np.full(change.plain.shape, outside)
    found[start:-start, start:-start] = cells.repeat(PX_PER_SPACE, axis=0).repeat(PX_PER_SPACE, axis=1)
    return found
