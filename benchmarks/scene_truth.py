"""Rendered scenes with ground truth: a folder a sequence, a JSON file a picture (see the generator's README)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.game import BoardLayout, PieceKind, Surface
from engine.grid import Cell, Space
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import layout, pieces
from vision.frame import Pixels
from vision.observation import BoardSight
from vision.pose import BoardPose, Lens

TUNED = frozenset(
    {
        "easy_301", "easy_309", "hard_304", "hard_305", "hard_308_cards",
        "normal_302_cards", "normal_303", "normal_306_2boards_cards", "normal_307_4boards",
    }
)  # fmt: skip
"""The scenes that the program was looked at with while it was written; figures count on the others."""

HIDDEN = 0.1
"""A space of which more than this share is hidden from the camera counts as not readable."""


@dataclass(frozen=True)
class LeafTruth:
    """A leaf tile that lies on a board."""

    surface: Surface
    spots: frozenset[Space]
    mark: Space


@dataclass(frozen=True)
class Picture:
    """One picture: file, what truly lies on every space, which spaces can be seen, and where the boards are."""

    path: Path
    hand: bool
    hand_over_board: bool
    before_move: bool
    surfaces: Mapping[Space, Surface]
    readable: frozenset[Space]
    poses: Mapping[int, BoardPose]
    laid: tuple[LeafTruth, ...]
    lying: tuple[LeafTruth, ...]  # all leaf tiles, those laid before included
    outlines_px: tuple[tuple[str, Any], ...]  # kind and polygon of every piece on a board
    tokens: Mapping[Space, str]  # the kind of each token
    printed: Mapping[Space, str]  # the kind of each treasure printed on a board

    def pixels(self) -> Pixels:
        """The picture itself."""
        found = cv2.imread(str(self.path))
        if found is None:
            raise FileNotFoundError(f"{self.path} is not a picture")
        return np.asarray(found, np.uint8)


@dataclass(frozen=True)
class Scene:
    """A sequence: its empty picture and the pictures in order."""

    name: str
    difficulty: str
    empty: Picture
    pictures: tuple[Picture, ...]

    def layouts(self) -> tuple[BoardLayout, ...]:
        """The boards on the table."""
        return layout(len(self.empty.poses))


def all_pieces() -> tuple[PieceKind, ...]:
    """Leaves, squirrel, tokens, and animals of any shape."""
    return pieces(ANY_ANIMAL)


def scenes(folders: list[Path]) -> Iterator[Scene]:
    """The scenes in these folders, or in the folders below them; one without a picture of the empty boards is named."""
    for folder in folders:
        inside = (
            [folder]
            if (folder / "sequence.json").exists()
            else sorted(p.parent for p in folder.glob("*/sequence.json"))
        )
        for path in inside:
            try:
                yield read_scene(path)
            except ValueError as error:
                print(f"left out: {error}")


def read_scene(folder: Path) -> Scene:
    """Read one folder; raises FileNotFoundError where a file of the sequence is missing."""
    order = json.loads((folder / "sequence.json").read_text())
    pictures = tuple(_picture(folder / image["file"]) for image in order["images"])
    empty = folder / "empty.jpg"
    first = _picture(empty) if empty.exists() else pictures[0]
    if any(surface != "floor" for surface in first.surfaces.values()):
        raise ValueError(f"{first.path} shows pieces; a scene needs a picture of the empty boards")
    return Scene(folder.name, order["difficulty"], first, pictures)


def empty_boards(folder: Path) -> Picture | None:
    """The picture of the empty boards of a scene of which only some pictures are kept, with its truth, if it is there.

    A truth without a camera is of another form and left out.
    """
    for name in ("empty.jpg", "step_00.jpg"):
        truth = (folder / name).with_suffix(".json")
        if truth.exists() and "camera" in json.loads(truth.read_text()):
            picture = _picture(folder / name)
            return picture if all(surface == "floor" for surface in picture.surfaces.values()) else None
    return None


def sights(picture: Picture) -> tuple[BoardSight, ...]:
    """The true poses as a follower would report them."""
    return tuple(BoardSight(seat, pose) for seat, pose in picture.poses.items())


def _picture(path: Path) -> Picture:
    truth = json.loads(path.with_suffix(".json").read_text())
    lens = Lens(np.array(truth["camera"]["K"], float), np.array(truth["camera"]["dist"], float))
    surfaces: dict[Space, Surface] = {}
    readable: set[Space] = set()
    laid: list[LeafTruth] = []
    lying: list[LeafTruth] = []
    tokens: dict[Space, str] = {}
    printed: dict[Space, str] = {}
    outlines: list[tuple[str, Any]] = []
    moves = truth["move"] if isinstance(truth["move"], list) else [truth["move"]]
    placed = {name for move in moves if move for name in move.get("placed", ())}
    for seat, board in enumerate(truth["boards"]):
        for row, cells in enumerate(board["cells"]):
            for col, cell in enumerate(cells):
                space = Space(seat, Cell(row, col))
                surfaces[space] = _surface(cell)
                if cell["hidden"] <= HIDDEN:
                    readable.add(space)
                if "token" in cell:
                    tokens[space] = cell["token"]
        for treasure in board["treasures"]:
            printed[Space(seat, Cell(treasure["cell"][1], treasure["cell"][0]))] = treasure["kind"]
        for piece in board["pieces"]:
            outlines.append((piece["kind"], np.array(piece["outline_px"], float)))
            if piece["kind"] != "leaf":
                continue
            spots = frozenset(Space(seat, Cell(row, col)) for col, row in piece["cells"])
            mark = Space(seat, Cell(piece["hole"][1], piece["hole"][0]))
            lying.append(LeafTruth(_leaf(piece["colour"]), spots, mark))
            if piece["id"] in placed:
                laid.append(lying[-1])
    poses = {
        seat: BoardPose.from_corners(board["grid_corners_px"], (9.0, 8.0), lens)
        for seat, board in enumerate(truth["boards"])
    }
    hand = bool(truth["hand"]["present"])
    before = truth["state"] == "before_move"
    over = bool(truth["hand"]["over_board"])
    return Picture(
        path,
        hand,
        over,
        before,
        surfaces,
        frozenset(readable),
        poses,
        tuple(laid),
        tuple(lying),
        tuple(outlines),
        tokens,
        printed,
    )


def _surface(cell: Mapping[str, Any]) -> Surface:
    state = cell["state"]
    if state == "leaf":
        return _leaf(cell["colour"])
    return Surface({"empty": "floor", "hole+token": "token"}.get(state, state))


def _leaf(color: str) -> Surface:
    return Surface("leaf." + {"orange": "yellow"}.get(color, color))
