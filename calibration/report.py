"""What calibration found, said so that a person can act on it: as findings, as text, as JSON and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from calibration.glare import glare_rows
from calibration.profile import BoardProfile, Profile
from engine.grid import Cell
from vision.frame import Frame, Pixels

FORMAT = "leafwatch-calibration/1"


class Verdict(Enum):
    """How good a finding is for play."""

    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"


EMPTY = "empty"
"""The check that tells whether something lies on a board."""

COLORS = {Verdict.GOOD: (120, 220, 120), Verdict.FAIR: (80, 200, 255), Verdict.POOR: (80, 80, 255)}
"""Blue, green, red of the verdicts in a picture; the word is always written too."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was measured: its value (None where it could not be), a verdict, and what to do in a sentence.

    ``cells`` are the spaces of a board that it is about, where it is not about the whole. ``board`` is which board,
    counted from 1; None where there is but one, or where it is about none in particular.
    """

    check: str
    value: float | None
    verdict: Verdict
    text: str
    cells: tuple[Cell, ...] = ()
    board: int | None = None

    @property
    def name(self) -> str:
        """What was looked at, and on which board."""
        return self.check if self.board is None else f"board {self.board} {self.check}"

    def json(self) -> dict[str, object]:
        """What was found, in the words that every form has in common; what it is about stands beside it."""
        return {
            "value": self.value,
            "verdict": self.verdict.value,
            "text": self.text,
            "cells": [str(cell) for cell in self.cells],
        }


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """A profile and what was found while it was made."""

    profile: Profile
    report: tuple[Finding, ...]

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of all findings."""
        order = (Verdict.POOR, Verdict.FAIR, Verdict.GOOD)
        return min((finding.verdict for finding in self.report), key=order.index, default=Verdict.GOOD)

    def text(self) -> str:
        """The report in lines: a line a finding, then the floor of every board as it was read."""
        lines = [f"{f.verdict.value:5} {f.name:18} {_figure(f.value):>8}  {f.text}" for f in self.report]
        for board in self.profile.boards:
            lines += ["", f"board {board.seat + 1}: printed treasures as read, far side first", *board.floor]
        return "\n".join(lines)

    def json(self) -> dict[str, object]:
        """The report in the form ``leafwatch-calibration/1``."""
        return {
            "format": FORMAT,
            "verdict": self.verdict.value,
            "boards": [board_json(board) for board in self.profile.boards],
            "findings": [{"name": finding.name} | finding.json() for finding in self.report],
        }


def board_json(board: BoardProfile) -> dict[str, object]:
    """One board in the report's JSON."""
    return {
        "player": board.seat,
        "corners_px": board.pose.corners_px(board.size_wh).round(2).tolist(),
        "residual_cells": round(board.pose.residual_cells, 5),
        "floor": list(board.floor),
        "floor_confidence": [[round(value, 3) for value in row] for row in board.floor_confidence],
        "glare": list(glare_rows(board)),
    }


def draw(frame: Frame, calibration: Calibration) -> Pixels:
    """The picture with all that was found drawn in.

    Grid, far side, seat and printed treasures of every board, a cross on each space with glare, and a frame with a
    question mark round each that looks covered; the rest stays as it was.
    """
    canvas = frame.pixels.copy()
    for board in calibration.profile.boards:
        draw_board(canvas, board)
        draw_glare(canvas, board)
        for finding in calibration.report:
            if finding.check == EMPTY and finding.board in (None, board.seat + 1):
                draw_covered(canvas, board, finding)
    return canvas


def draw_covered(canvas: Pixels, board: BoardProfile, finding: Finding) -> None:
    """Frame the spaces that look covered, in place, in the color of the verdict."""
    scale = max(0.4, np.ptp(board.pose.corners_px(board.size_wh)[:, 0]) / 1000)
    near, far = 0.08, 0.92
    for row, col in finding.cells:
        frame = [(col + x, row + y) for x, y in ((near, near), (far, near), (far, far), (near, far), (near, near))]
        polyline(canvas, board, frame, COLORS[finding.verdict], 3)
        label(canvas, board, (col + 0.75, row + 0.7), "?", scale)


