"""An older turn drawn as it was: the referee tells the moves, and everything after it follows."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from device.journal.record import Entry
from device.session import answers, redrawing
from device.session.session import Session, SessionError
from engine.catalog import GAMES
from engine.game import IllegalMove, Reading, Spot
from engine.grid import Cell, Space
from engine.indian_summer.forest import ForestFloor
from engine.indian_summer.moves import Move
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import FLOOR, HOLE, LEAF_GREEN, SQUIRREL
from engine.referee import Explanation, Line, Verdict

GAME = GAMES["indian-summer"]
PLAIN = ForestFloor.parse(["........."] * 8, "plain")
LETTERS = {".": FLOOR, "o": HOLE, "g": LEAF_GREEN, "s": SQUIRREL}


def seen(*rows: str) -> dict[Spot, Reading]:
    """What a perfect camera reads: these first rows, the rest is floor."""
    start = GAME.new_solo(None, PLAIN)
    readings: dict[Spot, Reading] = {
        spot: Reading(FLOOR, 1.0) for board in GAME.layout(start) for spot in board.outlines
    }
    for row, line in enumerate(rows):
        for col, sign in enumerate(line):
            readings[Space(0, Cell(row, col))] = Reading(LETTERS[sign], 1.0)
    return readings


@pytest.fixture
def kept() -> list[Entry]:
    """A journal in memory."""
    return []


@pytest.fixture
def session(kept: list[Entry]) -> Session[State, Move]:
    """A squirrel on a1, a leaf on b1-d1, a squirrel on a2; then the fourth turn begins."""

    def record(entries: Sequence[Entry]) -> None:
        kept.extend(entries)

    session = Session(GAME, GAME.new_solo(None, PLAIN), record)
    for rows in (["s"], ["sggo"], ["sggo", "s"]):
        session.see(seen(*rows))
        session.end_turn("camera")
    return session


def looks(session: Session[State, Move], cell: str) -> str:
    """What lies on a space in the game."""
    return GAME.view(session.committed)[Space(0, Cell.parse(cell))]


def test_moved_piece_becomes_the_move(session: Session[State, Move], kept: list[Entry]) -> None:
    """The first squirrel sat on i8: that is its move now, what follows stands, and what changes is told."""
    said = " ".join(answers.redraw(session, "page", 1, {"a1": "floor", "i8": "squirrel"}))
    assert "a1, i8" in said
    assert session.turns()[0].moves == ("1:squirrel:i8", "1:end")
    assert (looks(session, "a1"), looks(session, "i8"), looks(session, "b1")) == (FLOOR, SQUIRREL, LEAF_GREEN)
    assert session.turn == 4
    again = Session(GAME, GAME.new_solo(None, PLAIN), lambda entries: None, list(kept))
    assert again.committed == session.committed


def test_moved_leaf_keeps_its_other_spaces(session: Session[State, Move]) -> None:
    """A leaf that lay a space further right is drawn by the spaces that differ alone."""
    answers.redraw(session, "page", 2, {"b1": "floor", "d1": "leaf.green", "e1": "hole"})
    assert session.turns()[1].moves[-2:] == ("1:leaf:green:c1,d1,e1o", "1:end")
    assert looks(session, "e1") == HOLE


def test_later_turn_that_breaks_is_named(session: Session[State, Move], kept: list[Entry]) -> None:
    """The first squirrel where the leaf of turn 2 lies: refused with the turn; kept by the table when it insists."""
    drawn = {"a1": "floor", "c1": "squirrel"}
    before, length = session.committed, len(kept)
    with pytest.raises(SessionError, match="Turn 2 would become illegal"):
        answers.redraw(session, "page", 1, drawn)
    assert (session.committed, len(kept)) == (before, length)
    answers.redraw(session, "page", 1, drawn, force=True)
    assert kept[-1].body["kept"] == [2]
    assert looks(session, "a1") == FLOOR


def test_what_the_rules_forbid_is_refused_unless_the_table_insists(session: Session[State, Move]) -> None:
    """More squirrels than nuts can pay for are illegal; insisted on, all of them count and the turn has ended."""
    drawn = dict.fromkeys(("e8", "f8", "g8", "h8", "i8"), "squirrel")
    with pytest.raises(IllegalMove):
        answers.redraw(session, "page", 3, drawn)
    assert looks(session, "h8") == FLOOR
    answers.redraw(session, "page", 3, drawn, force=True)
    assert {looks(session, cell) for cell in drawn} == {SQUIRREL}
    assert session.turn == 4


def test_nothing_laid_is_no_turn(session: Session[State, Move]) -> None:
    """Without its only piece the turn could not have ended."""
    with pytest.raises(SessionError, match="Turn 1 could not have ended like that"):
        answers.redraw(session, "page", 1, {"a1": "floor"})


def test_several_meanings_are_asked(session: Session[State, Move], monkeypatch: pytest.MonkeyPatch) -> None:
    """What can be read in two ways is not guessed: each has its phrase, and its moves revise the turn."""
    start = session.history.turns[0].state
    lines = []
    for written in (["1:squirrel:i8"], ["1:nut:i8", "1:squirrel:i7"]):
        moves = tuple(map(GAME.read_move, written))
        state = start
        for move in moves:
            state = GAME.play(state, move).state
        lines.append(Line(moves, state, (), 1.0))
    asked = Explanation(Verdict.QUESTION, lines[0].state, lines[0].moves, rivals=tuple(lines))
    monkeypatch.setattr(redrawing, "explain_end", lambda game, state, seen: asked)
    with pytest.raises(redrawing.Ambiguous) as raised:
        answers.redraw(session, "page", 1, {"i8": "squirrel"})
    labels, meant = zip(*raised.value.readings, strict=True)
    assert len(set(labels)) == 2
    assert meant == (("1:squirrel:i8",), ("1:nut:i8", "1:squirrel:i7"))
    answers.revise(session, "page", 1, meant[1])
    assert looks(session, "i7") == SQUIRREL


@pytest.mark.parametrize(
    ("turn", "drawn", "expected"),
    [
        (9, {"a1": "floor"}, "no turn 9"),
        (1, {"z9": "floor"}, "no space z9 on board 1"),
        (1, {"a1": "tree"}, "Nothing looks like tree"),
    ],
)
def test_wrong_requests_are_named(
    session: Session[State, Move], turn: int, drawn: dict[str, str], expected: str
) -> None:
    """A turn, space or surface that there is none of."""
    with pytest.raises(SessionError, match=expected):
        answers.redraw(session, "page", turn, drawn)


def test_spots_are_named_together(session: Session[State, Move], kept: list[Entry]) -> None:
    """A piece that was moved is one commit of words; one wrong space, and none of them counts."""
    length = len(kept)
    with pytest.raises(SessionError, match="no space z9"):
        answers.name_spots(session, "page", 0, {"c3": "squirrel", "z9": "floor"})
    assert len(kept) == length
    answers.name_spots(session, "page", 0, {"c3": "squirrel", "a2": "floor"})
    assert [entry.kind for entry in kept[length:]] == ["spot", "spot"]
    assert session.explanation.differs or session.explanation.moves
