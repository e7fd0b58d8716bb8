"""Pieces that do not lie on the grid: how far off those are that were read, and what cannot be read for them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from vision.explaining.candidates import Candidate
from vision.explaining.pieces import FOREIGN, Explained
from vision.explaining.read_board import ReadBoard
from vision.measures.evidence import BoardEvidence
from vision.measures.lit_strip import is_lit_floor
from vision.measures.picture_noise import foreign_by_noise, made_by_noise
from vision.misplaced.alignment import Space, Strip, misaligned, split_edges
from vision.misplaced.framed_holes import middle_of
from vision.misplaced.lies import lie_on
from vision.misplaced.lying import TOLERATED, Lie, touched
from vision.misplaced.strays import find_strays
from vision.observation import Problem, Sighting
from vision.reference import MARGIN_SPACES, PX_PER_SPACE
from vision.roles import FLOOR, Roles

_LOW, _HIGH = 0.25, 0.4  # spaces that a tile may stick out, and what lies on tiles: seen aslant it seems to
_DISC, _BARE_DISC = 0.2, 0.25  # spaces round the middle of a mark, and the share of them that is foreign at most
_ASIDE = 0.17  # spaces from which a hole lies so far off the middle of its space that no icon is believed in there
_FITTING = 0.42  # how well a tile fits that lies as it was read: of 1,594 that were the least had 0.43
_BOXED_IN = 0.3  # spaces that a single may lie off where only its space is bare: a card seen aslant, 0.13 off, had 0.24
_REACHED_ONTO = 0.15  # share of a bare space beside something crooked that must be foreign for it to reach there


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
    board = ReadBoard(seen, found, before)
    crooked, doubtful = set(_crooked(board, roles)), set[int]()
    lies = [_lie_of(board, piece.cells, None if piece.capped else piece.mark) for piece, _ in found.pieces]
    for (piece, _), lie in zip(found.pieces, lies, strict=True):
        if lie.is_off or (lie.fit < _FITTING and not piece.capped):
            crooked |= _spoiled(board, piece.cells, lie)
        elif (piece.mark not in shown or _is_aside(board, piece, lie)) and _looks_through(board, roles, piece, lie):
            doubtful.add(piece.mark)
    for cell, verdict in found.verdicts.items():
        if verdict.surface == roles.single != before[cell]:
            lie = _lie_of(board, (cell,), None)
            if max(map(abs, lie.offset_xy)) > _most_aside(board, cell):  # a single may be turned as it likes
                crooked |= _spoiled(board, (cell,), lie)
    straight = [not crooked & set(piece.cells) for piece, _ in found.pieces]
    askew = [piece for (piece, _), fine in zip(found.pieces, straight, strict=True) if not fine]
    strays = find_strays(board, crooked, {cell for p, _ in found.pieces for cell in p.cells} - crooked, askew)
    for stray in strays:
        crooked |= {board.index[spot] for spot in stray.touches if board.is_open(board.index[spot])}
    crooked |= _half_covered(board, crooked)
    sightings = [
        _sighting(board, piece, share, lie, "" if fine else "misplaced")
        for (piece, share), lie, fine in zip(found.pieces, lies, straight, strict=True)
        if fine or not any(_same(board, piece, stray) for stray in strays)
    ]
    return OffGrid(frozenset(crooked | doubtful), tuple(s for s in (*sightings, *strays) if s is not None))


def _crooked(board: ReadBoard, roles: Roles) -> frozenset[int]:
    """The newly read spaces at whose edges something sticks out, falls short or is torn, with what hangs together."""
    now, change, found = board.now, board.seen.change, board.found
    through = {roles.mark, FLOOR, FOREIGN}
    near = set(found.verdicts).union(*map(board.beside, found.verdicts))  # no other border is one of what was read

    def those(is_meant: Callable[[Surface], bool]) -> NDArray[np.bool_]:
        spaces = np.zeros(len(now), np.bool_)
        spaces[[cell for cell in near if is_meant(now[cell])]] = True
        return spaces.reshape(board.shape)

    solid = those(lambda name: name not in through and not name.startswith("token"))
    # what was covered when the board was to be empty looks foreign whether it is bare or not
    empty = those(lambda name: name == FLOOR)
    if board.seen.covered:
        empty &= np.array([spot not in board.seen.covered for spot in board.spots]).reshape(board.shape)
    caps = those(lambda name: name == roles.cap)
    seen = board.seen

    def is_light(here: Space, there: Space, beyond: Strip, all_foreign: bool) -> bool:
        pictures = seen.picture, seen.empty, seen.size_wh
        return is_lit_floor(*pictures, here, there, beyond, all_foreign=all_foreign, noise=seen.noise)

    noise = made_by_noise(seen.spaces)
    wrong = misaligned(change, solid & ~caps, empty, seen.size_wh, _LOW, is_light, by_noise=noise)
    foliage = {kind.surface for kind in roles.patterned}
    leaves = those(lambda name: name in foliage)
    wrong |= split_edges(change, leaves, empty, seen.size_wh)
    if caps.any():
        # an animal a little aside on a hole leaves a rim of that
        open_below = np.array([roles.is_on_mark(name) for name in board.before]).reshape(board.shape)
        wrong |= misaligned(change, caps, empty, seen.size_wh, _HIGH, is_light, open_below, noise)
    off = set(np.flatnonzero(wrong).tolist())
    off &= found.verdicts.keys()
    straight = {cell for piece, _ in found.pieces if not off & set(piece.cells) for cell in piece.cells}
    waiting = list(off)
    while waiting:  # and all that hangs together with them and is not a straight piece of its own
        near = board.beside(waiting.pop())
        new = {c for c in near & found.verdicts.keys() if now[c] != FLOOR and c not in off | straight}
        off |= new
        waiting += new
    return frozenset(off)


def _most_aside(board: ReadBoard, cell: int) -> float:
    """Spaces that a single may lie off: with no bare space beside its own it can belong nowhere else."""
    return TOLERATED if any(board.is_open(other) for other in board.beside(cell)) else _BOXED_IN


def _lie_of(board: ReadBoard, cells: Collection[int], mark: int | None) -> Lie:
    """How something that covers these cells lies, as ``vision.misplaced.lies.lie_on`` measures it."""
    seen = board.seen
    where = tuple(board.cell(cell) for cell in cells)
    return lie_on(seen.change, seen.size_wh, where, None if mark is None else board.cell(mark), board.bare)


def _is_aside(board: ReadBoard, piece: Candidate, lie: Lie) -> bool:
    """Whether a hole lies so far aside that what shows in the middle of its space may be taken for a token's icon."""
    down, right = divmod(piece.mark, board.shape[1])
    x, y = middle_of(piece.cells, piece.mark, lie, board.shape[1])
    return max(abs(x - right - 0.5), abs(y - down - 0.5)) > _ASIDE


