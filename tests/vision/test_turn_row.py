"""A tile that slides along a row of spaces is told from everything else that can happen there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.frame import Frame, Pixels
from vision.pose import BoardNotFound
from vision.turn_row import RowChange, RowTracker, RowView, Slid, TurnRow, is_ready, judge

SPACE_PX, SPACES = 60, 12
SIZE_WH = (SPACES * SPACE_PX + 80, 200)
CORNERS = [(40 / SIZE_WH[0], 0.3), (760 / SIZE_WH[0], 0.3), (760 / SIZE_WH[0], 0.75), (40 / SIZE_WH[0], 0.75)]
ROW = TurnRow(CORNERS, SPACES)
NEXT = Slid(7, 9, (8,))  # the third turn begins so: numbers 10 to 3 lie, 2 and 1 have slid to the end
BEGUN = Slid(8, 10, (9,))
TILES = {place: place % 3 for place in (0, 1, 2, 3, 4, 5, 6, 7, 10, 11)}
COLORS = ((60, 130, 80), (60, 170, 200), (60, 70, 170))  # blue green red: a green, a yellow and a red tile
SHAPES = (((0, 0), (1, 0), (1, 1)), ((0, 0), (0, 1), (1, 0), (2, 0)), ((0, 0), (1, 0), (2, 0), (2, 1), (1, 1)))

Pictured = Callable[[Pixels], Pixels]


def picture(tiles: Mapping[int, int], seed: int = 0, noise: float = 2.0, off_px: tuple[int, int] = (0, 0)) -> Pixels:
    """A row of tiles on a table with a grain; ``off_px`` is how far the whole row lies from where it was shown."""
    grain = np.random.default_rng(3).normal(0, 9, (25, 100, 3))
    drawn = np.full((SIZE_WH[1], SIZE_WH[0], 3), (112, 148, 178), np.float32)
    drawn += cv2.resize(grain, SIZE_WH, interpolation=cv2.INTER_CUBIC)
    for place, kind in tiles.items():
        leaves = cv2.resize(np.random.default_rng([7, kind]).normal(0, 26, (8, 8, 3)), (22, 24))
        for row, col in SHAPES[kind]:
            left = 40 + place * SPACE_PX + 8 + col * 22 + off_px[0]
            top = 66 + row * 24 + off_px[1]
            drawn[top : top + 24, left : left + 22] = np.asarray(COLORS[kind]) + leaves
    noisy = drawn + np.random.default_rng(seed).normal(0, noise, drawn.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def seen(tiles: Mapping[int, int], seed: int = 0, changed: Pictured = np.copy) -> RowView:
    """How the row looks in a picture of these tiles."""
    return ROW.view(changed(picture(tiles, seed)))


def slid(tiles: Mapping[int, int], source: int, target: int) -> dict[int, int]:
    """The same tiles with one of them on another place."""
    return {target if place == source else place: kind for place, kind in tiles.items()}


def lit(bgr: tuple[float, float, float], slope: float = 0.0) -> Pictured:
    """Another light: factors a channel, and how much more of it there is at the right end."""

    def change(pixels: Pixels) -> Pixels:
        along = 1 + slope * np.linspace(-0.5, 0.5, pixels.shape[1])[None, :, None]
        return np.asarray(np.clip(pixels * np.asarray(bgr) * along, 0, 255), np.uint8)

    return change


def blurred(pixels: Pixels) -> Pixels:
    """Out of focus."""
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), 1.6), np.uint8)


def shone_on(place: int) -> Pictured:
    """A lamp that is mirrored on one space."""

    def change(pixels: Pixels) -> Pixels:
        bright = pixels.copy()
        cv2.ellipse(bright, (40 + place * SPACE_PX + 30, 105), (32, 55), 0, 0, 360, (255, 255, 255), -1)
        return bright

    return change


def reached_over(place: float) -> Pictured:
    """A hand that rests, fingertips on this place, the arm from below."""

    def change(pixels: Pixels) -> Pixels:
        covered = pixels.copy()
        x = round(40 + (place + 0.5) * SPACE_PX)
        cv2.line(covered, (x, 100), (x + 40, SIZE_WH[1]), (70, 95, 140), 52)
        cv2.circle(covered, (x, 100), 34, (70, 95, 140), -1)
        return covered

    return change


LIGHTS = (
    lit((1.0, 1.0, 1.0)),
    lit((0.7, 0.7, 0.7)),
    lit((0.75, 0.95, 1.15)),
    lit((1.2, 1.1, 0.95)),
    lit((0.8, 0.8, 0.8), 0.5),
    blurred,
)


@pytest.mark.parametrize("changed", LIGHTS)
def test_the_slide_is_seen_under_another_light(changed: Pictured) -> None:
    """Whatever the light did meanwhile: the tile that slid is named, put back it is told as that, at rest nothing."""
    before, after = seen(TILES), seen(slid(TILES, 7, 9), 1, changed)
    assert judge(before, after, [NEXT, BEGUN])[:2] == (RowChange.SLID, 0)
    assert judge(after, before, [NEXT, BEGUN])[:2] == (RowChange.PUT_BACK, 0)
    assert judge(before, seen(TILES, 2, changed), [NEXT, BEGUN]).change is RowChange.SAME


def test_a_tile_turned_and_askew_on_its_new_place_has_slid() -> None:
    """Nobody lays a tile down exactly as it lay before."""
    after = picture(slid(TILES, 7, 9), 1)
    left, top = 40 + 9 * SPACE_PX, 62
    space = after[top : top + 84, left : left + SPACE_PX].copy()
    turn = cv2.getRotationMatrix2D((SPACE_PX / 2, 42), 11, 1.0)
    after[top : top + 84, left : left + SPACE_PX] = cv2.warpAffine(
        space, turn, (SPACE_PX, 84), borderMode=cv2.BORDER_REPLICATE
    )
    assert judge(seen(TILES), ROW.view(after), [NEXT]).change is RowChange.SLID


@settings(max_examples=150)
@given(
    tiles=st.permutations(range(SPACES)).flatmap(lambda order: st.integers(0, 4).map(lambda n: order[: 2 * n])),
    seed=st.integers(0, 99),
    light=st.sampled_from(LIGHTS),
)
def test_only_the_tile_that_was_asked_for_ends_a_turn(tiles: list[int], seed: int, light: Pictured) -> None:
    """Any other set of tiles moved to any free places is no slide; the very one is, alone."""
    moved = dict(TILES)
    for source, target in zip(tiles[::2], tiles[1::2], strict=True):
        if source in moved and target not in moved:
            moved = slid(moved, source, target)
    verdict = judge(seen(TILES), seen(moved, seed, light), [NEXT])
    as_asked = {place: COLORS[kind] for place, kind in moved.items()} == {
        place: COLORS[kind] for place, kind in slid(TILES, 7, 9).items()
    }
    assert (verdict.change is RowChange.SLID) == as_asked, (moved, verdict)


@pytest.mark.parametrize(
    ("what", "moved"),
    [
        ("the wrong tile", slid(TILES, 6, 9)),
        ("the right tile, one place short", slid(TILES, 7, 8)),
        ("two tiles", slid(slid(TILES, 7, 9), 6, 7)),
        ("a tile taken away besides", {place: k for place, k in slid(TILES, 7, 9).items() if place != 3}),
        ("another tile laid there, the right one gone", {**slid(TILES, 7, 9), 9: 0}),
        ("nothing but a tile more", {**TILES, 9: 1}),
    ],
)
def test_what_is_no_slide_is_told_as_that(what: str, moved: Mapping[int, int]) -> None:
    """A wrong tile, two, one gone or one more: no slide, and the places that changed are named."""
    verdict = judge(seen(TILES), seen(moved, 1), [NEXT, BEGUN])
    assert verdict.change is RowChange.OTHER, what
    assert set(verdict.places) == {place for place in range(SPACES) if TILES.get(place) != moved.get(place)}, what


def test_a_lifted_tile_is_lifted() -> None:
    """While it is in a hand it has not slid yet, however long."""
    without = {place: kind for place, kind in TILES.items() if place != 7}
    assert judge(seen(TILES), seen(without, 1), [NEXT])[:2] == (RowChange.LIFTED, 0)


@pytest.mark.parametrize("off_px", [(22, 0), (-25, 0), (40, 0), (-40, 0), (10, 30)])
def test_a_bumped_row_is_no_slide(off_px: tuple[int, int]) -> None:
    """A row pushed along by a good part of a space, or away from the players."""
    before = seen(TILES)
    for tiles in (TILES, slid(TILES, 7, 9)):
        bumped = ROW.view(picture(tiles, 1, off_px=off_px))
        assert judge(before, bumped, [NEXT, BEGUN]).change in {RowChange.OTHER, RowChange.LIFTED}


@pytest.mark.parametrize("place", np.arange(0, 11.5, 0.5))
def test_a_hand_that_rests_over_the_row_is_no_slide(place: float) -> None:
    """Neither when it comes nor when it goes, nor while it holds the tile that it has slid."""
    over = reached_over(place)
    rests, slides = seen(TILES, 1, over), seen(slid(TILES, 7, 9), 1, over)
    cases = [(seen(TILES), rests), (rests, seen(TILES))] + ([(seen(TILES), slides)] if 8.5 <= place <= 9.5 else [])
    for before, after in cases:
        verdict = judge(before, after, [NEXT, BEGUN])
        assert verdict.change not in {RowChange.SLID, RowChange.PUT_BACK}, (place, verdict)


@pytest.mark.parametrize("place", range(SPACES))
def test_glare_makes_no_slide(place: int) -> None:
    """Light that is mirrored on a space is no tile; a slide is seen beside it only where nothing is hidden."""
    glared = judge(seen(TILES), seen(TILES, 1, shone_on(place)), [NEXT, BEGUN])
    assert glared.change in {RowChange.SAME, RowChange.GLARE}
    both = judge(seen(TILES), seen(slid(TILES, 7, 9), 1, shone_on(place)), [NEXT, BEGUN])
    assert both.change is RowChange.GLARE


def test_a_row_is_ready_where_the_tile_lies_and_the_gap_is_empty() -> None:
    """Before the slide it is, after it, half done or with a tile more in the gap it is not."""
    assert is_ready(seen(TILES), NEXT)
    assert not is_ready(seen(slid(TILES, 7, 9)), NEXT)
    assert not is_ready(seen({place: kind for place, kind in TILES.items() if place != 7}), NEXT)
    assert not is_ready(seen({**TILES, 9: 2}), NEXT)


def frames(tracker: RowTracker, pictures: list[Pixels], from_s: float) -> list[RowView | None]:
    """What a tracker makes of pictures, ten a second."""
    return [tracker.update(Frame(pixels, from_s + 0.1 * n, n)) for n, pixels in enumerate(pictures)]


def test_two_windows_settle_a_row() -> None:
    """A row at rest is settled after two windows of 0.6 s, not before; and then again, about once a second."""
    found = frames(RowTracker(ROW), [picture(TILES, n) for n in range(40)], 5.0)
    when = [n for n, view in enumerate(found) if view is not None]
    assert 12 <= when[0] <= 16
    assert 3 <= len(when) <= 8


def test_a_row_that_changes_all_the_time_never_settles() -> None:
    """A hand that moves over it, a tile pushed slowly: no view is believed."""
    moving = [reached_over(n * 0.35 % 12)(picture(TILES, n)) for n in range(60)]
    assert not any(frames(RowTracker(ROW), moving, 0.0))


def test_a_lamp_that_is_switched_starts_the_windows_anew() -> None:
    """Nothing is settled across it, and under the new light the row is the same."""
    tracker, bright = RowTracker(ROW), lit((1.3, 1.3, 1.25))
    before = [view for view in frames(tracker, [picture(TILES, n) for n in range(20)], 0.0) if view is not None]
    after = frames(tracker, [bright(picture(TILES, n)) for n in range(40)], 2.0)
    first = next(n for n, view in enumerate(after) if view is not None)
    assert first >= 12
    view = after[first]
    assert view is not None
    assert judge(before[-1], view, [NEXT]).change is RowChange.SAME


def test_corners_that_are_no_row_are_refused() -> None:
    """Corners in a wrong order are no quadrilateral; nothing is read from them."""
    with pytest.raises(BoardNotFound):
        TurnRow([CORNERS[i] for i in (0, 2, 1, 3)], SPACES).view(picture(TILES))


@pytest.mark.parametrize("shape", [(1, 1, 3), (40, 30, 3)])
def test_a_tiny_black_picture_shows_nothing(shape: tuple[int, int, int]) -> None:
    """No crash and no slide from a picture that holds nothing."""
    black = np.zeros(shape, np.uint8)
    if shape == (1, 1, 3):
        with pytest.raises(BoardNotFound):
            ROW.view(black)
    else:
        assert judge(ROW.view(black), ROW.view(black), [NEXT, BEGUN]).change is RowChange.SAME
