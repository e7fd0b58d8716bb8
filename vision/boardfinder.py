"""Finds boards in a picture by their printed grid and edge, without cards and without knowing where they may lie."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np

from engine.sentence import Sentence, say
from vision.frame import Frame, Pixels
from vision.grid_beyond import goes_on
from vision.grid_edges import edged
from vision.grid_quick import CLEAR_SCORE, Candidate, clear_boards, clear_grid, holds, is_clear, is_too_fine, share_lens
from vision.grid_refine import GridFit, refine, shared_bend, simple_lens, with_lens
from vision.grid_sparse import judged, refine_sparsely
from vision.lattice import Floats, Gray, Lattice, fit_lattice
from vision.perspective import unevenness
from vision.pose import BoardNotFound, BoardPose, Lens, Points
from vision.quads import quad_batches

PLAUSIBLE = 1.2  # score of a lattice that is worth measuring; quadrilaterals of wood, paper and cloth reach 3.5
MEASURED = 12  # so many lattices are measured at most: each costs about 10 ms
FAINT = 0.25  # share of the grid's stretches from which somebody who knows the print may have a look
SUPPORTED = 0.6  # share of the grid's stretches that must be seen in place; where no grid is, about 0.2 are by chance
UNDOUBTED = 0.9  # the same for a board whose place is not measured again from other quadrilaterals
CLEARLY = 0.75  # the same for a board that may tell the lens
BORDERED = 0.3  # the same for each of the four outermost lines: a part of a grid is no board
WHOLE = 0.8  # share of the lines that are there: of 223 boards, many half covered, each had 0.89; half a board has half
UNEVEN = 0.15  # of spaces that should be square; real ones reach 0.06, half a grid taken for a whole one 0.6
RESIDUAL = 0.04  # spaces; of those boards each had at most 0.031
SAME = 0.2  # spaces within which two grids are one
NEAR_REACHES = (0.2, 0.15)  # spaces that are searched round a pose fitted to few samples


class View(NamedTuple):
    """A picture, and where its printed lines stand out: uint8 (height, width), and the same as float32."""

    pixels: Pixels
    gray: Gray
    smooth: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """How many quadrilaterals were looked into, and the lattices that were measured in them."""

    quads: int
    candidates: tuple[Candidate, ...]


def find_boards(
    frame: Frame,
    size_wh: tuple[float, float],
    at_most: int = 4,
    lens: Lens | None = None,
    hints: Sequence[Points] = (),
) -> tuple[BoardPose, ...]:
    """All boards with a printed grid of ``size_wh`` spaces, in reading order: far row first, each from left to right.

    The far side of a board is the one that makes the smallest turn from upright. Without a lens one radial coefficient
    is estimated from the boards themselves. ``hints`` are quadrilaterals float64 (4, 2), clockwise, that hold a board.

    Raises:
        BoardNotFound: with what was tried and what is missing.
    """
    spaces = round(size_wh[0]), round(size_wh[1])
    gray = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    clear = clear_boards(frame.pixels, gray, spaces, at_most, lens, hints)
    if len(clear) == at_most == 1:
        return reading_order((clear[0].fit.pose,), size_wh)
    if len(clear) == at_most:
        return reading_order(tuple(fit.pose for fit in share_lens(gray, clear, spaces, lens)), size_wh)
    search = search_lattices(frame, gray, spaces, at_most, lens, clear, hints)
    grids = [c for c in search.candidates if is_board(c.fit, frame.size_wh)]
    chosen = best_apart([c for c in grids if not goes_on(gray, c.fit.pose, spaces, c.polarity)], spaces, at_most)
    if not chosen:
        raise BoardNotFound(larger(spaces) if grids else why_none(frame, spaces, search))
    if all(is_clear(candidate.fit, frame.size_wh) and candidate.fit.pose.lens is not None for candidate in chosen):
        fits = share_lens(gray, chosen, spaces, lens)
    else:
        rough = [(candidate.fit.pose, candidate.polarity) for candidate in chosen]
        settled = settle_lens(gray.astype(np.float32), rough, spaces, frame.size_wh, lens)
        fits = tuple(edged(frame.pixels, gray, fit, spaces, c.polarity) for fit, c in zip(settled, chosen, strict=True))
    # one lens for all may not suit what was no board
    fits = tuple(fit for fit in fits if is_board(fit, frame.size_wh))
    if not fits:
        raise BoardNotFound(why_none(frame, spaces, search))
    return reading_order(tuple(fit.pose for fit in fits), size_wh)


def find_grids(frame: Frame, size_wh: tuple[float, float], lens: Lens | None = None) -> tuple[BoardPose, ...]:
    """What may be boards, much covered ones too, best first: for somebody who knows their print and will judge.

    Raises:
        BoardNotFound: with what was tried and what is missing.
    """
    spaces = round(size_wh[0]), round(size_wh[1])
    gray = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    search = search_lattices(frame, gray, spaces, 4, lens, clear_boards(frame.pixels, gray, spaces, 4, lens))
    found = best_apart(
        [c for c in search.candidates if c.fit.support >= FAINT and unevenness(c.fit.pose, frame.size_wh) <= UNEVEN],
        spaces,
        8,
    )
    if not found:
        raise BoardNotFound(why_none(frame, spaces, search))
    return tuple(candidate.fit.pose for candidate in found)


def search_lattices(
    frame: Frame,
    gray: Gray,
    spaces: tuple[int, int],
    at_most: int,
    lens: Lens | None,
    clear: Sequence[Candidate],
    hints: Sequence[Points] = (),
) -> Search:
    """Measure the likeliest lattices in all quadrilaterals of the picture and in those that somebody hints at.

    Clear lattices are measured as soon as they are met; nothing further is looked at on a board that was found without
    a doubt, as those of ``clear``, and nothing at all once there are ``at_most`` of those.
    """
    quads = 0
    found = list(clear)
    boards = list(clear)  # those of them that are boards without a doubt
    waiting: list[Lattice] = []
    view = View(frame.pixels, gray, gray.astype(np.float32))

    def take(lattice: Lattice) -> None:
        if not any(holds(other.fit.pose, lattice.corners_px, spaces) for other in boards):
            fresh = measured(view, lattice, spaces, lens, found)
            found.extend(fresh)
            boards.extend(each for each in fresh if is_undoubted(each.fit, frame.size_wh))

    for batch in itertools.chain((tuple(hints),), quad_batches(frame.pixels)):
        quads += len(batch)
        for quad in batch:
            if any(holds(other.fit.pose, quad, spaces) for other in boards):
                continue
            for lattice in fit_lattice(gray, quad, spaces)[:2]:
                if lattice.score < CLEAR_SCORE:
                    waiting.append(lattice)
                else:
                    take(lattice)
        if len(best_apart(boards, spaces, at_most)) >= at_most:
            return Search(quads, tuple(found))
    waiting.sort(key=lambda lattice: -lattice.score)
    for lattice in waiting[: max(MEASURED * at_most - len(found), 0)]:
        if lattice.score < PLAUSIBLE:
            break
        take(lattice)
    return Search(quads, tuple(found))


def is_board(fit: GridFit, frame_wh: tuple[int, int]) -> bool:
    """Whether so much of a whole grid of square spaces is there that it must be a board."""
    whole = fit.support >= SUPPORTED and fit.border >= BORDERED and fit.present >= WHOLE
    return whole and fit.pose.residual_cells <= RESIDUAL and unevenness(fit.pose, frame_wh) <= UNEVEN


def is_undoubted(fit: GridFit, frame_wh: tuple[int, int]) -> bool:
    """Whether nearly all of a board's grid is seen, so that no other lattice on it needs to be measured."""
    return fit.support >= UNDOUBTED and is_board(fit, frame_wh)


