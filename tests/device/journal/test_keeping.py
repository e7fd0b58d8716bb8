"""Keeping games: what is taken back after the end, and the result that is written again."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from device.archive.games_source import JournalGames
from device.errors import JournalError
from device.journal.journal import Journal
from device.journal.keeping import Keeper
from device.language import translated
from device.session.session import Session
from engine.catalog import GAMES
from engine.indian_summer.moves import Move
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.state import Phase, State
from webui.games import GameRefused

GAME = GAMES["indian-summer"]


def keeper_of(journal: Journal) -> Keeper[State, Move]:
    """What keeps solo games in this journal and begins one on the first board of the demo where none runs."""
    return Keeper(journal, GAME, lambda: (GAME.new_solo(None, demo_floors()[0]), {}))


def over(session: Session[State, Move]) -> None:
    """Play a solo game to its end: ten squirrels, then the tokens."""
    while not session.finished:
        state = session.committed
        if (end := GAME.end_turn(state)) is not None:
            session.enter(end, "page")
        else:
            session.enter(next(iter(GAME.legal_moves(state, on=GAME.view(state).keys()))), "page")


def test_the_last_turn_can_be_taken_back_after_the_end(tmp_path: Path) -> None:
    """The game runs again without a result; ended anew it has one again; nothing is lost in between."""
    with Journal.open(tmp_path / "journal.db") as journal:
        keeper = keeper_of(journal)
        session = keeper.resume()
        over(session)
        keeper.finish(session)
        assert journal.unfinished() is None
        session.undo("page")
        assert session.committed.turn.phase is Phase.FINAL
        running = journal.unfinished()
        assert running is not None
        assert running.result is None
        assert keeper.resume().committed == session.committed
        over(session)
        keeper.finish(session)
        keeper.finish(session)
        assert journal.unfinished() is None
        (kept,) = journal.games()
        assert kept.result is not None


def test_an_ended_game_does_not_run_again_beside_another(tmp_path: Path) -> None:
    """One game runs at a time, and only a game that there is can go on."""
    with Journal.open(tmp_path / "journal.db") as journal:
        first = journal.begin("indian-summer", {})
        with pytest.raises(JournalError, match="is running"):
            journal.reopen(first)
        journal.finish(first, {"won": False})
        journal.begin("indian-summer", {})
        with pytest.raises(JournalError, match="is running"):
            journal.reopen(first)


def test_a_kept_result_is_said_in_every_language(tmp_path: Path) -> None:
    """The list of games has the result as a sentence, so German pages have it in German; an old journal's stays."""
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        keeper = keeper_of(journal)
        session = keeper.resume()
        over(session)
        keeper.finish(session)
        result = GAME.result(session.committed)
        assert result is not None
        journal.finish(journal.begin("indian-summer", {}), {"won": False, "text": "Lost: 7 spaces empty."})
        texts: list[Any] = [game["result"] for game in JournalGames(path).games()]
    old, new = texts
    assert (old, new) == ("Lost: 7 spaces empty.", result.text)
    assert translated(old, "de") == old
    assert translated(new, "de").startswith("Verloren:")


def test_a_game_that_was_over_when_all_stopped_gets_its_result(tmp_path: Path) -> None:
    """Cut off between the last move and the result: the next start writes it, and a new game leaves it alone."""
    with Journal.open(tmp_path / "journal.db") as journal:
        over(keeper_of(journal).resume())
        again = keeper_of(journal)
        session = again.resume()
        result = GAME.result(session.committed)
        assert result is not None
        again.begin()
        first, second = journal.games()
    assert first.result is not None
    assert first.result["text"] == result.text
    assert (second.result, second.ended_at) == (None, None)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET body_json = replace(body_json, 'end', 'emd')",
        "UPDATE games SET result_json = '{'",
        "UPDATE games SET result_json = '[]'",
    ],
)
def test_damage_to_a_game_that_is_over_keeps_nobody_from_playing(tmp_path: Path, damage: str) -> None:
    """The start looks for a series that goes on: an ended game that cannot be read stays where it is, and is listed."""
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        keeper = keeper_of(journal)
        session = keeper.resume()
        over(session)
        keeper.finish(session)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER events_are_never_changed")
        assert connection.execute(damage).rowcount
    with Journal.open(path) as journal:
        assert journal.notice is None
        anew = keeper_of(journal)
        assert anew.resume().turn == 1
    assert [game["number"] for game in JournalGames(path).games()] == [2, 1]


def test_renamed_players_are_called_so_in_what_is_kept(tmp_path: Path) -> None:
    """A name that was mistyped is right in the list of games, in the replay and in every file, from the start on."""
    path = tmp_path / "journal.db"

    def kept_under(*names: str) -> Session[State, Move]:
        with Journal.open(path) as journal:
            start = GAME.new_table(("Ada", "Ben"), demo_floors()[:2])
            keeper = Keeper(journal, GAME, lambda: (start, {"names": ["Ada", "Ben"]}), names=names)
            session = keeper.resume()
            if session.turn == 1:
                session.enter(GAME.read_move("1:squirrel:c4"), "page")
                session.end_turn("page")
            return session

    kept_under("Ada", "Ben")
    games = JournalGames(path)
    for names in (("Ida", "Bo"), ("Ida", "Bo"), ("Ada", "Bo"), ("Eva",), ()):
        said = kept_under(*names).log[0].text
    (listed,), replay = games.games(), games.replay(1)
    assert listed["names"] == ["Ada", "Bo"]
    assert [player["name"] for player in replay["players"]] == ["Ada", "Bo"]
    assert said == replay["steps"][0]["said"][0]["text"] == "Ada lays a squirrel on c4."
    assert games.turns()[0]["text"] == "Ada lays a squirrel on c4. It is the turn of Bo."
    assert listed["entries"] == 4  # squirrel, end of the turn, and the two times that names were others than before
    assert all("Ben" not in games.export(1, form).content.decode() for form in ("notation", "csv", "svg"))
    again = JournalGames(tmp_path / "another.db")
    with pytest.raises(GameRefused, match="has not ended"):
        again.take(games.export(1, "jsonl").content, "game.jsonl")
    with Journal.open(path) as journal:
        journal.begin(GAME.name, {"state": "none"})
    again.take(games.export(1, "jsonl").content, "game.jsonl")
    assert again.games()[0]["names"] == ["Ada", "Bo"]
