"""The light between two pictures of a board: a smooth field of factors, fitted where the same shows in both."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.measures.cut_off import Ratios, is_cut, log_ratios
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

_PATCH_PX = PX_PER_SPACE // 2
_FLAT = 0.03  # grey levels, times the root of a patch's pixels: less is no structure
_FINER_LEVELS = 64  # of a grey level: sums of such whole numbers are exact
_DARKER = (36, 14)  # so many pixels of a patch are darker than the levels that count where the median is cut off
_HELD = 0.05  # weight of what is cut off as it should be: it leaves the light as it is
_ROUNDS = 9
_FIRST_SCALE, _LAST_SCALE = 0.5, 0.05  # of the robust weights, in natural logarithms of a channel's ratio
_FINER = 0.6  # share of its scale that each round leaves to the next
_RIDGE = np.diag([0.0, 0.3, 0.3, 1.0, 1.0, 1.0])  # as if that weight of patches had shown no slope and no bend
_FIELD_STEP_PX = 4  # pixels between those for which the field is made
_INSIDE = (slice(1, -1), slice(1, -1))  # the patches but the outermost: those show the table, where anything may lie


@dataclass(frozen=True, eq=False)
class Patches:
    """Patches of half a space: structures of length 1 (rows, cols, n), and their ``ordered`` levels.

    The latter are whole numbers, so many a grey level, in rising order, float32 (3, rows, cols, n).
    """

    structure: Plane
    ordered: Plane

    @cached_property
    def medians(self) -> Plane:
        """The medians a channel, float32 (rows, cols, 3)."""
        half = self.ordered.shape[3] // 2
        return self._level(half - 1, half + 1)

    @cached_property
    def levels(self) -> tuple[Plane, ...]:
        """The medians, and levels below which fewer of the pixels lie, as ``medians`` each."""
        return self.medians, *(self._level(rank - 2, rank + 3) for rank in _DARKER)

    def _level(self, first: int, last: int) -> Plane:
        sums = self.ordered[..., first].copy()
        for rank in range(first + 1, last):
            sums += self.ordered[..., rank]
        return np.ascontiguousarray(np.moveaxis(sums, 0, -1)) / np.float32(_FINER_LEVELS * (last - first))


def patches_of(channels: Plane) -> Patches:
    """The patches of a rectified plane, float32 (3, height, width); a part of one at its ends is left out."""
    rows, cols = (side // _PATCH_PX for side in channels[0].shape)
    whole = channels[:, : rows * _PATCH_PX, : cols * _PATCH_PX]
    lines = whole.view(f"V{4 * _PATCH_PX}").reshape(3, rows, _PATCH_PX, cols)  # each moved like a single number
    moved = np.ascontiguousarray(lines.swapaxes(2, 3)).view(np.float32)
    pixels = moved.reshape(3, rows, cols, _PATCH_PX, _PATCH_PX)
    _leave_out_pieces(pixels)
    blue, green, red = pixels.reshape(3, rows, cols, -1)
    gray = blue + green
    gray += red
    gray /= 3
    gray -= np.add.reduce(gray, axis=2, keepdims=True) / np.float32(gray.shape[2])
    size = np.sqrt(np.einsum("rcn,rcn->rc", gray, gray))
    gray /= np.maximum(size, _FLAT)[..., None]
    ordered = pixels.reshape(3, rows, cols, -1)
    for channel in ordered:
        channel *= _FINER_LEVELS
        np.rint(channel, out=channel)
        channel.sort(axis=2)  # sooner than a partition of so few, and on more machines than what is 16 bits wide
    return Patches(gray, ordered)


@lru_cache(maxsize=2)  # asked for by whoever fits the light and by whoever judges the fit; told by identity
def correlation(now: Patches, then: Patches) -> Plane:
    """How alike the structures of two pictures are, which no light changes: float32 (rows, cols), -1 to 1."""
    return np.asarray(np.einsum("rcn,rcn->rc", now.structure, then.structure), np.float32)


def gain_field(now: Patches, then: Patches, alike: Plane, shape: tuple[int, ...]) -> Plane:
    """The factors that turn the picture ``then`` into ``now`` where nothing else changed, as ``stretched`` takes them.

    A quadratic polynomial of log ratios a channel, fitted by iteratively reweighted least squares over patches of half
    a space. A patch counts by how well its structure correlates (``alike``, as ``correlation`` gives it) and by how
    well it agrees with the others, so covered spaces drop out; the rim, which no piece covers, always takes part. Where
    a channel is cut off its darker pixels count, and where all are that it was at least so bright (Tobin 1958).
    """
    trust = np.minimum(np.maximum(alike[_INSIDE], 0.02), 1.0) ** 2
    whole = not (is_cut(now.medians) or is_cut(then.medians))
    seen, known = ((patches.medians,) if whole else patches.levels for patches in (now, then))
    return _field(shape, _fit(log_ratios(seen, known), trust))


def _leave_out_pieces(pixels: Plane) -> None:
    """Patches (3, rows, cols, pixels, pixels) whose second ring then shows the rim alone: it is half on outer spaces.

    The half outside the grid stands, mirrored, for the other, where pieces would change what the rim tells of light.
    """
    free = round(MARGIN_SPACES * PX_PER_SPACE) - _PATCH_PX
    if not 0 < free < _PATCH_PX or 2 * free < _PATCH_PX:
        return
    over = _PATCH_PX - free
    above, below, left, right = pixels[:, 1], pixels[:, -2], pixels[:, :, 1], pixels[:, :, -2]
    above[..., free:, :] = above[..., free - over : free, :][..., ::-1, :]
    below[..., :over, :] = below[..., over : 2 * over, :][..., ::-1, :]
    left[..., free:] = left[..., free - over : free][..., ::-1]
    right[..., :over] = right[..., over : 2 * over][..., ::-1]


def _fit(ratios: Ratios, trust: Plane) -> NDArray[np.float64]:
    """The coefficients of ``_quadratic`` a channel, float64 (6, 3).

    ``trust`` is what each patch inside the outermost weighs at most; of the ratios those count as well.
    """
    flat = ratios.by_channel(_INSIDE)
    seen = flat.seen.astype(np.float64)  # once, not in every round
    terms = _inner_terms(*ratios.seen.shape[:2])
    basis, trust = terms.T, trust.reshape(-1)
    known = np.hstack([basis, flat.seen.T])
    coefficients = np.zeros((6, 3))
    coefficients[0] = _weighted_medians(flat.seen, trust)
    for step in range(_ROUNDS):
        scale = max(_LAST_SCALE, _FIRST_SCALE * _FINER**step)
        expected = coefficients.T @ terms
        off = seen - expected if flat.more is None else flat.misfit(expected)
        weights = np.einsum("cn,cn->n", off, off)
        weights /= scale**2
        weights += 1
        weights = trust / (weights * weights)
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


@lru_cache(maxsize=8)
def _inner_terms(rows: int, cols: int) -> NDArray[np.float64]:
    """The same without the outermost parts, float64 (6, n)."""
    inner = _quadratic(rows, cols).reshape(rows, cols, 6)[_INSIDE]
    return np.ascontiguousarray(inner.reshape(-1, 6).T)


def stretched(few: Plane, shape: tuple[int, ...]) -> Plane:
    """A smooth field that is known for a few places (3, rows, cols) all over a plane of this shape, (3, height, width).

    It bends so little that it is right between them, to a thousandth at most.
    """
    height, width = shape[:2]
    field = np.empty((3, height, width), np.float32)
    for channel, made in zip(few, field, strict=True):
        cv2.resize(channel, (width, height), dst=made, interpolation=cv2.INTER_LINEAR)
    return field


def _field(shape: tuple[int, ...], coefficients: NDArray[np.float64]) -> Plane:
    """The exponential of the polynomial for a few places of a plane of this shape, float32 (3, rows, cols)."""
    rows, cols = (side // _FIELD_STEP_PX for side in shape[:2])
    few = np.exp(coefficients.T @ _quadratic(rows, cols).T, dtype=np.float32, casting="same_kind")
    return np.asarray(few.reshape(3, rows, cols))


def _weighted_medians(values: NDArray[np.floating], weights: NDArray[np.floating]) -> list[float]:
    """The median of each row of values (k, n), each of which weighs as much as its column says (n,)."""
    order = np.argsort(values, axis=1)
    totals = np.cumsum(weights[order], axis=1)
    middles = [np.searchsorted(total, total[-1] / 2) for total in totals]
    return [float(row[places[middle]]) for row, places, middle in zip(values, order, middles, strict=True)]
