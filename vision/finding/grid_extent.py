"""Tells a grid of just so many spaces from those of other games: smaller ones, larger ones, and fields of two colours.

Beside a smaller grid a frame, or the edge of its sheet, may lie where one line more would be, but no rungs lead up to
that. Beyond an area of a larger one rungs lead on. Fields of different colours meet in edges and not in lines. A board
in play is told by the same: what tiles hide of it is not taken for missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.finding.grid_beyond import WIDER, halves, widened
from vision.finding.grid_edges import changes_across
from vision.finding.grid_refine import in_place
from vision.finding.grid_strips import FINE, Places, peaks_across, placed, profiles, some_of
from vision.finding.lattice import Gray
from vision.finding.stretches import Array, Stretches
from vision.frame import Pixels
from vision.pose import BoardPose

BOLD = 0.25  # times the middle height of lines well inside: a ridge so high is no grain, though it may lie in shadow
BOLDER = 0.35  # the same for next lines with what leads up to them
BARE = 0.9  # share of the stretches well inside from which it tells that no rungs are seen in the last row
FEWER = 0.7  # by how much fewer rungs are seen there than before it; of 777 boards in play 0.57 where the next two hold
NONE = 0.1  # share of those in the last row, at most: tiles hide rungs as well, but rarely all
OPEN = 0.25  # share of the line where the grid would end, at most: tiles leave that alone
LED_ON = 0.55  # share of rungs beyond a side by which a grid goes on; of those boards 0.44 at most
NEXT = 0.42  # the same of the next line and of the rungs up to it; of those boards 0.3 at most
FURTHER, SHORTER = 0.3, 0.5  # spaces by which edges on the way to a next line are looked at again so much shorter
MET, MET_BESIDE = 0.6, 0.65  # both, the rungs last, where edges count as well: of those boards 0.5 and 0.56 at most
PATTERN, MET_PATTERN = 0.4, 0.8  # the least of both at any side on a patterned cloth, and the last of them there
PART = 0.3  # share of what lies beyond a side that must be in the picture to tell
MOSTLY = 0.85  # share of the stretches well inside from which it tells that nothing is seen at a side
FAINTLY = 0.4  # share of the line where the grid would end that is seen at most then, and of edges there
FIELDS = 0.4  # share of the stretches well inside that are edges, from which those may be fields of different colours
FINER = 0.6  # share of lines halfway between a grid's own that are lines or edges; of 276 boards in play 0.33 at most
_INSIDE, _ELSEWHERE, _BORDER = 16, 17, 18

Flags = NDArray[np.bool_]
Shares = NDArray[np.float64]


class Tone(NamedTuple):
    """What was seen of a widened grid by lines lighter than the ground (1) or darker (-1), and their heights, (n,)."""

    polarity: int
    seen: Stretches
    height: Array


class Ink(NamedTuple):
    """How lines are printed: lighter than the ground (1) or darker (-1), and the middle height of those well inside."""

    polarity: int
    height: float


class Lines(NamedTuple):
    """How high a widened grid's lines stand that are seen in place, as shares of the middle height well inside.

    By the tone that shows more of the inside and by the other, float64 (n,) each, 0 where none is seen; ``there``
    bool (n,) tells the stretches in the picture, ``ink`` what the main tone is.
    """

    main: Shares
    other: Shares
    there: Flags
    ink: Ink


def lines_of(gray: Gray, pose: BoardPose, spaces: tuple[int, int]) -> Lines:
    """The lines of a grid of so many spaces and of what would be round it, in a lightness, uint8 (height, width)."""
    grid, polarities = widened(spaces).strips, (1, -1)
    places = placed(pose, grid)
    ridges = peaks_across(*profiles(gray, places, FINE), grid, *polarities)
    tones = [
        Tone(polarity, Stretches(grid.middle, grid.across, offset, contrast), height)
        for polarity, (offset, contrast, height) in zip(polarities, ridges, strict=True)
    ]
    return lines_seen(tones, within(places, gray.shape), spaces)


def lines_seen(tones: Sequence[Tone], there: Flags, spaces: tuple[int, int]) -> Lines:
    """The same by what was seen in both tones; ``there`` bool (n,) are the stretches in the picture."""
    inside = parts_of(spaces) == _INSIDE
    known = [
        (height[inside & in_place(seen)], np.where(there & in_place(seen, WIDER), height, 0.0), polarity)
        for polarity, seen, height in tones
    ]
    (_, other, _), (told, main, polarity) = sorted(known, key=lambda tone: len(tone[0]))
    middle = float(np.median(told)) if len(told) else np.inf
    return Lines(main / middle, other / middle, there, Ink(polarity, middle))


def within(places: Places, shape: tuple[int, ...]) -> Flags:
    """Which stretches lie in a picture of this shape, bool (n,)."""
    return np.asarray(((places.here > 0) & (places.here < np.array([shape[1] - 1, shape[0] - 1]))).all(axis=1))


def has_other_extent(lines: Lines, spaces: tuple[int, int]) -> bool:
    """Whether a grid has fewer rows or columns than ``spaces``, or more, by its lines.

    Where one more row would be neither its rungs nor its border are seen. Where a grid goes on either nearly all rungs
    do or there is a next line as well.
    """
    main, beyond, next_too = (
        shares(lines.main >= BOLD, spaces),
        outside(lines, BOLD, spaces),
        outside(lines, BOLDER, spaces),
    )
    either = shares((lines.main >= BOLD) | (lines.other >= BOLD), spaces)
    fewer = (main[12:16] - either[8:12] >= FEWER) & (either[8:12] <= NONE) & (either[_BORDER:] <= OPEN)
    more = (np.minimum(next_too[:4], next_too[4:]) >= NEXT) | (beyond[4:] >= LED_ON)
    return bool(more.any() or (main[_INSIDE] >= BARE and fewer.any()))


def is_finer(pixels: Pixels, gray: Gray, pose: BoardPose, spaces: tuple[int, int], ink: Ink) -> bool:
    """Whether halfway between the lines of a grid there are others in the same ``ink``, or fields meet."""
    halfway = halves(spaces)
    places = placed(pose, halfway)
    ((offset, contrast, height),) = peaks_across(*profiles(gray, places, FINE), halfway, ink.polarity)
    lines = in_place(Stretches(halfway.middle, halfway.across, offset, contrast), WIDER) & (height >= BOLD * ink.height)
    edges = in_place(changes_across(*profiles(pixels, places, FINE), halfway), WIDER)
    return bool((lines | edges).mean() >= FINER)


def is_of_fields(lines: Lines, edges: Flags, spaces: tuple[int, int]) -> bool:
    """Whether more of the inside of a grid is ``edges``, bool (n,) of the widened grid, than lines."""
    share = shares(edges, spaces)[_INSIDE]
    either = shares((lines.main >= BOLD) | (lines.other >= BOLD), spaces)[_INSIDE]
    return bool(share >= FIELDS and share > either)


def leads_on(lines: Lines, edges: Flags, spaces: tuple[int, int]) -> bool:
    """Whether a grid goes on by lines here and by edges there, as fields with gaps do; arguments as above.

    Where edges are all round it is a patterned cloth: then there must be more of them.
    """
    either = lines._replace(main=np.maximum(lines.main, BOLD * edges))
    seen = outside(either, BOLD, spaces)
    beside = MET_PATTERN if seen.min() >= PATTERN else MET_BESIDE
    return bool(((np.minimum(seen[:4], seen[4:]) >= MET) | (seen[4:] >= beside)).any())


def reaching(pixels: Pixels, pose: BoardPose, spaces: tuple[int, int]) -> Flags:
    """The stretches of the widened grid, (n,), but for edges on the way to next lines that end before they are there.

    A margin may be made of panes or stones, one to a space.
    """
    grid, parts = widened(spaces).strips, parts_of(spaces)
    ways = np.flatnonzero((parts >= 4) & (parts < 8))
    middle = np.array(spaces) / 2
    out = np.where(np.abs(grid.middle - middle) > middle, np.sign(grid.middle - middle), 0.0)
    far = some_of(grid._replace(middle=grid.middle + FURTHER * out), ways)
    places = placed(pose, far)
    places = places._replace(ahead=SHORTER * places.ahead)
    seen = changes_across(*profiles(pixels, places, FINE), far)
    found = np.ones(len(parts), np.bool_)
    found[ways] = in_place(seen, WIDER)
    return found


def ends_short(lines: Lines, edges: Flags, spaces: tuple[int, int]) -> bool:
    """Whether nothing is seen where a grid should end at a side, neither rungs nor line nor ``edges``.

    It tells where all is seen of the row before, or nothing of that either: a hand covers some of it.
    """
    main = shares(lines.main >= BOLD, spaces)
    either = shares((lines.main >= BOLD) | (lines.other >= BOLD), spaces)
    last, before, border = either[8:12], main[12:16], either[_BORDER:]
    nothing = (last <= NONE) & (np.maximum(border, shares(edges, spaces)[_BORDER:]) <= FAINTLY)
    return bool(main[_INSIDE] >= MOSTLY and (nothing & ((before >= FEWER) | (before <= NONE))).any())


def outside(lines: Lines, least: float, spaces: tuple[int, int]) -> Shares:
    """What share stands at ``least`` so high of what lies beyond the sides and in the picture: parts 0 to 7, (8,)."""
    there, seen = (shares(part, spaces)[:8] for part in (lines.there, lines.there & (lines.main >= least)))
    return np.where(there >= PART, seen / np.maximum(there, PART), 0.0)


def shares(seen: Flags, spaces: tuple[int, int]) -> Shares:
    """What share is seen of each of the ``parts_of``, float64 (22,)."""
    parts = parts_of(spaces)
    return np.asarray(np.bincount(parts, seen) / np.bincount(parts), np.float64)


@lru_cache(maxsize=16)
def parts_of(spaces: tuple[int, int]) -> NDArray[np.intp]:
    """Where each stretch of the widened grid belongs, (n,): by the sides left, right, far and near.

    Sides 0 to 3 are those of the next lines, 4 to 7 of what joins them to the grid, 8 to 11 of the rungs in the last
    row or column, 12 to 15 of those in the one before; 16 is well inside, 18 to 21 the outermost lines, 17
    the rest.
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
            part[~is_rung & (along == end) & (across > 0) & (across < width)] = _BORDER + side
            part[between & (along == end - 0.5 * out)] = 8 + side
            part[between & (along == end - 1.5 * out)] = 12 + side
            side += 1
    return part
