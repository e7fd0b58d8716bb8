"""How well single pictures are read, as ``leafwatch read`` does: ``benchmarks/still_pictures.py FOLDER... [--list]``.

Every picture of a scene without a hand is read by itself, from the calibration of its empty boards, as if nothing had
been seen before: all pieces come in one look. Spots count when at most a tenth of them is hidden.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from scene_truth import Picture, Scene, scenes
from vision_accuracy import fits

from calibration.capture import calibrate
from calibration.profile import Profile
from device.eyes import detector_of
from engine.game import Reading, Spot
from vision.frame import Frame
from vision.pose import BoardNotFound

SIZE_WH = 9.0, 8.0


def main() -> None:
    """Print right, unknown and wrong spots by difficulty."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--list", action="store_true", help="name every spot that was read wrong")
    options = parser.parse_args()
    totals: dict[str, np.ndarray] = defaultdict(lambda: np.zeros(5, int))
    for scene in scenes(options.folders):
        profile = profile_of(scene)
        for picture in scene.pictures:
            if not picture.hand and not picture.before_move:
                totals[scene.difficulty] += judged(picture, profile, options.list)
    print(f"{'':10}{'pictures':>9}{'right':>9}{'unknown':>9}{'wrong':>7}{'% unk':>7}{'none wrong':>12}")
    for group, (pictures, right, unknown, wrong, clean) in sorted(totals.items()):
        share = 100 * unknown / max(right + unknown + wrong, 1)
        print(f"{group:10}{pictures:9}{right:9}{unknown:9}{wrong:7}{share:7.2f}{100 * clean / pictures:11.1f}%")


def profile_of(scene: Scene) -> Profile:
    """The calibration of a scene, its boards given so that they lie as the truth has them."""
    corners = np.stack([pose.corners_px(SIZE_WH) for _, pose in sorted(scene.empty.poses.items())])
    return calibrate(Frame(scene.empty.pixels(), 0.0, 0), scene.layouts(), corners_px=corners).profile


def judged(picture: Picture, profile: Profile, complain: bool) -> np.ndarray:
    """One picture; its spots right, unknown and wrong; one if none is wrong."""
    try:
        readings = detector_of(profile).read(Frame(picture.pixels(), 0.0, 0)).readings
    except BoardNotFound:
        readings = {}
    counts = counted(picture, readings, complain)
    return np.array([1, *counts, int(counts[2] == 0)])


def counted(picture: Picture, readings: Mapping[Spot, Reading], complain: bool) -> tuple[int, int, int]:
    """The spots right, unknown and wrong; the wrong ones are named if somebody complains."""
    counts = [0, 0, 0]
    for spot in sorted(picture.readable):
        reading, want = readings.get(spot), picture.surfaces[spot]
        column = 1 if reading is None else 0 if fits(reading.surface, want) else 2
        counts[column] += 1
        if complain and column == 2 and reading is not None:
            print(f"  {picture.path.parent.name}/{picture.path.stem}: {spot} is {want}, read {reading.surface}")
    return counts[0], counts[1], counts[2]


if __name__ == "__main__":
    main()
