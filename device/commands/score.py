"""``leafwatch score``: the end of a position, every step explained."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from device.language import message_in, translated
from engine.indian_summer.positions import PositionError, read_position
from engine.indian_summer.scoring import as_json as json_form
from engine.indian_summer.scoring import as_text, scored


def run(options: argparse.Namespace) -> int:
    """Score the files named on the command line; see ``score``."""
    return score(options.positions, options.json, options.language)


def score(paths: Sequence[Path], as_json: bool, language: str = "en") -> int:
    """Score each position file; with ``as_json`` one JSON object a line, else text; sentences in a language.

    Returns 0, or 2 when a file is bad: it is named on stderr with place, expected and found, the others are scored.
    """
    status = 0
    for path in paths:
        try:
            end = scored(read_position(_read(path), str(path)))
        except PositionError as error:
            print(f"leafwatch: {error}", file=sys.stderr)
            status = 2
            continue
        if as_json:
            print(json.dumps(message_in(language, json_form(end, str(path)))))
        else:
            print(as_text(end, str(path), lambda text: translated(text, language)))
    return status


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise PositionError(str(path), "file", "a readable text file in UTF-8", reason) from error
