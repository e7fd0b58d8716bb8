"""Boards that were given a name: kept with their print and treasures, and known again wherever and however they lie.

A folder holds a JSON file and a picture for each. A board has two sides; each side is an entry of its own. A board is
recognised by its print (``vision.likeness``), which also tells which way up it lies: its grid alone does not.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from calibration.checked_json import CheckedObject, ProfileError
from calibration.checks import empty, number_of, treasures
from calibration.covering import covering_of_known
from calibration.profile import SIDE, BoardProfile
from calibration.report import EMPTY, Calibration, Finding, Verdict
from engine.sentence import listed, say, say_number
from vision.frame import Frame, Pixels
from vision.likeness import Likeness
from vision.mark_lock import half_turn
from vision.pose import BoardPose

FORMAT = "leafwatch-board/1"
LONGEST_NAME = 40
ALIKE = 0.35  # least share of the print that agrees; a bare board agrees by 0.6 and more, another one by 0.03
THE_SAME = 0.8  # share from which two prints are one board, where no space looks otherwise
RIVAL = 2.0  # by how much it must agree better than every other board, and than the same one turned


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


@dataclass(frozen=True, slots=True)
class Recognised:
    """Which board lies there, whether it lies turned by half a turn, and the share of its print that agrees, 0 to 1."""

    board: NamedBoard
    turned: bool
    share: float


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
        name = " ".join(name.split())
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise ProfileError(f"a board's name has 1 to {LONGEST_NAME} letters, got {name!r}")
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

    def recognise(self, frame: Frame, pose: BoardPose, size_wh: tuple[float, float]) -> Recognised | None:
        """The board that lies, empty, at this pose; None where it is none of these or cannot be told for sure.

        Raises:
            ProfileError: a file is damaged.
        """
        return recognise(self.boards(), frame, pose, size_wh)


def recognise(
    boards: Sequence[NamedBoard], frame: Frame, pose: BoardPose, size_wh: tuple[float, float]
) -> Recognised | None:
    """As ``BoardLibrary.recognise``, among these boards."""
    found = []
    for board in boards:
        if board.size_wh == size_wh:
            likeness = board.likeness()
            found += [
                Recognised(board, turned, likeness.share(frame.pixels, there))
                for turned, there in ((False, pose), (True, half_turn(pose, size_wh)))
            ]
    found.sort(key=lambda one: -one.share)
    if not found or found[0].share < ALIKE:
        return None
    rivals = [other for other in found[1:] if RIVAL * other.share > found[0].share]
    return found[0] if all(_says_the_same(other, found[0]) for other in rivals) else None


def _says_the_same(one: Recognised, other: Recognised) -> bool:
    """Whether two boards, as they would lie there, have the same treasures on the same spaces."""
    ways = [
        tuple(row[::-1] for row in reversed(each.board.floor)) if each.turned else each.board.floor
        for each in (one, other)
    ]
    return one.board is not other.board and ways[0] == ways[1]


def known(board: BoardProfile, recognised: Recognised, *, may_turn: bool) -> BoardProfile:
    """The board with the treasures that were confirmed when it was named.

    Where it lies turned, its far side is taken to be where it was when it was named; or, with ``may_turn`` False
    (somebody has said which side is far), its treasures are turned instead.
    """
    floor = recognised.board.floor
    sure = tuple(tuple(1.0 for _ in row) for row in floor)
    if not recognised.turned:
        return replace(board, floor=floor, floor_confidence=sure)
    if not may_turn:
        return replace(board, floor=tuple(row[::-1] for row in reversed(floor)), floor_confidence=sure)
    pose = replace(half_turn(board.pose, board.size_wh), residual_cells=board.pose.residual_cells)
    picture = np.ascontiguousarray(board.picture[::-1, ::-1])
    return replace(board, pose=pose, picture=picture, floor=floor, floor_confidence=sure)


def emptiness(frame: Frame, board: BoardProfile, recognised: Recognised) -> Finding:
    """Whether something lies on a board that was recognised, by the empty print that is known of it.

    ``board`` is as ``known`` gave it. Where spaces look otherwise it may as well be another board, which has the same
    ground and other icons.
    """
    pose, likeness = board.pose, recognised.board.likeness()
    shares = [likeness.share(frame.pixels, way) for way in (pose, half_turn(pose, board.size_wh))]
    found = covering_of_known(frame.pixels, board, likeness, turned=shares[1] > shares[0])
    if not found.cells:
        return empty(found)
    text = say_number(
        len(found.cells),
        "space looks otherwise than on the empty {name}, {cells}: take off what lies there; if nothing does, it is "
        "another board: give it a name and check its treasures",
        "spaces look otherwise than on the empty {name}, {cells}: take off what lies there; if nothing does, it is "
        "another board: give it a name and check its treasures",
        name=recognised.board.name,
        cells=listed([str(cell) for cell in found.cells]),
    )
    return Finding(EMPTY, len(found.cells), Verdict.POOR, text, found.cells)


def with_known(calibration: Calibration, frame: Frame, library: BoardLibrary, *, may_turn: bool) -> Calibration:
    """The same calibration with the boards that are known by their print: which way up they lie, and their treasures.

    ``may_turn`` is as in ``known``.

    Raises:
        ProfileError: a file of the library is damaged.
    """
    profile, named = calibration.profile, library.boards()
    boards, report = [], list(calibration.report)
    for board in profile.boards:
        found = recognise(named, frame, board.pose, board.size_wh)
        boards.append(board if found is None else known(board, found, may_turn=may_turn))
        if found is not None:
            number = number_of(board, profile)
            text = say("of its print agrees: recognised as {name}", name=found.board.name)
            report.append(Finding("known", round(found.share, 3), Verdict.GOOD, text, board=number))
            again = (treasures(boards[-1]), emptiness(frame, boards[-1], found))
            told = {(number, each.check): replace(each, board=number) for each in again}
            report = [told.get((finding.board, finding.check), finding) for finding in report]
    return Calibration(replace(profile, boards=tuple(boards)), tuple(report))


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
