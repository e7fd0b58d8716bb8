"""Where a small picture is lighter, redder, bluer, steeper or drawn on: what may part a board from a table.

A mask is uint8 (height, width), 255 where it holds. Everything works on whole grey levels of small pictures, since
masks are many and most of them show nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels

Gray = NDArray[np.uint8]

SQUARE = np.ones((3, 3), np.uint8)
NARROW = np.ones((5, 5), np.uint8)  # wider than a printed line
BROAD = np.ones((15, 15), np.uint8)  # wider than a check of a cloth, far narrower than a board
CLOSE, NEAR, FAR = 0.1, 0.18, 0.4  # of the picture's longer side: with how much round it a place is compared
CRUMB = 0.1  # of the longer side: so many places
FLAT = 8  # grey levels: a channel of a smaller range shows nothing


def small_and_smooth(pixels: Pixels, factor: int) -> Pixels:
    """The picture ``factor`` times smaller, an even number: from the four pixels in the middle of each square.

    An average of all pixels takes ten times as long and shows no more.
    """
    rows, cols = pixels.shape[0] // factor, pixels.shape[1] // factor
    few = cv2.resize(pixels[: factor * rows, : factor * cols], (cols, rows), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.medianBlur(few, 3), np.uint8)


def small_and_even(gray: Gray, factor: int) -> Gray:
    """A lightness ``factor`` times smaller, an even number, from all its pixels: so thin lines stay.

    In two steps, since OpenCV halves a picture many times as fast as it takes a third of it.
    """
    rows, cols = gray.shape[0] // factor, gray.shape[1] // factor
    sizes = (factor // 2 * cols, factor // 2 * rows), (cols, rows)
    few = gray[: factor * rows, : factor * cols]
    for size in sizes:
        few = np.asarray(cv2.resize(few, size, interpolation=cv2.INTER_AREA), np.uint8)
    return few


def quick_masks(pixels: Pixels) -> Iterator[Gray]:
    """What tells most boards from most tables: how red a place is, in the whole picture and among its neighbours.

    These tell 150 of 156 boards that lie bare. The last is for those on a checked or striped cloth of their own tone:
    steep places where that was made one tone.
    """
    red = red_of(pixels)
    yield otsu(red)
    yield above(red, NEAR)
    _, warm, cold = channels(pixels)
    yield above(warm, FAR)
    yield otsu(cold)
    yield np.asarray(cv2.dilate(steepest(bared(warm), 94), SQUARE), np.uint8)


def level_masks(channel: Gray) -> Iterator[Gray]:
    """Level sets without thin bridges or thin gaps, for boards of which something is covered."""
    yield without_bridges(otsu(channel))
    for mask in levels(channel, (3, 5)):
        yield without_gaps(mask)
    yield from levels(bared(channel), (3, 5))
    yield from levels(filled(channel), (2, 4))


def edge_masks(channel: Gray) -> Iterator[Gray]:
    """Steep places, where checks, stripes and grain were made one tone before."""
    for even in (bared(channel), filled(channel)):
        yield steepest(even, 88)
        steep = steepest(even, 94)
        yield steep
        yield np.asarray(cv2.dilate(steep, SQUARE), np.uint8)


def near_masks(channel: Gray) -> Iterator[Gray]:
    """Places that stand out from what is round them, under any light."""
    yield without_gaps(above(channel, FAR))
    yield without_gaps(above(channel, CLOSE))
    yield above(channel, NEAR)


def line_masks(gray: Gray) -> Iterator[Gray]:
    """What is thin and lighter than what is round it, then what is darker: a frame of lines closes round its board.

    It does so whatever the table looks like. ``gray`` is as ``small_and_even`` makes it. Of 33 boards of five arts all
    four together outlined 32 to less than a space.
    """
    light = cv2.subtract(gray, cv2.morphologyEx(gray, cv2.MORPH_OPEN, NARROW))
    dark = cv2.subtract(cv2.morphologyEx(gray, cv2.MORPH_CLOSE, NARROW), gray)
    for thin, alone, joined in ((light, 80, 88), (dark, 88, 84)):
        lines = np.asarray(thin, np.uint8)
        yield without_crumbs(thinnest(lines, alone))
        yield np.asarray(cv2.dilate(thinnest(lines, joined), SQUARE), np.uint8)


def pattern_masks(gray: Gray) -> Iterator[Gray]:
    """Steep places where what is dark and small was made one tone, then what is lighter than what is round it.

    A board on a patterned cloth stands out so. ``gray`` is as ``small_and_even`` makes it. Of 122 pictures in which
    neither quick masks nor lines outline a board, most of it covered in many, the first does in 17, the other in 8.
    """
    yield np.asarray(cv2.dilate(steepest(filled(gray), 94), SQUARE), np.uint8)
    yield without_gaps(above(gray, NEAR))


def channels(pixels: Pixels) -> tuple[Gray, Gray, Gray]:
    """The red channel, which parts boards from wood better than lightness does, and two hue axes, warm and cold."""
    _, warm, cold = cv2.split(cv2.cvtColor(pixels, cv2.COLOR_BGR2YCrCb))
    return red_of(pixels), np.asarray(warm, np.uint8), np.asarray(cold, np.uint8)


def red_of(pixels: Pixels) -> Gray:
    """The red channel."""
    return np.asarray(cv2.extractChannel(pixels, 2), np.uint8)


def bared(channel: Gray) -> Gray:
    """A channel without what is light and smaller than a board; big edges stay where they are."""
    return np.asarray(cv2.morphologyEx(channel, cv2.MORPH_OPEN, BROAD), np.uint8)


def filled(channel: Gray) -> Gray:
    """A channel without what is dark and smaller than a board."""
    return np.asarray(cv2.morphologyEx(channel, cv2.MORPH_CLOSE, BROAD), np.uint8)


def without_specks(mask: Gray) -> Gray:
    """A mask without what is smaller than about three places: grain has hundreds of outlines that no board has."""
    return np.asarray(cv2.medianBlur(mask, 5), np.uint8)


def without_crumbs(mask: Gray) -> Gray:
    """A mask without the parts of fewer places than a tenth of the longer side: lines have hundreds among them.

    A board's outline has several times as many, and to follow every other takes longer than to count places.
    """
    count, labels = cv2.connectedComponents(mask, connectivity=8, ltype=cv2.CV_16U)
    part = np.asarray(labels, np.uint16)
    large = np.bincount(part.ravel(), minlength=count) >= CRUMB * max(mask.shape)
    large[0] = False
    return np.asarray(np.where(large, 255, 0).astype(np.uint8).take(part), np.uint8)


def without_bridges(mask: Gray) -> Gray:
    """A mask without what is thinner than five places."""
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, SQUARE, iterations=2), np.uint8)


def without_gaps(mask: Gray) -> Gray:
    """A mask with what is thinner than five places beside it."""
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, SQUARE, iterations=2), np.uint8)


def otsu(channel: Gray) -> Gray:
    """Where a channel is above the level that parts it best (Otsu 1979)."""
    return np.asarray(cv2.threshold(channel, 0, 255, cv2.THRESH_OTSU)[1], np.uint8)


def above(channel: Gray, share: float) -> Gray:
    """Where a channel is above its mean in a square about each place, of a side that is a share of the picture's."""
    side = int(share * max(channel.shape)) | 1
    return np.asarray(cv2.compare(channel, cv2.blur(channel, (side, side)), cv2.CMP_GT), np.uint8)