def draw_glare(canvas: Pixels, board: BoardProfile) -> None:
    """Cross out the spaces that mirror a lamp or a window, in place."""
    for row, letters in enumerate(glare_rows(board)):
        for col, letter in enumerate(letters):
            if letter == "#":
                polyline(canvas, board, [(col + 0.2, row + 0.2), (col + 0.8, row + 0.8)], COLORS[Verdict.POOR], 2)
                polyline(canvas, board, [(col + 0.8, row + 0.2), (col + 0.2, row + 0.8)], COLORS[Verdict.POOR], 2)


def with_findings(canvas: Pixels, report: Sequence[Finding]) -> Pixels:
    """The picture with a strip below it: all findings with their sentences, in the colors of their verdicts."""
    scale = max(0.35, canvas.shape[1] / 2600)
    height, margin = round(36 * scale), 8
    order = (Verdict.POOR, Verdict.FAIR, Verdict.GOOD)
    lines = [
        (part if first else f"      {part}", finding.verdict)
        for finding in sorted(report, key=lambda each: order.index(each.verdict))
        for first, part in _wrapped(
            f"{finding.verdict.value:5} {finding.name} {_figure(finding.value)} {finding.text}",
            scale,
            canvas.shape[1] - 2 * margin,
        )
    ]
    strip = np.full((height * len(lines) + 12, canvas.shape[1], 3), 24, np.uint8)
    for row, (line, verdict) in enumerate(lines, start=1):
        at = margin, height * row
        cv2.putText(strip, line, at, cv2.FONT_HERSHEY_SIMPLEX, scale, COLORS[verdict], 1, cv2.LINE_AA)
    return np.concatenate([canvas, strip])


def _wrapped(text: str, scale: float, width: int) -> list[tuple[bool, str]]:
    """The text in lines that fit, each with whether it is the first; a word that does not fit stands alone."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        (wide, _), _ = cv2.getTextSize(f"      {longer}", cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
        if wide <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return [(number == 0, line) for number, line in enumerate(lines)]


def draw_board(canvas: Pixels, board: BoardProfile) -> None:
    """Draw one board into a picture, in place."""
    cols, rows = round(board.size_wh[0]), round(board.size_wh[1])
    lines = [np.array([[x, y] for y in np.linspace(0, rows, 4 * rows + 1)], np.float64) for x in range(cols + 1)]
    lines += [np.array([[x, y] for x in np.linspace(0, cols, 4 * cols + 1)], np.float64) for y in range(rows + 1)]
    for line in lines:
        polyline(canvas, board, line, (255, 255, 0), 1)
    polyline(canvas, board, np.array([[0, 0], [cols, 0]], np.float64), (0, 140, 255), 3)  # the far side
    scale = max(0.4, np.ptp(board.pose.corners_px(board.size_wh)[:, 0]) / 1000)
    label(canvas, board, (cols / 2, -0.25), f"{board.seat + 1}", 1.4 * scale)
    for row, letters in enumerate(board.floor):
        for col, letter in enumerate(letters):
            if letter != ".":
                label(canvas, board, (col + 0.2, row + 0.25), letter, scale)


def polyline(
    canvas: Pixels,
    board: BoardProfile,
    units: Sequence[Sequence[float]] | np.ndarray,
    color: tuple[int, int, int],
    width: int,
) -> None:
    """A line through points in board units, smooth to a sixteenth of a pixel."""
    points = np.rint(board.pose.project(np.asarray(units, np.float64)) * 16).astype(np.int32)
    cv2.polylines(canvas, [points.reshape(-1, 1, 2)], False, color, width, cv2.LINE_AA, 4)


def label(canvas: Pixels, board: BoardProfile, units: tuple[float, float], text: str, scale: float) -> None:
    """A short text centred on a point in board units, light on dark so that it reads on any ground."""
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 2)
    x, y = board.pose.project(np.array([units], np.float64))[0]
    at = int(x - width / 2), int(y + height / 2)
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), 4, cv2.LINE_AA)
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (255, 255, 255), 1, cv2.LINE_AA)


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.4g}"
