"""What is known after a plug was pulled: ``benchmarks/restarts.py FOLDER... [--list]``.

At every picture of a scene without a hand a new tracker is told what lies there, as it is from the journal after a
restart, and reads that picture and the next one, with whatever was laid meanwhile. Spots count when at most a tenth of
them is hidden; a move is read when all that it changed is.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from numpy.typing import NDArray
from scene_truth import Picture, Scene, scenes
from still_pictures import counted
from vision_accuracy import PERIOD_S, SHOWN_S, calibrated, fits

from engine.game import Reading, Spot
from vision.frame import Frame
from vision.observation import Observation
from vision.tracker import Tracker

LOOKS = round(SHOWN_S / PERIOD_S)


class Seen(NamedTuple):
    """A picture and what a detector observes in it."""

    picture: Picture
    observed: Observation


def main() -> None:
    """Print right, unknown and wrong spots of the first and the second picture, and the moves, by difficulty."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--list", action="store_true", help="name every spot that was read wrong")
    options = parser.parse_args()
    totals: dict[str, NDArray[np.int_]] = defaultdict(lambda: np.zeros(9, np.int_))
    for scene in scenes(options.folders):
        totals[scene.difficulty] += restarted(scene, options.list)
    spots = f"{'right':>9}{'unknown':>9}{'wrong':>7}"
    print(f"{'':10}{'restarts':>9}{spots}   next:{spots}{'moves':>7}{'read':>6}")
    for group, (restarts, *counts) in sorted(totals.items()):
        first, then, moves = ("".join(f"{n:{w}}" for n, w in part) for part in _columns(counts))
        print(f"{group:10}{restarts:9}{first}        {then}{moves}")


def restarted(scene: Scene, complain: bool) -> NDArray[np.int_]:
    """One scene: restarts, spots right, unknown and wrong in the first picture and in the next, moves, moves read."""
    detector = calibrated(scene, scene.empty.pixels(), "confirmed")
    pictures = [picture for picture in scene.pictures if not picture.hand]
    seen = [Seen(picture, detector.read(Frame(picture.pixels(), 0.0, k))) for k, picture in enumerate(pictures)]
    total = np.zeros(9, np.int_)
    for first, then in pairwise(seen):
        tracker = Tracker()
        tracker.commit(first.picture.surfaces)
        at_first = _read(tracker, first, 0)
        tracker.commit(first.picture.surfaces)
        next_one = _read(tracker, then, LOOKS)
        want = then.picture.surfaces
        changed = {spot for spot in then.picture.readable if want[spot] != first.picture.surfaces.get(spot)}
        is_read = all(spot in next_one and fits(next_one[spot].surface, want[spot]) for spot in changed)
        counts = [*counted(first.picture, at_first, complain), *counted(then.picture, next_one, complain)]
        total += [1, *counts, int(bool(changed)), int(bool(changed) and is_read)]
    return total


def _read(tracker: Tracker, seen: Seen, looks: int) -> Mapping[Spot, Reading]:
    """What a tracker reads that has had so many looks before and sees this until it has settled."""
    for look in range(looks, looks + LOOKS):
        tracker.update(replace(seen.observed, taken_at_s=look * PERIOD_S))
    return dict(tracker.settled.readings)


def _columns(counts: list[int]) -> tuple[list[tuple[int, int]], ...]:
    """The counts with the widths of their columns: of the first picture, of the next and of the moves."""
    widths = (9, 9, 7, 9, 9, 7, 7, 6)
    pairs = list(zip(counts, widths, strict=True))
    return pairs[:3], pairs[3:6], pairs[6:]


if __name__ == "__main__":
    main()