def _looks_through(board: ReadBoard, roles: Roles, piece: Candidate, lie: Lie) -> bool:
    """Whether the floor shows through a mark that was read as hidden, looked at where the piece really lies."""
    if piece.capped or board.now[piece.mark] != roles.disc:
        return False
    plain = board.seen.change.plain
    middle = middle_of(piece.cells, piece.mark, lie, board.shape[1])
    col, row = (round((at + MARGIN_SPACES) * PX_PER_SPACE) for at in middle)
    radius = round(_DISC * PX_PER_SPACE)
    near = plain[max(0, row - radius) : row + radius + 1, max(0, col - radius) : col + radius + 1]
    disc = np.zeros(near.shape, np.uint8)
    cv2.circle(disc, (min(col, radius), min(row, radius)), radius, 1, -1)
    return float(near[disc > 0].mean()) < _BARE_DISC


def _spoiled(board: ReadBoard, cells: Collection[int], lie: Lie) -> set[int]:
    """The spaces that a piece which lies like this keeps from being read: its own and bare ones that it touches."""
    reached = (board.number(cell) for cell in touched([board.cell(c) for c in cells], lie, board.seen.size_wh))
    return set(cells) | {cell for cell in reached if board.is_open(cell)}


def _half_covered(board: ReadBoard, crooked: set[int]) -> set[int]:
    """The bare spaces beside crooked ones that something reaches onto."""
    cover = board.seen.spaces.shade_cover.reshape(-1)
    least = max(_REACHED_ONTO, foreign_by_noise(cover))
    near = {c for cell in crooked for c in board.around(cell)}
    return {cell for cell in near if board.is_open(cell) and cover[cell] > least}


def _sighting(board: ReadBoard, piece: Candidate, share: float, lie: Lie, problem: Problem) -> Sighting | None:
    """The piece as it is reported; None where a cell of it is no spot."""
    covered = board.spots_of(piece.cells)
    if len(covered) < len(piece.cells):
        return None
    kind = piece.kind
    if problem:
        reached = touched([board.cell(cell) for cell in piece.cells], lie, board.seen.size_wh)
        touches = board.spots_of(map(board.number, reached))
    else:
        touches = covered
    return Sighting(
        kind.name,
        kind.surface,
        covered,
        board.spots[piece.mark],
        min(1.0, share),
        lie.offset_xy,
        lie.turn_deg,
        problem,
        touches,
    )


def _same(board: ReadBoard, piece: Candidate, stray: Sighting) -> bool:
    """Whether a piece that was read is what a stray was seen as."""
    return 2 * len(board.spots_of(piece.cells) & stray.touches) > len(piece.cells)
