"""``leafwatch read``: still pictures to rows of letters."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from calibration.profile import Profile
from device.cameras.files import read_picture
from device.errors import PictureError
from device.eyes import detector_of
from engine.game import Reading, Spot
from engine.grid import Cell, Space
from engine.sentence import say
from vision.doubt.other_icons import said_of_icons
from vision.observation import BoardSight, Observation
from vision.pose import BoardNotFound, BoardPose
from vision.reference import MARGIN_SPACES

LETTERS: Mapping[str, str] = {
    "floor": ".",
    "leaf.green": "g",
    "leaf.yellow": "y",
    "leaf.red": "r",
    "hole": "o",
    "token": "t",
    "token.berry": "B",
    "token.nut": "N",
    "token.mushroom": "M",
    "token.feather": "F",
    "squirrel": "s",
    "animal": "a",
}
UNREADABLE = "?"
FORMAT = "leafwatch-read/1"


def run(options: argparse.Namespace) -> int:
    """Read every picture; returns 2 when one of them is damaged, which is said, 1 without a board in one, else 0."""
    profile = Profile.load(options.profile)
    status = 0
    for path in options.images:
        try:
            frame = read_picture(path)
        except PictureError as error:
            print(f"leafwatch: {error}", file=sys.stderr)
            status = 2
            continue
        try:
            # A fresh detector each time: a still picture knows nothing of the one before.
            observation = detector_of(profile).read(frame)
        except BoardNotFound as error:
            status = max(status, 1)
            _print(
                options.json,
                {"format": FORMAT, "image": str(path), "status": "not-found", "boards": [], "text": str(error)},
            )
        else:
            _print(options.json, _picture(path, profile, observation, frame.size_wh))
            status = max(status, 1) if observation.missing else status
    return status


def _picture(path: Path, profile: Profile, observation: Observation, picture_wh: tuple[int, int]) -> dict[str, object]:
    sizes = {board.seat: board.size_wh for board in profile.boards}
    word = "hand" if observation.hand else "not-found" if observation.missing else "ok"
    boards = [_board(sight, sizes[sight.seat], observation) for sight in observation.boards]
    covered = [sight for sight in observation.boards if sight.hand]
    cut = [sight.seat for sight in covered if _leaves(sight.pose, sizes[sight.seat], picture_wh)]
    other = observation.other or said_of_icons(observation.evidence, observation.readings)
    said = " ".join([*([other] if other else []), *(_said_of_cut(seat, len(profile.boards)) for seat in cut)])
    text = {"text": said} if said else {}
    return {"format": FORMAT, "image": str(path), "status": word, "boards": boards, **text}


def _leaves(pose: BoardPose, size_wh: tuple[float, float], picture_wh: tuple[int, int]) -> bool:
    """Whether some of a board's grid or rim is out of the picture, where it counts as covered."""
    (cols, rows), rim = size_wh, MARGIN_SPACES
    outline = pose.project([[-rim, -rim], [cols + rim, -rim], [cols + rim, rows + rim], [-rim, rows + rim]])
    return bool((outline < -0.5).any() or (outline > np.array(picture_wh) - 0.5).any())


def _said_of_cut(seat: int, number: int) -> str:
    if number == 1:
        return say("Part of the board or its rim is out of the picture, as if something covered it there.")
    return say(
        "Part of board {number} or its rim is out of the picture, as if something covered it there.", number=seat + 1
    )


def _board(sight: BoardSight, size_wh: tuple[float, float], observation: Observation) -> dict[str, object]:
    cols, rows = round(size_wh[0]), round(size_wh[1])
    cells = [[Space(sight.seat, Cell(r, c)) for c in range(cols)] for r in range(rows)]
    return {
        "player": sight.seat,
        "corners_px": sight.pose.corners_px(size_wh).round(2).tolist(),
        "residual_cells": round(sight.pose.residual_cells, 4),
        "rows": ["".join(letter(observation.readings, spot) for spot in row) for row in cells],
        "confidence": [[_confidence(observation.readings, spot) for spot in row] for row in cells],
    }


def letter(readings: Mapping[Spot, Reading], spot: Spot) -> str:
    """What was read on a spot, as one letter of the read form."""
    reading = readings.get(spot)
    return UNREADABLE if reading is None else LETTERS[reading.surface]


def _confidence(readings: Mapping[Spot, Reading], spot: Spot) -> float:
    reading = readings.get(spot)
    return 0.0 if reading is None else round(reading.confidence, 3)


def _print(as_json: bool, picture: Mapping[str, object]) -> None:
    if as_json:
        print(json.dumps(picture), flush=True)
        return
    why = f" ({picture['text']})" if "text" in picture else ""
    print(f"{picture['image']}: {picture['status']}{why}")
    boards = picture["boards"]
    assert isinstance(boards, list)
    for board in boards:
        print(f"  player {board['player'] + 1}, residual {board['residual_cells']} spaces")
        print("\n".join(f"    {row}" for row in board["rows"]))
