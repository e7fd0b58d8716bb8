"""Still pictures from whatever a path leads to: never without end, and never more than the memory holds."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras.still import LARGEST_FILE_BYTES, read_pixels
from device.errors import PictureError


def test_a_named_pipe_and_a_device_are_refused_unread(tmp_path: Path) -> None:
    """Nobody may ever write into the one, and the other has no end."""
    pipe = tmp_path / "pipe.jpg"
    os.mkfifo(pipe)
    with pytest.raises(PictureError, match=r"pipe\.jpg: expected a file with a picture, found a pipe"):
        read_pixels(pipe)
    with pytest.raises(PictureError, match="/dev/zero: expected a file with a picture, found a device"):
        read_pixels(Path("/dev/zero"))


def test_a_pipe_that_was_handed_over_is_read() -> None:
    """As ``/dev/stdin`` is, or what a shell puts in a command's place."""
    pixels = np.full((9, 12, 3), 70, np.uint8)
    read, write = os.pipe()
    os.write(write, cv2.imencode(".png", pixels)[1].tobytes())
    os.close(write)
    assert np.array_equal(read_pixels(Path(f"/dev/fd/{read}")), pixels)
    os.close(read)


def test_a_pipe_without_end_is_read_to_the_limit() -> None:
    """No more is taken than a picture may have."""
    with subprocess.Popen(["cat", "/dev/zero"], stdout=subprocess.PIPE) as endless:
        assert endless.stdout is not None
        with pytest.raises(PictureError, match=f"more than {LARGEST_FILE_BYTES} bytes are too many"):
            read_pixels(Path(f"/dev/fd/{endless.stdout.fileno()}"))
        endless.kill()


def test_a_small_file_of_many_pixels_is_refused_undecoded(tmp_path: Path) -> None:
    """400 megapixels in a file of a few bytes: the most that is taken is said, and no memory is spent on more."""
    head = struct.pack(">IIBBBBB", 20_000, 20_000, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(b"")), (b"IEND", b""))
    chunks = (struct.pack(">I", len(d)) + n + d + struct.pack(">I", zlib.crc32(n + d)) for n, d in parts)
    (tmp_path / "bomb.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunks))
    arguments = ["calibrate", "--profile", "p", "--image", "bomb.png"]
    done = subprocess.run(  # by itself, for OpenCV is told once
        [sys.executable, "-m", "device.cli", *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.endswith("bomb.png: expected a picture of at most 64 megapixels, found more\n")


@pytest.mark.parametrize(("width", "height"), [(4000, 2), (2, 4000), (1, 5000), (16_001, 400)])
def test_a_picture_too_long_or_too_thin_is_refused_with_its_size(tmp_path: Path, width: int, height: int) -> None:
    """No board is seen in it, and the search for one ends in errors of arithmetic."""
    assert cv2.imwrite(str(tmp_path / "strip.png"), np.full((height, width, 3), 90, np.uint8))
    with pytest.raises(PictureError, match=rf"strip\.png: expected a picture of at most .* found {width} x {height}"):
        read_pixels(tmp_path / "strip.png")
