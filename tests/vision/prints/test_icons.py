"""Printed icons are cut from their ground, whole and without litter, and the most various of them chosen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.game import Spot
from engine.grid import Cell, Space
from engine.indian_summer.viewing import layout
from vision.pose import BoardPose, Lens
from vision.prints.icons import Icon, cut_icons, most_various
from vision.reference import PX_PER_SPACE, rectify, spot_lattice

SIZE = (9.0, 8.0)


def icons_of(shown: Any) -> tuple[dict[Spot, str], tuple[Icon, ...]]:
    """What is printed on the first board of a picture, and what was cut out."""
    lens = Lens(np.array(shown.truth["camera"]["K"]), np.array(shown.truth["camera"]["dist"]))
    board = shown.truth["boards"][0]
    plane = rectify(shown.frame.pixels, BoardPose.from_corners(board["grid_corners_px"], SIZE, lens), SIZE)
    printed: dict[Spot, str] = {
        Space(0, Cell(each["cell"][1], each["cell"][0])): each["kind"] for each in board["treasures"]
    }
    return printed, cut_icons(plane, SIZE, spot_lattice(layout(1)[0].outlines, SIZE), printed)


@pytest.mark.parametrize(
    ("name", "empty"), [("easy_301", "step_00"), ("hard_305", "empty"), ("normal_302_cards", "step_00")]
)
def test_icons_are_cut_whole_and_alone(scene: Any, name: str, empty: str) -> None:
    """Every treasure gives an icon of its kind: in one piece near the middle, nothing at the sides of the space."""
    printed, icons = icons_of(scene(name, empty))
    assert sorted(icon.kind for icon in icons) == sorted(printed.values())
    for icon in icons:
        assert 0.02 < icon.cover.mean() < 0.25
        assert icon.cover.max() == 1.0
        assert not icon.cover[[0, 1, -2, -1]].any()
        assert not icon.cover[:, [0, 1, -2, -1]].any()
        assert not icon.ink[icon.cover == 0].any()
        assert np.hypot(*(np.array(icon.middle_xy) - (PX_PER_SPACE - 1) / 2)) < 0.15 * PX_PER_SPACE


def test_the_most_various_icons_are_kept() -> None:
    """Of many alike and one other the other is among few; of few enough all stay."""
    cover = np.zeros((PX_PER_SPACE, PX_PER_SPACE), np.float32)
    cover[8:16, 8:16] = 1.0
    colors = [(40, 60, 200)] * 7 + [(190, 200, 220)]
    icons = [Icon("mushroom", cover[..., None] * np.array(color, np.float32), cover, (11.5, 11.5)) for color in colors]
    assert icons[-1] in most_various(icons, 2)
    assert len(most_various(icons, 3)) == 3
    assert most_various(icons[:2], 3) == tuple(icons[:2])
