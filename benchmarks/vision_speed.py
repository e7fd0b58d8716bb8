"""How fast a table is seen, as ratios of one run: ``python benchmarks/vision_speed.py SCENE... [--rounds N]``.

One thread, caches evicted by a 96 MiB copy before each call, contenders interleaved, medians of processor time. The
units are taken in the same run: a plain copy of the picture, one remap of the board at 24 pixels a space, and OpenCV's
default ArUco detector on the whole picture.

Pictures are first brought to a width of 1332 pixels. Frames of a steady table are only sampled, but for a thorough look
after one second, eight more, and then once a minute: "steady frame" is the mean over the first minute at ten frames a
second, the median of either kind counted as often as it occurs; below it both are told by themselves. "Board located
again" is a look at a picture in which much lies otherwise than in the last one; where the board has not moved its print
is looked at once a second.

"One move" is what a change costs in play: the picture is looked at thoroughly and what differs from the last settled
board is explained. It shall take 15 ms at most where the ArUco detector takes 12.4 ms on a picture of this size: a
limit in milliseconds alone would be one of the machine. "Board read from nothing" forgets all that was known. "Cold
start" ends with the first board; without that limit everything in the picture is searched, in case another board lies
there.

SCENE is a folder with an empty board (``empty.jpg``, else ``step_00.jpg``), a ``step_01.jpg`` and a ``step_02.jpg``,
or a folder of such.
Of one scene all stages are told; of several the goals and the search of everything, a row a scene, and their
medians. A board that moved between its pictures is not located again but followed or found anew: that does not count.
In a row a scene without a ``step_01.jpg`` has its cold start only, and one whose board is not empty, or is not found,
says so; its cold start counts all the same.
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the launcher does

import cv2
import numpy as np

from calibration.capture import calibrate
from calibration.profile import Profile
from device.cameras.files import read_picture
from device.eyes import detector_of, follower_of
from engine.indian_summer.viewing import layout
from vision.explaining.palette import Palette
from vision.finding.boardfinder import find_boards
from vision.finding.grid_quick import clear_grid
from vision.finding.lattice import Gray, lattices
from vision.finding.quads import quick_quads
from vision.frame import Frame
from vision.memory.explained_anew import explained
from vision.pose import BoardNotFound, BoardPose
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, plane_size_wh, rectify
from vision.tracker import Tracker

_EVICTED_BYTES = 96 * 2**20
SEARCH = "search of everything"
EMPTY = "empty.jpg", "step_00.jpg"  # whichever is there
SIZE_WH, MOST_BOARDS = (9.0, 8.0), 4
WIDTH_PX = 1332
RATE_HZ, MINUTE_S = 10, 64
STEADY, SAMPLED, THOROUGH = "steady frame", "  a frame that is sampled", "  a thorough look at a steady table"
ONE_MOVE = "one move, looked at and explained"
GOALS = {
    STEADY: ("copy", 1.0),
    "board located again": ("remap", 2.5),
    "cold start": ("ArUco", 0.5),
    ONE_MOVE: ("ArUco", 1.2),
}


def main() -> int:
    """Measure, print the table; returns 0 when every goal is met, else 1."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenes", type=Path, nargs="+", metavar="SCENE")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    scenes = scenes_in(options.scenes)
    if not scenes:
        parser.error(f"no scene with an empty board ({', '.join(EMPTY)}) in {', '.join(map(str, options.scenes))}")
    if len(scenes) > 1:
        return compare(scenes, options.rounds)
    stages, share = contenders(scenes[0])
    medians = told(measure(stages, options.rounds), share)
    print(f"{'stage':34} {'ms':>8}  {'x copy':>7} {'x remap':>8} {'x ArUco':>8}")
    for name, seconds in medians.items():
        ratios = [seconds / medians[unit] for unit in ("copy", "remap", "ArUco")]
        print(f"{name:34} {1000 * seconds:8.2f}  {ratios[0]:7.2f} {ratios[1]:8.2f} {ratios[2]:8.2f}")
    missed = 0
    for name, (unit, goal) in GOALS.items():
        ratio = medians[name] / medians[unit]
        missed += ratio > goal
        print(f"goal {name}: {ratio:.2f} x {unit}, wanted at most {goal} {'met' if ratio <= goal else 'MISSED'}")
    return 1 if missed else 0


