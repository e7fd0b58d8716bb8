"""Finds boards whose lines are light here and dark there, and of whose border an edge may be seen at most.

Areas may be framed by light lines round dark ones, and the outermost line may be lost beside a dark rim: then the best
lattice of lines of one tone is likely to lie a space too far to one side. Here both tones count, and along the border
changes of colour do; one look tells that for the grids a space aside as well.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.finding.grid_aside import parts
from vision.finding.grid_beyond import goes_on, widened
from vision.finding.grid_border import closed_border
from vision.finding.grid_edges import changes_across
from vision.finding.grid_extent import Tone, has_other_extent, lines_seen, within
from vision.finding.grid_refine import NEAR, GridFit, in_place, judge
from vision.finding.grid_sparse import SHORT, STEPS, moved_to
from vision.finding.grid_strips import FINE, MIDDLING, Density, Places, Strips, peaks_across, placed, profiles, some_of
from vision.finding.lattice import Gray
from vision.finding.perspective import UNEVEN, unevenness
from vision.finding.pose_step import moves_seen
from vision.finding.simple_lens import simple_lens
from vision.finding.stretches import Array, Stretches
from vision.frame import Pixels
from vision.pose import BoardPose, Lens

LOOKS = 4  # one finds the grid a space aside; where it lies a space aside both ways, there are two on the way
HARDLY = 0.4  # share of the grid's stretches from which it is looked at again; where no grid is, 0.3 are seen
PARTLY = 0.6  # share of all of it, edges too, from which it is looked at once more: of 107 boards the least had 0.64
SEEN = 0.7  # share of the grid's stretches that must be seen in place, by either tone
FRAMED = 0.88  # the same for each of the four outermost lines, edges included; a space aside at most seven of eight are
PRESENT = 0.95  # share of the lines that are there
ENDS = 0.25  # share of the stretches that end at each side: a margin beside a smaller grid has but chance
RESIDUAL = 0.035  # spaces; by chance a stretch may be seen in place in the other tone

BESIDE = 0.1  # weight of border lines of the other tone: beside a rim they seem to lie some hundredths of a space off

Flags = NDArray[np.bool_]


class Tones(NamedTuple):
    """What was seen of the same stretches by lines of the lattice's tone, and by those of the other."""

    main: Stretches
    other: Stretches


class Look(NamedTuple):
    """What was seen by lines of both tones, and in each how high the ridges stand, float64 (n,)."""

    tones: Tones
    heights: tuple[Array, Array]


class Joined(NamedTuple):
    """Stretches by whichever tone shows them in place, and the same with the contrast that they have for a fit."""

    seen: Stretches
    weighed: Stretches


def faint_board(
    pixels: Pixels,
    gray: Gray,
    start: BoardPose,
    spaces: tuple[int, int],
    polarity: int,
    lens: Lens | None = None,
    first: Density = MIDDLING,
) -> GridFit | None:
    """The board on which a start lies right or a space beside, if both tones and its edges show nearly all of it.

    Most of its lines are of ``polarity``, as far as the start tells. The start is under the ``lens``; without one a
    lens is fitted, beginning with that of the start. The ``first`` look is as ``fitted_both_ways`` has it.

    Raises:
        BoardNotFound: the fit runs away.
    """
    frame_wh = gray.shape[1], gray.shape[0]
    if start.lens is None:
        start = BoardPose(start.homography, 0.0, simple_lens(frame_wh, 0.0))
    fit = fitted_both_ways(pixels, gray, start, spaces, polarity, lens is None, first)
    return fit if fit is not None and is_whole(fit, frame_wh) and not goes_on(gray, fit.pose, spaces) else None


def is_whole(fit: GridFit, frame_wh: tuple[int, int]) -> bool:
    """Whether so much of a whole grid of square spaces is there, and all round it, that it must be a board."""
    whole = fit.support >= SEEN and fit.border >= FRAMED and fit.present >= PRESENT and fit.ends >= ENDS
    return whole and fit.pose.residual_cells <= RESIDUAL and unevenness(fit.pose, frame_wh) <= UNEVEN


