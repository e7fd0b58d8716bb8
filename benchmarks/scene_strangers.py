"""Things that are no pieces of the game on boards: coins, cards, scraps of paper, pieces of leaf that fit no tile."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray
from scene_truth import Picture, read_scene

from engine.grid import Space
from vision.frame import Pixels
from vision.pose import BoardPose

_SIDE_PX = 48  # of a space of the drawings
_SHADE, _SHADE_SPACES = 0.6, 0.06  # of what lies beside a thing, and how far
_COUNT = 3  # things a board
_SIZE_WH = 9, 8

Numbers = NDArray[np.floating]
Drawing = tuple[Numbers, NDArray[np.uint8]]  # colours (h, w, 3) and where there are any, 0 to 255 (h, w)


def strangers(pixels: Pixels, picture: Picture, random: np.random.Generator) -> Pixels:
    """Three things a board that are no pieces of the game come one by one and stay, where no piece ever lies."""
    if not picture.path.stem.startswith("step_") or picture.hand:
        return pixels
    step = int(picture.path.stem.split("_")[1])
    found = pixels.astype(np.float64)
    for seat, pose in sorted(picture.poses.items()):
        for number, place in enumerate(_free(picture.path.parent, seat)[:_COUNT]):
            own = np.random.default_rng(zlib.crc32(f"{picture.path.parent.name} {seat} {number}".encode()))
            begins = int(own.integers(1, 6))
            kinds = _LARGE if place.wide else _SMALL
            draw = kinds[int(own.integers(len(kinds)))]
            if step >= begins:
                _lay(found, pose, (place.col, place.row), draw(own, _leaf(picture, seat, begins, pixels)))
    return np.clip(np.rint(found), 0, 255).astype(np.uint8)


def _lay(pixels: Numbers, pose: BoardPose, corner: tuple[int, int], drawing: Drawing) -> None:
    """Draw on the picture, with a soft shadow beside; ``corner`` is the space (col, row) of the drawing's corner."""
    colors, shape = drawing
    height, width = shape.shape
    units = np.array([[0, 0], [width, 0], [width, height], [0, height]]) / _SIDE_PX + corner
    places = pose.project(units).astype(np.float32)
    here = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    size = pixels.shape[1], pixels.shape[0]

    def warped(drawn: Numbers, places: NDArray[np.float32]) -> Numbers:
        matrix = cv2.getPerspectiveTransform(here, places)
        return np.asarray(cv2.warpPerspective(drawn, matrix, size, flags=cv2.INTER_AREA), np.float64)

    aside = places + _SHADE_SPACES * float(np.linalg.norm(places[1] - places[0])) * _SIDE_PX / width
    soft = cv2.GaussianBlur(shape.astype(np.float32) / 255, (0, 0), _SIDE_PX * 0.04)
    pixels *= 1 - (1 - _SHADE) * warped(soft, aside)[..., None]
    share = warped(shape.astype(np.float32) / 255, places)[..., None]
    pixels[:] = pixels * (1 - share) + warped(colors.astype(np.float32), places) * share


def _coin(own: np.random.Generator, leaf: Numbers) -> Drawing:
    colors, shape = _canvas(2, 2)
    x, y = own.uniform(0.7, 1.3, 2) * _SIDE_PX
    center = round(x), round(y)
    radius = round(own.uniform(0.3, 0.6) * _SIDE_PX)
    cv2.circle(shape, center, radius, 255, -1, cv2.LINE_AA)
    colors[:] = own.uniform((40, 80, 100), (150, 180, 220))
    for ring in (0.9, 0.55):
        cv2.circle(colors, center, round(radius * ring), (colors[0, 0] * own.uniform(0.6, 1.3)).tolist(), 2)
    return colors, shape


def _card(own: np.random.Generator, leaf: Numbers) -> Drawing:
    colors, shape = _canvas(4, 4)
    cv2.fillPoly(shape, [_turned(own, own.uniform(0.8, 1.4), own.uniform(1.4, 2.2), 2.0)], 255, cv2.LINE_AA)
    colors[:] = own.uniform(60, 240, 3)
    for _ in range(12):
        x, y, to_x, to_y = own.integers(0, 4 * _SIDE_PX, 4).tolist()
        cv2.line(colors, (x, y), (to_x, to_y), own.uniform(0, 255, 3).tolist(), int(own.integers(2, 12)), cv2.LINE_AA)
    return colors, shape


def _scrap(own: np.random.Generator, leaf: Numbers) -> Drawing:
    """A scrap of paper in one hue, of any outline."""
    colors, shape = _canvas(4, 4)
    angles = np.sort(own.uniform(0, 2 * np.pi, 7))
    reach = own.uniform(0.5, 1.6, 7)
    outline = (np.stack([np.cos(angles), np.sin(angles)], axis=1) * reach[:, None] + 2) * _SIDE_PX
    cv2.fillPoly(shape, [np.rint(outline).astype(np.int32)], 255, cv2.LINE_AA)
    hue = own.integers((0, 60, 80), (180, 220, 230)).astype(np.uint8).reshape(1, 1, 3)
    colors[:] = cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0]
    return colors, shape


