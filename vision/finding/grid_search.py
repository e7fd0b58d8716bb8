"""Looks into the quadrilaterals of a picture for printed grids, and says which of those found are boards."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from vision.finding.grid_edges import edged
from vision.finding.grid_faint import faint_board
from vision.finding.grid_growth import grown_quads
from vision.finding.grid_quick import ASKEW, CLEAR_SCORE, Candidate, clear_grid, holds, is_too_fine
from vision.finding.grid_refine import GridFit, refine
from vision.finding.grid_seeds import Seed, grid_seeds
from vision.finding.grid_sparse import judged, refine_sparsely
from vision.finding.grid_strips import MIDDLING
from vision.finding.lattice import Floats, Gray, Lattice, lattices
from vision.finding.perspective import UNEVEN, outline_unevenness, unevenness
from vision.frame import Pixels
from vision.pose import BoardNotFound, BoardPose, Lens, Points

PLAUSIBLE = 1.2  # score of a lattice that is worth measuring; quadrilaterals of wood, paper and cloth reach 3.5
LIKELY, HOPEFUL = 2.0, 1  # score and number of those that are measured before further quadrilaterals are looked for
CLOSE = 0.12  # of support: by so much the edges of a board outweigh lines, which are seen by chance where it ends
MEASURED = 12  # so many lattices are measured at most: each costs about 10 ms
FAINT = 0.25  # share of the grid's stretches from which somebody who knows the print may have a look
SUPPORTED = 0.6  # share of the grid's stretches that must be seen in place; where no grid is, about 0.2 are by chance
UNDOUBTED = 0.9  # the same for a board whose place is not measured again from other quadrilaterals
MOSTLY = 0.7  # the same where each of its sides is seen so well
SIDE = 0.5  # the same for the worst of its sides: a grid taken a space too far to one side has up to 0.45 there
BORDERED = 0.3  # the same for each of the four outermost lines: a part of a grid is no board
WHOLE = 0.8  # share of the lines that are there: of 223 boards, many half covered, each had 0.89; half a board has half
ENDS = 0.1  # share of the stretches that end at each side: a margin taken for a row of spaces has none
RESIDUAL = 0.035  # spaces; of those boards each had at most 0.031, and what lies anywhere near has 0.052
SAME = 0.2  # spaces within which two grids are one
NEAR_REACHES = (0.2, 0.15)  # spaces that are searched round a pose fitted to few samples


class View(NamedTuple):
    """A picture, and where its printed lines stand out: ``gray`` uint8 (height, width), ``smooth`` the same as float32.

    That may be its lightness or another channel. ``seeds`` are pieces of lattices in it, which can be asked for once.
    """

    pixels: Pixels
    gray: Gray
    smooth: Floats
    seeds: Iterator[Seed]


def view_of(pixels: Pixels, gray: Gray, seeds: Iterator[Seed] | None = None) -> View:
    """A picture seen through one channel, with the seeds in that if they were asked for already."""
    return View(pixels, gray, gray.astype(np.float32), grid_seeds(gray) if seeds is None else seeds)


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """How many quadrilaterals were looked into, and the lattices that were measured in them."""

    quads: int
    candidates: tuple[Candidate, ...]


def search_lattices(
    view: View,
    batches: Iterable[Sequence[Points]],
    clear: Sequence[Candidate],
    spaces: tuple[int, int],
    at_most: int,
    lens: Lens | None,
) -> Search:
    """Measure the likeliest lattices in quadrilaterals float64 (4, 2), which come in batches.

    Clear lattices are measured as soon as they are met; nothing further is looked at on a board that was found without
    a doubt, as those of ``clear``, and nothing at all once there are ``at_most`` of those.
    """
    quads = 0
    found, tried = list(clear), list(clear)
    boards = list(clear)  # those of them that are boards without a doubt
    waiting: list[Lattice] = []
    most = MEASURED * at_most - len(clear)
    frame_wh = view.gray.shape[1], view.gray.shape[0]

    def take(lattice: Lattice) -> None:
        if not any(holds(other.fit.pose, lattice.corners_px, spaces) for other in boards):
            fresh = measured(view, lattice, spaces, lens, tried)
            found.extend(fresh)
            boards.extend(each for each in fresh if is_undoubted(each.fit, frame_wh))

    def known(place: Points) -> bool:
        return any(holds(other.fit.pose, place, spaces) for other in boards)

    grown = grown_quads(view.gray, view.seeds, spaces, known)
    for batch in itertools.chain(likely_first(batches, spaces, frame_wh), grown):
        quads += len(batch)
        for quad in batch:
            if any(holds(other.fit.pose, quad, spaces) for other in boards):
                continue
            for lattice in itertools.islice(lattices(view.gray, quad, spaces, PLAUSIBLE), 2):
                if lattice.score < CLEAR_SCORE:
                    waiting.append(lattice)
                else:
                    take(lattice)
        waiting.sort(key=lambda lattice: lattice.score)
        for _ in range(HOPEFUL):
            if waiting and waiting[-1].score >= LIKELY and most > 0:
                take(waiting.pop())
                most -= 1
        if len(best_apart(boards, spaces, at_most)) >= at_most:
            return Search(quads, tuple(found))
    waiting.reverse()
    for lattice in waiting[: max(most, 0)]:
        take(lattice)
    return Search(quads, tuple(found))


def likely_first(
    batches: Iterable[Sequence[Points]], spaces: tuple[int, int], frame_wh: tuple[int, int]
) -> Iterator[Sequence[Points]]:
    """The batches without the quadrilaterals that no whole board of ``spaces`` can fill; and those at last."""
    askew: list[Points] = []
    for batch in batches:
        likely: list[Points] = []
        for quad in batch:
            (askew if outline_unevenness(quad, spaces, frame_wh) > ASKEW else likely).append(quad)
        yield likely
    yield askew


def is_board(fit: GridFit, frame_wh: tuple[int, int]) -> bool:
    """Whether so much of a whole grid of square spaces is there that it must be a board."""
    whole = fit.support >= SUPPORTED and fit.border >= BORDERED and fit.present >= WHOLE and fit.ends >= ENDS
    return whole and fit.pose.residual_cells <= RESIDUAL and unevenness(fit.pose, frame_wh) <= UNEVEN


def is_undoubted(fit: GridFit, frame_wh: tuple[int, int]) -> bool:
    """Whether nearly all of a board's grid, or of its border, is seen: no other lattice on it needs to be measured."""
    inside = fit.support >= UNDOUBTED and fit.border >= SIDE
    return (inside or (fit.support >= MOSTLY and fit.border >= UNDOUBTED)) and is_board(fit, frame_wh)


