"""Boards that were given a name, kept in a folder with their print and treasures: a JSON file and a picture for each.

A board has two sides; each side is an entry of its own.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from calibration.checked_json import CheckedObject, ProfileError
from calibration.covering import covering_of_known
from calibration.profile import SIDE, BoardProfile
from vision.following.likeness import Likeness
from vision.following.mark_lock import half_turn
from vision.frame import Pixels
from vision.pose import BoardPose

FORMAT = "leafwatch-board/1"
LONGEST_NAME = 40
THE_SAME = 0.8  # share from which two prints are one board, where no space looks otherwise


@dataclass(frozen=True, slots=True, eq=False)
class NamedBoard:
    """A board, or one side of it, that was given a name: its empty picture from above and its treasures.

    The picture has ``px_per_unit`` pixels a space and ``margin`` spaces of surroundings; ``floor`` has a text a row
    from the far side. Far is where it was far when it was named.
    """

    name: str
    size_wh: tuple[float, float]
    picture: Pixels
    px_per_unit: int
    margin: float
    floor: tuple[str, ...]

    def likeness(self) -> Likeness:
        """Its print, ready to be compared."""
        return Likeness.of_picture(self.picture, self.px_per_unit, self.margin, self.size_wh)


def checked_name(name: str) -> str:
    """A board's name, without the spaces at its ends and those that are too many.

    Raises:
        ProfileError: it is empty or too long, or cannot be printed.
    """
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise ProfileError(f"a board's name has 1 to {LONGEST_NAME} letters, got {name!r}")
    return name


class BoardLibrary:
    """The named boards in a folder, which need not exist."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> tuple[str, ...]:
        """The names in alphabetical order.

        Raises:
            ProfileError: a file is damaged.
        """
        return tuple(board.name for board in self.boards())

    def boards(self) -> tuple[NamedBoard, ...]:
        """All boards by name.

        Raises:
            ProfileError: a file is damaged.
        """
        files = sorted(self._folder.glob("board-*.json")) if self._folder.is_dir() else []
        return tuple(sorted((_read(file) for file in files), key=lambda board: board.name))

    def readable(self) -> tuple[NamedBoard, ...]:
        """All boards whose files are whole: a damaged one, which ``boards`` names, hinders no look at the others."""
        files = sorted(self._folder.glob("board-*.json")) if self._folder.is_dir() else []
        found = []
        for file in files:
            try:
                found.append(_read(file))
            except ProfileError:
                continue
        return tuple(sorted(found, key=lambda board: board.name))

    def save(self, name: str, board: BoardProfile) -> None:
        """Keep a board by a name, in place of the one that had it; where it had another name it loses that.

        Raises:
            ProfileError: the name is empty or too long, or the folder cannot be written.
        """
        name = checked_name(name)
        done, coded = cv2.imencode(".png", board.picture)
        if not done:
            raise ProfileError(f"{self._folder}: expected a picture that can be written, found {board.picture.shape}")
        content = coded.tobytes()
        picture = f"{_stem(name)}-{hashlib.sha256(content).hexdigest()[:16]}.png"
        values = {
            "format": FORMAT,
            "name": name,
            "size_wh": list(board.size_wh),
            "picture": picture,
            "px_per_unit": board.px_per_unit,
            "margin": board.margin,
            "floor": list(board.floor),
        }
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            _write(self._folder / picture, content)
            _write(self._folder / f"{_stem(name)}.json", json.dumps(values, ensure_ascii=False, indent=1).encode())
            for old in self._folder.glob(f"{_stem(name)}-*.png"):
                if old.name != picture:
                    old.unlink(missing_ok=True)
            self._forget_other_names(name, board)
        except OSError as error:
            raise ProfileError(f"{self._folder}: expected a folder that can be written, found {error}") from error

    def _forget_other_names(self, name: str, board: BoardProfile) -> None:
        """A board with two names would agree with both alike, and so never be known again."""
        corners = np.array([(x, y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]) * board.size_wh + board.margin
        pose = BoardPose.from_corners(corners * board.px_per_unit - 0.5, board.size_wh)
        for other in self.readable():
            if other.name != name and other.size_wh == board.size_wh:
                likeness = other.likeness()
                ways = (pose, half_turn(pose, board.size_wh))
                shares = [likeness.share(board.picture, way) for way in ways]
                lies = replace(board, pose=ways[int(np.argmax(shares))])
                otherwise = covering_of_known(board.picture, lies, likeness, turned=False)
                if max(shares) >= THE_SAME and not otherwise.cells:
                    self.forget(other.name)

    def forget(self, name: str) -> None:
        """Remove a board; raises ProfileError where there is none of this name."""
        file = self._folder / f"{_stem(name)}.json"
        if not file.exists():
            raise ProfileError(f"{self._folder}: expected a board named {name!r}, found none")
        file.unlink()
        for picture in self._folder.glob(f"{_stem(name)}-*.png"):
            picture.unlink(missing_ok=True)


def _stem(name: str) -> str:
    letters = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:24]
    return f"board-{letters}-{hashlib.sha256(' '.join(name.split()).encode()).hexdigest()[:8]}"


def _read(file: Path) -> NamedBoard:
    values = CheckedObject.of_file(file)
    if values.values.get("format") != FORMAT:
        raise values.wrong("format", f'"{FORMAT}"')
    width, height = (float(side) for side in values.array("size_wh", (2,)))
    if not (1 <= width <= SIDE and 1 <= height <= SIDE):
        raise values.wrong("size_wh", f"two sides of 1 to {SIDE} spaces")
    scale, margin = values.whole("px_per_unit", 4, 400), values.number("margin", 0, 8)
    name = values.text("picture")
    if name != Path(name).name or not name.endswith(".png"):
        raise values.wrong("picture", "the name of a PNG file beside it")
    try:
        content = (file.parent / name).read_bytes()
    except OSError as error:
        raise ProfileError(f"{file.parent / name}: expected the picture of a board, found {error.strerror}") from error
    pixels = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR) if content else None
    shape = (round((height + 2 * margin) * scale), round((width + 2 * margin) * scale), 3)
    if pixels is None or pixels.shape != shape or hashlib.sha256(content).hexdigest()[:16] not in name:
        raise ProfileError(f"{file.parent / name}: expected the picture that the board was saved with, found another")
    floor = values.texts("floor")
    if len(floor) != round(height) or any(len(row) != round(width) or set(row) - set(".bnmf") for row in floor):
        raise values.wrong("floor", f"{round(height)} rows of {round(width)} letters of .bnmf")
    return NamedBoard(values.text("name"), (width, height), np.asarray(pixels, np.uint8), scale, margin, floor)


def _write(path: Path, content: bytes) -> None:
    handle, draft = tempfile.mkstemp(prefix=".draft-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError:
        Path(draft).unlink(missing_ok=True)
        raise
