"""Other light, other art and worse cameras, made from rendered pictures: what breaks was tuned to the art."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from scene_truth import Picture

from vision.frame import Pixels
from vision.pose import BoardPose

Variation = Callable[[Pixels, Picture, np.random.Generator], Pixels]


def plain(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    return pixels


def warm(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    return _gains(pixels, (0.72, 0.95, 1.15))


def cool(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    return _gains(pixels, (1.2, 1.0, 0.82))


def drifting(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Exposure and white balance differ from picture to picture, and so does which side the lamp stands on."""
    height, width = pixels.shape[:2]
    across, down = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    slope = 1 + random.uniform(-0.25, 0.25) * across + random.uniform(-0.25, 0.25) * down
    gains = random.uniform(0.75, 1.25) * np.array([random.uniform(0.88, 1.12), 1.0, random.uniform(0.88, 1.12)])
    return _byte(pixels * slope[..., None] * gains)


def dim(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """An underexposed picture with the noise of high gain."""
    return _byte(pixels * 0.45 + random.normal(0, 3.5, pixels.shape))


def gamma(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """A flatter tone curve."""
    return _byte(255 * (pixels / 255) ** 0.75)


def contrasty(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """A steeper tone curve."""
    return _byte(255 * (pixels / 255) ** 1.35)


def grey(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Colours half washed out."""
    mean = pixels.mean(axis=2, keepdims=True)
    return _byte(mean + (pixels - mean) * 0.5)


def soft(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Out of focus."""
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), 2.0), np.uint8)


def dark_tokens(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Tokens as dark brown discs with their icon, as in the box."""
    return _recolor(pixels, picture, "token", _darken)


def red_animals(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Fox-red animals and squirrels, near the colour of red leaves."""
    painted = _recolor(pixels, picture, "animal", lambda part: _tint(part, 9, 130))
    return _recolor(painted, picture, "squirrel", lambda part: _tint(part, 9, 130))


def green_animals(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Olive animals and squirrels."""
    painted = _recolor(pixels, picture, "animal", lambda part: _tint(part, 42, 110))
    return _recolor(painted, picture, "squirrel", lambda part: _tint(part, 42, 110))


VARIATIONS: dict[str, Variation] = {
    function.__name__: function
    for function in (
        plain, warm, cool, drifting, dim, gamma, contrasty, grey, soft, dark_tokens, red_animals, green_animals
    )
}  # fmt: skip


def shaken(
    pose: BoardPose, size_wh: tuple[float, float], error_spaces: float, random: np.random.Generator
) -> BoardPose:
    """The pose with every corner off by a normal error of this standard deviation in spaces."""
    width, height = size_wh
    units = np.array([[0, 0], [width, 0], [width, height], [0, height]])
    corners = pose.project(units + random.normal(0, error_spaces, (4, 2)))
    return BoardPose.from_corners(corners, size_wh, pose.lens)


def _recolor(pixels: Pixels, picture: Picture, kind: str, change: Callable[[Pixels], Pixels]) -> Pixels:
    mask = np.zeros(pixels.shape[:2], np.uint8)
    for found, outline in picture.outlines_px:
        if found == kind:
            cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], 255, cv2.LINE_AA)
        elif found == "token" and kind != "token":
            cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], 0)
    share = (mask / 255.0)[..., None]
    return _byte(pixels * (1 - share) + change(pixels) * share)


def _darken(part: Pixels) -> Pixels:
    # pale ground becomes dark brown, the saturated icon stays and gets a little darker
    hsv = cv2.cvtColor(part, cv2.COLOR_BGR2HSV).astype(np.float32)
    icon = np.clip((hsv[..., 1] - 60) / 60, 0, 1)[..., None]
    brown = np.array([0.20, 0.25, 0.33]) * part.mean(axis=2, keepdims=True)
    return _byte(brown * (1 - icon) + 0.8 * part * icon)


def _tint(part: Pixels, hue: int, saturation: int) -> Pixels:
    hsv = cv2.cvtColor(part, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = hue
    hsv[..., 1] = np.maximum(hsv[..., 1], saturation)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)


def _gains(pixels: Pixels, gains: tuple[float, float, float]) -> Pixels:
    return _byte(pixels * np.array(gains))


def _byte(values: np.ndarray) -> Pixels:
    return np.clip(np.rint(values), 0, 255).astype(np.uint8)
