"""Kill a process that plays and journals, a thousand times: ``python benchmarks/durability.py [--kills N] [--seed N]``.

The process resumes the game that was running, plays on move by move by the rules, takes a turn back now and then and
tells each state that the journal has acknowledged. After ``kill -9`` the journal is opened and the game replayed: every
acknowledged entry must be there and lead to the very state that was told. Prints acknowledged and lost entries and
damaged files, how long resuming took, then milliseconds and bytes a commit. A killed process is not a power cut: what
the disk does with what it promised to keep is outside of this.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from device.journal.journal import Entry, GameId, GameRecord, Journal
from device.journal.keeping import Keeper
from device.session.session import Session
from device.simulation.policy import choose
from engine.catalog import GAMES
from engine.game import Reading
from engine.indian_summer.moves import Move
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.setup import SOLO_STACK
from engine.indian_summer.state import State

GAME = GAMES["indian-summer"]
SHORTEST_S, LONGEST_S = 0.0, 0.2
COMMITS = 500
UNDO_CHANCE = 0.05


def digest(state: State) -> str:
    """A state in a few letters."""
    return hashlib.sha256(GAME.write_state(state).encode()).hexdigest()[:16]


def play_for_ever(path: Path, seed: int) -> NoReturn:
    """The process to be killed: after each commit it prints game, entries and state, which are then safe."""
    chance = random.Random(seed)

    def new_game() -> tuple[State, Mapping[str, object]]:
        tiles = list(demo_tiles().tiles)
        chance.shuffle(tiles)
        return GAME.new_solo(tiles[:SOLO_STACK], chance.choice(demo_floors())), {}

    with Journal.open(path) as journal:
        keeper: Keeper[State, Move] = Keeper(journal, GAME, new_game)
        session = keeper.resume()
        while True:
            running = journal.unfinished()
            if running is None:  # killed at the end of a game, which got its result now
                session = keeper.begin()
                continue
            entries = len(running.entries)
            show(session)  # pieces of a turn that was taken back are put back while the process starts
            while not session.finished:
                entries += step(session, chance)
                os.write(1, f"{running.id} {entries} {digest(session.committed)}\n".encode())
            keeper.finish(session)
            session = keeper.begin()


def step(session: Session[Any, Any], chance: random.Random) -> int:
    """One thing that a player does, of one entry; the table then shows what was played."""
    if session.turn > 1 and chance.random() < UNDO_CHANCE:
        session.undo("page")
    else:
        move = choose(GAME, session.committed, chance)
        if move is None or move == GAME.end_turn(session.committed):
            session.end_turn("button")
        else:
            session.enter(move, "camera")
    show(session)
    return 1


def show(session: Session[Any, Any]) -> None:
    """Let the camera see the table as the game has it."""
    session.see({spot: Reading(surface, 1.0) for spot, surface in GAME.view(session.committed).items()})


@dataclass
class Found:
    """What all kills together have shown."""

    acknowledged: int = 0
    lost: int = 0
    wrong: int = 0
    damaged: int = 0
    resumed_s: list[float] = field(default_factory=list)


def kill_once(path: Path, seed: int, after_s: float, found: Found) -> None:
    """Let a process play, kill it, and hold what it told against what the journal has."""
    command = [sys.executable, __file__, "--play", path, "--seed", str(seed)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert child.stdout is not None
    said = child.stdout.readline()  # from the first commit on, not while Python starts
    time.sleep(after_s)
    if child.poll() is not None:
        raise RuntimeError(f"the player ended by itself, exit status {child.returncode}")
    child.send_signal(signal.SIGKILL)
    said += child.stdout.read()
    child.wait()
    child.stdout.close()
    told = [line.decode().split() for line in said.split(b"\n")[:-1]]
    with Journal.open(path) as journal:
        found.damaged += journal.notice is not None
        found.acknowledged += len(told)
        for game_id in dict.fromkeys(int(game) for game, _, _ in told):
            mine = {int(entries): state for game, entries, state in told if int(game) == game_id}
            _hold_against(journal.read(GameId(game_id)), mine, found)


def _hold_against(kept: GameRecord, told: Mapping[int, str], found: Found) -> None:
    """The last acknowledged entry of a game must be kept, and replaying that many must lead to the state told."""
    last = max(told)
    found.lost += max(0, last - len(kept.entries))
    begin_s = time.perf_counter()
    start = GAME.read_state(str(kept.setup["state"]))
    session = Session(GAME, start, lambda entries: None, islice(kept.entries, last))
    found.resumed_s.append(time.perf_counter() - begin_s)
    found.wrong += digest(session.committed) != told[last]


def commit_times_ms(path: Path) -> list[float]:
    """How long one commit of one entry takes."""
    times = []
    with Journal.open(path) as journal:
        journal.begin("indian-summer", {})
        for number in range(COMMITS):
            begin_s = time.perf_counter()
            journal.append([Entry("moved", "camera", {"number": number, "text": "red leaf on c4"})])
            times.append(1000 * (time.perf_counter() - begin_s))
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--play", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.play:
        play_for_ever(options.play, options.seed)
    chance = random.Random(options.seed)
    found = Found()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite3"
        for _ in range(options.kills):
            kill_once(path, chance.randrange(10**9), chance.uniform(SHORTEST_S, LONGEST_S), found)
        times = sorted(commit_times_ms(Path(folder) / "timed.sqlite3"))
        size = (Path(folder) / "timed.sqlite3").stat().st_size
    print(
        f"kills {options.kills}  acknowledged {found.acknowledged}  lost {found.lost}  "
        f"wrong states {found.wrong}  damaged {found.damaged}"
    )
    print(
        f"a game replayed: median {1000 * statistics.median(found.resumed_s):.1f} ms, "
        f"slowest {1000 * max(found.resumed_s):.1f} ms"
    )
    slow_ms = times[int(0.99 * COMMITS)]
    print(f"a commit: median {statistics.median(times):.2f} ms, 99 % {slow_ms:.2f} ms; {size / COMMITS:.0f} bytes kept")
    return int(found.lost + found.wrong + found.damaged > 0)


if __name__ == "__main__":
    sys.exit(main())
