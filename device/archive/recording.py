"""Keeping what the table saw and made of it: the boards seen from straight above (never the room), with the events.

A recording is a folder: ``recording.json``, the profile that fits its pictures in ``profile``, and segments, each with
pictures and ``events.jsonl``. Its profile has the boards side by side where its pictures have them, so that a recording
is read by the same detector as a camera's picture.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from calibration.profile import BoardProfile, Profile
from device.archive.recording_ring import EVENTS, PICTURES, RECORDING, Ring
from device.atomic_file import write_atomically
from vision.frame import Frame, Pixels
from vision.observation import BoardSight
from vision.pose import BoardPose

FORMAT: Final = "leafwatch-recording/1"
QUALITY: Final = 92
_LIES_STILL: Final = frozenset({"settled", "question", "desynchronised", "finished"})
_log = logging.getLogger(__name__)


class Recorder:
    """Writes one recording: a picture and a line of events whenever the settled table is another one.

    What the disk refuses ends the recording, which the log says, and never the game.

    Args:
        ring: where recordings lie; this one is begun at the first picture.
        profile: of the boards before the camera.
    """

    def __init__(self, ring: Ring, profile: Profile) -> None:
        self._ring = ring
        self._boards = profile.boards
        self._flat = flat_profile(profile)
        self._seen: tuple[Frame, dict[int, BoardPose]] | None = None
        self._key: object = None
        self._logged = 0
        self._folder: Path | None = None
        self._segment: Path | None = None
        self._number = self._written = 0
        self._broken = False

    @property
    def folder(self) -> Path | None:
        """Where this recording lies; None before its first picture."""
        return self._folder

    def look(self, frame: Frame, boards: Sequence[BoardSight]) -> None:
        """Remember the newest frame and where its boards lie; nothing is written."""
        poses = {} if self._seen is None else self._seen[1]
        self._seen = frame, {**poses, **{board.seat: board.pose for board in boards}}

    def hear(self, message: Mapping[str, Any]) -> None:
        """Take a table message; if it tells of another settled table or verdict, keep it with its picture."""
        if self._broken or self._seen is None or message["status"]["word"] not in _LIES_STILL:
            return
        key = (
            [(player["board"], player["differs"], player["unknown"]) for player in message["players"]],
            message["verdict"]["mood"],
            message["question"] is not None,
        )
        lines = [line for line in message["log"] if line["seq"] >= self._logged]
        if key == self._key and not lines:
            return
        try:
            self._write(message, lines, pictured=key != self._key)
        except OSError as error:
            self._broken = True
            _log.error("recording=%s ended=%s", self._folder, error)
        self._key = key
        self._logged = max((line["seq"] + 1 for line in message["log"]), default=0)

    def _write(self, message: Mapping[str, Any], lines: Sequence[object], *, pictured: bool) -> None:
        assert self._seen is not None
        frame, poses = self._seen
        segment, name = self._room(), None
        if pictured:
            self._number += 1
            name = f"{self._number:06}{PICTURES}"
            encoded = _jpeg(flat_picture(frame.pixels, poses, self._boards))
            (segment / name).write_bytes(encoded)
            self._written += len(encoded)
        event = {
            "at_s": round(frame.taken_at_s, 3),
            "image": name,
            "word": message["status"]["word"],
            "turn": message["turn"],
            "boards": [player["board"] for player in message["players"]],
            "differs": [player["differs"] for player in message["players"]],
            "verdict": message["verdict"],
            "log": lines,
        }
        line = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        with (segment / EVENTS).open("ab") as file:
            file.write(line)
        self._written += len(line)

    def _room(self) -> Path:
        """The segment to write to; a full one is closed, and the oldest make room."""
        if self._folder is None:
            self._folder = self._ring.new()
            self._flat.save(self._folder / "profile")
            about = {"format": FORMAT, "seats": [board.seat for board in self._boards]}
            write_atomically(self._folder / RECORDING, json.dumps(about).encode() + b"\n")
        if self._segment is None or self._written >= self._ring.segment_bytes:
            number = 1 if self._segment is None else int(self._segment.name.removeprefix("segment-")) + 1
            self._segment = self._folder / f"segment-{number:04}"
            self._segment.mkdir()
            self._written = 0
            self._ring.trim(self._segment)
        return self._segment


def flat_profile(profile: Profile) -> Profile:
    """The profile of pictures that hold the boards alone, seen from straight above, side by side."""
    boards, left = [], 0
    for board in profile.boards:
        width = board.picture.shape[1]
        scale, inset = float(board.px_per_unit), board.margin * board.px_per_unit
        # A sample lies half a pixel inside of its square (BoardPose.rectify).
        matrix = np.array([[scale, 0, left + inset - 0.5], [0, scale, inset - 0.5], [0, 0, 1]], np.float64)
        boards.append(replace(board, pose=BoardPose(matrix, board.pose.residual_cells)))
        left += width
    tallest = max(board.picture.shape[0] for board in profile.boards)
    return Profile(tuple(boards), (left, tallest), profile.created)


def flat_picture(pixels: Pixels, poses: Mapping[int, BoardPose], boards: Sequence[BoardProfile]) -> Pixels:
    """The boards of a camera's picture from straight above, side by side; those without a pose stay black."""
    height = max(board.picture.shape[0] for board in boards)
    parts = []
    for board in boards:
        part = np.zeros((height, board.picture.shape[1], 3), np.uint8)
        if board.seat in poses:
            flat = poses[board.seat].rectify(pixels, board.size_wh, board.px_per_unit, board.margin)
            part[: flat.shape[0]] = flat
        parts.append(part)
    return np.hstack(parts)


def _jpeg(pixels: Pixels) -> bytes:
    done, encoded = cv2.imencode(PICTURES, pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done  # checked pixels always encode
    return encoded.tobytes()
