"""The referee: turns recovered from views alone, owed tokens, illegal tables, doubt."""

from collections.abc import Mapping

import pytest

from engine.catalog import GAMES
from engine.game import Reading, Spot, Surface
from engine.grid import Cell, Space
from engine.indian_summer.forest import ForestFloor
from engine.indian_summer.moves import EndTurn, PlaceLeaf, SpendNut
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import FLOOR, HOLE, LEAF_RED, LEAF_YELLOW, SQUIRREL, TOKENS
from engine.referee import Verdict, agrees, explain

GAME = GAMES["indian-summer"]
PLAIN = ForestFloor.parse(["........."] * 8, "plain")
BERRIES = ForestFloor.parse(["bbbbbbbbb"] * 8, "berries")

LETTERS: Mapping[str, Surface] = {
    ".": FLOOR,
    "r": LEAF_RED,
    "y": LEAF_YELLOW,
    "o": HOLE,
    "B": TOKENS[0],
    "s": SQUIRREL,
}


def drawn(*rows: str) -> dict[Spot, Reading]:
    """Sure readings of seat 0's board, the far rows as drawn and the rest floor; ``?`` is unknown."""
    lines = [*rows, *["........."] * (8 - len(rows))]
    return {
        Space(0, Cell(r, c)): Reading(LETTERS[sign], 1.0)
        for r, line in enumerate(lines)
        for c, sign in enumerate(line)
        if sign != "?"
    }


def alone(floor: ForestFloor = PLAIN) -> State:
    """A solo game whose paths nobody told: any leaf may come."""
    return GAME.new_solo(None, floor)


def seen_of(state: State) -> dict[Spot, Reading]:
    """What a perfect camera reads."""
    return {spot: Reading(surface, 1.0) for spot, surface in GAME.view(state).items()}


def test_an_unchanged_table_is_no_move() -> None:
    """The committed state seen again explains itself with nothing."""
    state = alone()
    assert explain(GAME, state, seen_of(state)).verdict is Verdict.UNCHANGED


def test_a_leaf_is_recognised_with_its_hole() -> None:
    """R3.2, R4.1: five red spaces with a hole are one leaf."""
    explanation = explain(GAME, alone(), drawn(".rr......", ".ror....."))
    assert explanation.verdict is Verdict.LEGAL
    (move,) = explanation.moves
    assert isinstance(move, PlaceLeaf)
    assert GAME.view(explanation.state)[Space(0, Cell(1, 2))] == HOLE


def test_a_leaf_with_an_unknown_space_is_still_one_leaf() -> None:
    """Glare on one space leaves the rest to decide; what cannot be told apart is asked."""
    explanation = explain(GAME, alone(), drawn(".rr......", ".?or....."))
    assert explanation.verdict in {Verdict.LEGAL, Verdict.QUESTION}
    assert all(isinstance(line.moves[0], PlaceLeaf) for line in explanation.rivals)


def test_a_missing_token_is_owed_and_not_illegal() -> None:
    """R5.1: a leaf lies with its hole over a berry, the token has not been laid yet."""
    explanation = explain(GAME, alone(BERRIES), drawn("ryyy.....".replace("r", "o")))
    assert explanation.verdict is Verdict.INCOMPLETE
    assert [violation.rule for violation in explanation.violations] == ["R5.1"]
    assert explanation.differs == {Space(0, Cell(0, 0))}
    done = explain(GAME, alone(BERRIES), drawn("Byyy....."))
    assert done.verdict is Verdict.LEGAL


def test_two_squirrels_need_a_nut() -> None:
    """R8.2, R12.2: the second squirrel of a turn is explained by a nut that nobody saw being spent."""
    explanation = explain(GAME, alone(), drawn("s......s."))
    assert explanation.verdict is Verdict.LEGAL
    assert sum(isinstance(move, SpendNut) for move in explanation.moves) == 1


def test_a_squirrel_on_a_hole_is_named() -> None:
    """R4.3: a hole's space is covered, and the explanation says which."""
    state = explain(GAME, alone(), drawn("oyyy.....")).state
    explanation = explain(GAME, state, drawn("syyy....."))
    assert explanation.verdict is Verdict.ILLEGAL
    assert "R4.3" in {violation.rule for violation in explanation.violations}
    assert Space(0, Cell(0, 0)) in explanation.violations[0].spots


def test_a_leaf_of_the_wrong_size_for_its_colour_is_not_explained_away() -> None:
    """R1.3: a red leaf has five spaces; four are no legal move."""
    explanation = explain(GAME, alone(), drawn("orrr....."))
    assert explanation.verdict in {Verdict.ILLEGAL, Verdict.UNEXPLAINED}
    assert explanation.state == alone()


def test_a_piece_of_an_earlier_turn_that_is_gone_is_not_explained_away() -> None:
    """R4.2: what lies there stays; a missing tile leaves the committed state as it was."""
    before = explain(GAME, alone(), drawn("oyyy.....")).state
    after = GAME.play(before, EndTurn(0)).state
    explanation = explain(GAME, after, drawn("........."))
    assert explanation.verdict in {Verdict.ILLEGAL, Verdict.UNEXPLAINED}
    assert explanation.state == after


def test_a_doubtful_reading_alone_is_no_move() -> None:
    """A weak reading makes the spot doubtful, never an event."""
    seen = drawn(".........")
    seen[Space(0, Cell(3, 3))] = Reading(SQUIRREL, 0.5)
    explanation = explain(GAME, alone(), seen)
    assert explanation.verdict is Verdict.UNCHANGED
    assert explanation.doubtful == {Space(0, Cell(3, 3))}


@pytest.mark.parametrize(
    ("expected", "seen", "fits"),
    [("token.nut", "token", True), ("token", "token.nut", False), ("leaf.red", "leaf", True), ("hole", "token", False)],
)
def test_a_less_specific_reading_fits_a_surface(expected: str, seen: str, fits: bool) -> None:
    """A token whose kind cannot be read agrees with every token, and with nothing else."""
    assert agrees(Surface(expected), Surface(seen)) is fits
