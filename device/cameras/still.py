"""One still picture out of a file: bounded in bytes and pixels, and of a shape that can be worked with."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import cv2
import numpy as np

from device.errors import PictureError
from vision.frame import Pixels

LARGEST_FILE_BYTES = 64 * 2**20  # a 24 megapixel camera's best JPEG is a third of it

LONGEST = 16000  # pixels of a side: OpenCV warps none of twice as many, and a flattened picture may need more
MOST_TIMES = 50  # the shorter side: what is so thin shows no board


def read_pixels(path: Path) -> Pixels:
    """The pixels of a picture, turned as its EXIF orientation says (``cv2.imdecode``).

    Raises:
        PictureError: no such file, none of that kind, too large, or not a picture that OpenCV reads whole.
    """
    content = _content(path)
    if not content:
        raise PictureError(f"{path}: the file is empty, expected a picture")
    try:
        pixels = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        if "CV_IO_MAX_IMAGE" in error.err:
            most = int(os.environ.get("OPENCV_IO_MAX_IMAGE_PIXELS", 2**30)) // 10**6
            raise PictureError(f"{path}: expected a picture of at most {most} megapixels, found more") from error
        raise PictureError(f"{path}: OpenCV refuses the picture: {error.err}") from error
    if pixels is None:
        raise PictureError(f"{path}: not a picture, or a damaged one; expected JPEG, PNG, WebP, TIFF or BMP")
    longer, shorter = max(pixels.shape[:2]), min(pixels.shape[:2])
    if longer > LONGEST or longer > MOST_TIMES * shorter:
        raise PictureError(
            f"{path}: expected a picture of at most {LONGEST} pixels, and not {MOST_TIMES} times as long as wide, "
            f"found {pixels.shape[1]} x {pixels.shape[0]}"
        )
    return np.asarray(pixels, np.uint8)


def _content(path: Path) -> bytes:
    """All of a file, or of a pipe that was handed to us, as ``/dev/stdin``."""
    try:
        kind = path.stat().st_mode
        if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind) or (stat.S_ISFIFO(kind) and _is_handed(path))):
            raise PictureError(f"{path}: expected a file with a picture, found {_KINDS.get(stat.S_IFMT(kind), 'none')}")
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE_BYTES + 1)
            size = max(len(content), os.fstat(file.fileno()).st_size)
    except OSError as error:
        raise PictureError(f"{path}: cannot be read as a picture: {error.strerror}") from error
    if size > LARGEST_FILE_BYTES:
        found = f"{size} bytes are" if stat.S_ISREG(kind) else f"more than {LARGEST_FILE_BYTES} bytes are"
        raise PictureError(f"{path}: {found} too many for a picture, expected at most {LARGEST_FILE_BYTES}")
    return content


_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device", stat.S_IFSOCK: "a socket"}


def _is_handed(path: Path) -> bool:
    """Whether a pipe has no name but that of an open file of ours: then somebody writes into it already."""
    return os.path.realpath(path).startswith("/proc/")
