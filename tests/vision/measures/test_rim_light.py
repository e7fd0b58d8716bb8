"""The colour of the light from one side of a board to the other, by the rim round its grid."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.measures.test_measuring import measured, with_space
from vision.measures import measuring
from vision.measures.board_picture import BoardPicture
from vision.measures.rim_light import light_slope
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane, plane_size_wh

SIZE = (9.0, 8.0)
START = round(MARGIN_SPACES * PX_PER_SPACE)
GRID = np.s_[START:-START, START:-START]


def table(size_wh: tuple[float, float] = SIZE, level: float = 80.0) -> Plane:
    """A board with a patterned rim of one colour and areas of other colours, in even white light."""
    random = np.random.default_rng(3)
    width, height = plane_size_wh(size_wh)
    pattern = random.uniform(0.8, 1.2, (height, width, 1))
    plane = level * pattern * np.array([0.8, 1.0, 1.1])
    rows, cols = plane[GRID].shape[:2]
    areas = random.uniform(0.6, 1.4, (2, 3, 3)).repeat(rows // 2, axis=0).repeat(cols // 3, axis=1)
    plane[GRID][: len(areas), : areas.shape[1]] *= areas
    return np.asarray(plane, np.float32)


def light(plane: Plane, bluer: float, axis: int = 1) -> Plane:
    """A light that grows bluer along an axis by so much, the logarithm of blue over red, from the middle to a side."""
    side = np.linspace(-1, 1, plane.shape[axis])
    off = 0.5 * bluer * (side[None, :, None] if axis == 1 else side[:, None, None]) * np.array([1.0, 0.0, -1.0])
    return np.asarray(np.exp(off) * np.ones_like(plane), np.float32)


def slope_of(plane: Plane) -> Plane | None:
    """The slope of one picture of an empty board."""
    return light_slope(BoardPicture(plane))


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("bluer", [0.25, -0.2])
def test_a_light_that_grows_bluer_to_one_side_is_told_by_the_rim(axis: int, bluer: float) -> None:
    """Whatever is printed on the areas; white it is half way to the side that is least blue."""
    plane = table()
    lit = light(plane, bluer, axis)
    found = slope_of(plane * lit)
    assert found is not None
    assert found.prod(axis=0) == pytest.approx(1.0, abs=1e-4)
    asked = (slice(None), np.array([10, 100, -10]), np.array([10, 120, -10]))
    ratio, true = np.log(found[0] / found[2]), np.log(lit[..., 0] / lit[..., 2])
    assert np.ptp(ratio[asked[1:]]) == pytest.approx(np.ptp(true[asked[1:]]), rel=0.1)
    white = np.unravel_index(int(np.abs(ratio).argmin()), ratio.shape)[axis] / plane.shape[axis]
    assert white == pytest.approx(0.29 if bluer > 0 else 0.71, abs=0.04)


def test_things_across_the_rim_do_not_tell() -> None:
    """A few patches of another colour, as a sleeve or a card, change nothing."""
    plane = table()
    lit = plane * light(plane, 0.25)
    lit[:START, 60:84] = (200.0, 90.0, 40.0)
    seen, alone = slope_of(lit), slope_of(plane * light(plane, 0.25))
    assert seen is not None
    assert alone is not None
    assert np.abs(seen - alone).max() < 0.02


@pytest.mark.parametrize(
    ("bluer", "level", "left", "motley"),
    [(0.15, 80.0, 1.0, 0.0), (0.25, 9.0, 1.0, 0.0), (0.0, 80.0, 1.3, 0.0), (0.2, 80.0, 1.0, 0.25)],
    ids=["hardly any", "dark", "a rim in two colours", "a rim in many colours"],
)
def test_a_rim_that_does_not_tell_says_nothing(bluer: float, level: float, left: float, motley: float) -> None:
    """Then the light is taken to have one colour all over the board."""
    plane = table(level=level)
    patches = np.random.default_rng(2).uniform(-motley, motley, [side // 12 + 1 for side in plane.shape[:2]])
    plane[..., 0] *= np.exp(patches.repeat(12, axis=0).repeat(12, axis=1))[: len(plane), : plane.shape[1]]
    plane[:, : plane.shape[1] // 2, 0] *= left
    assert slope_of(plane * light(plane, bluer)) is None


def test_leaves_of_one_colour_have_one_hue_wherever_the_light_comes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """A window to one side makes them bluer there, as it does the rim."""
    size = (3.0, 2.0)
    leaf = np.random.default_rng(1).uniform(0.6, 1.2, (PX_PER_SPACE, PX_PER_SPACE, 1)) * np.array([50.0, 110.0, 70.0])

    def hues(bluer: float) -> tuple[float, float]:
        ground = table(size)
        left = with_space(ground, leaf.astype(np.float32))
        right = np.roll(left, PX_PER_SPACE, axis=1)
        right[:, : START + 2 * PX_PER_SPACE] = ground[:, : START + 2 * PX_PER_SPACE]
        right[:, START + 3 * PX_PER_SPACE :] = ground[:, START + 3 * PX_PER_SPACE :]
        lit = light(ground, bluer)
        seen = [measured(plane * lit, ground * lit).hue_deg for plane in (left, right)]
        return float(seen[0][0, 1]), float(seen[1][0, 2])

    here, there = hues(0.4)
    assert abs(here - there) < 3.0
    monkeypatch.setattr(measuring, "light_slope", lambda empty: None)
    here, there = hues(0.4)
    assert abs(here - there) > 5.0
