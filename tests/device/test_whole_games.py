"""Whole games shown to the session as views, turn by turn, to the last step of the final phase; the score agrees."""

from __future__ import annotations

import random
from typing import Any

import pytest

from device.journal.journal import Entry
from device.session import answers as session_answers
from device.session.final_guide import guide_of
from device.session.message import Sight, table_message
from device.session.session import Session
from engine.catalog import GAMES
from engine.game import Guide, Reading, Spot
from engine.indian_summer.moves import Move, PlaceAnimal, PlaceLeaf, PlaceSquirrel, Refill
from engine.indian_summer.outcome import as_nuts
from engine.indian_summer.positions import Position
from engine.indian_summer.scoring import scored
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.setup import deal
from engine.indian_summer.state import Phase, State
from engine.indian_summer.surfaces import HOLE, SQUIRREL
from engine.referee import Verdict

GAME = GAMES["indian-summer"]
NAMES = ("Ada", "Ben", "Cy", "Di")
Playing = Session[State, Move]


def seen_of(state: State) -> dict[Spot, Reading]:
    """What a perfect camera reads of a state."""
    return {spot: Reading(surface, 1.0) for spot, surface in GAME.view(state).items()}


def shuffled(seed: int) -> list[Any]:
    """The demo's tiles."""
    tiles = list(demo_tiles().tiles)
    random.Random(seed).shuffle(tiles)
    return tiles


def chosen(state: State, chance: random.Random) -> Move:
    """A leaf where it touches the edge or others, an animal now and then, else a squirrel."""
    legal = list(GAME.legal_moves(state))
    animals = [move for move in legal if isinstance(move, PlaceAnimal)]
    if animals and chance.random() < 0.5:
        return chance.choice(animals)
    leaves = [move for move in legal if isinstance(move, PlaceLeaf)]
    if leaves and state.board.empty > 24:
        low = min(move.covers & -move.covers for move in leaves)
        return chance.choice([move for move in leaves if move.covers & low])
    return next(move for move in legal if isinstance(move, PlaceSquirrel))


def play_turn(session: Playing, chance: random.Random) -> None:
    """Play a turn that leaves traces only, show it once, answer truthfully, and end it."""
    state = session.committed
    while GAME.end_turn(state) is None and not state.turn.refill:
        state = GAME.play(state, chosen(state, chance)).state
    session.see(seen_of(state))
    if session.explanation.verdict is Verdict.QUESTION:
        lines = [number for number, line in enumerate(session.explanation.rivals) if line.state == state]
        session_answers.choose(session, lines[0], "page")
    assert session.proposed == state
    if session.choices:
        session.enter(next(move for move in session.choices if isinstance(move, Refill)), "page")
    session.end_turn("button")


def follow(session: Playing) -> list[Guide[Any]]:
    """Do what the guide says, step by step, with the hands a step behind; the steps of one seat's final phase."""
    steps: list[Guide[Any]] = []
    table = seen_of(session.committed)
    while (step := guide_of(session)) is not None and step.do != "end":
        assert len(steps) < 60, "the guide goes round in circles"
        assert step.seat == session.seat
        assert step.step <= step.of
        message: Any = table_message(session, Sight("settled", "", "test"), NAMES, complain=True)
        assert message["guide"]["text"] == step.text
        steps.append(step)
        surface = {"squirrel": SQUIRREL, "harvest": HOLE}[step.do]
        table |= {spot: Reading(surface, 1.0) for spot in step.spots}
        session.see(table)
        assert session.explanation.verdict in {Verdict.LEGAL, Verdict.INCOMPLETE}
    assert step is not None
    return [*steps, step]


def position_of(state: State) -> Position:
    """What ``leafwatch score`` would be given."""
    return Position(state.solo is not None, state.start, state.players)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_a_table_game_ends_as_score_says(players: int, seed: int) -> None:
    """By views alone to the last turn, then step by step as the guide leads: ranks, nuts and berries are score's."""
    chance = random.Random(seed)
    kept: list[Entry] = []
    start = deal(NAMES[:players], demo_floors()[:players], shuffled(seed), animals=GAME.animals)
    session: Playing = Session(GAME, start, kept.extend)
    announced = set()
    while session.committed.turn.phase is Phase.TURNS:
        play_turn(session, chance)
        turn: Any = GAME.display(session.committed)["turn"]
        announced.add(turn["last_round"])
    nobody_is_left = session.committed.turn.closing == players - 1
    assert nobody_is_left or any(text and text.startswith("Last turns") for text in announced)
    position = position_of(session.committed)
    expected = scored(position)
    led = []
    while not session.finished:
        led += follow(session)
        session.end_turn("button")
    result = GAME.result(session.committed)
    assert result is not None
    assert {standing.seat: standing.rank for standing in result.standings} == {
        seat: place.rank for seat, place in enumerate(expected.players)
    }
    for player, place in zip(session.committed.players, expected.players, strict=True):
        assert player.board.empty == place.empty
        assert as_nuts(player.purse) == as_nuts(place.left)
    assert sum(step.do == "end" for step in led) == players
    message: Any = table_message(session, Sight("finished", "", "test"), NAMES, complain=True)
    assert len(message["score"]["lines"]) >= players - 1
    again: Playing = Session(GAME, start, kept.extend, list(kept))
    assert again.committed == session.committed


@pytest.mark.parametrize("seed", range(3))
def test_a_solo_game_ends_as_score_says(seed: int) -> None:
    """Ten turns by views, then the guide: won or lost with the points of score."""
    chance = random.Random(seed)
    kept: list[Entry] = []
    start = GAME.new_solo(shuffled(seed)[:25], demo_floors()[seed])
    session: Playing = Session(GAME, start, kept.extend)
    while session.committed.turn.phase is Phase.TURNS:
        play_turn(session, chance)
    assert session.turn == 11
    expected = scored(position_of(session.committed)).players[0]
    follow(session)
    session.end_turn("button")
    result = GAME.result(session.committed)
    assert result is not None
    assert result.won == expected.won
    assert str(expected.points) in result.text
    assert session.committed.players[0].board.empty == expected.empty