def fitted_both_ways(
    pixels: Pixels,
    gray: Gray,
    start: BoardPose,
    spaces: tuple[int, int],
    polarity: int,
    fit_lens: bool,
    first: Density = MIDDLING,
) -> GridFit | None:
    """A pose fitted to lines of both tones, from a start as ``faint_board`` has it; None if none comes to rest.

    The ``first`` look is a ``FINE`` one from a start that was fitted to most lines where they are, its lens too.

    Raises:
        BoardNotFound: the fit runs away.
    """
    grid, tried, pose = widened(spaces).strips, parts(spaces), start
    rim = tried.border[0] > 0
    density = first
    for before in range(LOOKS):
        bent = density is FINE  # at first no lens: it would make up for what lies a space aside
        places = placed(pose, grid)
        seen, heights = look_both_ways(gray, places, grid, polarity, density)
        # a start may be so far off that nothing is in place until the lines of one tone have told the way
        both = joined(seen, np.zeros(len(rim)) if bent else moves_of(seen.main, grid), rim)
        step = moved_to(both.weighed, pose, places, grid, spaces, bent and fit_lens)
        moved = both.seen.offset - step.left.offset
        left = step.left._replace(contrast=both.seen.contrast)
        pose, lines = step.pose, in_place(left)
        if lines[grid.own].mean() < HARDLY:
            return None
        aside, rests = int(tried.shares(lines, lines).argmax()), bent and step.length <= SHORT
        if aside or rests:  # edges along its own border speak for no other place more than for this one
            framed = lines | edges_at(pixels, places, grid, rim & ~lines, density, moved)
            shares = tried.shares(lines, framed)
            aside = int(shares.argmax())
            if before and shares[aside] < PARTLY:
                return None
        if aside:
            pose = BoardPose.from_corners(pose.project(tried.corners[aside]), spaces, pose.lens)
        elif rests:
            told = [
                Tone(sign, carried_along(tone, moved), height)
                for sign, tone, height in zip((polarity, -polarity), seen, heights, strict=True)
            ]
            if has_other_extent(lines_seen(told, within(places, gray.shape), spaces), spaces):
                return None
            own = Stretches(*(part[grid.own] for part in left))
            return judge(pose, own, edges=closed_border(own, lines, framed, spaces))
        density = FINE
    return None


def moves_of(seen: Stretches, grid: Strips) -> Array:
    """How far small moves of a pose carry each stretch of a grid to where its own are seen; 0 if those are too few."""
    own = Stretches(*(part[grid.own] for part in seen))
    found = moves_seen(own, grid.moves[grid.own], most_steps=STEPS)
    return np.zeros(len(seen.offset)) if found is None else np.asarray(grid.moves @ found)


def seen_both_ways(
    pixels: Pixels, gray: Gray, pose: BoardPose, spaces: tuple[int, int], polarity: int, near: float
) -> GridFit:
    """How a pose fits as it is, by lines of both tones, edges and where the grid ends, within ``near`` spaces."""
    grid, rim = widened(spaces).strips, parts(spaces).border[0] > 0
    places, nowhere = placed(pose, grid), np.zeros(len(rim))
    both = joined(look_both_ways(gray, places, grid, polarity, FINE).tones, nowhere, rim).seen
    lines = in_place(both, near)
    framed = lines | edges_at(pixels, places, grid, rim & ~lines, FINE, nowhere, near)
    own = Stretches(*(part[grid.own] for part in both))
    return judge(pose, own, near, closed_border(own, lines, framed, spaces))


def look_both_ways(gray: Gray, places: Places, grid: Strips, polarity: int, density: Density) -> Look:
    """Look for lines of the main tone and of the other one in the same samples of a lightness."""
    found = tuple(peaks_across(*profiles(gray, places, density), grid, polarity, -polarity))
    main, other = (Stretches(grid.middle, grid.across, offset, contrast) for offset, contrast, _ in found)
    return Look(Tones(main, other), (found[0][2], found[1][2]))


def edges_at(
    pixels: Pixels,
    places: Places,
    grid: Strips,
    asked: Flags,
    density: Density,
    moved: Array,
    near: float = NEAR,
) -> Flags:
    """At which of the stretches that are ``asked`` colours change in place, after a step that has ``moved`` them."""
    numbers = np.flatnonzero(asked)
    found = np.zeros(len(asked), np.bool_)
    if len(numbers):
        some = some_of(grid, numbers)
        strip, steps = profiles(pixels, Places(*(part[numbers] for part in places)), density)
        found[numbers] = in_place(carried_along(changes_across(strip, steps, some), moved[numbers]), near)
    return found


def joined(seen: Tones, moved: Array, rim: Flags) -> Joined:
    """The stretches by whichever tone shows them in place, after a step that has ``moved`` them.

    Where both do it is the one that shows more of all: beside lines lie beds of the other tone. Those of the ``rim``
    may be the border.
    """
    tones = [(in_place(carried_along(tone, moved)), tone) for tone in seen]
    (swapped, other), (there, main) = sorted(tones, key=lambda tone: np.count_nonzero(tone[0]))
    offset, contrast = (np.where(there, one, rest) for one, rest in zip(main[2:], other[2:], strict=True))
    both = Stretches(main.middle, main.across, offset, np.where(there | swapped, contrast, 0.0))
    return Joined(both, both._replace(contrast=both.contrast * np.where(there | ~rim, 1.0, BESIDE)))


def carried_along(seen: Stretches, moved: Array) -> Stretches:
    """What was seen, told from where a step has moved the stretches to."""
    return seen._replace(offset=seen.offset - moved)
