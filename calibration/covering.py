"""Whether a board that should be empty has something on it: a picture of a covered space is no empty reference.

Nothing is known yet of how this board looks, so its spaces are compared with each other. A piece hides the printed
lines between the spaces that it covers and has a colour of its own; a faint print loses lines as well, but here and
there and without a change of colour. What covers a single space looks like a printed treasure and is left to whoever
confirms those.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.glare import glare_map
from calibration.profile import BoardProfile
from calibration.treasures import cut_spaces, from_middle
from engine.grid import Cell
from vision.finding.grid_beyond import WIDER
from vision.finding.grid_chequered import as_common, changes, common_of, is_chequered
from vision.finding.grid_edges import changes_across
from vision.finding.grid_refine import in_place
from vision.finding.grid_strips import FINE, placed, profiles, strips
from vision.finding.grid_thin import thin_view
from vision.finding.stretches import CLEAR, measure
from vision.following.likeness import Likeness, cut, flatten
from vision.frame import Frame, Pixels

Array = NDArray[np.float64]
Joint = tuple[Cell, Cell]

REACH, IN_PLACE = 0.3, 0.12  # spaces: how far from its place a line is looked for, and how far away it is seen there
RING = (0.30, 0.40)  # of a space, from its middle to the side: outside most icons and holes, inside the line
LEAST_SPREAD = (1.5, 1.0, 1.0)  # CIELAB units: what print, light and noise leave on any board
FAINT = 1.6  # mean strangeness of a group below which its lines may be missing because the print is faint
MOST_FAINT = 5  # so many lines of an empty board were missing where its print is clear
CLEAR_GROUP, CLEAR_PAIR = 0.9, 1.8  # strangeness of covered spaces on a clear print, three of them and two
FAINT_GROUP, FAINT_PAIR = 2.0, 2.4  # the same on a faint one
SURE = 2.2  # strangeness of three spaces and more that no faint, blurred or shaken print explains
BEYOND_DOUBT = 3.0  # strangeness of a group and its spaces: of 220 empty boards one had more than 2.6, of two colours
SAME_TINT = 1.0  # between the tints of spaces of one area of the print
ODD = 1.2  # strangeness of a space that is told, or it has two hidden lines
# correlation with a known empty board; empty spaces agree by 0.55 and more, covered ones by chance
AGREES, AGREES_AS_BARE = 0.3, 0.55


class Covering(NamedTuple):
    """Spaces that look covered, in reading order; ``sure`` where nothing else explains how they look.

    ``hidden`` are those of them, and beside them, whose ground is beyond doubt not to be seen.
    """

    cells: tuple[Cell, ...]
    sure: bool
    hidden: tuple[Cell, ...]


NOTHING = Covering((), sure=True, hidden=())


def covering(frame: Frame, board: BoardProfile) -> Covering:
    """What seems to lie on a board, told from the board alone."""
    cols, rows = round(board.size_wh[0]), round(board.size_wh[1])
    tint = tints(cut_spaces(board.picture, board.px_per_unit, board.margin, (cols, rows)), cols)
    odd = {cell: float(np.linalg.norm(each)) for cell, each in tint.items()}
    washed_out = glare_map(board)  # light hides lines and changes colours as a piece does
    joints = [pair for pair in hidden_joints(frame.pixels, board) if not any(washed_out[cell] for cell in pair)]
    groups = grouped(joints)
    bare = np.array([tint[cell] for cell in tint.keys() - {cell for pair in joints for cell in pair}])
    means = [float(np.mean([odd[cell] for cell in cells])) for cells, _ in groups]
    lost = [len(hidden) * (mean < FAINT) for (_, hidden), mean in zip(groups, means, strict=True)]
    told: set[Cell] = set()
    beyond: set[Cell] = set()
    sure = False
    for (cells, hidden), mean, own in zip(groups, means, lost, strict=True):
        pair = len(cells) == 2
        # a faint print loses lines everywhere: what hides many in one place is itself no sign of it
        faint = sum(lost) - own * (own > MOST_FAINT) > MOST_FAINT
        if mean < ((FAINT_PAIR if pair else FAINT_GROUP) if faint else (CLEAR_PAIR if pair else CLEAR_GROUP)):
            continue
        inner = {cell for cell in cells if sum(cell in joint for joint in hidden) > 1}
        seen = (
            inner | {cell for cell in cells if odd[cell] >= max(ODD, 0.4 * max(odd[each] for each in cells))} or cells
        )
        told |= seen
        # a faint print may have areas of another colour: there it is seen where all lines of a space are seen as well
        printed = faint and _occurs(np.mean([tint[cell] for cell in cells], axis=0), bare)
        if not (faint or pair) and mean >= SURE:
            sure = True
            beyond |= seen
        elif mean >= BEYOND_DOUBT and not (pair or printed):
            beyond |= inner | {cell for cell in cells if odd[cell] >= BEYOND_DOUBT}
    return Covering(tuple(sorted(told)), sure, _spread(beyond, odd)) if told else NOTHING


def covering_of_known(pixels: Pixels, board: BoardProfile, empty: Likeness, *, turned: bool) -> Covering:
    """What lies on a board whose empty print is known: the spaces that do not look as they do there.

    ``turned`` is whether ``empty`` was seen from the other side.
    """
    agree = _agreement(pixels, board, empty, turned=turned)
    glare = cv2.dilate(glare_map(board).astype(np.uint8), np.ones((3, 3), np.uint8)).ravel() > 0
    cells = [Cell(*divmod(int(n), empty.size_wh[0])) for n in np.flatnonzero(~glare & (agree < AGREES))]
    return Covering(tuple(cells), sure=True, hidden=tuple(cells)) if cells else NOTHING


def bare_of_known(pixels: Pixels, board: BoardProfile, empty: Likeness, *, turned: bool) -> frozenset[Cell]:
    """The spaces of such a board that surely are bare; the arguments are those of ``covering_of_known``."""
    agree = _agreement(pixels, board, empty, turned=turned)
    return frozenset(Cell(*divmod(int(n), empty.size_wh[0])) for n in np.flatnonzero(agree >= AGREES_AS_BARE))


def _agreement(pixels: Pixels, board: BoardProfile, empty: Likeness, *, turned: bool) -> Array:
    """How each space correlates with its known empty print, (spaces,), NaN where one of both tells nothing."""
    cols, rows = empty.size_wh
    seen, tells = cut(flatten(pixels, board.pose, empty.size_wh))
    wanted = empty.patches.reshape(rows * cols, 3, -1)
    if turned:
        wanted = wanted[::-1, :, ::-1]
    agree = np.einsum("nm,nm->n", wanted.reshape(rows * cols, -1), seen)
    known = empty.tells[::-1] if turned else empty.tells
    return np.where(known & tells, agree, np.nan)


def _spread(cells: set[Cell], odd: dict[Cell, float]) -> tuple[Cell, ...]:
    """The cells with those next to them that are as strange: of a hand, most lines run on beside it."""
    found, waiting = set(cells), list(cells)
    while waiting:
        row, col = waiting.pop()
        near = {Cell(row + 1, col), Cell(row - 1, col), Cell(row, col + 1), Cell(row, col - 1)}
        new = {cell for cell in near - found if odd.get(cell, 0.0) >= BEYOND_DOUBT}
        found |= new
        waiting += new
    return tuple(sorted(found))


def tints(spaces: Array, cols: int) -> dict[Cell, Array]:
    """How the ground of each space differs from that of the board, lit slantwise or not: CIELAB in its own spread.

    The length of such a vector is how strange the space is.
    """
    axis = from_middle()
    ground = np.median(spaces[:, (axis >= RING[0]) & (axis < RING[1])], axis=1)
    row, col = np.divmod(np.arange(len(ground)), cols)
    slant = np.stack([np.ones(len(ground)), col - col.mean(), row - row.mean()], axis=1)
    apart = np.stack([_robust_rest(slant, ground[:, channel]) for channel in range(3)], axis=1)
    apart -= np.median(apart, axis=0)
    spread = 1.4826 * np.median(np.abs(apart), axis=0) + LEAST_SPREAD
    return {Cell(int(r), int(c)): each for r, c, each in zip(row, col, apart / spread, strict=True)}


def _occurs(tint: Array, bare: Array) -> bool:
    """Whether more than one of the bare spaces (n, 3) has this tint."""
    return len(bare) > 0 and int((np.linalg.norm(bare - tint, axis=1) < SAME_TINT).sum()) > 1


def _robust_rest(slant: Array, values: Array) -> Array:
    """What a plane leaves of the values, by weights after Huber so that pieces do not bend it."""
    weights = np.ones(len(values))
    for _ in range(10):
        plane = np.linalg.lstsq(slant * weights[:, None], values * weights, rcond=None)[0]
        rest = values - slant @ plane
        spread = 1.4826 * float(np.median(np.abs(rest))) + 0.3
        weights = 1 / np.maximum(1.0, np.abs(rest) / (2 * spread))
    return np.asarray(values - slant @ plane)


def hidden_joints(pixels: Pixels, board: BoardProfile) -> list[Joint]:
    """The pairs of neighbouring spaces between which no printed line is seen, nor one of two shades on each side."""
    cols, rows = round(board.size_wh[0]), round(board.size_wh[1])
    light = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    views = ((light, board.polarity), (thin_view(pixels), 1))
    found = [measure(gray.astype(np.float32), board.pose, (cols, rows), sign, REACH) for gray, sign in views]
    seen = max(
        ((each.contrast >= CLEAR) & (np.abs(each.offset) < IN_PLACE) for each in found), key=lambda one: int(one.sum())
    )
    ups, acrosses = seen[: rows * (cols + 1)].reshape(rows, cols + 1), seen[rows * (cols + 1) :].reshape(cols, rows + 1)
    right, down = ups[:, 1:-1], acrosses[:, 1:-1].T
    lab = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB), np.uint8)
    if is_chequered(lab, board.pose, (cols, rows)):
        steps, grid = changes(lab, board.pose, (cols, rows)), strips((cols, rows))
        edges = in_place(changes_across(*profiles(pixels, placed(board.pose, grid), FINE), grid), WIDER)
        upright, level = edges[: grid.upright], edges[grid.upright :]
        right = right | as_common(steps.right, common_of(steps.right)) | upright.reshape(rows, cols + 1)[:, 1:-1]
        down = down | as_common(steps.down, common_of(steps.down)) | level.reshape(rows + 1, cols)[1:-1]
    joints = [(Cell(int(r), int(c)), Cell(int(r), int(c) + 1)) for r, c in np.argwhere(~right)]
    return joints + [(Cell(int(r), int(c)), Cell(int(r) + 1, int(c))) for r, c in np.argwhere(~down)]


def grouped(joints: Sequence[Joint]) -> list[tuple[set[Cell], list[Joint]]]:
    """The spaces that hidden lines connect, and those lines."""
    groups: list[tuple[set[Cell], list[Joint]]] = []
    for joint in joints:
        near = [group for group in groups if group[0] & set(joint)]
        groups = [group for group in groups if not group[0] & set(joint)]
        groups.append((set(joint).union(*(cells for cells, _ in near)), [joint, *(j for _, js in near for j in js)]))
    return groups
