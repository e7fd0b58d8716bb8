"""What rests on a mark that is none is not read: measured on scenes whose animals are painted like leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from engine.grid import Cell, Space
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import layout, pieces
from vision.detector import Detector, StillFollower
from vision.frame import Frame, Pixels
from vision.pose import BoardPose, Lens
from vision.reference import BoardReference
from vision.tracker import Tracker


def painted(pixels: Pixels, truth: dict[str, Any], hue: int) -> Pixels:
    """All animals and squirrels in the hue and the strength of a leaf."""
    mask = np.zeros(pixels.shape[:2], np.uint8)
    for piece in truth["boards"][0]["pieces"]:
        if piece["kind"] in ("animal", "squirrel"):
            cv2.fillPoly(mask, [np.rint(piece["outline_px"]).astype(np.int32)], 255)
    hsv = cv2.cvtColor(pixels, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = hue
    hsv[..., 1] = np.maximum(hsv[..., 1], 120)
    tinted = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    return np.asarray(np.where(mask[..., None] > 0, tinted, pixels), np.uint8)


@pytest.mark.parametrize("hue", [42, 9, 24])
@pytest.mark.parametrize(
    ("name", "empty", "steps"), [("easy_301", "step_00", ("step_04", "step_08")), ("hard_305", "empty", ("step_00",))]
)
def test_animals_that_look_like_leaves_are_never_taken_for_something_else(
    scene: Any, name: str, empty: str, steps: tuple[str, ...], hue: int
) -> None:
    """Green, red and yellow animals: right or unknown, and what else lies there is right as well."""
    first = scene(name, empty)
    lens = Lens(np.array(first.truth["camera"]["K"]), np.array(first.truth["camera"]["dist"]))
    reference = BoardReference.of_picture(
        layout(1)[0], BoardPose.from_corners(first.corners(), (9, 8), lens), first.frame.pixels
    )
    tracker, clock_s = Tracker(), 0.0
    for step in steps:
        shown = scene(name, step)
        still = StillFollower({0: BoardPose.from_corners(shown.corners(), (9, 8), lens)})
        detector = Detector([reference], pieces(ANY_ANIMAL), still)
        observation = detector.read(Frame(painted(shown.frame.pixels, shown.truth, hue), 0.0, 0))
        for _ in range(15):
            tracker.update(replace(observation, taken_at_s=clock_s))
            clock_s += 0.1
        wrong = []
        for row, cells in enumerate(shown.truth["boards"][0]["cells"]):
            for col, cell in enumerate(cells):
                want = {"empty": "floor", "hole+token": "token"}.get(cell["state"], cell["state"])
                if want == "leaf":
                    want = "leaf." + {"orange": "yellow"}.get(cell["colour"], cell["colour"])
                got = tracker.settled.readings.get(Space(0, Cell(row, col)))
                if got is not None and cell["hidden"] < 0.05 and got.surface != want:
                    wrong.append((str(Cell(row, col)), want, got))
        assert not wrong
