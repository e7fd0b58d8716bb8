"""The boards of the set-up: found in a picture or given by four corners, their treasures corrected, named and drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from calibration.capture import calibrate
from calibration.checks import number_of, treasures
from calibration.profile import KINDS, PLAIN, BoardProfile, Profile
from calibration.report import EMPTY, Calibration, Finding
from calibration.treasures import alike
from device.errors import RequestError
from device.setup.known import KnownBoards, Named
from engine.indian_summer.viewing import layout
from engine.sentence import say
from vision.frame import Frame
from vision.pose import BoardNotFound

LAYOUTS = layout(4)
EDGE_STEPS = 4  # points a space along a board's edge: enough to follow a bent line

Corners = tuple[tuple[float, float], ...]
"""Four points in pixels, far left first, clockwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """What is known of the boards in one picture: calibration, a name a board, and which of them a person has seen to.

    ``names`` holds the name that a board's treasures were recognised by or was given, "" for none.
    """

    calibration: Calibration
    names: tuple[str, ...]

    @property
    def profile(self) -> Profile:
        """The profile as it would be saved."""
        return self.calibration.profile


def look(frame: Frame, known: KnownBoards) -> Boards:
    """Find the empty boards in a picture; boards that are known get their names and their confirmed treasures.

    Raises:
        BoardNotFound: there is none, or not an empty one.
    """
    return _recognised(frame, calibrate(frame, LAYOUTS), known, may_turn=True)


def with_corners(frame: Frame, corners: Sequence[Corners], known: KnownBoards) -> Boards:
    """The same from four corners a board, refined on the printed grid where it agrees with them.

    Raises:
        BoardNotFound: four points are no board.
        RequestError: not one to four boards, or a point beside the picture.
    """
    if not 1 <= len(corners) <= len(LAYOUTS):
        raise RequestError(
            say("Give the corners of one to {most} boards, not of {found}.", most=len(LAYOUTS), found=len(corners))
        )
    width, height = frame.size_wh
    for x, y in (point for board in corners for point in board):
        if not (math.isfinite(x) and math.isfinite(y) and 0 <= x <= width and 0 <= y <= height):
            raise RequestError(say("A corner lies beside the picture. Drag it onto a corner of the printed grid."))
    try:
        calibration = calibrate(frame, LAYOUTS, corners_px=np.array(corners, np.float64))
    except np.linalg.LinAlgError as error:
        raise BoardNotFound(say("These four corners are no board.")) from error
    return _recognised(frame, calibration, known, may_turn=False)


def with_floor(boards: Boards, index: int, floor: Sequence[str], name: str) -> Boards:
    """The same with one board's treasures and name as a person confirmed them.

    Raises:
        RequestError: there is no such board, or the floor is not one.
    """
    board = board_at(boards, index)
    cols, rows = round(board.size_wh[0]), round(board.size_wh[1])
    if len(floor) != rows or any(len(row) != cols or set(row) - set(KINDS + PLAIN) for row in floor):
        raise RequestError(
            say("A floor is {rows} rows of {cols} letters of {kinds}.", rows=rows, cols=cols, kinds=KINDS + PLAIN)
        )
    sure = tuple((1.0,) * cols for _ in range(rows))
    changed = replace(board, floor=tuple(floor), floor_confidence=sure)
    every = tuple(changed if n == index else other for n, other in enumerate(boards.profile.boards))
    profile = replace(boards.profile, boards=every)
    names = tuple(name if n == index else other for n, other in enumerate(boards.names))
    confirmed = replace(treasures(changed), board=number_of(changed, profile))
    report = tuple(confirmed if told.name == confirmed.name else told for told in boards.calibration.report)
    return Boards(Calibration(profile, report), names)


def turned(boards: Boards, index: int) -> Corners:
    """One board's corners with the other long side taken as the far one: its grid looks the same both ways up."""
    far_left, far_right, near_right, near_left = corners_of(board_at(boards, index))
    return (near_right, near_left, far_left, far_right)


