"""How a surface looks under this light: gain field between two pictures of a board, and what differs besides light."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cut_off import CUT_OFF, Ratios, is_cut, legible_part, log_ratios, shown
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

Numbers = NDArray[np.floating | np.integer]

_PATCH_PX = PX_PER_SPACE // 2
_SUM, _MEAN = np.ones((1, 3), np.float32), np.full((1, 3), 1 / 3, np.float32)  # of channels, for cv2.transform
_ALIKE = 0.5  # correlation of two patches that show the same
_FLAT = 0.03  # grey levels, times the root of a patch's pixels: less is no structure
_DARKER = (36, 14)  # so many pixels of a patch are darker than the levels that count where the median is cut off
_HELD = 0.05  # weight of what is cut off as it should be: it leaves the light as it is
_ROUNDS = 9
_FIRST_SCALE, _LAST_SCALE = 0.5, 0.05  # of the robust weights, in natural logarithms of a channel's ratio
_FINER = 0.6  # share of its scale that each round leaves to the next
_RIDGE = np.diag([0.0, 0.3, 0.3, 1.0, 1.0, 1.0])  # as if that weight of patches had shown no slope and no bend
_FIELD_STEP_PX = 4  # pixels between those for which the field is made
_DEEPEST_SHADE = 0.3  # of the light that remains in a shadow


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """How one picture of a board is lit compared with another: factors float32 (height, width, 3) on the other one.

    ``likeness`` is the share of patches whose structure is the same in both, 0 to 1.
    """

    gain: Plane
    likeness: float


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


@dataclass(frozen=True, eq=False)
class BoardPicture:
    """A rectified picture of a board, with what holding it against others takes computed once."""

    plane: Plane

    @cached_property
    def patches(self) -> Patches:
        """For ``estimate_light``."""
        return _patches(self.plane)

    @cached_property
    def smooth(self) -> Plane:
        """The plane a little smoothed, for ``compare``."""
        return np.asarray(cv2.GaussianBlur(self.plane, (0, 0), 0.7), np.float32)

    @cached_property
    def between(self) -> tuple[Plane, Plane]:
        """The least and greatest of each pixel's neighbourhood in ``smooth``."""
        window = np.ones((3, 3), np.uint8)
        low, high = cv2.erode(self.smooth, window), cv2.dilate(self.smooth, window)
        return np.asarray(low, np.float32), np.asarray(high, np.float32)

    @cached_property
    def near_cut(self) -> NDArray[np.bool_] | None:
        """Where levels of ``between`` may come from what is cut off, bool as the plane; None where nothing is."""
        if not is_cut(self.plane):
            return None
        return np.asarray(cv2.dilate(self.plane, np.ones((3, 3), np.uint8)) >= CUT_OFF)


def estimate_light(current: BoardPicture, reference: BoardPicture) -> Light:
    """The smooth field of factors that turns the reference into the current picture where nothing else changed.

    A quadratic polynomial of log ratios a channel, fitted by iteratively reweighted least squares over patches of half
    a space. A patch counts by how well its structure correlates with the reference (which no light changes) and by how
    well it agrees with the others, so covered spaces drop out; the rim, which no piece covers, always takes part. Where
    a channel is cut off its darker pixels count, and where all are that it was at least so bright (Tobin 1958).
    """
    now, then = current.patches, reference.patches
    correlation = np.einsum("rcn,rcn->rc", now.structure, then.structure)
    trust = np.clip(correlation, 0.02, 1.0) ** 2
    trust[[0, -1], :] = 0.0  # the table, where anything may lie or move
    trust[:, [0, -1]] = 0.0
    field = _field(current.plane.shape, _fit(log_ratios(now.levels, then.levels), trust))
    return Light(field, float((correlation[1:-1, 1:-1] > _ALIKE).mean()))


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


def smooth_gray(plane: Plane) -> Plane:
    """The mean of the channels, smoothed by one pixel, float32 (height, width)."""
    return np.asarray(cv2.GaussianBlur(cv2.transform(plane, _MEAN), (0, 0), 1.0), np.float32)


