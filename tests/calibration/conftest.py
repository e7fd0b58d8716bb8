"""Pictures of empty boards with truth, shared by the tests of calibration."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.profile import BoardProfile, Profile
from vision.finding.simple_lens import simple_lens
from vision.frame import Frame
from vision.pose import BoardPose

SCENES = Path(__file__).parent.parent / "data" / "scenes"


@pytest.fixture
def picture() -> Callable[[str, str], tuple[Frame, list[dict[str, Any]]]]:
    """Loads a picture and the truth about its boards."""

    def load(name: str, step: str) -> tuple[Frame, list[dict[str, Any]]]:
        pixels = cv2.imread(str(SCENES / name / f"{step}.jpg"))
        truth = json.loads((SCENES / name / f"{step}.json").read_text(encoding="utf-8"))
        return Frame(np.asarray(pixels, np.uint8), 0.0, 0), truth["boards"]

    return load


@pytest.fixture
def profile() -> Profile:
    """A small profile of two boards that were never seen."""
    rng = np.random.default_rng(5)
    lens = simple_lens((640, 480), -0.05)
    boards = []
    for seat, left in enumerate((40.0, 340.0)):
        corners = np.array([[left, 60], [left + 250, 70], [left + 240, 300], [left, 290]])
        boards.append(
            BoardProfile(
                seat=seat,
                size_wh=(9.0, 8.0),
                pose=BoardPose.from_corners(corners, (9.0, 8.0), lens),
                picture=rng.integers(0, 255, (80, 88, 3), dtype=np.uint8),
                px_per_unit=8,
                margin=1.0,
                floor=("..b......",) + (".........",) * 6 + ("n.......f",),
                floor_confidence=((0.9,) * 9,) * 8,
                polarity=1 if seat else -1,
            )
        )
    return Profile(tuple(boards), (640, 480), "2026-01-02T03:04:05+00:00", lens)
