"""A new machine takes over an old one: a backup is chosen on the first page of the set-up, and the games are there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from device.cli import main
from device.journal.journal import Journal
from device.journal.record import Entry
from device.places import places
from device.settings import load_settings
from engine.catalog import GAMES

pytestmark = pytest.mark.browser

GOLDEN = Path(__file__).parent / "golden" / "solo-3.txt"
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What ``leafwatch backup`` keeps of a machine on which a whole game was played, for Zoë, with simulated boards."""
    home = tmp_path / "old"
    home.mkdir()
    monkeypatch.setenv("LEAFWATCH_HOME", str(home))
    start, *moves, _end, result = GOLDEN.read_text(encoding="utf-8").splitlines()
    with Journal.open(places().journal) as journal:
        game = journal.begin("indian-summer", {"state": start.removeprefix("start "), "names": ["Zoë"]})
        journal.append([Entry("move", "camera", {"move": line.split(". ", 1)[1]}) for line in moves])
        journal.finish(game, {"text": result.removeprefix("result "), "won": False})
    places().page_settings.write_text('{"table": {"players": ["Zoë"]}}', encoding="utf-8")
    file = tmp_path / "table.zip"
    assert main(["backup", str(file)]) == 0
    return file


@pytest.fixture
def phone(appliance: str, new_context: Callable[..., Any]) -> Iterator[Any]:
    """A phone that has just opened the page."""
    context = new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    page = context.new_page()
    page.goto(appliance)
    yield page
    context.close()


def test_games_of_a_backup_are_there_after_the_set_up(backup: Path, phone: Any, tmp_path: Path) -> None:
    """Chosen before there is a host, brought in as soon as there is one: list, replay and settings are the old ones."""
    phone.wait_for_selector("#step[data-step='restore']")
    phone.set_input_files("#backup", backup)
    phone.get_by_text("table.zip").wait_for()
    phone.tap("#next")
    phone.wait_for_selector("#pin")
    phone.tap("#next")
    phone.get_by_text("Restored.").wait_for()
    phone.wait_for_selector("#step[data-step='camera']")
    phone.goto(phone.url.split("/setup")[0] + "/games")
    phone.get_by_role("link", name="Zoë").tap()
    phone.get_by_text("Lost: 7 spaces empty, nothing left: -7 points.").first.wait_for()
    steps = int(phone.get_by_role("slider").get_attribute("max"))
    assert steps == len(GOLDEN.read_text(encoding="utf-8").splitlines()) - 3
    board = GAMES["indian-summer"].display(_end_of_the_game())["players"]
    assert isinstance(board, list)
    phone.get_by_role("slider").press("End")
    phone.wait_for_function(
        "(pieces) => document.querySelectorAll('.frame .pieces > .piece').length === pieces",
        arg=len(board[0]["pieces"]),
    )
    assert load_settings(places({"LEAFWATCH_HOME": str(tmp_path / "new")})).players == ("Zoë",)


def _end_of_the_game() -> Any:
    rules = GAMES["indian-summer"]
    start, *moves, _end, _result = GOLDEN.read_text(encoding="utf-8").splitlines()
    state = rules.read_state(start.removeprefix("start "))
    for line in moves:
        state = rules.play(state, rules.read_move(line.split(". ", 1)[1])).state
    return state
