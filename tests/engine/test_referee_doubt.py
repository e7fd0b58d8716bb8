"""The referee in doubt: weak and missing readings, unseen pieces, rivals, searches cut short."""

from __future__ import annotations

from typing import Any

import pytest

from engine import referee_search
from engine.game import Reading, Spot, Surface
from engine.grid import Cell, Space
from engine.indian_summer.moves import Exchange, Move, PlaceAnimal, PlaceLeaf, SpendNut
from engine.indian_summer.rules import IndianSummer
from engine.indian_summer.state import Phase, Player, State
from engine.indian_summer.surfaces import ANIMAL, FLOOR, HOLE, LEAF_GREEN, LEAF_RED, LEAF_YELLOW, SQUIRREL, TOKENS
from engine.referee import Explanation, Verdict, explain

SIGNS: dict[str, Surface] = {
    ".": FLOOR,
    "g": LEAF_GREEN,
    "y": LEAF_YELLOW,
    "r": LEAF_RED,
    "o": HOLE,
    "s": SQUIRREL,
    "B": TOKENS[0],
    "N": TOKENS[1],
    "a": ANIMAL,
}


class Table:
    """A game whose views are drawn: the far rows of one seat as drawn, all else as the state has it."""

    def __init__(self, drawn: Any) -> None:
        self.drawn = drawn
        self.game: IndianSummer = drawn.game

    def seen(self, state: State, *rows: str, weak: dict[str, tuple[str, float]] | None = None) -> dict[Spot, Reading]:
        """Sure readings of seat 0; ``?`` is not read, and ``weak`` holds sign and confidence by cell name."""
        seen = {spot: Reading(surface, 1.0) for spot, surface in self.game.view(state).items()}
        for r, row in enumerate(rows):
            for c, sign in enumerate(row):
                space = Space(0, Cell(r, c))
                if sign == "?":
                    del seen[space]
                else:
                    seen[space] = Reading(SIGNS[sign], 1.0)
        for name, (sign, confidence) in (weak or {}).items():
            seen[Space(0, Cell.parse(name))] = Reading(SIGNS[sign], confidence)
        return seen

    def explain(
        self, state: State, *rows: str, weak: dict[str, tuple[str, float]] | None = None
    ) -> Explanation[State, Move]:
        """What the referee makes of it."""
        return explain(self.game, state, self.seen(state, *rows, weak=weak))


@pytest.fixture
def table(drawn: Any) -> Table:
    """Drawn views of drawn states."""
    return Table(drawn)


def spot(name: str) -> Space:
    """A space of seat 0."""
    return Space(0, Cell.parse(name))


def test_a_piece_that_only_a_weak_reading_shows_is_asked_and_not_taken(table: Table) -> None:
    """Beside a sure leaf a weakly read squirrel is a rival explanation, for a nut may have been spent."""
    found = table.explain(table.drawn.alone(), "oyyy.....", weak={"h5": ("s", 0.7)})
    assert found.verdict is Verdict.QUESTION
    assert sorted(len(line.moves) for line in found.rivals) == [1, 2]
    assert sorted(line.unseen for line in found.rivals) == [False, True]


def test_a_leaf_that_only_weak_readings_show_is_no_event(table: Table) -> None:
    """Four weakly read spaces beside a sure leaf may be a second leaf or nothing: both stand in the question."""
    weak = {"a5": ("o", 0.7), "b5": ("y", 0.7), "c5": ("y", 0.7), "d5": ("y", 0.7)}
    found = table.explain(table.drawn.alone(), "oyyy.....", weak=weak)
    assert found.verdict is Verdict.QUESTION
    assert any(not line.unseen and len(line.moves) == 1 for line in found.rivals)


def test_a_weak_reading_that_is_not_believed_is_named_as_doubtful(table: Table) -> None:
    """A squirrel at 0.35 is less likely than none; the leaf is taken, and the space is said to be in doubt."""
    found = table.explain(table.drawn.alone(), "oyyy.....", weak={"h5": ("s", 0.35)})
    assert found.verdict is Verdict.LEGAL
    assert found.doubtful == {spot("h5")}


def test_an_unread_empty_space_is_doubtful(table: Table) -> None:
    """Where nothing is read a squirrel may lie: that is said, and a leaf that lay there before is not doubted."""
    state = table.drawn.alone(["yyyo"])
    found = table.explain(state, "y?yo..?..", "gg.......", "o........")
    assert found.verdict is Verdict.LEGAL
    assert found.doubtful == {spot("g1")}


