"""Quadrilaterals in a picture that may be a board: outlines of what is lighter, darker, of another hue, or edged."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.masks import (
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
from vision.finding.outline_sides import straightened
from vision.finding.perspective import outline_unevenness
from vision.frame import Pixels
from vision.pose import Points

TINY_PX, SMALL_PX = 210, 420  # longest side of the reduced picture: a rim keeps its place to a tenth of a space
LINED_PX = 300  # the same where lines are looked for
SMALLEST_SHARE = 0.02  # of the picture's area; a smaller board has fewer than about 20 pixels a space
SMALLEST_PX = 16  # a side of a picture; nothing is found in a smaller one, and it can hardly be reduced
STRAIGHT = 0.6  # share of its sides along which an outline runs; of 921 that show a grid so 97 in 100 have more
TWISTED = 0.2  # unevenness of what goes round such an outline
FILL = 0.86  # a contour covers this share of its quadrilateral; rounded corners and a covered corner are below 10 %


class Outline(NamedTuple):
    """The border of a part of a mask, int32 (n, 1, 2), and a quadrilateral that goes round it, float64 (4, 2)."""

    border: NDArray[np.int32]
    quad: Points


def quick_quads(pixels: Pixels, spaces: tuple[int, int]) -> Iterator[tuple[Points, ...]]:
    """Convex quadrilaterals, float64 (4, 2) in pixels of the picture, clockwise, that boards of ``spaces`` may fill.

    Most boards that lie bare do. A batch is one mask, the likeliest first, its biggest quadrilateral first; one may
    come in several, and once more with its sides along most of what it goes round.
    """
    factor = factor_of(pixels, TINY_PX)
    if factor is not None:
        masks = quick_masks(small_and_smooth(pixels, factor))
        yield from bare_quads((without_specks(mask) for mask in masks), factor, spaces)


def framed_quads(gray: Gray, spaces: tuple[int, int]) -> Iterator[tuple[Points, ...]]:
    """The same of boards framed by light or dark lines, whatever is round them, then of those on a patterned cloth.

    ``gray`` is the lightness of the picture, uint8 (height, width).
    """
    factor = factor_of(gray, LINED_PX)
    if factor is not None:
        yield from bare_quads(framed_masks(gray, factor), factor, spaces)


def framed_masks(gray: Gray, factor: int) -> Iterator[Gray]:
    """Where a lightness that is made so many times smaller is thin, and then where a pattern ends."""
    small = small_and_even(gray, factor)
    return itertools.chain(line_masks(small), pattern_masks(small))


def bare_quads(masks: Iterable[Gray], factor: int, spaces: tuple[int, int]) -> Iterator[tuple[Points, ...]]:
    """What each mask outlines, and then once more what of that is straight, with its sides along most of its outline.

    The first takes half the time, and mostly it is enough.
    """
    found: list[list[Outline]] = []
    size_wh = 0, 0
    for mask in masks:
        found.append(biggest_first(outlines_of(mask)))
        size_wh = mask.shape[1], mask.shape[0]
        yield tuple(in_picture(each.quad, factor) for each in found[-1])
    for outlines in found:
        likely = (each for each in outlines if outline_unevenness(each.quad, spaces, size_wh) <= TWISTED)
        sides = [straightened(each.quad, each.border) for each in likely]
        yield tuple(in_picture(each.quad, factor) for each in sides if each.straight >= STRAIGHT)


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
            yield added(quads_of(factor, *masks(channel)), kept)
    gray = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    for mask in framed_masks(gray, factor):
        yield added(quads_of(factor, mask), kept)


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


def quads_of(factor: int, *masks: Gray) -> tuple[Points, ...]:
    """What masks of a picture that is ``factor`` times as large outline, in its own pixels, the biggest first."""
    outlines = biggest_first([outline for mask in masks for outline in outlines_of(mask)])
    return tuple(in_picture(each.quad, factor) for each in outlines)


def outlines_of(mask: Gray) -> list[Outline]:
    """The parts of a mask that nearly fill a quadrilateral."""
    found = [(border, quad_of(border, mask.size)) for border in contours(mask)]
    return [Outline(border, quad) for border, quad in found if quad is not None]


def in_picture(quad: Points, factor: int) -> Points:
    """A quadrilateral of a mask in the pixels of a picture that is ``factor`` times as large."""
    return (quad + 0.5) * factor - 0.5


def biggest_first(outlines: list[Outline]) -> list[Outline]:
    """These in the order of their areas."""
    return sorted(outlines, key=lambda each: -float(cv2.contourArea(each.quad.astype(np.float32))))


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
    inside = cv2.contourArea(contour)
    if inside < 0.5 * SMALLEST_SHARE * picture_area:  # a line goes round next to nothing, and to know that costs least
        return None
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if area < SMALLEST_SHARE * picture_area or area > 0.95 * picture_area or len(hull) < 4:
        return None
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
