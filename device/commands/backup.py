"""``leafwatch backup``: journal, settings, profile and every game in one zip, also while another leafwatch runs."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from device.archive.backup_form import FORMAT, GAMES, JOURNAL, LIST, PROFILE, Sum, copy_summed, is_part, single_files
from device.archive.export_form import write_lines
from device.atomic_file import output, told_beside
from device.errors import JournalError, RequestError
from device.journal.reading import list_games, read_game, reading
from device.journal.record import GameId
from device.places import Places, places
from device.version import VERSION


class Made(NamedTuple):
    """What a backup holds, by name, and what could not be taken along as well as it should."""

    files: dict[str, Sum]
    notices: tuple[str, ...]


def run(options: argparse.Namespace) -> int:
    """Write the backup and print what is in it; returns 0.

    Raises:
        RequestError: there is nothing to keep, or a file cannot be read or written; an older backup is as it was.
        JournalError: the journal cannot be read.
    """
    file: Path = options.file
    try:
        made = back_up(places(), file, datetime.now(UTC))
    except OSError as error:
        if isinstance(error, JournalError):
            raise
        at = f" ({error.filename})" if error.filename else ""
        raise RequestError(f"{file}: cannot be written: {error.strerror or error}{at}") from error
    for notice in made.notices:
        print(f"leafwatch: {notice}", file=sys.stderr)
    told = told_beside(file)
    print(f"Wrote {file}:", file=told)
    for name, part in made.files.items():
        print(f"  {name}  {part.bytes} bytes", file=told)
    return 0


def back_up(where: Places, file: Path, now: datetime) -> Made:
    """Write everything that is there into one zip, which appears under its name only when it is whole.

    Raises:
        RequestError: there is nothing to keep.
        JournalError: the journal cannot be read.
        OSError: a file cannot be read, or the disk refuses.
    """
    files: dict[str, Sum] = {}
    notices: list[str] = []
    singles = {name: path for name, path in single_files(where).items() if path.is_file()}
    for path in sorted(where.profile.glob("*")) if where.profile.is_dir() else ():
        name = f"{PROFILE}/{path.name}"
        if path.is_file() and is_part(name):
            singles[name] = path
        elif not path.name.startswith("."):
            notices.append(f"{path} is no part of a profile and was left out")
    if not singles and not where.journal.exists():
        raise RequestError(f"{where.journal.parent}: there is nothing to back up: neither journal nor settings")
    with output(file) as target, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        if where.journal.exists():
            beside = None if file.exists() and not file.is_file() else Path(os.path.realpath(file)).parent
            with _copied(where.journal, beside) as copy:
                files[JOURNAL] = _add_file(archive, _entry(JOURNAL, now), copy)
                for game, lines in _games(copy):
                    if lines is None:
                        notices.append(f"game {game} was changed since it was written: only the journal holds it")
                        continue
                    name = f"{GAMES}/{game:04}.jsonl"
                    with archive.open(_entry(name, now), "w") as part:
                        files[name] = copy_summed(io.BytesIO(lines), part)
        else:
            notices.append("there is no journal yet: the backup holds none")
        for name, path in singles.items():
            files[name] = _add_file(archive, _entry(name, now), path)
        listed = {name: part._asdict() for name, part in files.items()}
        about = {"format": FORMAT, "made_at": now.isoformat(timespec="seconds"), "leafwatch": VERSION}
        archive.writestr(_entry(LIST, now), json.dumps({**about, "files": listed}, indent=1))
    return Made(files, tuple(notices))


@contextmanager
def _copied(journal: Path, folder: Path | None) -> Iterator[Path]:
    """A whole copy of the journal as it is at this moment, in one file without a write-ahead log.

    It is made in the folder, or where the system has its temporary files for a backup that goes into a pipe.
    """
    with tempfile.TemporaryDirectory(prefix=".leafwatch-backup-", dir=folder) as scratch:
        copy = Path(scratch) / JOURNAL
        with reading(journal) as connection:
            connection.execute("COMMIT")  # VACUUM has its own view, and does not run inside another
            connection.execute("VACUUM INTO ?", (str(copy),))
        yield copy


def _games(journal: Path) -> Iterator[tuple[GameId, bytes | None]]:
    """Each game as JSON lines, None if its entries do not follow from one another any more."""
    with reading(journal) as connection:
        for game in list_games(connection):
            try:
                yield game.id, write_lines(read_game(connection, journal, game.id)).encode()
            except JournalError:
                yield game.id, None


def _entry(name: str, now: datetime) -> zipfile.ZipInfo:
    # A Pi whose clock is not set yet may live in 1970, which a zip has no form for.
    entry = zipfile.ZipInfo(name, max((1980, 1, 1, 0, 0, 0), now.timetuple()[:6]))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    return entry


def _add_file(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path) -> Sum:
    with path.open("rb") as source, archive.open(entry, "w", force_zip64=True) as part:
        return copy_summed(source, part)