def gray_of(frame: Frame) -> Floats:
    """Lightness as float32 (height, width)."""
    return np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.float32)


def measured(
    view: View, lattice: Lattice, spaces: tuple[int, int], lens: Lens | None, known: Sequence[Candidate]
) -> tuple[Candidate, ...]:
    """The lattice with a pose fitted to the grid; nothing where the fit runs away, to nothing or to one of ``known``.

    Few samples are enough where the grid lies bare; else every pixel is looked at.
    """
    pixels, gray, smooth = view
    frame_wh = gray.shape[1], gray.shape[0]
    polarity = lattice.polarity
    try:
        start = BoardPose.from_corners(lattice.corners_px, spaces, lens)
        if is_too_fine(start, spaces) or any(is_same(start, polarity, other, spaces) for other in known):
            return ()
        clear = clear_grid(gray, lattice, spaces, lens) if lattice.score >= CLEAR_SCORE else None
        if clear is not None:
            return (clear,)
        rough = refine_sparsely(gray, start, spaces, polarity, fit_lens=False)
        shift = best_shift(view, rough, spaces, polarity)
        if shift != (0.0, 0.0):
            rough = refine_sparsely(gray, shifted(rough.pose, spaces, shift), spaces, polarity, fit_lens=False)
        if rough.support < FAINT or any(is_same(rough.pose, polarity, other, spaces) for other in known):
            return ()
        fit = refine(smooth, rough.pose, spaces, polarity, frame_wh, fit_lens=False, reaches=NEAR_REACHES)
    except BoardNotFound:
        return ()
    return (Candidate(edged(pixels, gray, fit, spaces, polarity), polarity),)


