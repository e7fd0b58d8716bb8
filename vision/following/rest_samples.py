"""Which single pixels of a camera's picture tell whether a table rests: nine of a half space, and some along marks.

They take turns: one has every other half space, as the fields of a chessboard, the next the others, and then the same
at other pixels. Nothing is rectified and no pixel is read that is not needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.following.mark_motion import LINE, MarkLines, slide_weights
from vision.frame import Pixels
from vision.pose import BoardPose
from vision.reference import MAPPED_PX, MARGIN_SPACES, plane_places

Indices = NDArray[np.intp]
Floats = NDArray[np.float32]

BLOCKS, SIDE = 2, 3  # blocks along a space, samples along a block
SAMPLES = SIDE**2
RIM = 0.5  # spaces around the grid that are looked at too: whoever reaches in crosses it
COLORS = 2  # of the chessboard
TURNS = 16
EACH = TURNS // COLORS * SAMPLES  # samples of a block in all of them
_PLACES = 4  # along each side of the square for which a sample stands
_STRIDE = 7  # such places, row by row, from one time to the next: those that follow each other lie far apart


@dataclass(frozen=True, slots=True, eq=False)
class SamplePlan:
    """Which bytes of a picture of this shape are looked at.

    ``where`` int (TURNS, SAMPLES * blocks + points): in each turn the first sample of every block of its color, then
    the second of each and so on; last the points along marks, the same in all turns. ``groups`` int (lines,) tells of
    the lines of so many points which slide together.
    """

    shape: tuple[int, ...]
    where: Indices
    blocks: int
    groups: NDArray[np.intp]

    def of(self, pixels: Pixels, turn: int) -> Floats:
        """The green values at the places of a turn, float32 (SAMPLES * blocks + points,)."""
        return np.asarray(pixels.reshape(-1)[self.where[turn]].astype(np.float32))

    def sums(self, samples: Floats) -> Floats:
        """What the samples of each block add up to, float32 (blocks,)."""
        return np.asarray(np.add.reduce(samples[: SAMPLES * self.blocks].reshape(SAMPLES, self.blocks)))

    def along_marks(self, samples: Floats) -> Floats:
        """The samples along printed marks."""
        return samples[SAMPLES * self.blocks :]

    def slides(self, along: Floats) -> Floats:
        """What changes along marks say of how far each group has slid: spaces a grey level, float32 (k, points)."""
        return slide_weights(along.reshape(-1, LINE), self.groups)


def plan_samples(
    shape: tuple[int, ...], boards: Sequence[tuple[BoardPose, tuple[float, float]]], marks: Sequence[MarkLines]
) -> SamplePlan:
    """The plan for boards by pose and size, and for lines across their printed marks."""
    inside = np.concatenate([_block_places(shape, pose, size_wh) for pose, size_wh in boards], axis=2)
    blocks = inside.shape[2]
    points = np.concatenate([np.zeros(0, np.intp), *(_bytes(shape, each.px).ravel() for each in marks)])
    along = np.broadcast_to(points, (TURNS, len(points)))
    first = np.cumsum([0, *(1 + int(each.groups.max(initial=-1)) for each in marks)])
    groups = [each.groups + before for each, before in zip(marks, first, strict=False)]
    where = np.concatenate([inside.reshape(TURNS, -1), along], axis=1)
    return SamplePlan(shape, where, blocks, np.concatenate([np.zeros(0, np.intp), *groups]))


@lru_cache(maxsize=8)  # a pose lasts until its board is moved, and is told from others by identity
def _block_places(shape: tuple[int, ...], pose: BoardPose, size_wh: tuple[float, float]) -> Indices:
    """Where the samples of a board's blocks lie in all turns, int (TURNS, SAMPLES, blocks of a color)."""
    block = MAPPED_PX // BLOCKS
    square = block // SIDE
    step = square // _PLACES
    start = round((MARGIN_SPACES - RIM) * MAPPED_PX)
    across, down = (round((side + 2 * RIM) * BLOCKS) for side in size_wh)
    inner = _bytes(shape, plane_places(pose, size_wh)[start : start + down * block, start : start + across * block])
    squares = inner.reshape(down, SIDE, square, across, SIDE, square)[:, :, step // 2 :: step, :, :, step // 2 :: step]
    places = squares.transpose(2, 5, 1, 4, 0, 3).reshape(_PLACES**2, SAMPLES, down * across)
    color = np.add.outer(np.arange(down), np.arange(across)).ravel() % COLORS
    turns = [places[turn // COLORS * _STRIDE % _PLACES**2][:, color == turn % COLORS] for turn in range(TURNS)]
    return np.stack(turns)


def _bytes(shape: tuple[int, ...], px: NDArray[np.int16]) -> Indices:
    """The green byte of the picture at places (..., 2), x then y, in whole pixels.

    A board may reach out of the picture; its samples there stay at the edge and never change.
    """
    height, width = shape[:2]
    x, y = (np.clip(px[..., axis].astype(np.intp), 0, side - 1) for axis, side in enumerate((width, height)))
    return np.asarray((y * width + x) * 3 + 1)
