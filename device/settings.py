"""The owner's settings (TOML, never written) with the page's own on top; every mistake is listed with its place."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from device.atomic_file import KEPT, aged, write_atomically, write_keeping_old
from device.cameras.mains import USUAL_MAINS_HZ
from device.errors import DeviceError
from device.places import Places, places, state_folder
from device.settings_check import Mistake, check, shared_pins
from device.settings_forms import USUAL_DWELL_S
from engine.sentence import say

__all__ = ["LampPins", "Settings", "SettingsError", "load_settings", "save_page_settings", "state_folder"]
__all__ += ["Places", "places", "write_atomically"]

LampPins = tuple[int, int, int]
"""GPIO numbers of a lamp's red, green and blue legs."""


class SettingsError(DeviceError, ValueError):
    """The settings hold mistakes; the message lists all of them, a line each."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(str(mistake) for mistake in self.mistakes))


@dataclass(frozen=True, slots=True)
class Settings:
    """What the appliance does and with which pins; the defaults are what stands here."""

    camera: str = "pi"  # pi, usb:NUMBER, file:PATH or simulated:BOARDS
    mains_hz: int = USUAL_MAINS_HZ  # or 60: lamps on the mains flicker twice as often
    lamp_pins: tuple[LampPins, ...] = ((17, 27, 22), (5, 6, 13), (19, 26, 21), (23, 24, 25))
    lamp_brightness: float = 1.0
    lamp_common_anode: bool = False
    lamp_mode: str = "rgb"  # or three: single lamps for legal, illegal and question in place of red, green and blue
    lamp_night_brightness: float = 0.3
    lamp_night: tuple[str, str] | None = None  # from and to, HH:MM of local time
    buzzer_pin: int | None = None
    buttons: Mapping[str, int] = field(
        default_factory=lambda: MappingProxyType({"end-turn": 16, "undo": 20, "yes": 12})
    )
    host: str = "0.0.0.0"  # every device in the same network; the page itself refuses addresses from elsewhere
    port: int = 8080
    sounds: bool = True
    players: tuple[str, ...] = ()
    colors: tuple[str, ...] = ("bluish-green", "vermilion", "sky-blue", "yellow")
    language: str = "en"
    turn_end: str = "button"  # or next-piece, or dwell
    dwell_s: float = USUAL_DWELL_S
    turn_row: tuple[tuple[float, float], ...] = ()  # four corners where the owner has shown the numbered row (R11.2)
    recording_keep: bool = False
    recording_limit_mb: int = 500
    mqtt_host: str | None = None
    mqtt_port: int = 1883
    mqtt_user: str | None = None
    mqtt_password_file: str | None = None
    notices: tuple[str, ...] = ()  # what was wrong with the page's file and what was used instead


def load_settings(where: Places | None = None) -> Settings:
    """Read the owner's file, if there is one, and the page's on top of it.

    A page's file that cannot be used is replaced by its newest good version, which ``notices`` says; the owner's is
    never guessed at.

    Raises:
        SettingsError: mistakes in the owner's file, all of them, or a pin used twice.
    """
    where = where if where is not None else places()
    values = _read_owner(where.config)
    page, notices = _read_page(where.page_settings)
    settings = Settings(**{**values, **page}, notices=notices)  # type: ignore[arg-type]  # checked form by form
    if mistakes := shared_pins(settings.lamp_pins, settings.buttons, str(where.config), settings.buzzer_pin):
        raise SettingsError(mistakes)
    return settings


def save_page_settings(path: Path, changes: Mapping[str, Mapping[str, object]]) -> None:
    """Write what the page sets, by section and key as in the owner's file; five older versions are kept.

    Raises:
        SettingsError: a value is wrong; then nothing is written.
        OSError: the disk refuses; then the old file is as it was.
    """
    _, mistakes = check(changes, path.name)
    if mistakes:
        raise SettingsError(mistakes)
    write_keeping_old(path, json.dumps(changes, ensure_ascii=False, indent=1).encode())


def page_tables(path: Path) -> Mapping[str, Mapping[str, object]]:
    """What the page has set, by section and key; the newest good version, nothing where there is none."""
    return _newest_page(path)[0]


def owner_keys(path: Path) -> frozenset[tuple[str, str]]:
    """Which settings stand in the owner's file; raises SettingsError as ``load_settings`` does."""
    _read_owner(path)
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return frozenset()
    return frozenset((section, key) for section, table in tables.items() for key in table)


def _read_owner(path: Path) -> dict[str, object]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError([Mistake(str(path), say("cannot be read: {error}", error=_reason(error)))]) from error
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError([Mistake(str(path), say("is not TOML: {error}", error=str(error)))]) from error
    values, mistakes = check(tables, str(path), text)
    if mistakes:
        raise SettingsError(mistakes)
    return values


def _reason(error: Exception) -> str:
    """What is wrong, without the number of an operating system's error."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def _read_page(path: Path) -> tuple[dict[str, object], tuple[str, ...]]:
    tables, notices = _newest_page(path)
    return check(tables, path.name)[0], notices


def _newest_page(path: Path) -> tuple[dict[str, dict[str, object]], tuple[str, ...]]:
    """The newest version of the page's file without mistakes, and what was wrong with newer ones."""
    notices: list[str] = []
    for version in (aged(path, age) for age in range(KEPT + 1)):
        try:
            tables = json.loads(version.read_bytes())
            _, mistakes = check(tables, version.name)
        except FileNotFoundError:
            continue
        except (OSError, ValueError) as error:
            mistakes = (Mistake(version.name, say("cannot be read: {error}", error=_reason(error))),)
        if not mistakes:
            if notices:
                notices.append(say("The settings of {file} are used instead.", file=version.name))
            return tables, tuple(notices)
        notices.extend(str(mistake) for mistake in mistakes)
    return {}, (*notices, say("The page's settings are left out.")) if notices else ()
