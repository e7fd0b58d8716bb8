"""Whether a pose is one that a camera can have of square spaces: half a grid taken for a whole one is not."""

from __future__ import annotations

import math

from vision.pose import BoardPose, Points

FOCAL_LENGTHS = (0.32, 0.42, 0.55, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0, 3.0)
"""Of the picture's longer side: a fisheye flattened to 115 degrees, the wide camera module (100), a narrow lens."""

UNEVEN = 0.15
"""Of spaces that should be square: boards reach 0.06, half a grid taken for a whole one 0.6."""

Axis = tuple[float, float, float]
"""Where a step along a plane leads, at its origin: right, down and away, a column of a homography."""


def unevenness(pose: BoardPose, frame_wh: tuple[int, int]) -> float:
    """How far spaces are from square under the kindest focal length: 0.1 is a tenth longer than wide, or 6 degrees off.

    The two axes of the plane are of equal length and at right angles in space (Zhang 2000, constraints 3 and 4), for a
    camera with square pixels whose axis meets the middle of the picture.
    """
    (xx, xy, _), (yx, yy, _), (g, h, _) = pose.homography.tolist()
    x, y = ((side - 1) / 2 for side in frame_wh)
    return off_square((xx - g * x, yx - g * y, g), (xy - h * x, yy - h * y, h), 1.0, max(frame_wh))


def outline_unevenness(quad: Points, size_wh: tuple[float, float], frame_wh: tuple[int, int]) -> float:
    """The same of the spaces of a board that fills a quadrilateral, float64 (4, 2), the one way or the other.

    How a unit square lies in it: Heckbert 1989, section 2.2.3. Infinite where the quadrilateral is not convex.
    """
    x, y = ((quad[:, axis] - (side - 1) / 2).tolist() for axis, side in enumerate(frame_wh))
    right, down = (x[1] - x[2], y[1] - y[2]), (x[3] - x[2], y[3] - y[2])
    bow = x[0] - x[1] + x[2] - x[3], y[0] - y[1] + y[2] - y[3]
    turn = right[0] * down[1] - down[0] * right[1]
    if turn == 0:
        return math.inf
    g, h = (bow[0] * down[1] - down[0] * bow[1]) / turn, (right[0] * bow[1] - bow[0] * right[1]) / turn
    if min(1 + g, 1 + h, 1 + g + h) <= 0:
        return math.inf
    along = x[1] - x[0] + g * x[1], y[1] - y[0] + g * y[1], g
    beside = x[3] - x[0] + h * x[3], y[3] - y[0] + h * y[3], h
    return off_square(along, beside, size_wh[0] / size_wh[1], max(frame_wh))


def off_square(along: Axis, beside: Axis, ratio: float, longer: int) -> float:
    """How far two axes are from being at right angles and one of them ``ratio`` times as long as the other.

    They are seen from the middle of a picture of which ``longer`` is the longer side, in pixels. Plain numbers, which
    for so few take a quarter of the time.
    """
    flat = along[0] ** 2 + along[1] ** 2, beside[0] ** 2 + beside[1] ** 2
    shared, wanted, least = along[0] * beside[0] + along[1] * beside[1], abs(math.log(ratio)), math.inf
    for length in FOCAL_LENGTHS:
        square = (length * longer) ** 2
        one, other = flat[0] + square * along[2] ** 2, flat[1] + square * beside[2] ** 2
        stretch = abs(0.5 * math.log(one / other))
        slant = (shared + square * along[2] * beside[2]) / math.sqrt(one * other)
        least = min(least, math.hypot(stretch - wanted, slant))
    return least
