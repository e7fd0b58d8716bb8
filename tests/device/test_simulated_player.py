"""The simulated player: it plays to the end, puts up with a referee that errs, and never hangs."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

import pytest

from device.session import answers as session_answers
from device.session.message import Sight, table_message
from device.session.session import Session, SessionError
from device.simulation.moves import ask_to_tidy
from device.simulation.pieces import Kind, Piece
from device.simulation.player import SimulatedPlayer
from device.simulation.policy import choose
from device.simulator import SimulatedTable
from engine.catalog import GAMES
from engine.game import IllegalMove, Reading, Spot, Surface
from engine.grid import Cell
from engine.indian_summer.moves import EndTurn, PlaceLeaf
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.state import Phase, State
from webui.command import Command, Reply

GAME = GAMES["indian-summer"]
TINY = (160, 120)
Readings = dict[Spot, Reading]


def solo_start(seed: int) -> State:
    """A solo game with 25 shuffled demo tiles."""
    tiles = list(demo_tiles().tiles)
    random.Random(seed).shuffle(tiles)
    floors = demo_floors()
    return GAME.new_solo(tiles[:25], floors[seed % len(floors)])


class PerfectReferee:
    """The real session with eyes that read the table's truth half a second after the last hand has left.

    ``blur`` may change what it reads, ``refuse`` may turn a command down.
    """

    def __init__(
        self,
        start: State,
        table: SimulatedTable,
        blur: Callable[[Readings], Readings] = lambda readings: readings,
        refuse: Callable[[Command], bool] = lambda command: False,
    ) -> None:
        self.session = Session(GAME, start, lambda entries: None)
        self._table, self._blur, self._refuse = table, blur, refuse
        self._commands: list[tuple[Command, Future[Reply]]] = []
        self._still = 0
        self.message: Mapping[str, Any] = {}

    def submit(self, command: Command) -> Future[Reply]:
        """Queue a command."""
        future: Future[Reply] = Future()
        self._commands.append((command, future))
        return future

    def step(self) -> None:
        """One frame: commands, time, view, message."""
        for command, future in self._commands:
            future.set_result(self._reply(command))
        self._commands.clear()
        self._table.advance(0.1)
        self._still = 0 if self._table.busy else self._still + 1
        word = "settled" if self._still >= 5 else "hand"
        if word == "settled":
            truth: Readings = {spot: Reading(Surface(surface), 0.95) for spot, surface in self._table.truth().items()}
            self.session.see(self._blur(truth))
        self.message = table_message(self.session, Sight(word, "", "test"), ("You",), complain=True)

    def _reply(self, command: Command) -> Reply:
        if self._refuse(command):
            return Reply(False, "Not now.")
        try:
            match command.name:
                case "end-turn":
                    self.session.end_turn(command.who)
                case "move":
                    self.session.enter(GAME.read_move(str(command.body["notation"])), command.who)
                case "answer":
                    kind, _, rest = str(command.body["answer"]).partition(":")
                    if kind == "line":
                        session_answers.choose(self.session, int(rest), command.who)
                    else:
                        self.session.enter(GAME.read_move(rest), command.who)
                case _:
                    return Reply(False, f"unknown command {command.name}")
        except (SessionError, IllegalMove) as error:
            return Reply(False, str(error))
        return Reply(True)


def play_out(player: SimulatedPlayer, referee: PerfectReferee, frames: int = 6000) -> None:
    """Let both go on until the player is done."""
    for _ in range(frames):
        referee.step()
        player.step()
        if player.done:
            return
    raise AssertionError("the player hangs")


def set_up(seed: int, **habits: Any) -> tuple[SimulatedPlayer, PerfectReferee, SimulatedTable]:
    """A game about to begin."""
    start = solo_start(seed)
    table = SimulatedTable([start.board.floor.rows], seed, TINY)
    referee = PerfectReferee(start, table, **habits)
    return SimulatedPlayer(GAME, start, table, referee.submit, lambda: referee.message, seed), referee, table


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_game_ends_with_player_referee_and_table_agreed(seed: int) -> None:
    """Ten turns and the final phase are played; nobody erred, so nothing is laid anew and nothing refused."""
    player, referee, table = set_up(seed)
    play_out(player, referee)

    assert player.report.gave_up == ""
    assert player.state.turn.phase is Phase.OVER
    assert referee.session.committed == player.state
    assert table.truth() == dict(GAME.view(player.state))
    assert sum(move == "1:end" for move in player.report.moves) == 11  # ten turns and the final phase
    assert (player.report.laid_anew, player.report.refused) == (0, 0)


def test_the_same_seed_plays_the_same_game() -> None:
    """Two runs of one seed make the same moves and leave the pieces in the same places."""
    moves, pieces = [], []
    for _ in range(2):
        player, referee, table = set_up(7)
        play_out(player, referee)
        moves.append(player.report.moves)
        pieces.append(table.pieces)
    assert moves[0] == moves[1]
    assert pieces[0] == pieces[1]


def test_what_is_misread_is_laid_anew_until_it_is_read() -> None:
    """A referee that takes one space for a squirrel until the piece there is laid anew is won over."""
    lifted: list[bool] = []

    def blur(readings: Readings) -> Readings:
        covered = [spot for spot, reading in readings.items() if reading.surface != "floor"]
        lifted.append(len(covered) == 0)
        if covered and True not in lifted[1:]:
            readings[covered[0]] = Reading(Surface("squirrel"), 0.95)
        return readings

    player, referee, table = set_up(2, blur=blur)
    first_lay = GAME.write_move(choose(GAME, player.state, random.Random(2)) or EndTurn(0))
    # The table is seen empty again only if settled between lifting and laying anew; so say when that has happened.
    until_s = 30.0
    for _ in range(6000):
        if table.now_s > until_s and player.report.laid_anew:
            lifted.append(True)
        referee.step()
        player.step()
        if player.done:
            break

    assert first_lay == player.report.moves[0]
    assert player.report.laid_anew > 0
    assert player.report.gave_up == ""
    assert referee.session.committed == player.state


def test_a_referee_that_never_understands_is_given_up_with_a_reason() -> None:
    """The player stops after a bounded simulated time and says what lies and what is shown."""
    player, referee, table = set_up(3, blur=lambda readings: {})
    play_out(player, referee)

    assert player.done
    assert table.now_s < 120
    assert "Turn 1" in player.report.gave_up
    assert "there lies" in player.report.gave_up


def test_a_referee_without_a_page_is_given_up() -> None:
    """No table message at all ends in a report too."""
    start = solo_start(1)
    table = SimulatedTable([start.board.floor.rows], 1, TINY)
    player = SimulatedPlayer(GAME, start, table, lambda command: Future(), lambda: {}, 1)
    for _ in range(2000):
        table.advance(0.1)
        player.step()

    assert player.done
    assert "says nothing" in player.report.gave_up


def test_refused_requests_are_repeated_and_counted() -> None:
    """The first End turn is turned down twice; the third time it counts, and the game goes on to its end."""
    refusals = [True, True]
    player, referee, _ = set_up(
        4, refuse=lambda command: command.name == "end-turn" and bool(refusals) and refusals.pop()
    )
    play_out(player, referee)

    assert player.report.refused == 2
    assert referee.session.committed == player.state


def test_requests_that_are_always_refused_end_the_game() -> None:
    """A table that never ends the turn is given up, with its own words."""
    player, referee, _ = set_up(4, refuse=lambda command: command.name == "end-turn")
    play_out(player, referee)

    assert "Not now." in player.report.gave_up


def test_a_question_about_what_happened_is_answered_truthfully() -> None:
    """Asked which of two things it did, the player picks the one that it did."""
    start = solo_start(5)
    table = SimulatedTable([start.board.floor.rows], 5, TINY)
    answers: list[object] = []

    def submit(command: Command) -> Future[Reply]:
        future: Future[Reply] = Future()
        if command.name == "answer":
            answers.append(command.body["answer"])
        future.set_result(Reply(True))
        return future

    def look() -> Mapping[str, Any]:
        made = [GAME.read_move(move) for move in player.report.moves]
        said = ", then ".join(GAME.phrase(start, move) for move in made)
        question = {
            "id": "line-1",
            "text": "What happened?",
            "answers": [{"id": "line:0", "text": "squirrel on a1"}, {"id": "line:1", "text": said}],
        }
        asks = bool(made) and not table.busy and not answers
        return {
            "status": {"word": "question" if asks else "settled"},
            "verdict": {"mood": "notice" if asks else "good", "text": "", "spots": []},
            "question": question if asks else None,
            "players": [{"board": list(table.truth_rows(0)), "purse": player.state.players[0].purse._asdict()}],
        }

    player = SimulatedPlayer(GAME, start, table, submit, look, 5)
    for _ in range(200):
        table.advance(0.1)
        player.step()

    assert answers == ["line:1"]
    assert player.report.answered == 1


def test_the_policy_makes_legal_moves_only_and_brings_games_to_an_end() -> None:
    """Twelve games: every chosen move is legal, leaves are most of them, and no game is endless."""
    for seed in range(12):
        state, rng = solo_start(seed), random.Random(seed)
        leaves = 0
        for _ in range(200):
            move = choose(GAME, state, rng)
            assert move is not None
            leaves += isinstance(move, PlaceLeaf)
            state = GAME.play(state, move).state
            if state.turn.phase is Phase.OVER:
                break
        assert state.turn.phase is Phase.OVER
        assert leaves >= 8


def test_another_player_goes_on_from_what_the_referee_knows() -> None:
    """Stopped in the middle of a game, a new player finishes it from the committed state and the table as it lies."""
    player, referee, table = set_up(6)
    while referee.session.committed.turn.number < 6:
        referee.step()
        player.step()
    follower = SimulatedPlayer(GAME, referee.session.proposed, table, referee.submit, lambda: referee.message, 99)
    play_out(follower, referee)

    assert follower.report.gave_up == ""
    assert referee.session.committed == follower.state
    assert table.truth() == dict(GAME.view(follower.state))


def test_a_player_puts_a_strange_table_right_before_it_plays() -> None:
    """What does not belong to the state is taken away, what is missing is laid, with all that lay on it."""
    player, referee, table = set_up(6)
    while referee.session.committed.turn.number < 4:
        referee.step()
        player.step()
    while table.busy:
        table.advance(0.1)
    state = referee.session.committed
    table.lift(next(piece.id for piece in table.pieces if piece.kind is Kind.LEAF))
    table.lay(Piece("joke", Kind.LEAF, 0, "red", tuple(Cell(7, col) for col in range(5)), Cell(7, 0)))
    table.lay(Piece("cap", Kind.SQUIRREL, 0, "", (Cell(7, 0),)))

    ask_to_tidy(table, state)
    while table.busy:
        table.advance(0.1)
    assert table.truth() == dict(GAME.view(state))
    assert not ask_to_tidy(table, state)
