"""What people answer: each word counts as said, is journalled with who and why, and comes back from the journal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from device.journal.journal import Entry
from device.session import answers as session_answers
from device.session.desync import Desync
from device.session.message import Sight, table_message
from device.session.message_question import Asking
from device.session.session import Session, SessionError
from device.signals.table_lamps import pattern_of
from engine.catalog import GAMES
from engine.game import IllegalMove, Reading, Spot, Surface
from engine.grid import Cell, Space
from engine.indian_summer.forest import ForestFloor
from engine.indian_summer.moves import Move
from engine.indian_summer.state import Phase, State
from engine.indian_summer.surfaces import FLOOR, HOLE, LEAF_GREEN, LEAF_YELLOW, SQUIRREL
from engine.referee import Verdict

GAME = GAMES["indian-summer"]
PLAIN = ForestFloor.parse(["........."] * 8, "plain")
LETTERS = {".": FLOOR, "o": HOLE, "g": LEAF_GREEN, "y": LEAF_YELLOW, "s": SQUIRREL}


class Kept:
    """A journal in memory."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def __call__(self, entries: Sequence[Entry]) -> None:
        self.entries.extend(entries)

    def kinds(self) -> list[str]:
        """The kinds of entry in order."""
        return [entry.kind for entry in self.entries]


def solo() -> tuple[Session[State, Move], Kept]:
    """A solo game whose paths nobody told, on a plain floor."""
    kept = Kept()
    return Session(GAME, GAME.new_solo(None, PLAIN), kept), kept


def again(session: Session[State, Move], kept: Kept) -> Session[State, Move]:
    """The same game from its journal."""
    return Session(GAME, GAME.new_solo(None, PLAIN), Kept(), list(kept.entries))


def seen(*rows: str, seats: int = 1) -> dict[Spot, Reading]:
    """What a perfect camera reads of the first rows of board 1; all the rest is floor."""
    readings: dict[Spot, Reading] = {
        spot: Reading(FLOOR, 1.0) for board in GAME.layout(GAME.new_solo(None, PLAIN)) for spot in board.outlines
    }
    for row, line in enumerate(rows):
        for col, sign in enumerate(line):
            readings[Space(0, Cell(row, col))] = Reading(LETTERS[sign], 1.0)
    return readings


def c(name: str) -> Space:
    """A space of board 1."""
    return Space(0, Cell.parse(name))


def asked(session: Session[State, Move]) -> Any:
    """The question that the page shows."""
    return table_message(session, Sight("settled", "", "test"), ("Ada",), complain=True)["question"]


def test_accept_tells_who_why_and_the_rules_broken() -> None:
    """A leaf of an impossible shape is taken as it lies, and the journal knows which rule gave way and why."""
    session, kept = solo()
    session.see(seen("ggggo"))
    assert session.explanation.verdict is Verdict.ILLEGAL
    session_answers.accept(session, "page", "we agreed so")
    answer = kept.entries[0]
    assert (answer.kind, answer.actor) == ("answer", "page")
    assert answer.body["answer"] == "accept"
    assert answer.body["why"] == "we agreed so"
    assert answer.body["rules"]
    assert answer.body["broken"]
    assert session.is_clear
    assert again(session, kept).committed == session.committed


def test_put_back_is_quiet_until_the_table_agrees() -> None:
    """After "we put it back" nothing complains; the next wrong table complains again."""
    session, kept = solo()
    session.see(seen("ggggo"))
    session_answers.put_back(session, "page")
    assert session.quiet
    message = table_message(session, Sight("settled", "", "test"), ("Ada",), complain=True)
    assert message["verdict"]["mood"] is None  # type: ignore[index]
    assert message["question"] is None
    session.see(seen())
    assert not session.quiet
    session.see(seen("ggggo"))
    assert not session.quiet
    assert asked(session)["kind"] == "illegal"
    assert kept.kinds() == ["answer"]


