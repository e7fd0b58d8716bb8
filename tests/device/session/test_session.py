"""The session: what is seen and what is entered become one journalled game, and the journal gives it back."""

import random
from collections.abc import Sequence

import pytest

from device.journal.journal import Entry
from device.session.answers import accept, choose
from device.session.session import Session, SessionError
from engine.catalog import GAMES
from engine.game import IllegalMove, Reading, Spot
from engine.grid import Cell, Space
from engine.indian_summer.forest import ForestFloor, Treasure
from engine.indian_summer.moves import Exchange, Move, PlaceAnimal, PlaceLeaf
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import HOLE, LEAF_YELLOW, SQUIRREL
from engine.referee import Verdict

GAME = GAMES["indian-summer"]
PLAIN = ForestFloor.parse(["........."] * 8, "plain")


class Kept:
    """A journal in memory."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def __call__(self, entries: Sequence[Entry]) -> None:
        self.entries.extend(entries)


def seen_of(state: State) -> dict[Spot, Reading]:
    """What a perfect camera reads of a state."""
    return {spot: Reading(surface, 1.0) for spot, surface in GAME.view(state).items()}


def solo() -> tuple[Session[State, Move], Kept]:
    """A session of a solo game whose paths nobody told, on a plain floor."""
    kept = Kept()
    return Session(GAME, GAME.new_solo(None, PLAIN), kept), kept


def with_squirrel(session: Session[State, Move], row: int, col: int) -> dict[Spot, Reading]:
    """The committed table with one squirrel more."""
    return {**seen_of(session.committed), Space(0, Cell(row, col)): Reading(SQUIRREL, 1.0)}


def test_nothing_is_journalled_before_the_turn_ends() -> None:
    """A piece that lies is only proposed; End turn commits it."""
    session, kept = solo()
    assert session.see(with_squirrel(session, 0, 0))
    assert session.explanation.verdict is Verdict.LEGAL
    assert kept.entries == []
    session.end_turn("button")
    assert [entry.actor for entry in kept.entries] == ["camera", "button"]
    assert session.turn == 2
    assert session.committed.players[0].board.squirrels != 0


def test_a_piece_that_is_taken_back_was_no_move() -> None:
    """R3.6: trying for fit changes the explanation and nothing else."""
    session, kept = solo()
    session.see(with_squirrel(session, 0, 0))
    session.see(seen_of(session.committed))
    assert session.explanation.verdict is Verdict.UNCHANGED
    assert kept.entries == []


def test_the_turn_cannot_end_without_a_main_action() -> None:
    """R3.1: passing is not allowed, and the refusal says why."""
    session, kept = solo()
    session.see(seen_of(session.committed))
    with pytest.raises(SessionError, match=r"R3\.1"):
        session.end_turn("page")
    assert kept.entries == []


def test_a_move_by_hand_follows_what_was_seen_before_it() -> None:
    """Entering an exchange after a squirrel was laid keeps both, in that order."""
    session, kept = solo()
    session.see(with_squirrel(session, 0, 0))
    session.enter(Exchange(0, Treasure.NUT, Treasure.BERRY), "page")
    assert [GAME.read_move(str(entry.body["move"])) for entry in kept.entries][-1] == Exchange(
        0, Treasure.NUT, Treasure.BERRY
    )
    assert session.committed.players[0].purse.berry == 2
    assert session.turn == 1


def test_an_illegal_move_by_hand_changes_nothing() -> None:
    """R9.1: a feather that nobody owns cannot be exchanged."""
    session, kept = solo()
    session.see(seen_of(session.committed))
    with pytest.raises(IllegalMove):
        session.enter(Exchange(0, Treasure.FEATHER, Treasure.NUT), "page")
    assert kept.entries == []


def test_a_doubtful_spot_is_named_before_the_turn_ends() -> None:
    """A weak reading beside a sure squirrel: the first End turn asks, the second one confirms."""
    session, kept = solo()
    seen = with_squirrel(session, 0, 0)
    seen[Space(0, Cell(4, 4))] = Reading(SQUIRREL, 0.5)
    session.see(seen)
    assert session.explanation.verdict is Verdict.LEGAL
    with pytest.raises(SessionError, match="e5"):
        session.end_turn("button")
    assert kept.entries == []
    session.end_turn("button")
    assert session.turn == 2


def test_an_illegal_table_waits_until_it_is_accepted() -> None:
    """Accept anyway makes the table's word the state and journals who said so."""
    session, kept = solo()
    seen = {**seen_of(session.committed)}
    for col in range(4):
        seen[Space(0, Cell(0, col))] = Reading(LEAF_YELLOW if col else HOLE, 1.0)
    seen[Space(0, Cell(5, 5))] = Reading(HOLE, 1.0)
    session.see(seen)
    assert session.explanation.verdict in {Verdict.ILLEGAL, Verdict.UNEXPLAINED}
    with pytest.raises(SessionError):
        session.end_turn("page")
    accept(session, "page")
    assert kept.entries[-1].actor == "page"
    assert GAME.view(session.committed) == {spot: reading.surface for spot, reading in seen.items()}