def noise_level(plane: Plane) -> float:
    """Standard deviation of the pixel noise in grey levels (Immerkaer 1996, with a median: edges don't count)."""
    grey = cv2.transform(plane, _MEAN)
    kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    curved = np.abs(cv2.filter2D(grey, cv2.CV_32F, kernel)[::2, ::2]).ravel()  # neighbours say the same
    middle = len(curved) // 2
    return float(np.partition(curved, middle)[middle]) / (0.6745 * 6)


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """What differs between two pictures besides the light, float32 (height, width) each, 0 the same to 1 foreign.

    ``plain`` compares colours as they are; ``shaded`` lets every pixel be any darker shade of its own colour, as a
    shadow makes it, so what remains is another hue or something brighter.
    """

    plain: Plane
    shaded: Plane


def compare(current: BoardPicture, reference: BoardPicture, light: Light, noise: float) -> Change:
    """How foreign each pixel is to the reference under this light.

    Nothing is foreign that lies between the values of the neighbouring pixels of the reference, since a pose is never
    better than some hundredths of a space; beyond them noise and a small share of the brightness are the unit. Where a
    channel is cut off as it should be under this light, the others tell.
    """
    now = current.smooth
    low, high, unit = _expected(reference, light, noise)
    middle = reference.smooth * light.gain
    legible = legible_part(middle, reference.near_cut)
    energy = cv2.transform(legible * legible, _SUM)
    share = np.clip(cv2.transform(now * legible, _SUM) / np.maximum(energy, 1.0), _DEEPEST_SHADE, 1.0)
    shade = cv2.merge([share, share, share])
    return Change(
        _foreign(now, *shown(low, high, reference.near_cut), unit),
        _foreign(now, *shown(low * shade, high * shade, reference.near_cut), unit),
    )


def plain_change(current: BoardPicture, reference: BoardPicture, noise: float) -> Plane:
    """``Change.plain`` alone, under the light that the two pictures themselves tell: half the work of ``compare``."""
    low, high, unit = _expected(reference, estimate_light(current, reference), noise)
    return _foreign(current.smooth, *shown(low, high, reference.near_cut), unit)


def _expected(reference: BoardPicture, light: Light, noise: float) -> tuple[Plane, Plane, Plane]:
    """The least and greatest that each pixel of the reference has under a light, and the unit of what is beyond."""
    low, high = (edge * light.gain for edge in reference.between)
    return low, high, np.asarray(1.0 + 0.7 * noise + 0.03 * high, np.float32)


def _foreign(now: Numbers, low: Numbers, high: Numbers, unit: Numbers) -> Plane:
    beyond = np.maximum(low - now, now - high)
    beyond /= unit
    blue, green, red = cv2.split(beyond)
    return np.asarray(np.clip(cv2.max(cv2.max(blue, green), red), 0.0, 2.0) / 2.0, np.float32)


def board_of(plane: Numbers, size_wh: tuple[float, float]) -> Plane:
    """The grid's part of a rectified plane cut into spaces: (rows, cols, PX_PER_SPACE, PX_PER_SPACE, ...), a view."""
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    cols, rows = round(size_wh[0]), round(size_wh[1])
    side = PX_PER_SPACE
    part = plane[start : start + rows * side, start : start + cols * side]
    return np.asarray(part, np.float32).reshape(rows, side, cols, side, *plane.shape[2:]).swapaxes(1, 2)


def block_means(plane: Numbers, size_wh: tuple[float, float], inset_px: int = 0) -> Plane:
    """The mean over every space of the grid without ``inset_px`` at its edges, float32 (rows, cols, ...).

    First down the columns, then along the rows: whole lines are added, which is several times as fast.
    """
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    cols, rows, side = round(size_wh[0]), round(size_wh[1]), PX_PER_SPACE
    inner = slice(inset_px, side - inset_px)
    part = plane[start : start + rows * side, start : start + cols * side]
    down = part.reshape(rows, side, cols * side, *plane.shape[2:])[:, inner].sum(axis=1, dtype=np.float32)
    both = down.reshape(rows, cols, side, *plane.shape[2:])[:, :, inner].sum(axis=2)
    return np.asarray(both / (side - 2 * inset_px) ** 2, np.float32)


def _patches(plane: Plane) -> Patches:
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
