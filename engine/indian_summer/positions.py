"""Position files: what ``leafwatch score`` reads, and tests and bug reports carry (``leafwatch-position/1``)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.indian_summer.drawings import ALPHABET, FLOOR_ALPHABET, TOKENS, board_rows, read_board
from engine.indian_summer.forest import BOARD, ForestFloor, Purse, Treasure
from engine.indian_summer.state import Player, State

FORMAT: Final = "leafwatch-position/1"
MOST_TOKENS: Final = 99
"""The supply is unlimited (R1.6), but nobody has a hundred of a kind."""


class PositionError(ValueError):
    """A position file is not as it must be: file, place, expected and found."""

    def __init__(self, file: str, place: str, expected: str, found: object) -> None:
        self.file, self.place, self.expected, self.found = file, place, expected, found
        super().__init__(f"{file}, {place}: expected {expected}, found {found}")


@dataclass(frozen=True, slots=True)
class Position:
    """Boards and purses at some moment: of a solo game or of a table of 2 to 4 players."""

    solo: bool
    start: int
    players: tuple[Player, ...]


def read_position(text: str, file: str = "position") -> Position:
    """The position of a JSON text; ``file`` is named in errors.

    Raises:
        PositionError: with place, expected and found.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PositionError(file, "text", "JSON", f"a text that is none ({error})") from error
    top = _Fields(file, "", found)
    if top.text("format") != FORMAT:
        raise top.wrong("format", repr(FORMAT), repr(top.text("format")))
    mode = top.text("mode")
    if mode not in ("multiplayer", "solo"):
        raise top.wrong("mode", "'multiplayer' or 'solo'", repr(mode))
    players = top.list("players")
    least, most = (1, 1) if mode == "solo" else (2, 4)
    if not least <= len(players) <= most:
        raise top.wrong("players", "1 player" if mode == "solo" else "2 to 4 players", len(players))
    start = top.number("start_player", len(players) - 1, default=0)
    read = (_player(_Fields(file, f"players[{seat}]", each), seat) for seat, each in enumerate(players))
    return Position(mode == "solo", start, tuple(read))


def write_position(state: State) -> dict[str, object]:
    """The position file of a state as JSON values; leaves keep their colours."""
    return {
        "format": FORMAT,
        "mode": "multiplayer" if state.solo is None else "solo",
        "start_player": state.start,
        "players": [
            {
                "name": player.name,
                "floor": list(player.board.floor.rows),
                "board": list(board_rows(player.board)),
                "purse": player.purse._asdict(),
            }
            for player in state.players
        ],
    }


def _player(fields: _Fields, seat: int) -> Player:
    name = fields.text("name", f"Player {seat + 1}")
    rows = fields.rows("floor", FLOOR_ALPHABET)
    floor = ForestFloor.parse(rows)
    board = read_board(floor, fields.rows("board", ALPHABET))
    for kind, bits in zip(Treasure, board.tokens, strict=True):
        for cell in BOARD.iterate(bits):
            printed = floor.treasure(BOARD.bit(cell))
            if printed is not kind:  # R5.1: a token lies on the treasure that its kind is printed as
                what = "a plain space" if printed is None else f"a printed {printed.word}"
                expected = f"{TOKENS[kind]} only over a printed {kind.word}"
                raise fields.wrong(f"board, {cell}", expected, f"{TOKENS[kind]} over {what}")
    purse = _Fields(fields.file, f"{fields.place}.purse", fields.value("purse"))
    purse.only([kind.word for kind in Treasure])
    counts = Purse(*(purse.number(kind.word, MOST_TOKENS, default=0) for kind in Treasure))
    return Player(name, board, counts)


class _Fields:
    """A JSON object that is read with checks; ``place`` says where it stands in its file."""

    def __init__(self, file: str, place: str, values: object) -> None:
        self.file, self.place = file, place
        if not isinstance(values, Mapping):
            raise PositionError(file, place or "top", "a JSON object", _shown(values))
        self._values = values

    def wrong(self, key: str, expected: str, found: object) -> PositionError:
        return PositionError(self.file, f"{self.place}.{key}" if self.place else key, expected, found)

    def value(self, key: str) -> object:
        if key not in self._values:
            raise self.wrong(key, "a value", "nothing")
        return self._values[key]

    def only(self, keys: Sequence[str]) -> None:
        for key in self._values:
            if key not in keys:
                raise self.wrong(str(key), f"one of {', '.join(keys)}", "another name")

    def text(self, key: str, default: str | None = None) -> str:
        found = self.value(key) if default is None else self._values.get(key, default)
        if not isinstance(found, str):
            raise self.wrong(key, "a text", _shown(found))
        return found

    def list(self, key: str) -> list[object]:
        found = self.value(key)
        if not isinstance(found, list):
            raise self.wrong(key, "a list", _shown(found))
        return found

    def number(self, key: str, most: int, default: int) -> int:
        found = self._values.get(key, default)
        if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= most:
            raise self.wrong(key, f"a whole number from 0 to {most}", _shown(found))
        return found

    def rows(self, key: str, alphabet: str) -> tuple[str, ...]:
        """Eight rows of nine letters of an alphabet."""
        rows = self.list(key)
        if len(rows) != BOARD.rows:
            raise self.wrong(key, f"{BOARD.rows} rows", len(rows))
        for number, row in enumerate(rows):
            place = f"{key}[{number}]"
            if not isinstance(row, str):
                raise self.wrong(place, "a text", _shown(row))
            if len(row) != BOARD.cols:
                raise self.wrong(place, f"{BOARD.cols} letters", f"{len(row)} in {row!r}")
            for col, sign in enumerate(row):
                if sign not in alphabet:
                    name = f"{place}, {'abcdefghi'[col]}{number + 1}"
                    raise self.wrong(name, f"one of {' '.join(alphabet)}", repr(sign))
        return tuple(str(row) for row in rows)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
