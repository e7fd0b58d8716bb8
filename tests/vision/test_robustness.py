"""Whatever the camera shows, there is a clear status: never a crash, never a reading of what is not there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.capture import calibrate
from device.eyes import detector_of
from engine.grid import Cell, Space
from engine.indian_summer.viewing import layout
from vision.detector import Detector
from vision.frame import Frame, Pixels
from vision.pose import BoardNotFound
from vision.tracker import Tracker

Change = Callable[[Pixels], Pixels]


def detector(scene: Any, name: str, empty: str) -> Detector:
    """The program's own detector, calibrated on a scene's empty board."""
    first = scene(name, empty)
    return detector_of(calibrate(first.frame, layout(1), corners_px=first.corners()).profile)


def watched(eyes: Detector, pixels: Pixels, tracker: Tracker, start: int = 0, frames: int = 14) -> tuple[str, Any]:
    """Show one picture for a while; returns what is said at last, and the last answer."""
    word, answer = "", None
    for number in range(start, start + frames):
        try:
            observation = eyes.glance(Frame(pixels, 0.1 * number, number))
        except BoardNotFound as error:
            word, answer = f"not found: {error}", None
        else:
            answer = tracker.update(observation)
            word = tracker.status
    return word, answer


def torn(pixels: Pixels) -> Pixels:
    """The lower half never arrived."""
    found = pixels.copy()
    found[len(found) // 2 :] = 128
    return found


def shifted(pixels: Pixels, share: float) -> Pixels:
    """The picture moved to the right by a share of its width; black where nothing is."""
    found = np.zeros_like(pixels)
    by = round(share * pixels.shape[1])
    found[:, by:] = pixels[:, : pixels.shape[1] - by]
    return found


def noise(pixels: Pixels) -> Pixels:
    """Nothing but noise."""
    return np.random.default_rng(1).integers(0, 256, pixels.shape, np.uint8)


NOTHING: dict[str, Change] = {
    "black": np.zeros_like,
    "white": lambda pixels: np.full_like(pixels, 255),
    "noise": noise,
    "one pixel": lambda pixels: pixels[:1, :1].copy(),
    "one row": lambda pixels: pixels[:1].copy(),
    "thumbnail": lambda pixels: np.asarray(cv2.resize(pixels, (40, 30)), np.uint8),
    "grey": lambda pixels: np.full_like(pixels, 118),
}


@pytest.mark.parametrize("kind", NOTHING)
def test_a_picture_without_a_board_gives_no_reading(scene: Any, kind: str) -> None:
    """Black, white, noise and pictures of a few pixels: the board is not found, and a reason is given."""
    eyes = detector(scene, "easy_301", "step_00")
    word, answer = watched(eyes, NOTHING[kind](scene("easy_301", "step_00").frame.pixels), Tracker())
    assert answer is None
    assert word.startswith("not found: ")
    assert len(word) > 30


def test_the_board_is_found_again_after_nothing_was_seen(scene: Any) -> None:
    """After a black picture the board is read as before."""
    eyes, tracker = detector(scene, "easy_301", "step_00"), Tracker()
    pixels = scene("easy_301", "step_01").frame.pixels
    _, first = watched(eyes, pixels, tracker)
    watched(eyes, np.zeros_like(pixels), tracker, 14)
    word, again = watched(eyes, pixels, tracker, 40)
    assert word == "settled"
    assert {spot: reading.surface for spot, reading in again.items()} == {
        spot: reading.surface for spot, reading in first.items()
    }


@pytest.mark.parametrize(("name", "empty"), [("hard_305", "empty"), ("normal_302_cards", "step_00")])
def test_another_board_in_its_place_gives_no_reading(scene: Any, name: str, empty: str) -> None:
    """A profile of one board and a picture of another: no board, whatever alike their grids are."""
    eyes = detector(scene, "easy_301", "step_00")
    word, answer = watched(eyes, scene(name, empty).frame.pixels, Tracker())
    assert answer is None
    assert word.startswith("not found: ")


def test_a_board_upside_down_is_read_upside_down(scene: Any) -> None:
    """A board that lies turned by half a turn is known by its print: every reading belongs to its own space."""
    eyes, tracker = detector(scene, "easy_301", "step_00"), Tracker()
    shown = scene("easy_301", "step_01")
    word, answer = watched(eyes, np.ascontiguousarray(shown.frame.pixels[::-1, ::-1]), tracker)
    if answer is None:
        assert word.startswith("not found: ")
        return
    (piece,) = shown.truth["boards"][0]["pieces"]
    cells = {Space(0, Cell(row, col)) for col, row in piece["cells"]}
    covered = {spot for spot, reading in answer.items() if reading.surface != "floor"}
    assert covered == cells


@pytest.mark.parametrize("share", [0.3, 0.45, 0.6])
def test_what_is_out_of_the_picture_is_not_read(scene: Any, share: float) -> None:
    """A board half out of the picture: not found, or read as empty where it is seen and nowhere else."""
    eyes, tracker = detector(scene, "easy_301", "step_00"), Tracker()
    pixels = scene("easy_301", "step_00").frame.pixels
    word, answer = watched(eyes, shifted(pixels, share), tracker)
    assert word.startswith("not found: ") or word in {"hand", "settled", "moving"}
    assert {reading.surface for reading in (answer or {}).values()} <= {"floor"}


def test_a_torn_picture_is_no_event(scene: Any) -> None:
    """A picture whose lower half is missing lays nothing on the board."""
    eyes, tracker = detector(scene, "easy_301", "step_00"), Tracker()
    _, answer = watched(eyes, torn(scene("easy_301", "step_00").frame.pixels), tracker)
    assert {reading.surface for reading in (answer or {}).values()} <= {"floor"}


def test_a_torn_picture_between_whole_ones_changes_nothing(scene: Any) -> None:
    """One bad frame among good ones: what was settled stays so."""
    eyes, tracker = detector(scene, "easy_301", "step_00"), Tracker()
    pixels = scene("easy_301", "step_02").frame.pixels
    watched(eyes, pixels, tracker)
    before = {spot: reading.surface for spot, reading in tracker.settled.readings.items()}
    watched(eyes, torn(pixels), tracker, 14, 1)
    _, answer = watched(eyes, pixels, tracker, 30)
    assert answer is not None
    assert {spot: reading.surface for spot, reading in answer.items()} == before


def test_pictures_of_another_size_are_searched_anew(scene: Any) -> None:
    """A camera that suddenly gives smaller pictures: found there, or not at all; never read in the old place."""
    eyes, tracker = detector(scene, "easy_301", "step_00"), Tracker()
    pixels = scene("easy_301", "step_00").frame.pixels
    small = np.asarray(cv2.resize(pixels, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA), np.uint8)
    _, answer = watched(eyes, small, tracker)
    assert {reading.surface for reading in (answer or {}).values()} <= {"floor"}
