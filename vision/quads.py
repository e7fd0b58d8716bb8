"""Quadrilaterals in a picture that may be a board: outlines of what is lighter, darker, of another hue, or edged."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.pose import Points

Gray = NDArray[np.uint8]

WORK_PX = 640.0  # longest side of the reduced picture: a rim keeps its place to a pixel, texture is smoothed away
BROAD_PX = 31  # wider than a check of a cloth, far narrower than a board, both in the reduced picture
LEVELS = 9  # thresholds a channel, evenly over its range
SMALLEST_SHARE = 0.02  # of the picture's area; a smaller board has fewer than about 20 pixels a space
SMALLEST_PX = 16  # a side of a picture; nothing is found in a smaller one, and it can hardly be reduced
SQUARE = np.ones((3, 3), np.uint8)
QUICK_PX = 600  # longest side of the picture for ``quick_quads``, at least half of it: a space has ten pixels
QUICK_BROAD_PX = 15  # as BROAD_PX, in that picture
QUICK_LEVELS = (4, 2, 3, 5)  # of twelfths of the range, in the order in which they tell boards from tables
QUICK_SLOPES = (94, 88)  # percentiles
FILL = 0.86  # a contour covers this share of its quadrilateral; rounded corners and a covered corner are below 10 %


def quad_batches(pixels: Pixels) -> Iterator[tuple[Points, ...]]:
    """Convex quadrilaterals, float64 (4, 2) in pixels of the picture, clockwise: what is cheap to find comes first.

    Each batch is sorted, the biggest first, and no quadrilateral comes twice.
    """
    height, width = pixels.shape[:2]
    if min(height, width) < SMALLEST_PX:
        return
    scale = min(1.0, WORK_PX / max(height, width))
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else pixels
    smooth = np.asarray(cv2.medianBlur(np.ascontiguousarray(small), 5), np.uint8)
    lab = [np.asarray(channel, np.uint8) for channel in cv2.split(cv2.cvtColor(smooth, cv2.COLOR_BGR2Lab))]
    kept: list[Points] = []
    light, hues = lab[:1], lab[1:]
    cheap = itertools.chain(levels(light), edges(light))
    for batch in (cheap, itertools.chain(opened(light), outlines(hues)), outlines(filled(lab))):
        found = []
        for contour in batch:
            quad = quad_of(contour, small.shape[0] * small.shape[1])
            if quad is not None:
                found.append((float(cv2.contourArea(quad.astype(np.float32))), quad))
        found.sort(key=lambda item: -item[0])
        fresh = len(kept)
        for _, quad in found:
            if not kept or not same_quad(quad, np.array(kept)):
                kept.append(quad)
        yield tuple((quad + 0.5) / scale - 0.5 for quad in kept[fresh:])


def quick_quads(pixels: Pixels, gray: Gray) -> Iterator[tuple[Points, ...]]:
    """What ``quad_batches`` finds, from a much smaller picture and only by the masks that tell boards best.

    ``gray`` is the picture's lightness, uint8 (height, width). A batch is one mask, the likeliest first; one
    quadrilateral may come in several.
    """
    factor = 1
    while max(gray.shape) > QUICK_PX * factor:
        factor *= 2
    if min(gray.shape) < SMALLEST_PX * factor:
        return
    for mask in quick_masks(pixels, gray, factor):
        found = [quad for quad in (quad_of(contour, mask.size) for contour in contours(mask)) if quad is not None]
        found.sort(key=lambda quad: -float(cv2.contourArea(quad.astype(np.float32))))
        yield tuple((quad + 0.5) * factor - 0.5 for quad in found)


def quick_masks(pixels: Pixels, gray: Gray, factor: int) -> Iterator[Gray]:
    """Where lightness, then hue, is above a few levels or has steep edges, as uint8, ``factor`` times smaller."""
    light = small_and_smooth(gray, factor)
    yield otsu(light)
    yield from quick_levels(light)
    lab = cv2.cvtColor(small_and_smooth(pixels, factor), cv2.COLOR_BGR2Lab)
    hues = [np.asarray(channel, np.uint8) for channel in cv2.split(lab)[1:]]
    for hue in hues:
        yield otsu(hue)
    broad = np.ones((QUICK_BROAD_PX, QUICK_BROAD_PX), np.uint8)
    filled = [np.asarray(cv2.morphologyEx(hue, cv2.MORPH_OPEN, broad), np.uint8) for hue in hues]
    for share in QUICK_SLOPES:
        for channel in (light, *hues, *filled):
            steep = steepest(channel, share)
            yield steep
            yield np.asarray(cv2.dilate(steep, SQUARE), np.uint8)
    for hue in hues:
        yield from quick_levels(hue)


def small_and_smooth(picture: NDArray[np.uint8], factor: int) -> NDArray[np.uint8]:
    """The picture ``factor`` times smaller, a power of two: other reductions take several times as long."""
    while factor > 1:
        rows, cols = picture.shape[0] // 2, picture.shape[1] // 2
        picture = np.asarray(
            cv2.resize(picture[: 2 * rows, : 2 * cols], (cols, rows), interpolation=cv2.INTER_AREA), np.uint8
        )
        factor //= 2
    return np.asarray(cv2.medianBlur(np.ascontiguousarray(picture), 5), np.uint8)


def otsu(channel: Gray) -> Gray:
    """Where a channel is above the level that parts it best (Otsu 1979)."""
    return np.asarray(cv2.threshold(channel, 0, 255, cv2.THRESH_OTSU)[1], np.uint8)


def quick_levels(channel: Gray) -> Iterator[Gray]:
    """Where a channel is above a few levels of its range."""
    low, high = percentiles(channel, (1, 99))
    if high - low >= 8:
        for level in QUICK_LEVELS:
            yield np.asarray(
                cv2.threshold(channel, low + (high - low) * level / 12, 255, cv2.THRESH_BINARY)[1], np.uint8
            )


def steepest(channel: Gray, share: float) -> Gray:
    """Where a channel is steeper than at this percentage of all places."""
    slope = np.asarray(cv2.morphologyEx(channel, cv2.MORPH_GRADIENT, SQUARE), np.uint8)
    (least,) = percentiles(slope, (share,))
    return np.asarray(cv2.threshold(slope, max(1.0, least - 1), 255, cv2.THRESH_BINARY)[1], np.uint8)


def percentiles(channel: Gray, shares: Sequence[float]) -> list[float]:
    """As ``numpy.percentile``, of whole grey levels: by counting, many times as fast."""
    counts = np.cumsum(cv2.calcHist([channel], [0], None, [256], [0, 256]).ravel())
    found = []
    for share in shares:
        place, part = divmod((channel.size - 1) * share / 100, 1.0)
        low, high = np.searchsorted(counts, [place, min(place + 1, channel.size - 1)], side="right")
        found.append(float(low + (high - low) * part))
    return found


def outlines(channels: Iterable[NDArray[np.uint8]]) -> Iterator[NDArray[np.int32]]:
    """All of these."""
    for channel in channels:
        yield from levels([channel])
        yield from opened([channel])
        yield from edges([channel])


def masks(channel: NDArray[np.uint8]) -> Iterator[NDArray[np.uint8]]:
    """Where a channel is above each of its levels."""
    low, high = percentiles(channel, (1, 99))
    if high - low >= 8:
        for level in np.linspace(low, high, LEVELS + 2)[1:-1]:
            yield np.asarray(cv2.threshold(channel, float(level), 255, cv2.THRESH_BINARY)[1], np.uint8)


def levels(channels: Iterable[NDArray[np.uint8]]) -> Iterator[NDArray[np.int32]]:
    """Contours of level sets."""
    for channel in channels:
        for mask in masks(channel):
            yield from contours(mask)


def opened(channels: Iterable[NDArray[np.uint8]]) -> Iterator[NDArray[np.int32]]:
    """Contours of level sets without thin bridges."""
    for channel in channels:
        for mask in masks(channel):
            yield from contours(np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, SQUARE, iterations=2), np.uint8))


def edges(channels: Iterable[NDArray[np.uint8]]) -> Iterator[NDArray[np.int32]]:
    """Contours of closed chains of edges."""
    for channel in channels:
        low, high = percentiles(channel, (1, 99))
        if high - low < 4:
            continue
        slope = np.asarray(cv2.morphologyEx(channel, cv2.MORPH_GRADIENT, SQUARE), np.uint8)
        for least in percentiles(slope, (80, 88, 94)):
            steep = (slope >= max(2.0, least)).astype(np.uint8) * 255
            yield from contours(np.asarray(cv2.dilate(steep, SQUARE), np.uint8))
            yield from contours(steep)


def filled(channels: Iterable[NDArray[np.uint8]]) -> Iterator[NDArray[np.uint8]]:
    """Lightness and the two hue axes without all that is smaller than a board, light or dark.

    Closing and opening make checks, stripes and grain one tone, and leave a big edge where it is.
    """
    broad = np.ones((BROAD_PX, BROAD_PX), np.uint8)
    for channel in channels:
        for fill in (cv2.MORPH_CLOSE, cv2.MORPH_OPEN):
            yield np.asarray(cv2.morphologyEx(channel, fill, broad), np.uint8)


def contours(mask: NDArray[np.uint8]) -> Iterator[NDArray[np.int32]]:
    """Outer and inner borders of the white parts of a mask, pixel by pixel, but for those too short for a board."""
    found, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    # a border of so many pixels goes round a box of at most the square of half as many
    least = 2 * np.sqrt(SMALLEST_SHARE * mask.size) - 2
    for contour in found:
        if len(contour) >= least:
            yield np.asarray(contour, np.int32)


def quad_of(contour: NDArray[np.int32], picture_area: float) -> Points | None:
    """The quadrilateral that a contour nearly fills, clockwise, or None."""
    if len(contour) < 4:
        return None
    _, _, width, height = cv2.boundingRect(contour)
    if width * height < SMALLEST_SHARE * picture_area:
        return None
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if area < SMALLEST_SHARE * picture_area or area > 0.95 * picture_area or len(hull) < 4:
        return None
    shape = cv2.approxPolyN(hull, 4, ensure_convex=True).reshape(-1, 2).astype(np.float64)
    if len(shape) != 4:
        return None
    whole = cv2.contourArea(shape.astype(np.float32))
    if area < FILL * whole or cv2.contourArea(contour) < 0.5 * whole:
        return None
    sides = np.linalg.norm(np.roll(shape, -1, axis=0) - shape, axis=1)
    if sides.min() < 0.45 * sides.max():  # a board of 9 x 8 tilted by 35 degrees keeps 0.6
        return None
    return clockwise(shape)


def clockwise(quad: Points) -> Points:
    """The corners in clockwise order as the picture is seen (y down)."""
    x, y = quad.T
    turn = float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
    return quad if turn > 0 else quad[::-1].copy()


def same_quad(quad: Points, others: NDArray[np.float64]) -> bool:
    """Whether one of the others, (n, 4, 2), has all corners within a hundredth of the size, wherever they start."""
    near = 0.012 * float(np.linalg.norm(quad.max(axis=0) - quad.min(axis=0)))
    gaps = np.abs(quad[None, :, None] - others[:, None]).max(axis=3).min(axis=2)
    return bool((gaps <= near).all(axis=1).any())
