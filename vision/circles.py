"""Round things on spaces: a token lies in a hole as a disc whose edge goes all the way round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

_REACH_SPACES = 0.25  # a tile may lie 15 % off, and a token has play in its hole
_STEP_SPACES = 1 / 12
_RADII = np.arange(2, 11) * 0.05  # where the profile is sampled, spaces
_EDGES = range(2, 8)  # indices into it: discs of radius 0.20 to 0.45
_SECTORS = 16
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


def find_circles(lab: Plane, where: NDArray[np.bool_]) -> Circles:
    """Look for the clearest circle near the middle of each marked space.

    Args:
        lab: a rectified board in CIELAB.
        where: bool (rows, cols), the spaces to look at.
    """
    strength = np.zeros(where.shape, np.float32)
    chroma = np.zeros(where.shape, np.float32)
    hue_deg = np.zeros(where.shape, np.float32)
    middle = np.zeros((*where.shape, 2), np.float32)
    spaces = np.argwhere(where)
    if not len(spaces):
        return Circles(strength, chroma, hue_deg, middle)
    smooth = cv2.GaussianBlur(lab, (0, 0), 1.0)
    middles = np.rint((spaces + MARGIN_SPACES + 0.5) * PX_PER_SPACE - 0.5).astype(np.intp)
    width = lab.shape[1]
    offsets, shifts = _offsets(width)
    flat = (middles[:, 0] * width + middles[:, 1])[:, None] + offsets[:, None]
    # sectors come first: whole planes are added up, many times as fast as runs of sixteen
    shape = _SECTORS, len(spaces), len(shifts), len(_RADII)
    profiles = [channel.reshape(-1).take(flat).reshape(shape) for channel in cv2.split(smooth)]
    means = [profile.mean(axis=0) for profile in profiles]
    spread = np.sqrt(_added([_variance(profile, mean) for profile, mean in zip(profiles, means, strict=True)]))
    step = np.sqrt(_added([np.square(mean[:, :, 2:] - mean[:, :, :-2]) for mean in means]))  # over each inner radius
    clear = step / (spread[:, :, :-2] + _OUTSIDE * spread[:, :, 2:] + _NOISE)
    steps = clear[:, :, [edge - 1 for edge in _EDGES]]
    best = steps.reshape(len(spaces), -1).argmax(axis=1)
    shift, edge = np.divmod(best, len(_EDGES))
    each, at = np.arange(len(spaces)), (spaces[:, 0], spaces[:, 1])
    strength[at] = steps[each, shift, edge]
    inside = np.arange(len(_RADII)) < edge[:, None] + 2
    redness, yellowness = ((mean[each, shift] * inside).sum(axis=1) / (edge + 2) for mean in means[1:])
    chroma[at] = np.hypot(redness, yellowness)
    hue_deg[at] = np.degrees(np.arctan2(yellowness, redness))
    middle[at] = shifts[shift]
    centres = spaces + shifts[shift]
    _keep_strongest(strength, spaces, centres)
    return Circles(strength, chroma, hue_deg, middle)


def _variance(profile: Plane, mean: Plane) -> Plane:
    """Along the first axis."""
    return np.asarray(np.maximum(np.square(profile).mean(axis=0) - mean * mean, 0.0), np.float32)


def _added(parts: Sequence[Plane]) -> Plane:
    first, second, third = parts
    return first + second + third


def _keep_strongest(strength: NDArray[np.float32], spaces: NDArray[np.intp], centres: NDArray[np.float64]) -> None:
    # the edge of a neighbour's disc bends into this space as well: it belongs to the space of its middle
    values = strength[spaces[:, 0], spaces[:, 1]]
    apart = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1))
    beaten = (apart < _NEAR_SPACES) & (values[None] > values[:, None])
    lost = beaten.any(axis=1)
    strength[spaces[lost, 0], spaces[lost, 1]] *= 0.5


@lru_cache(maxsize=8)
def _offsets(width: int) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    reach = round(_REACH_SPACES / _STEP_SPACES)
    ticks = np.arange(-reach, reach + 1) * _STEP_SPACES
    shifts = np.stack(np.meshgrid(ticks, ticks, indexing="ij"), axis=-1).reshape(-1, 2)  # row, col
    angle = np.arange(_SECTORS) * (2 * np.pi / _SECTORS)
    rays = _RADII[:, None, None] * np.stack([np.sin(angle), np.cos(angle)], axis=-1)
    where = np.rint((shifts[:, None, None] + rays) * PX_PER_SPACE).astype(np.intp)
    return np.moveaxis(where[..., 0] * width + where[..., 1], -1, 0).reshape(_SECTORS, -1), shifts