def test_a_word_for_a_spot_counts_until_the_camera_agrees() -> None:
    """What was read as leaf is a squirrel, says a person; when the camera says so too, its word stands again."""
    session, kept = solo()
    session.see(seen("g"))
    assert session.is_wrong
    session_answers.name_spot(session, "page", 0, "a1", "squirrel")
    assert session.explanation.verdict is Verdict.LEGAL
    same = again(session, kept)
    same.see(seen("g"))
    assert same.explanation.verdict is Verdict.LEGAL
    session.see(seen("s"))
    assert session.history.words == {}
    assert session.explanation.verdict is Verdict.LEGAL
    session.see(seen("g"))
    assert session.is_wrong
    assert [entry.actor for entry in kept.entries if entry.kind == "spot"] == ["page", "camera"]


def test_auto_gives_a_spot_back_to_the_camera() -> None:
    """A word is taken back."""
    session, _ = solo()
    session.see(seen("g"))
    session_answers.name_spot(session, "page", 0, "a1", "squirrel")
    session_answers.name_spot(session, "page", 0, "a1", "auto")
    assert session.is_wrong


@pytest.mark.parametrize(("seat", "cell", "surface"), [(0, "a1", "lava"), (1, "a1", "floor"), (0, "j9", "floor")])
def test_a_word_for_nothing_is_refused(seat: int, cell: str, surface: str) -> None:
    """No such surface, board or space: nothing is written down."""
    session, kept = solo()
    with pytest.raises(SessionError):
        session_answers.name_spot(session, "page", seat, cell, surface)
    assert kept.entries == []


def test_the_game_is_right_until_something_else_is_seen() -> None:
    """Overruled spots count as the game says, in the next turn and after a restart too, until they change."""
    session, kept = solo()
    session.see(seen("gg..", "..y"))
    assert session.is_wrong
    session_answers.overrule(session, "page", "the cat's paw")
    assert session.explanation.verdict is Verdict.UNCHANGED
    session.see({**seen("gg..", "..y"), c("i8"): Reading(SQUIRREL, 1.0)})
    assert session.can_end_turn
    session.end_turn("page")
    assert session.explanation.verdict is Verdict.UNCHANGED
    same = again(session, kept)
    same.see({**seen("gg..", "..y"), c("i8"): Reading(SQUIRREL, 1.0)})
    assert same.explanation.verdict is Verdict.UNCHANGED
    session.see({**seen("gg..", "..s"), c("i8"): Reading(SQUIRREL, 1.0)})
    assert session.can_end_turn
    assert c("c2") not in session.history.overruled


def test_nothing_is_decided_where_table_and_game_agree() -> None:
    """Accept, overrule, put back and stay need something to decide."""
    session, kept = solo()
    session.see(seen())
    for decide in (session_answers.accept, session_answers.overrule, session_answers.put_back, session_answers.stay):
        with pytest.raises(SessionError):
            decide(session, "page")
    assert kept.entries == []


def test_a_supply_is_corrected_even_while_the_table_is_wrong() -> None:
    """Two leaves in one turn: with the feather that the books forgot they are legal."""
    session, kept = solo()
    session_answers.correct_purse(session, "page", 0, {"berry": 0, "nut": 0, "mushroom": 0})
    session.see(seen("ogg", "ogg"))
    question = asked(session)
    assert question is not None
    assert question["kind"] == "purse"
    answers = [answer["id"] for answer in question["answers"]]
    assert "purse:feather" in answers
    assert answers[-3:] == ["accept", "back", "fix"]
    session_answers.correct_purse(session, "page", 0, {"feather": 1})
    assert not session.is_wrong
    assert again(session, kept).committed == session.committed


def test_a_wrong_supply_is_refused() -> None:
    """No such seat."""
    session, kept = solo()
    with pytest.raises(IllegalMove):
        session_answers.correct_purse(session, "page", 3, {"nut": 1})
    assert kept.entries == []


