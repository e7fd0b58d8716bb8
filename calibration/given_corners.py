"""Corners that somebody points at: refined on the printed grid where that agrees with them, and how much is seen.

What the search finds there comes first, since it weighs lines against the edge of the board; a fit from corners that
are a fifth of a space off may settle on stripes beside the lines.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike

from engine.sentence import say
from vision.finding.boardfinder import find_boards
from vision.finding.final_fits import finished, settle_lens
from vision.finding.grid_quick import clear_boards, share_lens
from vision.finding.grid_refine import NEAR, GridFit
from vision.finding.grid_search import SUPPORTED, view_of
from vision.finding.grid_seen import best_of, sights
from vision.finding.grid_whole import whole_board
from vision.finding.simple_lens import with_lens
from vision.following.mark_lock import half_turn
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose, Lens, space_px

SHIFT = 0.4  # spaces: corners given by hand may be this far off before the grid is taken to be another one


def given(
    frame: Frame, corners_px: ArrayLike, size_wh: tuple[float, float], lens: Lens | None
) -> tuple[BoardPose, ...]:
    """Poses from corners given by hand: refined where the printed grid agrees with them, else as they were given."""
    numbers = np.asarray(corners_px, np.float64)
    if numbers.size == 0 or numbers.size % 8 or not np.isfinite(numbers).all():
        raise BoardNotFound(
            say("four corners a board are needed, x and y each, got {found} numbers", found=numbers.size)
        )
    rough = [BoardPose.from_corners(corners, size_wh, lens) for corners in numbers.reshape(-1, 4, 2)]
    spaces = round(size_wh[0]), round(size_wh[1])
    clear = seen_clearly(frame, rough, size_wh, lens)
    if clear is not None:
        return clear
    searched = seen_by_search(frame, rough, size_wh, lens)
    if searched is not None:
        return searched
    known = [(pose, support_of(frame, pose, size_wh, SHIFT)[1]) for pose in rough]
    view = view_of(frame.pixels, np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8))
    settled = zip(settle_lens(view.smooth, known, spaces, frame.size_wh, lens), known, strict=True)
    alone = lens is None and len(known) == 1  # boards share one lens
    fits = [finished(view, fit, spaces, polarity, fit_lens=alone) for fit, (_, polarity) in settled]
    return tuple(
        _refined(frame, fit, pose, size_wh, None if alone else fit.pose.lens)
        for fit, pose in zip(fits, rough, strict=True)
    )


def _refined(
    frame: Frame, fit: GridFit, rough: BoardPose, size_wh: tuple[float, float], lens: Lens | None
) -> BoardPose:
    """The pose of a fit that agrees with a rough one, or of one to whole lines that does; else the rough one.

    Without a ``lens`` whole lines tell their own.
    """
    if agrees(fit, rough, size_wh):
        return fit.pose
    spaces = round(size_wh[0]), round(size_wh[1])
    whole = whole_board(frame.pixels, rough.corners_px(size_wh), spaces, lens)
    if whole is not None and is_near(whole.pose, rough, size_wh):
        return whole.pose
    return with_lens(rough, fit.pose.lens, size_wh) if fit.pose.lens else rough


def seen_clearly(
    frame: Frame, rough: Sequence[BoardPose], size_wh: tuple[float, float], lens: Lens | None
) -> tuple[BoardPose, ...] | None:
    """The poses that a search finds at these rough ones, turned like them; None unless it finds each beyond doubt."""
    spaces = round(size_wh[0]), round(size_wh[1])
    gray = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    hints = [pose.corners_px(size_wh) for pose in rough]
    found = clear_boards(frame.pixels, gray, spaces, len(rough), lens, hints)
    return all_near([fit.pose for fit in share_lens(frame.pixels, gray, found, spaces, lens)], rough, size_wh)


def seen_by_search(
    frame: Frame, rough: Sequence[BoardPose], size_wh: tuple[float, float], lens: Lens | None
) -> tuple[BoardPose, ...] | None:
    """The same by all ways in which a picture is searched."""
    hints = [pose.corners_px(size_wh) for pose in rough]
    try:
        found = find_boards(frame, size_wh, lens=lens, hints=hints)
    except BoardNotFound:
        return None
    return all_near(found, rough, size_wh)


def all_near(
    seen: Sequence[BoardPose], rough: Sequence[BoardPose], size_wh: tuple[float, float]
) -> tuple[BoardPose, ...] | None:
    """Of the poses seen those at the rough ones, turned like them; None unless there is one at each."""
    turned = [pose for each in seen for pose in (each, half_turn(each, size_wh))]
    near = [next((pose for pose in turned if is_near(pose, place, size_wh)), None) for place in rough]
    poses = tuple(pose for pose in near if pose is not None)
    return poses if len(poses) == len(rough) else None


def agrees(fit: GridFit, rough: BoardPose, size_wh: tuple[float, float]) -> bool:
    """Whether the printed grid was found where the corners say."""
    return fit.support >= SUPPORTED and is_near(fit.pose, rough, size_wh)


def is_near(pose: BoardPose, rough: BoardPose, size_wh: tuple[float, float]) -> bool:
    """Whether the corners of a pose are no further from those of another than hands are off."""
    moved = np.linalg.norm(pose.corners_px(size_wh) - rough.corners_px(size_wh), axis=1).max()
    return bool(moved <= SHIFT * space_px(rough, size_wh))


def support_of(frame: Frame, pose: BoardPose, size_wh: tuple[float, float], near: float = NEAR) -> tuple[GridFit, int]:
    """How much of the printed grid is seen where the pose puts it, and whether it is light (1) or dark (-1)."""
    seen = sights(frame.pixels, pose, (round(size_wh[0]), round(size_wh[1])), 0.45, near)
    return best_of(seen).fit, seen[0].polarity
