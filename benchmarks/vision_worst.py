"""The worst readings of a benchmark run as pictures with a sentence each; see ``vision_accuracy.py --worst``."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from scene_truth import Picture

from engine.grid import Space
from vision.frame import Pixels

KEPT = 5
WRONG, UNKNOWN = 100, 1  # how bad a space is
COLORS = {"wrong": (0, 0, 255), "unknown": (0, 220, 255)}


@dataclass(frozen=True)
class Bad:
    """One picture that was not read right: each space with what lies there and what was read ("" for nothing)."""

    name: str
    picture: Picture
    pixels: Pixels
    spaces: tuple[tuple[Space, str, str], ...]
    settled: bool

    @property
    def score(self) -> int:
        """How bad it is."""
        return sum(WRONG if got else UNKNOWN for _, _, got in self.spaces)

    def sentence(self) -> str:
        """What happened, in a sentence."""
        if not self.settled:
            return f"{self.name}: the table never settled, so {len(self.spaces)} readable spaces count as unknown."
        wrong = [f"{space.cell} is {want} and was read as {got}" for space, want, got in self.spaces if got]
        unknown = [f"{space.cell} ({want})" for space, want, got in self.spaces if not got]
        parts = ["; ".join(wrong)] if wrong else []
        if unknown:
            more = f" and {len(unknown) - 6} more" if len(unknown) > 6 else ""
            parts.append(f"left unknown: {', '.join(unknown[:6])}{more}")
        return f"{self.name}: {'; '.join(parts)}."

    def drawn(self) -> Pixels:
        """The picture with the spaces framed: red where wrong, yellow where unknown."""
        canvas = self.pixels.copy()
        for space, want, got in self.spaces:
            pose = self.picture.poses[space.seat]
            row, col = space.cell
            corners = np.array([[col, row], [col + 1, row], [col + 1, row + 1], [col, row + 1]], np.float64)
            points = np.rint(pose.project(corners)).astype(np.int32)
            color = COLORS["wrong" if got else "unknown"]
            cv2.polylines(canvas, [points.reshape(-1, 1, 2)], True, color, 2, cv2.LINE_AA)
            at = (int(points[0, 0]) + 2, int(points[0, 1]) + 12)
            text = f"{want.rpartition('.')[2]}>{got.rpartition('.')[2] or '?'}"
            cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.36, (0, 0, 0), 3, cv2.LINE_AA)
            cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.36, color, 1, cv2.LINE_AA)
        return canvas


@dataclass
class Worst:
    """Keeps the worst pictures of a run, at most two of a scene: one bad piece is in all that follow."""

    kept: list[Bad] = field(default_factory=list)

    def add(self, bad: Bad) -> None:
        """Take one into account."""
        if bad.score == 0:
            return
        self.kept.append(bad)
        self.kept.sort(key=lambda one: -one.score)
        chosen: list[Bad] = []
        for one in self.kept:
            if sum(other.name.partition("/")[0] == one.name.partition("/")[0] for other in chosen) < 2:
                chosen.append(one)
        self.kept = chosen[:KEPT]

    def write(self, folder: Path) -> None:
        """Write the pictures and ``worst.txt`` with a sentence each."""
        folder.mkdir(parents=True, exist_ok=True)
        lines = []
        for number, bad in enumerate(self.kept, start=1):
            file = f"{number}_{bad.name.replace('/', '_').replace(', ', '_')}.jpg"
            cv2.imwrite(str(folder / file), bad.drawn())
            lines.append(f"{file}\n  {bad.sentence()}")
        (folder / "worst.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print("\n".join(["", f"the worst readings, in {folder}:", *lines] if lines else ["", "no reading went wrong"]))