def is_same(pose: BoardPose, polarity: int, known: Candidate, spaces: tuple[int, int]) -> bool:
    """Whether a grid lies where one was measured already, turned by half a turn or not."""
    if polarity != known.polarity:
        return False
    corners = known.fit.pose.locate(pose.corners_px(spaces))
    units = np.array([[0, 0], [spaces[0], 0], spaces, [0, spaces[1]]], np.float64)
    return bool(min(np.abs(corners - units).max(), np.abs(corners[[2, 3, 0, 1]] - units).max()) <= SAME)


def best_shift(view: View, fit: GridFit, spaces: tuple[int, int], polarity: int) -> tuple[float, float]:
    """By how many spaces a lattice lies beside the whole grid: a hand over its edge makes the rest look like one."""
    best, shift = edged(view.pixels, view.gray, fit, spaces, polarity).support, (0.0, 0.0)
    for step in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
        beside = judged(view.gray, shifted(fit.pose, spaces, step), spaces, polarity)
        support = edged(view.pixels, view.gray, beside, spaces, polarity).support
        if support > best:
            best, shift = support, step
    return shift


def shifted(pose: BoardPose, spaces: tuple[int, int], by: tuple[float, float]) -> BoardPose:
    """The pose of the same lattice moved by whole spaces."""
    corners = np.array([[0, 0], [spaces[0], 0], spaces, [0, spaces[1]]], np.float64)
    return BoardPose.from_corners(pose.project(corners + np.array(by)), spaces, pose.lens)


def best_apart(candidates: Sequence[Candidate], spaces: tuple[int, int], at_most: int) -> list[Candidate]:
    """The best supported candidates that do not overlap."""
    chosen: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda c: (-round(c.fit.support, 2), c.fit.pose.residual_cells)):
        if not any(overlap(candidate.fit.pose, other.fit.pose, spaces) for other in chosen):
            chosen.append(candidate)
    return chosen[:at_most]


def overlap(one: BoardPose, other: BoardPose, size_wh: tuple[float, float]) -> bool:
    """Whether two boards share ground; two that merely touch do not."""
    first, second = (pose.corners_px(size_wh).astype(np.float32) for pose in (one, other))
    shared, _ = cv2.intersectConvexConvex(first, second)
    return bool(shared > 0.03 * min(cv2.contourArea(first), cv2.contourArea(second)))


