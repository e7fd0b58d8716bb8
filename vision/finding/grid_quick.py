"""Finds boards of which nearly the whole grid is seen, in a fraction of the time that a search of everything takes.

Outlines come from a much reduced picture, mask by mask, and the first that hold a grid beyond doubt end the search.
Where none does, the picture is asked how it repeats itself. What is covered is left to ``vision.finding.boardfinder``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from vision.finding.grid_beyond import goes_on
from vision.finding.grid_faint import faint_board, fitted_both_ways
from vision.finding.grid_growth import grown_quads
from vision.finding.grid_refine import GridFit
from vision.finding.grid_seeds import Seed, grid_seeds
from vision.finding.grid_sparse import refine_sparsely
from vision.finding.grid_strips import FINE, QUICK
from vision.finding.lattice import Gray, Lattice, lattices
from vision.finding.perspective import UNEVEN, outline_unevenness, unevenness
from vision.finding.quads import framed_quads, quick_quads, same_quad
from vision.finding.simple_lens import shared_bend, simple_lens, with_lens
from vision.frame import Pixels
from vision.pose import BoardNotFound, BoardPose, Lens, Points, space_px

CLEAR_SCORE = 3.0  # of a lattice that is measured as soon as it is met; quadrilaterals of wood or cloth reach 3.5
LIKELY_SCORE = 1.9  # of one that is looked at by both tones if it is not clear
HOPEFUL_SCORE = 1.5  # of one that is so after the next batch; of quadrilaterals that hold a board few have less
UNDOUBTED = 0.85  # share of the grid's stretches that must be seen in place
BORDERED = 0.7  # the same for each of the four outermost lines
HOPEFUL, HALFWAY = 0.75, 0.5  # both shares after one step of a fit: of 58 that came to be clear the least 0.86 and 0.62
TOLD = 0.6  # share of the grid's stretches from which a fit tells where to look by both tones, its border or not
WHOLE = 0.95  # share of the lines that are there
ENDS = 0.25  # share of the stretches that end at each side: a margin beside a smaller grid has none
RESIDUAL = 0.03  # spaces
LEAST_PX = 18.0  # a space; the blocks of a JPEG picture are 8 or 16 wide
ASKEW = 0.12  # the same for outlines: of 458 that held a grid two were above, of 517 others more than half


class Candidate(NamedTuple):
    """A grid that was measured, and whether its lines are lighter (1) or darker (-1) than the ground.

    Most of them are so if it is ``faint``: then it takes both tones and its edges to see it.
    """

    fit: GridFit
    polarity: int
    faint: bool = False


def clear_boards(
    pixels: Pixels,
    gray: Gray,
    spaces: tuple[int, int],
    at_most: int,
    lens: Lens | None,
    hints: Sequence[Points] = (),
    seeds: Iterator[Seed] | None = None,
) -> tuple[Candidate, ...]:
    """Boards with a printed grid of ``spaces`` that are found beyond doubt, ``at_most`` so many.

    ``gray`` is the lightness of the picture, uint8 (height, width), ``hints`` are quadrilaterals that hold a board,
    ``seeds`` the ``grid_seeds`` of the lightness. Without a lens each fit has one of its own.
    """
    found: list[Candidate] = []
    tried: list[Points] = []
    waiting: list[Lattice] = []
    refused: list[Points] = []
    frame_wh = gray.shape[1], gray.shape[0]
    hidden = hidden_quads(gray, grid_seeds(gray) if seeds is None else seeds, spaces, found)
    batches = (tuple(hints),), quick_quads(pixels, spaces), framed_quads(gray, spaces), hidden, ((),)
    for batch in itertools.chain.from_iterable(batches):
        # a look by both tones takes longer than the next batch, which may show clearly what hardly is a lattice in this
        late, waiting = waiting, []
        for quad in batch:
            if any(holds(board.fit.pose, quad, spaces) for board in found):
                continue
            if same_quad(quad, tried):
                continue
            tried.append(quad)
            if outline_unevenness(quad, spaces, frame_wh) > ASKEW:
                continue
            lattice = next(lattices(gray, quad, spaces, HOPEFUL_SCORE), None)
            if lattice is None or same_quad(lattice.corners_px, refused):
                continue
            if lattice.score >= LIKELY_SCORE:
                board = sure_grid(pixels, gray, lattice, spaces, lens)
                found += () if board is None else (board,)
                refused += (lattice.corners_px,) if board is None else ()
            else:
                waiting.append(lattice)
            if len(found) == at_most:
                return tuple(found)
        for lattice in late:
            if any(holds(board.fit.pose, lattice.corners_px, spaces) for board in found):
                continue
            board = faint_grid(pixels, gray, lattice, spaces, lens)
            found += () if board is None else (board,)
            if len(found) == at_most:
                return tuple(found)
    return tuple(found)


def hidden_quads(
    gray: Gray, seeds: Iterable[Seed], spaces: tuple[int, int], found: Sequence[Candidate]
) -> Iterator[tuple[Points, ...]]:
    """Quadrilaterals that hold a board whose outline is not seen, if none was ``found`` by its outline."""
    if not found:

        def known(place: Points) -> bool:
            return any(holds(each.fit.pose, place, spaces) for each in found)

        yield from grown_quads(gray, seeds, spaces, known)


def sure_grid(
    pixels: Pixels, gray: Gray, lattice: Lattice, spaces: tuple[int, int], lens: Lens | None
) -> Candidate | None:
    """The board on or beside a lattice, if lines of one tone show it beyond doubt, or else both tones and its edges."""
    fit = sparse_fit(gray, lattice, spaces, lens) if lattice.score >= CLEAR_SCORE else None
    if fit is not None and stands_clear(gray, fit, spaces):
        return Candidate(fit, lattice.polarity)
    return faint_grid(pixels, gray, lattice, spaces, lens, fit)


def faint_grid(
    pixels: Pixels,
    gray: Gray,
    lattice: Lattice,
    spaces: tuple[int, int],
    lens: Lens | None,
    fit: GridFit | None = None,
) -> Candidate | None:
    """The board on or beside a lattice, if both tones and its edges show it beyond doubt.

    It is looked for from the ``fit`` to lines of one tone, if there was one that saw its border, or first from there if
    it saw most of the lines.
    """
    try:
        faint = None
        if fit is not None and (fit.border >= BORDERED or fit.support >= TOLD):
            faint = faint_board(pixels, gray, fit.pose, spaces, lattice.polarity, lens, FINE)
        if faint is None and (fit is None or fit.border < BORDERED):
            start = BoardPose.from_corners(lattice.corners_px, spaces, lens)
            if is_too_fine(start, spaces):
                return None
            faint = faint_board(pixels, gray, start, spaces, lattice.polarity, lens)
    except BoardNotFound:
        return None
    return None if faint is None else Candidate(faint, lattice.polarity, faint=True)


def clear_grid(gray: Gray, lattice: Lattice, spaces: tuple[int, int], lens: Lens | None) -> Candidate | None:
    """The board of a lattice, if its whole grid and no more is seen there beyond doubt."""
    fit = sparse_fit(gray, lattice, spaces, lens)
    return Candidate(fit, lattice.polarity) if fit is not None and stands_clear(gray, fit, spaces) else None


def sparse_fit(gray: Gray, lattice: Lattice, spaces: tuple[int, int], lens: Lens | None) -> GridFit | None:
    """A pose fitted from a lattice to lines of its tone; None where that runs away, or would go by grain."""
    try:
        start = BoardPose.from_corners(lattice.corners_px, spaces, lens)
        return (
            None
            if is_too_fine(start, spaces)
            else refine_sparsely(gray, start, spaces, lattice.polarity, lens is None, QUICK, may_be_clear)
        )
    except BoardNotFound:
        return None


def stands_clear(gray: Gray, fit: GridFit, spaces: tuple[int, int]) -> bool:
    """Whether a fit is clear, and what it fits does not go on."""
    return is_clear(fit, (gray.shape[1], gray.shape[0])) and not goes_on(gray, fit.pose, spaces)


def is_too_fine(pose: BoardPose, spaces: tuple[int, int]) -> bool:
    """Whether spaces are so small in the picture that grain and compression look like a grid."""
    return space_px(pose, spaces) < LEAST_PX


def may_be_clear(fit: GridFit) -> bool:
    """Whether so much of a grid and of its border is in place after one step that another may show it clearly."""
    return fit.support >= HOPEFUL and fit.border >= HALFWAY


def is_clear(fit: GridFit, frame_wh: tuple[int, int]) -> bool:
    """Whether so much of a whole grid of square spaces is there that nothing else needs to be tried."""
    whole = fit.support >= UNDOUBTED and fit.border >= BORDERED and fit.present >= WHOLE and fit.ends >= ENDS
    return whole and fit.pose.residual_cells <= RESIDUAL and unevenness(fit.pose, frame_wh) <= UNEVEN


def holds(pose: BoardPose, quad: Points, spaces: tuple[int, int]) -> bool:
    """Whether the middle of a quadrilateral lies on a board."""
    x, y = pose.locate(quad.mean(axis=0, keepdims=True))[0]
    return bool(0 < x < spaces[0] and 0 < y < spaces[1])


def share_lens(
    pixels: Pixels, gray: Gray, found: Sequence[Candidate], spaces: tuple[int, int], lens: Lens | None
) -> tuple[GridFit, ...]:
    """The final fits, a step better: under the one lens that all boards share, if none is given."""
    if lens is None and len(found) > 1:
        frame_wh = gray.shape[1], gray.shape[0]
        lens = simple_lens(frame_wh, shared_bend([board.fit.pose for board in found], spaces))
    starts = [board.fit.pose if lens is None else with_lens(board.fit.pose, lens, spaces) for board in found]
    return tuple(
        settled(pixels, gray, start, spaces, board)
        if board.faint
        else refine_sparsely(gray, start, spaces, board.polarity, fit_lens=lens is None)
        for start, board in zip(starts, found, strict=True)
    )


def settled(pixels: Pixels, gray: Gray, start: BoardPose, spaces: tuple[int, int], board: Candidate) -> GridFit:
    """The final fit of a faint board under the lens of a start; as it was found where that is its own."""
    if start.lens is board.fit.pose.lens:
        return board.fit
    try:
        again = fitted_both_ways(pixels, gray, start, spaces, board.polarity, fit_lens=False, first=FINE)
    except BoardNotFound:
        again = None
    return board.fit if again is None else again
