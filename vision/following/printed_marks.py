"""What is printed on a board and can be found again: stretches of its grid lines and of its edge, as short profiles.

A profile runs across a line. That of the empty board is the template; in a new picture the same places are sampled
(some thousand points, not the whole board) and each template is shifted along until it agrees best (normalised
correlation), so that the light of the moment does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.stretches import Stretches
from vision.frame import Pixels
from vision.pose import BoardPose, Points
from vision.sampling import FixedMaps, along_sums, fixed_maps, sampled

Array = NDArray[np.float64]
Number = TypeVar("Number", bound=np.generic)

STEP = 0.02  # spaces between the samples of a profile
TEMPLATE = 6  # samples on each side of its middle
ALONG = 8  # places along a stretch that are averaged
LENGTH = 0.7  # of a space: the crossings are left out
OUTER = 0.08  # spaces: frame lines are also sampled this much outward, where no piece lies
AGREES = 0.75  # correlation from which a stretch counts as seen
_RUN = 4  # samples across a mark of which one is projected
WEAKEST = 1.2  # grey levels: a template that varies less is noise


@dataclass(frozen=True, slots=True, eq=False)
class PrintedMarks:
    """The marks of one board: middle and direction (unit vector across) float64 (n, 2), template float64 (n, 13)."""

    middle: Points
    across: Points
    template: Array

    @classmethod
    def of_picture(cls, picture: Pixels, px_per_unit: int, margin: float, size_wh: tuple[float, float]) -> PrintedMarks:
        """The marks of an empty board seen from straight above with ``margin`` spaces of surroundings."""
        gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        cols, rows = round(size_wh[0]), round(size_wh[1])
        places = [grid_places(cols, rows), *edge_places(gray, px_per_unit, margin, (cols, rows))]
        middle = np.concatenate([place[0] for place in places])
        across = np.concatenate([place[1] for place in places])
        units = sample_units(middle, across, np.arange(-TEMPLATE, TEMPLATE + 1) * STEP)
        where = ((units + margin) * px_per_unit - 0.5).astype(np.float32)
        seen = cv2.remap(gray, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        profile = np.asarray(seen, np.float64).reshape(len(middle), ALONG, 2 * TEMPLATE + 1).mean(axis=1)
        profile -= profile.mean(axis=1, keepdims=True)
        size = np.sqrt((profile**2).mean(axis=1))
        clear = size >= WEAKEST
        template = profile[clear] / (size[clear, None] * np.sqrt(2 * TEMPLATE + 1))
        return cls(middle[clear], across[clear], template)

    def __len__(self) -> int:
        return len(self.middle)

    def some(self, numbers: NDArray[np.intp]) -> PrintedMarks:
        """The marks of these numbers."""
        return PrintedMarks(self.middle[numbers], self.across[numbers], self.template[numbers])


def grid_places(cols: int, rows: int) -> tuple[Points, Points]:
    """Middles and directions of all stretches of the grid, and of the frame once more, a little outward."""
    col, row = np.meshgrid(np.arange(cols + 1.0), np.arange(rows) + 0.5)
    upright = np.stack([col.ravel(), row.ravel()], axis=1)
    col, row = np.meshgrid(np.arange(cols) + 0.5, np.arange(rows + 1.0))
    level = np.stack([col.ravel(), row.ravel()], axis=1)
    right, down = np.tile([1.0, 0.0], (len(upright), 1)), np.tile([0.0, 1.0], (len(level), 1))
    outward_x = np.where(upright[:, :1] == 0, -OUTER, OUTER) * [1.0, 0.0]
    outward_y = np.where(level[:, 1:] == 0, -OUTER, OUTER) * [0.0, 1.0]
    ends_x, ends_y = np.isin(upright[:, 0], (0, cols)), np.isin(level[:, 1], (0, rows))
    middle = [upright, level, (upright + outward_x)[ends_x], (level + outward_y)[ends_y]]
    return np.concatenate(middle), np.concatenate([right, down, right[ends_x], down[ends_y]])


def edge_places(
    gray: NDArray[np.uint8], px_per_unit: int, margin: float, size_wh: tuple[int, int]
) -> list[tuple[Points, Points]]:
    """Stretches along the board's outer edge, on the sides where one is seen in the margin."""
    found = []
    for axis in (0, 1):
        for far in (True, False):
            distance = edge_distance(gray if axis == 1 else gray.T, px_per_unit, margin, far)
            if distance is None:
                continue
            along = np.arange(size_wh[1 - axis]) + 0.5
            at = -distance if far else size_wh[axis] + distance
            middle = np.zeros((len(along), 2))
            middle[:, axis], middle[:, 1 - axis] = at, along
            across = np.zeros((len(along), 2))
            across[:, axis] = 1.0
            found.append((middle, across))
    return found


def edge_distance(gray: NDArray[np.uint8], px_per_unit: int, margin: float, far: bool) -> float | None:
    """How far outside the grid the strongest straight edge runs along the far (or near) side, in spaces, or None."""
    start = round(margin * px_per_unit)
    part = gray[:start] if far else gray[-start:][::-1]
    rows = part[::-1, start:-start].astype(np.float64)  # from the grid outward
    slope = np.abs(np.diff(cv2.blur(rows, (1, 3)), axis=0))
    strength = np.median(slope, axis=1)
    low = round(0.15 * px_per_unit)  # nearer than this is the frame itself
    high = len(strength) - round(0.1 * px_per_unit)
    if high - low < 5:
        return None
    best = low + int(np.argmax(strength[low:high]))
    if strength[best] < 3 * float(np.median(strength[low:high])) + 1.0:
        return None
    return (best + 1) / px_per_unit


