"""A short run of the benchmark that draws boards of other games; the long one is started by hand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_boards_of_other_games_are_left_alone_and_one_of_our_size_is_found() -> None:
    """A drawn board is told apart by its spaces alone: the same lines make one of ours where they are 9 x 8."""
    done = subprocess.run(
        [sys.executable, "benchmarks/other_games.py", "--number", "2", "--seed", "3", "--styles", "lines", "chequers"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    others, ours = done.stdout.split("\n\n")
    assert re.findall(r"^(\w+) +(\d+) of (\d+)", others, re.MULTILINE) == [
        ("lines", "0", "2"),
        ("chequers", "0", "2"),
        ("all", "0", "4"),
    ]
    ((found, most),) = re.findall(r"^lines +(\d+) of 2 +\d+  [\d.]+ ([\d.]+)", ours, re.MULTILINE)
    assert found == "2"
    assert float(most) < 0.05