def test_undo_takes_back_one_turn_at_a_time() -> None:
    """Two turns, two undos, and a third has nothing left to take."""
    session, kept = solo()
    start = session.committed
    for row in (0, 1):
        session.see(with_squirrel(session, row, 0))
        session.end_turn("page")
    first = session.committed
    session.undo("page")
    assert session.committed != first
    assert session.turn == 2
    session.undo("page")
    assert session.committed == start
    with pytest.raises(SessionError):
        session.undo("page")
    assert [entry.kind for entry in kept.entries].count("undo") == 2


def test_a_piece_that_is_laid_again_where_it_was_need_not_be_put_back_after_a_power_cut() -> None:
    """Undo, the same squirrel entered by hand, the plug pulled: what lies there belongs there, and the turn can end."""
    session, kept = solo()
    session.see(with_squirrel(session, 0, 0))
    session.end_turn("page")
    session.undo("page")
    session.see(seen_of(session.committed))  # it was put back before it was laid again
    session.enter(GAME.read_move("1:squirrel:a1"), "page")
    again = Session(GAME, GAME.new_solo(None, PLAIN), Kept(), list(kept.entries))
    again.see(seen_of(again.committed))
    assert not again.lying
    again.end_turn("page")
    assert again.turn == 2


@pytest.mark.parametrize("seed", range(5))
def test_a_journal_replayed_is_the_same_game(seed: int) -> None:
    """The state is the fold of the journal: a new session from the entries equals the one that wrote them."""
    chance = random.Random(seed)
    tiles = list(demo_tiles().tiles)
    chance.shuffle(tiles)
    start = GAME.new_solo(tiles[:25], demo_floors()[seed])
    kept = Kept()
    session = Session(GAME, start, kept)
    for _ in range(6):
        state = session.committed
        while GAME.end_turn(state) is None:
            moves = list(GAME.legal_moves(state))
            laying = [move for move in moves if isinstance(move, PlaceLeaf | PlaceAnimal)]
            state = GAME.play(state, chance.choice(laying or moves)).state
        session.see(seen_of(state))
        while session.explanation.verdict is Verdict.QUESTION:
            choose(session, 0, "page")
        while session.choices:
            session.enter(chance.choice(session.choices), "page")
        session.end_turn("button")
    session.undo("page")
    again = Session(GAME, start, kept, list(kept.entries))
    assert again.committed == session.committed
    assert again.turn == session.turn
    assert [line.text for line in again.log] == [line.text for line in session.log]


def test_a_foreign_entry_is_named() -> None:
    """A journal that does not fit the rules is refused with the number of the entry."""
    with pytest.raises(SessionError, match="entry 0"):
        Session(GAME, GAME.new_solo(None, PLAIN), Kept(), [Entry("move", "page", {"move": "1:dance"})])


def test_what_cannot_be_read_is_asked_when_the_turn_ends() -> None:
    """Nothing is seen of this turn, but one space cannot be read: a squirrel may sit there, and that is asked."""
    session, kept = solo()
    seen = seen_of(session.committed)
    del seen[Space(0, Cell(3, 3))]
    session.see(seen)
    with pytest.raises(SessionError, match="first answer the question"):
        session.end_turn("button")
    assert session.explanation.verdict is Verdict.QUESTION
    assert kept.entries == []
    choose(session, 0, "page")
    session.end_turn("button")
    assert session.committed.players[0].board.squirrels.bit_count() == 1
