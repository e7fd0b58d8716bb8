from __future__ import annotations

import json
import os
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.atomic_file import write_atomically, write_keeping_old
from device.places import Places, places, state_folder
from device.session.history import SessionError
from device.session.turn_settings import TurnSettings
from device.settings import Settings, SettingsError, load_settings, save_page_settings
from device.settings_check import check
from device.settings_forms import FORMS

WHOLE = """
[camera]
source = "usb:1"
mains-hz = 60

[lamps]
mode = "three"
night-brightness = 0.1
night = ["21:30", "07:00"]
pins = [[2, 3, 4], [5, 6, 7]]
brightness = 0.5
common-anode = true

[buttons]
end-turn = 10   # only this one is wired

[page]
sounds = false
host = "127.0.0.1"
port = 9000

[table]
colors = ["white", "blue"]
language = "de"
turn-end = "dwell"
dwell = 3
players = ["Ada", "Grace ☺"]
turn-row = [[0.1, 0.75], [0.9, 0.7], [0.95, 0.9], [0.05, 0.95]]
[buzzer]
pin = 18
[recording]
keep = true
limit-mb = 200
[mqtt]
host = "broker"
port = 8883
user = "leaf"
password-file = "/run/password"
"""


@pytest.fixture
def where(tmp_path: Path) -> Places:
    """An installation without any files."""
    return places({"LEAFWATCH_HOME": str(tmp_path)})


def mistakes(where: Places, text: str) -> list[str]:
    """What is wrong with a text in the owner's file, without the folder."""
    where.config.write_text(text)
    with pytest.raises(SettingsError) as caught:
        load_settings(where)
    return [str(mistake).replace(f"{where.config.parent}/", "") for mistake in caught.value.mistakes]


def test_without_files_the_defaults_hold(where: Places) -> None:
    """A fresh installation needs no settings, and its pins do not clash."""
    assert load_settings(where) == Settings()


def test_every_setting_of_the_owner_is_taken(where: Places) -> None:
    """Each key of the file ends in its place."""
    where.config.write_text(WHOLE)
    assert load_settings(where) == Settings(
        camera="usb:1",
        mains_hz=60,
        lamp_pins=((2, 3, 4), (5, 6, 7)),
        lamp_brightness=0.5,
        lamp_common_anode=True,
        buttons={"end-turn": 10},
        host="127.0.0.1",
        port=9000,
        players=("Ada", "Grace ☺"),
        lamp_mode="three",
        lamp_night_brightness=0.1,
        lamp_night=("21:30", "07:00"),
        buzzer_pin=18,
        sounds=False,
        colors=("white", "blue"),
        language="de",
        turn_end="dwell",
        dwell_s=3.0,
        turn_row=((0.1, 0.75), (0.9, 0.7), (0.95, 0.9), (0.05, 0.95)),
        recording_keep=True,
        recording_limit_mb=200,
        mqtt_host="broker",
        mqtt_port=8883,
        mqtt_user="leaf",
        mqtt_password_file="/run/password",
    )
    assert sum(len(table) for table in tomllib.loads(WHOLE).values()) == len(FORMS) - 2  # two buttons are left out


def test_all_mistakes_are_listed_with_their_lines(where: Places) -> None:
    """One start shows every mistake, each with line, name, expected and found."""
    text = """
[camera]
source = "webcam"
[lamps]
pins = [[2, 3]]
brightnes = 0.5
[page]
port = "8080"
[pagge]
x = 1
"""
    assert mistakes(where, text) == [
        'config.toml line 3: camera.source: expected "pi", "usb:NUMBER", "file:PATH" or "simulated", found \'webcam\'',
        "config.toml line 5: lamps.pins: expected one to 4 lamps [red, green, blue], each a GPIO number from 0 to 27, "
        "found [[2, 3]]",
        "config.toml line 6: lamps.brightnes: unknown setting; did you mean brightness?",
        "config.toml line 8: page.port: expected a whole number from 1 to 65535, found '8080'",
        "config.toml line 9: pagge: unknown section; did you mean page?",
    ]


