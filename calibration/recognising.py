"""Boards that were given a name are known again, wherever and however they lie.

A board is recognised by its print (``vision.following.likeness``), which also tells which way up it lies; its grid does
not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.board_library import BoardLibrary, NamedBoard
from calibration.checks import empty, number_of, treasures
from calibration.covering import bare_of_known, covering_of_known
from calibration.profile import BoardProfile
from calibration.report import EMPTY, Calibration, Finding, Verdict
from engine.grid import Cell
from engine.sentence import listed, say, say_number
from vision.following.likeness import Likeness
from vision.following.mark_lock import half_turn
from vision.frame import Frame
from vision.pose import BoardPose

ALIKE = 0.35  # least share of the print that agrees; a bare board agrees by 0.6 and more, another one by 0.03
RIVAL = 2.0  # by how much it must agree better than every other board, and than the same one turned


@dataclass(frozen=True, slots=True)
class Recognised:
    """Which board lies there, whether it lies turned by half a turn, and the share of its print that agrees, 0 to 1."""

    board: NamedBoard
    turned: bool
    share: float


def recognise(
    boards: Sequence[NamedBoard], frame: Frame, pose: BoardPose, size_wh: tuple[float, float]
) -> Recognised | None:
    """Which of these boards lies, empty, at this pose; None where it is none of them or cannot be told for sure."""
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
    last = len(floor) - 1, len(floor[0]) - 1
    covered = tuple(sorted(Cell(last[0] - row, last[1] - col) for row, col in board.covered))
    return replace(board, pose=pose, picture=picture, floor=floor, floor_confidence=sure, covered=covered)


def without_bare(frame: Frame, board: BoardProfile, recognised: Recognised) -> BoardProfile:
    """The board without those of its covered spaces that show its own empty print; arguments as ``emptiness``."""
    likeness = recognised.board.likeness()
    bare = bare_of_known(frame.pixels, board, likeness, turned=_lies_turned(frame, board, likeness))
    return replace(board, covered=tuple(cell for cell in board.covered if cell not in bare))


def _lies_turned(frame: Frame, board: BoardProfile, likeness: Likeness) -> bool:
    """Whether its print was seen from the other side when it was named."""
    shares = [likeness.share(frame.pixels, way) for way in (board.pose, half_turn(board.pose, board.size_wh))]
    return bool(shares[1] > shares[0])


def emptiness(frame: Frame, board: BoardProfile, recognised: Recognised) -> Finding:
    """Whether something lies on a board that was recognised, by the empty print that is known of it.

    ``board`` is as ``known`` gave it. Where spaces look otherwise it may as well be another board, which has the same
    ground and other icons. What is covered beyond doubt is so, though a smooth thing says nothing of its print.
    """
    likeness = recognised.board.likeness()
    found = covering_of_known(frame.pixels, board, likeness, turned=_lies_turned(frame, board, likeness))
    cells = tuple(sorted({*found.cells, *board.covered}))
    if not cells:
        return empty(found)
    text = say_number(
        len(cells),
        "space looks otherwise than on the empty {name}, {cells}: take off what lies there; if nothing does, it is "
        "another board: give it a name and check its treasures",
        "spaces look otherwise than on the empty {name}, {cells}: take off what lies there; if nothing does, it is "
        "another board: give it a name and check its treasures",
        name=recognised.board.name,
        cells=listed([str(cell) for cell in cells]),
    )
    return Finding(EMPTY, len(cells), Verdict.POOR, text, cells)


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
        boards.append(board if found is None else without_bare(frame, known(board, found, may_turn=may_turn), found))
        if found is not None:
            number = number_of(board, profile)
            text = say("of its print agrees: recognised as {name}", name=found.board.name)
            report.append(Finding("known", round(found.share, 3), Verdict.GOOD, text, board=number))
            again = (treasures(boards[-1]), emptiness(frame, boards[-1], found))
            told = {(number, each.check): replace(each, board=number) for each in again}
            report = [told.get((finding.board, finding.check), finding) for finding in report]
    return Calibration(replace(profile, boards=tuple(boards)), tuple(report))
