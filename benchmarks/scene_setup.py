"""What calibration makes of the empty boards of a scene, told nothing: boards found, corners, printed treasures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields

import numpy as np
from scene_truth import Scene

from calibration.capture import calibrate
from calibration.profile import BoardProfile
from engine.grid import Cell
from engine.indian_summer.viewing import layout
from vision.frame import Frame, Pixels
from vision.observation import BoardSight
from vision.pose import BoardNotFound, BoardPose

SIZE_WH = 9.0, 8.0
NEAR = 0.5  # spaces: a corner that is further off is another grid's


@dataclass
class SetUp:
    """Counts of one group of scenes.

    ``others`` are grids taken for a board that are none. ``errors`` are the largest corner errors of the boards found,
    in spaces and up to the half turn that a grid does not tell, ``followed`` the same in play, ``lost`` the boards that
    were not found there. ``treasures`` are spaces of the boards found on which a printed treasure was seen, overlooked
    and imagined, ``kinds`` those seen whose proposed kind is right and is not.
    """

    boards: int = 0
    found: int = 0
    others: int = 0
    lost: int = 0
    errors: list[float] = field(default_factory=list)
    followed: list[float] = field(default_factory=list)
    treasures: list[int] = field(default_factory=lambda: [0, 0, 0])
    kinds: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, other: SetUp) -> None:
        """Count another group in."""
        for each in fields(SetUp):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            if each.name in ("treasures", "kinds"):
                theirs = [a + b for a, b in zip(mine, theirs, strict=True)]
            else:
                theirs = mine + theirs
            setattr(self, each.name, theirs)

    def follow(self, sights: Sequence[BoardSight], truth: Mapping[int, BoardPose]) -> None:
        """Count the boards located in one picture."""
        self.followed += [corner_error(sight.pose, truth[sight.seat]) for sight in sights]
        self.lost += len(truth) - len(sights)


def set_up(scene: Scene, empty: Pixels) -> SetUp:
    """Calibrate from the picture of the empty boards alone, however many there are."""
    tally = SetUp(boards=len(scene.empty.poses))
    try:
        boards = calibrate(Frame(empty, 0.0, 0), layout(4)).profile.boards
    except BoardNotFound:
        return tally
    for seat, pose in scene.empty.poses.items():
        errors = [min(corner_error(board.pose, pose), corner_error(board.pose, pose, 2)) for board in boards]
        nearest = int(np.argmin(errors))
        if errors[nearest] > NEAR:
            continue
        tally.found += 1
        tally.errors.append(errors[nearest])
        board = boards[nearest]
        is_turned = corner_error(board.pose, pose, 2) < corner_error(board.pose, pose)
        printed = {spot.cell: kind[0] for spot, kind in scene.empty.printed.items() if spot.seat == seat}
        _count_treasures(tally, _letters(board, is_turned), printed)
    tally.others = len(boards) - tally.found
    return tally


def corner_error(pose: BoardPose, truth: BoardPose, turn: int = 0) -> float:
    """The largest distance of a corner from the truth in spaces, after so many quarter turns of the truth."""
    corners = truth.corners_px(SIZE_WH)
    space_px = float(np.linalg.norm(corners[1] - corners[0]) / SIZE_WH[0])
    off = np.roll(pose.corners_px(SIZE_WH), turn, axis=0) - corners
    return float(np.linalg.norm(off, axis=1).max()) / space_px


def table(groups: Mapping[str, SetUp]) -> str:
    """A line a group."""
    lines = [
        f"{'':10}{'boards found':>14}{'others':>8}{'corners mean':>14}{'max':>8}{'followed mean':>15}{'max':>8}"
        f"{'lost':>6}{'treasures seen':>16}{'overlooked':>12}{'imagined':>10}{'kinds right':>13}"
    ]
    for name, tally in groups.items():
        seen, overlooked, imagined = tally.treasures
        still, moving = (f"{_mean(e):14.4f}{max(e, default=np.nan):8.4f}" for e in (tally.errors, tally.followed))
        lines.append(
            f"{name:10}{f'{tally.found}/{tally.boards}':>14}{tally.others:8}{still} {moving}{tally.lost:6}"
            f"{f'{seen}/{seen + overlooked}':>16}{overlooked:12}{imagined:10}{f'{tally.kinds[0]}/{seen}':>13}"
        )
    return "\n".join(lines)


def _count_treasures(tally: SetUp, read: Mapping[Cell, str], printed: Mapping[Cell, str]) -> None:
    seen = read.keys() & printed.keys()
    for column, cells in enumerate((seen, printed.keys() - seen, read.keys() - seen)):
        tally.treasures[column] += len(cells)
    right = sum(read[cell] == printed[cell] for cell in seen)
    tally.kinds[0] += right
    tally.kinds[1] += len(seen) - right


def _letters(board: BoardProfile, is_turned: bool) -> dict[Cell, str]:
    rows = [row[::-1] for row in board.floor[::-1]] if is_turned else board.floor
    return {Cell(r, c): letter for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != "."}


def _mean(errors: Sequence[float]) -> float:
    return float(np.mean(errors)) if errors else np.nan
