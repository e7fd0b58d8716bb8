"""Memory that is free goes back to the system, once in a while."""

import ctypes
import os
import sys
from pathlib import Path

import numpy as np
import pytest

from device.spare_memory import EVERY_S, SpareMemory, give_back


def resident_bytes() -> int:
    """What this process holds in memory now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or not hasattr(ctypes.CDLL(None), "malloc_trim"),
    reason="only glibc gives memory back when asked",
)
def test_free_pages_between_used_ones_are_given_back() -> None:
    """Most of what was freed under blocks that are still used no longer counts as held."""
    blocks = [np.ones(100_000 // 8) for _ in range(800)]  # 80 MB, each too small to be mapped by itself
    kept = blocks[::8]
    del blocks
    before = resident_bytes()
    assert give_back()
    assert before - resident_bytes() > 30_000_000
    assert all(block[0] == 1.0 for block in kept)


def test_it_is_given_back_once_in_a_while() -> None:
    """At the start, then once each time that EVERY_S has passed, however often it is looked."""
    given: list[float] = []
    now_s = 100.0
    spare = SpareMemory(lambda: given.append(now_s))
    for step in range(1201):
        now_s = 100.0 + step * EVERY_S / 400
        spare.look(now_s)
    assert given == [100.0, 100.0 + EVERY_S, 100.0 + 2 * EVERY_S, 100.0 + 3 * EVERY_S]
