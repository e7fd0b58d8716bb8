"""A game in notation, with tags and comments as chess has it, and as a table of its events. See docs/export.md."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Final

from device.archive.replaying import UNDO, Replay
from device.journal.record import GameRecord
from device.one_line import one_line

FORMAT: Final = "leafwatch-notation/1"
COLUMNS: Final = ("turn", "seat", "actor", "notation", "sentence")
_FORMULA: Final = ("=", "+", "-", "@")


def write_notation(game: GameRecord) -> str:
    """Tags with the start state, then a move or an undo a line, its sentences behind a semicolon.

    Raises:
        ReplayError: the game does not follow from the rules.
    """
    replay = Replay(game)
    tags = {
        "Format": FORMAT,
        "Game": game.name,
        "Started": game.started_at,
        "Ended": game.ended_at or "?",
        "Result": "?" if game.result is None else str(game.result.get("text", "?")),
        "Start": replay.session.game.write_state(replay.session.committed),
    }
    # JSON's quotes: whatever a player is called, a tag stays one line.
    lines = [f"[{key} {json.dumps(value, ensure_ascii=False)}]" for key, value in tags.items()]
    lines.append("")
    for step in replay.steps():
        said = one_line(" ".join(line.text for line in step.lines))
        lines.append(f"{step.turn}. {step.notation or UNDO}" + (f" ; {said}" if said else ""))
    return "\n".join(lines) + "\n"


def write_table(game: GameRecord) -> str:
    """Comma-separated values (RFC 4180) with a line of headings: a line an event, turns and seats counted from 1.

    Raises:
        ReplayError: the game does not follow from the rules.
    """
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(COLUMNS)
    for step in Replay(game).steps():
        for sentence in [line.text for line in step.lines] or [""]:
            cells = (step.entry.actor, step.notation or UNDO, sentence)
            table.writerow((step.turn, step.seat + 1, *_harmless(cells)))
    return text.getvalue()


def _harmless(cells: Sequence[str]) -> list[str]:
    """A name such as ``=1+1`` begins a sentence; an apostrophe keeps spreadsheets from computing it."""
    lines = [one_line(cell) for cell in cells]
    return [f"'{line}" if line.startswith(_FORMULA) else line for line in lines]