def test_a_plain_illegal_table_is_not_taken_for_a_forgotten_token() -> None:
    """No token makes a leaf of five spaces green."""
    session, _ = solo()
    session.see(seen("ggggo"))
    question = asked(session)
    assert question is not None
    assert question["kind"] == "illegal"


def test_what_was_taken_back_is_watched_until_it_is_put_back() -> None:
    """The squirrel of the undone turn is no new move; once it is gone the next one is read at once."""
    session, kept = solo()
    session.see(seen("s"))
    session.end_turn("page")
    assert session.undo("page")
    assert session.lying == {c("a1")}
    assert session.explanation.verdict is Verdict.UNCHANGED
    assert asked(session)["kind"] == "undo"
    with pytest.raises(SessionError, match="a1"):
        session.end_turn("page")
    same = again(session, kept)
    same.see(seen("s"))
    assert same.lying == {c("a1")}
    session.see(seen())
    assert not session.lying
    assert asked(session) is None
    session.see(seen("s"))
    assert session.can_end_turn
    session.end_turn("page")
    assert session.turn == 2


def test_a_leaf_that_was_moved_after_an_undo_is_read_anew() -> None:
    """Some of its spaces look as before: the piece has been lifted all the same, for others changed."""
    session, _ = solo()
    session.see(seen("ogg"))
    session.end_turn("page")
    session.undo("page")
    session.see(seen(".ogg"))
    assert not session.lying
    assert session.explanation.verdict is Verdict.LEGAL


def test_another_piece_may_come_before_the_undone_one_is_gone() -> None:
    """What waits to be put back does not hide what is laid beside it."""
    session, _ = solo()
    session.see(seen("s"))
    session.end_turn("page")
    session.undo("page")
    session.see(seen("s........", ".........", "s"))
    assert session.lying == {c("a1")}
    assert session.explanation.verdict is Verdict.LEGAL
    assert session.proposed.players[0].board.squirrels.bit_count() == 1


def test_what_was_taken_back_may_stay() -> None:
    """It is this turn's move then."""
    session, kept = solo()
    session.see(seen("s"))
    session.end_turn("page")
    session.undo("page")
    session_answers.stay(session, "page")
    assert session.explanation.verdict is Verdict.LEGAL
    assert again(session, kept).lying == frozenset()


def test_a_journal_of_an_older_version_has_an_undo_without_pieces() -> None:
    """An undo without a list of what lies there replays as before."""
    session, kept = solo()
    session.see(seen("s"))
    session.end_turn("page")
    older = [*kept.entries, Entry("undo", "page"), Entry("dance", "page", {"steps": 3})]
    same: Session[State, Move] = Session(GAME, GAME.new_solo(None, PLAIN), Kept(), older)
    assert same.turn == 1
    assert not same.lying


def three_turns() -> tuple[Session[State, Move], Kept]:
    """Squirrels on a1, b1 and c1, a turn each."""
    session, kept = solo()
    for number in range(1, 4):
        session.see(seen("s" * number))
        session.end_turn("page")
    return session, kept


def test_a_corrected_turn_changes_what_follows() -> None:
    """The first squirrel sat on i8: the board differs there and the later turns stand."""
    session, kept = three_turns()
    said = " ".join(session_answers.revise(session, "page", 1, ["1:squirrel:i8"]))
    assert "a1" in said
    assert "i8" in said
    assert session.turn == 4
    assert GAME.view(session.committed)[c("i8")] == SQUIRREL
    assert GAME.view(session.committed)[c("b1")] == SQUIRREL
    assert session.turns()[0].moves == ("1:squirrel:i8", "1:end")
    same = again(session, kept)
    assert same.committed == session.committed
    assert [line.text for line in same.log] == [line.text for line in session.log]


