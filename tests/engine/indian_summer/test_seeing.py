"""From a view to what was meant: attempts, what is owed, corrections (R1.3, R3.6, R4, R5, R12)."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Surface
from engine.grid import Bits, Cell, Space
from engine.indian_summer.forest import BOARD, Purse
from engine.indian_summer.moves import PlaceAnimal, PlaceLeaf, PlaceSquirrel, SpendNut
from engine.indian_summer.overlaps import partitions
from engine.indian_summer.surfaces import FLOOR, SURFACES

SIGNS = {
    ".": "floor",
    "g": "leaf.green",
    "y": "leaf.yellow",
    "r": "leaf.red",
    "o": "hole",
    "t": "token",
    "B": "token.berry",
    "N": "token.nut",
    "s": "squirrel",
    "a": "animal",
}


def seen(drawn: Any, *rows: str, seat: int = 0) -> dict[Space, Surface]:
    """A whole board as it is seen."""
    full = drawn.rows(rows)
    return {Space(seat, Cell(r, c)): Surface(SIGNS[sign]) for r, row in enumerate(full) for c, sign in enumerate(row)}


def first_attempt(drawn: Any, state: Any, *rows: str, seat: int = 0) -> list[str]:
    """The best guess in notation."""
    attempt = next(iter(drawn.game.attempts(state, seen(drawn, *rows, seat=seat))))
    return [drawn.game.write_move(move) for move in attempt]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ([], ["ogg"], ["1:leaf:green:a1o,b1,c1"]),
        ([], ["...", ".s"], ["1:squirrel:b2"]),
        ([], ["s.s"], ["1:squirrel:a1", "1:nut:c1"]),
        ([], ["oggs"], ["1:leaf:green:a1o,b1,c1", "1:nut:d1"]),
        (["oo"], ["aa"], ["1:animal:mouse:a1,b1"]),
        (["..s"], ["ogg"], ["1:leaf:green:a1o,b1,c1"]),
        (["oggg"], ["sggg"], ["1:squirrel:a1"]),
        ([], ["gggo"], ["1:leaf:green:a1,b1,c1,d1o"]),
        ([], ["rrro"], ["1:leaf:red:a1,b1,c1,d1o"]),
        ([], ["ggg"], ["1:leaf:green:a1,b1,c1"]),
        (["ogg"], ["ogggo"], ["1:leaf:green:c1,d1,e1o"]),
        (["ogg"], ["ogg", "g", "g"], ["1:leaf:green:a1o,a2,a3"]),
    ],
)
def test_what_was_meant(drawn: Any, before: list[str], after: list[str], words: list[str]) -> None:
    """Legal or not: a leaf over a squirrel, a squirrel on a hole, four green spaces, a leaf without a hole."""
    state = drawn.alone(before)
    assert first_attempt(drawn, state, *after) == words


@pytest.mark.parametrize(
    ("before", "after", "rules"),
    [
        (["..s"], ["ogg"], ["R4.1"]),
        (["oggg"], ["sggg"], ["R4.3"]),
        ([], ["gggo"], ["R12.3"]),
        ([], ["rrro"], ["R12.3"]),
        ([], ["ggg"], ["R1.3"]),
        (["ooo"], ["oaaa"], ["R6.1"]),
        (["ogg"], ["ogggo"], ["R4.1"]),
        (["ogg"], ["ogg", "g", "g"], ["R4.3"]),
    ],
)
def test_what_the_rules_say_about_it(drawn: Any, before: list[str], after: list[str], rules: list[str]) -> None:
    """The violations name the rule, and the spaces in the sentence."""
    state = drawn.alone(before)
    (move, *_) = next(iter(drawn.game.attempts(state, seen(drawn, *after))))
    found = drawn.game.violations(state, move)
    assert [violation.rule for violation in found] == rules
    assert all(violation.spots for violation in found)


def test_what_is_gone_is_named(drawn: Any) -> None:
    """R4.2: what was laid in an earlier turn stays; the sentence says which piece, and nothing was meant by it."""
    state = drawn.played(drawn.alone(path="g01g02"), "1:leaf:green:a1o,b1,c1:path1", "1:end").state
    assert list(drawn.game.attempts(state, seen(drawn))) == []
    (found,) = drawn.game.disturbed(state, seen(drawn))
    assert found.rule == "R4.2"
    assert "a1-c1" in found.text


def test_half_a_board_of_noise_is_no_puzzle(drawn: Any) -> None:
    """A hand or a bump: the guesses come at once, whatever they are."""
    rows = ["rorororor", "rrrrrrrrr"] * 4
    assert len(list(drawn.game.attempts(drawn.alone(), seen(drawn, *rows)))) >= 1


def test_the_own_path_names_the_source(drawn: Any) -> None:
    """R3.2: a tile of the path where there is one; none where the tile is not in it, which the rules then say."""
    state = drawn.alone(path="y01g01")
    assert first_attempt(drawn, state, "ogg") == ["1:leaf:green:a1o,b1,c1:path2"]
    assert first_attempt(drawn, state, "gog") == ["1:leaf:green:a1,b1o,c1"]
    assert drawn.rules_broken(state, "1:leaf:green:a1,b1o,c1") == ["R3.2"]


def test_two_leaves_are_a_feather_or_a_mushroom(drawn: Any) -> None:
    """R8.3, R8.4: whichever the tiles suggest."""
    state = drawn.alone(path="g01g02", purse=(0, 0, 1, 1), top="y01", bottom="y02")
    assert first_attempt(drawn, state, "ogg", "", "gog")[0] == "1:feather"
    assert first_attempt(drawn, state, "oyyy", "", "yoyy")[0] == "1:mushroom:top-left+bottom-left"


def test_the_next_players_piece_ends_the_turn(drawn: Any) -> None:
    """Ben lays before Ada has said that she is done: the attempt ends her turn first."""
    state = drawn.played(drawn.table(drawn.player(), drawn.player()), "1:squirrel:a1").state
    view = {**drawn.game.view(state), Space(1, Cell(0, 0)): Surface("squirrel")}
    attempt = next(iter(drawn.game.attempts(state, view)))
    assert [drawn.game.write_move(move) for move in attempt] == ["1:end", "2:squirrel:a1"]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_a_legal_placement_is_among_the_attempts(drawn: Any, seed: int) -> None:
    """Every visible main action is found again from the view alone, up to which place of the path it came from."""
    chance = random.Random(seed)
    state = drawn.dealt(seed, 1)
    for _ in range(chance.randint(0, 25)):
        state = drawn.played(state, drawn.at_random(state, chance)).state
        if drawn.game.result(state) is not None:
            return
    for move in chance.sample(
        list(drawn.game.legal_moves(state)), 3 if len(list(drawn.game.legal_moves(state))) > 2 else 1
    ):
        if not isinstance(move, PlaceLeaf | PlaceSquirrel | SpendNut | PlaceAnimal):
            continue
        view = drawn.game.view(drawn.game.play(state, move).state)
        spots = {drawn.laid_spots(each) for attempt in drawn.game.attempts(state, view) for each in attempt}
        assert drawn.laid_spots(move) in spots


def test_touching_leaves_are_taken_apart() -> None:
    """R1.3: six green spaces with two holes are two threes, in every way that gives each one hole."""
    green = BOARD.bits([Cell(0, 0), Cell(0, 1), Cell(0, 3), Cell(0, 4)])
    holes = BOARD.bits([Cell(0, 2), Cell(0, 5)])
    found = [[leaf.covers for leaf in leaves] for leaves in partitions((green, 0, 0), holes)]
    assert found == [[BOARD.bits(Cell(0, c) for c in (0, 1, 2)), BOARD.bits(Cell(0, c) for c in (3, 4, 5))]]


@given(st.integers(0, 2**72 - 1), st.integers(0, 2**72 - 1))
@settings(max_examples=60, deadline=None)
def test_every_difference_is_taken_apart(one: int, other: int) -> None:
    """Even noise: the pieces of each partition cover the new leaf spaces, none twice."""
    green, holes = one & other & BOARD.full, ~one & other & (other >> 3) & BOARD.full
    for leaves in islice(partitions((green, 0, 0), Bits(holes)), 3):
        covers = [leaf.covers for leaf in leaves]
        together = 0
        for bits in covers:
            assert not together & bits
            together |= bits
        assert together == green | holes


def test_owed_tokens(drawn: Any) -> None:
    """R5.1, R5.2, R12.1: a missing token, one of another kind, one left over, one that belongs nowhere."""
    state = drawn.alone(["Bgg"], ["b"])
    expected = {
        "ogg": "A berry belongs on the hole on a1.",
        "Ngg": "The token on a1 looks like a nut, but a berry belongs there.",
    }
    for row, text in expected.items():
        (found,) = drawn.game.owed(state, {Space(0, Cell(0, 0)): seen(drawn, row)[Space(0, Cell(0, 0))]})
        assert (found.rule, found.text) == ("R5.1", text)
        assert found.remedy
    bare = drawn.alone(["ogg"])
    (found,) = drawn.game.owed(bare, {Space(0, Cell(0, 0)): Surface("token")})
    assert found.text == "No treasure is printed under the hole on a1: it gets no token."
    done = drawn.alone(["ogg", "ggg", "ggg", "ggg"], ["b"])
    (found,) = drawn.game.owed(done, {Space(0, Cell(0, 0)): Surface("token")})
    assert (found.rule, found.text) == ("R5.2", "The area is complete: the token on a1 goes to the supply.")
    assert drawn.game.owed(state, {Space(0, Cell(0, 1)): FLOOR}) == ()


def test_surfaces_only_change_forward(drawn: Any) -> None:
    """R4.2: floor into anything, a token into what lies under it, a hole into an animal, nothing else."""
    allowed = {(now, later) for now in SURFACES for later in SURFACES if drawn.game.may_become(now, later)}
    assert {(now, later) for now, later in allowed if now not in (later, "floor")} == {
        *(
            (f"token{kind}", later)
            for kind in ("", ".berry", ".nut", ".mushroom", ".feather")
            for later in ("hole", "animal")
        ),
        ("hole", "animal"),
    }


def test_the_table_decides(drawn: Any) -> None:
    """An illegal table that is accepted: the state looks like it, and what was laid stands for the main action."""
    state = drawn.alone(["s"], ["b"])
    move = drawn.game.correction(state, seen(drawn, "tgg"))
    assert drawn.game.write_move(move) == "table:1a1=token.berry,1b1=leaf.green,1c1=leaf.green"
    after, events = drawn.played(state, drawn.game.write_move(move))
    assert after.turn.main_done
    assert after.board.squirrels == 0
    assert [event.kind for event in events] == ["correction"]


def test_the_table_insists_that_what_lies_there_was_laid_now(drawn: Any) -> None:
    """R3.1: the squirrel of an earlier turn is named as this turn's; the turn may end and nothing else changes."""
    state = drawn.alone(["s.g"])
    move = drawn.game.upheld(state, {Space(0, Cell(0, 0)): "squirrel"})
    assert drawn.game.write_move(move) == "table:1a1=squirrel"
    after = drawn.played(state, drawn.game.write_move(move)).state
    assert after.turn.main_done
    assert after.players == state.players


