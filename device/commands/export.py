"""``leafwatch export``: a kept game as JSON lines, in notation, as a table, or its boards as a picture."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from device.archive.board_drawing import Player, boards_svg
from device.archive.board_png import boards_png
from device.archive.export_form import write_lines
from device.archive.export_text import write_notation, write_table
from device.archive.replaying import Replay
from device.atomic_file import told_beside, write_output
from device.errors import RequestError
from device.journal.reading import read_chosen
from device.journal.record import GameRecord
from device.places import places


def run(options: argparse.Namespace) -> int:
    """Write the game to the file, or to standard output; returns 0.

    Raises:
        JournalError: there is no such game, or the journal cannot be read.
        ReplayError: the game does not follow from the rules; as JSON lines it can be written nevertheless.
        RequestError: the file cannot be written (one that was there is as it was), or a picture would go to a terminal.
    """
    path: Path | None = options.file
    form = options.form or ("jsonl" if path is None else ENDINGS.get(path.suffix.lower(), "jsonl"))
    game = read_chosen(options.journal or places().journal, options.game)
    written = FORMS[form](game)
    content = written.encode() if isinstance(written, str) else written
    if path is None:
        if isinstance(written, bytes) and sys.stdout.isatty():
            raise RequestError(f"FILE: expected the name of a file for a picture in {form}, found a terminal")
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return 0
    try:
        write_output(path, content)
    except OSError as error:
        raise RequestError(f"{path}: cannot be written: {error.strerror or error}") from error
    print(f"Wrote game {game.id} to {path} ({form}).", file=told_beside(path))
    return 0


def write_picture(game: GameRecord) -> str:
    """The boards as they lie at the end of the game (SVG).

    Raises:
        ReplayError: the game does not follow from the rules.
    """
    return boards_svg(*_end(game))


def write_pixels(game: GameRecord) -> bytes:
    """The same as PNG; raises as ``write_picture`` does."""
    return boards_png(*_end(game))


def _end(game: GameRecord) -> tuple[Sequence[Player], str]:
    """The players at the end of the game, and a title."""
    replay = Replay(game)
    replay.to_end()
    result = "" if game.result is None else f" {game.result.get('text', '')}"
    return replay.players, f"{replay.session.game.title}, {game.started_at[:10]}.{result}"


FORMS: Final[Mapping[str, Callable[[GameRecord], str | bytes]]] = MappingProxyType(
    {"jsonl": write_lines, "notation": write_notation, "csv": write_table, "svg": write_picture, "png": write_pixels}
)
ENDINGS: Final[Mapping[str, str]] = MappingProxyType({".csv": "csv", ".png": "png", ".svg": "svg", ".txt": "notation"})
"""The form by the ending of the file's name when none is asked for; any other is JSON lines."""
