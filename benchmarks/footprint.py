"""Memory, processor and start of the whole program: ``python benchmarks/footprint.py [--minutes N] [--idle-s N]``.

Three figures, each of real processes: how long ``leafwatch demo`` takes from its start to an answered page; how much of
a core it takes while nothing moves at the table, the drawing of the simulated pictures included; and how much memory a
process holds that referees so many minutes of play, simulated at ten pictures a second without waiting, game on game.
Nothing here says what a Raspberry Pi would need.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

MOST_MIB, MOST_SHARE, LONGEST_START_S = 250.0, 0.05, 2.0
"""The goals."""

STARTS = 5
SAMPLES = 12
_PAGE = ("127.0.0.1", 30.0)


def resident_mib(pid: int) -> float:
    """What a process holds in memory now."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def processor_s(pid: int) -> float:
    """How much processor time a process has taken, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def demo(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], int, float]]:
    """The demo with its page, its port, and how long it took until the page answered."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    begin_s = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "device.cli", "demo", "--no-browser", "--port", str(port), "--seed", "4"],
        cwd=ROOT,
        env={**os.environ, "LEAFWATCH_HOME": str(folder)},
        stdout=subprocess.DEVNULL,
    )
    try:
        while _status(port) != 200:
            if process.poll() is not None:
                raise RuntimeError(f"the demo ended with exit status {process.returncode}")
            time.sleep(0.005)
        yield process, port, time.perf_counter() - begin_s
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def _status(port: int) -> int:
    connection = http.client.HTTPConnection(_PAGE[0], port, timeout=_PAGE[1])
    try:
        connection.request("GET", "/")
        return connection.getresponse().status
    except ConnectionError:
        return 0
    finally:
        connection.close()


def _ask(port: int, name: str, body: Mapping[str, object]) -> None:
    """Send a command to the table, until it is set up and takes it."""
    for _ in range(100):
        connection = http.client.HTTPConnection(_PAGE[0], port, timeout=_PAGE[1])
        headers = {"Content-Type": "application/json", "X-Leafwatch": "1", "Origin": f"http://127.0.0.1:{port}"}
        connection.request("POST", "/api/command", json.dumps({"name": name, "body": body}), headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        if answer.status == 200:
            return
        time.sleep(0.1)
    raise RuntimeError(f"the table does not take {name}: {answer.status} {text}")


def start_times_s() -> list[float]:
    """From the start of the program to an answered page, several times."""
    times = []
    for _ in range(STARTS):
        with tempfile.TemporaryDirectory() as folder, demo(Path(folder)) as (_, _, started_s):
            times.append(started_s)
    return times


def idle_share(for_s: float) -> tuple[float, float]:
    """Share of a core that the demo takes while nobody plays, and what it holds in memory (MiB)."""
    with tempfile.TemporaryDirectory() as folder, demo(Path(folder)) as (process, port, _):
        _ask(port, "simulator.playing", {"mode": "paused"})
        time.sleep(5)  # a hand that was under way is gone, and the table is read
        before_s, begin_s = processor_s(process.pid), time.perf_counter()
        time.sleep(for_s)
        spent_s = processor_s(process.pid) - before_s
        return spent_s / (time.perf_counter() - begin_s), resident_mib(process.pid)


def play(minutes: float) -> Iterator[tuple[float, float, int]]:
    """Referee so much simulated time in this process; yields minutes, memory (MiB) and games ended, now and then."""
    from device.command_queue import CommandQueue
    from device.demo import Demo, demo_indicator
    from device.journal.journal import Journal
    from device.simulation.camera import at_once
    from webui.command import Command
    from webui.feed import Feed

    feed, commands, games = Feed(), CommandQueue(), 0
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal.open(Path(folder) / "journal.db") as journal,
        demo_indicator() as indicator,
    ):
        game: Any = Demo(journal, 4, commands, feed.publish, at_once, indicator)
        for sample in range(1, SAMPLES + 1):
            until_s = 60 * minutes * sample / SAMPLES
            while game.simulator.now_s < until_s:
                if game.player.done:
                    games += 1
                    commands.submit(Command("new-game", who="benchmark"))
                game.table.step()
            yield until_s / 60, resident_mib(os.getpid()), games


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=120.0, help="simulated minutes of play (default 120)")
    parser.add_argument("--idle-s", type=float, default=20.0, help="how long to watch it idle (default 20)")
    options = parser.parse_args()
    started = start_times_s()
    start_s = statistics.median(started)
    print(
        f"start to page: median {start_s:.2f} s, slowest {max(started):.2f} s of {STARTS} (goal {LONGEST_START_S:g} s)"
    )
    share, idle_mib = idle_share(options.idle_s)
    print(f"idle: {share:.1%} of a core (goal {MOST_SHARE:.0%}), {idle_mib:.0f} MiB with the page")
    begin_s = time.perf_counter()
    held = []
    for minutes, mib, games in play(options.minutes):
        held.append(mib)
        print(f"after {minutes:5.1f} min of play: {mib:5.1f} MiB, {games} games ended", flush=True)
    # The first third fills caches; from then on memory should stay where it is.
    settled = held[len(held) // 3 :]
    hours = [step * options.minutes / 60 / SAMPLES for step in range(len(settled))]
    slope = statistics.linear_regression(hours, settled).slope
    print(
        f"memory: at most {max(held):.0f} MiB (goal {MOST_MIB:.0f}), after the first third {slope:+.1f} MiB an hour; "
        f"{options.minutes:g} min played in {(time.perf_counter() - begin_s) / 60:.1f}"
    )
    return int(start_s > LONGEST_START_S or share > MOST_SHARE or max(held) > MOST_MIB)


if __name__ == "__main__":
    sys.exit(main())
