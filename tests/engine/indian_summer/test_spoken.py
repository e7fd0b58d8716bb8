"""Whatever the game says in random games, of illegal moves, disturbed tables and ends can be said in German."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from engine.game import Surface
from engine.grid import Bits, Cell, Space
from engine.indian_summer import scoring
from engine.indian_summer.forest import FULL, NONE, Purse, Treasure
from engine.indian_summer.moves import (
    Correction,
    EndTurn,
    Exchange,
    Move,
    PlaceAnimal,
    PlaceLeaf,
    PlaceSquirrel,
    Refill,
    SpendBerry,
    SpendFeather,
    SpendMushroom,
    SpendNut,
    TellPath,
)
from engine.indian_summer.outcome import Solo
from engine.indian_summer.positions import read_position, write_position
from engine.indian_summer.series import series_result
from engine.indian_summer.state import Place, Source, State
from engine.indian_summer.surfaces import FLOOR, HOLE, LEAVES, SQUIRREL, TOKENS
from engine.indian_summer.tiles import TILES, Color
from engine.sentence import Sentence, said_in

ROOT = Path(__file__).parents[3]
GERMAN: dict[str, str] = json.loads((ROOT / "webui" / "strings" / "sentences" / "de.json").read_text("utf-8"))
NAMES = {"You", "Ada", "Ben", "Cy", "Di"}
PLAIN = re.compile(
    r"[a-i][1-8](-[a-i][1-8])?(, [a-i][1-8])*"  # spaces
    r"|[gyr][0-9]{2}([, ]+[gyr][0-9]{2})*"  # tiles
    r"|[1-6](, [1-6])*"  # areas
    r"|R[0-9]+\.[0-9]+"
)
"""What may stand in a sentence without being one: it is the same in every language."""


def faults(text: str) -> Iterator[str]:
    """What would stay English: plain texts, and templates that have no German one."""
    if not text:
        return
    if not isinstance(text, Sentence):
        if text not in NAMES and not PLAIN.fullmatch(text):
            yield f"plain: {text!r}"
        return
    worded = any(letter.isalpha() for part, _, _, _ in Formatter().parse(text.template) for letter in part)
    if worded and text.template not in GERMAN:
        yield f"not translated: {text.template!r}"
    for name, value in text.values.items():
        if isinstance(value, str) and f"{{{name}!r}}" not in text.template:
            yield from faults(value)
    said_in(GERMAN, text)  # raises when a place is wrong


def all_faults(texts: Iterable[str]) -> set[str]:
    """The faults of many texts; plain texts at the top are none either."""
    found: set[str] = set()
    for text in texts:
        found.update(faults(text))
        if text and not isinstance(text, Sentence):
            found.add(f"plain: {text!r}")
    return found


def game_of(drawn: Any, seed: int, players: int) -> tuple[list[State], list[Move], list[str]]:
    """The states of a random game up to its end, its moves, and all that was said on the way."""
    chance = random.Random(seed)
    state: State = drawn.dealt(seed, players)
    states, moves, said = [state], [], []
    while drawn.game.result(state) is None:
        move = drawn.game.read_move(drawn.at_random(state, chance))
        said.append(drawn.game.phrase(state, move))
        step = drawn.game.play(state, move)
        said += [event.text for event in step.events]
        state = step.state
        states.append(state)
        moves.append(move)
    return states, moves, said


@pytest.mark.parametrize(("seed", "players"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 4)])
def test_games_are_said(drawn: Any, seed: int, players: int) -> None:
    """Events, names of moves, guides, options, last turns, results and standings from the first move to the end."""
    states, _, said = game_of(drawn, seed, players)
    for state in states:
        shown = drawn.game.display(state)
        said += [*shown["options"], shown["turn"]["last_round"] or ""]
        guide = drawn.game.guide(state)
        if guide is not None:
            said += [guide.text, guide.reason]
    for state in states[:: max(len(states) // 6, 1)]:
        said += [drawn.game.phrase(state, move) for move in drawn.game.legal_moves(state)]
    result = drawn.game.result(states[-1])
    said += [result.text, *(standing.text for standing in result.standings)]
    assert all_faults(said) == set()


def test_only_options_that_count_are_named(drawn: Any) -> None:
    """R2.3, R11.5: the Common Path is an affair of several, and what a Mushroom brings one of those who play alone."""
    several, alone = (drawn.game.display(drawn.dealt(3, players))["options"] for players in (2, 1))
    assert [text.partition(":")[0] for text in (*several, *alone)] == ["common-path", "mushroom"]
    assert (len(several), len(alone)) == (1, 1)


@pytest.mark.parametrize(("seed", "players"), [(11, 1), (12, 2), (13, 4)])
def test_what_is_wrong_is_said(drawn: Any, seed: int, players: int) -> None:
    """Every reason and every remedy, for moves of other states of the game and for moves that make no sense at all."""
    chance = random.Random(seed)
    states, moves, _ = game_of(drawn, seed, players)
    strange = [*strange_moves(chance, players), *chance.sample(moves, min(len(moves), 40))]
    found = set()
    rules = set()
    for state in [*chance.sample(states, min(len(states), 25)), states[0], states[-1]]:
        for move in strange:
            for violation in drawn.game.violations(state, move):
                rules.add(violation.rule)
                found |= all_faults([violation.text, violation.remedy, str(violation)])
    assert found == set()
    assert len(rules) > 12


def strange_moves(chance: random.Random, players: int) -> list[Move]:
    """Moves of every kind for every seat and one more, most of them nowhere legal."""
    animals = ["fox", "mouse", "hedgehog", "unicorn {one}"]
    moves: list[Move] = []
    for seat in range(players + 1):
        for _ in range(25):
            bits = [1 << chance.randrange(72) for _ in range(chance.randrange(1, 6))]
            covers = Bits(sum(set(bits)))
            block = Bits((0b111 << chance.randrange(60)) & FULL)
            moves += [
                PlaceLeaf(seat, chance.choice(list(Color)), covers, Bits(bits[0])),
                PlaceLeaf(seat, Color.GREEN, block, Bits(block & -block), Source(Place.PATH, chance.randrange(6))),
                PlaceSquirrel(seat, Bits(bits[0])),
                SpendNut(seat, covers),
                PlaceAnimal(seat, chance.choice(animals), chance.choice([covers, block, NONE])),
            ]
        moves += [Exchange(seat, give, get) for give in Treasure for get in Treasure]
        moves += [SpendBerry(seat, end) for end in (None, Place.TOP_LEFT, Place.BOTTOM_RIGHT)]
        moves += [Refill(seat, end) for end in (Place.TOP_RIGHT, Place.BOTTOM_LEFT)]
        moves += [
            SpendMushroom(seat, sources)
            for sources in (
                (Source(Place.TOP_LEFT), Source(Place.BOTTOM_RIGHT)),
                (Source(Place.GAP_LEFT), Source(Place.GAP_RIGHT)),
                (Source(Place.SEAT, 0), Source(Place.BUSH)),
                (),
            )
        ]
        moves += [SpendFeather(seat), EndTurn(seat), TellPath(seat, TILES[:7]), TellPath(seat, ())]
        moves.append(Correction(((Space(seat, Cell(0, 0)), FLOOR),), ((seat, Purse(-1, 0, 0, 0)),)))
    return moves


@pytest.mark.parametrize(("seed", "players"), [(21, 1), (22, 3)])
def test_what_is_owed_and_disturbed_is_said(drawn: Any, seed: int, players: int) -> None:
    """Tokens that are missing or left over, pieces that are gone, moved or lie over others."""
    chance = random.Random(seed)
    states, _, _ = game_of(drawn, seed, players)
    surfaces: tuple[Surface, ...] = (FLOOR, HOLE, SQUIRREL, *LEAVES, *TOKENS)
    said: list[str] = []
    for state in chance.sample(states, min(len(states), 40)):
        view = drawn.game.view(state)
        for number in (1, 1, 2, 5):
            seen = {spot: chance.choice(surfaces) for spot in chance.sample(sorted(view), number)}
            tokens = {spot: chance.choice((HOLE, *TOKENS)) for spot in view if view[spot] in (HOLE, *TOKENS)}
            found = [*drawn.game.disturbed(state, {**view, **seen}), *drawn.game.owed(state, seen)]
            found += [debt for spot, surface in tokens.items() for debt in drawn.game.owed(state, {spot: surface})]
            said += [text for each in found for text in (each.text, each.remedy)]
    assert all_faults(said) == set()
    assert any("belongs on the hole" in text for text in said)
    assert any("lay there before this turn" in text for text in said)


@pytest.mark.parametrize(("seed", "players"), [(31, 1), (32, 2), (33, 4)])
def test_scores_are_said(drawn: Any, seed: int, players: int) -> None:
    """The steps, reasons and the end of positions all along a game with many supplies; nothing is a plain text."""
    chance = random.Random(seed)
    states, _, _ = game_of(drawn, seed, players)
    said: list[str] = []
    for state in states[len(states) // 4 :: max(len(states) // 40, 1)]:
        rich = tuple(
            replace(player, purse=Purse(*(chance.randrange(most) for most in (9, 8, 5, 3)))) for player in state.players
        )
        end = scoring.scored(read_position(json.dumps(write_position(replace(state, players=rich)))))
        said.append(end.text)
        for place in end.players:
            said += [place.reason, scoring.ending(place), *(step.text for step in place.steps)]
    assert all_faults(said) == set()
    assert any("as far as the nuts reach" in text for text in said)
    assert any("to complete Area" in text for text in said)


def test_series_and_corrections_are_said(drawn: Any) -> None:
    """Every state of a solo series, and supplies that the table counted."""
    won, lost = Solo(True, 4), Solo(False, -3)
    said = [series_result(games).text for games in ([], [won], [lost, lost], [won, won, lost], [won, lost, lost])]
    for state in (drawn.dealt(1, 1), drawn.dealt(1, 2)):
        counted = drawn.game.recount(state, 0, {"berry": 3, "nut": 0})
        said += [event.text for event in drawn.game.play(state, counted).events]
        bare = Correction(((Space(0, Cell(0, 0)), LEAVES[0]), (Space(0, Cell(0, 1)), HOLE)))
        said += [event.text for event in drawn.game.play(state, bare).events]
        said.append(drawn.game.phrase(state, bare))
    assert all_faults(said) == set()


def test_german_speaks_to_the_nameless_player(drawn: Any) -> None:
    """The solo player without a name is du; a tile, a place in a path and a list read as German does."""
    state = drawn.alone(path="g01g01y01y02r01")
    move = next(move for move in drawn.game.legal_moves(state) if isinstance(move, PlaceLeaf))
    said = [said_in(GERMAN, event.text) for event in drawn.game.play(state, move).events]
    assert said[0].startswith("Du legst das grüne Blattplättchen auf a1-")
    assert said_in(GERMAN, drawn.game.phrase(state, move)).startswith("grünes Blattplättchen von Platz 1 des Pfads auf")
    exchange = drawn.game.play(state, Exchange(0, Treasure.MUSHROOM, Treasure.NUT)).events
    assert [said_in(GERMAN, event.text) for event in exchange] == ["Du tauschst 1 Pilz gegen 1 Nuss."]
