"""Where the sheet of a board ends, by the edges that are met round its grid: beside it a cloth may have a pattern."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.finding.grid_beyond import WIDER, widened
from vision.finding.grid_edges import changes_across
from vision.finding.grid_extent import Flags, parts_of, shares
from vision.finding.grid_refine import in_place
from vision.finding.grid_strips import FINE, placed, profiles, some_of
from vision.frame import Pixels
from vision.pose import BoardPose

BEFORE = (0.35, 0.6, 0.8)  # spaces before a next line where the edge of a board may lie
BEHIND = (0.35, 0.6)  # spaces behind one where the pattern of a cloth goes on
PLAIN = 6.0  # gray levels by which the margin of a sheet varies at most, or so: noise makes 3, faint checks 12
CUT = 0.7  # share of an edge before each next line from which the board ends there
SHEET, BESIDE = 0.75, 0.5  # share of edges where a sheet ends, at least, and where it does not, at most


def ended_before(pixels: Pixels, pose: BoardPose, spaces: tuple[int, int]) -> Flags:
    """The stretches of next lines of the widened grid, (n,), on the way to which another edge is met.

    There the board ends, and what lies further out may be the pattern of a cloth.
    """
    return met_beside(pixels, pose, spaces, [-back for back in BEFORE])


def patterned_behind(pixels: Pixels, pose: BoardPose, spaces: tuple[int, int]) -> Flags:
    """The stretches of next lines of the widened grid, (n,), soon behind which another edge is met.

    On a finely patterned cloth edges are everywhere: those that lie where a sheet might end tell nothing. Where all is
    plain up to there a sheet does end, on whatever cloth it lies.
    """
    return met_beside(pixels, pose, spaces, BEHIND) & ~plain_before(pixels, pose, spaces)


def plain_before(pixels: Pixels, pose: BoardPose, spaces: tuple[int, int]) -> Flags:
    """The stretches of next lines, (n,), up to which nothing varies, as on a margin."""
    grid, parts = widened(spaces).strips, parts_of(spaces)
    next_lines = np.flatnonzero(parts < 4)
    middle, across = grid.middle[next_lines], grid.across[next_lines]
    inwards = np.sign(np.array(spaces) / 2 - middle) * across
    back, along = (part.reshape(-1, 1, 1) for part in np.meshgrid(np.linspace(0.3, 0.5, 5), np.linspace(-0.4, 0.4, 17)))
    where = pose.project((middle + back * inwards + along * across[:, ::-1]).reshape(-1, 2)).astype(np.float32)
    gray = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    seen = cv2.remap(gray, where[:, 0], where[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    found = np.zeros(len(parts), np.bool_)
    found[next_lines] = seen.reshape(-1, len(next_lines)).std(axis=0) <= PLAIN
    return found


def met_beside(pixels: Pixels, pose: BoardPose, spaces: tuple[int, int], outwards: Sequence[float]) -> Flags:
    """The stretches of next lines, (n,), beside which an edge is met at one of so many spaces ``outwards``."""
    grid, parts = widened(spaces).strips, parts_of(spaces)
    next_lines = np.flatnonzero(parts < 4)
    middle = np.array(spaces) / 2
    out = np.where(np.abs(grid.middle - middle) > middle, np.sign(grid.middle - middle), 0.0)
    found = np.zeros(len(parts), np.bool_)
    for far in outwards:
        near = some_of(grid._replace(middle=grid.middle + far * out), next_lines)
        seen = changes_across(*profiles(pixels, placed(pose, near), FINE), near)
        found[next_lines] |= in_place(seen, WIDER)
    return found


def ends_all_round(ended: Flags, spaces: tuple[int, int]) -> bool:
    """Whether before next lines another edge is met at each side, by ``ended_before``: the board is cut out there."""
    return bool(shares(ended, spaces)[:4].min() >= CUT)


def lies_aside(edges: Flags, spaces: tuple[int, int]) -> bool:
    """Whether a sheet ends where next lines would be at some sides of a grid but not at all; ``edges`` as above.

    Margins are alike all round. Of a smaller grid whose margin is as wide as a space a board seems to take in one.
    """
    ends = shares(edges, spaces)[:4]
    return bool(np.count_nonzero(ends >= SHEET) >= 2 and ends.min() <= BESIDE)
