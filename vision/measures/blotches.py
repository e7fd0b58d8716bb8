"""Noise that a camera has smeared into blotches: it varies from picture to picture, and no single pixel tells."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

_NEAR_SPACES, _FAR_SPACES = 0.04, 0.42  # the part of the rim that tells: no piece covers it, few things stand beside it
_STEP_PX = 2
_SHARE = 0.85  # of the pixels of a side
_ALIKE = 1.7  # in the channel that differs least: of pictures in poor light at most that
_TIMES = 3.5  # so drawn blotches of 2 to 8 grey levels make the unit about twice their deviation


def blotched(below: Plane, above: Plane) -> float:
    """By what factor blotches make a channel of a picture of a board differ more than its unit says; 1 without any.

    Denoising and compression leave blotches of some pixels in poor light, most of all in the darkest channel. The
    board's rim tells how much two pictures differ by them: they are darker as often as lighter and on all sides, while
    a shadow, an arm or a lamp is neither. Where single pixels are noisy alone six of seven differ not at all.

    Args:
        below: by how many units the channel is darker than all that its neighbourhood held, at the places of
            ``rim_of``, negative where it is not, float32 (4, n).
        above: the same for lighter.
    """
    rank = round(_SHARE * (below.shape[1] - 1))  # a quantile takes twice as long
    both = np.minimum(*(np.partition(part, rank, axis=1)[:, rank] for part in (below, above)))
    low, high = map(float, np.sort(both)[1:3])  # NumPy's median takes five times as long for so few
    return 1.0 + _TIMES * max(0.0, (low + high) / 2)


def but_for_shadows(times: Sequence[float]) -> tuple[float, ...]:
    """The factors of three channels without what all of them share beyond blotches: shadows that have moved.

    Those make some of the rim darker and some lighter, too, but in every channel; blotches are deepest in one.
    """
    shared = max(min(times) - _ALIKE, 0.0)
    return tuple(each - shared for each in times)


def may_be_blotched(darker: NDArray[np.bool_], lighter: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Of which channels ``blotched`` may be more than 1, bool (channels,): of most pictures counting says that of none.

    ``darker`` and ``lighter`` tell where what it calls ``below`` and ``above`` are more than 0, bool (channels, 4, n).
    """
    places = darker.shape[2]
    most_even = round(_SHARE * (places - 1))
    sides = np.minimum(np.count_nonzero(darker, axis=2), np.count_nonzero(lighter, axis=2)) >= places - most_even
    return np.asarray(np.count_nonzero(sides, axis=1) > 1)


@lru_cache(maxsize=8)
def rim_of(shape: tuple[int, int]) -> NDArray[np.intp]:
    """Places on the four sides of the rim in a rectified plane of this shape, to index it when flat, (4, n)."""
    start = MARGIN_SPACES * PX_PER_SPACE
    inner, outer = round(start - _NEAR_SPACES * PX_PER_SPACE), round(start - _FAR_SPACES * PX_PER_SPACE)
    places = np.arange(shape[0] * shape[1]).reshape(shape)
    along = slice(outer, -outer, _STEP_PX)
    far, near = slice(outer, inner), slice(-inner, -outer)
    sides = places[far, along].T, places[near, along].T, places[along, far], places[along, near]
    shortest = min(map(len, sides))
    return np.stack([side[np.linspace(0, len(side) - 1, shortest).astype(np.intp)].ravel() for side in sides])


def on_rim(channels: Plane) -> Plane:
    """The places of the rim in some channels (n, height, width), (n, 4, places)."""
    rim = rim_of(channels.shape[1:])
    return np.stack([channel.take(rim) for channel in channels])  # indexing takes several times as long
