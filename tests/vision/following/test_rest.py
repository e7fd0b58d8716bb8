"""The cheapest test of all: what rests is told by samples, and whatever a player can do ends the rest."""

import itertools
from functools import cache, lru_cache

import cv2
import numpy as np
import pytest

from vision.following.mark_motion import LINE, LINE_STEP, MarkLines
from vision.following.rest import LONGEST_S, LOOK_S, Rest, Rested
from vision.following.rest_samples import COLORS, TURNS, plan_samples
from vision.frame import Frame, Pixels
from vision.measures.stillness import FLICKER
from vision.pose import BoardPose

SIZE_WH = (9.0, 8.0)
SPACE_PX = 40
FINGERS = (np.s_[150:170, 30:80], np.s_[40:90, 333:353], np.s_[360:400, 200:220])  # left, far and near side
POSE = BoardPose.from_corners(np.array([[60, 60], [420, 60], [420, 380], [60, 380]], np.float64), SIZE_WH)


@cache
def drawn() -> np.ndarray:
    """A board of lines on a textured ground."""
    dice = np.random.default_rng(5)
    picture = cv2.resize(dice.normal(120, 25, (60, 64, 3)), (512, 480), interpolation=cv2.INTER_CUBIC)
    for step in range(10):
        cv2.line(picture, (60 + 40 * step, 60), (60 + 40 * step, 380), (60, 60, 60), 2)
        cv2.line(picture, (60, 60 + 40 * min(step, 8)), (420, 60 + 40 * min(step, 8)), (60, 60, 60), 2)
    picture.flags.writeable = False
    return picture


@lru_cache(maxsize=128)
def table(seed: int = 0, grain: float = 2.0, light: float = 1.0) -> Pixels:
    """That board as a camera with this much noise sees it in this light."""
    seen = shot(drawn() * light, seed, grain)
    seen.flags.writeable = False
    return seen


