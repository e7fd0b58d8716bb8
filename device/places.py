"""Where leafwatch keeps what on this machine."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Places:
    """The files and folders of one installation; none of them need exist."""

    config: Path  # the owner's, never written
    page_settings: Path  # the page's own
    profile: Path
    journal: Path
    access: Path  # the host's PIN and the key of the cookies


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of everything that leafwatch writes.

    LEAFWATCH_HOME, else ``leafwatch`` below XDG_DATA_HOME, else ``~/.local/share/leafwatch`` (XDG base directories).
    """
    if home := environ.get("LEAFWATCH_HOME"):
        return Path(home)
    data = environ.get("XDG_DATA_HOME")
    # The standard says: a relative path in these variables is to be ignored.
    base = Path(data) if data and Path(data).is_absolute() else Path.home() / ".local" / "share"
    return base / "leafwatch"


def places(environ: Mapping[str, str] = os.environ) -> Places:
    """Where everything lies; the owner's settings stand in XDG_CONFIG_HOME, or with the rest in LEAFWATCH_HOME."""
    state = state_folder(environ)
    if environ.get("LEAFWATCH_HOME"):
        config_folder = state
    else:
        wanted = environ.get("XDG_CONFIG_HOME")
        config_folder = Path(wanted) if wanted and Path(wanted).is_absolute() else Path.home() / ".config"
        config_folder /= "leafwatch"
    return Places(
        config=config_folder / "config.toml",
        page_settings=state / "page-settings.json",
        profile=state / "profile",
        journal=state / "journal.sqlite3",
        access=state / "access.json",
    )
