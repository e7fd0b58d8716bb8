"""How many boards of other games are taken for one of ours: ``benchmarks/other_games.py [--number N] [--seed S]``.

Draws N pictures of each style of board, none of them with 9 x 8 spaces, and prints a row a style: in how many a board
was found, and the numbers of those. Then come boards that do have 9 x 8 spaces between printed lines, with how many of
those are found and their corner errors in spaces: strict on one side must not mean blind on the other. A picture is the
same whenever its seed, style and number are. ``--worst DIR`` writes the pictures that were judged wrong, with what was
found drawn in. ``--photos FILE ...`` looks at photographs of other games instead, N views of each: from another side,
nearer or so near that the board leaves the picture, lighter or darker, and noisier.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("OMP_NUM_THREADS", "1")

import cv2
import numpy as np
from game_boards import BOARDS, Random, Style, lines, ruled_chequers, spaces_of_another_game
from game_cards import CARDS
from game_forests import forest
from game_grounds import GROUNDS, PAPERS
from game_pictures import FRAME_WH, Seen, filling, on_a_table, whole_on_a_table
from game_sets import SETS, painted

from vision.finding.boardfinder import find_boards
from vision.frame import Frame, Pixels
from vision.pose import BoardNotFound, BoardPose, Points

SIZE_WH = (9.0, 8.0)
SPACES = 9, 8
FOUND = 0.5  # spaces within which all corners must be
ON_A_TABLE: dict[str, Style] = {**BOARDS, **SETS, **CARDS, **PAPERS}
OTHERS: tuple[str, ...] = (*ON_A_TABLE, *GROUNDS)
LIKE_OURS: dict[str, Style] = {style.__name__: style for style in (lines, ruled_chequers, painted, forest)}
FILLING = 0.3  # share of the papers and mats that fill the picture


NEARER = 0.6, 1.6  # by how much larger a photograph is seen than the picture is
LEANING = 2e-4  # of a pixel's distance from the corner, by which it is seen smaller there at most


class Looked(NamedTuple):
    """What was found in a picture and how long that took, in milliseconds of processor time."""

    seen: Seen
    poses: tuple[BoardPose, ...]
    ms: float


def looked(seen: Seen) -> Looked:
    """Look for boards of ours in a picture."""
    start = time.process_time()
    try:
        poses = find_boards(Frame(seen.pixels, 0.0, 0), SIZE_WH)
    except BoardNotFound:
        poses = ()
    return Looked(seen, poses, 1000 * (time.process_time() - start))


def chance(seed: int, style: str, number: int) -> Random:
    """The random numbers of one picture."""
    return np.random.default_rng((seed, zlib.crc32(style.encode()), number))


def another(seed: int, style: str, number: int) -> Seen:
    """One picture of another game, or of what else there is on tables."""
    random = chance(seed, style, number)
    spaces = spaces_of_another_game(random)
    if style in GROUNDS:
        return filling(random, GROUNDS[style](random, spaces))
    view = filling if style in PAPERS and random.random() < FILLING else on_a_table
    return view(random, ON_A_TABLE[style](random, spaces))


def viewed(photograph: Pixels, random: Random) -> Seen:
    """A photograph as another camera would have taken it; what it does not show is mirrored at its edges."""
    height, width = photograph.shape[:2]
    scale = random.uniform(*NEARER) * min(FRAME_WH[0] / width, FRAME_WH[1] / height)
    turned = np.eye(3)
    turned[:2] = cv2.getRotationMatrix2D((width / 2, height / 2), random.uniform(0, 360), scale)
    turned[:2, 2] += (np.array(FRAME_WH) - (width, height)) / 2 + random.uniform(-80, 80, 2)
    leaning = np.eye(3)
    leaning[2, :2] = random.uniform(-LEANING, LEANING, 2)
    seen = cv2.warpPerspective(
        photograph, leaning @ turned, FRAME_WH, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT
    )
    seen = seen * random.uniform(0.5, 1.3) + random.normal(0, random.uniform(0, 6), seen.shape)
    return Seen(np.clip(seen, 0, 255).astype(np.uint8), np.zeros((0, 2)))


def one_of_ours(seed: int, style: str, number: int) -> Seen:
    """One picture of a board of our size."""
    random = chance(seed, style, number)
    return whole_on_a_table(random, LIKE_OURS[style](random, SPACES))


def error(pose: BoardPose, truth: Points) -> float:
    """The largest distance of a corner from the truth in spaces, at the better of both half turns."""
    space = np.linalg.norm(truth[1] - truth[0]) / SPACES[0]
    seen = pose.corners_px(SIZE_WH)
    return float(min(np.linalg.norm(np.roll(seen, turn, axis=0) - truth, axis=1).max() for turn in (0, 2)) / space)


def write(folder: Path | None, name: str, found: Looked) -> None:
    """A picture with what was found in it, if there is a folder to write to."""
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    drawn = found.seen.pixels.copy()
    for pose in found.poses:
        corners = np.rint(pose.corners_px(SIZE_WH)).astype(np.int32)
        cv2.polylines(drawn, [corners], True, (0, 0, 255), 2, cv2.LINE_AA)
    cv2.imwrite(str(folder / f"{name}.jpg"), drawn)


def others_row(style: str, options: argparse.Namespace) -> tuple[int, str]:
    """How many pictures of a style were taken for a board of ours, and that in words."""
    taken: list[str] = []
    times: list[float] = []
    for number in range(options.number):
        found = looked(another(options.seed, style, number))
        times.append(found.ms)
        if found.poses:
            taken.append(str(number))
            write(options.worst, f"{style}-{options.seed}-{number}", found)
    return len(taken), f"{style:20} {len(taken):4} of {options.number:<4} {np.mean(times):7.0f}  {' '.join(taken)}"


def photograph_row(path: Path, options: argparse.Namespace) -> str:
    """In how many views of a photograph a board of ours was found."""
    photograph = cv2.imread(str(path))
    if photograph is None:
        raise FileNotFoundError(f"{path} is not a picture")
    taken, times, random = list[str](), list[float](), np.random.default_rng(options.seed)
    for number in range(options.number):
        found = looked(viewed(np.asarray(photograph, np.uint8), random))
        times.append(found.ms)
        if found.poses:
            taken.append(str(number))
            write(options.worst, f"{path.stem}-{options.seed}-{number}", found)
    return f"{path.stem:20} {len(taken):4} of {options.number:<4} {np.mean(times):7.0f}  {' '.join(taken)}"


def ours_row(style: str, options: argparse.Namespace) -> str:
    """How many boards of ours were found, how far off their corners are, and the numbers of those that were not."""
    missed: list[str] = []
    errors: list[float] = []
    times: list[float] = []
    for number in range(options.number):
        found = looked(one_of_ours(options.seed, style, number))
        times.append(found.ms)
        off = min((error(pose, found.seen.corners) for pose in found.poses), default=np.inf)
        if off < FOUND:
            errors.append(off)
        else:
            missed.append(str(number))
            write(options.worst, f"ours-{style}-{options.seed}-{number}", found)
    mean, most = (np.mean(errors), np.max(errors)) if errors else (np.nan, np.nan)
    counts = f"{len(errors):4} of {options.number:<4} {np.mean(times):7.0f}"
    return f"{style:20} {counts}  {mean:.4f} {most:.4f}  {' '.join(missed)}"


def chosen(styles: Iterable[str], named: list[str]) -> list[str]:
    """Those of some styles that are named, or all."""
    return [style for style in styles if not named or style in named]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=40, help="pictures of each style")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--styles", nargs="+", default=[], choices=sorted(OTHERS), help="these styles only")
    parser.add_argument("--worst", type=Path, metavar="DIR", help="where to write pictures that were judged wrong")
    parser.add_argument("--photos", nargs="+", default=[], type=Path, metavar="FILE", help="look at these instead")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print(f"{'other games':20}     taken         ms  which")
    if options.photos:
        print(*(photograph_row(path, options) for path in options.photos), sep="\n")
        return
    total = 0
    others = chosen(OTHERS, options.styles)
    for style in others:
        count, row = others_row(style, options)
        print(row, flush=True)
        total += count
    print(f"{'all':20} {total:4} of {options.number * len(others)}")
    print(f"\n{'of 9 x 8 spaces':20}     found         ms  mean   max     missed")
    for style in chosen(LIKE_OURS, options.styles):
        print(ours_row(style, options), flush=True)


if __name__ == "__main__":
    main()