def measured(
    view: View, lattice: Lattice, spaces: tuple[int, int], lens: Lens | None, tried: list[Candidate]
) -> tuple[Candidate, ...]:
    """The lattice with a pose fitted to the grid; nothing where the fit runs away, to nothing or to one of ``tried``.

    What is met on the way is added to those. Few samples are enough where the grid lies bare, else every pixel counts.
    """
    pixels, gray, smooth, _ = view
    frame_wh = gray.shape[1], gray.shape[0]
    polarity = lattice.polarity
    try:
        start = BoardPose.from_corners(lattice.corners_px, spaces, lens)
        if is_too_fine(start, spaces) or any(is_same(start, polarity, other, spaces) for other in tried):
            return ()
        clear = clear_grid(gray, lattice, spaces, lens) if lattice.score >= CLEAR_SCORE else None
        if clear is not None:
            tried.append(clear)
            return (clear,)
        rough = refine_sparsely(gray, start, spaces, polarity, fit_lens=False)
        if any(is_same(rough.pose, polarity, other, spaces) for other in tried):
            return ()
        shift = best_shift(view, rough, spaces, polarity)
        if shift != (0.0, 0.0):
            if rough.support >= FAINT:
                tried.append(Candidate(rough, polarity))
            rough = refine_sparsely(gray, shifted(rough.pose, spaces, shift), spaces, polarity, fit_lens=False)
        if rough.support < FAINT or any(is_same(rough.pose, polarity, other, spaces) for other in tried):
            return ()
        tried.append(Candidate(rough, polarity))
        fit = refine(smooth, rough.pose, spaces, polarity, frame_wh, fit_lens=False, reaches=NEAR_REACHES)
        fit = edged(pixels, gray, fit, spaces, polarity)
        # inside a frame of the other tone the best lattice of one tone may lie a space aside
        whole = None if is_board(fit, frame_wh) else faint_board(pixels, gray, start, spaces, polarity, lens)
    except BoardNotFound:
        return ()
    return (Candidate(fit, polarity) if whole is None else Candidate(whole, polarity, faint=True),)


def is_same(pose: BoardPose, polarity: int, known: Candidate, spaces: tuple[int, int]) -> bool:
    """Whether a grid lies where one was measured already, turned by half a turn or not."""
    if polarity != known.polarity:
        return False
    corners = known.fit.pose.locate(pose.corners_px(spaces))
    units = np.array([[0, 0], [spaces[0], 0], spaces, [0, spaces[1]]], np.float64)
    return bool(min(np.abs(corners - units).max(), np.abs(corners[[2, 3, 0, 1]] - units).max()) <= SAME)


def best_shift(view: View, fit: GridFit, spaces: tuple[int, int], polarity: int) -> tuple[float, float]:
    """By how many spaces a lattice lies beside the whole grid: a hand over its edge makes the rest look like one."""
    beside = {}
    for step in ((0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)):
        pose = fit.pose if step == (0.0, 0.0) else shifted(fit.pose, spaces, step)
        beside[step] = judged(view.gray, pose, spaces, polarity, MIDDLING)
    least = max(each.support for each in beside.values()) - CLOSE
    # edges take as long as lines: they are looked at where they can decide
    close = {step: fit for step, fit in beside.items() if fit.support >= least}
    if len(close) == 1:
        return next(iter(close))
    supports = {
        step: edged(view.pixels, view.gray, fit, spaces, polarity, MIDDLING).support for step, fit in close.items()
    }
    return max(supports, key=lambda step: supports[step])


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
