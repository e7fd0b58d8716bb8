"""Finds boards whose lines are as weak as the drawings round them, by each line as a whole.

Inside an outline all lines are averaged along themselves in every axis of colour; combs of evenly spaced teeth tell
where a grid may lie; where none does, a margin inside outlines that may be those of a sheet. It is a board if every one
of its lines is seen there, and none runs on, beyond it or between.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from vision.finding.another_game import is_another
from vision.finding.combs import CAP, SHARP, SIZE, WIDE, Comb, evidence, fit_combs
from vision.finding.grid_beyond import goes_on
from vision.finding.grid_chequered import chequered_board
from vision.finding.grid_quick import ASKEW, holds, is_too_fine
from vision.finding.grid_refine import GridFit
from vision.finding.grid_search import overlap
from vision.finding.grid_sparse import judged
from vision.finding.lattice import ACROSS, DOWN, ROWS, UNIT, Floats, Gray, Lattice, lattice_at, median, ridges
from vision.finding.one_size import of_one_size
from vision.finding.perspective import UNEVEN, outline_unevenness, unevenness
from vision.finding.pose_step import improve
from vision.finding.sheet_outlines import lies_inside, sheets_in
from vision.finding.simple_lens import shared_bend, simple_lens
from vision.finding.whole_lines import (
    CAPPED,
    NEIGHBOURS,
    ridges_at,
    runs_on,
    seen_by_stretch,
    seen_in_parts,
    seen_whole,
    stretches_in,
)
from vision.frame import Pixels
from vision.pose import BoardNotFound, BoardPose, Lens, Points

PLAUSIBLE = 0.7  # score of a lattice that is worth measuring; of boards the best had 1.5 at least
MISSED = 6  # so many lattices one after another that are no boards are measured
AGAIN = 3  # so many are where a board was seen: an outline beside its border may draw a fit to that
REACHES = (0.35, 0.3, 0.2, 0.15)  # spaces that are searched to each side, one step after another
CLOSER = (0.2, 0.15)  # the same while a lens is fitted along
BENT = 0.85  # times the residual at which a lens explains enough: ornaments on a border look like one
THIRDS = 3  # parts of a line that are averaged by themselves: an outline is a little askew
LOUDEST = 5.0  # times the noise of such a part
SEEN = 0.85  # share of the lines that must be seen in place; where no grid is at most 0.42 are
BORDER = 0.9  # the same of the worst of the outermost lines: a space aside one of them is not there at all
# the same of stretches, each by itself, of those of the worst side, and of those that end at the worst side: of 13
# boards found by this alone the worst had 0.86, 0.88 and 0.57; cards of other games 0.96, 0.88 and 0.43
SINGLE, SIDE, ENDS = 0.8, 0.85, 0.5
# the same ends and residual, in spaces, where not all sides are shown by single stretches: such a board in dim light
# had 1.0 and 0.0025
ENDED, CLOSE = 0.95, 0.005
RESIDUAL = 0.013  # spaces, of whole lines: those boards had at most 0.01, such cards 0.018 at least
TOLD = 0.6  # share of the stretches from which lightness tells where lines end


def whole_boards(
    pixels: Pixels,
    batches: Iterable[Sequence[Points]],
    spaces: tuple[int, int],
    at_most: int,
    lens: Lens | None,
) -> tuple[GridFit, ...]:
    """The boards all of whose lines are seen, in quadrilaterals float64 (4, 2) that come in batches; perhaps none.

    Args:
        pixels: the picture.
        batches: outlines, clockwise.
        spaces: of a board, across and down.
        at_most: so many boards.
        lens: of the camera; without one a simple one is fitted, which all boards share.
    """
    lab = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB), np.uint8)
    outlines = list(batches)
    found: list[GridFit] = []
    missed = 0
    for lattice in likely_lattices(lab, outlines, spaces):
        if missed == MISSED:
            break
        same = sum(holds(board.pose, lattice.corners_px, spaces) for board in found)
        if same == AGAIN or (same == 0 and len(of_best(found, spaces)) == at_most):
            continue
        fit = board_at(pixels, lab, lattice.corners_px, spaces, lens)
        found += () if fit is None else (fit,)
        missed = missed + 1 if fit is None else 0
    if not found:
        # combs hold the edges of a sheet for lines where those are weaker
        for sheet in sheets_in(outlines, spaces, (pixels.shape[1], pixels.shape[0])):
            if len(found) == at_most:
                break
            if any(holds(board.pose, sheet.outline_px, spaces) for board in found):
                continue
            fit = board_at(pixels, lab, sheet.grid.corners_px(spaces), spaces, lens)
            found += () if fit is None or not lies_inside(fit.pose, sheet.outline_px, spaces) else (fit,)
    best = of_best(found, spaces)
    if lens is None and len(best) > 1:
        shared = simple_lens((pixels.shape[1], pixels.shape[0]), shared_bend([fit.pose for fit in best], spaces))
        again = [board_at(pixels, lab, fit.pose.corners_px(spaces), spaces, shared) for fit in best]
        best = [fit for fit in again if fit is not None]
    return of_one_size(tuple(best), spaces)


def whole_board(pixels: Pixels, corners_px: Points, spaces: tuple[int, int], lens: Lens | None) -> GridFit | None:
    """The board about at such corners, float64 (4, 2), if all of its lines are seen; as ``whole_boards`` has them."""
    return board_at(pixels, np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB), np.uint8), corners_px, spaces, lens)


def board_at(
    pixels: Pixels, lab: Pixels, corners_px: Points, spaces: tuple[int, int], lens: Lens | None
) -> GridFit | None:
    """The same in a picture that is there in CIELAB as well.

    Two shades that alternate tell more exactly where spaces end than the few lines among them do.
    """
    fit = chequered_at(pixels, lab, corners_px, spaces, lens)
    if fit is not None:
        return fit
    fit = fitted(lab, corners_px, spaces, lens)
    told = fit is not None and is_whole(lab, fit, spaces) and not is_part(pixels, lab, fit.pose, spaces)
    return fit if told else None


def chequered_at(
    pixels: Pixels, lab: Pixels, corners_px: Points, spaces: tuple[int, int], lens: Lens | None
) -> GridFit | None:
    """The same if its spaces are told apart by two alternating shades."""
    fit = chequered_board(pixels, lab, corners_px, spaces, lens)
    if fit is None or is_too_fine(fit.pose, spaces):
        return None
    return fit if unevenness(fit.pose, (lab.shape[1], lab.shape[0])) <= UNEVEN else None


def likely_lattices(lab: Pixels, batches: Iterable[Sequence[Points]], spaces: tuple[int, int]) -> list[Lattice]:
    """The lattices that are worth measuring in what may be outlines of a board, the likeliest first."""
    frame_wh = lab.shape[1], lab.shape[0]
    channels = [np.asarray(part, np.uint8) for part in cv2.split(lab)]
    found = [
        lattice
        for batch in batches
        for quad in batch
        if outline_unevenness(quad, spaces, frame_wh) <= ASKEW
        for lattice in lattices_of_lines(channels, quad, spaces)
        if lattice.score >= PLAUSIBLE
    ]
    return sorted(found, key=lambda lattice: -lattice.score)


def of_best(found: Sequence[GridFit], spaces: tuple[int, int]) -> list[GridFit]:
    """The best at each place, the most of whose lines are seen nearest to where they belong."""
    best: list[GridFit] = []
    for fit in sorted(found, key=lambda fit: (-round(fit.support, 2), fit.pose.residual_cells)):
        if not any(overlap(fit.pose, other.pose, spaces) for other in best):
            best.append(fit)
    return best


def is_whole(lab: Pixels, fit: GridFit, spaces: tuple[int, int]) -> bool:
    """Whether the sides of a grid of square spaces and nearly all its lines are seen, by stretches at least to end."""
    if fit.support < SEEN or fit.border < BORDER or fit.pose.residual_cells > RESIDUAL:
        return False
    single, residual = seen_by_stretch(lab, fit.pose, spaces), fit.pose.residual_cells
    frame_wh = lab.shape[1], lab.shape[0]
    shown = single.support >= SINGLE and single.border >= SIDE and single.ends >= ENDS
    # sides may be faint: that every line is seen as a whole, and single stretches end there, tells as much
    ended = single.support >= SINGLE and fit.support == 1.0 and single.ends >= ENDED and residual <= CLOSE
    return (shown or ended) and unevenness(fit.pose, frame_wh) <= UNEVEN


def is_part(pixels: Pixels, lab: Pixels, pose: BoardPose, spaces: tuple[int, int]) -> bool:
    """Whether a grid goes on beyond these spaces, or between its lines, by whole lines or single stretches.

    Where lightness shows few of its lines, it does not tell where they end either.
    """
    gray = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    if runs_on(lab, pose, spaces) or goes_on(gray, pose, spaces):
        return True
    told = any(judged(gray, pose, spaces, polarity).support >= TOLD for polarity in (1, -1))
    return told and is_another(pixels, pose, spaces)


def fitted(lab: Pixels, corners_px: Points, spaces: tuple[int, int], lens: Lens | None) -> GridFit | None:
    """A pose fitted to whole lines from where its corners are thought to be; None where the fit runs away."""
    straight = simple_lens((lab.shape[1], lab.shape[0]), 0.0)
    try:
        pose = BoardPose.from_corners(corners_px, spaces, lens or straight)
        if is_too_fine(pose, spaces):
            return None
        pose = moved(lab, pose, spaces, REACHES, fit_lens=False)
        if lens is None:
            bent = moved(lab, pose, spaces, CLOSER, fit_lens=True)
            pose = bent if residual(lab, bent, spaces) < BENT * residual(lab, pose, spaces) else pose
    except BoardNotFound:
        return None
    return seen_whole(lab, pose, spaces)


def moved(
    lab: Pixels, pose: BoardPose, spaces: tuple[int, int], reaches: Sequence[float], *, fit_lens: bool
) -> BoardPose:
    """The pose moved to where parts of lines are seen within such ``reaches``, one after another.

    Raises:
        BoardNotFound: the fit runs away.
    """
    frame_wh = lab.shape[1], lab.shape[0]
    for reach in reaches:
        seen = stretches_in(ridges_at(lab, pose, spaces), spaces, NEIGHBOURS, reach)
        pose = improve(pose, seen, spaces, frame_wh, fit_lens=fit_lens)
    return pose


def residual(lab: Pixels, pose: BoardPose, spaces: tuple[int, int]) -> float:
    """How far from their places parts of lines are seen, in spaces, root mean square; infinite where none is."""
    return seen_in_parts(lab, pose, spaces).pose.residual_cells


def lattices_of_lines(channels: Sequence[Gray], quad_px: Points, spaces: tuple[int, int]) -> list[Lattice]:
    """The likeliest lattice of this size in a quadrilateral for each way it may lie, light and dark lines alike."""
    matrix = np.asarray(cv2.getPerspectiveTransform(UNIT, quad_px.astype(np.float32)), np.float64)
    upright, level = (combs_in(profile_in(channels, matrix @ axis), spaces) for axis in (ACROSS, DOWN))
    found = []
    for across, down in dict.fromkeys((spaces, spaces[::-1])):
        xs, ys = upright[across], level[down]
        score = min(xs.score / (across + 1), ys.score / (down + 1))
        found.append(lattice_at(matrix, xs, ys, across != spaces[0], score, 1))
    return found


def combs_in(profile: Floats, spaces: tuple[int, int]) -> dict[int, Comb]:
    """The best comb in a profile, (SIZE,), for each number of spaces that a side may have."""
    capped = np.clip(profile[None], -1, CAP)
    counts = tuple(sorted(set(spaces)))
    found = fit_combs(evidence(capped, WIDE), evidence(capped, SHARP), tuple(count + 1 for count in counts))
    return dict(zip(counts, found, strict=True))


def profile_in(channels: Sequence[Gray], matrix: Points) -> Floats:
    """How high ridges along upright lines stand in what ``matrix`` leads to the picture, in units of noise, (SIZE,)."""
    total = np.zeros(SIZE)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for channel in channels:
        seen = cv2.warpPerspective(channel, matrix, (SIZE, ROWS), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        for part in np.array_split(ridges(seen.astype(np.float32), 2, 1, CAPPED), THIRDS):
            mean = part.mean(axis=0)
            total += np.clip(mean / (1.4826 * median(np.abs(mean)) + 1e-6), -LOUDEST, LOUDEST) ** 2
    height = np.sqrt(total)
    height -= median(height)
    return np.asarray(height / (1.4826 * median(np.abs(height)) + 1e-6), np.float32)
