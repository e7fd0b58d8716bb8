"""How much of a board in a picture looks like a known empty board: tells a board from another, and which way it lies.

A grid looks the same moved by a space and turned by half a turn; the print does not. The inside of every space, without
its lines, is compared with what it was by normalised correlation of all three channels, so that light and white balance
do not matter. What is covered agrees by chance only.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.pose import BoardPose, Lens, Points

SCALE = 12  # samples a space: icons and mottles are seen, noise is averaged away
LINE = 2  # samples along each side of a space that are left out: all boards have the same lines there
AGREES = 0.55  # correlation from which a patch counts as the same
FLAT = 1.0  # grey levels of variation below which a patch tells nothing

Patches = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """The print of one empty board, ready to be compared: unit vectors of patches float64 (n, m), and their weight."""

    size_wh: tuple[int, int]
    patches: Patches
    tells: NDArray[np.bool_]

    @classmethod
    def of_picture(cls, picture: Pixels, px_per_unit: int, margin: float, size_wh: tuple[float, float]) -> Likeness:
        """The print in a picture of the empty board from straight above."""
        spaces = round(size_wh[0]), round(size_wh[1])
        inset = round(margin * px_per_unit)
        inner = picture[inset : picture.shape[0] - inset, inset : picture.shape[1] - inset]
        side_wh = spaces[0] * SCALE, spaces[1] * SCALE
        small = cv2.resize(inner, side_wh, interpolation=cv2.INTER_AREA)
        patches, tells = cut(np.asarray(small, np.uint8))
        return cls(spaces, patches, tells)

    def share(self, pixels: Pixels, pose: BoardPose) -> float:
        """The share of patches, of those that tell anything, that look as they did on the empty board, 0 to 1."""
        seen, _ = cut(flatten(pixels, pose, self.size_wh))
        agree = (self.patches * seen).sum(axis=1) >= AGREES
        return float(agree[self.tells].mean()) if self.tells.any() else 0.0


def flatten(pixels: Pixels, pose: BoardPose, size_wh: tuple[int, int]) -> Pixels:
    """The grid from straight above, few samples a space, each the mean of what it covers."""
    fine = 2
    width, height = (round(side * SCALE * fine) for side in size_wh)
    matrix = pose.homography
    lens: Lens | None = pose.lens
    xs, ys = (np.arange(width) + 0.5) / (SCALE * fine), (np.arange(height) + 0.5) / (SCALE * fine)
    if lens is None:
        step = 1 / (SCALE * fine)
        start = 0.5 * step
        warp = matrix @ np.array([[step, 0, start], [0, step, start], [0, 0, 1]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        seen = cv2.warpPerspective(pixels, warp, (width, height), flags=flags)
    else:
        nodes_x, nodes_y = xs[:: 2 * fine], ys[:: 2 * fine]
        nodes: Points = np.stack(np.meshgrid(nodes_x, nodes_y), axis=-1).reshape(-1, 2)
        coarse = pose.project(nodes).astype(np.float32).reshape(len(nodes_y), len(nodes_x), 2)
        spread = np.array([[2.0 * fine, 0, 0], [0, 2.0 * fine, 0]])
        maps = cv2.warpAffine(coarse, spread, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        seen = cv2.remap(pixels, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR)
    small = cv2.resize(seen, (width // fine, height // fine), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def cut(small: Pixels) -> tuple[Patches, NDArray[np.bool_]]:
    """The inner parts of all spaces, each channel without its mean, as unit vectors (n, m); and which vary."""
    rows, cols = small.shape[0] // SCALE, small.shape[1] // SCALE
    spaces = small.reshape(rows, SCALE, cols, SCALE, 3).swapaxes(1, 2).reshape(-1, SCALE, SCALE, 3)
    inner = spaces[:, LINE:-LINE, LINE:-LINE].astype(np.float64)
    flat = inner.transpose(0, 3, 1, 2).reshape(len(inner), 3, -1)
    flat = flat - flat.mean(axis=2, keepdims=True)
    tells = np.sqrt((flat**2).mean(axis=(1, 2))) >= FLAT
    # each channel is scaled by itself: white balance and the colour of light change them apart
    flat = flat / (np.sqrt((flat**2).sum(axis=2, keepdims=True)) + SCALE)
    joined = flat.reshape(len(flat), -1)
    return joined / np.maximum(np.linalg.norm(joined, axis=1, keepdims=True), 1e-9), tells
