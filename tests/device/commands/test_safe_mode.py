"""The safe mode: the page alone, whatever is broken, and nothing of the table."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from device.archive.backup_page import backup_writer
from device.archive.games_source import JournalGames
from device.commands.safe_mode import only_what_is_safe, refuse
from device.doctor.page import RunningDoctor
from device.journal.journal import Journal
from device.places import Places, places
from webui import backup, create_app, games, health
from webui.feed import Feed

HEADERS = {"X-Leafwatch": "1"}


@pytest.fixture
def where(tmp_path: Path) -> Places:
    """An installation in a folder of the test, with nothing in it yet."""
    return places({"LEAFWATCH_HOME": str(tmp_path)})


@pytest.fixture
def client(where: Places) -> Iterator[FlaskClient]:
    """A browser at the machine itself."""
    feed = Feed()
    parts = (
        only_what_is_safe(),
        games.blueprint(JournalGames(where.journal), list),
        health.blueprint(feed, RunningDoctor(where, lambda: "safe")),
        backup.blueprint(backup_writer(where)),
    )
    app = create_app(feed, refuse, trusted_hosts=["localhost"], build="1", parts=parts)
    yield app.test_client()
    feed.close()


def test_every_page_of_the_table_leads_to_the_health(client: FlaskClient) -> None:
    """Table, seats and set-up are not there; health and games are."""
    for path in ("/", "/seat/1", "/far", "/setup", "/settings"):
        assert client.get(path).headers["Location"] == "/health"
    for path in ("/health", "/games", "/host", "/api/health", "/healthz"):
        assert client.get(path).status_code == 200


def test_the_health_is_told_with_broken_settings_and_a_damaged_journal(client: FlaskClient, where: Places) -> None:
    """What stopped the table is named, and the mode is said."""
    where.config.write_text("[camera\n", encoding="utf-8")
    where.journal.write_bytes(b"no database at all" * 100)
    told = client.get("/api/health").get_json()
    assert told["live"]["mode"] == "safe"
    assert not told["healthy"]
    assert {one["subject"] for one in told["findings"] if one["level"] == "problem"} >= {"settings", "journal"}


def test_nothing_can_be_asked_of_the_table(client: FlaskClient) -> None:
    """A command is refused with a sentence that says why."""
    answer = client.post("/api/command", json={"name": "undo", "body": {}}, headers=HEADERS)
    assert answer.status_code == 422
    assert "safe mode" in answer.get_json()["text"]


def test_a_backup_can_be_saved_and_an_empty_installation_says_so(client: FlaskClient, where: Places) -> None:
    """The zip holds the journal; without anything to keep there is a sentence instead of an empty file."""
    answer = client.get("/api/backup.zip")
    assert answer.status_code == 404
    assert "nothing to back up" in answer.get_json()["text"]
    with Journal.open(where.journal):
        pass
    answer = client.get("/api/backup.zip")
    assert answer.data.startswith(b"PK")
    assert b"journal.sqlite3" in answer.data
