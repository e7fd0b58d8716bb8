"""What is known before play: where each board lies, how it looks when empty and what is printed on it; saved to disk.

A profile is a folder: ``profile.json`` and one lossless picture a board, whose name holds its checksum. The JSON file
is replaced last and in one step, so that a power cut leaves the old profile or the new one, never a mixture.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from calibration.checked_json import CheckedObject, ProfileError
from engine.game import Surface
from engine.grid import Cell
from vision.explaining.leaf_hues import LeafLook
from vision.frame import Pixels
from vision.pose import BoardNotFound, BoardPose, Lens
from vision.reference import MARGIN_SPACES

__all__ = ["FORMAT", "KINDS", "BoardProfile", "LensQuality", "Profile", "ProfileError"]

FORMAT = "leafwatch-profile/1"
FILE = "profile.json"
KINDS = "bnmf"
"""Letters of the printed treasures: berry, nut, mushroom, feather; ``.`` is a plain space."""

PLAIN = "."
SIDE = 64  # spaces: no board is bigger, and a damaged number must not ask for gigabytes


@dataclass(frozen=True, slots=True, eq=False)
class BoardProfile:
    """One board as it lay empty.

    ``picture`` is the empty board seen from straight above with ``margin`` spaces of surroundings, ``px_per_unit`` a
    space. ``floor`` has one text a row from the far side, letters of ``KINDS`` or ``.``; ``floor_confidence`` a number
    0 to 1 for each. ``polarity`` is 1 where the grid is printed lighter than the ground, else -1. ``covered`` are the
    spaces on which something lay all the same.

    Raises:
        ValueError: picture, floor, confidence or covered spaces do not fit the size.
    """

    seat: int
    size_wh: tuple[float, float]
    pose: BoardPose
    picture: Pixels
    px_per_unit: int
    margin: float
    floor: tuple[str, ...]
    floor_confidence: tuple[tuple[float, ...], ...]
    polarity: int
    covered: tuple[Cell, ...] = ()

    def __post_init__(self) -> None:
        cols, rows = round(self.size_wh[0]), round(self.size_wh[1])
        shape = tuple(round((side + 2 * self.margin) * self.px_per_unit) for side in (self.size_wh[1], self.size_wh[0]))
        if self.picture.dtype != np.uint8 or self.picture.shape != (*shape, 3):
            raise ValueError(f"the board's picture is uint8 of shape {(*shape, 3)}, got {self.picture.shape}")
        if len(self.floor) != rows or any(len(row) != cols or set(row) - set(KINDS + PLAIN) for row in self.floor):
            raise ValueError(f"the floor is {rows} rows of {cols} letters of {KINDS + PLAIN}, got {list(self.floor)}")
        if len(self.floor_confidence) != rows or any(len(row) != cols for row in self.floor_confidence):
            raise ValueError(f"the confidence is {rows} rows of {cols} numbers")
        unsure = [value for row in self.floor_confidence for value in row if not 0 <= value <= 1]
        if unsure:
            raise ValueError(f"the confidence is numbers 0 to 1, got {unsure[0]}")
        if any(not (0 <= row < rows and 0 <= col < cols) for row, col in self.covered):
            raise ValueError(f"covered spaces are of {rows} rows and {cols} columns, got {list(self.covered)}")


@dataclass(frozen=True, slots=True)
class LensQuality:
    """How well a lens was measured with the printed sheet: error of the fit in pixels, and pictures used."""

    rms_px: float
    pictures: int


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """All boards before one camera; ``created`` is a moment as ISO 8601, ``frame_wh`` the size of its pictures.

    ``lens_quality`` is None where the lens was only estimated from the boards' own lines. ``leaves`` are the looks of
    leaf tiles that a person has shown, by surface.
    """

    boards: tuple[BoardProfile, ...]
    frame_wh: tuple[int, int]
    created: str
    lens: Lens | None = None
    lens_quality: LensQuality | None = None
    leaves: Mapping[Surface, tuple[LeafLook, ...]] = field(default_factory=dict)

    @classmethod
    def load(cls, folder: Path) -> Profile:
        """Read a profile; inverse of ``save``.

        Raises:
            ProfileError: it is missing, damaged or not one of ours.
        """
        try:
            return _read(folder, CheckedObject.of_file(folder / FILE))
        except ProfileError as error:
            if not os.access(folder / FILE, os.R_OK):
                raise
            raise ProfileError(f"{error}; calibrate anew") from error

    def save(self, folder: Path) -> None:
        """Write the profile in place of the one that may be there; whatever goes wrong leaves that one as it was.

        Raises:
            ProfileError: the folder cannot be written, or what was written cannot be read again.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            written = [_write_picture(folder, board) for board in self.boards]
            text = json.dumps(_json_of(self, written), indent=1, ensure_ascii=False) + "\n"
            draft = _write_draft(folder, text.encode())
            try:
                _read(folder, CheckedObject.of_file(draft))
                os.replace(draft, folder / FILE)
            finally:
                draft.unlink(missing_ok=True)
            _sync_folder(folder)
            _drop_pictures(folder, set(written))
        except OSError as error:
            raise ProfileError(
                f"{folder}: expected a folder that can be written, found {error.strerror or error}"
            ) from error


