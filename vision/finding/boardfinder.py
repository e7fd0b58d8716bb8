"""Finds boards in a picture by their printed grid and edge, without cards and without knowing where they may lie."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.finding.another_game import is_another
from vision.finding.final_fits import finished, settle_alone, settle_lens
from vision.finding.grid_areas import framed_boards, is_framed, with_framed
from vision.finding.grid_beyond import goes_on
from vision.finding.grid_quick import Candidate, clear_boards, holds, is_clear, settled, share_lens
from vision.finding.grid_refine import GridFit
from vision.finding.grid_search import (
    FAINT,
    View,
    best_apart,
    is_board,
    is_undoubted,
    overlap,
    search_lattices,
    view_of,
)
from vision.finding.grid_seeds import grid_seeds
from vision.finding.grid_seen import CLEARLY
from vision.finding.grid_thin import thin_view
from vision.finding.grid_whole import whole_boards
from vision.finding.lattice import Gray
from vision.finding.no_board import other_spaces, something_larger, why_none
from vision.finding.one_size import is_as_large, of_one_size
from vision.finding.perspective import UNEVEN, unevenness
from vision.finding.quads import quad_batches
from vision.finding.reading_order import reading_order
from vision.finding.simple_lens import with_lens
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose, Lens, Points

ELSEWHERE, AS_OFTEN = 3, 0.7  # pieces of a grid beside the boards, and times as many as on one, of one more board
SOFTENED = 0.0015  # of the width of a picture: lines of a grid are thicker


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
    try:
        found = seen_as_it_is(frame, size_wh, at_most, lens, hints)
    except BoardNotFound:
        found = seen_softly(frame, size_wh, at_most, lens, hints)
        found = found or seen_by_lines(frame, size_wh, at_most, lens, hints)
        if not found:
            raise
        return found
    spaces = round(size_wh[0]), round(size_wh[1])
    if len(found) == at_most or not repeats_elsewhere(frame, found, spaces):
        return found
    best = found[0]
    more = [
        pose if best.lens is None else with_lens(pose, best.lens, spaces)
        for pose in seen_softly(frame, size_wh, at_most, lens, hints)
        if not any(overlap(pose, other, spaces) for other in found) and is_as_large(pose, best, spaces)
    ]
    return reading_order((*found, *more[: at_most - len(found)]), size_wh)


def repeats_elsewhere(frame: Frame, boards: Sequence[BoardPose], spaces: tuple[int, int]) -> bool:
    """Whether beside some boards a picture repeats itself like a grid, in about as many places as on one of them."""
    gray = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    on_board = [any(holds(pose, seed.place[None], spaces) for pose in boards) for seed in grid_seeds(gray)]
    return on_board.count(False) >= max(ELSEWHERE, AS_OFTEN * on_board.count(True) / len(boards))


def seen_softly(
    frame: Frame, size_wh: tuple[float, float], at_most: int, lens: Lens | None, hints: Sequence[Points]
) -> tuple[BoardPose, ...]:
    """The same with noise and the finest drawings smoothed away; none that go on in the sharp picture."""
    spaces = round(size_wh[0]), round(size_wh[1])
    gray = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    soft = np.asarray(cv2.GaussianBlur(frame.pixels, (0, 0), SOFTENED * frame.size_wh[0]), np.uint8)
    try:
        found = seen_as_it_is(replace(frame, pixels=soft), size_wh, at_most, lens, hints)
    except BoardNotFound:
        return ()
    return tuple(p for p in found if not goes_on(gray, p, spaces) and not is_another(frame.pixels, p, spaces))


def seen_by_lines(
    frame: Frame, size_wh: tuple[float, float], at_most: int, lens: Lens | None, hints: Sequence[Points]
) -> tuple[BoardPose, ...]:
    """The boards of which each line is seen as a whole; perhaps none."""
    spaces = round(size_wh[0]), round(size_wh[1])
    batches = itertools.chain((tuple(hints),), quad_batches(frame.pixels))
    fits = whole_boards(frame.pixels, batches, spaces, at_most, lens)
    return reading_order(tuple(fit.pose for fit in fits), size_wh) if fits else ()


def seen_as_it_is(
    frame: Frame, size_wh: tuple[float, float], at_most: int, lens: Lens | None, hints: Sequence[Points]
) -> tuple[BoardPose, ...]:
    """The same in this picture, as ``find_boards``.

    Raises:
        BoardNotFound: with what was tried and what is missing.
    """
    spaces = round(size_wh[0]), round(size_wh[1])
    gray = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    seeds, seeds_again = itertools.tee(grid_seeds(gray))
    clear = clear_boards(frame.pixels, gray, spaces, at_most, lens, hints, seeds)
    if len(clear) == at_most == 1:
        return reading_order((clear[0].fit.pose,), size_wh)
    if len(clear) == at_most:
        shared = of_one_size(share_lens(frame.pixels, gray, clear, spaces, lens), spaces)
        return reading_order(tuple(fit.pose for fit in shared), size_wh)
    quads, again, at_last = itertools.tee(itertools.chain((tuple(hints),), quad_batches(frame.pixels)), 3)
    try:
        fits = searched(view_of(frame.pixels, gray, seeds_again), quads, clear, spaces, at_most, lens)
    except BoardNotFound:
        fits = searched_thinly(frame, gray, again, spaces, at_most, lens)
        fits = fits or framed_boards(view_of(frame.pixels, gray), at_last, spaces, at_most, lens)
        if not fits:
            raise
    else:
        # somewhere much covered, or only some of its areas have lines that are lighter, or darker, than the ground
        if not all(fit.support >= CLEARLY or is_undoubted(fit, frame.size_wh) for fit in fits):
            thin = searched_thinly(frame, gray, again, spaces, at_most, lens)
            fits = max(fits, thin, key=lambda each: sum(fit.support + fit.border for fit in each))
        if len(fits) < at_most and any(is_framed(gray, fit, spaces) for fit in fits):
            fits = with_framed(fits, framed_boards(view_of(frame.pixels, gray), at_last, spaces, at_most, lens), spaces)
    return reading_order(tuple(fit.pose for fit in fits), size_wh)


def searched_thinly(
    frame: Frame,
    gray: Gray,
    batches: Iterable[Sequence[Points]],
    spaces: tuple[int, int],
    at_most: int,
    lens: Lens | None,
) -> tuple[GridFit, ...]:
    """The boards that are seen in the picture of all that is thin, and do not go on in lightness; perhaps none."""
    try:
        fits = searched(view_of(frame.pixels, thin_view(frame.pixels)), batches, (), spaces, at_most, lens)
    except BoardNotFound:
        return ()
    return tuple(fit for fit in fits if not goes_on(gray, fit.pose, spaces))


def searched(
    view: View,
    batches: Iterable[Sequence[Points]],
    clear: Sequence[Candidate],
    spaces: tuple[int, int],
    at_most: int,
    lens: Lens | None,
) -> tuple[GridFit, ...]:
    """The boards that are seen in a view, under one lens, with those that are ``clear`` already.

    Raises:
        BoardNotFound: with what was tried and what is missing.
    """
    pixels, gray, smooth, _ = view
    frame_wh = gray.shape[1], gray.shape[0]
    search = search_lattices(view, batches, clear, spaces, at_most, lens)
    grids = [c for c in search.candidates if is_board(c.fit, frame_wh)]
    chosen = best_apart([c for c in grids if not goes_on(gray, c.fit.pose, spaces)], spaces, at_most)
    if not chosen:
        raise BoardNotFound(something_larger(spaces) if grids else why_none(frame_wh, spaces, search))
    if all((c.faint or is_clear(c.fit, frame_wh)) and c.fit.pose.lens is not None for c in chosen):
        fits = share_lens(pixels, gray, chosen, spaces, lens)
    elif len(chosen) == 1 and lens is None and (alone := settle_alone(view, chosen[0], spaces)) is not None:
        fits = (alone,)
    else:
        rough = [(candidate.fit.pose, candidate.polarity) for candidate in chosen]
        own_lens = lens is None and len(chosen) == 1  # boards share one
        under_lens = settle_lens(smooth, rough, spaces, frame_wh, lens)
        fits = tuple(
            settled(pixels, gray, with_lens(c.fit.pose, fit.pose.lens, spaces), spaces, c)
            if c.faint and fit.pose.lens is not None
            else finished(view, fit, spaces, c.polarity, fit_lens=own_lens)
            for fit, c in zip(under_lens, chosen, strict=True)
        )
    # one lens for all may not suit what was no board, and a closer look may show that it goes on
    fits = tuple(fit for fit in fits if is_board(fit, frame_wh) and not goes_on(gray, fit.pose, spaces))
    if not fits:
        raise BoardNotFound(why_none(frame_wh, spaces, search))
    fits = of_one_size(tuple(fit for fit in fits if not is_another(pixels, fit.pose, spaces)), spaces)
    if not fits:
        raise BoardNotFound(other_spaces(spaces))
    return fits


def find_grids(frame: Frame, size_wh: tuple[float, float], lens: Lens | None = None) -> tuple[BoardPose, ...]:
    """What may be boards, much covered ones too, best first: for somebody who knows their print and will judge.

    Raises:
        BoardNotFound: with what was tried and what is missing.
    """
    spaces = round(size_wh[0]), round(size_wh[1])
    gray = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    seeds, again = itertools.tee(grid_seeds(gray))
    clear = clear_boards(frame.pixels, gray, spaces, 4, lens, seeds=seeds)
    search = search_lattices(view_of(frame.pixels, gray, again), quad_batches(frame.pixels), clear, spaces, 4, lens)
    found = best_apart(
        [c for c in search.candidates if c.fit.support >= FAINT and unevenness(c.fit.pose, frame.size_wh) <= UNEVEN],
        spaces,
        8,
    )
    if not found:
        raise BoardNotFound(why_none(frame.size_wh, spaces, search))
    return tuple(candidate.fit.pose for candidate in found)
