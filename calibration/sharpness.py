"""How sharp a picture is, by the width of its edges: whatever is printed there, a blur makes all of them wider."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.measures.color import noise_level

_SHARPER = 0.2  # of all edges: what is printed softly, or lies askew, is wider
_FOOT = 0.2  # of its steepest slope, where an edge ends
_REACH_PX = 20  # that far at most
_STEEP, _STEEPEST_NOISE = 2.0, 3.0  # grey levels a pixel of an edge at least, and times the noise
_HIGH, _OF_RANGE, _HIGHEST_NOISE = 12.0, 0.1, 8.0  # its height in grey levels, of the picture's range, times the noise
_FEWEST = 30

Gray = NDArray[np.float32]


class EdgeWidths(NamedTuple):
    """Width of the sharper edges to the right and downwards, in pixels; None where hardly any edge stands out."""

    right: float | None
    down: float | None


def edge_widths(gray: NDArray[np.integer | np.floating]) -> EdgeWidths:
    """Height over steepest slope of edges: the lowest fifth, for a blur by a Gaussian about 2.5 of its deviations.

    Args:
        gray: the picture (height, width), 0 to 255.
    """
    picture = gray.astype(np.float32)
    noise = noise_level(picture)
    low, high = np.percentile(picture, (1, 99))
    least = max(_HIGH, _HIGHEST_NOISE * noise, _OF_RANGE * float(high - low))
    return EdgeWidths(*(_width(np.ascontiguousarray(part), noise, least) for part in (picture, picture.T)))


def _width(gray: Gray, noise: float, least_height: float) -> float | None:
    """The same along the rows of a picture."""
    slope = np.zeros_like(gray)
    slope[:, 1:-1] = (gray[:, 2:] - gray[:, :-2]) / 2
    steep = np.abs(slope)
    least = max(_STEEP, _STEEPEST_NOISE * noise)
    top = (steep[:, 1:-1] >= steep[:, :-2]) & (steep[:, 1:-1] > steep[:, 2:]) & (steep[:, 1:-1] > least)
    rows, cols = np.nonzero(top)
    cols += 1
    foot = _FOOT * slope[rows, cols]
    ends = [_end(slope, rows, cols, foot, step) for step in (-1, 1)]
    height = np.abs(gray[rows, ends[1]] - gray[rows, ends[0]])
    widths = (height / steep[rows, cols])[height > least_height]
    return float(np.quantile(widths, _SHARPER)) if len(widths) >= _FEWEST else None


def _end(slope: Gray, rows: NDArray[np.intp], cols: NDArray[np.intp], foot: Gray, step: int) -> NDArray[np.intp]:
    """The columns where edges end, left (``step`` -1) or right (1) of their steepest ones: less steep from there on."""
    at, last = cols.copy(), slope.shape[1] - 1
    going = np.arange(len(cols))
    for _ in range(_REACH_PX):
        at[going] = (at[going] + step).clip(0, last)
        inside = (slope[rows[going], at[going]] * np.sign(foot[going]) > np.abs(foot[going])) & (at[going] > 0)
        going = going[inside & (at[going] < last)]
        if not len(going):
            break
    return at
