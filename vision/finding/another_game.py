"""Tells boards of other games, on whose grids a board of ours may seem to lie, by all that is known of grids."""

from __future__ import annotations

import cv2
import numpy as np

from vision.finding.grid_askew import goes_on_askew
from vision.finding.grid_beyond import WIDER, widened
from vision.finding.grid_edges import changes_across
from vision.finding.grid_extent import (
    ends_short,
    has_other_extent,
    is_finer,
    is_of_fields,
    leads_on,
    lines_of,
    reaching,
)
from vision.finding.grid_fields import fills_in_part
from vision.finding.grid_refine import in_place
from vision.finding.grid_strips import FINE, placed, profiles
from vision.finding.sheet_ends import ended_before, ends_all_round, lies_aside, patterned_behind
from vision.frame import Pixels
from vision.pose import BoardPose


def is_another(pixels: Pixels, pose: BoardPose, spaces: tuple[int, int]) -> bool:
    """Whether what a pose fits is no printed grid of so many spaces, columns and rows, after all."""
    gray = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    lines = lines_of(gray, pose, spaces)
    if has_other_extent(lines, spaces) or is_finer(pixels, gray, pose, spaces, lines.ink):
        return True
    if fills_in_part(pixels, pose, spaces) or goes_on_askew(gray, pose, spaces, lines):
        return True
    grid = widened(spaces).strips
    places = placed(pose, grid)
    seen = changes_across(*profiles(pixels, places, FINE), grid)
    edges = lines.there & in_place(seen, WIDER)
    if is_of_fields(lines, in_place(seen), spaces):
        return True
    if ends_short(lines, edges, spaces):
        return True
    going_on, aside = leads_on(lines, edges, spaces), lies_aside(edges, spaces)
    if not going_on and not aside:
        return False
    ended = ended_before(pixels, pose, spaces)
    if aside and lies_aside(edges & ~(ended | patterned_behind(pixels, pose, spaces)), spaces):
        return True
    return (
        going_on
        and not ends_all_round(ended, spaces)
        and leads_on(lines, edges & reaching(pixels, pose, spaces), spaces)
    )
