"""What lenses and the insides of cameras do to a picture: tone mapping, sharpening, fringes, a smudge, focus, a bow."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray
from scene_lights import byte, fixed_random, own_random, side_px, unit_axes
from scene_truth import Picture

from vision.frame import Pixels

Numbers = NDArray[np.floating]


def tonemapped(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """A webcam that lifts shadows and presses lights by what is around them, so that floor changes beside a tile."""
    lab = cv2.cvtColor(pixels, cv2.COLOR_BGR2Lab)
    lightness, *colors = cv2.split(lab)
    evened = cv2.createCLAHE(clipLimit=2.5, tileGridSize=(6, 6)).apply(lightness)
    return np.asarray(cv2.cvtColor(cv2.merge([evened, *colors]), cv2.COLOR_Lab2BGR), np.uint8)


def sharpened(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Edges with light and dark borders, as cheap cameras make them."""
    values = pixels.astype(np.float32)
    return byte(values + 1.2 * (values - cv2.GaussianBlur(values, (0, 0), 1.6)))


def fringed(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """A lens that shows red larger than blue, by two pixels at the sides."""
    blue, green, red = cv2.split(pixels)
    width = pixels.shape[1]
    sides = _zoomed(np.asarray(blue, np.uint8), 1 - 4 / width), _zoomed(np.asarray(red, np.uint8), 1 + 4 / width)
    return np.asarray(cv2.merge([sides[0], green, sides[1]]), np.uint8)


def smudged(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """A finger has touched the lens: from the second move on a part of the picture is soft and veiled."""
    if not picture.path.stem.startswith("step_") or int(picture.path.stem[5:7]) < 2:
        return pixels
    fixed = fixed_random(picture)
    (x, y), reach = fixed.uniform(0.25, 0.75, 2), fixed.uniform(0.15, 0.25)
    across, down = unit_axes(pixels)
    share = 1 / (1 + np.exp((np.hypot(across - x, down - y) / reach - 1) / 0.2))[..., None]
    soft = cv2.GaussianBlur(pixels, (0, 0), 3.0).astype(np.float32)
    veiled = 0.8 * soft + 0.2 * soft.mean(axis=(0, 1)) + 12
    return byte(pixels * (1 - share) + veiled * share)


def breathing(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """The focus hunts: every picture a little softer or sharper, and up to 0.6 % larger or smaller."""
    own = own_random(picture)
    zoomed = _zoomed(pixels, 1 + own.uniform(-0.006, 0.006))
    return np.asarray(cv2.GaussianBlur(zoomed, (0, 0), own.uniform(0.3, 1.4)), np.uint8)


def bowed(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Boards that do not lie flat: their middle is seen a twelfth of a space aside."""
    shifts = np.zeros(pixels.shape[:2], np.float32)
    height, width = pixels.shape[:2]
    places = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 2).astype(np.float32)
    for _, pose in sorted(picture.poses.items()):
        x = pose.locate(places)[:, 0].reshape(height, width)
        inside = np.clip(1 - ((x - 4.5) / 5.2) ** 2, 0, 1).astype(np.float32)
        shifts += inside * np.float32(side_px(picture) / 12)
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    return np.asarray(cv2.remap(pixels, columns, rows + shifts, cv2.INTER_LINEAR), np.uint8)


def _zoomed(plane: Pixels, factor: float) -> Pixels:
    height, width = plane.shape[:2]
    about = cv2.getRotationMatrix2D((width / 2, height / 2), 0.0, factor)
    return np.asarray(cv2.warpAffine(plane, about, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


OPTICS: tuple[Callable[[Pixels, Picture, np.random.Generator], Pixels], ...] = (
    tonemapped, sharpened, fringed, smudged, breathing, bowed,
)  # fmt: skip
