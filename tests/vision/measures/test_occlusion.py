"""What crosses the rim of an invented board: shadows of any colour leave its edges, hands hide them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.measures.board_picture import BoardPicture
from vision.measures.color import Light, compare
from vision.measures.occlusion import Occlusion, find_occlusion
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane, plane_size_wh

SIZE = (9.0, 8.0)
START = round(MARGIN_SPACES * PX_PER_SPACE)
EDGE = round((MARGIN_SPACES - 0.45) * PX_PER_SPACE)
NOISE = 1.0


def board() -> Plane:
    """A dark board with a pale line round its grid on a bright table."""
    width, height = plane_size_wh(SIZE)
    plane = np.full((height, width, 3), (130, 150, 170), np.float32)
    plane[EDGE:-EDGE, EDGE:-EDGE] = (50, 60, 65)
    cv2.rectangle(plane, (START - 2, START - 2), (width - START + 1, height - START + 1), (110, 120, 120), 2)
    plane += np.random.default_rng(3).normal(0, NOISE, plane.shape)
    return cv2.GaussianBlur(plane, (0, 0), 0.6).astype(np.float32)


def blob() -> Plane:
    """Something soft that reaches from the lower edge far over the board, (height, width, 1), 0 to 1."""
    width, height = plane_size_wh(SIZE)
    mask = np.zeros((height, width), np.float32)
    cv2.ellipse(mask, (width // 2, height), (60, 110), 0, 0, 360, 1.0, -1)
    return cv2.GaussianBlur(mask, (0, 0), 4.0)[..., None].astype(np.float32)


def faint() -> Plane:
    """A board with a rim of another colour, on a table and with a line hardly lighter than that."""
    width, height = plane_size_wh(SIZE)
    plane = np.full((height, width, 3), (82, 77, 68), np.float32)
    plane[EDGE:-EDGE, EDGE:-EDGE] = (64, 56, 46)
    plane[START:-START, START:-START] = (50, 60, 65)
    cv2.rectangle(plane, (START - 2, START - 2), (width - START + 1, height - START + 1), (80, 80, 80), 2)
    plane += np.random.default_rng(3).normal(0, NOISE, plane.shape)
    return cv2.GaussianBlur(plane, (0, 0), 0.6).astype(np.float32)


def quiet() -> Plane:
    """A board of the table's colour: nothing of its rim is drawn clearly."""
    width, height = plane_size_wh(SIZE)
    plane = np.full((height, width, 3), (100, 120, 130), np.float32)
    cv2.rectangle(plane, (START - 4, START - 4), (width - START + 3, height - START + 3), (75, 92, 102), 2)
    plane += np.random.default_rng(3).normal(0, NOISE, plane.shape)
    return cv2.GaussianBlur(plane, (0, 0), 0.6).astype(np.float32)


def framed() -> Plane:
    """A pale board in a dark rim with ornaments and a thick black line round its grid, on a table of skin's hue."""
    width, height = plane_size_wh(SIZE)
    plane = np.full((height, width, 3), (90, 150, 190), np.float32)
    plane[EDGE:-EDGE, EDGE:-EDGE] = (50, 70, 95)
    plane[START:-START, START:-START] = (130, 170, 190)
    for x in range(EDGE, width - EDGE, 10):
        cv2.circle(plane, (x, height - START + 9), 3, (110, 150, 180), -1)
    cv2.rectangle(plane, (START - 2, START - 2), (width - START + 1, height - START + 1), (35, 45, 60), 3)
    plane += np.random.default_rng(3).normal(0, NOISE, plane.shape)
    return cv2.GaussianBlur(plane, (0, 0), 0.6).astype(np.float32)


def occlusion(current: Plane, bare: Plane | None = None) -> Occlusion:
    """What is found over the board under the same light."""
    empty = BoardPicture(board() if bare is None else bare)
    light = Light(np.ones((3, *current.shape[:2]), np.float32), 1.0)
    picture = BoardPicture(current)
    change = compare(picture, empty, light, NOISE)
    return find_occlusion(change, SIZE, picture, empty, NOISE)


@pytest.mark.parametrize("left", [(0.5, 0.5, 0.5), (0.75, 0.5, 0.35), (0.4, 0.5, 0.7)])
def test_a_shadow_of_any_colour_is_no_hand(left: tuple[float, float, float]) -> None:
    """The light that is left in a shadow may be bluish or warm: the edges of the board are still to be seen."""
    share = blob()
    found = occlusion((board() * (1 - share + share * np.array(left))).astype(np.float32))
    assert found.shadow
    assert not found.hand


