"""Round things on spaces: a token lies in a hole as a disc whose edge goes all the way round."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.measures.board_parts import channels_of
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

_REACH_SPACES = 1 / 3  # a tile may lie 15 % off and askew, and a token has play in its hole and a side that is seen
_NEARER_SPACES, _FARTHER = 0.26, 0.9  # seldom it is more than that: weight of what lies further off
_STEP_SPACES = 1 / 12
_RADII = np.arange(2, 11) * 0.05  # where the profile is sampled, spaces
_EDGES = range(2, 8)  # indices into it: discs of radius 0.20 to 0.45
_SECTORS = 16
_FURTHEST_PX = round((_REACH_SPACES + _RADII[-1]) * PX_PER_SPACE)  # of a sample from the middle of its space
_NEAR_PX = np.arange(-_FURTHEST_PX, _FURTHEST_PX + 1)
_BLUR_PX = 4  # that far reaches the blur of a picture
_NOISE = 2.0  # CIELAB units added to every spread
_OUTSIDE = 0.2  # weight of the spread outside: there is foliage, but a token's rim is of one colour all round
_NEAR_SPACES = 0.65  # two circles closer than this are one


@dataclass(frozen=True, slots=True, eq=False)
class Circles:
    """The clearest circle of every space, float32 (rows, cols) each; 0 where none was looked for.

    ``strength`` is the step across the circle's edge over the spread of colours along it, ``chroma`` and ``hue_deg``
    those of the mean colour inside, in CIELAB, and ``middle`` (rows, cols, 2) where its middle lies from that of the
    space, row and column, in spaces.
    """

    strength: NDArray[np.float32]
    chroma: NDArray[np.float32]
    hue_deg: NDArray[np.float32]
    middle: NDArray[np.float32]


def find_circles(lab: Plane, where: NDArray[np.bool_], first: tuple[int, int] = (0, 0)) -> Circles:
    """Look for the clearest circle near the middle of each marked space.

    Args:
        lab: a rectified board in CIELAB, or a part of one that holds what is ``looked_at``.
        where: bool (rows, cols), the spaces to look at.
        first: row and column at which that part begins.
    """
    strength = np.zeros(where.shape, np.float32)
    chroma = np.zeros(where.shape, np.float32)
    hue_deg = np.zeros(where.shape, np.float32)
    middle = np.zeros((*where.shape, 2), np.float32)
    spaces = np.argwhere(where)
    if not len(spaces):
        return Circles(strength, chroma, hue_deg, middle)
    shifts, circles = _circles()
    rows, cols = looked_at(where)
    middles = spaces * PX_PER_SPACE + (_middle_px(0) - rows.start, _middle_px(0) - cols.start)
    near = lab[rows.start - first[0] : rows.stop - first[0], cols.start - first[1] : cols.stop - first[1]]
    around = _means(near, middles, circles).reshape(4, len(shifts), len(_RADII), -1)
    _, redness, yellowness, _ = around
    means, energy = around[:3, :, _EDGES[0] - 1 :], around[3, :, _EDGES[0] - 1 :]
    spread = energy - _added(np.square(means))
    np.sqrt(np.maximum(spread, np.float32(0), out=spread), out=spread)
    steps = np.sqrt(_added(np.square(means[:, :, 2:] - means[:, :, :-2])))  # over each inner radius
    steps /= spread[:, :-2] + np.float32(_OUTSIDE) * spread[:, 2:] + np.float32(_NOISE)
    farther = np.abs(shifts).max(axis=1) > _NEARER_SPACES
    best = (steps * np.where(farther, np.float32(_FARTHER), np.float32(1))[:, None, None]).reshape(-1, len(spaces))
    best = best.argmax(axis=0)
    shift, edge = np.divmod(best, len(_EDGES))
    each, at = np.arange(len(spaces)), (spaces[:, 0], spaces[:, 1])
    strength[at] = steps[shift, edge, each]
    inside = np.arange(len(_RADII)) < edge[:, None] + 2
    red, yellow = ((mean[shift, :, each] * inside).sum(axis=1) / (edge + 2) for mean in (redness, yellowness))
    chroma[at] = np.hypot(red, yellow)
    hue_deg[at] = np.degrees(np.arctan2(yellow, red))
    middle[at] = shifts[shift]
    centres = spaces + shifts[shift]
    _keep_strongest(strength, spaces, centres)
    return Circles(strength, chroma, hue_deg, middle)


def looked_at(where: NDArray[np.bool_]) -> tuple[slice, slice]:
    """The rows and columns of a rectified board that ``find_circles`` reads; none where no space is marked."""
    if not where.any():
        return slice(0), slice(0)
    marked = (np.flatnonzero(where.any(axis=axis)).tolist() for axis in (1, 0))
    reach = _FURTHEST_PX + _BLUR_PX
    rows, cols = (slice(max(_middle_px(n[0]) - reach, 0), _middle_px(n[-1]) + reach + 1) for n in marked)
    return rows, cols


def _middle_px(number: int) -> int:
    """The row of pixels in the middle of a row of spaces, or the column in that of a column."""
    return round((number + MARGIN_SPACES + 0.5) * PX_PER_SPACE - 0.5)


def _means(lab: Plane, middles: NDArray[np.intp], circles: NDArray[np.intp]) -> Plane:
    """The means along circles of the three channels and of their squares' sum, float32 (4, circles, spaces).

    ``middles`` (spaces, 2) are row and column of pixels, ``circles`` as ``_circles`` makes them.
    """
    smooth = cv2.cvtColor(cv2.GaussianBlur(lab, (7, 7), 1.0), cv2.COLOR_BGR2BGRA)  # room for a fourth channel
    pixels = smooth.view(np.complex128).reshape(-1)  # four channels are fetched like one number
    width = lab.shape[1]
    near = (_NEAR_PX[:, None] * width + _NEAR_PX).reshape(-1, 1) + (middles[:, 0] * width + middles[:, 1])
    squares = pixels.take(near).view(np.float32)  # of all spaces side by side: the same pixels are taken of each
    lightness, red, yellow, energy = squares.reshape(-1, 4).T
    np.multiply(lightness, lightness, out=energy)
    for channel in (red, yellow):
        energy += channel * channel
    total = squares.take(circles[0], axis=0)
    more = np.empty_like(total)
    for sector in circles[1:]:
        total += squares.take(sector, axis=0, out=more, mode="clip")  # in any other mode it is copied once more
    means = channels_of(total.reshape(len(total), -1, 4))
    means /= np.float32(len(circles))
    return means


def _added(parts: Plane) -> Plane:
    first, second, third = parts
    total = first + second
    total += third
    return np.asarray(total, np.float32)


def _keep_strongest(strength: NDArray[np.float32], spaces: NDArray[np.intp], centres: NDArray[np.float64]) -> None:
    # the edge of a neighbour's disc bends into this space as well: it belongs to the space of its middle
    values = strength[spaces[:, 0], spaces[:, 1]]
    down, right = (np.subtract.outer(part, part) for part in centres.T)
    beaten = (down * down + right * right < _NEAR_SPACES**2) & (values[None] > values[:, None])
    lost = beaten.any(axis=1)
    strength[spaces[lost, 0], spaces[lost, 1]] *= 0.5


@cache
def _circles() -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """How far circles are moved, row and column in spaces (shifts, 2), and where the samples of all circles lie.

    Those are pixels of the square round a space, counted in reading order, (sectors, shifts * radii).
    """
    reach = round(_REACH_SPACES / _STEP_SPACES)
    ticks = np.arange(-reach, reach + 1) * _STEP_SPACES
    shifts = np.stack(np.meshgrid(ticks, ticks, indexing="ij"), axis=-1).reshape(-1, 2)
    angle = np.arange(_SECTORS) * (2 * np.pi / _SECTORS)
    rays = _RADII[:, None, None] * np.stack([np.sin(angle), np.cos(angle)], axis=-1)
    where = np.rint((shifts[:, None, None] + rays) * PX_PER_SPACE).astype(np.intp) - _NEAR_PX[0]
    return shifts, np.moveaxis(where[..., 0] * len(_NEAR_PX) + where[..., 1], -1, 0).reshape(_SECTORS, -1).copy()
