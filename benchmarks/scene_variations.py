"""Other light, other art and worse cameras, made from rendered pictures: what breaks was tuned to the art."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray
from scene_lights import (
    Variation,
    banded,
    barred,
    burnt,
    byte,
    evening,
    glossy,
    holes_px,
    jpeg,
    moved,
    shadowed,
    side_px,
    sunny,
    switched,
    vignetted,
)
from scene_optics import OPTICS
from scene_strangers import strangers
from scene_truth import Picture

from vision.frame import Pixels
from vision.pose import BoardPose

__all__ = ["VARIATIONS", "Variation", "shaken"]


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
    return byte(pixels * slope[..., None] * gains)


def dim(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """An underexposed picture with the noise of high gain."""
    return byte(pixels * 0.45 + random.normal(0, 3.5, pixels.shape))


def gamma(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """A flatter tone curve."""
    return byte(255 * (pixels / 255) ** 0.75)


def contrasty(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """A steeper tone curve."""
    return byte(255 * (pixels / 255) ** 1.35)


def grey(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Colours half washed out."""
    mean = pixels.mean(axis=2, keepdims=True)
    return byte(mean + (pixels - mean) * 0.5)


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


def printed_pieces(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Animals and squirrels of cardboard with a picture of many colours and a pale rim, as in the box."""
    painted = pixels.astype(np.float32)
    shade = cv2.GaussianBlur(pixels, (0, 0), side_px(picture) / 8).mean(axis=2, keepdims=True)
    shapes = [outline for kind, outline in picture.outlines_px if kind in ("animal", "squirrel")]
    for number, outline in enumerate(shapes):  # they are listed as they were laid: each keeps its picture
        corners = np.rint(outline).astype(np.int32)
        mask = cv2.fillPoly(np.zeros(pixels.shape[:2], np.uint8), [corners], 255, cv2.LINE_AA)
        card = _card(corners, pixels.shape[:2], np.random.default_rng(number))
        light = shade / max(float(np.median(shade[mask > 0])), 1.0)
        share = (mask / 255.0)[..., None]
        painted = painted * (1 - share) + card * light * share
    return byte(painted)


def _card(corners: NDArray[np.int32], shape: tuple[int, int], random: np.random.Generator) -> Pixels:
    """A ground, a creature with a head at one end and the tip of a tail at the other, and a pale rim."""
    (x, y), (width, height), turn = cv2.minAreaRect(corners)
    long, short, turn = (width, height, turn) if width >= height else (height, width, turn + 90)
    ground, body, head, tip = (tuple(map(float, random.integers(20, 235, 3))) for _ in range(4))
    card = np.full((*shape, 3), ground, np.float32)
    along = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])

    def drawn(at: float, half: tuple[float, float], color: tuple[float, ...]) -> None:
        middle = np.array([x, y]) + at * long * along
        cv2.ellipse(card, (middle.tolist(), (2 * half[0], 2 * half[1]), turn), color, -1, cv2.LINE_AA)

    drawn(0.0, (0.33 * long, 0.3 * short), body)
    drawn(-0.3, (0.2 * short, 0.28 * short), head)
    drawn(0.3, (0.15 * short, 0.15 * short), tip)
    for side in (-1.0, 1.0):
        eye = np.array([x, y]) - 0.34 * long * along + side * 0.1 * short * along[::-1] * (1, -1)
        cv2.circle(card, (round(eye[0]), round(eye[1])), max(1, round(0.04 * short)), (15, 15, 15), -1, cv2.LINE_AA)
    cv2.polylines(card, [corners], True, (225, 235, 235), max(1, round(0.06 * short)), cv2.LINE_AA)
    return np.asarray(card)


def _turned_leaves(degrees: float, pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Leaves whose hues are all turned by as much, from red towards yellow."""
    return _recolor(pixels, picture, "leaf", lambda part: _turn(part, degrees, 1.0))


def pale_leaves(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Leaves half as colourful."""
    return _recolor(pixels, picture, "leaf", lambda part: _turn(part, 0.0, 0.5))


def _turned_floor(degrees: float, pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """A forest floor of another hue, and with it whatever hand is over it."""
    return _floored(pixels, picture, _turn(pixels, degrees, 1.0))


def red_floor(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """A floor of red clay, with the treasures printed on it as they were: by candlelight those would be red as well."""
    kept = np.zeros(pixels.shape[:2], np.uint8)
    for spot in picture.printed:
        row, col = spot.cell
        x, y = picture.poses[spot.seat].project([(col + 0.5, row + 0.5)])[0]
        cv2.circle(kept, (round(x), round(y)), round(_PRINT_SPACES * side_px(picture)), 255, -1, cv2.LINE_AA)
    share = (kept / 255.0)[..., None]
    return _floored(pixels, picture, byte(pixels * (share + (1 - share) * np.array([0.45, 0.7, 1.1]))))


def _floored(pixels: Pixels, picture: Picture, floor: Pixels) -> Pixels:
    """The picture with another forest floor, and with that whatever hand is over it."""
    ground = np.zeros(pixels.shape[:2], np.uint8)
    for pose in picture.poses.values():
        corners = pose.project([(-0.42, -0.42), (9.42, -0.42), (9.42, 8.42), (-0.42, 8.42)])
        cv2.fillPoly(ground, [np.rint(corners).astype(np.int32)], 255, cv2.LINE_AA)
    for _, outline in picture.outlines_px:
        cv2.fillPoly(ground, [np.rint(outline).astype(np.int32)], 0, cv2.LINE_AA)
    for centre in holes_px(picture):
        cv2.circle(ground, centre, round(_HOLE_SPACES * side_px(picture)), 255, -1, cv2.LINE_AA)
    share = (ground / 255.0)[..., None]
    return byte(pixels * (1 - share) + floor * share)


VARIATIONS: dict[str, Variation] = {
    **{
        function.__name__: function
        for function in (
            plain, warm, cool, drifting, dim, gamma, contrasty, grey, soft, dark_tokens, red_animals, green_animals,
            printed_pieces, switched, burnt, shadowed, barred, sunny, glossy, jpeg, evening, vignetted, moved, banded,
            pale_leaves, red_floor, strangers, *OPTICS,
        )
    },
    **{f"leaves_{degrees}": partial(_turned_leaves, degrees) for degrees in (15, 30, 60, 120, 330, 345)},
    **{f"floor_{degrees}": partial(_turned_floor, degrees) for degrees in (60, 180)},
}  # fmt: skip

_HOLE_SPACES = 0.37
_PRINT_SPACES = 0.3


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
        elif found == "token" or kind == "leaf":
            cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], 0)
    if kind == "leaf":
        for centre in holes_px(picture):
            cv2.circle(mask, centre, round(_HOLE_SPACES * side_px(picture)), 0, -1)
    share = (mask / 255.0)[..., None]
    return byte(pixels * (1 - share) + change(pixels) * share)


def _darken(part: Pixels) -> Pixels:
    # pale ground becomes dark brown, the saturated icon stays and gets a little darker
    hsv = cv2.cvtColor(part, cv2.COLOR_BGR2HSV).astype(np.float32)
    icon = np.clip((hsv[..., 1] - 60) / 60, 0, 1)[..., None]
    brown = np.array([0.20, 0.25, 0.33]) * part.mean(axis=2, keepdims=True)
    return byte(brown * (1 - icon) + 0.8 * part * icon)


def _tint(part: Pixels, hue: int, saturation: int) -> Pixels:
    hsv = cv2.cvtColor(part, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = hue
    hsv[..., 1] = np.maximum(hsv[..., 1], saturation)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)


def _turn(part: Pixels, degrees: float, colorful: float) -> Pixels:
    hsv = cv2.cvtColor(part, cv2.COLOR_BGR2HSV_FULL)
    hsv[..., 0] += np.uint8(round(degrees / 360 * 256))  # a whole turn is 256
    hsv[..., 1] = np.rint(hsv[..., 1] * colorful)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR_FULL), np.uint8)


def _gains(pixels: Pixels, gains: tuple[float, float, float]) -> Pixels:
    return byte(pixels * np.array(gains))
