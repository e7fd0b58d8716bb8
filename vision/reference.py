"""What is known of a board before play: where its spots are and how it looked when it was empty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.game import BoardLayout, Point, Spot
from vision.frame import Pixels
from vision.pose import BoardPose
from vision.sampling import FixedMaps, fixed_maps, sampled

PX_PER_SPACE = 24
"""Side of a space in the rectified pictures that readings are made of, pixels."""

MARGIN_SPACES = 0.75
"""Surroundings of the grid in those pictures, spaces: the board's rim and a little of the table."""

_MAP_STEP_PX = 12  # the pose is evaluated on this lattice and interpolated: a lens costs microseconds a point
_SUPERSAMPLING = 2  # a camera sees 30 to 60 pixels a space; sampling at 24 alone would alias its noise into texture

MAPPED_PX = PX_PER_SPACE * _SUPERSAMPLING
"""Places a space that ``rectify`` reads along each side."""

Plane = NDArray[np.float32]
"""A rectified picture or map, float32 (height, width) or (height, width, 3), blue green red, 0 to 255."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardReference:
    """A board that is to be read: its seat, its spots, where it was last known to lie and its picture when empty.

    ``picture`` is rectified with ``px_per_unit`` pixels a space and ``margin`` spaces of surroundings. ``printed``
    names what is printed on a spot, where that is known; ``proposed`` what was read there and nobody has confirmed:
    that something is printed there is sure, what it is may be wrong. ``plain`` are the spots on which nothing is
    printed, as somebody has confirmed or as far as was seen: no disc belongs there (R5.1). ``covered`` are those on
    which something lay when the picture was taken: how they look when empty is not known, and they are not read.

    Raises:
        ValueError: the picture's shape does not fit, or an outline is not one unit square of the board.
    """

    seat: int
    size_wh: tuple[float, float]
    outlines: Mapping[Spot, tuple[Point, ...]]
    pose: BoardPose
    picture: Pixels
    px_per_unit: int
    margin: float
    printed: Mapping[Spot, str] = field(default_factory=dict)
    proposed: Mapping[Spot, str] = field(default_factory=dict)
    plain: frozenset[Spot] = frozenset()
    covered: frozenset[Spot] = frozenset()

    def __post_init__(self) -> None:
        expected = tuple(round((side + 2 * self.margin) * self.px_per_unit) for side in reversed(self.size_wh))
        if self.picture.shape != (*expected, 3):
            raise ValueError(f"the reference picture has shape {(*expected, 3)}, got {self.picture.shape}")
        spot_lattice(self.outlines, self.size_wh)

    @classmethod
    def of_picture(
        cls, layout: BoardLayout, pose: BoardPose, pixels: Pixels, printed: Mapping[Spot, str] | None = None
    ) -> BoardReference:
        """The reference taken from a camera picture of the empty board whose pose is known."""
        flat = np.rint(rectify(pixels, pose, layout.size_wh)).astype(np.uint8)
        return cls(layout.seat, layout.size_wh, layout.outlines, pose, flat, PX_PER_SPACE, MARGIN_SPACES, printed or {})

    def plane(self) -> Plane:
        """The empty board at the scale of ``rectify``."""
        width, height = plane_size_wh(self.size_wh)
        inset = self.margin - MARGIN_SPACES
        scale = PX_PER_SPACE / self.px_per_unit
        if inset < 0:
            raise ValueError(f"a reference picture shows at least {MARGIN_SPACES} spaces around the grid")
        if inset == 0 and scale == 1:
            return self.picture.astype(np.float32)
        shrunk = cv2.resize(self.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        start = round(inset * PX_PER_SPACE)
        return np.asarray(shrunk[start : start + height, start : start + width], np.float32)

    def lattice(self) -> tuple[tuple[Spot | None, ...], ...]:
        """The spots by row and column; None where the board has no spot."""
        return spot_lattice(self.outlines, self.size_wh)


def spot_lattice(
    outlines: Mapping[Spot, tuple[Point, ...]], size_wh: tuple[float, float]
) -> tuple[tuple[Spot | None, ...], ...]:
    """Spots whose outlines are the unit squares of a board, by row and column.

    Raises:
        ValueError: an outline is not a unit square with whole coordinates on the board, or two are the same.
    """
    cols, rows = round(size_wh[0]), round(size_wh[1])
    lattice: list[list[Spot | None]] = [[None] * cols for _ in range(rows)]
    for spot, outline in outlines.items():
        row, col = min(point.y for point in outline), min(point.x for point in outline)
        square = {(col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)}
        if {(p.x, p.y) for p in outline} != square or not (0 <= row < rows and 0 <= col < cols) or row % 1 or col % 1:
            raise ValueError(f"spot {spot} is a unit square on a board of {cols} x {rows}, got {outline}")
        if lattice[int(row)][int(col)] is not None:
            raise ValueError(f"spots {lattice[int(row)][int(col)]} and {spot} have the same outline")
        lattice[int(row)][int(col)] = spot
    return tuple(map(tuple, lattice))


def plane_size_wh(size_wh: tuple[float, float]) -> tuple[int, int]:
    """Width and height in pixels of a rectified picture of a board of this size."""
    width, height = ((side + 2 * MARGIN_SPACES) * PX_PER_SPACE for side in size_wh)
    return round(width), round(height)


def rectify(pixels: Pixels, pose: BoardPose, size_wh: tuple[float, float]) -> Plane:
    """The board seen from straight above, PX_PER_SPACE a space with MARGIN_SPACES around the grid, in float32."""
    fine = sampled(pixels, _maps(pose, size_wh))
    small = cv2.resize(fine, plane_size_wh(size_wh), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def plane_places(pose: BoardPose, size_wh: tuple[float, float]) -> NDArray[np.int16]:
    """Where ``rectify`` reads the camera's picture, int16 (height, width, 2), x then y in whole pixels, rounded down.

    ``MAPPED_PX`` places a space, with MARGIN_SPACES around the grid.
    """
    return _maps(pose, size_wh)[0]


@lru_cache(maxsize=8)  # a pose lasts until its board is moved, and is told from others by identity
def _maps(pose: BoardPose, size_wh: tuple[float, float]) -> FixedMaps:
    """Where each sample lies in the camera's picture: fixed point, which cv2.remap takes three times as fast."""
    width, height = (side * _SUPERSAMPLING for side in plane_size_wh(size_wh))
    # nodes in the middles of squares, one more on each side: cv2.resize stretches linearly from middle to middle
    xs, ys = (np.arange(-0.5, side / _MAP_STEP_PX + 1) * _MAP_STEP_PX for side in (width, height))
    units = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2) / (PX_PER_SPACE * _SUPERSAMPLING) - MARGIN_SPACES
    coarse = pose.project(units).astype(np.float32).reshape(len(ys), len(xs), 2)
    wide = cv2.resize(coarse, (len(xs) * _MAP_STEP_PX, len(ys) * _MAP_STEP_PX), interpolation=cv2.INTER_LINEAR)
    inner = wide[_MAP_STEP_PX : _MAP_STEP_PX + height, _MAP_STEP_PX : _MAP_STEP_PX + width]
    return fixed_maps(np.asarray(inner, np.float32))