def compare(scenes: Sequence[Path], rounds: int) -> int:
    """Print the goals of every scene and their medians; returns 0 when every median meets its goal, else 1."""
    heads = [f"{name} x {unit}" for name, (unit, _) in GOALS.items()]
    print(f"{'scene':28} {'ArUco ms':>8}  " + "  ".join(heads) + f"  {SEARCH} ms")
    ratios: dict[str, list[float]] = {name: [] for name in GOALS}
    everything = []
    for scene in scenes:
        stages, share, note = goals_only(scene)
        medians = told(measure(stages, rounds), share)
        cells = []
        for head, (name, (unit, _)) in zip(heads, GOALS.items(), strict=True):
            ratio = medians[name] / medians[unit] if name in medians else None
            ratios[name] += [] if ratio is None else [ratio]
            cells.append(("-" if ratio is None else f"{ratio:.2f}").rjust(len(head)))
        everything.append(1000 * medians[SEARCH])
        row = "  ".join([f"{scene.name:28} {1000 * medians['ArUco']:8.2f}", *cells, f"{everything[-1]:6.0f} {note}"])
        print(row.rstrip(), flush=True)
    missed = 0
    for name, (unit, goal) in GOALS.items():
        middle, met = statistics.median(ratios[name] or [math.inf]), sum(ratio <= goal for ratio in ratios[name])
        missed += middle > goal
        counted = f"{met} of {len(ratios[name])} scenes at most {goal}"
        print(f"median {name}: {middle:.2f} x {unit}, {counted}, largest {max(ratios[name], default=math.inf):.2f}")
    print(f"median {SEARCH}: {statistics.median(everything):.0f} ms, largest {max(everything):.0f} ms")
    return 1 if missed else 0


def goals_only(scene: Path) -> tuple[dict[str, Callable[[], object]], float, str]:
    """What the goals of a scene need, by name, the share of thorough looks, and why some of it is missing."""
    empty = empty_board(scene)
    gray = lightness(empty)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    stages: dict[str, Callable[[], object]] = {
        "ArUco": lambda: detector.detectMarkers(gray),
        "cold start": lambda: looked_for(empty, 1),
        SEARCH: lambda: looked_for(empty, MOST_BOARDS),
    }
    step_path = scene / "step_01.jpg"
    try:
        board = calibrate(empty, layout(4)).profile.boards[0]
    except BoardNotFound:
        return stages, 0.0, "no empty board found"
    if not step_path.is_file():
        return stages, 0.0, ""
    step = picture(step_path)
    plain = plain_maps(board.pose, board.size_wh)
    stages["copy"] = lambda: step.pixels.copy()
    stages["remap"] = lambda: cv2.remap(step.pixels, *plain, cv2.INTER_LINEAR)
    profile = Profile((board,), empty.size_wh, "", board.pose.lens)
    steady, share = steady_stages(profile, step)
    stages |= steady
    if (scene / "step_02.jpg").is_file():
        stages[ONE_MOVE] = one_move(profile, [step, picture(scene / "step_02.jpg")])
    follower, turning = follower_of(board), alternately(empty, step)
    places = [follower.locate(next(turning)).pose for _ in range(4)]
    if places[2] is not places[3]:
        stages["board followed as it moves"] = lambda: follower.locate(next(turning))
        return stages, share, "board moved between the pictures"
    stages["board located again"] = lambda: follower.locate(next(turning))
    return stages, share, ""