def test_a_sunbeam_is_no_hand() -> None:
    """Its edge runs over the rim at a slant, and the rim is brighter on one side: the board's own edges still show."""
    bare = board()
    height, width = bare.shape[:2]
    across, down = np.meshgrid(np.arange(width), np.arange(height))
    for aside in range(0, 40, 6):  # wherever its edge falls in the stretches that are looked at
        past = (across - width / 2) * 0.3 + EDGE + 30 - aside - down
        beam = 1 / (1 + np.exp(past / 3.0))[..., None]
        found = occlusion((bare * (1 + beam * np.array([0.75, 0.95, 1.1]))).astype(np.float32))
        assert found.shadow
        assert not found.hand


@pytest.mark.parametrize("color", [(90, 130, 190), (30, 36, 39), (38, 45, 50)])
def test_a_hand_of_any_colour_is_one(color: tuple[float, float, float]) -> None:
    """Bright skin, and skin in poor light that is a darker shade of the board, both hide its edges."""
    share = blob()
    assert occlusion((board() * (1 - share) + share * np.array(color)).astype(np.float32)).hand


def test_a_hand_of_the_floor_s_colour_is_one_over_a_rim_of_another() -> None:
    """Two signs that are weak alone: the rim has another colour, and its faint edges are gone; a shadow leaves both."""
    bare, share = faint(), blob()
    assert occlusion((bare * (1 - share) + share * np.array([38.0, 45.0, 50.0])).astype(np.float32), bare).hand
    assert not occlusion((bare * (1 - share) + share * bare * 0.7).astype(np.float32), bare).hand


def test_a_dark_hand_over_a_board_of_its_hue_is_one_where_a_long_stretch_of_the_rim_is_gone() -> None:
    """A brown hand on brown wood: no short part of the rim is clear enough, but a shadow would leave all of them."""
    bare, share = quiet(), blob()
    grain = 1 + 0.1 * cv2.GaussianBlur(np.random.default_rng(5).normal(0, 5, bare.shape[:2]), (0, 0), 4.0)[..., None]
    assert occlusion((bare * (1 - share) + share * np.array([60.0, 72.0, 78.0]) * grain).astype(np.float32), bare).hand
    assert not occlusion((bare * (1 - share) + share * bare * 0.6).astype(np.float32), bare).hand


@pytest.mark.parametrize(("wide", "is_hand"), [(0.7, False), (1.3, True)])
def test_fingers_of_the_rim_s_colour_are_a_hand_where_its_lines_are_gone(wide: float, is_hand: bool) -> None:
    """Hardly half of what lies there looks foreign; a shadow as wide leaves the lines."""
    bare = board()
    share = np.zeros((*bare.shape[:2], 1), np.float32)
    middle, half = bare.shape[1] // 2, round(wide * PX_PER_SPACE / 2)
    share[-START + 4 :, middle - half : middle + half] = 1.0
    share = cv2.GaussianBlur(share, (0, 0), 1.5)[..., None]
    folds = np.where(np.arange(bare.shape[1]) % 6 < 3, 0.4, 0.0)[None, :, None]
    found = occlusion((bare * (1 - share) + share * np.array([50.0, 60.0, 65.0]) * (1 + folds)).astype(np.float32))
    assert not found.shadow
    assert found.hand == is_hand
    assert bool(found.lost.any()) == is_hand
    dimmed = occlusion((bare * (1 - 0.3 * share)).astype(np.float32))
    assert not dimmed.hand
    assert not dimmed.lost.any()


def test_a_hand_in_sight_on_the_rim_that_reaches_no_space_is_none() -> None:
    """It hides the lines as well, but how far it goes is seen."""
    bare = board()
    share = np.zeros((*bare.shape[:2], 1), np.float32)
    middle, half = bare.shape[1] // 2, round(0.65 * PX_PER_SPACE)
    share[-START + 4 :, middle - half : middle + half] = 1.0
    share = cv2.GaussianBlur(share, (0, 0), 0.7)[..., None]
    found = occlusion((bare * (1 - share) + share * np.array([90.0, 130.0, 190.0])).astype(np.float32))
    assert (found.hand, found.shadow) == (False, True)
    assert not found.lost.any()


@pytest.mark.parametrize(
    ("end", "wide", "reaches"), [(-4, 1.7, False), (0, 1.7, True), (8, 1.7, True), (0, 0.7, False)]
)
def test_fingers_that_hold_a_tile_are_a_hand_though_a_line_parts_the_two(end: int, wide: float, reaches: bool) -> None:
    """Beside a line as strong as that nothing is sure to differ.

    Fingers that end before it hold nothing, nor do those that pass beside a part of the tile.
    """
    bare = framed()
    held, (height, width) = bare.copy(), bare.shape[:2]
    edge, right = height - START, width - START
    held[edge - 5 * PX_PER_SPACE : edge - 1, right - PX_PER_SPACE : right - 1] = (40, 40, 150)
    tile = cv2.GaussianBlur(held, (0, 0), 0.6).astype(np.float32)
    assert not occlusion(tile, bare).hand
    held[edge - end :, right - round(wide * PX_PER_SPACE) : right] = (60, 90, 150)
    found = occlusion(cv2.GaussianBlur(held, (0, 0), 0.6).astype(np.float32), bare)
    assert found.shadow
    assert found.hand == reaches
    assert bool(found.reached.max() > 0.9) == reaches