def test_a_piece_that_was_pushed_is_no_main_action(drawn: Any) -> None:
    """R4.2: a squirrel lies one space on and the table lets it: the turn waits for its main action."""
    state = drawn.alone(["s.g"])
    move = drawn.game.correction(state, seen(drawn, ".sg"))
    after = drawn.played(state, drawn.game.write_move(move)).state
    assert after.board.squirrels
    assert not after.turn.main_done


def test_the_table_counts_a_purse(drawn: Any) -> None:
    """R12.2: tokens in a supply are entered, not seen."""
    after = drawn.played(drawn.alone(), "table:1purse=4/3/2/1").state
    assert after.player.purse == Purse(4, 3, 2, 1)
    assert not after.turn.main_done


def test_a_decision_that_completes_an_area_harvests(drawn: Any) -> None:
    """R5.2: tokens that went away from the area which it completes are in the supply."""
    state = drawn.alone([".Bg", "ggg", "ggg", "ggg"], [".b"], purse=(0, 0, 0, 0))
    move = drawn.game.correction(state, seen(drawn, "gog", "ggg", "ggg", "ggg"))
    assert drawn.played(state, drawn.game.write_move(move)).state.player.purse == Purse(berry=1)


def test_a_decision_that_completes_an_area_leaves_no_token_to_be_lost(drawn: Any) -> None:
    """R5.2: a token that still lies there is the player's, and the table asks that it be taken, not laid again."""
    state = drawn.alone([".Bg", "ggg", "ggg", "ggg"], [".b"], purse=(0, 0, 0, 0))
    after = drawn.played(state, "table:1a1=leaf.green").state
    assert after.player.purse == Purse(berry=1)
    (owed,) = drawn.game.owed(after, {Space(0, Cell(0, 1)): "token.berry"})
    assert owed.rule == "R5.2"
    assert drawn.game.owed(after, {Space(0, Cell(0, 1)): "hole"}) == ()


def test_a_decision_for_nobody_is_refused(drawn: Any) -> None:
    """A seat that is not at the table, or fewer than no tokens."""
    assert drawn.rules_broken(drawn.alone(), "table:3a1=hole") == ["R2.1"]
