"""What the journal keeps: entries, games, and the chain of hashes that ties each event to the one before."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, NewType

GameId = NewType("GameId", int)

SCHEMA = 1
"""The version of the bodies of entries; stored with each event, so that old games stay readable."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened: a closed word of kind, who did it (a seat, page, button, camera) and its JSON body."""

    kind: str
    actor: str
    body: Mapping[str, object] = field(default_factory=dict)


class Written(NamedTuple):
    """When an entry was written: by the wall clock, and how many seconds after the one before it (monotonic)."""

    at: str
    delta_s: float


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game as the journal keeps it: how it was set up and everything since, in order.

    Times are UTC in ISO 8601 as the wall clock had it; they may jump, the order of entries does not depend on them.
    ``written`` tells when, an item an entry.
    """

    id: GameId
    name: str
    setup: Mapping[str, object]
    started_at: str
    ended_at: str | None
    result: Mapping[str, object] | None
    entries: tuple[Entry, ...]
    written: tuple[Written, ...]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One game in a list: without its entries, but with their number."""

    id: GameId
    name: str
    started_at: str
    ended_at: str | None
    events: int
    result: Mapping[str, object] | None


def to_json(value: Mapping[str, object]) -> str:
    """One line, keys sorted, so that equal values have equal text.

    Raises:
        TypeError: a value that JSON has no form for.
        ValueError: a number that is not finite.
    """
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def first_hash(setup_json: str, name: str) -> str:
    """What the first event of a game refers to."""
    return _digest(name, setup_json)


def next_hash(prev_hash: str, seq: int, at: str, delta_s: float, entry: tuple[str, str, str]) -> str:
    """The hash of an event, which the next one refers to; the entry as (actor, kind, body as JSON)."""
    return _digest(prev_hash, str(seq), at, repr(delta_s), *entry)


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
