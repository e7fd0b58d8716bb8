from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras.camera import Camera, CameraError, SourceEnded, open_camera, reopening_pauses_s
from device.cameras.files import InRealTime, PictureFolder, VideoFile, open_recording, playing_order, read_picture
from device.errors import PictureError
from vision.frame import Frame


def picture(shade: int = 0) -> np.ndarray:
    """A grey picture with a red patch at the far left."""
    pixels = np.full((24, 32, 3), shade, np.uint8)
    pixels[:6, :8] = (10, 20, 230)
    return pixels


def draw(folder: Path, *names: str) -> Path:
    """Put pictures of growing brightness into a folder."""
    for number, name in enumerate(names):
        assert cv2.imwrite(str(folder / name), picture(10 * number))
    return folder


def play(camera: Camera) -> list[Frame]:
    """All frames that are left."""
    frames = []
    while True:
        try:
            frames.append(camera.read())
        except SourceEnded:
            return frames


def test_a_picture_is_read_with_blue_first(tmp_path: Path) -> None:
    """A PNG comes back pixel for pixel, channels blue, green, red."""
    draw(tmp_path, "board.png")
    frame = read_picture(tmp_path / "board.png")
    assert np.array_equal(frame.pixels, picture())
    assert (frame.seq, frame.taken_at_s) == (0, 0.0)


def test_a_picture_is_turned_as_its_orientation_says(tmp_path: Path) -> None:
    """A JPEG with EXIF orientation 6 (turn right) has its far left corner at the far right."""
    jpeg = cv2.imencode(".jpg", picture(200))[1].tobytes()
    tiff = b"II*\0\x08\0\0\0" + b"\x01\0" + b"\x12\x01\x03\0\x01\0\0\0\x06\0\0\0" + b"\0\0\0\0"
    exif = b"Exif\0\0" + tiff
    file = tmp_path / "phone.jpg"
    file.write_bytes(jpeg[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + jpeg[2:])
    frame = read_picture(file)
    assert frame.size_wh == (24, 32)
    assert frame.pixels[2, -3, 2] > 150 > frame.pixels[2, -3, 0]
    assert frame.pixels[-3, 3].min() > 150


@pytest.mark.parametrize("content", [b"", b"just text", b"\xff\xd8\xff\xe0 half a header"])
def test_a_file_that_is_no_picture_is_named(tmp_path: Path, content: bytes) -> None:
    """What cannot be decoded is an error with the file's name."""
    file = tmp_path / "odd.jpg"
    file.write_bytes(content)
    with pytest.raises(PictureError, match=r"odd\.jpg"):
        read_picture(file)


@pytest.mark.parametrize("suffix", [".jpg", ".webp"])
def test_a_picture_that_was_cut_off_is_refused(tmp_path: Path, suffix: str) -> None:
    """Half a file is not half a picture: nothing grey is made up."""
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)
    whole = cv2.imencode(suffix, noise)[1].tobytes()
    file = tmp_path / f"cut{suffix}"
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(PictureError, match="damaged"):
        read_picture(file)


def test_a_missing_picture_and_a_folder_are_named(tmp_path: Path) -> None:
    """No such file and a folder in its place are said as such."""
    with pytest.raises(PictureError, match=r"none\.jpg.*No such file"):
        read_picture(tmp_path / "none.jpg")
    with pytest.raises(PictureError, match="directory"):
        read_picture(tmp_path)


def test_a_file_far_too_large_is_not_read(tmp_path: Path) -> None:
    """A file beyond the limit is refused by its size."""
    file = tmp_path / "huge.jpg"
    with file.open("wb") as out:
        out.truncate(65 * 2**20)
    with pytest.raises(PictureError, match="too many"):
        read_picture(file)


def test_pictures_play_by_count_hands_first(tmp_path: Path) -> None:
    """Numbers count by value, a hand comes before what it leaves, and the empty board is not played."""
    draw(tmp_path, "step_10.png", "step_2.png", "step_2_hand.png", "step_1.JPG", "empty.png", "note.png.png")
    (tmp_path / "notes.txt").write_text("no picture")
    names = [path.name for path in playing_order(tmp_path)]
    assert names == ["note.png.png", "step_1.JPG", "step_2_hand.png", "step_2.png", "step_10.png"]


def test_a_sequence_file_decides_the_order(tmp_path: Path) -> None:
    """The order of sequence.json wins over the names, and unnamed pictures are left out."""
    draw(tmp_path, "a.png", "b.png", "c.png")
    (tmp_path / "sequence.json").write_text(json.dumps({"images": [{"file": "c.png"}, {"file": "a.png"}]}))
    assert [path.name for path in playing_order(tmp_path)] == ["c.png", "a.png"]


@pytest.mark.parametrize(
    "listing",
    [
        "{",
        "[]",
        '{"images": 3}',
        "[" * 100_000,
        '{"images": [{"name": "a.png"}]}',
        '{"images": [{"file": "gone.png"}]}',
        '{"images": [{"file": "../a.png"}]}',
    ],
)
def test_a_wrong_sequence_file_is_named(tmp_path: Path, listing: str) -> None:
    """A damaged listing, or one that names what is not there or outside, is an error with its name."""
    draw(tmp_path, "a.png")
    (tmp_path / "sequence.json").write_text(listing)
    with pytest.raises(PictureError, match=r"sequence\.json"):
        PictureFolder(tmp_path)