def test_a_weak_reading_of_the_floor_can_hide_a_part_of_a_leaf(table: Table) -> None:
    """Four sure red spaces with a hole and a space that is weakly read as floor are one red leaf."""
    found = table.explain(table.drawn.alone(), "orrr.....", weak={"e1": (".", 0.4)})
    assert found.verdict is Verdict.LEGAL
    assert found.doubtful == {spot("e1")}
    assert found.state.board.leaves[2].bit_count() == 4


def test_a_guessed_space_of_a_new_leaf_is_doubtful(table: Table) -> None:
    """A space of the leaf that nobody read is filled in by its shape, and named."""
    found = table.explain(table.drawn.alone(), "oyy?.....", "...s.....", weak={"a2": (".", 0.9)})
    assert spot("d1") in found.doubtful


def test_a_token_of_another_kind_is_owed(table: Table) -> None:
    """R5.1: the leaf is right and its token is wrong: change it, nothing else."""
    found = table.explain(table.drawn.alone(floor=["b"]), "Nyyy.....")
    assert found.verdict is Verdict.INCOMPLETE
    assert [violation.rule for violation in found.violations] == ["R5.1"]
    assert found.state.board.covered.bit_count() == 4


def test_a_token_on_a_plain_hole_is_owed(table: Table) -> None:
    """R5.1: a new hole over a plain space gets no token."""
    found = table.explain(table.drawn.alone(), "Byyy.....")
    assert found.verdict is Verdict.INCOMPLETE
    assert [violation.rule for violation in found.violations] == ["R5.1"]


@pytest.mark.parametrize("rows", [(".........",), ("s........",), (".yyyo....",)])
def test_a_piece_that_was_moved_is_named_first(table: Table, rows: tuple[str, ...]) -> None:
    """R4.2: a leaf that is gone, replaced or shifted is named before anything that came."""
    found = table.explain(table.drawn.played(table.drawn.alone(), "1:leaf:yellow:a1,b1,c1,d1o").state, *rows)
    assert found.verdict is Verdict.ILLEGAL
    assert found.violations[0].rule == "R4.2"
    assert spot("a1") in found.violations[0].spots


def test_a_turned_leaf_is_named(table: Table) -> None:
    """R4.2: the same spaces with the hole elsewhere are a leaf that was turned."""
    found = table.explain(table.drawn.played(table.drawn.alone(), "1:leaf:yellow:a1,b1,c1,d1o").state, "oyyy.....")
    assert (found.verdict, found.violations[0].rule) == (Verdict.ILLEGAL, "R4.2")


def test_a_piece_that_comes_along_with_a_moved_one_does_not_hide_it(table: Table) -> None:
    """R4.2: a legal leaf elsewhere does not explain that a squirrel is gone."""
    state = table.drawn.played(table.drawn.alone(), "1:squirrel:i8", "1:end").state
    seen = table.seen(state, "oyyy.....", weak={"i8": (".", 1.0)})
    found = explain(table.game, state, seen)
    assert (found.verdict, found.violations[0].rule) == (Verdict.ILLEGAL, "R4.2")


def test_another_players_board_is_never_explained(table: Table) -> None:
    """R2.4: what came to lie on another board is illegal, though a leaf of the own path lies right."""
    players: tuple[Player, ...] = tuple(table.drawn.player(path="y01g01g02") for _ in range(2))
    state = table.drawn.table(*players)
    seen = table.seen(state)
    seen[Space(1, Cell(0, 0))] = Reading(SQUIRREL, 1.0)
    found = explain(table.game, state, seen)
    assert (found.verdict, found.violations[0].rule) == (Verdict.ILLEGAL, "R2.4")


def test_equal_tokens_to_give_are_asked(table: Table) -> None:
    """R9.1, R12.2: a nut came from a mushroom or from a feather, and no camera can tell which."""
    found = table.explain(table.drawn.alone(purse=(0, 0, 1, 1)), "s.......s")
    assert found.verdict is Verdict.QUESTION
    given = {move.give for line in found.rivals for move in line.moves if isinstance(move, Exchange)}
    assert len(given) == 2


