"""Fixtures of the archive: installations."""

import shutil
from pathlib import Path

import pytest

from device.journal.journal import Journal
from device.places import Places, places
from tests.device.archive import backed_up, random_games


@pytest.fixture
def where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    """An installation with two games, settings and a folder of a profile."""
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path / "home"))
    where = places()
    with Journal.open(where.journal) as journal:
        backed_up.play(journal, 3)
        backed_up.play(journal, 5)
    where.config.write_text(backed_up.CONFIG, encoding="utf-8")
    where.page_settings.write_text('{"page": {"port": 8081}}', encoding="utf-8")
    where.profile.mkdir()
    (where.profile / "profile.json").write_text("{}", encoding="utf-8")
    (where.profile / "board-0.png").write_bytes(bytes(range(256)) * 9)
    return where


@pytest.fixture(scope="session")
def game_of_two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the journal of a game of two, to be copied."""
    folder = tmp_path_factory.mktemp("game-of-two")
    with Journal.open(folder / "journal.sqlite3") as journal:
        random_games.play(journal, 5, ("=1+1", "Ada <b>&\"'\n\x1b[31m\u202e\u200d"), moves=14)
    return folder


@pytest.fixture
def home(game_of_two: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation in which a game of two was begun."""
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path / "home"))
    shutil.copytree(game_of_two, tmp_path / "home")
    return tmp_path / "home"