def test_a_correction_that_breaks_later_turns_is_refused_unless_forced() -> None:
    """The first squirrel sat where the leaf came after it: turn 2 is named; forced, it is the table's decision."""
    session, kept = solo()
    for rows in (["s"], ["sggo"], ["sggo", "s"]):
        session.see(seen(*rows))
        session.end_turn("page")
    before = session.committed
    with pytest.raises(SessionError, match=r"Turn 2 would become illegal"):
        session_answers.revise(session, "page", 1, ["1:squirrel:b1"])
    assert session.committed == before
    assert "revise" not in kept.kinds()
    said = " ".join(session_answers.revise(session, "page", 1, ["1:squirrel:b1"], force=True))
    assert "a1" in said
    assert GAME.view(session.committed)[c("a1")] == FLOOR
    assert GAME.view(session.committed)[c("b1")] == LEAF_GREEN
    assert session.turn == 4
    assert kept.entries[-1].body["kept"] == [2]
    assert again(session, kept).committed == session.committed


def test_a_turn_that_lays_nothing_new_is_kept_when_forced() -> None:
    """The first squirrel sat on b1, where that of turn 2 was laid: the table insists on turn 2, and turn 3 stands."""
    session, kept = three_turns()
    with pytest.raises(SessionError, match=r"Turn 2 would become illegal"):
        session_answers.revise(session, "page", 1, ["1:squirrel:b1"])
    session_answers.revise(session, "page", 1, ["1:squirrel:b1"], force=True)
    assert session.turn == 4
    assert kept.entries[-1].body["kept"] == [2]
    assert session.turns()[1].moves[-2:] == ("table:1b1=squirrel", "1:end")
    assert session.turns()[2].moves == ("1:squirrel:c1", "1:end")
    view = GAME.view(session.committed)
    assert [view[c(name)] for name in ("a1", "b1", "c1")] == [FLOOR, SQUIRREL, SQUIRREL]
    same = again(session, kept)
    assert same.committed == session.committed
    assert [line.text for line in same.log] == [line.text for line in session.log]


def test_a_leaf_in_place_of_later_squirrels_can_be_forced() -> None:
    """The leaf of turn 1 covers what the squirrels of turns 2 and 3 cover: both turns count, squirrels lie there."""
    session, kept = three_turns()
    session_answers.revise(session, "page", 1, ["1:leaf:green:a1,b1,c1o"], force=True)
    assert session.turn == 4
    assert kept.entries[-1].body["kept"] == [2, 3]
    view = GAME.view(session.committed)
    assert [view[c(name)] for name in ("a1", "b1", "c1")] == [LEAF_GREEN, SQUIRREL, SQUIRREL]
    assert again(session, kept).committed == session.committed


def final_phase() -> tuple[Session[State, Move], Kept]:
    """Squirrels on the first ten spaces, a turn each, then the nut of the supply on b2, and the berry that is left."""
    session, kept = solo()
    for number in range(1, 11):
        session.see(seen("s" * min(number, 9), "s" * max(0, number - 9)))
        session.end_turn("page")
    assert session.committed.turn.phase is Phase.FINAL
    session.keep(((GAME.recount(session.committed, 0, {"berry": 1, "nut": 1, "mushroom": 0, "feather": 0}), "page"),))
    session.see(seen("s" * 9, "ss"))
    session.end_turn("page")
    return session, kept


def test_a_final_phase_can_be_kept_when_forced() -> None:
    """The tenth squirrel sat where the nut's one did: the nut counts as spent, the game is over as it was."""
    session, kept = final_phase()
    assert session.finished
    session_answers.revise(session, "page", 10, ["1:squirrel:b2"], force=True)
    assert session.finished
    assert session.committed.players[0].purse.nut == 0
    assert session.committed.players[0].board.squirrels.bit_count() == 10
    assert again(session, kept).committed == session.committed


def test_a_supply_follows_a_correction() -> None:
    """A nut that was spent in turn 1 is missing ever since, and that is said."""
    session, _ = three_turns()
    said = " ".join(session_answers.revise(session, "page", 1, ["1:nut:h8", "1:squirrel:a1"]))
    assert session.committed.players[0].purse.nut == 0
    assert "nuts: 0" in said


