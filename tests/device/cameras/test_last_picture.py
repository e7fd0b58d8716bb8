"""The picture that is kept for the page: the newest one, small enough, encoded once, and only when somebody looks."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from device.cameras import last_picture
from device.cameras.last_picture import WIDEST_PX, LastPicture, PicturedCamera
from device.command_queue import CommandQueue
from device.demo import Demo, demo_indicator
from device.journal.journal import Journal
from device.simulation.camera import at_once
from vision.frame import Frame, Pixels


def plain(seq: int, value: int, size_wh: tuple[int, int] = (40, 30)) -> Frame:
    """A frame of one grey."""
    return Frame(np.full((size_wh[1], size_wh[0], 3), value, np.uint8), float(seq), seq)


def decoded(jpeg: bytes | None) -> Pixels:
    """The picture in a JPEG."""
    assert jpeg is not None
    pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    return np.asarray(pixels, np.uint8)


def test_there_is_nothing_before_the_first_frame() -> None:
    """A camera that has given nothing yields no picture."""
    assert LastPicture().jpeg() is None


def test_the_newest_frame_is_shown() -> None:
    """Each frame takes the place of the one before, also where a camera begins to count anew."""
    picture = LastPicture()
    for seq, value in ((0, 50), (1, 200), (0, 120)):
        picture.keep(plain(seq, value))
        assert np.abs(decoded(picture.jpeg()).astype(int) - value).max() <= 2


@pytest.mark.parametrize(
    ("size_wh", "shown_wh"),
    [((1000, 750), (800, 600)), ((800, 450), (800, 450)), ((64, 48), (64, 48)), ((2028, 1520), (800, 600))],
)
def test_wide_pictures_are_made_smaller(size_wh: tuple[int, int], shown_wh: tuple[int, int]) -> None:
    """At most 800 pixels wide with the shape kept; a small one stays as it is."""
    picture = LastPicture()
    picture.keep(plain(0, 90, size_wh))
    assert decoded(picture.jpeg()).shape == (shown_wh[1], shown_wh[0], 3)


def test_a_frame_is_encoded_once_and_only_if_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeping costs nothing; of one frame every page gets the same bytes."""
    encoded: list[int] = []
    encode = last_picture.encoded

    def counted(pixels: Pixels) -> bytes:
        encoded.append(int(pixels[0, 0, 0]))
        return encode(pixels)

    monkeypatch.setattr(last_picture, "encoded", counted)
    picture = LastPicture()
    for seq in range(5):
        picture.keep(plain(seq, seq))
    assert encoded == []
    assert picture.jpeg() is picture.jpeg()
    assert encoded == [4]


def test_the_demo_keeps_what_its_camera_sees(tmp_path: Path, pins: MockFactory) -> None:
    """The demo with a page offers the picture in its message and keeps it; the one without offers none."""
    picture = LastPicture()
    for kept, name in ((picture, "a.db"), (None, "b.db")):
        with Journal.open(tmp_path / name) as journal, demo_indicator() as indicator:
            demo = Demo(journal, 3, CommandQueue(), lambda message: None, at_once, indicator, kept)
            demo.table.step()
            assert demo.latest["simulator"]["picture"] is (kept is not None)
    shown = decoded(picture.jpeg())
    assert shown.shape[1] == WIDEST_PX
    assert shown.std() > 20


def test_a_closed_camera_leaves_no_picture() -> None:
    """What a camera gives is kept as it is read, found board or not; with the camera the picture is gone."""

    class Camera:
        def read(self) -> Frame:
            return plain(0, 90)

        def describe(self) -> str:
            return "a camera"

        def __enter__(self) -> Camera:
            return self

        def __exit__(self, *error: object) -> None:
            return None

    picture = LastPicture()
    with PicturedCamera(Camera(), picture) as camera:
        assert camera.describe() == "a camera"
        frame = camera.read()
        assert np.abs(decoded(picture.jpeg()).astype(int) - frame.pixels[0, 0, 0]).max() <= 2
    assert picture.jpeg() is None
