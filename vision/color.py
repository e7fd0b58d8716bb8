"""How a surface looks under this light: what differs besides light between two pictures of a board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cut_off import CUT_OFF, is_cut, legible_part, shown
from vision.light_field import Patches, correlation, gain_field, patches_of
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

Numbers = NDArray[np.floating | np.integer]

_SUM, _MEAN = np.ones((1, 3), np.float32), np.full((1, 3), 1 / 3, np.float32)  # of channels, for cv2.transform
_ALIKE = 0.5  # correlation of two patches that show the same
_DEEPEST_SHADE = 0.3  # of the light that remains in a shadow


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """How one picture of a board is lit compared with another: factors float32 (height, width, 3) on the other one.

    ``likeness`` is the share of patches whose structure is the same in both, 0 to 1.
    """

    gain: Plane
    likeness: float


@dataclass(frozen=True, eq=False)
class BoardPicture:
    """A rectified picture of a board, with what holding it against others takes computed once."""

    plane: Plane

    @cached_property
    def patches(self) -> Patches:
        """For ``estimate_light``."""
        return patches_of(self.plane)

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
    """The smooth field of factors that turns the reference into the current picture where nothing else changed."""
    now, then = current.patches, reference.patches
    alike = correlation(now, then)
    return Light(gain_field(now, then, alike, current.plane.shape), float((alike[1:-1, 1:-1] > _ALIKE).mean()))


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
