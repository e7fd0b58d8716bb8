"""Fixtures of the archive: an installation."""

from pathlib import Path

import pytest

from device.journal.journal import Journal
from device.places import Places, places
from tests.device.archive.backed_up import CONFIG, play


@pytest.fixture
def where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    """An installation with two games, settings and a folder of a profile."""
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path / "home"))
    where = places()
    with Journal.open(where.journal) as journal:
        play(journal, 3)
        play(journal, 5)
    where.config.write_text(CONFIG, encoding="utf-8")
    where.page_settings.write_text('{"page": {"port": 8081}}', encoding="utf-8")
    where.profile.mkdir()
    (where.profile / "profile.json").write_text("{}", encoding="utf-8")
    (where.profile / "board-0.png").write_bytes(bytes(range(256)) * 9)
    return where