def levels(channel: Gray, twelfths: Sequence[int]) -> list[Gray]:
    """Where a channel is above some twelfths of its range; nothing where it is flat."""
    low, high = percentiles(channel, (1, 99))
    if high - low < FLAT:
        return []
    cuts = [low + (high - low) * level / 12 for level in twelfths]
    return [np.asarray(cv2.threshold(channel, cut, 255, cv2.THRESH_BINARY)[1], np.uint8) for cut in cuts]


def steepest(channel: Gray, share: float) -> Gray:
    """Where a channel is steeper than at this percentage of all places."""
    slope = np.asarray(cv2.morphologyEx(channel, cv2.MORPH_GRADIENT, SQUARE), np.uint8)
    (least,) = percentiles(slope, (share,))
    return np.asarray(cv2.threshold(slope, max(1.0, least - 1), 255, cv2.THRESH_BINARY)[1], np.uint8)


def thinnest(thin: Gray, share: float) -> Gray:
    """Where more stands out than at this percentage of all places."""
    (least,) = percentiles(thin, (share,))
    return np.asarray(cv2.threshold(thin, max(1.0, least), 255, cv2.THRESH_BINARY)[1], np.uint8)


def percentiles(channel: Gray, shares: Sequence[float]) -> list[float]:
    """As ``numpy.percentile``, of whole grey levels: by counting, many times as fast."""
    counts = np.cumsum(cv2.calcHist([channel], [0], None, [256], [0, 256]).ravel())
    found = []
    for share in shares:
        place, part = divmod((channel.size - 1) * share / 100, 1.0)
        low, high = np.searchsorted(counts, [place, min(place + 1, channel.size - 1)], side="right")
        found.append(float(low + (high - low) * part))
    return found
