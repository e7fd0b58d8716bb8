"""The hue of a space is that of the ground, not of what is drawn on it in a stronger colour."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.measures.ground_hue import of_grounds
from vision.reference import PX_PER_SPACE

_SIDE = PX_PER_SPACE - 6
_GOLD_DEG, _GOLD, _LIGHTNESS = 65.0, 45.0, 50.0


def test_the_ground_of_an_ornament_that_is_more_chromatic_tells_the_hue() -> None:
    """Gold leaf on a sage tile says nothing of the tile."""
    assert _told(ground_deg=140.0, ground=20.0) == pytest.approx(140.0, abs=1)


def test_an_ornament_on_grey_ground_tells_the_hue_itself() -> None:
    """Lead and paper have no hue that could tell."""
    assert _told(ground_deg=140.0, ground=8.0) == _GOLD_DEG


@pytest.mark.parametrize(
    ("ground_deg", "lightness", "told"),
    [(-60.0, 33.0, _GOLD_DEG), (-60.0, 45.0, -60.0), (140.0, 33.0, 140.0), (0.0, 33.0, 0.0)],
    ids=["black card", "blue card", "dark green card", "dark red card"],
)
def test_black_card_that_mirrors_a_window_is_no_ground(ground_deg: float, lightness: float, told: float) -> None:
    """A leaf in the middle of it is what has a colour there: daylight is bluer than the lamps that light the leaf."""
    assert _told(ground_deg, 20.0, lightness=lightness) == pytest.approx(told, abs=1)


def test_an_ornament_in_a_shade_of_its_ground_changes_nothing() -> None:
    """Veins and grain are of the leaf's own colour."""
    assert _told(ground_deg=80.0, ground=20.0) == _GOLD_DEG


def test_hues_on_both_sides_of_half_a_turn_are_neighbours() -> None:
    """175 and -172 degrees are 13 apart."""
    assert _told(ground_deg=-172.0, ground=20.0, ornament_deg=175.0) == 175.0


def test_a_ring_drawn_round_the_middle_is_no_ground() -> None:
    """A median bears a line round a hole."""
    ticks = np.arange(_SIDE) - (_SIDE - 1) / 2
    far = np.hypot(*np.meshgrid(ticks, ticks)) / PX_PER_SPACE
    assert _told(140.0, 20.0, drawn=(far > 0.22) & (far < 0.36)) == pytest.approx(140.0, abs=1)


def test_a_token_in_its_hole_is_no_ornament() -> None:
    """The frame round one space has the colour of the tile, and what lies in it may be of any other."""
    token, leaf = _space(140.0, 20.0, _GOLD_DEG), _space(140.0, 20.0, 140.0)
    assert _found([token, leaf], [_GOLD_DEG, 140.0])[0] == _GOLD_DEG


def test_what_a_tile_tells_of_an_ornament_holds_for_a_space_that_lies_apart() -> None:
    """The last space of a tile at its mark has no neighbour of the same two hues; alone it would tell nothing."""
    assert _beside_a_tile(_space(140.0, 20.0)) == pytest.approx(140.0, abs=1)
    assert _beside_a_tile(_space(140.0, 20.0), gilded=2) == _GOLD_DEG  # that may be two squirrels side by side
    assert _beside_a_tile(_space(140.0, 20.0), bare=(0, 1, 2)) == _GOLD_DEG  # lines of the floor are no ornament
    assert _beside_a_tile(_space(140.0, 20.0), bare=(4,)) == _GOLD_DEG  # nor is anything drawn there one


@pytest.mark.parametrize(
    ("share", "ground_deg", "ground", "told"),
    [
        (0.6, 140.0, 20.0, 140.0),
        (0.6, 10.0, 20.0, 10.0),
        (0.85, 140.0, 20.0, _GOLD_DEG),
        (0.6, 85.0, 20.0, _GOLD_DEG),
        (0.6, 140.0, 8.0, _GOLD_DEG),
    ],
)
def test_the_ground_of_a_known_ornament_shows_between_what_is_drawn(
    share: float, ground_deg: float, ground: float, told: float
) -> None:
    """Where it fills most of a space the rest tells, if that is enough, no grey and no shade of the ornament."""
    drawn = np.arange(_SIDE * _SIDE).reshape(_SIDE, _SIDE) % 20 < 20 * share
    assert _beside_a_tile(_space(ground_deg, ground, drawn=drawn)) == pytest.approx(told, abs=1)


def test_where_the_ornament_is_known_its_rim_does_not_tint_the_ground() -> None:
    """Where much of a space is neither quite one nor the other, the median is; the ground is most of what is left."""
    step = np.arange(_SIDE * _SIDE).reshape(_SIDE, _SIDE) % 10
    rim, ground = _space(92.0, 32.0, drawn=step < 3), _space(140.0, 20.0, drawn=step < 3)
    tile = [[np.where(step < 6, *parts) for parts in zip(rim, ground, strict=True)]]
    assert _found(tile * 2, [_GOLD_DEG] * 2).tolist() == pytest.approx([92.0] * 2, abs=1)
    assert _found(tile * 3, [_GOLD_DEG] * 3).tolist() == pytest.approx([140.0] * 3, abs=1)


