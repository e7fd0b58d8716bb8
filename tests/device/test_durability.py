"""A short run of the benchmark that kills a playing process; the long one is started by hand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_player_killed_again_and_again_loses_no_acknowledged_move() -> None:
    """Ten times ``kill -9`` while a game is played: every acknowledged entry is there and leads to the state told."""
    done = subprocess.run(
        [sys.executable, "benchmarks/durability.py", "--kills", "10", "--seed", "7"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    told = re.search(r"kills 10  acknowledged (\d+)  lost 0  wrong states 0  damaged 0", done.stdout)
    assert told is not None
    assert int(told[1]) >= 10