def settle_lens(
    gray: Floats,
    found: Sequence[tuple[BoardPose, int]],
    spaces: tuple[int, int],
    frame_wh: tuple[int, int],
    lens: Lens | None,
) -> tuple[GridFit, ...]:
    """The final fits of boards known by pose and polarity: with the given lens, or with one that they all share."""
    if lens is None:
        straight = simple_lens(frame_wh, 0.0)
        free = [
            refine(gray, pose, spaces, polarity, frame_wh, fit_lens=True, reaches=(0.3, *NEAR_REACHES))
            for pose, polarity in found
        ]
        # a board that is much covered says nothing about the lens
        bent = [fit.pose for fit in free if fit.support >= CLEARLY] or [with_lens(free[0].pose, straight, spaces)]
        lens = simple_lens(frame_wh, shared_bend(bent, spaces))
    starts = [(with_lens(pose, lens, spaces), polarity) for pose, polarity in found]
    return tuple(
        refine(gray, pose, spaces, polarity, frame_wh, fit_lens=False, reaches=NEAR_REACHES)
        for pose, polarity in starts
    )


def upright(corners_px: Points, size_wh: tuple[float, float]) -> Points:
    """The same corners starting at the one that makes the board's far side the nearest to the top of the picture."""
    steps = (0, 1, 2, 3) if size_wh[0] == size_wh[1] else (0, 2)
    turned = [np.roll(corners_px, step, axis=0) if step else corners_px for step in steps]
    return min(turned, key=lambda c: abs(turn_of(c)))


def turn_of(corners_px: Points) -> float:
    """How far a board is turned from upright, in radians, -pi to pi, clockwise as the picture is seen."""
    up = corners_px[:2].mean(axis=0) - corners_px[2:].mean(axis=0)
    return float(np.arctan2(up[0], -up[1]))


def reading_order(poses: tuple[BoardPose, ...], size_wh: tuple[float, float]) -> tuple[BoardPose, ...]:
    """Upright boards, the far row first and each row from left to right."""
    boards = []
    for pose in poses:
        seen = pose.corners_px(size_wh)
        corners = upright(seen, size_wh)
        if corners is not seen:
            turned = BoardPose.from_corners(corners, size_wh, pose.lens)
            pose = replace(turned, residual_cells=pose.residual_cells)
        boards.append((corners.mean(axis=0), np.ptp(corners, axis=0)[1], pose))
    boards.sort(key=lambda board: float(board[0][1]))
    rows: list[list[int]] = []
    for number, board in enumerate(boards):
        if rows and board[0][1] - boards[rows[-1][0]][0][1] < 0.5 * board[1]:
            rows[-1].append(number)
        else:
            rows.append([number])
    order = [n for row in rows for n in sorted(row, key=lambda m: float(boards[m][0][0]))]
    return tuple(boards[n][2] for n in order)


def larger(spaces: tuple[int, int]) -> Sentence:
    """One sentence for the person at the table."""
    return say(
        "a printed grid is seen, but it is an area of something larger than {cols} x {rows} spaces",
        cols=spaces[0],
        rows=spaces[1],
    )


def why_none(frame: Frame, spaces: tuple[int, int], search: Search) -> Sentence:
    """One sentence for the person at the table."""
    wanted = say(
        "no board with a printed grid of {cols} x {rows} spaces in the picture ({width} x {height} pixels)",
        cols=spaces[0],
        rows=spaces[1],
        width=frame.size_wh[0],
        height=frame.size_wh[1],
    )
    if search.quads == 0:
        return say(
            "{wanted}: nothing four-sided is seen; is the whole board in view, with some table around it?",
            wanted=wanted,
        )
    if not search.candidates:
        return say(
            "{wanted}: {number} four-sided shapes are seen, but no grid lines in them",
            wanted=wanted,
            number=search.quads,
        )
    best = max(candidate.fit.support for candidate in search.candidates)
    return say(
        "{wanted}: {number} four-sided shapes are seen; the best has {best} of a grid's lines, and {least} with all "
        "four sides are needed; where light or a faint print hides them, corner cards or the four corners help",
        wanted=wanted,
        number=search.quads,
        best=f"{best:.0%}",
        least=f"{SUPPORTED:.0%}",
    )
