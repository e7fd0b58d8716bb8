"""The doctor's look at what belongs to the table: settings, camera, pins, page, profile and journal."""

from __future__ import annotations

import os
import socket
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from calibration.profile import Profile, ProfileError
from device.cameras.camera import Camera, SourceEnded
from device.doctor.finding import Finding, Level
from device.errors import CameraError, PictureError, PinsError
from device.journal.schema import complaints
from device.settings import Places, Settings, SettingsError, load_settings
from device.signals.pins import choose_pin_factory
from engine.sentence import say, say_number, sentence_of
from vision.frame import Frame

OLD_PROFILE_DAYS = 30


def settings(where: Places) -> tuple[Settings, list[Finding]]:
    """The settings, or the defaults where they hold mistakes, each of which is a finding."""
    try:
        loaded = load_settings(where)
    except SettingsError as error:
        remedy = say("correct it in {file}", file=str(where.config))
        return Settings(), [Finding("settings", Level.PROBLEM, str(mistake), remedy) for mistake in error.mistakes]
    again = say("set it again on the page")
    findings = [Finding("settings", Level.NOTICE, notice, again) for notice in loaded.notices]
    text = say("defaults ({file} is not there)", file=str(where.config))
    if os.path.exists(where.config):
        text = say("{file} is in order", file=str(where.config))
    return loaded, findings or [Finding("settings", Level.OK, text)]


def camera(
    spec: str,
    model: str | None,
    open_camera: Callable[[str], Camera],
    look: Callable[[Frame], object] = lambda frame: None,
) -> Finding:
    """Open the camera and take one picture, which ``look`` is shown."""
    if spec == "pi" and model is None:
        remedy = say("none for the demo; for a table set camera.source to usb:0, or run leafwatch on a Raspberry Pi")
        text = say("the settings name the Pi's camera and this is no Raspberry Pi")
        return Finding("camera", Level.NOTICE, text, remedy)
    try:
        with open_camera(spec) as opened:
            frame = opened.read()
            look(frame)
            width, height = frame.size_wh
            text = say(
                "{camera}; took a picture of {width} x {height}", camera=opened.describe(), width=width, height=height
            )
            return Finding("camera", Level.OK, text)
    except (CameraError, PictureError, SourceEnded) as error:
        remedy = say("stop leafwatch before looking if it is running; otherwise do what the sentence says")
        return Finding("camera", Level.PROBLEM, say("{camera}: {why}", camera=spec, why=sentence_of(error)), remedy)


def pins(model: str | None, choose: Callable[[], str] = choose_pin_factory) -> Finding:
    """Which pin factory drives lamps and buttons."""
    try:
        name = choose()
    except PinsError as error:
        remedy = say("sudo apt install python3-lgpio, then start leafwatch again")
        return Finding("pins", Level.PROBLEM, sentence_of(error), remedy)
    if name != "MockFactory":
        return Finding("pins", Level.OK, name)
    if model is not None:
        text = say("mock pins: no lamp will shine, for GPIOZERO_PIN_FACTORY asks for them")
        return Finding("pins", Level.NOTICE, text, say("unset GPIOZERO_PIN_FACTORY"))
    return Finding("pins", Level.OK, say("mock pins, as this is no Raspberry Pi; the page shows the lamps"))


def port(host: str, number: int) -> Finding:
    """Whether the page's port is free."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
    except OSError as error:
        text = say("{host} port {number}: {why}", host=host, number=number, why=error.strerror or str(error))
        remedy = say("fine if leafwatch is running; otherwise set page.port or page.host")
        return Finding("page", Level.NOTICE, text, remedy)
    return Finding("page", Level.OK, say("{host} port {number} is free", host=host, number=number))


def profile(folder: Path, now: datetime) -> Finding:
    """Whether there is a profile that loads, and how old it is."""
    remedy = say(
        "lay out the empty boards and follow the set-up on the page, or run: leafwatch calibrate --profile {folder}",
        folder=str(folder),
    )
    if not os.path.exists(folder):
        return Finding("profile", Level.NOTICE, say("not measured yet ({folder})", folder=str(folder)), remedy)
    try:
        loaded = Profile.load(folder)
        created = datetime.fromisoformat(loaded.created)
    except ProfileError as error:
        return Finding("profile", Level.PROBLEM, sentence_of(error), remedy)
    except ValueError as error:
        text = say("{folder}: its age cannot be told: {why}", folder=str(folder), why=str(error))
        return Finding("profile", Level.NOTICE, text, remedy)
    created = created if created.tzinfo else created.replace(tzinfo=UTC)
    days = (now - created).days
    text = say_number(
        len(loaded.boards),
        "{number} board, {days} days old ({folder})",
        "{number} boards, {days} days old ({folder})",
        days=days,
        folder=str(folder),
    )
    if days > OLD_PROFILE_DAYS:
        changed = say("if camera or light have changed since: {remedy}", remedy=remedy)
        return Finding("profile", Level.NOTICE, text, changed)
    return Finding("profile", Level.OK, text)


def journal(path: Path) -> Finding:
    """Whether SQLite finds the journal sound; it is only read, so leafwatch may be running."""
    if not os.path.exists(path):
        return Finding("journal", Level.OK, say("none yet ({file})", file=str(path)))
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
        remedy = say("nothing: leafwatch keeps the file aside at its next start and begins a new one")
        return Finding("journal", Level.PROBLEM, say("{file}: {why}", file=str(path), why="; ".join(wrong)), remedy)
    text = say("sound; games: {games}, events: {events} ({file})", games=games, events=events, file=str(path))
    return Finding("journal", Level.OK, text)
