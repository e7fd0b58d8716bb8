"""What pages may set: the page's own file, key by key, never the owner's; and the doctor beside a running table."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from device.doctor.page import RunningDoctor
from device.places import Places, places
from device.settings import SettingsError, load_settings
from device.settings_page import Changes, PageSettings

OWNER = '[table]\nplayers = ["Ada"]\n[lamps]\nbrightness = 0.5\n[buzzer]\npin = 18\n'


@pytest.fixture
def where(tmp_path: Path) -> Places:
    """An installation whose owner has written a file."""
    where = places({"LEAFWATCH_HOME": str(tmp_path)})
    where.config.write_text(OWNER)
    return where


def told(settings: PageSettings, section: str, key: str) -> dict[str, Any]:
    """One setting as pages get it."""
    return next(one for one in settings.as_json()["settings"] if (one["section"], one["key"]) == (section, key))


def test_a_change_lies_on_top_and_can_be_taken_back(where: Places) -> None:
    """The owner's file stays byte for byte; what was set before shows again."""
    heard: list[Changes] = []
    settings = PageSettings(where, heard.append)
    assert told(settings, "table", "players")["from"] == "owner"
    assert settings.change({"table": {"players": ["Ben", "Cy"], "language": "de"}}).ok
    assert load_settings(where).players == ("Ben", "Cy")
    assert told(settings, "table", "players")["from"] == "page"
    assert settings.change({"table": {"players": None}}).ok
    assert (load_settings(where).players, load_settings(where).language) == (("Ada",), "de")
    assert where.config.read_text() == OWNER
    assert heard == [{"table": {"players": ["Ben", "Cy"], "language": "de"}}, {"table": {"players": None}}]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"table": {"dwell": 121}}, "expected a number of seconds from 1 to 120, found 121"),
        ({"camera": {"mains-hz": 55}}, "expected one of 50, 60, found 55"),
        ({"table": {"language": "fr"}}, "expected one of en, de, found 'fr'"),
        ({"page": {"port": 80}}, "A page cannot set page.port."),
        ({"buttons": {"undo": 3}}, "A page cannot set buttons.undo."),
        ({"nothing": {"at-all": 1}}, "A page cannot set nothing.at-all."),
        ({"lamps": {"pins": [[18, 2, 3]]}}, "pin 18 serves both the lamp of seat 0 and the buzzer"),
        ({"table": {"players": ["Ada", 5]}, "page": {"sounds": False}}, "one to 4 names"),
    ],
)
def test_a_wrong_change_is_refused_whole(where: Places, changes: Any, said: str) -> None:
    """The sentence says what is wrong, nothing of the change is kept, and nobody is told of one."""
    settings = PageSettings(where, lambda changes: pytest.fail("told of a change that was refused"))
    before = load_settings(where)
    reply = settings.change(changes)
    assert not reply.ok
    assert said in reply.text
    assert load_settings(where) == before


def test_every_setting_is_told_in_the_form_of_the_file(where: Places) -> None:
    """Values are JSON, off is off, and what only the file may set says so."""
    settings = PageSettings(where)
    json.dumps(settings.as_json())
    assert told(settings, "lamps", "night")["value"] == "off"
    assert told(settings, "lamps", "brightness")["value"] == 0.5
    mains = told(settings, "camera", "mains-hz")
    assert (mains["value"], mains["choices"]) == (50, [50, 60])
    assert told(settings, "table", "turn-end")["choices"] == ["button", "next-piece", "dwell"]
    assert not told(settings, "page", "port")["may_set"]
    assert told(settings, "buttons", "undo")["value"] == 20


def test_mistakes_of_the_owner_are_said_not_guessed_at(where: Places) -> None:
    """A page cannot show settings that do not load."""
    where.config.write_text("[table]\nplayers = 3\n")
    with pytest.raises(SettingsError):
        PageSettings(where).as_json()


def test_a_running_table_is_examined_without_its_camera(where: Places) -> None:
    """Neither camera nor port are opened, for the table has them; findings are shared for half a minute."""
    now = [0.0]
    doctor = RunningDoctor(where, lambda: "table", lambda: now[0])
    subjects = {finding["subject"] for finding in doctor.findings()}
    assert subjects >= {"Python", "disk", "settings", "profile", "journal"}
    assert not subjects & {"camera", "page"}
    assert doctor.facts()["journal_bytes"] is None
    where.config.write_text("[tabel]\n")
    now[0] = 29.0
    assert not any("tabel" in finding["text"] for finding in doctor.findings())
    now[0] = 31.0
    assert any("tabel" in finding["text"] for finding in doctor.findings())
    where.journal.write_bytes(b"x" * 10)
    assert doctor.facts()["journal_bytes"] == 10
    doctor.write_report(where.journal.with_name("report.zip"))
    assert zipfile.is_zipfile(where.journal.with_name("report.zip"))