def test_turns_are_listed_with_their_moves() -> None:
    """Each turn has its number, seat, sentences and notation; the present one is empty."""
    session, _ = three_turns()
    lines = session.turns()
    assert [line.number for line in lines] == [1, 2, 3, 4]
    assert lines[1].moves == ("1:squirrel:b1", "1:end")
    assert "b1" in lines[1].text
    assert lines[3].moves == ()


def test_old_answers_do_not_hit_new_questions() -> None:
    """The id of a question changes with what it asks."""
    session, _ = solo()
    session.see(seen("ggggo"))
    asking = Asking(Desync(resumed=False))
    first = asking.question(session, complain=True)
    session.see(seen("ggggo", "s"))
    session.see(seen("ygggo"))
    second = asking.question(session, complain=True)
    assert first is not None
    assert second is None or first["kind"] == second["kind"]
    same = asking.question(session, complain=True)
    assert same == second


def test_a_view_that_is_less_sure_ends_no_word() -> None:
    """A weak reading of the word's surface is not yet the camera's own word."""
    session, _ = solo()
    session.see(seen("g"))
    session_answers.name_spot(session, "page", 0, "a1", "squirrel")
    session.see({**seen("g"), c("a1"): Reading(Surface("squirrel"), 0.4)})
    assert c("a1") in session.history.words


def poorly(*rows: str, hidden: int) -> dict[Spot, Reading]:
    """The same, nothing read of so many spaces of the near rows."""
    readings = seen(*rows)
    for spot in sorted((each for each in readings if isinstance(each, Space)), reverse=True)[:hidden]:
        del readings[spot]
    return readings


def test_where_too_much_is_hidden_the_table_says_so_and_what_to_do() -> None:
    """With 16 spaces unread nothing is said; with more a notice, each of them named, what to do, and a question."""
    session, _ = solo()
    session.see(poorly(hidden=16))
    assert asked(session) is None
    session.see(poorly(hidden=20))
    message: Any = table_message(session, Sight("settled", "", "test"), ("Ada",), complain=True)
    assert message["verdict"]["mood"] == "notice"
    assert len(message["verdict"]["spots"]) == 20
    assert "lamp" in message["verdict"]["remedy"]
    assert [answer["id"] for answer in message["question"]["answers"]] == ["shown", "fix"]
    hasty: Any = table_message(session, Sight("settled", "", "test"), ("Ada",), complain=False)
    assert hasty["verdict"]["mood"] is None
    assert hasty["question"] is None
    lamp = pattern_of(session, "settled", Desync(resumed=False), saved=True, complain=True)
    assert lamp.name == "question"
    with pytest.raises(SessionError, match="20 spaces cannot be read"):
        session.end_turn("button")


def test_what_is_as_shown_is_asked_again_only_when_more_is_hidden() -> None:
    """The answer is kept with who and why, forces nothing, and silences the question until more spaces are unread."""
    session, kept = solo()
    session.see(poorly(hidden=20))
    session_answers.as_shown(session, "page", "a mirror")
    assert [(entry.kind, entry.actor, entry.body["answer"]) for entry in kept.entries] == [("answer", "page", "shown")]
    assert asked(session) is None
    session.see(poorly(hidden=18))
    assert asked(session) is None
    session.see(poorly(hidden=21))
    assert asked(session)["kind"] == "unread"
    session.see(poorly("s", hidden=20))
    assert session.explanation.verdict is Verdict.LEGAL
    assert asked(session) is None
    session.see(seen())
    with pytest.raises(SessionError):
        session_answers.as_shown(session, "page")


def test_telling_what_lies_there_ends_the_question() -> None:
    """The host names spaces until so few are left that they can be asked about."""
    session, _ = solo()
    session.see(poorly(hidden=18))
    names = {str(spot.cell): "floor" for spot in sorted(each for each in session.unread if isinstance(each, Space))[:2]}
    session_answers.name_spots(session, "page", 0, names)
    assert asked(session) is None
