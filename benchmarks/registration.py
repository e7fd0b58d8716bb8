"""How well boards are found without cards: ``python benchmarks/registration.py FOLDER [--all]``.

FOLDER holds one folder a scene with pictures and their truth (JSON beside each picture, ``boards[].grid_corners_px``).
Prints a row a scene: boards found, mean and largest corner error in spaces (up to the half turn that a grid does not
tell), milliseconds of processor time on one thread.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("OMP_NUM_THREADS", "1")

import cv2
import numpy as np

from vision.boardfinder import find_boards
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose, Points

SIZE_WH = (9.0, 8.0)


def empty_picture(scene: Path) -> list[Path]:
    """The picture of the empty board: ``empty`` where there is one, else ``step_00``; none is named and left out."""
    for name in ("empty.jpg", "empty.png", "step_00.jpg", "step_00.png"):
        if (scene / name).exists():
            return [scene / name]
    print(f"{scene.name}: neither empty nor step_00")
    return []


def corner_errors(pose: BoardPose, truth: Points) -> Points:
    """Distance of the four corners from the truth in spaces, at the better of both half turns, float64 (4,)."""
    space = np.linalg.norm(truth[1] - truth[0]) / SIZE_WH[0]
    seen = pose.corners_px(SIZE_WH)
    both = [np.linalg.norm(np.roll(seen, turn, axis=0) - truth, axis=1) / space for turn in (0, 2)]
    return np.asarray(min(both, key=lambda errors: float(errors.max())))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--all", action="store_true", help="every picture, not only the empty board")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print(f"{'picture':44} found  mean   max  residual    ms")
    total, seen_boards, errors = 0, 0, []
    for scene in sorted(path for path in options.folder.iterdir() if path.is_dir()):
        names = sorted(scene.glob("*.jpg")) if options.all else empty_picture(scene)
        for picture in names:
            truth = json.loads(picture.with_suffix(".json").read_text(encoding="utf-8"))
            boards = [np.array(board["grid_corners_px"]) for board in truth["boards"]]
            frame = Frame(np.asarray(cv2.imread(str(picture)), np.uint8), 0.0, 0)
            poses: tuple[BoardPose, ...] = ()
            start, note = time.process_time(), ""
            try:
                poses = find_boards(frame, SIZE_WH)
            except BoardNotFound as missing:
                note = str(missing)
            ms = 1000 * (time.process_time() - start)
            found = []
            for corners in boards:
                nearest = min((corner_errors(pose, corners) for pose in poses), key=np.max, default=None)
                if nearest is not None and nearest.max() < 0.5:
                    found.append(nearest)
            total, seen_boards = total + len(boards), seen_boards + len(found)
            errors.extend(found)
            extra = f"  {len(poses) - len(found)} not a board" if len(poses) > len(found) else ""
            mean, most = (np.mean(found), np.max(found)) if found else (np.nan, np.nan)
            residual = max((pose.residual_cells for pose in poses), default=np.nan)
            label = f"{scene.name}/{picture.stem}"
            figures = f"{len(found)}/{len(boards)}  {mean:.3f}  {most:.3f}  {residual:.4f}  {ms:6.0f}"
            print(f"{label:44} {figures}{extra} {note}")
    if errors:
        print(
            f"boards found {seen_boards} of {total}; corner error mean {np.mean(errors):.4f}, max {np.max(errors):.4f}"
        )


if __name__ == "__main__":
    main()