def swapped(boards: Boards, index: int, other: int) -> Boards:
    """The same with two boards given to each other's players, with all that was found and confirmed there.

    Raises:
        RequestError: there is no such board.
    """
    profiles, names = list(boards.profile.boards), list(boards.names)
    here, there = board_at(boards, index), board_at(boards, other)
    profiles[index], profiles[other] = replace(there, seat=here.seat), replace(here, seat=there.seat)
    names[index], names[other] = names[other], names[index]
    numbers = {here.seat + 1: there.seat + 1, there.seat + 1: here.seat + 1, None: None}
    report = tuple(
        replace(finding, board=numbers.get(finding.board, finding.board)) for finding in boards.calibration.report
    )
    return Boards(Calibration(replace(boards.profile, boards=tuple(profiles)), report), tuple(names))


def board_at(boards: Boards, index: int) -> BoardProfile:
    """One of the boards; raises RequestError where there is no such one."""
    if not 0 <= index < len(boards.profile.boards):
        raise RequestError(say("There is no board {number} in the picture.", number=index + 1))
    return boards.profile.boards[index]


def corners_of(board: BoardProfile) -> Corners:
    """Where a board's corners are."""
    return tuple((float(x), float(y)) for x, y in board.pose.corners_px(board.size_wh))


def as_json(boards: Boards) -> list[Mapping[str, object]]:
    """The boards for a page that draws them over the picture; everything in pixels of the camera's picture."""
    return [_board_json(board, name) for board, name in zip(boards.profile.boards, boards.names, strict=True)]


def checks_json(calibration: Calibration) -> list[Mapping[str, object]]:
    """The findings: which board (from 1, None for all), what was looked at, value, verdict, sentence and spaces."""
    alone = len(calibration.profile.boards) == 1
    return [
        {
            "board": finding.board or (1 if alone and finding.name != "lens" else None),
            "check": finding.check,
        }
        | finding.json()
        for finding in calibration.report
    ]


def _recognised(frame: Frame, calibration: Calibration, known: KnownBoards, *, may_turn: bool) -> Boards:
    found = {board.seat: known.named(frame, board, may_turn=may_turn) for board in calibration.profile.boards}
    profile = replace(calibration.profile, boards=tuple(each.board for each in found.values()))
    only = next(iter(found.values())) if len(found) == 1 else None
    report = tuple(
        _confirmed(finding, only if finding.board is None else found.get(finding.board - 1))
        for finding in calibration.report
    )
    return Boards(Calibration(profile, report), tuple(each.name for each in found.values()))


def _confirmed(finding: Finding, named: Named | None) -> Finding:
    """The finding about a board that is known: its treasures have been confirmed, its empty print has been seen."""
    if named is None or not named.name:
        return finding
    if finding.check == "treasures":
        return replace(treasures(named.board), board=finding.board)
    if finding.check == EMPTY and named.emptiness is not None:
        return replace(named.emptiness, board=finding.board)
    return finding


@lru_cache(maxsize=16)
def _alike(board: BoardProfile) -> Sequence[Sequence[int]]:
    return alike(board.picture, board.px_per_unit, board.margin, board.size_wh)


def _board_json(board: BoardProfile, name: str) -> Mapping[str, object]:
    cols, rows = round(board.size_wh[0]), round(board.size_wh[1])
    across, down = np.linspace(0, cols, cols * EDGE_STEPS + 1), np.linspace(0, rows, rows * EDGE_STEPS + 1)
    edge = [(x, 0.0) for x in across] + [(cols, y) for y in down]
    edge += [(x, float(rows)) for x in across[::-1]] + [(0.0, y) for y in down[::-1]]
    middles = [(col + 0.5, row + 0.5) for row in range(rows) for col in range(cols)]
    return {
        "seat": board.seat,
        "name": name,
        "cols": cols,
        "rows": rows,
        "corners": [[round(x, 1), round(y, 1)] for x, y in corners_of(board)],
        "edge": board.pose.project(np.array(edge, np.float64)).round(1).tolist(),
        "middles": board.pose.project(np.array(middles, np.float64)).round(1).tolist(),
        "floor": list(board.floor),
        "sure": [[round(value, 2) for value in row] for row in board.floor_confidence],
        "alike": [list(row) for row in _alike(board)],
        "residual": round(board.pose.residual_cells, 4),
    }
