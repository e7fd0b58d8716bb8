"""The parts of a backup: which file of an installation stands under which name, and the list that goes with them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import IO, Final, NamedTuple

from device.places import Places

FORMAT: Final = "leafwatch-backup/1"
LIST: Final = "backup.json"
"""What else is in the zip: ``{"format", "made_at", "leafwatch", "files": {NAME: {"bytes", "sha256"}}}``."""
JOURNAL: Final = "journal.sqlite3"
CONFIG: Final = "config.toml"
PAGE_SETTINGS: Final = "page-settings.json"
PROFILE: Final = "profile"
GAMES: Final = "games"
MOST_BYTES: Final = 2 << 30
"""A journal of a thousand games takes a tenth of it."""
MOST_FILES: Final = 20_000


class Sum(NamedTuple):
    """Length and SHA-256 of a file."""

    bytes: int
    sha256: str


def single_files(where: Places) -> Mapping[str, Path]:
    """The files that are taken as they are, by their names in the zip."""
    return {CONFIG: where.config, PAGE_SETTINGS: where.page_settings}


def is_part(name: str) -> bool:
    """Whether a backup may hold a file of this name; everything else is refused, ways out of the folder first of all.

    >>> is_part("profile/profile.json"), is_part("profile/../../etc/passwd"), is_part("profile/.hidden")
    (True, False, False)
    """
    if name in (LIST, JOURNAL, CONFIG, PAGE_SETTINGS):
        return True
    folder, _, rest = name.partition("/")
    plain = bool(rest) and rest == PurePosixPath(rest).name and not rest.startswith(".") and rest.isprintable()
    return folder in (PROFILE, GAMES) and plain and "\\" not in rest and len(rest.encode()) <= 200


def copy_summed(source: IO[bytes], target: IO[bytes]) -> Sum:
    """Copy a file to its end, a piece at a time."""
    digest, length = hashlib.sha256(), 0
    while piece := source.read(1 << 20):
        target.write(piece)
        digest.update(piece)
        length += len(piece)
    return Sum(length, digest.hexdigest())
