"""Finds boards through any lens: a wide one bends their sides out of all four-sided shapes, until the picture is flat.

The search of ``vision.finding.boardfinder`` comes first; what it finds is judged once more where it finally lies.
Where the lens is known to bend, seems to bend by what was found, or nothing was found at all, a flattened picture is
searched; and where that shows nothing either, one without light and shade.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from engine.sentence import say
from vision.finding.boardfinder import find_boards, find_grids
from vision.finding.even_light import seen_evenly
from vision.finding.flat_view import bend, flatten
from vision.finding.grid_beyond import goes_on
from vision.finding.grid_edges import edged
from vision.finding.grid_refine import refine
from vision.finding.grid_search import is_board, overlap
from vision.finding.grid_seen import CLEARLY, Sight, best_of, sights
from vision.finding.grid_thin import thin_view
from vision.finding.lattice import Gray
from vision.finding.less_bent import less_bent
from vision.finding.reading_order import reading_order
from vision.finding.simple_lens import k1_of, shared_bend, simple_lens, with_lens
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose, Lens, Points

NEARLY_STRAIGHT = 0.04  # bend at the side of the picture that the search for four-sided shapes allows for
GUESSES = (-0.45, -0.7, -0.25)  # k1 of a simple lens: 11, 18 and 6 % at the side
REACH = 0.4  # spaces about a line in which its ridge is looked for when a board is judged
BARE, BARE_SIDE = 0.75, 0.45  # share of the grid's stretches, and of the worst of its four sides, of a bare board


def find_boards_through(
    frame: Frame,
    size_wh: tuple[float, float],
    at_most: int = 4,
    lens: Lens | None = None,
    hints: Sequence[Points] = (),
) -> tuple[BoardPose, ...]:
    """All boards with a printed grid of ``size_wh`` spaces, in reading order, as ``boardfinder.find_boards`` has them.

    Without a lens one radial coefficient is estimated from the boards themselves, up to a bend of about a fifth at the
    side of the picture. ``hints`` are quadrilaterals float64 (4, 2), clockwise, that hold a board.

    Raises:
        BoardNotFound: with what was tried and what is missing.
    """
    boards = _found_through(frame, size_wh, at_most, lens, hints)
    # several tell their lens together
    return (less_bent(frame, boards[0], size_wh),) if lens is None and len(boards) == 1 else boards


def _found_through(
    frame: Frame, size_wh: tuple[float, float], at_most: int, lens: Lens | None, hints: Sequence[Points]
) -> tuple[BoardPose, ...]:
    """The same with the lens as it seems to be.

    Raises:
        BoardNotFound: with what was tried and what is missing.
    """
    gray = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    if lens is not None and abs(bend(lens, frame.size_wh)) > NEARLY_STRAIGHT:
        return reading_order(_seen_flat(frame, gray, size_wh, at_most, lens, hints, free=False), size_wh)
    try:
        boards = find_boards(frame, size_wh, at_most, lens, hints)
    except BoardNotFound:
        boards = () if lens is not None else _under_guesses(frame, gray, size_wh, at_most, (), hints)
        boards = boards or seen_evenly(frame, size_wh, at_most, lens, hints)
        if not boards:
            raise
        return reading_order(boards, size_wh)
    bare = tuple(pose for pose in boards if _is_bare(frame, pose, size_wh))
    if lens is None and (not bare or _bent(bare, frame.size_wh)):
        boards = _under_guesses(frame, gray, size_wh, at_most, bare, hints) or boards
    return reading_order(boards, size_wh)


def find_grids_through(frame: Frame, size_wh: tuple[float, float], lens: Lens | None = None) -> tuple[BoardPose, ...]:
    """What may be boards, as ``boardfinder.find_grids`` has it, through a lens that may be wide.

    Raises:
        BoardNotFound: with what was tried and what is missing.
    """
    if lens is None or abs(bend(lens, frame.size_wh)) <= NEARLY_STRAIGHT:
        return find_grids(frame, size_wh, lens)
    view = flatten(frame, lens)
    corners = [view.in_picture(pose.corners_px(size_wh)) for pose in find_grids(view.frame, size_wh)]
    return tuple(BoardPose.from_corners(seen, size_wh, lens) for seen in corners)


def _under_guesses(
    frame: Frame,
    gray: Gray,
    size_wh: tuple[float, float],
    at_most: int,
    bare: tuple[BoardPose, ...],
    hints: Sequence[Points],
) -> tuple[BoardPose, ...]:
    """The most boards that some bent lens shows; once there are any, the lens that they tell."""
    best, guesses = bare, [k1_of(bare[0])] if bare else list(GUESSES)
    while guesses and len(best) < at_most:
        guess = simple_lens(frame.size_wh, guesses.pop(0))
        try:
            found = _seen_flat(frame, gray, size_wh, at_most, guess, hints, free=True)
        except BoardNotFound:
            continue
        if len(found) > len(best):  # these tell the lens better: is there more to see through it?
            best, guesses = found, [k1_of(found[0])]
    return best


def _seen_flat(
    frame: Frame,
    gray: Gray,
    size_wh: tuple[float, float],
    at_most: int,
    lens: Lens,
    hints: Sequence[Points],
    free: bool,
) -> tuple[BoardPose, ...]:
    """The boards in the picture flattened by a lens, fitted in the real one; ``free`` fits the lens along.

    Raises:
        BoardNotFound: none is seen there, or none that keeps its grid in the real picture.
    """
    spaces = round(size_wh[0]), round(size_wh[1])
    view = flatten(frame, lens)
    found = find_boards(view.frame, size_wh, at_most, None, [view.flattened(hint) for hint in hints])
    fits: list[Sight] = []
    for pose in found:
        start = BoardPose.from_corners(view.in_picture(pose.corners_px(size_wh)), size_wh, lens)
        ways = [_fitted(frame, gray, start, spaces, sign, free) for sign in (1, -1)]
        if max(way.fit.support for way in ways) < CLEARLY:
            ways.append(_fitted(frame, thin_view(frame.pixels), start, spaces, 1, free))
        best = best_of(ways)
        # a guessed lens may be far from the true one: the first fit leads near enough for the second
        fits.append(_fitted(frame, best.gray, best.fit.pose, spaces, best.polarity, free))
    fits = [sight for sight in fits if is_board(sight.fit, frame.size_wh)]
    if not fits:
        raise BoardNotFound(say("nothing four-sided holds a printed grid, even if the lens bends the sides"))
    if free:
        lens = simple_lens(frame.size_wh, shared_bend([sight.fit.pose for sight in fits], size_wh))
    last = [
        _fitted(frame, sight.gray, with_lens(sight.fit.pose, lens, spaces), spaces, sight.polarity, free=False)
        for sight in fits
    ]
    poses: list[BoardPose] = []
    for fit, seen_in, _ in sorted(last, key=lambda sight: -sight.fit.support):
        standing = fit.support >= BARE and fit.border >= BARE_SIDE and not goes_on(seen_in, fit.pose, spaces)
        if standing and not any(overlap(fit.pose, other, spaces) for other in poses):
            poses.append(fit.pose)
    if not poses:
        raise BoardNotFound(say("no board keeps its printed grid under the lens that all of them share"))
    return tuple(poses)


def _fitted(frame: Frame, gray: Gray, start: BoardPose, spaces: tuple[int, int], sign: int, free: bool) -> Sight:
    """A pose fitted to the grid from a start that is nearly right; ``free`` fits the lens along."""
    fit = refine(gray.astype(np.float32), start, spaces, sign, frame.size_wh, fit_lens=free)
    return Sight(edged(frame.pixels, gray, fit, spaces, sign), gray, sign)


def _is_bare(frame: Frame, pose: BoardPose, size_wh: tuple[float, float]) -> bool:
    """Whether a pose, as it finally is, has nearly all of a printed grid: what is left of a wrong one has not."""
    seen = sights(frame.pixels, pose, (round(size_wh[0]), round(size_wh[1])), REACH)
    return any(sight.fit.support >= BARE and sight.fit.border >= BARE_SIDE for sight in seen)


def _bent(poses: Sequence[BoardPose], frame_wh: tuple[int, int]) -> bool:
    lens = poses[0].lens
    return lens is not None and abs(bend(lens, frame_wh)) > NEARLY_STRAIGHT