def _crooked_leaf(own: np.random.Generator, leaf: Numbers) -> Drawing:
    """A bar of leaf without a hole that lies askew between the spaces."""
    colors, shape = _canvas(4, 4)
    cv2.fillPoly(shape, [_turned(own, 0.9, own.uniform(1.8, 2.8), 2.0)], 255, cv2.LINE_AA)
    return _papered(colors, leaf, own), shape


def _short_leaf(own: np.random.Generator, leaf: Numbers) -> Drawing:
    """Leaf in its place that is no tile: two spaces, one with a hole or none."""
    colors, shape = _canvas(2, 1) if own.random() < 0.5 else _canvas(1, 2)
    inset = round(0.03 * _SIDE_PX)
    shape[inset:-inset, inset:-inset] = 255
    if own.random() < 0.5:
        cv2.circle(shape, (_SIDE_PX // 2, _SIDE_PX // 2), round(0.37 * _SIDE_PX), 0, -1, cv2.LINE_AA)
    return _papered(colors, leaf, own), shape


def _long_leaf(own: np.random.Generator, leaf: Numbers) -> Drawing:
    """Leaf in its place that is no tile: six spaces with a hole."""
    colors, shape = _canvas(3, 2)
    inset = round(0.03 * _SIDE_PX)
    shape[inset:-inset, inset:-inset] = 255
    col, row = int(own.integers(3)), int(own.integers(2))
    middle = (round((col + 0.5) * _SIDE_PX), round((row + 0.5) * _SIDE_PX))
    cv2.circle(shape, middle, round(0.37 * _SIDE_PX), 0, -1, cv2.LINE_AA)
    return _papered(colors, leaf, own), shape


_Kinds = Sequence[Callable[[np.random.Generator, Numbers], Drawing]]
_SMALL: _Kinds = (_coin, _short_leaf)
_LARGE: _Kinds = (_coin, _card, _scrap, _crooked_leaf, _short_leaf, _long_leaf)


def _canvas(wide: int, high: int) -> Drawing:
    return np.zeros((high * _SIDE_PX, wide * _SIDE_PX, 3)), np.zeros((high * _SIDE_PX, wide * _SIDE_PX), np.uint8)


def _turned(own: np.random.Generator, wide: float, high: float, middle: float) -> NDArray[np.int32]:
    angle = own.uniform(10, 80)
    box = cv2.boxPoints(((middle * _SIDE_PX,) * 2, (wide * _SIDE_PX, high * _SIDE_PX), float(angle)))
    return np.rint(box).astype(np.int32)


def _papered(colors: Numbers, leaf: Numbers, own: np.random.Generator) -> Numbers:
    """Covered with the print of one space of a leaf, turned anew from space to space."""
    for row in range(0, colors.shape[0], _SIDE_PX):
        for col in range(0, colors.shape[1], _SIDE_PX):
            colors[row : row + _SIDE_PX, col : col + _SIDE_PX] = np.rot90(leaf, int(own.integers(4)))
    return colors


def _leaf(picture: Picture, seat: int, begins: int, pixels: Pixels) -> Numbers:
    """One space of a leaf as seen from above, the same from the step in which a thing comes on; else of the floor."""
    leaves = _lasting(picture.path.parent, begins)
    spot = next((spot for spot in leaves if spot.seat == seat), leaves[0] if leaves else None)
    seat, row, col = (seat, 0, 0) if spot is None else (spot.seat, spot.cell.row, spot.cell.col)
    flat = picture.poses[seat].rectify(pixels, _SIZE_WH, _SIDE_PX)
    return flat[row * _SIDE_PX : (row + 1) * _SIDE_PX, col * _SIDE_PX : (col + 1) * _SIDE_PX].astype(np.float64)


@lru_cache(maxsize=8)
def _lasting(folder: Path, begins: int) -> tuple[Space, ...]:
    """The spots that show a leaf from a step on to the end, in order."""
    shown = [
        {spot for spot, surface in picture.surfaces.items() if surface.startswith("leaf")}
        for picture in read_scene(folder).pictures
        if not picture.hand and int(picture.path.stem.split("_")[1]) >= begins
    ]
    return tuple(sorted(set.intersection(*shown))) if shown else ()


class _Place(NamedTuple):
    """Where no piece ever lies: its first space, and whether four by four are bare there or two by two."""

    col: int
    row: int
    wide: bool


@lru_cache(maxsize=8)
def _free(folder: Path, seat: int) -> tuple[_Place, ...]:
    """Places far apart on which a thing may lie all through a scene, the wide ones first."""
    cols, rows = _SIZE_WH
    bare = np.ones((rows, cols), np.bool_)
    for picture in read_scene(folder).pictures:
        for spot, surface in picture.surfaces.items():
            if spot.seat == seat and surface != "floor":
                bare[spot.cell.row, spot.cell.col] = False
    found: list[_Place] = []
    for side in (4, 2):
        for row in range(rows - side + 1):
            for col in range(cols - side + 1):
                apart = all(max(abs(other.col - col), abs(other.row - row)) > 3 for other in found)
                if apart and bare[row : row + side, col : col + side].all():
                    found.append(_Place(col, row, side == 4))
    return tuple(found)
