"""Finds boards on which sun and shade lie, in the same picture as if all of it were lit alike.

In deep shade the lines of a grid have a fraction of the contrast that they have beside it, and the borders of the shade
are the clearest lines of all. So every place is made as light as the others, by its surroundings (the surround of
Land's retinex 1986, of one size).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.finding.another_game import is_another
from vision.finding.boardfinder import searched, searched_thinly
from vision.finding.grid_beyond import goes_on
from vision.finding.grid_search import overlap, view_of
from vision.finding.grid_seeds import grid_seeds
from vision.finding.one_size import is_as_large
from vision.finding.quads import quad_batches
from vision.finding.reading_order import reading_order
from vision.finding.simple_lens import with_lens
from vision.frame import Frame, Pixels
from vision.pose import BoardNotFound, BoardPose, Lens, Points

SURROUND = (0.03, 0.05)  # of the width of a picture: about a space; what is larger than that is taken for light
_REPEATS = 3  # pieces of a grid in the picture from which it may hold one: three such boards had 4 at least
_LEVEL = 110.0  # grey levels that all places come to
_NOISE = 4.0  # grey levels: what is darker shows little but noise
_BLACK, _WHITE, _LEGIBLE = 3, 252, 0.5  # grey levels between which something is seen, and share of a picture with those


def seen_evenly(
    frame: Frame, size_wh: tuple[float, float], at_most: int, lens: Lens | None, hints: Sequence[Points]
) -> tuple[BoardPose, ...]:
    """The boards in the evened picture, as ``boardfinder.find_boards`` has them; perhaps none.

    Of a picture with even light it shows no more, but drawings more clearly: none that go on in the real one, or have
    another number of spaces there. Nothing is made of a picture that is black or white for the most part.
    """
    spaces = round(size_wh[0]), round(size_wh[1])
    gray = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    if np.mean((gray > _BLACK) & (gray < _WHITE)) < _LEGIBLE:
        return ()
    boards: list[BoardPose] = []
    for surround in SURROUND:
        even = replace(frame, pixels=evened(frame.pixels, surround * frame.size_wh[0]))
        for pose in _by_their_lines(even, spaces, at_most, lens, hints):
            if boards and boards[0].lens is not None:
                pose = with_lens(pose, boards[0].lens, spaces)
            apart = not any(overlap(pose, other, spaces) for other in boards)
            alike = not boards or is_as_large(pose, boards[0], spaces)
            if apart and alike and not goes_on(gray, pose, spaces) and not is_another(frame.pixels, pose, spaces):
                boards.append(pose)
    return reading_order(tuple(boards[:at_most]), size_wh) if boards else ()


def _by_their_lines(
    frame: Frame, spaces: tuple[int, int], at_most: int, lens: Lens | None, hints: Sequence[Points]
) -> list[BoardPose]:
    """The boards of which nearly all lines are seen, not only those round areas: even light draws the rims of cards."""
    gray = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    seeds = list(grid_seeds(gray))
    if len(seeds) < _REPEATS:
        return []  # a bare table: the search would take a second and find nothing
    quads, again = itertools.tee(itertools.chain((tuple(hints),), quad_batches(frame.pixels)))
    try:
        fits = searched(view_of(frame.pixels, gray, iter(seeds)), quads, (), spaces, at_most, lens)
    except BoardNotFound:
        fits = searched_thinly(frame, gray, again, spaces, at_most, lens)
    return [fit.pose for fit in fits]


def evened(pixels: Pixels, blur_px: float) -> Pixels:
    """The picture with every place as light as the others, by the mean of what lies around it."""
    gray = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY).astype(np.float32)
    factor = _LEVEL / (cv2.GaussianBlur(gray, (0, 0), blur_px) + _NOISE)
    return np.clip(pixels * factor[..., None], 0, 255).astype(np.uint8)