def test_a_tile_close_beside_a_hand_on_the_grid_is_none_of_it() -> None:
    """Only along the edge of the grid does a gap part nothing."""
    bare = framed()
    seen, edge, finger = bare.copy(), bare.shape[0] - START, START + 2 * PX_PER_SPACE
    seen[edge - 2 * PX_PER_SPACE :, finger : finger + PX_PER_SPACE] = (60, 90, 150)
    beside = finger + PX_PER_SPACE + 4
    seen[edge - 5 * PX_PER_SPACE : edge - PX_PER_SPACE, beside : beside + PX_PER_SPACE] = (40, 40, 150)
    found = occlusion(cv2.GaussianBlur(seen, (0, 0), 0.6).astype(np.float32), bare)
    assert found.hand
    assert found.reached[6, 2] > 0.9
    assert found.reached[5, 3] == 0.0


@pytest.mark.parametrize("side", ["above", "below", "left", "right"])
def test_a_hand_of_the_rim_s_colour_lies_where_the_lines_are_gone(side: str) -> None:
    """As far along the rim as it does, and no farther in than the grid."""
    bare = board()
    height, width = bare.shape[:2]
    share = np.zeros((height, width), np.float32)
    reach, half = START - 4, round(0.8 * PX_PER_SPACE)
    along_x, along_y = (slice(middle - half, middle + half) for middle in (width // 2, height // 2))
    where = {
        "above": (slice(0, reach), along_x),
        "below": (slice(-reach, None), along_x),
        "left": (along_y, slice(0, reach)),
        "right": (along_y, slice(-reach, None)),
    }
    share[where[side]] = 1.0
    share = cv2.GaussianBlur(share, (0, 0), 1.5)[..., None]
    stripes = np.arange(width)[None] if side in {"above", "below"} else np.arange(height)[:, None]
    folds = np.where(stripes % 6 < 3, 0.4, 0.0)[..., None]
    skin = np.array([50.0, 60.0, 65.0]) * (1 + folds)
    lost = occlusion((bare * (1 - share) + share * skin).astype(np.float32)).lost
    assert lost[where[side]].mean() > 0.8
    assert not lost[START:-START, START:-START].any()
    near = cv2.dilate((share[..., 0] > 0.5).astype(np.uint8), np.ones((19, 19), np.uint8)) > 0
    assert not (lost & ~near).any()


@pytest.mark.parametrize("dark", [0.05, 0.08, 0.4])
def test_a_shadow_on_a_rim_without_any_line_is_no_hand(dark: float) -> None:
    """All that differs along it is noise, which is never the same twice."""
    share, random = blob(), np.random.default_rng(8)
    bare, now = (np.full(board().shape, (100, 120, 130)) + random.normal(0, NOISE, board().shape) for _ in range(2))
    found = occlusion((now * (1 - dark * share)).astype(np.float32), bare.astype(np.float32))
    assert not found.hand
    assert not found.lost.any()


@pytest.mark.parametrize("left", [(0.3, 0.95, 1.05), (1.05, 0.8, 0.4)])
def test_a_colored_shadow_on_a_faint_rim_is_no_hand(left: tuple[float, float, float]) -> None:
    """It takes the light of one lamp away and leaves the other: what little shows of the board's edges still does."""
    bare, share = faint(), blob()
    found = occlusion((bare * (1 - share + share * np.array(left))).astype(np.float32), bare)
    assert found.shadow
    assert not found.hand


def test_nothing_lies_over_the_empty_board() -> None:
    """The empty board has neither hand nor shadow."""
    found = occlusion(board())
    assert not found.hand
    assert not found.shadow


@pytest.mark.parametrize(("wide", "ends", "reaches"), [(1.0, 0, True), (0.7, 0, False), (1.0, 4, False)])
def test_fingers_on_both_sides_of_a_line_as_light_as_they_are_lie_across_it(
    wide: float, ends: int, reaches: bool
) -> None:
    """On the line itself nothing differs; a hand that ends before it rests on the rim."""
    bare = framed()
    (height, width), finger = bare.shape[:2], (60, 80, 190)
    edge, left = height - START, width // 2
    lined = bare.copy()
    lined[edge - 2 : edge + 2, START:-START] = finger
    seen = lined.copy()
    seen[edge - PX_PER_SPACE : edge, left : left + round(wide * PX_PER_SPACE)] = finger
    seen[edge + ends :, left : left + round(wide * PX_PER_SPACE)] = finger
    found = occlusion(seen.astype(np.float32), lined.astype(np.float32))
    assert found.hand == reaches
