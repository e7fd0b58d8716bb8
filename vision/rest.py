"""Whether anything at all has changed since the last thorough look: the cheapest test, for tables where nothing moves.

Single pixels are picked from the camera's picture where the boards lie: nine in every block of half a space, and some
along each printed mark. Nothing is rectified and no pixel is read that is not needed, so this takes less time than a
copy of the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame, Pixels
from vision.pose import BoardPose

Indices = NDArray[np.intp]
Samples = NDArray[np.uint8]

BLOCKS, SIDE = 2, 3  # blocks along a space, samples along a block
RIM = 0.5  # spaces around the grid that are looked at too: whoever reaches in crosses it
LOOK_S = 1.0
"""After so long a thorough look is due, whatever the samples say: what grows by less than noise is found then."""

_FLOOR, _OF_NOISE = 2.0, 1.7  # grey levels by which a block's mean may differ: four deviations of a mean of nine
_SLID = 0.6  # grey levels by which the mean change along the marks may grow before they count as slid


@dataclass(frozen=True, slots=True, eq=False)
class SamplePlan:
    """Which bytes of a picture of this shape are looked at: whole blocks first, then the samples along marks."""

    shape: tuple[int, ...]
    where: Indices
    blocks: int

    def of(self, pixels: Pixels) -> Samples:
        """The green values at the plan's places, uint8 (n,)."""
        return np.take(pixels.reshape(-1), self.where)

    def sums(self, samples: Samples) -> NDArray[np.int32]:
        """What the samples of each block add up to, int32 (blocks, 1)."""
        inner = samples[: self.blocks * SIDE**2].reshape(-1, SIDE**2)
        return np.asarray(cv2.reduce(inner, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S), np.int32)

    def along_marks(self, samples: Samples) -> Samples:
        """The samples along printed marks."""
        return samples[self.blocks * SIDE**2 :]


def plan_samples(
    shape: tuple[int, ...],
    boards: Sequence[tuple[BoardPose, tuple[float, float]]],
    marks: Sequence[NDArray[np.float32]],
) -> SamplePlan:
    """The plan for boards by pose and size, and for points along their printed marks, float32 (n, 2) in pixels."""
    blocks = [_block_points(pose, size_wh) for pose, size_wh in boards]
    points = np.concatenate([*blocks, *(np.asarray(each, np.float64).reshape(-1, 2) for each in marks)])
    height, width = shape[:2]
    # A board may reach out of the picture; its samples there stay at the edge and never change.
    x = np.clip(np.rint(points[:, 0]), 0, width - 1).astype(np.intp)
    y = np.clip(np.rint(points[:, 1]), 0, height - 1).astype(np.intp)
    return SamplePlan(shape, (y * width + x) * 3 + 1, sum(map(len, blocks)) // SIDE**2)


def _block_points(pose: BoardPose, size_wh: tuple[float, float]) -> NDArray[np.float64]:
    """Where the samples of all blocks lie, block by block, float64 (blocks * SIDE * SIDE, 2) in pixels."""
    step = 1.0 / (BLOCKS * SIDE)
    across, down = (round((side + 2 * RIM) * BLOCKS) for side in size_wh)
    xs = (np.arange(across * SIDE) + 0.5) * step - RIM
    ys = (np.arange(down * SIDE) + 0.5) * step - RIM
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(down, SIDE, across, SIDE, 2).transpose(0, 2, 1, 3, 4)
    return np.asarray(pose.project(grid.reshape(-1, 2)), np.float64)


class Rest:
    """Remembers a table at rest and tells whether the next frame shows it still.

    It is armed by two thorough looks in a row that found nothing changed: from those it knows the noise.
    """

    def __init__(self) -> None:
        self._plan: SamplePlan | None = None
        self._sums = np.zeros((0, 1), np.int32)
        self._marks = np.zeros(0, np.uint8)
        self._allowed = 0.0  # by how much the sum of a block may differ
        self._allowed_along = 0.0  # by how much all samples along marks may differ together
        self._pixels: Pixels | None = None
        self._looked_at_s = 0.0

    def forget(self) -> None:
        """Something moves: nothing is at rest until two thorough looks agree again."""
        self._plan = self._pixels = None

    def arm(self, plan: SamplePlan, before: Frame, now: Frame) -> None:
        """Both frames were looked at thoroughly and show the same; the newer one is what the next are held against."""
        then, samples = plan.of(before.pixels), plan.of(now.pixels)
        inner = plan.blocks * SIDE**2
        noise = cv2.norm(samples[:inner], then[:inner], cv2.NORM_L1) / inner
        self._sums, self._marks = plan.sums(samples), plan.along_marks(samples)
        self._allowed = (_FLOOR + _OF_NOISE * noise) * SIDE**2
        self._allowed_along = cv2.norm(self._marks, plan.along_marks(then), cv2.NORM_L1) + _SLID * len(self._marks)
        self._plan, self._pixels, self._looked_at_s = plan, now.pixels, now.taken_at_s

    def holds(self, frame: Frame) -> bool:
        """Whether this frame shows what was there at the last thorough look, which was not long ago."""
        plan = self._plan
        if plan is None or frame.pixels.shape != plan.shape or not 0.0 <= frame.taken_at_s - self._looked_at_s < LOOK_S:
            return False
        if frame.pixels is self._pixels:
            return True  # the camera itself has found no change
        samples = plan.of(frame.pixels)
        if cv2.norm(plan.sums(samples), self._sums, cv2.NORM_INF) > self._allowed:
            return False
        marks = plan.along_marks(samples)
        return not len(marks) or cv2.norm(marks, self._marks, cv2.NORM_L1) <= self._allowed_along