@pytest.mark.parametrize(
    ("section", "key", "value"),
    [
        ("camera", "source", "3"),
        ("camera", "source", '"simulated:5"'),
        ("camera", "mains-hz", "55"),
        ("camera", "mains-hz", "50.0"),
        ("camera", "mains-hz", '"60"'),
        ("camera", "mains-hz", "true"),
        ("lamps", "mode", '"two"'),
        ("lamps", "night", '"always"'),
        ("lamps", "night", '["21:00", "21:00"]'),
        ("lamps", "night", '["21:00", "24:00"]'),
        ("buzzer", "pin", '"18"'),
        ("table", "colors", '["white", "white"]'),
        ("table", "colors", '["mauve"]'),
        ("table", "language", '"fr"'),
        ("table", "turn-end", "1"),
        ("table", "dwell", "0.5"),
        ("table", "dwell", "true"),
        ("table", "turn-row", "[[0.1, 0.7], [0.9, 0.7], [0.9, 0.9]]"),
        ("table", "turn-row", "[[0.1, 0.7], [0.9, 0.7], [0.9, 1.1], [0.1, 0.9]]"),
        ("table", "turn-row", "[[0.1, 0.7], [0.9, 0.9], [0.9, 0.7], [0.1, 0.9]]"),
        ("table", "turn-row", "[[0.1, 0.7], [0.1, 0.9], [0.9, 0.9], [0.9, 0.7]]"),
        ("table", "turn-row", "[[0.5, 0.5], [0.5, 0.5], [0.5, 0.5], [0.5, 0.5]]"),
        ("recording", "limit-mb", "9"),
        ("recording", "limit-mb", "50.5"),
        ("lamps", "pins", "[]"),
        ("lamps", "pins", "[[1, 2, 28]]"),
        ("lamps", "pins", "[[1, 2, true]]"),
        ("lamps", "brightness", "1.5"),
        ("lamps", "brightness", "nan"),
        ("lamps", "brightness", "true"),
        ("lamps", "common-anode", "1"),
        ("buttons", "undo", "-1"),
        ("page", "host", '"my table"'),
        ("page", "port", "0"),
        ("table", "players", "[]"),
        ("table", "players", '[" "]'),
        ("table", "players", r'["\u200d"]'),
        ("table", "players", r'["\u202eadA"]'),
        ("table", "players", r'["a\u0007"]'),
        ("table", "players", '["a", "b", "c", "d", "e"]'),
    ],
)
def test_a_value_out_of_its_form_is_refused(where: Places, section: str, key: str, value: str) -> None:
    """Each form refuses what lies just outside it, and says what it expects."""
    found = mistakes(where, f"[{section}]\n{key} = {value}\n")
    assert len(found) == 1
    assert found[0].startswith(f"config.toml line 2: {section}.{key}: expected {FORMS[section, key].expected}")


def test_a_pin_used_twice_is_named(where: Places) -> None:
    """A pin of a lamp that also serves a button, be it a default one, is a mistake."""
    assert mistakes(where, "[lamps]\npins = [[16, 2, 3]]\n") == [
        "config.toml: pin 16 serves both the lamp of seat 0 and the button end-turn; give one of them another"
    ]


@pytest.mark.parametrize("text", ["[camera", "source = ", "\0"])
def test_a_file_that_is_no_toml_is_named(where: Places, text: str) -> None:
    """A damaged file is an error, never a silent default."""
    assert "config.toml: is not TOML" in mistakes(where, text)[0]


def test_a_file_that_cannot_be_read_is_named(where: Places) -> None:
    """Bytes that are no text, or a folder in the file's place, are errors with the name."""
    where.config.write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match=r"config\.toml: cannot be read"):
        load_settings(where)
    where.config.unlink()
    where.config.mkdir()
    with pytest.raises(SettingsError, match=r"config\.toml: cannot be read"):
        load_settings(where)


def test_a_section_that_is_none_is_a_mistake(where: Places) -> None:
    """A value where a section belongs is said."""
    assert mistakes(where, "camera = 3\n") == ["config.toml: camera: expected a section, found 3"]


@pytest.mark.parametrize("name", ["\U0001f469\u200d\U0001f373 Ada", "\u0645\u06cc\u200c\u0646\u0627"])
def test_a_name_may_be_joined_by_signs_that_nobody_sees(where: Places, name: str) -> None:
    """Emoji of several parts, and letters of scripts that need a joiner or a breaker of joins within a word."""
    save_page_settings(where.page_settings, {"table": {"players": [name]}})
    assert load_settings(where).players == (name,)


def test_the_pages_settings_lie_on_top(where: Places) -> None:
    """What the page sets wins, and the owner's file stays as it was."""
    where.config.write_text(WHOLE)
    save_page_settings(where.page_settings, {"lamps": {"brightness": 0.2}, "table": {"players": ["Bo"]}})
    settings = load_settings(where)
    assert (settings.lamp_brightness, settings.players, settings.port) == (0.2, ("Bo",), 9000)
    assert where.config.read_text() == WHOLE


def test_a_wrong_value_from_the_page_is_not_written(where: Places) -> None:
    """The page's mistakes are refused before anything is written."""
    save_page_settings(where.page_settings, {"page": {"port": 9001}})
    with pytest.raises(SettingsError, match=r"page\.port"):
        save_page_settings(where.page_settings, {"page": {"port": 90010}})
    assert load_settings(where).port == 9001


