"""Solo series: three stacks, the result kept from game to game, the next game where R11.8 has one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.errors import JournalError
from device.journal.journal import Journal
from device.journal.keeping import Keeper
from device.session.history import SessionError
from device.session.session import Session
from device.session.solo_series import KEY, following, new_series, next_of_series, series_json, stack_of, waits
from engine.catalog import GAMES
from engine.indian_summer.moves import Move
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.setup import SOLO_STACK
from engine.indian_summer.state import Phase, State, Turn

GAME = GAMES["indian-summer"]
TILES = demo_tiles().tiles


def ended(session: Session[State, Any]) -> Session[State, Any]:
    """The same game as if it were over, with an almost empty board: lost."""
    state: Any = session.committed
    over = type(state)(
        state.players, Turn(number=10, phase=Phase.OVER), state.start, solo=state.solo, animals=state.animals
    )
    return Session(GAME, over, lambda entries: None)


@pytest.fixture
def keeper(tmp_path: Path) -> Any:
    """A keeper of solo series."""
    with Journal.open(tmp_path / "journal.db") as journal:
        series = new_series(TILES)
        begin: Callable[[], Any] = lambda: (GAME.new_solo(stack_of(series), demo_floors()[0]), {KEY: series})  # noqa: E731
        yield Keeper(journal, GAME, begin)


def test_the_stacks_are_three_of_the_75_tiles() -> None:
    """R11.1: 25 tiles a game, none twice."""
    series: Any = new_series(TILES)
    stacks = [stack_of({**series, "games": [{}] * number}) for number in range(3)]
    assert [len(stack or ()) for stack in stacks] == [SOLO_STACK] * 3
    assert sorted(tile.code for stack in stacks for tile in stack or ()) == sorted(tile.code for tile in TILES)


def test_tiles_that_nobody_told_make_a_series_too() -> None:
    """A camera knows no tiles: then only the results are kept. Too few tiles are refused."""
    assert stack_of(new_series(None)) is None
    with pytest.raises(ValueError, match="75"):
        new_series(TILES[:74])


def test_the_next_game_waits_for_the_end_of_this_one(keeper: Any) -> None:
    """A game that is being played is game 1; there is no next one yet."""
    session = keeper.resume()
    shown = series_json(keeper.setup, session)
    assert shown == {"games": [], "text": "Game 1 of up to 3.", "next": False}
    with pytest.raises(SessionError, match="not over"):
        following(keeper.setup, session)


def test_a_disk_that_is_full_once_costs_no_game_of_the_series(keeper: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next game cannot be begun: the series is what it was, and with room on the disk it goes on."""
    over = ended(keeper.begin())
    before = series_json(keeper.setup, over)

    def refuse(journal: Journal, name: str, setup: object) -> int:
        raise JournalError("no room")

    with monkeypatch.context() as full:
        full.setattr(Journal, "begin", refuse)
        with pytest.raises(JournalError):
            next_of_series(keeper, GAME, over)
    assert series_json(keeper.setup, over) == before
    next_of_series(keeper, GAME, over)
    assert len(keeper.setup[KEY]["games"]) == 1


def test_two_lost_games_end_the_series(keeper: Any) -> None:
    """R11.8: the first two both lost, no third game; each game has its own stack, and a restart knows the series."""
    first = keeper.resume()
    lost = ended(first)
    shown = series_json(keeper.setup, lost)
    assert shown is not None
    assert [(game["number"], game["won"]) for game in shown["games"]] == [(1, False)]  # type: ignore[attr-defined]
    assert shown["next"] is True
    second = next_of_series(keeper, GAME, lost)
    assert second.committed.players[0].path == TILES[SOLO_STACK : 2 * SOLO_STACK][20:]
    assert keeper.resume().committed == second.committed
    assert len(keeper.setup[KEY]["games"]) == 1
    again = ended(second)
    shown = series_json(keeper.setup, again)
    assert shown is not None
    assert shown["next"] is False
    with pytest.raises(SessionError, match="series is over"):
        next_of_series(keeper, GAME, again)


def test_a_restart_between_two_games_goes_on_with_the_series(keeper: Any, tmp_path: Path) -> None:
    """The first game is shown as it ended, and the next one of the same series may begin."""
    session = keeper.resume()
    while not session.finished:
        state = session.committed
        end = GAME.end_turn(state)
        session.enter(end or next(iter(GAME.legal_moves(state, on=GAME.view(state).keys()))), "page")
    keeper.finish(session)
    again: Keeper[State, Move] = Keeper(keeper._journal, GAME, keeper._new_game, waits)
    shown = again.resume()
    assert shown.committed == session.committed
    assert next_of_series(again, GAME, shown).committed.players[0].path == TILES[SOLO_STACK : 2 * SOLO_STACK][20:]
    plain: Keeper[State, Move] = Keeper(keeper._journal, GAME, keeper._new_game)
    assert plain.resume().turn == 1


def test_a_game_without_a_series_has_none(keeper: Any) -> None:
    """Old games in the journal know of no series."""
    session = keeper.resume()
    assert series_json({}, session) is None
    with pytest.raises(SessionError, match="no series"):
        following({}, session)
