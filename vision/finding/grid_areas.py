"""Finds boards on which only areas of several spaces are framed, and the corners of spaces marked inside them.

Their lines are too few to be met as a lattice of spaces. So a coarser lattice is looked for, that of the areas,
whatever their number; marks at the crossings of what it divides into then tell a board from a window or a crate.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.finding.another_game import is_another
from vision.finding.grid_beyond import goes_on
from vision.finding.grid_dots import fit_dots
from vision.finding.grid_edges import edged
from vision.finding.grid_faint import FRAMED as BORDERED
from vision.finding.grid_faint import PRESENT, SEEN, fitted_both_ways
from vision.finding.grid_quick import ASKEW, Candidate, holds, is_too_fine
from vision.finding.grid_refine import GridFit, in_place
from vision.finding.grid_search import SUPPORTED, View, best_apart, is_board, overlap
from vision.finding.grid_sparse import judged
from vision.finding.grid_strips import FINE, look, placed, strips
from vision.finding.lattice import Gray, lattices
from vision.finding.one_size import of_one_size
from vision.finding.perspective import outline_unevenness
from vision.finding.pose_step import improve
from vision.finding.simple_lens import simple_lens, with_lens
from vision.finding.stretches import Stretches
from vision.pose import BoardNotFound, BoardPose, Lens, Points

HINTED = 1.7  # score of a lattice of areas round and inside which lines of both tones are looked for
FRAMED = 2.5  # score of one whose lines are all that is seen but for marks
STEPS = 3  # of fitting
EITHER = 0.8  # share of all stretches by lines of either tone from which their border need not be seen all round
MOSTLY = 0.65  # share of the lines round areas from which it is worth while to look for all others
ROUND = 0.8  # share of the lines round areas that must be seen in place


def areas_of(spaces: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """In how many areas of equal size, columns and rows, so many spaces can be divided: two each way or more."""
    cols, rows = ([parts for parts in range(2, side) if side % parts == 0] for side in spaces)
    return tuple(itertools.product(cols, rows))


def framed_boards(
    view: View, batches: Iterable[Sequence[Points]], spaces: tuple[int, int], at_most: int, lens: Lens | None
) -> tuple[GridFit, ...]:
    """The boards whose areas are framed, in quadrilaterals float64 (4, 2) that come in batches; perhaps none."""
    frame_wh = view.gray.shape[1], view.gray.shape[0]
    found: list[Candidate] = []
    for quad in itertools.chain.from_iterable(batches):
        if outline_unevenness(quad, spaces, frame_wh) > ASKEW:
            continue
        if any(holds(board.fit.pose, quad, spaces) for board in found):
            continue
        for fit, polarity in fits_in(view, quad, spaces, lens):
            surely = is_board(fit, frame_wh) and not goes_on(view.gray, fit.pose, spaces)
            if surely and not is_another(view.pixels, fit.pose, spaces):
                found.append(Candidate(fit, polarity))
                break
        if len(found) == at_most == 1:
            break
    return of_one_size(tuple(board.fit for board in best_apart(found, spaces, at_most)), spaces)


def is_framed(gray: Gray, fit: GridFit, spaces: tuple[int, int]) -> bool:
    """Whether the lines of a board are too few to show it, so that another one like it may have been overlooked."""
    return all(judged(gray, fit.pose, spaces, polarity).support < SUPPORTED for polarity in (1, -1))


def with_framed(fits: Sequence[GridFit], framed: Sequence[GridFit], spaces: tuple[int, int]) -> tuple[GridFit, ...]:
    """Boards with those found by their areas that do not lie where one of them does, if they are of one size."""
    apart = [fit for fit in framed if not any(overlap(fit.pose, other.pose, spaces) for other in fits)]
    return of_one_size((*fits, *apart), spaces)


def fits_in(view: View, quad: Points, spaces: tuple[int, int], lens: Lens | None) -> Iterator[tuple[GridFit, int]]:
    """Fits to areas, to all lines round them and to marks inside them, with the tone of the lines."""
    frame_wh = view.gray.shape[1], view.gray.shape[0]
    for areas in areas_of(spaces):
        for lattice in lattices(view.gray, quad, areas, HINTED):
            try:
                pose = BoardPose.from_corners(lattice.corners_px, spaces, lens)
                if is_too_fine(pose, spaces):
                    continue
                if lens is None:
                    pose = with_lens(pose, simple_lens(frame_wh, 0.0), spaces)
                pose, share = fitted_round(view.gray, pose, spaces, areas, lattice.polarity)
                if share < MOSTLY:
                    continue
                # inside the areas lines may be of the other tone
                both = fitted_both_ways(view.pixels, view.gray, pose, spaces, lattice.polarity, lens is None, FINE)
                if both is not None and is_seen(both):
                    yield settled_both_ways(view, both, spaces, lattice.polarity, lens is None), lattice.polarity
                if share < ROUND or lattice.score < FRAMED:
                    continue
                fit = judged(view.gray, pose, spaces, lattice.polarity)
                fit = fit_dots(view.gray, fit, spaces, lattice.polarity, fit_lens=lens is None)
                fit = judged(view.gray, fit.pose, spaces, lattice.polarity)
                yield edged(view.pixels, view.gray, fit, spaces, lattice.polarity), lattice.polarity
            except BoardNotFound:
                continue


def settled_both_ways(view: View, fit: GridFit, spaces: tuple[int, int], polarity: int, fit_lens: bool) -> GridFit:
    """A fit that began at the areas alone, settled with all other lines from where it came to rest; or as it was."""
    try:
        rest = fitted_both_ways(view.pixels, view.gray, fit.pose, spaces, polarity, fit_lens, FINE)
    except BoardNotFound:
        return fit
    return fit if rest is None or not is_seen(rest) else rest


def is_seen(fit: GridFit) -> bool:
    """Whether all lines of a grid are there in one tone or the other, and either its border or nearly all of them."""
    whole = fit.support >= SEEN and fit.border >= BORDERED
    return fit.present >= PRESENT and (whole or fit.support >= EITHER)


def fitted_round(
    gray: Gray, start: BoardPose, spaces: tuple[int, int], areas: tuple[int, int], polarity: int
) -> tuple[BoardPose, float]:
    """A pose fitted to the lines round areas alone, and the share of them that is seen in place then."""
    frame_wh = gray.shape[1], gray.shape[0]
    grid, pose = strips(spaces), start
    for _ in range(STEPS):
        seen = look(gray, placed(pose, grid), grid, polarity, FINE)
        own = Stretches(*(part[are_round(seen, spaces, areas)] for part in seen))
        pose = improve(pose, own, spaces, frame_wh, fit_lens=False)
    seen = look(gray, placed(pose, grid), grid, polarity, FINE)
    return pose, float(in_place(seen)[are_round(seen, spaces, areas)].mean())


def are_round(seen: Stretches, spaces: tuple[int, int], areas: tuple[int, int]) -> NDArray[np.bool_]:
    """Which stretches of a grid belong to the lines round its areas, bool (n,)."""
    upright = seen.across[:, 0] == 1
    place = np.rint((seen.middle * seen.across).sum(axis=1)).astype(np.intp)
    return np.asarray(place % np.where(upright, spaces[0] // areas[0], spaces[1] // areas[1]) == 0)
