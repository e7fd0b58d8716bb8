"""How well boards are found and followed without cards: ``benchmarks/registration.py FOLDER [--follow | --all]``.

FOLDER holds one folder a scene with pictures and their truth (JSON beside each picture, ``boards[].grid_corners_px``).
Prints a row a scene: boards found, mean and largest corner error in spaces (up to the half turn that a grid does not
tell), milliseconds of processor time on one thread. ``--all`` searches in every picture, hands and pieces included;
``--follow`` finds the boards once and follows them through the scene, and says which bumps were told. ``--turned``
shows every picture without a hand as it is, then turned by 25, 90 and 180 degrees about each board and pushed by a
space or two, and says how often that board was found again within three looks. ``--pushed`` shows each of these
pictures as the first that is seen after calibration, each board pushed by up to 0.6 spaces and turned by up to three
degrees, as after a bump that nobody watched, and says how many are told to lie elsewhere.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("OMP_NUM_THREADS", "1")

import cv2
import numpy as np
from scene_truth import TUNED

from vision.finding.boardfinder import find_boards
from vision.following.follow import BUMP, Followed, Follower
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose, Points

SIZE_WH = (9.0, 8.0)
EMPTY = ("empty", "step_00")
PX, MARGIN = 48, 1.0
OFF = 0.08
"""Spaces from which a board is said to lie elsewhere than it does."""

TURNED = ((25.0, 2.0), (90.0, 1.0), (180.0, 0.5))
"""Degrees and spaces by which a board is moved further than what lies on it can be followed."""


class Row(NamedTuple):
    """What one picture, or one scene, gave."""

    label: str
    boards: int
    errors: tuple[float, ...]
    ms: float
    note: str = ""

    def __str__(self) -> str:
        mean, most = (np.mean(self.errors), np.max(self.errors)) if self.errors else (np.nan, np.nan)
        return f"{self.label:44} {len(self.errors):3}/{self.boards:<3} {mean:.4f} {most:.4f} {self.ms:7.1f} {self.note}"


def truth_of(picture: Path) -> list[Points]:
    """The true grid corners of every board."""
    truth = json.loads(picture.with_suffix(".json").read_text(encoding="utf-8"))
    return [np.array(board["grid_corners_px"]) for board in truth["boards"]]


def read(picture: Path, number: int) -> Frame:
    """A picture as a frame, two seconds after the one before."""
    return Frame(np.asarray(cv2.imread(str(picture)), np.uint8), 2.0 * number, number)


def empty_picture(scene: Path) -> Path | None:
    """The picture of the empty board: ``empty`` where there is one, else ``step_00``."""
    names = [scene / f"{name}{ending}" for name in EMPTY for ending in (".jpg", ".png")]
    return next((name for name in names if name.exists()), None)


def error(pose: BoardPose, truth: Points) -> float:
    """The largest distance of a corner from the truth in spaces, at the better of both half turns."""
    space = np.linalg.norm(truth[1] - truth[0]) / SIZE_WH[0]
    seen = pose.corners_px(SIZE_WH)
    return float(min(np.linalg.norm(np.roll(seen, turn, axis=0) - truth, axis=1).max() for turn in (0, 2)) / space)


def found(picture: Path) -> tuple[tuple[BoardPose, ...], Row]:
    """Look for all boards of a picture."""
    truth, frame = truth_of(picture), read(picture, 0)
    poses: tuple[BoardPose, ...] = ()
    start, note = time.process_time(), ""
    try:
        poses = find_boards(frame, SIZE_WH)
    except BoardNotFound as missing:
        note = str(missing)
    ms = 1000 * (time.process_time() - start)
    errors = [min((error(pose, corners) for pose in poses), default=np.inf) for corners in truth]
    right = tuple(value for value in errors if value < 0.5)
    if len(poses) > len(right):
        note = f"{len(poses) - len(right)} NOT A BOARD {note}"
    return poses, Row(f"{picture.parent.name}/{picture.stem}", len(truth), right, ms, note)


def followed(scene: Path, empty: Path) -> Row:
    """Follow all boards through the pictures of a scene, a hand's picture before the one after it."""
    poses, row = found(empty)
    frame, truths = read(empty, 0), truth_of(empty)
    owners = [min(range(len(truths)), key=lambda n: error(pose, truths[n])) for pose in poses]
    followers = [Follower(p, SIZE_WH, p.rectify(frame.pixels, SIZE_WH, PX, MARGIN), PX, MARGIN) for p in poses]
    pictures = sorted(scene.glob("step_*.jpg"), key=lambda path: (path.stem[:7], "hand" not in path.stem))
    errors: list[float] = []
    times, told, missed, spurious = [], 0, 0, 0
    last = {owner: truths[owner] for owner in owners}
    for number, picture in enumerate(pictures, start=1):
        frame, truths = read(picture, number), truth_of(picture)
        for follower, owner in zip(followers, owners, strict=True):
            corners = truths[owner]
            moved = np.linalg.norm(corners - last[owner], axis=1).max() * SIZE_WH[0]
            moved /= np.linalg.norm(corners[1] - corners[0])
            last[owner] = corners
            start = time.process_time()
            try:
                seen = follower.locate(frame)
            except BoardNotFound:
                continue
            finally:
                times.append(1000 * (time.process_time() - start))
            errors.append(error(seen.pose, corners))
            told, missed = told + (seen.bumped and moved > BUMP), missed + (not seen.bumped and moved > BUMP)
            spurious += seen.bumped and moved < BUMP / 2
    note = f"bumps told {told}, missed {missed}, spurious {spurious}; slowest {max(times, default=np.nan):.0f} ms"
    return Row(scene.name, len(pictures) * row.boards, tuple(errors), float(np.median(times or [np.nan])), note)


