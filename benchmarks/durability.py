"""Kill a process that writes the journal, a thousand times: ``python benchmarks/durability.py [--kills N] [--seed N]``.

Prints acknowledged and lost entries and damaged files, then milliseconds and bytes a commit. A killed process is not a
power cut: what the disk does with what it promised to keep is outside of this.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from device.journal import Entry, Journal

SHORTEST_S, LONGEST_S = 0.05, 0.16
COMMITS = 500


def append_for_ever(path: Path) -> None:
    """The process to be killed: adds one entry a commit and prints how many are safe."""
    with Journal.open(path) as journal:
        running = journal.unfinished()
        number = len(running.entries) if running else 0
        if running is None:
            journal.begin("indian-summer", {})
        while True:
            journal.append([Entry("moved", "camera", {"number": number, "text": "red leaf on c4"})])
            number += 1
            os.write(1, f"{number}\n".encode())


def kill_once(path: Path, after_s: float) -> tuple[int, int, bool]:
    """Entries acknowledged and found afterwards, and whether the file was damaged."""
    child = subprocess.Popen([sys.executable, __file__, "--append", path], stdout=subprocess.PIPE)
    assert child.stdout is not None
    said = child.stdout.readline()  # from the first commit on, not while Python starts
    time.sleep(after_s)
    child.send_signal(signal.SIGKILL)
    said += child.stdout.read()
    child.wait()
    child.stdout.close()
    acknowledged = int(said.rpartition(b"\n")[0].rpartition(b"\n")[2])
    with Journal.open(path) as journal:
        kept = journal.unfinished()
        assert kept is not None
        numbers = [entry.body["number"] for entry in kept.entries]
        assert numbers == list(range(len(numbers))), "entries are missing in the middle"
        if len(numbers) > 5000:
            journal.begin("indian-summer", {})  # reading a game back shall not become the benchmark
        return acknowledged, len(numbers), journal.notice is not None


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
    parser.add_argument("--append", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.append:
        append_for_ever(options.append)
    chance = random.Random(options.seed)
    total = lost = damaged = before = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite3"
        for _ in range(options.kills):
            acknowledged, kept, bad = kill_once(path, chance.uniform(SHORTEST_S, LONGEST_S))
            total += acknowledged - before
            lost += max(0, acknowledged - kept)
            damaged += bad
            before = 0 if kept > 5000 else kept
        times = sorted(commit_times_ms(Path(folder) / "timed.sqlite3"))
        size = (Path(folder) / "timed.sqlite3").stat().st_size
    slow_ms = times[int(0.99 * COMMITS)]
    print(f"kills {options.kills}  acknowledged {total}  lost {lost}  damaged {damaged}")
    print(f"a commit: median {statistics.median(times):.2f} ms, 99 % {slow_ms:.2f} ms; {size / COMMITS:.0f} bytes kept")
    return int(lost > 0 or damaged > 0)


if __name__ == "__main__":
    sys.exit(main())
