"""Quadrilaterals in a picture that may be a board: outlines of what is lighter, darker, of another hue, or edged."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.masks import (
    Gray,
    channels,
    edge_masks,
    level_masks,
    line_masks,
    near_masks,
    pattern_masks,
    quick_masks,
    small_and_even,
    small_and_smooth,
    without_specks,
)
from vision.pose import Points

TINY_PX, SMALL_PX = 210, 420  # longest side of the reduced picture: a rim keeps its place to a tenth of a space
LINED_PX = 300  # the same where lines are looked for
SMALLEST_SHARE = 0.02  # of the picture's area; a smaller board has fewer than about 20 pixels a space
SMALLEST_PX = 16  # a side of a picture; nothing is found in a smaller one, and it can hardly be reduced
FILL = 0.86  # a contour covers this share of its quadrilateral; rounded corners and a covered corner are below 10 %


def quick_quads(pixels: Pixels) -> Iterator[tuple[Points, ...]]:
    """Convex quadrilaterals, float64 (4, 2) in pixels of the picture, clockwise, that boards have which lie bare.

    A batch is one mask, the likeliest first, its biggest quadrilateral first; one may come in several.
    """
    factor = factor_of(pixels, TINY_PX)
    if factor is not None:
        for mask in quick_masks(small_and_smooth(pixels, factor)):
            yield tuple(biggest_first(quads_of(without_specks(mask), factor)))


def framed_quads(gray: Gray, longest_px: int = LINED_PX) -> Iterator[tuple[Points, ...]]:
    """The same of boards framed by light or dark lines, whatever is round them, then of those on a patterned cloth.

    ``gray`` is the lightness of the picture, uint8 (height, width), ``longest_px`` the longest side of a reduced one.
    """
    factor = factor_of(gray, longest_px)
    if factor is not None:
        small = small_and_even(gray, factor)
        for mask in itertools.chain(line_masks(small), pattern_masks(small)):
            yield tuple(biggest_first(quads_of(mask, factor)))


def quad_batches(pixels: Pixels) -> Iterator[tuple[Points, ...]]:
    """Convex quadrilaterals, float64 (4, 2) in pixels of the picture, clockwise, of boards that may be half covered.

    A batch is what one channel shows in one way; each is sorted, the biggest first, and no quadrilateral comes twice.
    """
    factor = factor_of(pixels, SMALL_PX)
    if factor is None:
        return
    parts = channels(small_and_smooth(pixels, factor))
    kept: list[Points] = []
    for masks in (level_masks, edge_masks, near_masks):
        for channel in parts:
            yield added(biggest_first([quad for mask in masks(channel) for quad in quads_of(mask, factor)]), kept)
    gray = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    for batch in framed_quads(gray, SMALL_PX):
        yield added(batch, kept)


def added(quads: Iterable[Points], known: list[Points]) -> tuple[Points, ...]:
    """Those that are the same as none of the known ones, to which they are added."""
    before = len(known)
    for quad in quads:
        if not same_quad(quad, known):
            known.append(quad)
    return tuple(known[before:])


def factor_of(pixels: Pixels | Gray, longest: int) -> int | None:
    """By how much a picture is reduced to have about this longest side, an even number; None if it is too small."""
    factor = 2 * math.ceil(max(pixels.shape) / (2 * longest))
    return None if min(pixels.shape[:2]) < SMALLEST_PX * factor else factor


def quads_of(mask: Gray, factor: int) -> list[Points]:
    """What a mask of a picture that is ``factor`` times as large outlines, in the picture's own pixels."""
    found = [quad_of(contour, mask.size) for contour in contours(mask)]
    return [(quad + 0.5) * factor - 0.5 for quad in found if quad is not None]


def biggest_first(quads: list[Points]) -> list[Points]:
    """These in the order of their areas."""
    return sorted(quads, key=lambda quad: -float(cv2.contourArea(quad.astype(np.float32))))


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
    _, _, width, height = cv2.boundingRect(contour)
    if width * height < SMALLEST_SHARE * picture_area:
        return None
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if area < SMALLEST_SHARE * picture_area or area > 0.95 * picture_area or len(hull) < 4:
        return None
    inside = cv2.contourArea(contour)
    if inside < 0.5 * area:
        return None
    shape = cv2.approxPolyN(hull, 4, ensure_convex=True).reshape(-1, 2)
    whole = cv2.contourArea(shape)
    if len(shape) != 4 or area < FILL * whole or inside < 0.5 * whole:
        return None
    corners = shape.tolist()
    sides = [math.dist(corner, corners[n - 1]) for n, corner in enumerate(corners)]
    if min(sides) < 0.45 * max(sides):  # a board of 9 x 8 tilted by 35 degrees keeps 0.6
        return None
    return clockwise(shape.astype(np.float64))


def clockwise(quad: Points) -> Points:
    """The corners in clockwise order as the picture is seen (y down)."""
    turn = cv2.contourArea(quad.astype(np.float32), oriented=True)
    return quad if turn > 0 else quad[::-1].copy()


def same_quad(quad: Points, others: Iterable[Points]) -> bool:
    """Whether one of the others has all corners within a hundredth of the size, wherever they start.

    Plain numbers: that most have not one corner there is soon seen.
    """
    corners = quad.tolist()
    (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*corners, strict=True))
    near = 0.012 * math.hypot(right - left, bottom - top)
    return any(
        all(any(abs(x - u) <= near and abs(y - v) <= near for u, v in other) for x, y in corners)
        for other in (known.tolist() for known in others)
    )