def sample_units(middle: Points, across: Points, steps: NDArray[np.floating]) -> Array:
    """Where the profiles are sampled, at ``steps`` in spaces across: board units, float64 (n * ALONG, m, 2)."""
    along = np.linspace(-LENGTH / 2, LENGTH / 2, ALONG)
    sideways = across[:, ::-1]
    units = (
        middle[:, None, None]
        + along[None, :, None, None] * sideways[:, None, None]
        + steps[None, None, :, None] * across[:, None, None]
    )
    return np.asarray(units.reshape(-1, len(steps), 2))


@dataclass(frozen=True, slots=True, eq=False)
class SampleMaps:
    """Where to sample a picture for the marks of a board in one pose.

    ``fixed`` has n * ALONG rows of samples; ``low`` and ``high`` float32 (n, 2) are the box around each mark's, pixels.
    """

    fixed: FixedMaps
    low: NDArray[np.float32]
    high: NDArray[np.float32]

    def inside(self, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        """Which marks lie in a picture of this shape with all their samples, bool (n,)."""
        height, width = shape[:2]
        fits = (self.high[:, 0] <= width - 1) & (self.high[:, 1] <= height - 1)
        return np.asarray((self.low >= 0).all(axis=1) & fits)

    def some(self, numbers: NDArray[np.intp]) -> SampleMaps:
        """Those of the marks of these numbers."""
        whole, part = self.fixed
        fixed = some_of(whole, numbers), some_of(part, numbers)
        return SampleMaps(fixed, self.low[numbers], self.high[numbers])


def sample_maps(marks: PrintedMarks, pose: BoardPose, reach: int) -> SampleMaps:
    """Where to sample a picture for these marks within ``reach`` steps.

    A lens takes long for every place: a few across each mark are projected, the others lie on lines between them.
    """
    width = 2 * (TEMPLATE + reach) + 1
    # nodes in the middles of runs, one more at each end: cv2.resize stretches linearly from middle to middle
    nodes = np.arange(-0.5, width / _RUN + 1) * _RUN - 0.5 - TEMPLATE - reach
    few = pose.project(sample_units(marks.middle, marks.across, nodes * STEP).reshape(-1, 2)).astype(np.float32)
    shape = len(marks) * ALONG, len(nodes), 2
    long = cv2.resize(few.reshape(shape), (shape[1] * _RUN, shape[0]), interpolation=cv2.INTER_LINEAR)
    px = np.ascontiguousarray(long[:, _RUN : _RUN + width], np.float32)
    sides = [side.reshape(len(marks), -1) for side in cv2.split(px)]
    low, high = (np.stack([most(side, axis=1) for side in sides], axis=1) for most in (np.min, np.max))
    return SampleMaps(fixed_maps(px), low, high)


def of_marks(samples: NDArray[Number]) -> NDArray[Number]:
    """Samples (n * ALONG, ...) by mark, (n, ALONG, ...)."""
    return samples.reshape(-1, ALONG, *samples.shape[1:])


def some_of(samples: NDArray[Number], numbers: NDArray[np.intp]) -> NDArray[Number]:
    """Those of the samples (n * ALONG, ...) that belong to the marks of these numbers."""
    return of_marks(samples)[numbers].reshape(-1, *samples.shape[1:])


def compare(picture: NDArray[np.uint8], marks: PrintedMarks, maps: SampleMaps) -> Stretches:
    """How far every mark lies from where the maps put it; contrast is 0 where a mark is not seen, else its correlation.

    Marks outside the picture are not seen. ``picture`` is uint8 (height, width), or (height, width, 3) as ``Pixels``:
    the samples alone are sooner made gray than all of it.
    """
    seen = sampled(picture, maps.fixed)
    if picture.ndim == 3:
        seen = np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), np.uint8)
    count = len(marks)
    profile = np.ascontiguousarray(along_sums(of_marks(seen)) * np.float32(1 / ALONG))
    width = 2 * TEMPLATE + 1
    # as numpy's sliding_window_view, which for a few marks takes longer than all the rest
    shape, strides = (count, profile.shape[1] - width + 1, width), (*profile.strides, profile.strides[1])
    windows = np.ndarray(shape, np.float32, profile, strides=strides)
    whole = slice(TEMPLATE, -TEMPLATE)  # the windows that do not reach out of the profile
    sums = cv2.boxFilter(profile, -1, (width, 1), normalize=False)[:, whole]
    squares = cv2.sqrBoxFilter(profile, -1, (width, 1), normalize=False)[:, whole]
    size = np.sqrt(np.maximum(squares - sums * sums / width, 0))
    match = np.einsum("nsk,nk->ns", windows, marks.template.astype(np.float32)) / np.maximum(size, 1e-3)
    match = np.where(size >= 0.6 * WEAKEST * np.sqrt(width), match, 0.0)
    best = np.argmax(match, axis=1)
    rows = np.arange(count)
    inner = (best > 0) & (best < match.shape[1] - 1)
    top = match[rows, best]
    left, right = match[rows, np.maximum(best - 1, 0)], match[rows, np.minimum(best + 1, match.shape[1] - 1)]
    curve = np.where(inner, np.maximum(2 * top - left - right, 1e-6), 1.0)
    fine = np.where(inner, np.minimum(np.maximum(0.5 * (right - left) / curve, -0.5), 0.5), 0.0)
    offset = (best + fine - match.shape[1] // 2) * STEP
    contrast = np.where(inner & maps.inside(picture.shape) & (top >= AGREES), top, 0.0)
    return Stretches(marks.middle, marks.across, np.asarray(offset, np.float64), np.asarray(contrast, np.float64))
