"""When to stop: an event, or the first of several."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class StopSign(Protocol):
    """Says whether to stop now; ``threading.Event`` is one."""

    def is_set(self) -> bool:
        """Whether to stop now."""


class Either:
    """Says to stop as soon as any of several does."""

    def __init__(self, *signs: StopSign) -> None:
        self._signs = signs

    def is_set(self) -> bool:
        """Whether any says so."""
        return any(sign.is_set() for sign in self._signs)


class Asked:
    """A sign that tells somebody each time a loop asks it: a loop that hangs does not ask."""

    def __init__(self, sign: StopSign, tell: Callable[[], object]) -> None:
        self._sign = sign
        self._tell = tell

    def is_set(self) -> bool:
        """Whether to stop now."""
        self._tell()
        return self._sign.is_set()
