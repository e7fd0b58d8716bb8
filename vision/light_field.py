"""The light between two pictures of a board: a smooth field of factors, fitted where the same shows in both."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cut_off import Ratios, log_ratios
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

_PATCH_PX = PX_PER_SPACE // 2
_FLAT = 0.03  # grey levels, times the root of a patch's pixels: less is no structure
_DARKER = (36, 14)  # so many pixels of a patch are darker than the levels that count where the median is cut off
_HELD = 0.05  # weight of what is cut off as it should be: it leaves the light as it is
_ROUNDS = 9
_FIRST_SCALE, _LAST_SCALE = 0.5, 0.05  # of the robust weights, in natural logarithms of a channel's ratio
_FINER = 0.6  # share of its scale that each round leaves to the next
_RIDGE = np.diag([0.0, 0.3, 0.3, 1.0, 1.0, 1.0])  # as if that weight of patches had shown no slope and no bend
_FIELD_STEP_PX = 4  # pixels between those for which the field is made


class Patches(NamedTuple):
    """Patches of half a space: medians a channel float32 (rows, cols, 3), structures of length 1 (rows, cols, n).

    ``darker`` are levels below which fewer of the pixels lie, as ``medians`` each.
    """

    medians: Plane
    structure: Plane
    darker: tuple[Plane, ...]

    @property
    def levels(self) -> tuple[Plane, ...]:
        """The medians and darker levels."""
        return self.medians, *self.darker


def patches_of(plane: Plane) -> Patches:
    """The patches of a rectified plane, float32 (height, width, 3); a part of one at its ends is left out."""
    rows, cols = plane.shape[0] // _PATCH_PX, plane.shape[1] // _PATCH_PX
    cut = plane[: rows * _PATCH_PX, : cols * _PATCH_PX].reshape(rows, _PATCH_PX, cols, _PATCH_PX, 3)
    cut = _rim_without_pieces(cut)
    pixels = np.ascontiguousarray(cut.transpose(0, 2, 4, 1, 3)).reshape(rows, cols, 3, _PATCH_PX**2)
    half = _PATCH_PX**2 // 2
    ordered = np.sort(pixels, axis=3)  # sooner than a partition of so few
    medians = ordered[..., half - 1 : half + 1].mean(axis=3)
    darker = tuple(ordered[..., rank - 2 : rank + 3].mean(axis=3) for rank in _DARKER)
    gray = (pixels[:, :, 0] + pixels[:, :, 1] + pixels[:, :, 2]) / 3
    gray -= gray.mean(axis=2, keepdims=True)
    size = np.sqrt(np.einsum("rcn,rcn->rc", gray, gray))
    return Patches(medians, gray / np.maximum(size, _FLAT)[..., None], darker)


def correlation(now: Patches, then: Patches) -> Plane:
    """How alike the structures of two pictures are, which no light changes: float32 (rows, cols), -1 to 1."""
    return np.asarray(np.einsum("rcn,rcn->rc", now.structure, then.structure), np.float32)


def gain_field(now: Patches, then: Patches, alike: Plane, shape: tuple[int, ...]) -> Plane:
    """The factors that turn the picture ``then`` into ``now`` where nothing else changed, float32 (height, width, 3).

    A quadratic polynomial of log ratios a channel, fitted by iteratively reweighted least squares over patches of half
    a space. A patch counts by how well its structure correlates (``alike``, as ``correlation`` gives it) and by how
    well it agrees with the others, so covered spaces drop out; the rim, which no piece covers, always takes part. Where
    a channel is cut off its darker pixels count, and where all are that it was at least so bright (Tobin 1958).
    """
    trust = np.clip(alike, 0.02, 1.0) ** 2
    trust[[0, -1], :] = 0.0  # the table, where anything may lie or move
    trust[:, [0, -1]] = 0.0
    return _field(shape, _fit(log_ratios(now.levels, then.levels), trust))


def _rim_without_pieces(cut: Plane) -> Plane:
    """Patches (rows, pixels, cols, pixels, 3) whose second ring shows the rim alone: it lies half over outer spaces.

    The half outside the grid stands, mirrored, for the other, where pieces would change what the rim tells of light.
    """
    free = round(MARGIN_SPACES * PX_PER_SPACE) - _PATCH_PX
    if not 0 < free < _PATCH_PX or 2 * free < _PATCH_PX:
        return cut
    alone = cut.copy()
    over = _PATCH_PX - free
    alone[1, free:] = alone[1, free - over : free][::-1]
    alone[-2, :over] = alone[-2, over : 2 * over][::-1]
    alone[:, :, 1, free:] = alone[:, :, 1, free - over : free][:, :, ::-1]
    alone[:, :, -2, :over] = alone[:, :, -2, over : 2 * over][:, :, ::-1]
    return alone


def _fit(ratios: Ratios, trust: Plane) -> NDArray[np.float64]:
    """The coefficients of ``_quadratic`` a channel, float64 (6, 3); ``trust`` is what each patch weighs at most."""
    rows, cols = trust.shape
    flat = ratios.by_channel()
    basis, trust = _quadratic(rows, cols), trust.reshape(-1)
    terms, known = np.ascontiguousarray(basis.T), np.hstack([basis, flat.seen.T])
    coefficients = np.zeros((6, 3))
    coefficients[0] = [_weighted_median(channel, trust) for channel in flat.seen]
    for step in range(_ROUNDS):
        scale = max(_LAST_SCALE, _FIRST_SCALE * _FINER**step)
        expected = coefficients.T @ terms
        off = flat.misfit(expected)
        weights = trust / (1 + (off * off).sum(axis=0) / scale**2) ** 2
        if flat.more is None:
            coefficients = _solved((terms * weights) @ known)
            continue
        for channel in range(3):
            held = off[channel] == 0
            weighted = terms * (weights * np.where(held, _HELD, 1.0))
            target = weighted @ (expected + off)[channel]
            coefficients[:, channel] = _solved(np.column_stack([weighted @ basis, target]))[:, 0]
    return coefficients


def _solved(equations: NDArray[np.float64]) -> NDArray[np.float64]:
    """The coefficients that fit best, from normal equations with their right sides, float64 (6, 6 + n)."""
    sure, found = cv2.solve(equations[:, :6] + _RIDGE, equations[:, 6:], flags=cv2.DECOMP_CHOLESKY)
    assert sure  # no patch inside the rim weighs nothing
    return np.asarray(found, np.float64)


@lru_cache(maxsize=8)
def _quadratic(rows: int, cols: int) -> NDArray[np.float64]:
    """The six terms at the middles of so many equal parts of a plane, float64 (rows * cols, 6)."""
    across, down = np.meshgrid((2 * np.arange(cols) + 1) / cols - 1, (2 * np.arange(rows) + 1) / rows - 1)
    terms = [np.ones_like(across), across, down, across**2, across * down, down**2]
    return np.stack(terms, axis=-1).reshape(-1, 6)


def _field(shape: tuple[int, ...], coefficients: NDArray[np.float64]) -> Plane:
    """The exponential of the polynomial all over a plane of this shape, float32 (height, width, 3).

    It bends so little that it is made for a few pixels and stretched between them, to a thousandth at most.
    """
    height, width = shape[:2]
    terms = _quadratic(height // _FIELD_STEP_PX, width // _FIELD_STEP_PX)
    few = np.exp(terms @ coefficients).reshape(height // _FIELD_STEP_PX, -1, 3)
    return np.asarray(cv2.resize(few.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _weighted_median(values: NDArray[np.floating], weights: NDArray[np.floating]) -> float:
    order = np.argsort(values)
    total = np.cumsum(weights[order])
    return float(values[order[np.searchsorted(total, total[-1] / 2)]])
