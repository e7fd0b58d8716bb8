"""What rooms and cameras do to a picture: lamps switched, shadows, glare, compression, noise, bands of LED light."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray
from scene_truth import Picture

from vision.frame import Pixels

Variation = Callable[[Pixels, Picture, np.random.Generator], Pixels]
Numbers = NDArray[np.floating]


def switched(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """A warm lamp beside the table is switched on or off between steps, and the camera's exposure follows half."""
    x, y = fixed_random(picture).uniform(-0.3, 1.3, 2)
    if own_random(picture).random() < 0.5:
        return pixels
    across, down = unit_axes(pixels)
    near = 1 / (1 + (across - x) ** 2 + (down - y) ** 2)
    lit = 1 + 0.9 * near[..., None] * np.array([0.45, 0.85, 1.3])
    return byte(pixels * lit / np.sqrt(lit.mean()))


def burnt(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """A warm lamp close by, too bright for the camera, lights every other picture: most of the boards' red is cut off.

    Boards are calibrated without.
    """
    own = own_random(picture)
    if own.random() < 0.5 or not picture.outlines_px:
        return pixels
    boards = np.zeros(pixels.shape[:2], np.uint8)
    for pose in picture.poses.values():
        cv2.fillPoly(boards, [np.rint(pose.corners_px((9.0, 8.0))).astype(np.int32)], 255)
    red = float(np.percentile(pixels[boards > 0][:, 2], own.uniform(5, 60)))
    x, y = fixed_random(picture).uniform(-0.3, 1.3, 2)
    across, down = unit_axes(pixels)
    near = 1 / (1 + 0.3 * ((across - x) ** 2 + (down - y) ** 2))
    light = near / near[boards > 0].mean() * max(1.0, 255 / max(red, 1.0))
    return byte(pixels * (1 + (light[..., None] - 1) * np.array([0.3, 0.6, 1.0])))


def shadowed(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """A head bends between lamp and board in every other picture: a soft shadow, a little bluish, over a part.

    Boards are calibrated without.
    """
    own = own_random(picture)
    if own.random() < 0.5 or not picture.outlines_px:
        return pixels
    across, down = unit_axes(pixels)
    x, y = own.uniform(0.1, 0.9, 2)
    reach, turn = own.uniform(0.2, 0.4), own.uniform(0, np.pi)
    along = (across - x) * np.cos(turn) + (down - y) * np.sin(turn)
    aside = (down - y) * np.cos(turn) - (across - x) * np.sin(turn)
    inside = np.hypot(along / 1.6, aside) / reach
    depth = own.uniform(0.3, 0.55) / (1 + np.exp((inside - 1) / 0.12))
    return byte(pixels * (1 - depth[..., None] * np.array([0.85, 0.97, 1.0])))


def barred(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Sun through a window: the sharp shadows of its bars and of a plant lie over all pictures, the empty one too."""
    return _barred(pixels, picture, 0.0)


def sunny(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """The same while the sun moves on: from move to move the shadows lie a seventh of a space further."""
    stem = picture.path.stem
    return _barred(pixels, picture, 0.14 * int(stem[5:7]) if stem.startswith("step_") else 0.0)


def _barred(pixels: Pixels, picture: Picture, moved_spaces: float) -> Pixels:
    fixed = fixed_random(picture)
    height, width = pixels.shape[:2]
    shade, side = np.zeros((height, width), np.float32), side_px(picture)
    turn, onwards = fixed.uniform(0, 360), moved_spaces * side
    for _ in range(4):
        middle, long = fixed.uniform((0, 0), (width, height)) + onwards, 2.0 * width
        bar = cv2.boxPoints(((float(middle[0]), float(middle[1])), (long, side * fixed.uniform(0.3, 0.9)), turn))
        cv2.fillPoly(shade, [np.rint(bar).astype(np.int32)], 1.0, cv2.LINE_AA)
        turn += 90
    for _ in range(10):
        x, y = fixed.uniform((0, 0), (width, height)) + onwards
        axes = round(side * fixed.uniform(0.6, 1.3)), round(side * fixed.uniform(0.25, 0.6))
        cv2.ellipse(shade, (round(x), round(y)), axes, fixed.uniform(0, 180), 0, 360, 1.0, -1, cv2.LINE_AA)
    shade = cv2.GaussianBlur(shade, (0, 0), side * 0.04) * np.float32(fixed.uniform(0.4, 0.6))
    high = _on_pieces(picture, shade.shape)  # there shadows fall a little to one side
    aside = cv2.warpAffine(shade, np.array([[1, 0, 0.08 * side], [0, 1, 0.05 * side]]), (width, height))
    shade += high * (aside - shade)
    return byte(pixels * (1 - shade[..., None] * np.array([0.82, 0.95, 1.0])))


def glossy(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Lamps are mirrored as bright blobs wherever a glossy piece lies in the right place."""
    fixed = fixed_random(picture)
    shine = np.zeros(pixels.shape[:2])
    side = side_px(picture)
    for _, pose in sorted(picture.poses.items()):
        for x, y in pose.project(fixed.uniform((0, 0), (9, 8), (7, 2))):
            axes = (round(side * fixed.uniform(0.15, 0.45)), round(side * fixed.uniform(0.1, 0.25)))
            blob = np.zeros(pixels.shape[:2], np.float32)
            turn, peak = fixed.uniform(0, 180), fixed.uniform(120, 320)
            cv2.ellipse(blob, (round(x), round(y)), axes, turn, 0, 360, float(peak), -1, cv2.LINE_AA)
            shine += cv2.GaussianBlur(blob, (0, 0), side * 0.08)
    return byte(pixels + (shine * _on_pieces(picture, shine.shape))[..., None])


def _on_pieces(picture: Picture, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """How much of each pixel shows a piece, from 0 to 1; bare holes do not."""
    pieces = np.zeros(shape[:2], np.uint8)
    for _, outline in picture.outlines_px:
        cv2.fillPoly(pieces, [np.rint(outline).astype(np.int32)], 255, cv2.LINE_AA)
    for centre in holes_px(picture):
        cv2.circle(pieces, centre, round(0.37 * side_px(picture)), 0, -1, cv2.LINE_AA)
    return np.asarray(pieces / 255.0, np.float32)


def jpeg(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Compressed hard, colours at half the resolution."""
    options = [cv2.IMWRITE_JPEG_QUALITY, 40, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420]
    done, packed = cv2.imencode(".jpg", pixels, options)
    if not done:
        raise ValueError(f"{picture.path} cannot be compressed")
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def evening(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """A dark evening: strong noise, and a camera that smears it and the colours with it."""
    noisy = byte(pixels * 0.6 + random.normal(0, 8, pixels.shape))
    smeared = cv2.bilateralFilter(noisy, 5, 30, 3)
    luma, redness, blueness = cv2.split(cv2.cvtColor(smeared, cv2.COLOR_BGR2YCrCb))
    parts = luma, cv2.GaussianBlur(redness, (0, 0), 3.0), cv2.GaussianBlur(blueness, (0, 0), 3.0)
    return np.asarray(cv2.cvtColor(cv2.merge(parts), cv2.COLOR_YCrCb2BGR), np.uint8)


def vignetted(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """A cheap lens: less than half the light in the corners."""
    across, down = unit_axes(pixels)
    off = ((across - 0.5) ** 2 + (down - 0.5) ** 2) / 0.5
    return byte(pixels * (1 - 0.55 * off)[..., None])


def moved(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Motion blur of five pixels, every picture another way: the table trembles."""
    turn = random.uniform(0, np.pi)
    ticks = np.linspace(-2, 2, 17)[:, None] * [np.cos(turn), np.sin(turn)]
    kernel = np.zeros((5, 5), np.float32)
    for x, y in np.rint(ticks).astype(int) + 2:
        kernel[y, x] += 1
    return np.asarray(cv2.filter2D(pixels, -1, kernel / kernel.sum()), np.uint8)


def banded(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Bands of flickering LED light that roll from picture to picture, a little stronger in blue."""
    rows = np.arange(pixels.shape[0]) / (pixels.shape[0] * 0.22)
    wave = np.sin(2 * np.pi * (rows + random.random()))[:, None, None]
    return byte(pixels * (1 + wave * np.array([0.14, 0.1, 0.09])))


def byte(values: Numbers) -> Pixels:
    """Rounded to whole levels, clipped."""
    return np.clip(np.rint(values), 0, 255).astype(np.uint8)


def side_px(picture: Picture) -> float:
    """How long the side of a space is in the middle of the first board."""
    pose = picture.poses[min(picture.poses)]
    one, other = pose.project([(4, 4), (5, 4)])
    return float(np.hypot(*(other - one)))


def holes_px(picture: Picture) -> list[tuple[int, int]]:
    """The middles of bare holes, x and y."""
    found = []
    for space, surface in picture.surfaces.items():
        if surface == "hole":
            ((x, y),) = picture.poses[space.seat].project([(space.cell.col + 0.5, space.cell.row + 0.5)])
            found.append((round(float(x)), round(float(y))))
    return found


def fixed_random(picture: Picture) -> np.random.Generator:
    """Randomness that is the same for all pictures of a scene."""
    return np.random.default_rng(zlib.crc32(picture.path.parent.name.encode()))


def own_random(picture: Picture) -> np.random.Generator:
    """Randomness of a picture's own, the same in every run."""
    return np.random.default_rng(zlib.crc32(f"{picture.path.parent.name}/{picture.path.stem}".encode()))


def unit_axes(pixels: Pixels) -> tuple[Numbers, Numbers]:
    height, width = pixels.shape[:2]
    across, down = np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))
    return across, down