def test_a_folder_without_pictures_is_named(tmp_path: Path) -> None:
    """An empty folder, one with only the empty board, and none at all are errors."""
    with pytest.raises(PictureError, match="no pictures"):
        PictureFolder(tmp_path)
    draw(tmp_path, "empty.png")
    with pytest.raises(PictureError, match="no pictures"):
        PictureFolder(tmp_path)
    with pytest.raises(PictureError, match="no such folder"):
        PictureFolder(tmp_path / "none")


def test_a_folder_plays_in_simulated_time(tmp_path: Path) -> None:
    """Each picture stands for its dwell in frames of the given rate, numbered and timed without a gap."""
    camera = PictureFolder(draw(tmp_path, "1.png", "2.png"), frame_rate_hz=4, dwell_s=0.75)
    assert camera.current == ""
    shown = []
    for _ in range(6):
        frame = camera.read()
        shown.append((camera.current, frame.seq, frame.taken_at_s, int(frame.pixels[-1, -1, 0])))
    assert shown == [
        ("1.png", 0, 0.0, 0),
        ("1.png", 1, 0.25, 0),
        ("1.png", 2, 0.5, 0),
        ("2.png", 3, 0.75, 10),
        ("2.png", 4, 1.0, 10),
        ("2.png", 5, 1.25, 10),
    ]
    with pytest.raises(SourceEnded):
        camera.read()


def test_a_damaged_picture_is_named_when_its_turn_comes(tmp_path: Path) -> None:
    """The pictures before a damaged one play, then the error names it."""
    draw(tmp_path, "1.png", "2.png")
    (tmp_path / "2.png").write_bytes(b"gone bad")
    with PictureFolder(tmp_path, frame_rate_hz=1, dwell_s=1) as camera:
        camera.read()
        with pytest.raises(PictureError, match=r"2\.png"):
            camera.read()


@pytest.mark.parametrize(("rate", "dwell"), [(0, 1), (1, 0), (-1, 1)])
def test_time_cannot_stand_still(tmp_path: Path, rate: float, dwell: float) -> None:
    """A frame rate or dwell of nothing is refused."""
    with pytest.raises(ValueError, match="above 0"):
        PictureFolder(draw(tmp_path, "1.png"), rate, dwell)


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """Five frames, 8 a second, each brighter than the last."""
    file = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 8.0, (32, 24))
    for number in range(5):
        writer.write(picture(40 * number))
    writer.release()
    return file


def test_a_video_plays_in_its_own_time(video: Path) -> None:
    """Frames come in order with the times of the file."""
    with open_recording(video) as camera:
        assert isinstance(camera, VideoFile)
        frames = play(camera)
        assert camera.current == "table.avi at 0.50 s"
    assert [frame.taken_at_s for frame in frames] == pytest.approx([0.0, 0.125, 0.25, 0.375, 0.5])
    assert [frame.seq for frame in frames] == [0, 1, 2, 3, 4]
    assert [round(float(frame.pixels[-4:, -4:].mean()) / 40) for frame in frames] == [0, 1, 2, 3, 4]


def test_a_file_that_is_no_video_is_named(tmp_path: Path) -> None:
    """A missing file and one that OpenCV cannot play are errors with its name."""
    with pytest.raises(PictureError, match=r"none\.mp4"):
        open_recording(tmp_path / "none.mp4")
    (tmp_path / "text.mp4").write_text("no video")
    with pytest.raises(PictureError, match=r"text\.mp4"):
        open_recording(tmp_path / "text.mp4")


def test_real_time_waits_until_a_frame_is_due(tmp_path: Path) -> None:
    """Frames carry the clock's times, early ones wait, and late ones do not."""
    now_s = 1000.0

    def sleep(seconds: float) -> None:
        nonlocal now_s
        now_s += seconds

    recording = PictureFolder(draw(tmp_path, "1.png", "2.png"), frame_rate_hz=2, dwell_s=1)
    with InRealTime(recording, clock=lambda: now_s, sleep=sleep) as camera:
        first = camera.read()
        now_s += 0.2
        second = camera.read()
        assert now_s == pytest.approx(1000.5)
        now_s += 3
        rest = play(camera)
        assert now_s == pytest.approx(1003.5)
    assert [frame.taken_at_s for frame in (first, second, *rest)] == pytest.approx([1000.0, 1000.5, 1001.0, 1001.5])


def test_a_recording_is_a_camera_by_its_word(tmp_path: Path) -> None:
    """``file:`` opens a folder or a video."""
    with open_camera(f"file:{draw(tmp_path, '1.png')}") as camera:
        assert camera.describe().startswith("1 pictures of")
        assert camera.read().seq == 0


@pytest.mark.parametrize("spec", ["", "webcam", "usb:", "usb:front", "file:", "pi:1"])
def test_an_unknown_camera_is_named(spec: str) -> None:
    """A word that names no camera is an error that says which words do."""
    with pytest.raises(CameraError, match=r"expected pi, usb:NUMBER or file:PATH"):
        open_camera(spec)


def test_pauses_before_reopening_grow_but_stay_short() -> None:
    """Attempts become rarer, and never rarer than five seconds, so that a camera is back within ten."""
    pauses = [pause for pause, _ in zip(reopening_pauses_s(), range(8), strict=False)]
    assert pauses == sorted(pauses)
    assert pauses[0] < 1
    assert pauses[-1] == pauses[-2] == 5.0
