"""Moves and states as text: round trips, and errors with place, expected and found."""

from __future__ import annotations

import contextlib
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import NotationError
from engine.grid import Cell, Space
from engine.indian_summer.forest import Purse
from engine.indian_summer.moves import Correction
from engine.indian_summer.options import Options, SoloMushroom, labels, read, written
from engine.indian_summer.surfaces import SURFACES


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 4))
def test_states_round_trip(drawn: Any, seed: int, players: int) -> None:
    """A line read and written is the same line, and the state is equal; every legal move round-trips too."""
    chance = random.Random(seed)
    state = drawn.dealt(seed, players)
    for _ in range(chance.randint(0, 40)):
        state = drawn.played(state, drawn.at_random(state, chance)).state
        if drawn.game.result(state) is not None:
            break
    for move in list(drawn.game.legal_moves(state))[::7]:
        assert drawn.game.read_move(drawn.game.write_move(move)) == move
    line = drawn.game.write_state(state)
    again = drawn.game.read_state(line)
    assert again == state
    assert hash(again) == hash(state)
    assert drawn.game.write_state(again) == line
    assert "\n" not in line


def test_a_solo_state_fits_a_qr_code(drawn: Any) -> None:
    """At most 600 characters, what a medium QR code (version 18-M holds 560 bytes, 19-M 624) carries."""
    for seed in range(5):
        chance = random.Random(seed)
        state = drawn.dealt(seed, 1)
        for _ in range(30):
            state = drawn.played(state, drawn.at_random(state, chance)).state
            assert len(drawn.game.write_state(state)) <= 600
            if drawn.game.result(state) is not None:
                break


def test_names_with_blanks_and_colons_round_trip(drawn: Any) -> None:
    """Whatever people call themselves."""
    state = drawn.table(drawn.player(), drawn.player())
    players = tuple(replace(each, name=name) for each, name in zip(state.players, ("A b:c", "Zoë %/"), strict=True))
    state = replace(state, players=players)
    assert drawn.game.read_state(drawn.game.write_state(state)) == state


def test_options_round_trip(drawn: Any) -> None:
    """R11.5, R2.3: options are part of the state, shown by name, and labelled when they are house rules."""
    options = Options(SoloMushroom.GAP, 20)
    state = drawn.alone(options=options)
    assert drawn.game.read_state(drawn.game.write_state(state)).options == options
    assert read(written(options)) == options
    assert labels(options) == ("mushroom: gap", "common-path: 20")
    assert labels(Options()) == ("mushroom: paths (house rule)", "common-path: 15")


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"mushrom": "gap"}, "expected an option, one of mushroom, common-path, found 'mushrom'"),
        ({"mushroom": "gaps"}, "mushroom: expected one of paths, gap, found 'gaps'"),
        ({"common-path": "many"}, "common-path: expected a number of tiles, found 'many'"),
        ({"common-path": "3"}, "common-path: expected 7 to 75 tiles, found 3"),
    ],
)
def test_wrong_options_are_named(texts: dict[str, str], message: str) -> None:
    """R2.3, R11.5: key, expected and found."""
    with pytest.raises(ValueError, match=message):
        read(texts)


SPACES = st.builds(Space, st.integers(0, 3), st.builds(Cell, st.integers(0, 7), st.integers(0, 8)))
SAID = st.dictionaries(SPACES, st.sampled_from(sorted(SURFACES)), max_size=6)
PURSES = st.dictionaries(st.integers(0, 3), st.builds(Purse, *[st.integers(0, 30)] * 4), max_size=2)


@given(SAID, PURSES)
def test_corrections_round_trip(drawn: Any, said: dict[Any, Any], purses: dict[int, Purse]) -> None:
    """The table's decisions are replayed from notation as well."""
    move = Correction(tuple(sorted(said.items())), tuple(sorted(purses.items())))
    assert drawn.game.read_move(drawn.game.write_move(move)) == move


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("", "expected 2 to 5 fields between colons, found 1"),
        ("1:fly", "field 2: expected one of leaf squirrel nut"),
        ("7:end", "field 1: expected a seat from 1 to 4, found '7'"),
        ("1:squirrel:z9", "field 3: expected cells from a1 to i8 such as c4,c5o,c6, found 'z9'"),
        ("1:squirrel:j1", "field 3: expected cells"),
        ("1:squirrel:a1,a1", "field 3: expected each cell once"),
        ("1:squirrel", "expected 3 fields"),
        ("1:leaf:blue:a1", "field 3: expected green, yellow or red, found 'blue'"),
        ("1:leaf:red:a1:path9", "field 5: expected where the tile comes from"),
        ("1:exchange:nut", "field 3: expected two treasures such as berry-nut, found 'nut'"),
        ("1:exchange:nut-gold", "field 3: expected berry, nut, mushroom or feather, found 'gold'"),
        ("1:refill:middle", "field 3: expected one of top-left top-right bottom-left bottom-right"),
        ("1:path:g01x02", "field 3: expected tile codes such as g01y12r46, found 'x02'"),
        ("table:1a1=gold", "field 2: expected one of animal floor"),
        ("table:1purse=1/2", "field 2: expected four counts of tokens such as 1/1/0/0, found '1/2'"),
    ],
)
def test_wrong_moves_are_named(drawn: Any, word: str, message: str) -> None:
    """Move, field, expected and found."""
    with pytest.raises(NotationError) as caught:
        drawn.game.read_move(word)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("indian-summer/1", "chess/1", "state, word 1: expected indian-summer/1, found 'chess/1'"),
        ("turn:1:1:turns", "turn:1:1:never", "state, word 2: expected one of turns final over, found 'never'"),
        ("turn:1:1:turns", "turn:3:1:turns", "state, turn: expected a seat from 1 to 1, found 3"),
        ("9/9/9", "9/9/8", "floor: row 3: expected 9 letters, found 8"),
        ("9/9/9", "9/9/8z", "floor: i3: expected one of . b n m f, found 'z'"),
        ("1/1/1/0", "1/1/1", "expected four counts of tokens such as 1/1/0/0, found '1/1/1'"),
        ("g01", "g77", "expected tile codes such as g01y12r46, found 'g77'"),
        ("animals:demo", "animals:zoo", "expected a set of animals, one of demo, none, found 'zoo'"),
        ("6.4.3", "9.4.3", "expected at most 6.4.3.4.1.1.1 animals left"),
        ("solo:?", "sole:?", "expected a key with its fields"),
    ],
)
def test_wrong_states_are_named(drawn: Any, old: str, new: str, message: str) -> None:
    """Word, expected and found."""
    line = drawn.game.write_state(drawn.alone(path="g01"))
    assert old in line
    with pytest.raises(NotationError) as caught:
        drawn.game.read_state(line.replace(old, new, 1))
    assert message in str(caught.value)


@given(st.text(max_size=40))
def test_any_text_is_a_move_or_a_notation_error(drawn: Any, text: str) -> None:
    """Nothing else is ever raised by reading."""
    for read_text in (drawn.game.read_move, drawn.game.read_state):
        with contextlib.suppress(NotationError):
            read_text(text)
