"""Pictures of what lies on a table: seen from any side, in uneven light, a little blurred, grainy and compressed."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from game_boards import Array, Random, Sheet, textured

from vision.frame import Pixels

FRAME_WH = 1332, 990
FINER = 2  # times that a picture is drawn finer than it comes out
FOCAL_PX = 1400.0
MOST_TILT_DEG = 35.0
RIM_PX = 6  # how near to the edge of a picture a sheet may come that is wholly in it
SMALLER = 0.95


class Seen(NamedTuple):
    """A picture, and the corners of the grid on the sheet in its pixels, float64 (4, 2)."""

    pixels: Pixels
    corners: Array


class Camera(NamedTuple):
    """A camera above a table: how far it is turned and tilted in radians, which way, and where it sees the middle."""

    turn: float
    tilt: float
    way: float
    middle: Array

    def sees(self, points: Array) -> Array:
        """Where it sees points about the middle of the table, float64 (n, 2), in pixels whose edges are whole."""
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        turned = points @ np.array([[cos, sin], [-sin, cos]])
        ahead = np.array([np.cos(self.way), np.sin(self.way)])
        along = turned @ ahead
        depth = np.maximum(FOCAL_PX + along * np.sin(self.tilt), 0.2 * FOCAL_PX)
        flat = turned + np.outer(along * (np.cos(self.tilt) - 1), ahead)
        return np.asarray(flat * (FOCAL_PX / depth)[:, None] + self.middle)


def somewhere(random: Random) -> Camera:
    """A camera above any side of a table, more often than not behind one of its players."""
    turn = random.uniform(-30, 30) if random.random() < 0.5 else random.uniform(-180, 180)
    tilt, way = random.uniform(0, np.radians(MOST_TILT_DEG)), random.uniform(0, 2 * np.pi)
    middle = np.array(FRAME_WH) / 2 + random.uniform(-40, 40, 2)
    return Camera(float(np.radians(turn)), float(tilt), float(way), middle)


def on_a_table(random: Random, sheet: Sheet) -> Seen:
    """A sheet with some table round it; of some a corner is out of the picture."""
    return photographed(random, sheet, somewhere(random), scale_on_a_table(random, sheet))


def whole_on_a_table(random: Random, sheet: Sheet) -> Seen:
    """A sheet with some table all round it."""
    camera, scale = somewhere(random), scale_on_a_table(random, sheet)
    while True:
        seen = camera.sees(outline(sheet, scale))
        if (seen >= RIM_PX).all() and (seen <= np.array(FRAME_WH) - RIM_PX).all():
            return photographed(random, sheet, camera, scale)
        scale *= SMALLER


def filling(random: Random, sheet: Sheet) -> Seen:
    """A sheet of which no edge is seen, or hardly any."""
    height, width = sheet.pixels.shape[:2]
    scale = float(random.uniform(1.3, 2.2)) * FRAME_WH[0] / min(width, height)
    return photographed(random, sheet, somewhere(random), scale)


def scale_on_a_table(random: Random, sheet: Sheet) -> float:
    """How much larger a sheet is seen than it is drawn, to take half to nine tenths of the picture one way."""
    height, width = sheet.pixels.shape[:2]
    shares = random.uniform(0.5, 0.92, 2)
    return float(min(shares[0] * FRAME_WH[0] / width, shares[1] * FRAME_WH[1] / height))


def outline(sheet: Sheet, scale: float) -> Array:
    """The corners of a sheet about its middle, float64 (4, 2)."""
    height, width = sheet.pixels.shape[:2]
    return scale / 2 * np.array([[-width, -height], [width, -height], [width, height], [-width, height]], np.float64)


def photographed(random: Random, sheet: Sheet, camera: Camera, scale: float) -> Seen:
    """The picture of a sheet that is ``scale`` times as large in the middle of it as it is drawn."""
    flat, there = outline(sheet, 1.0), camera.sees(outline(sheet, scale))
    matrix = cv2.getPerspectiveTransform((flat - flat[0]).astype(np.float32), there.astype(np.float32))
    # pixels lie about whole numbers in a picture, and between them in what is drawn
    into, from_middles = np.diag([FINER, FINER, 1.0]), np.eye(3)
    into[:2, 2], from_middles[:2, 2] = -0.5, 0.5
    size = FINER * FRAME_WH[0], FINER * FRAME_WH[1]
    table = cv2.resize(textured(random, FRAME_WH, random.uniform(40, 220, 3), 12.0), size)
    all_of_it = into @ matrix @ from_middles
    cv2.warpPerspective(sheet.pixels, all_of_it, size, table, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    seen = cv2.resize(table, FRAME_WH, interpolation=cv2.INTER_AREA)
    corners = cv2.perspectiveTransform(sheet.corners[None], matrix)[0] - 0.5
    return Seen(taken(random, np.asarray(seen, np.uint8)), corners)


def taken(random: Random, pixels: Pixels) -> Pixels:
    """A picture as a camera gives it."""
    width, height = FRAME_WH
    blurred = cv2.GaussianBlur(pixels, (0, 0), random.uniform(0.5, 1.4)).astype(np.float32)
    across, down = np.meshgrid(np.linspace(-0.5, 0.5, width), np.linspace(-0.5, 0.5, height))
    slope = random.uniform(-0.25, 0.25, 2)
    lit = blurred * (1 + slope[0] * across + slope[1] * down)[..., None]
    grainy = np.clip(lit + random.normal(0, random.uniform(1, 5), lit.shape), 0, 255).astype(np.uint8)
    packed = cv2.imencode(".jpg", grainy, [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
