"""``leafwatch import``: adds an exported game (JSON lines) to the journal; all of it or nothing."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

from device.archive.export_form import UNNUMBERED, ExportError, read_lines
from device.archive.replaying import Replay, ReplayError
from device.errors import RequestError
from device.journal.journal import Journal
from device.journal.record import GameRecord
from device.places import places
from engine.sentence import say

MOST_BYTES: Final = 64 << 20
"""A long game takes less than a hundredth of it."""


def run(options: argparse.Namespace) -> int:
    """Read and check the file, then add the game; returns 0.

    Raises:
        RequestError: the file cannot be read, is no exported game, breaks the rules, or is in the journal already.
        JournalError: another leafwatch writes the journal, or the game is not ended and another is running.
    """
    file: Path = options.file
    read = read_lines(_content(file), str(file))
    ended = checked(read.game, str(file))
    if read.cut_off:
        print(f"leafwatch: {file}: its last line is cut off and was left out", file=sys.stderr)
    if read.game.result is not None and not ended:
        print(f"leafwatch: {file}: tells a result, but its moves end before: lines are missing", file=sys.stderr)
    with Journal.open(options.journal or places().journal) as journal:
        if journal.notice:
            print(f"leafwatch: {journal.notice}", file=sys.stderr)
        for summary in journal.games():
            same = (summary.started_at, summary.events) == (read.game.started_at, len(read.game.entries))
            if same and replace(journal.read(summary.id), id=UNNUMBERED) == read.game:
                raise RequestError(f"{file}: the journal has this game already, as game {summary.id}")
        number = journal.add(read.game)
    running = "" if read.game.ended_at is not None else ", which is running now"
    print(f"Added {file} as game {number}{running}: {len(read.game.entries)} entries.")
    return 0


def checked(game: GameRecord, file: str) -> bool:
    """Play the game through the rules; returns whether its moves come to an end of the game.

    Raises:
        ExportError: a line does not follow from the rules.
    """
    try:
        replay = Replay(game)
        replay.to_end()
    except ReplayError as error:
        number = 1 if error.entry is None else error.entry + 2  # the header is line 1
        raise ExportError(file, number, say("what follows from the rules"), str(error)) from error
    return replay.session.finished


def _content(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise RequestError(f"{file}: cannot be read: {error.strerror or error}") from error
    if len(content) > MOST_BYTES:
        raise RequestError(f"{file}: expected at most {MOST_BYTES >> 20} MiB, found more")
    return content