@pytest.mark.parametrize("cut", [0, 1, 7, 20])
def test_a_torn_page_file_falls_back_to_the_last_good_one(where: Places, cut: int) -> None:
    """Half a file is not used: the version before is, and a notice says so."""
    save_page_settings(where.page_settings, {"page": {"port": 9001}})
    save_page_settings(where.page_settings, {"page": {"port": 9002}})
    where.page_settings.write_bytes(where.page_settings.read_bytes()[:cut])
    settings = load_settings(where)
    assert settings.port == 9001
    assert "page-settings.json.1 are used" in settings.notices[-1]


def test_without_any_good_version_the_page_is_left_out(where: Places) -> None:
    """If no version can be read the owner's settings hold, and a notice says so."""
    where.page_settings.write_text("[]")
    settings = load_settings(where)
    assert settings.port == Settings().port
    assert "left out" in settings.notices[-1]


def test_five_old_versions_are_kept(tmp_path: Path) -> None:
    """The newest old one is .1, the sixth is gone."""
    path = tmp_path / "file"
    for number in range(8):
        write_keeping_old(path, str(number).encode())
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {
        "file": "7",
        "file.1": "6",
        "file.2": "5",
        "file.3": "4",
        "file.4": "3",
        "file.5": "2",
    }


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the disk refuses, the old content is still there and no litter is left."""
    path = tmp_path / "file"
    write_atomically(path, b"old")

    def refuse(fd: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="no space"):
        write_atomically(path, b"new")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("file", b"old")]


def test_file_and_folder_reach_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The content is synced before the rename and the folder after it."""
    done: list[str] = []
    fsync, replace = os.fsync, os.replace

    def note_sync(fd: int) -> None:
        done.append("folder" if os.path.isdir(f"/proc/self/fd/{fd}") else "file")
        fsync(fd)

    def note_rename(source: str, target: Path) -> None:
        done.append("rename")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(os, "replace", note_rename)
    write_atomically(tmp_path / "file", b"x")
    assert done == ["file", "rename", "folder"]


def test_places_follow_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """LEAFWATCH_HOME wins, then the XDG folders unless relative, then the home folder."""
    monkeypatch.setenv("HOME", "/home/ada")
    assert state_folder({"LEAFWATCH_HOME": "/srv/leaf", "XDG_DATA_HOME": "/data"}) == Path("/srv/leaf")
    assert places({"LEAFWATCH_HOME": "/srv/leaf"}).config == Path("/srv/leaf/config.toml")
    assert state_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/leafwatch")
    assert places({"XDG_CONFIG_HOME": "/etc/xdg"}).config == Path("/etc/xdg/leafwatch/config.toml")
    for environ in ({}, {"XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config"}):
        assert places(environ).journal == Path("/home/ada/.local/share/leafwatch/journal.sqlite3")
        assert places(environ).config == Path("/home/ada/.config/leafwatch/config.toml")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
SECTIONS = st.sampled_from([section for section, _ in FORMS]) | st.text(max_size=8)
KEYS = st.sampled_from([key for _, key in FORMS]) | st.text(max_size=8)


def test_the_documented_settings_are_all_there_and_load(where: Places) -> None:
    """The example in docs/settings.md names every setting, and its values are the defaults."""
    page = (Path(__file__).parents[2] / "docs" / "settings.md").read_text()
    example = page.partition("```toml\n")[2].partition("```")[0]
    where.config.write_text(example)
    assert load_settings(where) == replace(
        Settings(),
        players=("Ada", "Grace"),
        buzzer_pin=18,
        turn_row=((0.1, 0.7), (0.9, 0.7), (0.9, 0.9), (0.1, 0.9)),
        mqtt_host="broker.local",
        mqtt_user="leafwatch",
        mqtt_password_file="/etc/leafwatch/mqtt-password",
    )
    tables = tomllib.loads(example)
    assert {(section, key) for section, table in tables.items() for key in table} == set(FORMS)


@given(st.dictionaries(SECTIONS, st.dictionaries(KEYS, JSON, max_size=4) | JSON, max_size=4) | JSON)
def test_any_value_is_checked_without_surprise(tables: object) -> None:
    """Whatever stands in a file, the check ends, and a file without mistakes loads."""
    values, found = check(tables, "file")
    if not found:
        Settings(**values)  # type: ignore[arg-type]
        assert json.dumps(tables) is not None


@pytest.mark.parametrize(("seconds", "may_be"), [(0.9, False), (1, True), (60.5, True), (120, True), (121, False)])
def test_a_dwell_has_the_same_limits_in_the_file_and_at_the_table(seconds: float, may_be: bool) -> None:
    """What the settings take the running table takes as well, and both begin with the same."""
    _, mistakes = check({"table": {"dwell": seconds}}, "config.toml")
    assert (not mistakes) is may_be
    if may_be:
        assert TurnSettings().with_value("dwell-s", seconds).dwell_s == seconds
    else:
        with pytest.raises(SessionError, match="1 to 120 s"):
            TurnSettings().with_value("dwell-s", seconds)
    assert TurnSettings().dwell_s == Settings().dwell_s
