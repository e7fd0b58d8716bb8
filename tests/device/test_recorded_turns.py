"""Recorded tables refereed as games: each move of the sequence becomes a turn, and the board stays as it was laid."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from calibration.profile import Profile
from device.cameras.camera import SourceEnded
from device.cameras.files import PictureFolder
from device.cli import main
from device.command_queue import CommandQueue
from device.demo import demo_indicator
from device.eyes import eyes_of
from device.journal.journal import Entry
from device.session.session import Session
from device.session.turn_settings import TurnSettings
from device.table import Table
from engine.catalog import GAMES
from engine.game import Spot, Surface
from engine.grid import Cell, Space
from engine.indian_summer.forest import ForestFloor
from engine.indian_summer.moves import Move
from engine.indian_summer.state import State
from engine.readings import agrees
from webui.command import Command

GAME = GAMES["indian-summer"]
SCENES = Path(__file__).parent.parent / "data" / "scenes"
COLORS = {"orange": "yellow"}  # the truth's other word for the same tiles


def truth_of(scene: Path, picture: str, corners: list[list[float]]) -> dict[Spot, Surface]:
    """What lies on every space by the truth beside a picture, the way up that the profile has the board."""
    board: dict[str, Any] = json.loads((scene / picture).with_suffix(".json").read_text(encoding="utf-8"))["boards"][0]
    there, here = np.array(board["grid_corners_px"]), np.array(corners)
    turned = bool(np.linalg.norm(there - here) > np.linalg.norm(np.roll(there, 2, axis=0) - here))

    lies: dict[Spot, Surface] = {}
    for row, line in enumerate(board["cells"]):
        for col, spot in enumerate(line):
            color = COLORS.get(spot.get("colour", ""), spot.get("colour", ""))
            word = {"leaf": f"leaf.{color}", "hole+token": "token", "empty": "floor"}.get(spot["state"], spot["state"])
            lies[Space(0, Cell(7 - row, 8 - col) if turned else Cell(row, col))] = Surface(word)
    return lies


@pytest.mark.parametrize("scene", ["easy_301", "normal_302_cards"])
def test_a_recorded_sequence_is_played_as_turns(scene: str, tmp_path: Path, pins: MockFactory) -> None:
    """Turns end by lying still; what the rules object to is accepted; no space is ever committed wrongly."""
    folder = SCENES / scene
    assert main(["calibrate", "--profile", str(tmp_path), "--image", str(folder / "step_00.jpg")]) == 0
    profile = Profile.load(tmp_path)
    (board,) = profile.boards
    kept: list[Entry] = []
    floor = ForestFloor.parse(board.floor, "recorded")
    session: Session[State, Move] = Session(GAME, GAME.new_solo(None, floor), kept.extend)
    camera, commands, messages = PictureFolder(folder, dwell_s=5.0), CommandQueue(), list[Any]()
    now = [0.0]
    table = Table(
        session,
        eyes_of(profile, lambda: camera),
        demo_indicator(),
        messages.append,
        commands,
        names=("Ada",),
        restart=lambda: session,
        finished=lambda over: None,
        settings=TurnSettings(turn_end="dwell", dwell_s=1.0),
        clock=lambda: now[0],
    )
    corners = [list(map(float, corner)) for corner in board.pose.corners_px(board.size_wh)]
    sequence = json.loads((folder / "sequence.json").read_text(encoding="utf-8"))
    settled = {image["file"] for image in sequence["images"] if image["state"] == "after_move" and not image["hand"]}
    seen: dict[str, dict[Spot, Surface]] = {}
    while True:
        now[0] += 0.1
        try:
            table.step()
        except SourceEnded:
            break
        message = messages[-1]
        if message["verdict"]["mood"] in ("notice", "wrong") and message["status"]["word"] == "settled":
            commands.submit(Command("accept", {"why": "as recorded"}))
        if camera.current in settled:
            seen[camera.current] = dict(GAME.view(session.proposed))
    assert set(seen) == settled
    for picture, view in seen.items():
        lies = truth_of(folder, picture, corners)
        for space, surface in view.items():
            assert agrees(surface, lies[space]), f"{picture} {space}: {surface}, there lies {lies[space]}"
    main_moves = sum(
        move["move"] in ("leaf", "squirrel")
        for image in sequence["images"]
        if image["file"] in settled
        for move in image["move"]
    )
    assert session.turn == main_moves + 1
    again: Session[State, Move] = Session(GAME, GAME.new_solo(None, floor), kept.extend, list(kept))
    assert again.committed == session.committed
