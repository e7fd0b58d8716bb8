"""A zip to send along with a report of a mistake: what the doctor found and how things are set up, without secrets.

Only what is named here goes in; nothing is taken along because it lies in a folder. There are no pictures, no names of
players, no addresses, no PIN, keys or passwords.
"""

from __future__ import annotations

import json
import platform
import re
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from importlib import metadata
from pathlib import Path
from types import MappingProxyType
from typing import Final

from calibration.profile import Profile, ProfileError
from device.archive.recording_ring import Ring, size_bytes
from device.atomic_file import output
from device.doctor.finding import Finding, as_json
from device.errors import JournalError, RequestError
from device.journal.reading import list_games, read_game, reading
from device.places import Places
from device.settings import Settings, SettingsError, load_settings
from device.version import VERSION

FORMAT: Final = "leafwatch-diagnostics/1"
_HIDDEN: Final = frozenset({"players", "host", "mqtt_host", "mqtt_user", "mqtt_password_file", "notices"})
"""Settings that name people or places; of these only whether there is something is told."""
_PLAIN_HOSTS: Final = frozenset({"0.0.0.0", "127.0.0.1", "::", "::1", "localhost"})


def write_diagnostics(file: Path, where: Places, findings: Sequence[Finding]) -> None:
    """Write the zip; it appears under its name only when it is whole.

    Raises:
        RequestError: the file cannot be written.
    """
    hidden = _secrets(where)
    parts = {
        "about.json": {"format": FORMAT, "leafwatch": VERSION, "python": platform.python_version()},
        "machine.json": _machine(),
        "doctor.json": as_json([_told(finding) for finding in findings]),
        "settings.json": _settings(where),
        "profile.json": _profile(where.profile),
        "games.json": _games(where.journal),
        "recordings.json": _recordings(where.journal.with_name("recordings")),
    }
    try:
        with output(file) as target, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in parts.items():
                archive.writestr(name, json.dumps(_without(content, hidden), ensure_ascii=False, indent=1))
    except OSError as error:
        raise RequestError(f"{file}: cannot be written: {error.strerror or error}") from error


def _told(finding: Finding) -> Finding:
    """A finding; what a mistake in the settings was found to hold is left out, for it may be anything."""
    return replace(finding, text=finding.text.partition(", found ")[0]) if finding.subject == "settings" else finding


def _machine() -> dict[str, object]:
    packages = sorted({f"{found.name} {found.version}" for found in metadata.distributions()})
    return {"system": platform.platform(), "machine": platform.machine(), "packages": packages}


def _settings(where: Places) -> Mapping[str, object]:
    try:
        settings = load_settings(where)
    except SettingsError as error:
        return {"mistakes": [mistake.place for mistake in error.mistakes]}
    plain = {name: value for name, value in _plain(settings).items() if name not in _HIDDEN}
    return plain | {f"{name} set": bool(getattr(settings, name)) for name in sorted(_HIDDEN)}


def _plain(settings: Settings) -> dict[str, object]:
    values = {name: getattr(settings, name) for name in settings.__dataclass_fields__}
    return {name: dict(value) if isinstance(value, MappingProxyType) else value for name, value in values.items()}


def _profile(folder: Path) -> Mapping[str, object]:
    try:
        profile = Profile.load(folder)
    except ProfileError as error:
        return {"error": str(error)}
    boards = [
        {
            "seat": board.seat,
            "residual_cells": board.pose.residual_cells,
            "corners_px": board.pose.corners_px(board.size_wh).round(1).tolist(),
            "px_per_unit": board.px_per_unit,
            "floor": board.floor,
        }
        for board in profile.boards
    ]
    return {"created": profile.created, "frame_wh": profile.frame_wh, "boards": boards}


def _games(journal: Path) -> Mapping[str, object]:
    """Each game without its names: how long it is, and how often what happened."""
    try:
        with reading(journal) as connection:
            games = [
                asdict(game) | {"result": None, "kinds": Counter(entry.kind for entry in record.entries)}
                for game in list_games(connection)
                for record in (read_game(connection, journal, game.id),)
            ]
    except JournalError as error:
        return {"error": str(error)}
    return {"games": games}


def _recordings(folder: Path) -> Mapping[str, object]:
    found = Ring(folder, 0).recordings()
    return {"recordings": [{"name": recording.name, "bytes": size_bytes(recording)} for recording in found]}


def _secrets(where: Places) -> dict[str, str]:
    """Texts that may stand in a finding and are to be covered, with what stands in their place."""
    hidden = {str(Path.home()): "HOME"}
    try:
        settings = load_settings(where)
    except SettingsError:
        return hidden
    own = () if settings.host in _PLAIN_HOSTS else (settings.host,)
    named = {
        "players": settings.players,
        "host": own,
        "mqtt": (settings.mqtt_host, settings.mqtt_user, settings.mqtt_password_file),
    }
    for kind, values in named.items():
        hidden |= {value: kind.upper() for value in values if value}
    return hidden


def _without(value: object, hidden: Mapping[str, str]) -> object:
    """The value with every text in it covered, at whole words."""
    match value:
        case str():
            for secret in sorted(hidden, key=len, reverse=True):
                value = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", hidden[secret], value)
            return value
        case Mapping():
            return {str(key): _without(part, hidden) for key, part in value.items()}
        case list() | tuple():
            return [_without(part, hidden) for part in value]
        case _:
            return value
