"""The doctor's look at what belongs to the table: settings, camera, pins, page, profile and journal."""

from __future__ import annotations

import socket
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from calibration.profile import Profile, ProfileError
from device.camera import Camera, SourceEnded
from device.doctor_finding import Finding, Level
from device.errors import CameraError, PictureError, PinsError
from device.journal_schema import complaints
from device.pins import choose_pin_factory
from device.settings import Places, Settings, SettingsError, load_settings

OLD_PROFILE_DAYS = 30


def settings(where: Places) -> tuple[Settings, list[Finding]]:
    """The settings, or the defaults where they hold mistakes, each of which is a finding."""
    try:
        loaded = load_settings(where)
    except SettingsError as error:
        remedy = f"correct it in {where.config}"
        return Settings(), [Finding("settings", Level.PROBLEM, str(mistake), remedy) for mistake in error.mistakes]
    findings = [Finding("settings", Level.NOTICE, notice, "set it again on the page") for notice in loaded.notices]
    text = f"{where.config} is in order" if where.config.exists() else f"defaults ({where.config} is not there)"
    return loaded, findings or [Finding("settings", Level.OK, text)]


def camera(spec: str, model: str | None, open_camera: Callable[[str], Camera]) -> Finding:
    """Open the camera and take one picture."""
    if spec == "pi" and model is None:
        remedy = "none for the demo; for a table set camera.source to usb:0, or run leafwatch on a Raspberry Pi"
        return Finding("camera", Level.NOTICE, "the settings name the Pi's camera and this is no Raspberry Pi", remedy)
    try:
        with open_camera(spec) as opened:
            width, height = opened.read().size_wh
            return Finding("camera", Level.OK, f"{opened.describe()}; took a picture of {width} x {height}")
    except (CameraError, PictureError, SourceEnded) as error:
        remedy = "stop leafwatch before looking if it is running; otherwise do what the sentence says"
        return Finding("camera", Level.PROBLEM, f"{spec}: {error}", remedy)


def pins(model: str | None, choose: Callable[[], str] = choose_pin_factory) -> Finding:
    """Which pin factory drives lamps and buttons."""
    try:
        name = choose()
    except PinsError as error:
        return Finding("pins", Level.PROBLEM, str(error), "sudo apt install python3-lgpio, then start leafwatch again")
    if name != "MockFactory":
        return Finding("pins", Level.OK, name)
    if model is not None:
        text = "mock pins: no lamp will shine, for GPIOZERO_PIN_FACTORY asks for them"
        return Finding("pins", Level.NOTICE, text, "unset GPIOZERO_PIN_FACTORY")
    return Finding("pins", Level.OK, "mock pins, as this is no Raspberry Pi; the page shows the lamps")


def port(host: str, number: int) -> Finding:
    """Whether the page's port is free."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
    except OSError as error:
        text = f"{host} port {number}: {error.strerror or error}"
        return Finding("page", Level.NOTICE, text, "fine if leafwatch is running; otherwise set page.port or page.host")
    return Finding("page", Level.OK, f"{host} port {number} is free")


def profile(folder: Path, now: datetime) -> Finding:
    """Whether there is a profile that loads, and how old it is."""
    remedy = f"lay out the empty boards and run: leafwatch calibrate --profile {folder}"
    if not folder.exists():
        return Finding("profile", Level.NOTICE, f"none yet at {folder}", remedy)
    try:
        loaded = Profile.load(folder)
        created = datetime.fromisoformat(loaded.created)
    except ProfileError as error:
        return Finding("profile", Level.PROBLEM, str(error), remedy)
    except ValueError as error:
        return Finding("profile", Level.NOTICE, f"{folder}: its age cannot be told: {error}", remedy)
    created = created if created.tzinfo else created.replace(tzinfo=UTC)
    days = (now - created).days
    text = f"{len(loaded.boards)} board{'' if len(loaded.boards) == 1 else 's'}, {days} days old ({folder})"
    if days > OLD_PROFILE_DAYS:
        return Finding("profile", Level.NOTICE, text, f"if camera or light have changed since: {remedy}")
    return Finding("profile", Level.OK, text)


def journal(path: Path) -> Finding:
    """Whether SQLite finds the journal sound; it is only read, so leafwatch may be running."""
    if not path.exists():
        return Finding("journal", Level.OK, f"none yet ({path})")
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            wrong = complaints(connection)
            games, events = connection.execute(
                "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM events)"
            ).fetchone()
        finally:
            connection.close()
    except sqlite3.Error as error:
        wrong, games, events = (str(error),), 0, 0
    if wrong:
        remedy = "nothing: leafwatch keeps the file aside at its next start and begins a new one"
        return Finding("journal", Level.PROBLEM, f"{path}: {'; '.join(wrong)}", remedy)
    return Finding("journal", Level.OK, f"sound, {games} games with {events} events ({path})")
