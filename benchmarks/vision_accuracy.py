"""How well boards are read: scenes with truth through detector and tracker, by difficulty, tune and test apart.

    python benchmarks/vision_accuracy.py FOLDER... [--poses truth|found] [--vary plain warm ...] [--shake 0.03] [--list]
        [--split tune|test|both] [--worst DIR] [--leaves shown] [--answers given]

``--worst`` writes pictures of the five worst readings with a sentence each. ``--leaves shown`` reads as if the owner
had shown a tile of each colour: of each the looks of the first that is seen whole, at its true place. ``--answers
given`` tells after every picture without a hand what lay on the spots that were not read, as people answer at the
table: then every missed move is one question, while without that the moves beside it are missed as well. Moves that are
missed while a hand is beside the board and read once it has gone are counted as late, too.

Before that the picture of the empty boards is calibrated without any help, and where the program finds the boards, in
it and in play, is measured against the truth, as is what it reads of the printed treasures.

Every picture is shown for as long as every other, hands included, in simulated time. Spots count when at most a tenth
of them is hidden. A scene belongs to the tune split when its name is in TUNED: the program was looked at with those.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scene_follower import TruthFollower, shown_leaves
from scene_setup import SetUp, set_up
from scene_setup import table as setup_table
from scene_truth import TUNED, Picture, Scene, all_pieces, scenes
from scene_variations import VARIATIONS
from vision_worst import Bad, Worst

from calibration.capture import calibrate
from device.eyes import detector_of
from engine.game import Spot, Surface
from engine.grid import Cell, Space
from vision.detector import Detector
from vision.frame import Frame, Pixels
from vision.observation import Observation
from vision.pose import BoardNotFound
from vision.reference import BoardReference
from vision.tracker import Settled, Tracker

SHOWN_S, PERIOD_S = 2.0, 0.1


COUNTS = (
    "boards", "clean_boards", "moves", "moves_right", "moves_missed", "moves_late", "moves_wrong", "spurious", "hands",
    "hand_events",
)  # fmt: skip


@dataclass
class Tally:
    """Counts of one group of pictures."""

    spots: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0, 0]))  # right, unknown, wrong
    boards: int = 0
    clean_boards: int = 0  # without a wrong spot
    moves: int = 0
    moves_right: int = 0
    moves_missed: int = 0
    moves_late: int = 0  # of those: read when the hand beside the board had gone
    moves_wrong: int = 0
    spurious: int = 0
    hands: int = 0
    hand_events: int = 0
    kinds: list[int] = field(default_factory=lambda: [0, 0, 0])  # of tokens: right, not said, wrong
    read_ms: list[float] = field(default_factory=list)
    setup: SetUp = field(default_factory=SetUp)

    def add(self, other: Tally) -> None:
        """Count another group in."""
        for surface, counts in other.spots.items():
            self.spots[surface] = [a + b for a, b in zip(self.spots[surface], counts, strict=True)]
        for name in COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.kinds = [a + b for a, b in zip(self.kinds, other.kinds, strict=True)]
        self.read_ms += other.read_ms
        self.setup.add(other.setup)


def run(
    scene: Scene,
    vary: str,
    poses: str,
    prints: str,
    leaves: str,
    answers: str,
    shake: float,
    complain: bool,
    worst: Worst | None = None,
    shown_s: float = SHOWN_S,
) -> Tally:
    random = np.random.default_rng(7)
    change = VARIATIONS[vary]
    empty = change(scene.empty.pixels(), scene.empty, random)
    truth = TruthFollower(shake, random)
    truth.show(scene.empty)
    if poses == "truth":
        references = [
            BoardReference.of_picture(layout, scene.empty.poses[layout.seat], empty, scene.empty.printed)
            for layout in scene.layouts()
        ]
        detector, tracker = Detector(references, all_pieces(), truth), Tracker()
    else:
        detector, tracker = calibrated(scene, empty, prints), Tracker()
    if leaves == "shown":
        tracker = Tracker(palette=shown_leaves(scene, change, empty))
    tally, clock_s, lay = Tally(setup=set_up(scene, empty)), 0.0, dict(scene.empty.surfaces)
    begun, waiting = False, dict[Spot, Surface]()
    if answers == "given":
        tracker.commit(lay)
    for seq, picture in enumerate(scene.pictures):
        truth.show(picture)
        pixels = change(picture.pixels(), picture, random)
        begin = time.perf_counter()
        try:
            observation = detector.read(Frame(pixels, clock_s, seq))
        except BoardNotFound:
            observation = Observation({}, (), clock_s, seq)
        tally.setup.follow(observation.boards, picture.poses)
        tally.read_ms.append(1e3 * (time.perf_counter() - begin) / len(scene.empty.poses))
        before = tracker.settled
        settled = False
        for step in range(round(shown_s / PERIOD_S)):
            settled = tracker.update(replace(observation, taken_at_s=clock_s + step * PERIOD_S)) is not None
        clock_s += shown_s
        at_rest = frozenset(seat for seat in picture.poses if tracker.status_of(seat) == "settled")
        one = judge(picture, before, tracker.settled, settled, at_rest, lay, begun, complain)
        tally.add(one)
        is_read = bool(waiting) and all_read(waiting, tracker.settled)
        tally.moves_late += is_read
        if is_read or not picture.hand:  # another hand may be in sight, and no longer on the rim
            waiting = {}
        if one.moves_missed and picture.hand:
            waiting = {s: surface for s, surface in picture.surfaces.items() if surface != lay[s]}
        if answers == "given" and settled and not picture.hand:
            tracker.commit(picture.surfaces)
        if worst is not None and not (picture.hand and (picture.before_move or picture.hand_over_board)):
            worst.add(bad_of(f"{scene.name}/{picture.path.stem}, {vary}", picture, pixels, tracker.settled, settled))
        if not picture.before_move and not (picture.hand and picture.hand_over_board):
            lay = dict(picture.surfaces)
        begun = begun or settled
    return tally


def all_read(lies: Mapping[Spot, Surface], settled: Settled) -> bool:
    """Whether all of this was read at last."""
    got = {spot: settled.readings.get(spot) for spot in lies}
    return all(reading is not None and fits(reading.surface, lies[spot]) for spot, reading in got.items())


def bad_of(name: str, picture: Picture, pixels: Pixels, after: Settled, settled: bool) -> Bad:
    """What was not read right in one picture."""
    got = {spot: reading.surface for spot, reading in after.readings.items()} if settled else {}
    spaces = [(spot, picture.surfaces[spot], str(got.get(spot, ""))) for spot in sorted(picture.readable)]
    return Bad(name, picture, pixels, tuple(s for s in spaces if not (s[2] and fits(s[2], s[1]))), settled)


def judge(
    picture: Picture,
    before: Settled,
    after: Settled,
    settled: bool,
    at_rest: frozenset[int],
    lay: Mapping[Spot, str],
    begun: bool,
    complain: bool,
) -> Tally:
    tally = Tally()
    name = f"{picture.path.parent.name}/{picture.path.stem}"

    def say(text: str) -> None:
        if complain:
            print(f"  {name}: {text}")

    changes = {
        spot: (old.surface if (old := before.readings.get(spot)) else "?", new.surface)
        for spot, new in after.readings.items()
        if (old := before.readings.get(spot)) is None or old.surface != new.surface
    }
    if picture.hand and (picture.before_move or picture.hand_over_board):
        # the table may be read before or after the move while the hand withdraws, but nothing else may be seen
        tally.hands = 1
        wrong = {
            spot: pair
            for spot, pair in changes.items()
            if begun and not fits(pair[1], lay[spot]) and not fits(pair[1], picture.surfaces[spot])
        }
        if wrong:
            tally.hand_events = 1
            say(f"a hand became an event: {[(str(s), *p) for s, p in wrong.items()]}")
        return tally
    per_seat: dict[int, int] = defaultdict(int)
    if not settled:
        say(f"not settled: {len(picture.readable)} spots unknown")
    for spot in sorted(picture.readable):
        want, reading = picture.surfaces[spot], after.readings.get(spot) if settled else None
        column = 1 if reading is None else 0 if fits(reading.surface, want) else 2
        if want == "token" and reading is not None and column == 0:
            kind, told = picture.tokens[spot], after.kinds.get(spot)
            tally.kinds[1 if told is None else 0 if told == f"token.{kind}" else 2] += 1
            if told != f"token.{kind}":
                say(f"{spot} {kind} told as {told or 'no kind in particular'}")
        if column == 2 and spot.seat not in at_rest:
            column = 1  # what is told of a board that does not lie still is what lay there last
        tally.spots[want][column] += 1
        per_seat[spot.seat] += column == 2
        if column and settled:
            say(f"{spot} {want} read as {reading.surface if reading else 'unknown'}")
    tally.boards = len(picture.poses)
    tally.clean_boards = sum(per_seat[seat] == 0 for seat in picture.poses)
    if not begun:
        return tally
    moved = {spot for spot in picture.readable if picture.surfaces[spot] != lay[spot]}
    if moved:
        tally.moves = 1
        got = {spot: after.readings.get(spot) for spot in moved}
        right = settled and all(r is not None and fits(r.surface, picture.surfaces[s]) for s, r in got.items())
        wrong_now = settled and any(
            r is not None and not fits(r.surface, picture.surfaces[s]) and not fits(r.surface, lay[s])
            for s, r in got.items()
            if s.seat in at_rest  # of another board it is told what lay there last
        )
        seen = {(s.surface, s.spots, s.mark) for s in after.sightings}
        laid = all((leaf.surface, leaf.spots, leaf.mark) in seen for leaf in picture.laid)
        if right and laid:
            tally.moves_right = 1
        elif wrong_now:
            tally.moves_wrong = 1
            say("the move was read wrong")
        else:
            tally.moves_missed = 1
            say("the move was missed" if not right else "the leaf's outline was not found")
    strays = {
        spot: pair
        for spot, pair in changes.items()
        if spot in picture.readable and not fits(pair[1], picture.surfaces[spot])
    }
    if strays:
        tally.spurious = 1
        say(f"spurious: {[(str(s), *p) for s, p in strays.items()]}")
    return tally


def fits(read: str, true: str) -> bool:
    return read == true or read.partition(".")[0] == true


def calibrated(scene: Scene, empty: np.ndarray, prints: str) -> Detector:
    """The program's own calibration and follower, told which way up the boards lie.

    Who confirms says what is printed, and that nothing lies where something seems to, as the set-up asks: these boards
    are empty.
    """
    corners = np.stack([pose.corners_px((9.0, 8.0)) for _, pose in sorted(scene.empty.poses.items())])
    confirmed = prints == "confirmed"
    floors = [_floor(scene, seat) for seat in sorted(scene.empty.poses)] if confirmed else None
    profile = calibrate(Frame(empty, 0.0, 0), scene.layouts(), corners_px=corners, floors=floors).profile
    if confirmed:
        profile = replace(profile, boards=tuple(replace(board, covered=()) for board in profile.boards))
    return detector_of(profile, all_pieces())


def _floor(scene: Scene, seat: int) -> list[str]:
    printed = scene.empty.printed
    return ["".join(printed.get(Space(seat, Cell(r, c)), ".")[0] for c in range(9)) for r in range(8)]


def table(title: str, tallies: Mapping[str, Tally]) -> None:
    print(f"\n{title}")
    head = f"{'':10}{'right':>8}{'unknown':>9}{'wrong':>7}{'% right':>9}{'% unk':>7}"
    print(
        head
        + f"{'boards ok':>12}{'moves':>7}{'right':>7}{'missed':>7}{'wrong':>7}{'spurious':>9}{'hand ev':>9}"
        + f"{'ms':>7}{'late':>6}"
    )
    for group, tally in tallies.items():
        right, unknown, wrong = (sum(c[k] for c in tally.spots.values()) for k in range(3))
        total = max(1, right + unknown + wrong)
        line = f"{group:10}{right:8}{unknown:9}{wrong:7}{100 * right / total:9.2f}{100 * unknown / total:7.2f}"
        line += f"{tally.clean_boards:6}/{tally.boards:<5}{tally.moves:7}{tally.moves_right:7}{tally.moves_missed:7}"
        line += f"{tally.moves_wrong:7}{tally.spurious:9}{tally.hand_events:5}/{tally.hands:<3}"
        print(line + f"{np.median(tally.read_ms) if tally.read_ms else 0:7.1f}{tally.moves_late:6}")
    print("the empty boards, found and measured without help, and followed in play: corner errors in spaces")
    print(setup_table({group: tally.setup for group, tally in tallies.items()}))
    surfaces = sorted({surface for tally in tallies.values() for surface in tally.spots})
    print("kinds of the tokens read (right/not said/wrong)")
    print(f"  {'':12}" + "".join(f"{g}: {'/'.join(map(str, t.kinds)):>14}  " for g, t in tallies.items()))
    print("by surface (right/unknown/wrong)")
    for surface in surfaces:
        cells = ["/".join(map(str, tally.spots[surface])) for tally in tallies.values()]
        print(f"  {surface:12}" + "".join(f"{g}: {c:>14}  " for g, c in zip(tallies, cells, strict=True)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--poses", choices=("truth", "found"), default="truth")
    parser.add_argument(
        "--prints", choices=("confirmed", "read"), default="confirmed", help="read: nobody has looked at what was read"
    )
    parser.add_argument("--leaves", choices=("unknown", "shown"), default="unknown", help="whether tiles were shown")
    parser.add_argument(
        "--answers", choices=("none", "given"), default="none", help="given: what was not read after a move is told"
    )
    parser.add_argument("--vary", nargs="+", choices=[*VARIATIONS, "all"], default=["plain"])
    parser.add_argument(
        "--shake", type=float, default=0.0, help="error of the true corners, standard deviation in spaces"
    )
    parser.add_argument(
        "--shown",
        type=float,
        default=SHOWN_S,
        metavar="S",
        help="for how many seconds a picture stays; from 22 on what crosses the rim is read past",
    )
    parser.add_argument("--split", choices=("tune", "test", "both"), default="both", help="which scenes to run")
    parser.add_argument("--worst", type=Path, default=None, metavar="DIR", help="write pictures of the worst readings")
    parser.add_argument("--list", action="store_true", help="name every spot and move that is not right")
    options = parser.parse_args()
    every = [s for s in scenes(options.folders) if options.split in ("both", split_of(s))]
    worst = None if options.worst is None else Worst()
    for vary in VARIATIONS if "all" in options.vary else options.vary:
        groups: dict[tuple[str, str], Tally] = defaultdict(Tally)
        for scene in every:
            known = options.poses, options.prints, options.leaves, options.answers
            tally = run(scene, vary, *known, options.shake, options.list, worst, options.shown)
            groups[split_of(scene), scene.difficulty].add(tally)
        for split in ("tune", "test"):
            part = {difficulty: tally for (s, difficulty), tally in sorted(groups.items()) if s == split}
            if part:
                table(
                    f"{split}, {vary}, leaves {options.leaves}, poses {options.poses}, corners off by {options.shake}",
                    part,
                )
    if worst is not None:
        worst.write(options.worst)


def split_of(scene: Scene) -> str:
    """Whether the program was looked at with this scene."""
    return "tune" if scene.name in TUNED else "test"


if __name__ == "__main__":
    main()