def _json_of(profile: Profile, pictures: list[str]) -> dict[str, object]:
    boards = [
        {
            "seat": board.seat,
            "size_wh": list(board.size_wh),
            "homography": board.pose.homography.tolist(),
            "residual_cells": board.pose.residual_cells,
            "picture": picture,
            "px_per_unit": board.px_per_unit,
            "margin": board.margin,
            "lines": "light" if board.polarity > 0 else "dark",
            "floor": list(board.floor),
            "floor_confidence": [[round(value, 3) for value in row] for row in board.floor_confidence],
            "covered": [list(cell) for cell in board.covered],
        }
        for board, picture in zip(profile.boards, pictures, strict=True)
    ]
    lens = profile.lens
    bent: dict[str, object] | None = None
    if lens is not None:
        bent = {"matrix": lens.matrix.tolist(), "distortion": lens.distortion.tolist()}
        if profile.lens_quality is not None:
            bent |= {"rms_px": profile.lens_quality.rms_px, "pictures": profile.lens_quality.pictures}
    head = {"format": FORMAT, "created": profile.created, "frame_wh": list(profile.frame_wh)}
    leaves = {surface: [look._asdict() for look in looks] for surface, looks in profile.leaves.items()}
    return head | {"lens": bent, "leaves": leaves, "boards": boards}


def _read(folder: Path, outer: CheckedObject) -> Profile:
    if outer.values.get("format") != FORMAT:
        raise outer.wrong("format", f'"{FORMAT}"')
    lens, quality = None, None
    if outer.values.get("lens") is not None:
        inner = outer.inner("lens")
        lens = Lens(inner.array("matrix", (3, 3)), inner.array("distortion", (5,)))
        if "rms_px" in inner.values:
            quality = LensQuality(inner.number("rms_px", 0, 100), inner.whole("pictures", 1, 10000))
    boards = tuple(_read_board(folder, inner, lens) for inner in outer.each("boards"))
    if not 1 <= len(boards) <= 4:
        raise outer.wrong("boards", "1 to 4 boards")
    if len({board.seat for board in boards}) < len(boards):
        seats = ", ".join(str(board.seat) for board in boards)
        raise ProfileError(f"{outer.file}: boards: expected one board a seat, found seats {seats}")
    width, height = outer.array("frame_wh", (2,))
    if not (width >= 1 and height >= 1 and width.is_integer() and height.is_integer()):
        raise outer.wrong("frame_wh", "two whole numbers of pixels from 1")
    leaves = _read_leaves(outer.inner("leaves")) if "leaves" in outer.values else {}
    return Profile(boards, (int(width), int(height)), outer.text("created"), lens, quality, leaves)


def _read_leaves(leaves: CheckedObject) -> dict[Surface, tuple[LeafLook, ...]]:
    return {
        Surface(surface): tuple(
            LeafLook(look.number("hue_deg", -180, 180), look.number("chroma", 0, 200), look.number("texture", 0, 1000))
            for look in leaves.each(surface)
        )
        for surface in leaves.values
    }


def _read_board(folder: Path, board: CheckedObject, lens: Lens | None) -> BoardProfile:
    width, height = (float(side) for side in board.array("size_wh", (2,)))
    if not (1 <= width <= SIDE and 1 <= height <= SIDE):
        raise board.wrong("size_wh", f"two sides of 1 to {SIDE} spaces")
    lines = board.text("lines")
    if lines not in ("light", "dark"):
        raise board.wrong("lines", '"light" or "dark"')
    pose = BoardPose(board.array("homography", (3, 3)), board.number("residual_cells", 0, 1), lens)
    try:
        BoardPose.from_corners(pose.corners_px((width, height)), (width, height), lens)
    except (BoardNotFound, np.linalg.LinAlgError) as error:
        raise board.wrong("homography", f"the place of a board ({error})") from error
    confidence = board.array("floor_confidence", (round(height), round(width)))
    try:
        return BoardProfile(
            seat=board.whole("seat", 0, 3),
            size_wh=(width, height),
            pose=pose,
            picture=_read_picture(folder, board),
            px_per_unit=board.whole("px_per_unit", 4, 400),
            margin=board.number("margin", MARGIN_SPACES, 8),
            floor=board.texts("floor"),
            floor_confidence=tuple(tuple(float(value) for value in row) for row in confidence),
            polarity=1 if lines == "light" else -1,
            covered=tuple(Cell(*pair) for pair in board.pairs("covered")) if "covered" in board.values else (),
        )
    except ProfileError:
        raise
    except ValueError as error:
        raise ProfileError(f"{board.file}: {board.key}: expected a board whose parts fit, found: {error}") from error


def _read_picture(folder: Path, board: CheckedObject) -> Pixels:
    name = board.text("picture")
    if name != Path(name).name or not name.endswith(".png"):
        raise board.wrong("picture", "the name of a PNG file beside it")
    path = folder / name
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ProfileError(f"{path}: expected the picture of a board, found {error.strerror or error}") from error
    if _checksum(content) not in name:
        raise ProfileError(f"{path}: expected the picture that the profile was saved with, found another or a torn one")
    pixels = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        raise ProfileError(f"{path}: expected a PNG picture, found something else")
    return np.asarray(pixels, np.uint8)


def _write_picture(folder: Path, board: BoardProfile) -> str:
    done, coded = cv2.imencode(".png", board.picture)
    if not done:
        raise ProfileError(f"{folder}: expected a picture that can be written, found shape {board.picture.shape}")
    content = coded.tobytes()
    name = f"board-{board.seat}-{_checksum(content)}.png"
    draft = _write_draft(folder, content)
    os.replace(draft, folder / name)
    return name


def _checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _write_draft(folder: Path, content: bytes) -> Path:
    handle, name = tempfile.mkstemp(prefix=".draft-", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
    return Path(name)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _drop_pictures(folder: Path, kept: set[str]) -> None:
    for path in folder.glob("board-?-????????????????.png"):
        if path.name not in kept:
            path.unlink(missing_ok=True)