def steady_stages(profile: Profile, step: Frame) -> tuple[dict[str, Callable[[], object]], float]:
    """Both kinds of looks at a table where nothing changes, and the share of thorough ones in its first minute."""
    noise = np.random.default_rng(1)
    still = [noisy(step, noise, n) for n in range(8)]

    def frames(apart_s: float) -> Iterator[Frame]:
        return (replace(still[n % 8], taken_at_s=apart_s * n, seq=n) for n in itertools.count())

    sampled, thorough, minute = (detector_of(profile) for _ in range(3))
    quick, slow = frames(1e-4), frames(100.0)
    for _ in range(3):
        sampled.glance(next(quick))
        thorough.glance(next(slow))
    looks = [minute.glance(frame).evidence for frame in itertools.islice(frames(1 / RATE_HZ), RATE_HZ * MINUTE_S)]
    rest = looks[RATE_HZ // 2 :]
    count = sum(one is not other for one, other in itertools.pairwise(rest))
    return {SAMPLED: lambda: sampled.glance(next(quick)), THOROUGH: lambda: thorough.glance(next(slow))}, count / len(
        rest
    )


def one_move(profile: Profile, steps: Sequence[Frame]) -> Callable[[], object]:
    """A look at one of two pictures of a board in turn, of which the other was settled before."""
    mover, turning = detector_of(profile), itertools.cycle((0, 1))
    settled = [explained(None, mover.glance(each).evidence[0], mover.roles, Palette(), {}) for each in steps]

    def move() -> object:
        now = next(turning)
        return explained(settled[1 - now], mover.glance(steps[now]).evidence[0], mover.roles, Palette(), {})

    return move


def told(medians: dict[str, float], share: float) -> dict[str, float]:
    """The medians with the mean over a minute of a steady table, of which this share of frames is looked at closely."""
    if SAMPLED not in medians:
        return medians
    mean = {STEADY: (1 - share) * medians[SAMPLED] + share * medians[THOROUGH]}
    names = [name for name in medians if name not in (SAMPLED, THOROUGH)]
    first = [name for name in names if name in ("copy", "remap", "ArUco")]
    kinds = {name: medians[name] for name in (SAMPLED, THOROUGH)}
    return {name: medians[name] for name in first} | mean | kinds | {name: medians[name] for name in names}


def alternately(one: Frame, other: Frame) -> Iterator[Frame]:
    """Two pictures in turn, ten a second."""
    for n in itertools.count():
        yield replace(other if n % 2 else one, taken_at_s=0.1 * n, seq=n)


def looked_for(frame: Frame, at_most: int) -> int:
    """How many boards are found."""
    try:
        return len(find_boards(frame, SIZE_WH, at_most=at_most))
    except BoardNotFound:
        return 0


def scenes_in(folders: Sequence[Path]) -> list[Path]:
    """These folders that are scenes, and the scenes in those that are not."""
    inside = [[each] if is_scene(each) else sorted(filter(is_scene, each.glob("*"))) for each in folders]
    return list(itertools.chain.from_iterable(inside))


def is_scene(folder: Path) -> bool:
    """Whether there is a picture of empty boards."""
    return any((folder / name).is_file() for name in EMPTY)


def empty_board(scene: Path) -> Frame:
    """The picture of a scene's empty boards."""
    return picture(next(scene / name for name in EMPTY if (scene / name).is_file()))


def picture(path: Path) -> Frame:
    """A picture at the width for which the goals are set."""
    frame = read_picture(path)
    width, height = frame.size_wh
    if width == WIDTH_PX:
        return frame
    size_wh = WIDTH_PX, round(height * WIDTH_PX / width)
    method = cv2.INTER_AREA if width > WIDTH_PX else cv2.INTER_LINEAR
    return replace(frame, pixels=np.asarray(cv2.resize(frame.pixels, size_wh, interpolation=method), np.uint8))


def contenders(scene: Path) -> tuple[dict[str, Callable[[], object]], float]:
    """What is measured, by name, and the share of thorough looks at a steady table."""
    empty = empty_board(scene)
    step = picture(scene / "step_01.jpg")
    profile = calibrate(empty, layout(4)).profile
    board = profile.boards[0]
    changing = detector_of(profile)
    steady, share = steady_stages(profile, step)
    noise = np.random.default_rng(1)
    still = [noisy(step, noise, n) for n in range(8)]
    follower, turning = follower_of(board), alternately(empty, step)
    follower.locate(next(turning))
    turns = {"change": 0}

    def next_frame(key: str, frames: list[Frame]) -> Frame:
        turns[key] += 1
        return frames[turns[key] % len(frames)]

    def settle() -> object:
        tracker = Tracker()
        for n in range(12):
            tracker.update(replace(changing.glance(still[n % 8]), taken_at_s=0.1 * n))
        return tracker.settled

    plain = plain_maps(board.pose, board.size_wh)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    gray = lightness(step)
    bare = lightness(empty)
    spaces = round(board.size_wh[0]), round(board.size_wh[1])
    cols, rows = board.size_wh
    around = [[-0.5, -0.5], [cols + 0.5, -0.5], [cols + 0.5, rows + 0.5], [-0.5, rows + 0.5]]
    rim = board.pose.project(np.array(around))
    lattice = next(lattices(bare, rim, spaces, -np.inf))
    stages: dict[str, Callable[[], object]] = {
        "copy": lambda: step.pixels.copy(),
        "remap": lambda: cv2.remap(step.pixels, *plain, cv2.INTER_LINEAR),
        "ArUco": lambda: detector.detectMarkers(gray),
        **steady,
        "board located again": lambda: follower.locate(next(turning)),
        "board seen from above": lambda: rectify(step.pixels, board.pose, board.size_wh),
        "board read from nothing": lambda: changing.read(next_frame("change", [empty, step])),
        ONE_MOVE: one_move(profile, [step, picture(scene / "step_02.jpg")]),
        "12 frames from new to settled": settle,
        "cold start": lambda: find_boards(empty, board.size_wh, at_most=1),
        "  first outlines": lambda: next(quick_quads(empty.pixels, spaces)),
        "  grid in one outline": lambda: list(itertools.islice(lattices(bare, rim, spaces, -np.inf), 2)),
        "  pose from few samples": lambda: clear_grid(bare, lattice, spaces, None),
        SEARCH: lambda: find_boards(empty, board.size_wh),
    }
    return stages, share


def lightness(frame: Frame) -> Gray:
    """As the finder of boards makes it."""
    return np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def plain_maps(pose: BoardPose, size_wh: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    """Where the pixels of a board at 24 a space lie, x and y, float32."""
    width, height = plane_size_wh(size_wh)
    xs = (np.arange(width) + 0.5) / PX_PER_SPACE - MARGIN_SPACES
    ys = (np.arange(height) + 0.5) / PX_PER_SPACE - MARGIN_SPACES
    where = pose.project(np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)).astype(np.float32)
    x, y = where.reshape(height, width, 2).transpose(2, 0, 1).copy()
    return x, y


def noisy(frame: Frame, noise: np.random.Generator, seq: int) -> Frame:
    """The frame as a camera would give it again."""
    grain = noise.normal(0.0, 2.0, frame.pixels.shape)
    return Frame(np.clip(frame.pixels + grain, 0, 255).astype(np.uint8), 0.1 * seq, seq)


def measure(stages: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Median processor seconds of each, rounds interleaved."""
    times: dict[str, list[float]] = {name: [] for name in stages}
    source, target = np.ones(_EVICTED_BYTES, np.uint8), np.empty(_EVICTED_BYTES, np.uint8)
    for _ in range(rounds):
        for name, stage in stages.items():
            np.copyto(target, source)
            start = time.process_time()
            stage()
            times[name].append(time.process_time() - start)
    return {name: statistics.median(taken) for name, taken in times.items()}


if __name__ == "__main__":
    sys.exit(main())