def shot(picture: np.ndarray, seed: int, grain: float) -> Pixels:
    """A picture as a camera with this much noise takes it."""
    noisy = picture + np.random.default_rng(seed).normal(0, grain, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def lines() -> MarkLines:
    """Lines across the middles of the grid's upright lines, and the four quarters that they are in."""
    across = (np.arange(LINE) - LINE // 2) * LINE_STEP * SPACE_PX
    places = [[(60 + 40 * col + d, 80 + 40 * row) for d in across] for col in range(10) for row in range(8)]
    quarters = [col // 5 + 2 * (row // 4) for col in range(10) for row in range(8)]
    return MarkLines(np.rint(places).astype(np.int16), np.array(quarters))


def at_rest(grain: float = 2.0) -> Rest:
    """A table that was looked at twice."""
    plan = plan_samples((480, 512, 3), [(POSE, SIZE_WH)], [lines()])
    return Rest(plan, Frame(table(1, grain), 0.0, 0), Frame(table(2, grain), 0.1, 1))


def is_still(rest: Rest, pixels: Pixels) -> bool:
    """Whether the next frame rests."""
    return rest.told(Frame(pixels, 0.2, 2)) is Rested.STILL


@pytest.mark.parametrize("grain", [0.0, 2.0, 5.0])
def test_noise_does_not_end_a_rest(grain: float) -> None:
    """However noisy the camera is, a hundred further frames of the same table rest."""
    rest = at_rest(grain)
    assert all(is_still(rest, table(3 + n, grain)) for n in range(100))


@pytest.mark.parametrize(("grain", "by"), [(0.0, 8), (2.0, -20), (5.0, 35)])
def test_a_piece_on_one_space_ends_it(grain: float, by: int) -> None:
    """A disc of two thirds of a space, a little darker or lighter than what was there, is noticed within two frames."""
    for n, (x, y) in enumerate([(80, 80), (240, 200), (400, 360), (300, 120)]):
        rest = at_rest(grain)
        picture = table(50 + n, grain).astype(np.int16)
        disc = np.zeros(picture.shape[:2], np.uint8)
        cv2.circle(disc, (x, y), SPACE_PX // 3, 1, -1)
        picture += by * disc[:, :, None].astype(np.int16)
        assert not all([is_still(rest, np.clip(picture, 0, 255).astype(np.uint8)) for _ in range(COLORS)])


@pytest.mark.parametrize("by", [-25, 25])
def test_a_finger_ends_it_at_once(by: int) -> None:
    """Half a space wide and just over the rim, in whatever turn it comes: the first frame that shows it is no rest."""
    frames = [table(300 + n) for n in range(TURNS)]
    for turn, part in itertools.product(range(TURNS), FINGERS):
        rest = at_rest()
        assert all(is_still(rest, pixels) for pixels in frames[:turn])
        touched = frames[turn].astype(np.int16)
        touched[part] += by
        assert not is_still(rest, np.clip(touched, 0, 255).astype(np.uint8))


def test_what_is_fainter_than_the_noise_shows_when_all_turns_are_put_together() -> None:
    """Three grey levels under a noise of two on one half space, anywhere: no frame shows it, all turns do."""
    for n, (x, y) in enumerate([(70, 70), (390, 350), (250, 190)]):
        rest = at_rest()
        faint = np.zeros((480, 512, 3))
        faint[y - 20 : y + 20, x - 20 : x + 20] = 3.0
        frames = [shot(table(0, 0.0) + faint, 100 * n + turn, 2.0) for turn in range(TURNS)]
        assert not all([is_still(rest, pixels) for pixels in frames])
        assert is_still(at_rest(), frames[0])


@pytest.mark.parametrize("shift", [(2, 0), (0, 2), (-2, -2)])
def test_a_board_that_slides_by_a_twentieth_of_a_space_ends_it(shift: tuple[int, int]) -> None:
    """A bump is noticed in the next frame, although hardly any block changes its mean."""
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float64)
    moved = cv2.warpAffine(table(60), matrix, (512, 480), borderMode=cv2.BORDER_REPLICATE)
    assert not is_still(at_rest(), np.asarray(moved, np.uint8))


@pytest.mark.parametrize("shift", [0.8, -0.8])
def test_a_quarter_of_a_board_that_slides_by_a_fiftieth_of_a_space_ends_it(shift: float) -> None:
    """Lines tell a slide of less than a pixel in the next frame, whichever way, on a part of the board too."""
    matrix = np.array([[1, 0, shift], [0, 1, 0]], np.float64)
    still = table(0, 0.0).astype(np.float32)
    slid = cv2.warpAffine(still, matrix, (512, 480), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    slid[:, 250:], slid[230:] = still[:, 250:], still[230:]
    assert not is_still(at_rest(), shot(slid, 61, 2.0))


def test_a_lamp_that_is_switched_ends_it() -> None:
    """A tenth more light everywhere is a change that somebody must look at."""
    assert not is_still(at_rest(), table(70, light=1.1))


@pytest.mark.parametrize("by", [0.03, -0.03, 0.06])
def test_a_lamp_that_flickers_does_not_end_it(by: float) -> None:
    """Every other frame is a little lighter or darker everywhere."""
    assert abs(by) < FLICKER
    rest = at_rest()
    assert all(is_still(rest, table(200 + n, light=1.0 + by * (n % 2))) for n in range(4 * TURNS))


def test_a_piece_shows_in_another_light() -> None:
    """Light that differs everywhere does not hide a disc that is a little lighter than what was there."""
    picture = table(75, light=0.96).astype(np.int16)
    picture[190:210, 230:250] += 20
    rest = at_rest()
    assert not all([is_still(rest, picture.astype(np.uint8)) for _ in range(COLORS)])


@pytest.mark.parametrize("light", [0.0, 4.0])
def test_a_picture_without_light_or_full_of_it_ends_it(light: float) -> None:
    """A covered lens and a flash are no rest."""
    assert not is_still(at_rest(), table(76, light=light))


def test_a_picture_that_stays_dark_rests() -> None:
    """Where there is nothing to be seen nothing changes."""
    dark = np.zeros((480, 512, 3), np.uint8)
    plan = plan_samples((480, 512, 3), [(POSE, SIZE_WH)], [lines()])
    rest = Rest(plan, Frame(dark, 0.0, 0), Frame(dark.copy(), 0.1, 1))
    assert is_still(rest, dark.copy())
    assert not is_still(rest, dark + np.uint8(9))


def test_a_table_without_known_marks_is_watched_too() -> None:
    """Where nothing is printed that could be followed blocks tell alone."""
    plan = plan_samples((480, 512, 3), [(POSE, SIZE_WH)], [])
    rest = Rest(plan, Frame(table(1), 0.0, 0), Frame(table(2), 0.1, 1))
    assert is_still(rest, table(3))
    assert not is_still(rest, table(4, light=1.1))


def test_boards_are_watched_together() -> None:
    """With two boards a change on either ends the rest."""
    shape = (480, 512, 3)
    corners = np.array([[60, 60], [240, 60], [240, 220], [60, 220]], np.float64)
    boards = [(BoardPose.from_corners(each, SIZE_WH), SIZE_WH) for each in (corners, corners + np.array([200.0, 0]))]
    plan = plan_samples(shape, boards, [lines(), lines()])
    for x, y in ((80, 80), (420, 200)):
        rest = Rest(plan, Frame(table(1), 0.0, 0), Frame(table(2), 0.1, 1))
        assert is_still(rest, table(3))
        picture = table(4).copy()
        cv2.circle(picture, (x, y), 12, (10, 10, 10), -1)
        assert not is_still(rest, picture)


def test_a_thorough_look_is_due_ever_more_seldom() -> None:
    """Samples are believed for a second, after a look that agreed for eight, and from then on for a minute."""
    rest, pixels = at_rest(), table(80)
    now_s, waited = 0.1, []
    for _ in range(4):
        last_s = now_s
        while rest.told(Frame(pixels, now_s, 2)) is not Rested.DUE:
            now_s += 0.5 * LOOK_S
        waited.append((now_s - last_s) / LOOK_S)
        rest.renew(now_s)
    assert np.rint(waited).tolist() == [1, 8, LONGEST_S / LOOK_S, LONGEST_S / LOOK_S]


def test_a_picture_of_another_size_or_from_before_is_no_rest() -> None:
    """Samples are never believed across a jump of the clock or in another picture."""
    rest = at_rest()
    assert rest.told(Frame(np.ascontiguousarray(table(91)[:-1]), 0.2, 2)) is Rested.CHANGED
    assert rest.told(Frame(table(90), 0.05, 4)) is Rested.CHANGED
    assert rest.told(Frame(table(90), 0.1 + LOOK_S, 3)) is Rested.DUE


def test_the_turns_of_a_block_have_other_pixels_each() -> None:
    """Every turn looks at half of the blocks, the next at the others, and no pixel is looked at twice."""
    plan = plan_samples((480, 512, 3), [(POSE, SIZE_WH)], [lines()])
    assert plan.blocks == 20 * 18 // COLORS
    inner = plan.where[:, : 9 * plan.blocks]
    assert len(np.unique(inner)) > 0.9 * inner.size  # at 40 pixels a space some of 48 places are the same
    x, y = inner // 3 % 512, inner // 3 // 512
    col, row = (x - 40) // 20, (y - 40) // 20
    near = (np.abs((x - 40) % 20 - 9.5) < 9) & (np.abs((y - 40) % 20 - 9.5) < 9)  # rounding aside
    assert ((col + row) % 2 == np.arange(TURNS)[:, None] % 2)[near].all()
