"""How much of a board in a picture looks like a known empty board: tells a board from another, and which way it lies.

A grid looks the same moved by a space and turned by half a turn; the print does not. The inside of every space, without
its lines, is compared with what it was by normalised correlation of all three channels, so that light and white balance
do not matter. What is covered agrees by chance only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Pixels
from vision.pose import BoardPose
from vision.sampling import fixed_maps, sampled

SCALE = 12  # samples a space: icons and mottles are seen, noise is averaged away
LINE = 2  # samples along each side of a space that are left out: all boards have the same lines there
INSIDE = SCALE - 2 * LINE
AGREES = 0.55  # correlation from which a patch counts as the same
FLAT = 1.0  # grey levels of variation below which a patch tells nothing
_IN_NOISE = 0.7  # counts of the mean correlation: boards in their places had 0.20 and more, others at most 0.13
_FINE = 2  # samples of the picture along a side of each of those

Patches = NDArray[np.float32]
Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """The print of one empty board, ready to be compared: unit vectors of patches float32 (n, m), and their weight."""

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
        small = np.asarray(cv2.resize(inner, side_wh, interpolation=cv2.INTER_AREA), np.uint8)
        patches, tells = cut(_without_lines(small, spaces, SCALE))
        return cls(spaces, patches, tells)

    def share(self, pixels: Pixels, pose: BoardPose) -> float:
        """The share of patches, of those that tell anything, that look as they did on the empty board, 0 to 1.

        In the dark noise leaves hardly any as it was while all agree a little: their mean counts where it says more.
        """
        alike = self.alike(pixels, pose)[self.tells]
        if not alike.size:
            return 0.0
        return max(float((alike >= AGREES).mean()), _IN_NOISE * float(alike.mean()))

    def alike(self, pixels: Pixels, pose: BoardPose) -> NDArray[np.float32]:
        """How each patch agrees with what is seen at its place: correlations, -1 to 1, float32 (n,), by row."""
        seen, _ = _unit_vectors(flatten(pixels, pose, self.size_wh))
        return np.asarray(np.einsum("nm,nm->n", self.patches, seen))


def flatten(pixels: Pixels, pose: BoardPose, size_wh: tuple[int, int]) -> Pixels:
    """The insides of all spaces from straight above, side by side, each sample the mean of what it covers."""
    seen = sampled(pixels, _maps(pose, size_wh))
    small = cv2.resize(seen, (size_wh[0] * INSIDE, size_wh[1] * INSIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


@lru_cache(maxsize=32)  # four boards with the five places where each does not lie; told from others by identity
def _maps(pose: BoardPose, size_wh: tuple[int, int]) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """Where each sample lies in the camera's picture, as cv2.remap takes it fastest."""
    fine = SCALE * _FINE
    width, height = size_wh[0] * fine, size_wh[1] * fine
    # every fourth sample is projected; stretched between them a lens is exact to a hundredth of a pixel
    nodes_x, nodes_y = ((np.arange(0, side, 4) + 0.5) / fine for side in (width, height))
    nodes = np.stack(np.meshgrid(nodes_x, nodes_y), axis=-1).reshape(-1, 2)
    coarse = pose.project(nodes).astype(np.float32).reshape(len(nodes_y), len(nodes_x), 2)
    spread = np.array([[4.0, 0, 0], [0, 4.0, 0]])
    maps = cv2.warpAffine(coarse, spread, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return fixed_maps(_without_lines(np.asarray(maps, np.float32), size_wh, fine))


def _without_lines(plane: NDArray[Number], size_wh: tuple[int, int], side: int) -> NDArray[Number]:
    """A plane of spaces of this side without the printed lines round them: their insides side by side."""
    cols, rows = size_wh
    line = side * LINE // SCALE
    inner = plane.reshape(rows, side, cols, side, -1)[:, line:-line, :, line:-line]
    return np.ascontiguousarray(inner).reshape(rows * inner.shape[1], cols * inner.shape[3], -1)


def cut(insides: Pixels) -> tuple[Patches, NDArray[np.bool_]]:
    """The insides of all spaces, each channel without its mean, as unit vectors (n, m); and which vary."""
    vectors, energy = _unit_vectors(insides)
    return vectors, np.sqrt(energy.mean(axis=1) / INSIDE**2) >= FLAT


def _unit_vectors(insides: Pixels) -> tuple[Patches, NDArray[np.float32]]:
    """These vectors, and the sum of squares of each channel before they were scaled, (n, 3)."""
    rows, cols = insides.shape[0] // INSIDE, insides.shape[1] // INSIDE
    channels = np.stack(cv2.split(insides))
    lines = channels.view(f"V{INSIDE}").reshape(3, rows, INSIDE, cols)  # each moved like a single number
    spaces = np.ascontiguousarray(lines.transpose(1, 3, 0, 2)).view(np.uint8)
    flat = spaces.reshape(rows * cols, 3, -1).astype(np.float32)
    flat -= np.add.reduce(flat, axis=2, keepdims=True) / np.float32(flat.shape[2])
    energy = np.einsum("nkp,nkp->nk", flat, flat)
    # each channel is scaled by itself: white balance and the colour of light change them apart
    share = 1 / (np.sqrt(energy) + np.float32(SCALE))
    size = np.sqrt((energy * share * share).sum(axis=1, keepdims=True))
    flat *= (share / np.maximum(size, np.float32(1e-9)))[..., None]
    return flat.reshape(len(flat), -1), energy
