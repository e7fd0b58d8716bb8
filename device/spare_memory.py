"""Gives memory that is free inside the process back to the system, now and then.

Planes of half a megabyte come and go with every look, in another order each time; what is free between them stays with
the process and grows, though nothing is kept. glibc gives whole free pages back when asked (``malloc_trim(3)``), which
takes a few milliseconds; other C libraries have no such call, and nothing is done there. Letting every plane be mapped
by itself (``M_MMAP_THRESHOLD``) would hold memory down as well, but takes half as much processor time again.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable

EVERY_S = 60.0
"""How often, seconds."""


def give_back() -> bool:
    """Give what is free back to the system; tells whether the C library can."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is None:
        return False
    trim.argtypes = [ctypes.c_size_t]
    trim(0)
    return True


class SpareMemory:
    """Gives free memory back once in ``EVERY_S``; ``give`` does it."""

    def __init__(self, give: Callable[[], object] = give_back) -> None:
        self._give = give
        self._due_s = -math.inf

    def look(self, now_s: float) -> None:
        """Give back if it is time to, the first time at once: setting up leaves most; seconds, monotonic."""
        if now_s >= self._due_s:
            self._give()
            self._due_s = now_s + EVERY_S