@pytest.mark.parametrize(
    ("share", "ground_deg", "ornament_deg", "told"),
    [(0.6, 26.0, 65.0, 26.0), (0.85, 26.0, 65.0, 65.0), (0.6, 110.0, 65.0, 65.0), (0.6, 26.0, 100.0, 100.0)],
    ids=["it goes on", "too little of it", "another ground", "another ornament"],
)
def test_a_ground_that_is_clear_on_one_space_goes_on_where_gilding_fills_more(
    share: float, ground_deg: float, ornament_deg: float, told: float
) -> None:
    """The frame of a tile and what is drawn on it leave the ground of one of its spaces free, and little of others."""
    drawn = np.arange(_SIDE * _SIDE).reshape(_SIDE, _SIDE) % 20 < 20 * share
    row = [_space(26.0, 30.0), _space(ground_deg, 30.0, ornament_deg, drawn)]
    assert _found(row, [_GOLD_DEG, ornament_deg])[1] == pytest.approx(told, abs=1)
    assert _found(row, [_GOLD_DEG, ornament_deg], bare=[1])[1] == ornament_deg  # nothing lies there


def test_a_token_of_nearly_its_leaf_s_hue_is_no_ornament() -> None:
    """A leaf beside it is all of the ground that shows round it, and nothing is drawn on that."""
    row = [_space(140.0, 20.0, 166.0), _space(140.0, 20.0, 145.0)]
    assert _found(row, [166.0, 145.0])[0] == 166.0


def test_foliage_in_many_hues_is_no_ground() -> None:
    """Half of it has one hue, and that is no more than chance."""
    share = np.random.default_rng(3).permutation(_SIDE * _SIDE).reshape(_SIDE, _SIDE) / _SIDE**2
    gilded = _space(26.0, 30.0, drawn=share < 0.6)
    for others, told in ((0.25, _GOLD_DEG), (0.1, 26.0)):
        parts = zip(_space(2.0, 30.0), _space(26.0, 30.0), _space(44.0, 30.0), strict=True)
        mottled = [
            np.select([share < others, share < 1 - others], [one, ground], other) for one, ground, other in parts
        ]
        assert _found([mottled, gilded], [_GOLD_DEG] * 2)[1] == pytest.approx(told, abs=1)


def test_a_ground_goes_on_from_space_to_space() -> None:
    """Only the first of three shows it clearly, and what is told of that is its own."""
    drawn = np.arange(_SIDE * _SIDE).reshape(_SIDE, _SIDE) % 20 < 12
    row = [_space(26.0, 30.0), *[_space(26.0, 30.0, drawn=drawn)] * 2]
    assert _found(row, [_GOLD_DEG] * 3).tolist() == pytest.approx([26.0] * 3, abs=1)
    assert _found(row[:1], [_GOLD_DEG]).tolist() == [_GOLD_DEG]


def test_what_is_not_of_the_box_s_ornament_shows_between_what_is_drawn() -> None:
    """Where half of a space is its ground its own hue is neither; that of the ornament on other spaces parts them."""
    drawn = np.arange(_SIDE * _SIDE).reshape(_SIDE, _SIDE) % 20 < 13
    assert _beside_a_tile(_space(35.0, 30.0, drawn=drawn), found_deg=50.0) == pytest.approx(35.0, abs=1)


def test_what_is_drawn_in_another_colour_than_the_known_ornament_keeps_its_hue() -> None:
    """A berry on the same ground is no gold."""
    assert _beside_a_tile(_space(140.0, 20.0, 10.0), found_deg=10.0) == 10.0


def _beside_a_tile(
    space: list[NDArray[np.float64]], *, found_deg: float = _GOLD_DEG, gilded: int = 3, bare: Sequence[int] = ()
) -> float:
    """The hue of a space behind a plain one behind so many that are gilded on sage; on some of them nothing lies."""
    row = [*[_space(140.0, 20.0)] * gilded, _space(90.0, 20.0, 90.0), space]
    return float(_found(row, [*[_GOLD_DEG] * gilded, 90.0, found_deg], bare=bare)[-1])


def _told(
    ground_deg: float,
    ground: float,
    ornament_deg: float = _GOLD_DEG,
    drawn: NDArray[np.bool_] | None = None,
    lightness: float = 50.0,
) -> float:
    """The hue of two spaces with an ornament in the middle, whose more chromatic pixels are all the ornament's."""
    lab = _space(ground_deg, ground, ornament_deg, drawn, lightness)
    return float(_found([lab, lab], [ornament_deg, ornament_deg])[1])


def _space(
    ground_deg: float,
    ground: float,
    ornament_deg: float = _GOLD_DEG,
    drawn: NDArray[np.bool_] | None = None,
    lightness: float = 50.0,
) -> list[NDArray[np.float64]]:
    if drawn is None:
        ticks = np.abs(np.arange(_SIDE) - (_SIDE - 1) / 2)
        drawn = np.maximum(*np.meshgrid(ticks, ticks)) < 0.3 * PX_PER_SPACE
    hue, chroma = np.where(drawn, ornament_deg, ground_deg), np.where(drawn, _GOLD, ground)
    light = np.where(drawn, _LIGHTNESS, lightness)
    return [light, chroma * np.cos(np.radians(hue)), chroma * np.sin(np.radians(hue))]


def _found(
    labs: Sequence[Sequence[NDArray[np.float64]]], found_deg: Sequence[float], *, bare: Sequence[int] = ()
) -> NDArray[np.float32]:
    """The hues of spaces in a row, each given in CIELAB, and what was found of their more chromatic pixels.

    On those that are ``bare`` nothing lies.
    """
    channels = [np.array([[part.reshape(-1) for part in parts]], np.float32) for parts in zip(*labs, strict=True)]
    chroma = np.full((1, len(labs)), _GOLD, np.float32)
    lightness = np.full((1, len(labs)), _LIGHTNESS, np.float32)
    covered = ~np.isin(range(len(labs)), bare)[None]
    hues = of_grounds(channels, np.array([found_deg], np.float32), chroma, lightness, covered)
    return np.asarray(hues[0], np.float32)