def turned(scene: Path, empty: Path) -> Row:
    """Turn and push each board of every picture without a hand, as if somebody had moved the camera."""
    frame, truths, errors, tried = read(empty, 0), truth_of(empty), list[float](), 0
    start = time.process_time()
    for owner, first in enumerate(truths):
        pose = BoardPose.from_corners(first, SIZE_WH)
        flat = pose.rectify(frame.pixels, SIZE_WH, PX, MARGIN)
        for picture in (path for path in sorted(scene.glob("step_*.jpg")) if "hand" not in path.stem):
            shown, corners = read(picture, 1), truth_of(picture)[owner]
            for degrees, spaces in TURNED:
                follower = Follower(pose, SIZE_WH, flat, PX, MARGIN)
                tried += 1
                try:
                    follower.locate(shown)
                    spun, there = turned_about(shown, corners, degrees, spaces)
                    errors.append(error(again(follower, spun).pose, there))
                except BoardNotFound:
                    continue
    return Row(scene.name, tried, tuple(errors), 1000 * (time.process_time() - start) / max(tried, 1))


def pushed(scene: Path, empty: Path) -> Row:
    """Push each board of every picture without a hand a little before it is seen first."""
    frame, truths, errors, tried = read(empty, 0), truth_of(empty), list[float](), 0
    random, start = np.random.default_rng(7), time.process_time()
    for owner, first in enumerate(truths):
        pose = BoardPose.from_corners(first, SIZE_WH)
        flat = pose.rectify(frame.pixels, SIZE_WH, PX, MARGIN)
        for picture in (path for path in sorted(scene.glob("step_*.jpg")) if "hand" not in path.stem):
            shown, corners = read(picture, 1), truth_of(picture)[owner]
            for _ in range(3):
                matrix = cv2.getRotationMatrix2D(tuple(corners.mean(axis=0)), random.uniform(-3.0, 3.0), 1.0)
                way, spaces = random.uniform(0.0, 2 * np.pi), random.uniform(0.05, 0.6)
                space = np.linalg.norm(corners[1] - corners[0]) / SIZE_WH[0]
                matrix[:, 2] += spaces * space * np.array([np.cos(way), np.sin(way)])
                pixels = cv2.warpAffine(shown.pixels, matrix, shown.size_wh, borderMode=cv2.BORDER_REFLECT)
                tried += 1
                with contextlib.suppress(BoardNotFound):
                    seen = Follower(pose, SIZE_WH, flat, PX, MARGIN).locate(
                        Frame(np.asarray(pixels, np.uint8), shown.taken_at_s, 1)
                    )
                    errors.append(error(seen.pose, corners @ matrix[:, :2].T + matrix[:, 2]))
    ms = 1000 * (time.process_time() - start) / max(tried, 1)
    return Row(scene.name, tried, tuple(errors), ms, f"{sum(off > OFF for off in errors)} elsewhere")


def turned_about(frame: Frame, corners: Points, degrees: float, spaces: float) -> tuple[Frame, Points]:
    """A picture turned about a board, which is pushed towards its middle by so many spaces, and where that is then."""
    middle = corners.mean(axis=0)
    matrix = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), degrees, 1.0)
    inwards = np.array(frame.size_wh) / 2 - middle
    space = np.linalg.norm(corners[1] - corners[0]) / SIZE_WH[0]
    matrix[:, 2] += spaces * space * inwards / max(float(np.linalg.norm(inwards)), 1.0)
    pixels = np.asarray(cv2.warpAffine(frame.pixels, matrix, frame.size_wh), np.uint8)
    return Frame(pixels, frame.taken_at_s + 2, frame.seq + 1), corners @ matrix[:, :2].T + matrix[:, 2]


def again(follower: Follower, frame: Frame) -> Followed:
    """The board in one picture that is shown for three looks.

    Raises:
        BoardNotFound: in none of them.
    """
    for look in range(2):
        with contextlib.suppress(BoardNotFound):
            follower.locate(Frame(frame.pixels, frame.taken_at_s + look, frame.seq + look))
    return follower.locate(Frame(frame.pixels, frame.taken_at_s + 2, frame.seq + 2))


def rows(options: argparse.Namespace) -> Iterator[Row]:
    """A row for every scene, or with ``--all`` for every picture."""
    for scene in sorted(path for path in options.folder.iterdir() if path.is_dir()):
        if options.split not in ("both", "tune" if scene.name in TUNED else "test"):
            continue
        empty = empty_picture(scene)
        if options.all:
            yield from (found(picture)[1] for picture in sorted(scene.glob("*.jpg")))
        elif empty is None:
            print(f"{scene.name}: neither empty nor step_00")
        else:
            way = turned if options.turned else pushed if options.pushed else followed if options.follow else None
            yield found(empty)[1] if way is None else way(scene, empty)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--split", choices=("tune", "test", "both"), default="both", help="which scenes to run")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--all", action="store_true", help="search in every picture, not only the empty board")
    mode.add_argument("--follow", action="store_true", help="follow the boards through the scene")
    mode.add_argument("--turned", action="store_true", help="turn boards and say how many are found again")
    mode.add_argument("--pushed", action="store_true", help="push boards before they are seen first")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print(f"{'picture':44} found   mean    max      ms")
    seen, total = 0, 0
    errors: list[float] = []
    for row in rows(options):
        print(row)
        seen, total = seen + len(row.errors), total + row.boards
        errors += row.errors
    if errors:
        figures = f"largest corner error of a board: mean {np.mean(errors):.4f}, max {np.max(errors):.4f} spaces"
        print(f"boards {seen} of {total}; {figures}; {sum(off > OFF for off in errors)} more than {OFF} off")


if __name__ == "__main__":
    main()
