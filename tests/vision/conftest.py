"""Pictures for the tests of seeing: scenes with truth from tests/data, and a board that is drawn on the spot."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from vision.frame import Frame, Pixels

SCENES = Path(__file__).parent.parent / "data" / "scenes"


class Scene(NamedTuple):
    """A picture and its truth as the JSON file beside it has it."""

    frame: Frame
    truth: dict[str, Any]

    def corners(self, board: int = 0) -> NDArray[np.float64]:
        """The true grid corners of a board, (4, 2), in its own frame."""
        return np.array(self.truth["boards"][board]["grid_corners_px"])


@pytest.fixture
def scene() -> Callable[[str, str], Scene]:
    """Loads a picture by the names of its scene and step; its time is the number of pictures loaded before."""
    loaded = 0

    def load(name: str, step: str) -> Scene:
        nonlocal loaded
        pixels = cv2.imread(str(SCENES / name / f"{step}.jpg"))
        assert pixels is not None
        truth = json.loads((SCENES / name / f"{step}.json").read_text(encoding="utf-8"))
        loaded += 1
        return Scene(Frame(np.asarray(pixels, np.uint8), 2.0 * loaded, loaded), truth)

    return load


@pytest.fixture
def drawn() -> Callable[..., Frame]:
    """Draws an invented board with its grid corners at given pixels on a plain or noisy table."""

    def draw(
        corners_px: ArrayLike,
        *,
        ground: int = 60,
        line: int = 150,
        table: int = 110,
        noise: float = 2.0,
        seed: int = 1,
        frame_wh: tuple[int, int] = (800, 600),
        cols: int = 9,
        rows: int = 8,
        icons: int = 18,
    ) -> Frame:
        rng = np.random.default_rng(seed)
        px, rim = 40, 16
        height, width = rows * px + 2 * rim, cols * px + 2 * rim
        mottle = cv2.GaussianBlur(rng.normal(0, 60, (height, width)).astype(np.float32), (0, 0), 5)
        board = np.clip(ground + mottle, 0, 255)[..., None].repeat(3, axis=2).astype(np.uint8)
        for col in range(cols + 1):
            cv2.line(board, (rim + col * px, rim), (rim + col * px, height - rim), (line,) * 3, 2)
        for row in range(rows + 1):
            cv2.line(board, (rim, rim + row * px), (width - rim, rim + row * px), (line,) * 3, 2)
        for _ in range(icons):  # icons, so that the board differs from itself turned
            col, row = int(rng.integers(cols)), int(rng.integers(rows))
            middle = rim + col * px + px // 2, rim + row * px + px // 2
            cv2.circle(board, middle, 9, tuple(int(v) for v in rng.integers(20, 250, 3)), -1, cv2.LINE_AA)
        units = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32) * px + rim
        matrix = cv2.getPerspectiveTransform(units, np.asarray(corners_px, np.float32))
        pixels: Pixels = np.full((frame_wh[1], frame_wh[0], 3), table, np.uint8)
        warped = cv2.warpPerspective(board, matrix, frame_wh, flags=cv2.INTER_AREA)
        inside = cv2.warpPerspective(np.ones((height, width), np.uint8), matrix, frame_wh, flags=cv2.INTER_NEAREST)
        pixels[inside > 0] = warped[inside > 0]
        smooth = cv2.GaussianBlur(pixels, (3, 3), 0).astype(np.float32)
        return Frame(np.clip(smooth + rng.normal(0, noise, smooth.shape), 0, 255).astype(np.uint8), 0.0, 0)

    return draw


@pytest.fixture
def over_rim() -> Callable[..., Pixels]:
    """Paints a finger over the left rim of a board, from the edge of the board up to a place in its units."""

    def paint(pixels: Pixels, corners_px: NDArray[np.float64], tip_x: float, rows: tuple[float, float]) -> Pixels:
        units = np.array([[0, 0], [9, 0], [9, 8], [0, 8]], np.float32)
        matrix = cv2.getPerspectiveTransform(units, np.asarray(corners_px, np.float32))
        near, far = rows
        outline = np.array([[[-0.7, near], [tip_x, near], [tip_x, far], [-0.7, far]]], np.float64)
        where = np.rint(16 * cv2.perspectiveTransform(outline, matrix)).astype(np.int32)
        painted = np.ascontiguousarray(pixels).copy()
        cv2.fillPoly(painted, [where], (120, 155, 215), cv2.LINE_AA, 4)
        return np.asarray(painted, np.uint8)

    return paint
