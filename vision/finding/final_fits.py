"""The final fits of boards that were found: under a lens, judged by their edges and by dots where no lines are."""

from __future__ import annotations

from collections.abc import Sequence

from vision.finding.grid_dots import PLAIN, fit_dots
from vision.finding.grid_edges import edged
from vision.finding.grid_quick import Candidate
from vision.finding.grid_refine import GridFit, refine
from vision.finding.grid_search import NEAR_REACHES, View, is_undoubted
from vision.finding.grid_seen import CLEARLY
from vision.finding.grid_sparse import refine_sparsely
from vision.finding.lattice import Floats
from vision.finding.simple_lens import shared_bend, simple_lens, with_lens
from vision.pose import BoardPose, Lens


def settle_alone(view: View, board: Candidate, spaces: tuple[int, int]) -> GridFit | None:
    """The final fit of the only board, with a lens of its own; None unless that leaves no doubt.

    Where lines are faint, few of their pixels tell, but a board that is bare to its whole border tells the lens too.
    """
    if not is_undoubted(board.fit, (view.gray.shape[1], view.gray.shape[0])):
        return None
    fit = refine_sparsely(view.gray, board.fit.pose, spaces, board.polarity, fit_lens=True)
    fit = finished(view, fit, spaces, board.polarity, fit_lens=True)
    return fit if is_undoubted(fit, (view.gray.shape[1], view.gray.shape[0])) else None


def finished(view: View, fit: GridFit, spaces: tuple[int, int], polarity: int, *, fit_lens: bool) -> GridFit:
    """A final fit judged by edges and dots as well, and where dots stand for lines moved to those."""
    if fit.support < PLAIN:
        fit = fit_dots(view.gray, fit, spaces, polarity, fit_lens=fit_lens)
    return edged(view.pixels, view.gray, fit, spaces, polarity)


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
        if len(free) == 1 and free[0].support >= CLEARLY:
            return tuple(free)  # a lens that all share is its own, and it was fitted under that
        # a board that is much covered says nothing about the lens
        bent = [fit.pose for fit in free if fit.support >= CLEARLY] or [with_lens(free[0].pose, straight, spaces)]
        lens = simple_lens(frame_wh, shared_bend(bent, spaces))
    starts = [(with_lens(pose, lens, spaces), polarity) for pose, polarity in found]
    return tuple(
        refine(gray, pose, spaces, polarity, frame_wh, fit_lens=False, reaches=NEAR_REACHES)
        for pose, polarity in starts
    )
