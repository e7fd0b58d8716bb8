"""Tells a grid of just so many spaces from those of other games: smaller ones, larger ones, and fields of two colours.

Beside a smaller grid a frame, or the edge of its sheet, may lie where one line more would be, but no rungs lead up to
that. Beyond an area of a larger one rungs lead on. Fields of different colours meet in edges and not in lines.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.grid_beyond import WIDER, widened
from vision.grid_edges import changes_across
from vision.grid_refine import in_place
from vision.grid_strips import FINE, placed, profiles, ridges_across
from vision.pose import BoardPose

CLEARLY = 0.8  # share of the stretches well inside from which it tells that hardly any is seen at a side
FEWER = 0.45  # by how much fewer rungs are seen in the last row than before it; of 66 bare boards 0.29 at most
BY_CHANCE = 0.65  # share of those in the last row that by either tone are seen by chance, at most
NEXT = 0.75  # of what is seen well inside: so much of the next line and of the rungs up to it, and a grid goes on
LED_ON = 0.75  # the same of the rungs alone; of those boards 0.67 at most
MET = 0.6  # the same of edges; of those boards 0.56 at most
FIELDS = 0.5  # share of the stretches well inside that are edges, from which those may be fields of different colours
_INSIDE, _ELSEWHERE = 16, 17

Flags = NDArray[np.bool_]
Shares = NDArray[np.float64]


def is_another(pixels: Pixels, pose: BoardPose, spaces: tuple[int, int]) -> bool:
    """Whether what a pose fits is no printed grid of so many spaces, columns and rows, after all."""
    grid = widened(spaces).strips
    places = placed(pose, grid)
    height, width = pixels.shape[:2]
    there = ((places.here > 0) & (places.here < np.array([width - 1, height - 1]))).all(axis=1)
    gray = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    tones = ridges_across(*profiles(gray, places, FINE), grid, 1, -1)
    light, dark = (there & in_place(tone, WIDER) for tone in tones)
    if has_other_extent(light, dark, spaces):
        return True
    edges = changes_across(*profiles(pixels, places, FINE), grid)
    return is_of_fields(in_place(tones[0]) | in_place(tones[1]), in_place(edges), spaces) or leads_on(
        light, dark, there & in_place(edges, WIDER), spaces
    )


def has_other_extent(light: Flags, dark: Flags, spaces: tuple[int, int]) -> bool:
    """Whether a grid has fewer rows or columns than ``spaces``, or more, by lines of the tone that shows most of it.

    Args:
        light: which stretches of the widened grid are seen in place as light lines, bool (n,).
        dark: the same of dark ones.
        spaces: columns and rows.
    """
    main, either = main_shares(light, dark, spaces), shares(light | dark, spaces)
    lines, joins, last, before = (main[first : first + 4] for first in (0, 4, 8, 12))
    fewer = (before - last >= FEWER) & (either[8:12] <= BY_CHANCE)
    more = (np.minimum(lines, joins) >= NEXT * main[_INSIDE]) | (joins >= LED_ON)
    return bool(more.any() or (main[_INSIDE] >= CLEARLY and fewer.any()))


def is_of_fields(lines: Flags, edges: Flags, spaces: tuple[int, int]) -> bool:
    """Whether more of the inside of a grid is edges than lines; bool (n,) of the widened grid each."""
    share = shares(edges, spaces)[_INSIDE]
    return bool(share >= FIELDS and share > shares(lines, spaces)[_INSIDE])


def leads_on(light: Flags, dark: Flags, edges: Flags, spaces: tuple[int, int]) -> bool:
    """Whether a grid goes on by its lines or by edges; arguments as above."""
    met = shares(edges, spaces)
    lines, joins = (np.maximum(main_shares(light, dark, spaces), met)[first : first + 4] for first in (0, 4))
    return bool((np.minimum(lines, joins) >= MET).any() or (met[4:8] >= MET).any())


def main_shares(light: Flags, dark: Flags, spaces: tuple[int, int]) -> Shares:
    """The shares of the tone that shows more of the inside."""
    return max((shares(tone, spaces) for tone in (light, dark)), key=lambda each: float(each[_INSIDE]))


def shares(seen: Flags, spaces: tuple[int, int]) -> Shares:
    """What share is seen of each of the ``parts_of``, float64 (18,)."""
    parts = parts_of(spaces)
    return np.asarray(np.bincount(parts, seen) / np.bincount(parts), np.float64)


@lru_cache(maxsize=16)
def parts_of(spaces: tuple[int, int]) -> NDArray[np.intp]:
    """Where each stretch of the widened grid belongs, (n,): by the sides left, right, far and near.

    Sides 0 to 3 are those of the next lines, 4 to 7 of what joins them to the grid, 8 to 11 of the rungs in the last
    row or column, 12 to 15 of those in the one before; 16 is well inside, 17 the rest.
    """
    grid = widened(spaces).strips
    x, y = grid.middle.T
    upright = grid.across[:, 0] == 1
    (cols, rows), part = spaces, np.full(len(x), _ELSEWHERE, np.intp)
    for along, across, is_rung, length, width, side in (
        (x, y, ~upright, cols, rows, 0),
        (y, x, upright, rows, cols, 2),
    ):
        between = is_rung & (across > 0.5) & (across < width - 0.5)
        part[between & (along > 2) & (along < length - 2)] = _INSIDE
        for end, out in ((0, -1), (length, 1)):
            part[~is_rung & (along == end + out) & (across > 0) & (across < width)] = side
            part[is_rung & (along == end + 0.5 * out) & (across >= 0) & (across <= width)] = 4 + side
            part[between & (along == end - 0.5 * out)] = 8 + side
            part[between & (along == end - 1.5 * out)] = 12 + side
            side += 1
    return part
