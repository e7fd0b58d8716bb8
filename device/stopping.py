"""When to stop: an event, or the first of several."""

from __future__ import annotations

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
