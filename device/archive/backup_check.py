"""A backup's zip, opened with suspicion: nothing is unpacked that does not belong there or differs from its list."""

from __future__ import annotations

import json
import os
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from device.archive.backup_form import FORMAT, LIST, MOST_BYTES, MOST_FILES, Sum, copy_summed, is_part
from device.errors import JournalError, RequestError
from device.journal.reading import list_games, read_game, reading
from device.journal.schema import complaints
from engine.sentence import say, sentence_of

_LONGEST_LIST = 16 << 20


class BackupError(RequestError):
    """A file is no backup, or a damaged one; names file and part, what was expected and what was found."""

    def __init__(self, file: str, part: str, expected: str, found: str) -> None:
        if part:
            text = say("{file}, {part}: expected {expected}, found {found}", **_said(file, expected, found), part=part)
        else:
            text = say("{file}: expected {expected}, found {found}", **_said(file, expected, found))
        super().__init__(text)


def _said(file: str, expected: str, found: str) -> dict[str, str]:
    return {"file": file, "expected": expected, "found": found}


class Backup:
    """An open backup whose names and list are checked; its parts are checked as they are taken out."""

    def __init__(self, file: str, archive: zipfile.ZipFile) -> None:
        self.file = file
        self._archive = archive
        self._parts = _names(file, archive)
        self._sums = _list(file, archive, self._parts)

    @property
    def names(self) -> tuple[str, ...]:
        """The parts, the list itself left out."""
        return tuple(self._sums)

    def extract(self, name: str, target: Path) -> None:
        """Write one part to a new file and to the disk.

        Raises:
            BackupError: it is damaged or not what the list says.
            OSError: the disk refuses.
        """
        expected = self._sums[name]
        with target.open("xb") as file:
            try:
                with self._archive.open(self._parts[name]) as source:
                    found = copy_summed(source, file)
            except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
                raise BackupError(self.file, name, say("an undamaged file"), str(error)) from error
            file.flush()
            os.fsync(file.fileno())
        if found != expected:
            raise BackupError(
                self.file,
                name,
                say("{number} bytes as listed", number=expected.bytes),
                say("{number} bytes that differ", number=found.bytes),
            )


@contextmanager
def opened(file: Path, called: str = "") -> Iterator[Backup]:
    """Open a backup and look at its names and list; ``called`` is its name in errors, else that of the file.

    Raises:
        RequestError: it cannot be read, or is no backup.
    """
    name = called or str(file)
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise BackupError(
            name, "", say("a zip that leafwatch backup wrote"), say("none ({error})", error=str(error))
        ) from error
    except OSError as error:
        raise RequestError(
            say("{file}: cannot be read: {error}", file=name, error=str(error.strerror or error))
        ) from error
    with archive:
        yield Backup(name, archive)


def check_journal(path: Path, file: str) -> None:
    """Look through a journal that was taken out of a backup.

    Raises:
        BackupError: it is damaged, or of another version of leafwatch.
    """
    try:
        with reading(path) as connection:
            if found := complaints(connection):
                raise BackupError(file, path.name, say("a sound database"), "; ".join(found))
            for game in list_games(connection):
                if game.ended_at is None:  # the one that will be gone on with must read back whole
                    read_game(connection, path, game.id)
    except (JournalError, ValueError) as error:
        if isinstance(error, BackupError):
            raise
        raise BackupError(file, path.name, say("a sound journal"), sentence_of(error)) from error


def _names(file: str, archive: zipfile.ZipFile) -> Mapping[str, zipfile.ZipInfo]:
    """Every entry by name, once it is known to be a plain file of a backup and of a size that can be meant."""
    parts: dict[str, zipfile.ZipInfo] = {}
    total = 0
    for entry in archive.infolist():
        # orig_filename: zipfile cuts a name at a zero byte.
        if not is_part(entry.orig_filename) or stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG):
            raise BackupError(file, "", say("only files of a backup"), repr(entry.orig_filename))
        if entry.header_offset < 0:  # zipfile would look for it before the beginning of the file
            raise BackupError(file, entry.filename, say("an undamaged file"), str(entry.header_offset))
        if entry.filename in parts:
            raise BackupError(file, entry.filename, say("this name once"), say("it twice"))
        parts[entry.filename] = entry
        total += entry.file_size
    if len(parts) > MOST_FILES or total > MOST_BYTES:
        most = say("at most {files} files and {size} MiB", files=MOST_FILES, size=MOST_BYTES >> 20)
        raise BackupError(file, "", most, say("{files} files and {size} MiB", files=len(parts), size=total >> 20))
    if LIST not in parts:
        raise BackupError(file, "", say("a zip that leafwatch backup wrote, with {part}", part=LIST), say("none"))
    return parts


def _list(file: str, archive: zipfile.ZipFile, parts: Mapping[str, zipfile.ZipInfo]) -> Mapping[str, Sum]:
    if parts[LIST].file_size > _LONGEST_LIST:
        raise BackupError(file, LIST, say("at most {size} MiB", size=_LONGEST_LIST >> 20), say("more"))
    try:
        found: Any = json.loads(archive.read(parts[LIST]))
        if found["format"] != FORMAT:
            raise BackupError(file, f"{LIST}, format", repr(FORMAT), repr(found["format"]))
        sums = {str(name): Sum(int(each["bytes"]), str(each["sha256"])) for name, each in found["files"].items()}
    except BackupError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise BackupError(
            file, LIST, say("a list in the form {form}", form=FORMAT), say("none ({error})", error=str(error))
        ) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise BackupError(file, LIST, say("an undamaged file"), str(error)) from error
    if differing := set(sums) ^ (set(parts) - {LIST}):
        raise BackupError(
            file, LIST, say("every file of the zip and no other"), say("a difference: {name}", name=min(differing))
        )
    return sums
