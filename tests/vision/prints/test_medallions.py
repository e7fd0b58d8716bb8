"""Patches that icons lie on are found by their edge, and icons on them are cut from the patch alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.vision.prints.test_icons import icons_of
from vision.prints.medallions import medallion_radius, patch_rim
from vision.reference import PX_PER_SPACE, Plane

AT = (np.arange(PX_PER_SPACE) + 0.5) / PX_PER_SPACE - 0.5
FROM_MIDDLE = np.hypot(AT[:, None], AT[None, :])


def spaces(radius: float, *, icon: float, texture: float) -> Plane:
    """Ten spaces with a disc of some radius and colour, a smaller icon on each, on a ground of that texture."""
    random = np.random.default_rng(6)
    drawn = np.full((10, PX_PER_SPACE, PX_PER_SPACE, 3), (60.0, 90.0, 80.0)) + random.normal(
        0, texture, (10, PX_PER_SPACE, PX_PER_SPACE, 3)
    )
    drawn[:, radius > FROM_MIDDLE] = (190.0, 215.0, 225.0)
    drawn[:, icon > FROM_MIDDLE] = (60.0, 60.0, 190.0)
    return np.asarray(drawn + random.normal(0, 1, drawn.shape), np.float32)


@pytest.mark.parametrize("radius", [0.27, 0.32, 0.38])
@pytest.mark.parametrize("texture", [2.0, 20.0])
def test_a_patch_is_measured_on_any_ground(radius: float, texture: float) -> None:
    """Its radius is told to a pixel, and its rim shows nothing but the patch."""
    seen = spaces(radius, icon=0.15, texture=texture)
    found = medallion_radius(seen)
    assert found is not None
    assert abs(found - radius) < 1 / PX_PER_SPACE
    assert np.abs(seen[:, patch_rim(found)] - (190.0, 215.0, 225.0)).mean() < 5.0


def test_an_icon_on_the_ground_itself_has_no_patch() -> None:
    """Neither has a board with round icons, nor one whose spaces show nothing."""
    assert medallion_radius(spaces(0.0, icon=0.18, texture=5.0)) is None
    assert medallion_radius(spaces(0.0, icon=0.0, texture=5.0)) is None


def test_an_icon_is_cut_from_its_patch(scene: Any) -> None:
    """Every treasure on cream patches gives an icon of its kind that is no patch."""
    printed, icons = icons_of(scene("medallions", "step_00"))
    assert sorted(icon.kind for icon in icons) == sorted(printed.values())
    assert max(icon.cover.mean() for icon in icons) < 0.2
