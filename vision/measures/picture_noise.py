"""How much of a bare space noise alone makes look foreign: in dim light, and where a camera smears its picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.finding.lattice import median
from vision.measures.evidence import SpaceEvidence
from vision.reference import Plane

_TIMES = 1.7  # nine of ten bare spaces have less than this many times the median, in four rooms with dim light
_BARE = 0.5  # share of a space from which it is no bare one with noise
_USUAL = 0.1  # share of a bare space that noise makes foreign in common light: what is beyond it is taken off
_FEWEST = 8  # bare spaces that tell noise: of fewer, half may be those onto which something reaches


def foreign_by_noise(share: Plane) -> float:
    """The share of a bare space that noise may make foreign, 0 to 0.85; 0 where too few are bare to tell.

    Args:
        share: of each space that is foreign, 0 to 1, float32 (rows, cols).
    """
    return _TIMES * _of_bare(share)


def made_by_noise(seen: SpaceEvidence) -> float:
    """The share of every space that noise makes foreign beyond what is usual, 0 to 0.45; 0 where too few are bare.

    Noise does so with every hue, a shadow does not: what that could explain is not counted.
    """
    return max(_of_bare(seen.shade_cover) - _USUAL, 0.0)


def without_noise(seen: SpaceEvidence) -> SpaceEvidence:
    """The measures with what noise makes foreign taken off: a space that is wholly so remains it.

    Discs are the lowest of many places, where noise made less: nothing is taken off those.
    """
    made = made_by_noise(seen)
    if not made:
        return seen
    cover, ring, shaded, shade_ring = (
        _rest(each, made) for each in (seen.cover, seen.ring, seen.shade_cover, seen.shade_ring)
    )
    return replace(seen, cover=cover, ring=ring, shade_cover=shaded, shade_ring=shade_ring)


def _rest(share: Plane, made: float) -> Plane:
    return np.asarray(np.maximum(share - made, 0) / (1 - made), np.float32)


def bare_but_for_noise(share: Plane) -> NDArray[np.bool_]:
    """Which spaces are bare, of which noise makes a share look foreign, as their shape; none where too few are to tell.

    Args:
        share: of each space that is foreign, 0 to 1, float32 (rows, cols).
    """
    bare = share < _BARE
    return np.asarray(bare if np.count_nonzero(bare) >= _FEWEST else np.zeros_like(bare))


def _of_bare(share: Plane) -> float:
    """The median of bare spaces; 0 where too few are bare to tell."""
    bare = share[bare_but_for_noise(share)]
    return median(bare) if bare.size else 0.0
