"""How a surface looks under this light: what differs besides light between two pictures of a board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.measures.blotches import blotched, but_for_shadows, may_be_blotched, on_rim
from vision.measures.board_picture import BoardPicture
from vision.measures.cut_off import CUT_OFF, Levels, legible_part, shown
from vision.measures.light_field import correlation, gain_field, stretched
from vision.reference import Plane

_ALIKE = 0.5  # correlation of two patches that show the same
_DEEPEST_SHADE = 0.3  # of the light that remains in a shadow
_WHOLE = (slice(None), slice(None))
_WHOLLY = 2.0  # units by which what is wholly foreign differs
_BAND_PX = 80  # rows of pixels that are compared at once
_SOME = 32  # every so many of them tell about where the middle of many values is
_OF_NOISE = 0.7  # standard deviations that what is foreign must differ by to count as one unit


@dataclass(frozen=True, eq=False)
class Light:
    """How one picture of a board is lit compared with another: factors on the other one, float32 (3, height, width).

    ``likeness`` is the share of patches whose structure is the same in both, 0 to 1. ``few`` are the same factors at
    few places, float32 (3, rows, cols), None where no smooth field has them.
    """

    channels: Plane
    likeness: float
    few: Plane | None = None

    @cached_property
    def gain(self) -> Plane:
        """The factors with channels last, float32 (height, width, 3)."""
        return np.asarray(cv2.merge(tuple(self.channels)), np.float32)

    @cached_property
    def _most(self) -> float:
        """The greatest of the factors."""
        return float((self.channels if self.few is None else self.few).max())

    def keeps_whole(self, reference: BoardPicture) -> bool:
        """Whether nothing of another picture is cut off, and nothing so bright that it would be in this light."""
        return max(reference.brightest, reference.brightest * self._most) < CUT_OFF


def estimate_light(current: BoardPicture, reference: BoardPicture) -> Light:
    """The smooth field of factors that turns the reference into the current picture where nothing else changed."""
    now, then = current.patches, reference.patches
    alike = correlation(now, then)
    few = gain_field(now, then, alike, current.plane.shape)
    inner = alike[1:-1, 1:-1] > _ALIKE
    return Light(stretched(few, current.plane.shape), np.count_nonzero(inner) / inner.size, few)


def noise_level(gray: Plane) -> float:
    """Standard deviation of the pixel noise in grey levels (Immerkaer 1996, with a median: edges don't count)."""
    kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    curved = np.abs(cv2.filter2D(gray, cv2.CV_32F, kernel)[::2, ::2]).ravel()  # neighbours say the same
    return _upper_median(curved) / (0.6745 * 6)


def _upper_median(values: NDArray[np.float32]) -> float:
    """The upper of the middle two of many values, (n,); only those about as large as some of them are sorted."""
    few = np.sort(values[::_SOME])
    low, high = few[int(0.4 * len(few))], few[int(0.6 * len(few))]
    near = values[(values >= low) & (values <= high)]
    middle = len(values) // 2
    rank = middle - int(np.count_nonzero(values < low))
    if not 0 <= rank < len(near):
        near, rank = values, middle
    return float(np.partition(near, rank)[rank])


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """What differs between two pictures besides the light, float32 (height, width) each, 0 the same to 1 foreign.

    ``plain`` compares colours as they are; ``shaded`` lets every pixel be any darker shade of its own colour, as a
    shadow makes it, so what remains is another hue or something brighter. ``blotches`` are by what factor each channel
    differs by chance more than single pixels do, from 1.
    """

    plain: Plane
    shaded: Plane
    blotches: tuple[float, ...] = (1.0, 1.0, 1.0)


def compare(current: BoardPicture, reference: BoardPicture, light: Light, noise: float) -> Change:
    """How foreign each pixel is to the reference under this light.

    Nothing is foreign that lies between the values of the neighbouring pixels of the reference, since a pose is never
    better than some hundredths of a space; beyond them noise and a small share of the brightness are the unit. Where a
    channel is cut off as it should be under this light, the others tell.
    """
    times = _blotches(current, reference, light, noise)
    as_shown = _shown_in(light, reference)
    size = current.plane.shape[:2]
    found = Change(np.empty(size, np.float32), np.empty(size, np.float32), times)
    for rows in _bands(_WHOLE, current.plane.shape):
        part = rows, slice(None)
        shade = _shade(current, reference, light, part)
        plain, shaded = [], []
        for blotches, (now, low, high, unknown) in zip(times, _expected(current, reference, light, part), strict=True):
            unit = _unit(high, noise, _WHOLLY * blotches)
            plain.append(_beyond(now, *as_shown(low, high, unknown), unit))
            cv2.multiply(low, shade, dst=low)
            cv2.multiply(high, shade, dst=high)
            shaded.append(_beyond(now, *as_shown(low, high, unknown), unit))
        _foreign(plain, found.plain[part])
        _foreign(shaded, found.shaded[part])
    return found


def plain_change(
    current: BoardPicture,
    reference: BoardPicture,
    light: Light,
    noise: float,
    part: tuple[slice, slice] = _WHOLE,
) -> Plane:
    """``Change.plain`` alone, half the work of ``compare``; ``part`` are the rows and columns of pixels asked for."""
    times = _blotches(current, reference, light, noise)
    as_shown = _shown_in(light, reference)
    found = np.empty(current.plane[part].shape[:2], np.float32)
    first = part[0].start or 0
    for rows in _bands(part, current.plane.shape):
        beyond = []
        every = zip(times, _expected(current, reference, light, (rows, part[1])), strict=True)
        for blotches, (now, low, high, unknown) in every:
            unit = _unit(high, noise, _WHOLLY * blotches)
            beyond.append(_beyond(now, *as_shown(low, high, unknown), unit))
        _foreign(beyond, found[rows.start - first : rows.stop - first])
    return found


def _bands(part: tuple[slice, slice], shape: tuple[int, ...]) -> list[slice]:
    """The rows of a part of a plane of this shape, so many at once: all that is made of those stays at hand."""
    first, end, _ = part[0].indices(shape[0])
    return [slice(row, min(row + _BAND_PX, end)) for row in range(first, end, _BAND_PX)]


def _shade(current: BoardPicture, reference: BoardPicture, light: Light, part: tuple[slice, slice]) -> Plane:
    """The share of the light that a shadow of no colour would leave to each pixel of a part."""
    energy, shared = (np.empty(current.plane[part].shape[:2], np.float32) for _ in range(2))
    whole = light.keeps_whole(reference)
    for channel in range(3):
        at = (channel, *part)
        now = current.smooth[at]
        legible = np.asarray(cv2.multiply(reference.smooth[at], light.channels[at]), np.float32)
        if not whole:
            legible = legible_part(legible, None if reference.near_cut is None else reference.near_cut[at])
        if not channel:
            cv2.multiply(legible, legible, dst=energy)
            cv2.multiply(now, legible, dst=shared)
            continue
        cv2.accumulateSquare(legible, energy)
        cv2.accumulateProduct(now, legible, shared)
    np.maximum(energy, np.float32(1.0), out=energy)
    cv2.divide(shared, energy, dst=shared)
    cv2.threshold(shared, 1.0, 0.0, cv2.THRESH_TRUNC, dst=shared)
    return np.maximum(shared, np.float32(_DEEPEST_SHADE), out=shared)


def _expected(
    current: BoardPicture, reference: BoardPicture, light: Light, part: tuple[slice, slice]
) -> Iterator[tuple[Plane, Plane, Plane, NDArray[np.bool_] | None]]:
    """A part of each channel, the least and greatest that the reference has there under a light, and what is cut off.

    The latter is None where nothing is.
    """
    low, high = reference.between
    for channel in range(3):
        at = (channel, *part)
        factors = light.channels[at]
        unknown = None if reference.near_cut is None else reference.near_cut[at]
        least, most = (np.asarray(cv2.multiply(level[at], factors), np.float32) for level in (low, high))
        yield current.smooth[at], least, most, unknown


def _blotches(current: BoardPicture, reference: BoardPicture, light: Light, noise: float) -> tuple[float, ...]:
    """By what factor each channel differs more than its noise says, as the rim tells (``vision.measures.blotches``)."""
    now, gains = current.smooth_rim, on_rim(light.channels)
    low, high = (level * gains for level in reference.rim_between)
    least, most = _shown_in(light, reference)(low, high, None)
    times = [1.0] * len(now)
    for channel in np.flatnonzero(may_be_blotched(least > now, now > most)):
        unit = _unit(high[channel], noise)
        below, above = least[channel] - now[channel], now[channel] - most[channel]
        times[channel] = blotched(below / unit, above / unit)
    return but_for_shadows(times)


def _unit(high: Plane, noise: float, times: float = 1.0) -> Plane:
    """The unit of what differs."""
    # of one plane, twice: OpenCV scales and shifts floating point numbers in one pass in no other way
    return np.asarray(cv2.addWeighted(high, 0.03 * times, high, 0.0, (1.0 + _OF_NOISE * noise) * times), np.float32)


def _shown_in(
    light: Light, reference: BoardPicture
) -> Callable[[Levels, Levels, NDArray[np.bool_] | None], tuple[Levels, Levels]]:
    """``vision.measures.cut_off.shown``, which leaves all as it is where nothing of the reference can be cut off."""
    return (lambda low, high, unknown: (low, high)) if light.keeps_whole(reference) else shown


def _beyond(now: Plane, low: Plane, high: Plane, unit: Plane) -> Plane:
    """By how many units a channel lies outside of what it may be."""
    beyond = cv2.subtract(low, now)
    cv2.max(beyond, cv2.subtract(now, high), dst=beyond)
    return np.asarray(cv2.divide(beyond, unit, dst=beyond), np.float32)


def _foreign(beyond: Sequence[Plane], found: Plane) -> None:
    """Put the most of three channels, 0 to 1, into a plane of their shape."""
    blue, green, red = beyond
    most = cv2.max(cv2.max(blue, green, dst=blue), red, dst=blue)
    cv2.threshold(most, 0.0, 0.0, cv2.THRESH_TOZERO, dst=most)  # a third sooner than to clip it
    np.minimum(most, np.float32(1.0), out=found)