@pytest.mark.parametrize("main", ["i8:s", "g8:g h8:g i8:o", "f8:y g8:y h8:y i8:o", "e8:r f8:r g8:r h8:r i8:o"])
@pytest.mark.parametrize(("board", "animals"), [(["ooo", "o"], "raccoon"), (["oo", "oo"], "hedgehog")])
def test_one_animal_or_two_is_asked_whatever_else_is_laid(
    table: Table, board: list[str], animals: str, main: str
) -> None:
    """R6.2, R6.3: four holes that one animal covers, or two mice: that one is as likely as it ever is."""
    state = table.drawn.table(table.drawn.player(board), table.drawn.player())
    beasts = {f"{'abcdefghi'[col]}{row + 1}": "a" for row, line in enumerate(board) for col in range(len(line))}
    laid = {**beasts, **dict(word.split(":") for word in main.split())}
    found = explain(table.game, state, table.seen(state, *board, weak={at: (sign, 1.0) for at, sign in laid.items()}))
    assert found.verdict is Verdict.QUESTION
    names = [sorted(m.animal for m in line.moves if isinstance(m, PlaceAnimal)) for line in found.rivals]
    assert [animals] in names
    assert ["mouse", "mouse"] in names


def test_many_squirrels_at_once_are_explained(table: Table) -> None:
    """R10.2: a whole final phase in one view, with every nut exchanged for, is no puzzle."""
    state = table.drawn.alone(purse=(4, 6, 2, 0), path="-", phase=Phase.FINAL)
    found = table.explain(state, "sssssssss", "s........")
    assert found.verdict in {Verdict.LEGAL, Verdict.QUESTION}
    assert sum(isinstance(move, SpendNut) for move in found.moves) == 10


@pytest.mark.parametrize("limit", ["STATES", "MOVES"])
def test_a_search_cut_short_claims_nothing(table: Table, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    """Without having looked at everything, no turn is called illegal, and none legal."""
    state = table.drawn.alone(purse=(3, 3, 3, 3))
    monkeypatch.setattr(referee_search, limit, 3)
    found = table.explain(state, "s.s.s.s.s")
    assert (found.verdict, found.violations) == (Verdict.UNEXPLAINED, ())
    assert found.state == state


def test_what_is_too_far_to_be_believed_is_not_called_illegal(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """R8.3: a mushroom may have brought the leaf; where that is left out for its cost, nothing is claimed."""
    brings = table.drawn.player(path="g01r01")
    state = table.drawn.table(table.drawn.player(path="r01", purse=(0, 0, 1, 0)), brings, common="r01r02r03")
    leaf = ["ggo......"]
    assert table.explain(state, *leaf).verdict is Verdict.LEGAL
    monkeypatch.setattr(referee_search, "FAR", 0.5)
    found = table.explain(state, *leaf)
    assert (found.verdict, found.violations) == (Verdict.UNEXPLAINED, ())


def test_the_tokens_of_an_area_show_a_piece_that_nobody_saw(table: Table) -> None:
    """R5.2: the token of an area is gone and one space of it is not read: a squirrel lies there, and is doubtful."""
    state = table.drawn.alone(["Byy", "yyy", "yyy", "yy."], ["b"])
    found = table.explain(state, "oyy......", "yyy......", "yyy......", "yy?......")
    assert found.verdict is Verdict.LEGAL
    assert found.doubtful == {spot("c4")}
    assert not any(isinstance(move, PlaceLeaf) for move in found.moves)
    assert found.state.player.purse.berry == 2


@pytest.mark.parametrize("token", ["B", "N"])
@pytest.mark.parametrize("floor", ["", "b"])
def test_a_token_on_an_empty_space_is_taken_back(table: Table, token: str, floor: str) -> None:
    """R5.1: there is no hole, so no token; it is no leaf of one space, and the leaf elsewhere is legal."""
    state = table.drawn.table(table.drawn.player(floor=[floor], purse=(0, 0, 0, 0)), table.drawn.player())
    for rows, moves in (([token], 0), ([token, "", "ggo"], 1)):
        found = table.explain(state, *rows)
        assert found.verdict is Verdict.INCOMPLETE
        assert [violation.rule for violation in found.violations] == ["R5.1"]
        assert found.violations[0].text == "There is no hole on a1: no token belongs there."
        assert found.differs == {spot("a1")}
        assert len(found.moves) == moves
    assert table.explain(state, "N" if floor else "B", "", "sss").violations[0].rule == "R8.2"


def test_a_token_on_another_players_floor_is_taken_back(table: Table) -> None:
    """R5.1: wherever it lies, it hides no turn."""
    state = table.drawn.table(table.drawn.player(), table.drawn.player())
    seen = {**table.seen(state, "ggo"), Space(1, Cell(3, 3)): Reading(TOKENS[0], 1.0)}
    found = explain(table.game, state, seen)
    assert (found.verdict, len(found.moves)) == (Verdict.INCOMPLETE, 1)
    assert found.differs == {Space(1, Cell(3, 3))}
