"""How often somebody may guess: five wrong PINs are free, each further one costs a longer pause.

Counted for each peer, and for all together, because one neighbour can have many addresses. Six digits are 10**6 codes;
one try a minute needs about a year for half of them.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

FREE: Final = 5
FREE_IN_ALL: Final = 20
FIRST_PAUSE_S: Final = 10.0
LONGEST_PAUSE_S: Final = 900.0
LONGEST_PAUSE_IN_ALL_S: Final = 60.0
"""Short enough that a stranger who guesses on cannot keep the host out for long."""

FORGET_S: Final = 3600.0
MOST_PEERS: Final = 1000


class TooManyTries(RuntimeError):
    """The next try is refused for so many seconds more (rounded up)."""

    def __init__(self, wait_s: float) -> None:
        self.wait_s = max(1, int(-(-wait_s // 1)))
        super().__init__(f"expected a pause of {self.wait_s} s more before the next try")


@dataclass(slots=True)
class _Failures:
    count: int = 0
    last_s: float = 0.0
    free_at_s: float = 0.0

    def add(self, now_s: float, free: int, longest_s: float) -> None:
        self.count += 1
        self.last_s = now_s
        if self.count >= free:
            # The exponent is bounded: 2.0 ** 1100 would overflow.
            self.free_at_s = now_s + min(longest_s, FIRST_PAUSE_S * 2.0 ** min(self.count - free, 20))


class Attempts:
    """Counts wrong tries; ``clock`` gives monotonic seconds. May be asked from several threads."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._peers: OrderedDict[str, _Failures] = OrderedDict()
        self._all = _Failures()

    def begin(self, peer: str) -> None:
        """Count a try as wrong before it is looked at, so that tries at the same time cannot share one count.

        Raises:
            TooManyTries: this peer, or everybody, has to wait.
        """
        with self._lock:
            now_s = self._clock()
            if now_s - self._all.last_s > FORGET_S:
                self._all = _Failures()
            mine = self._peers.pop(peer, None)
            if mine is None or now_s - mine.last_s > FORGET_S:
                mine = _Failures()
            self._peers[peer] = mine  # the one seen last is the last to be forgotten
            while len(self._peers) > MOST_PEERS:
                self._peers.popitem(last=False)
            if (wait_s := max(mine.free_at_s, self._all.free_at_s) - now_s) > 0:
                raise TooManyTries(wait_s)
            mine.add(now_s, FREE, LONGEST_PAUSE_S)
            self._all.add(now_s, FREE_IN_ALL, LONGEST_PAUSE_IN_ALL_S)

    def succeeded(self, peer: str) -> None:
        """Forget this peer's wrong tries, and those of all."""
        with self._lock:
            self._peers.pop(peer, None)
            self._all = _Failures()
