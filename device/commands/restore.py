"""``leafwatch restore``: brings back what a backup holds; what was there before is kept beside it."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from calibration.profile import Profile, ProfileError
from device.archive.backup_check import Backup, check_journal, opened
from device.archive.backup_form import CONFIG, JOURNAL, PROFILE, single_files
from device.atomic_file import sync_folder
from device.errors import RequestError
from device.journal.opening import lock
from device.places import Places, places
from device.settings import SettingsError, load_settings


class Restored(NamedTuple):
    """What was brought back to where, and where what was there before is now."""

    put: tuple[Path, ...]
    kept: tuple[Path, ...]


def run(options: argparse.Namespace) -> int:
    """Check the backup, put its parts into their places, print what was done; returns 0.

    Raises:
        RequestError: the file is no backup or damaged, or the disk refuses.
        JournalError: another leafwatch is running.
    """
    file: Path = options.file
    where = places()
    with opened(file) as backup:
        try:
            done = restore(backup, where, datetime.now(UTC))
        except OSError as error:
            if isinstance(error, RequestError) or not error.errno:
                raise
            raise RequestError(f"{error.filename or file}: cannot be restored: {error.strerror}") from error
    for path in done.put:
        print(f"Restored {path}")
    for path in done.kept:
        print(f"What was there before is kept as {path}")
    for complaint in complaints(where):
        print(f"leafwatch: restored as it was, but: {complaint}", file=sys.stderr)
    return 0


def restore(backup: Backup, where: Places, now: datetime) -> Restored:
    """Put every part of a backup into its place; what the backup does not hold stays as it is.

    Everything is written out and checked beside its place first. Only then the files are exchanged, one rename each,
    after what was there has got a second name: cut off at any moment nothing is lost, and doing it again completes it.

    Raises:
        RequestError: a part is damaged; then nothing was changed.
        JournalError: another leafwatch is running, then nothing was changed.
        OSError: the disk refuses.
    """
    targets = {JOURNAL: where.journal, **single_files(where)}
    stamp = now.strftime("%Y%m%dT%H%M%SZ")
    put: list[Path] = []
    kept: list[Path] = []
    lock_fd = lock(where.journal)
    try:
        with _scratch(where.profile.parent) as state, _scratch(where.config.parent) as config:
            staged: dict[str, Path] = {}
            for name in backup.names:
                if name in targets:
                    staged[name] = (config if name == CONFIG else state) / name
                    backup.extract(name, staged[name])
            if JOURNAL in staged:
                check_journal(staged[JOURNAL], backup.file)
            pictures = [name for name in backup.names if name.startswith(f"{PROFILE}/")]
            if pictures:
                (state / PROFILE).mkdir()
                for name in pictures:
                    backup.extract(name, state / name)
                sync_folder(state / PROFILE)
            for draft in (*staged.values(), *(state / PROFILE).rglob("*"), *(state.glob(PROFILE))):
                _give(draft, where.journal.parent)
            for name, draft in staged.items():
                kept += _set_file(draft, targets[name], stamp)
                put.append(targets[name])
            if pictures:
                kept += _set_folder(state / PROFILE, where.profile, stamp)
                put.append(where.profile)
    finally:
        os.close(lock_fd)
    return Restored(tuple(put), tuple(kept))


def complaints(where: Places) -> Iterator[str]:
    """What leafwatch will object to at its next start; a backup keeps mistakes as faithfully as all else."""
    try:
        yield from load_settings(where).notices
    except SettingsError as error:
        yield str(error)
    if where.profile.exists():
        try:
            Profile.load(where.profile)
        except ProfileError as error:
            yield str(error)


@contextmanager
def _scratch(beside: Path) -> Iterator[Path]:
    """A folder on the same disk as what it will replace, gone afterwards."""
    beside.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".leafwatch-restore-", dir=beside) as folder:
        yield Path(folder)


def _give(draft: Path, folder: Path) -> None:
    """Restored by root, the files belong nevertheless to whom the state folder belongs: leafwatch runs as that user."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(draft, owner.st_uid, owner.st_gid)


def _set_file(draft: Path, target: Path, stamp: str) -> list[Path]:
    kept: list[Path] = []
    before = _before(target, stamp)
    if target.exists():
        try:
            os.link(target, before)
        except OSError:  # a disk that knows no second names
            shutil.copy2(target, before)
        kept.append(before)
    # A write-ahead log belongs to its own database: beside another one it would damage that.
    for tail in ("-wal", "-shm"):
        companion = target.with_name(target.name + tail)
        if companion.exists():
            companion.rename(before.with_name(before.name + tail))
    sync_folder(target.parent)
    os.replace(draft, target)
    sync_folder(target.parent)
    return kept


def _set_folder(draft: Path, target: Path, stamp: str) -> list[Path]:
    kept: list[Path] = []
    if target.exists():
        kept.append(_before(target, stamp))
        target.rename(kept[0])
    draft.rename(target)
    sync_folder(target.parent)
    return kept


def _before(target: Path, stamp: str) -> Path:
    """A name that nothing has yet."""
    before = target.with_name(f"{target.name}.before-{stamp}")
    number = 1
    while before.exists():
        number += 1
        before = target.with_name(f"{target.name}.before-{stamp}-{number}")
    return before
