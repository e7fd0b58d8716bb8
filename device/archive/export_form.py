"""A game as JSON lines (``leafwatch-game/1``), the canonical form of exports and backups, written and read back."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, NoReturn

from device.errors import RequestError
from device.journal.record import Entry, GameId, GameRecord, Written, to_json
from engine.sentence import say

FORMAT: Final = "leafwatch-game/1"
UNNUMBERED: Final = GameId(0)
"""The number of a game that stands in no journal."""
_HEADER: Final = ("format", "game", "setup", "started_at", "ended_at", "result")
_ENTRY: Final = ("at", "delta_s", "actor", "kind", "body")


class ExportError(RequestError):
    """A file is no exported game: names file, line, what was expected and what was found."""

    def __init__(self, file: str, line: int, expected: str, found: object) -> None:
        super().__init__(
            say(
                "{file}, line {line}: expected {expected}, found {found}",
                file=file,
                line=line,
                expected=expected,
                found=_shown(found),
            )
        )


class ReadGame(NamedTuple):
    """A game read from a file, and whether its last line was cut off (then that line is left out)."""

    game: GameRecord
    cut_off: bool


def write_lines(game: GameRecord) -> str:
    """The header line and one line an entry, each with its line end."""
    lines: list[Mapping[str, object]] = [
        {
            "format": FORMAT,
            "game": game.name,
            "setup": game.setup,
            "started_at": game.started_at,
            "ended_at": game.ended_at,
            "result": game.result,
        },
        *(
            {"at": at, "delta_s": delta_s, "actor": entry.actor, "kind": entry.kind, "body": entry.body}
            for entry, (at, delta_s) in zip(game.entries, game.written, strict=True)
        ),
    ]
    return "".join(f"{_line(line)}\n" for line in lines)


def read_lines(content: bytes, file: str) -> ReadGame:
    """Inverse of ``write_lines``; ``file`` is named in errors. The game gets number 0.

    A last line without a line end that is no JSON was cut off while it was written: it is left out.

    Raises:
        ExportError: with the line, what was expected and what was found.
    """
    *whole, rest = content.split(b"\n")
    rows = [_object(line, file, number) for number, line in enumerate(whole, start=1)]
    cut_off = False
    if rest:
        try:
            rows.append(_object(rest, file, len(whole) + 1))
        except ExportError:
            if not rows:
                raise
            cut_off = True
    if not rows:
        raise ExportError(file, 1, say("a header with format {form}", form=repr(FORMAT)), say("nothing"))
    header, *entries = rows
    read = [_entry(_Line(file, number, row)) for number, row in enumerate(entries, start=2)]
    return ReadGame(_game(_Line(file, 1, header), read), cut_off)


def _line(values: Mapping[str, object]) -> str:
    """One line, the keys in the order given: a reader meets the format first."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _game(line: _Line, entries: Sequence[tuple[Entry, Written]]) -> GameRecord:
    if line.values.get("format") != FORMAT:
        raise line.wrong("format", repr(FORMAT), line.values.get("format"))
    line.only(_HEADER)
    ended_at = None if line.value("ended_at") is None else line.time("ended_at")
    result = None if line.value("result") is None else line.mapping("result")
    if result is not None and ended_at is None:
        raise line.wrong("ended_at", say("a time, because there is a result"), None)
    return GameRecord(
        id=UNNUMBERED,
        name=line.text("game"),
        setup=line.mapping("setup"),
        started_at=line.time("started_at"),
        ended_at=ended_at,
        result=result,
        entries=tuple(entry for entry, _ in entries),
        written=tuple(written for _, written in entries),
    )


def _entry(line: _Line) -> tuple[Entry, Written]:
    line.only(_ENTRY)
    written = Written(line.time("at"), line.number("delta_s"))
    return Entry(line.text("kind"), line.text("actor"), line.mapping("body")), written


def _object(line: bytes, file: str, number: int) -> Mapping[str, Any]:
    try:
        values = json.loads(line.decode(), parse_constant=_no_constant, object_pairs_hook=_no_twins)
        to_json({"": values}).encode()  # half a surrogate pair, or a number too large, cannot be kept
    except (ValueError, RecursionError) as error:
        raise ExportError(
            file, number, say("a JSON object ({error})", error=str(error)), line.decode(errors="replace")
        ) from error
    if not isinstance(values, dict):
        raise ExportError(file, number, say("a JSON object"), values)
    return values


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number in JSON")


def _no_twins(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("a key stands twice")
    return values


class _Line:
    """One line's object, read with checks; every error names file, line and key."""

    def __init__(self, file: str, number: int, values: Mapping[str, Any]) -> None:
        self._file, self._number = file, number
        self.values = values

    def wrong(self, key: str, expected: str, found: object) -> ExportError:
        return ExportError(
            self._file, self._number, say("for {key} {expected}", key=repr(key), expected=expected), found
        )

    def only(self, keys: Sequence[str]) -> None:
        """Every one of these keys and no other."""
        if set(self.values) != set(keys):
            raise ExportError(
                self._file, self._number, say("the keys {keys}", keys=", ".join(keys)), ", ".join(self.values)
            )

    def value(self, key: str) -> object:
        return self.values[key]

    def text(self, key: str) -> str:
        found = self.values[key]
        if not isinstance(found, str) or not found:
            raise self.wrong(key, say("a text"), found)
        return found

    def mapping(self, key: str) -> Mapping[str, object]:
        found = self.values[key]
        if not isinstance(found, dict):
            raise self.wrong(key, say("a JSON object"), found)
        return found

    def number(self, key: str) -> float:
        found = self.values[key]
        # float(): SQLite gives back a real number, and the hash of an entry is that of its text.
        if isinstance(found, bool) or not isinstance(found, int | float) or not math.isfinite(found):
            raise self.wrong(key, say("a number"), found)
        return float(found)

    def time(self, key: str) -> str:
        found = self.text(key)
        try:
            datetime.fromisoformat(found)
        except ValueError as error:
            raise self.wrong(key, say("a time such as {time}", time="2026-11-21T18:30:00.000"), found) from error
        return found


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
