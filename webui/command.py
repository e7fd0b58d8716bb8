"""What the page, a button or a simulated player asks of the table, and the answer.

Commands wait in a queue that the table's one loop drains; whoever asked gets a ``Reply`` through a future.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Reading:
    """One of several things that a request could mean: a phrase for the person, and the moves in notation."""

    label: str
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """Whether the request was carried out, and a sentence for the person who asked.

    ``answers`` are given where the request could mean several things.
    """

    ok: bool
    text: str = ""
    spots: tuple[str, ...] = ()
    answers: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """A request by name with its arguments; ``who`` says where it came from: page, button or player."""

    name: str
    body: Mapping[str, object] = field(default_factory=dict)
    who: str = "page"


Submit = Callable[[Command], "Future[Reply]"]
"""Puts a command in the table's queue; never blocks."""
