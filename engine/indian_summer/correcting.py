"""The table's decision: boards and purses are as people say, whatever the rules say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.game import Event, IllegalMove, Mood, Step, Surface, View, Violation
from engine.grid import Bits, Space
from engine.indian_summer.forest import AREAS, BOARD, NONE, Board, Purse
from engine.indian_summer.moves import Correction, spots
from engine.indian_summer.paths import with_player
from engine.indian_summer.resolving import completed, harvest_of
from engine.indian_summer.state import Phase, State
from engine.indian_summer.surfaces import ANIMAL, FLOOR, HOLE, LEAVES, SQUIRREL, TOKEN, TOKENS, agree
from engine.indian_summer.viewing import view
from engine.indian_summer.wording import by, cells, purse
from engine.sentence import say


def correction(state: State, seen: View) -> Correction:
    """The decision that makes the state look like this; spots that agree or cannot be read stay out of it."""
    expected = view(state)
    changed: list[tuple[Space, Surface]] = []
    for spot, surface in seen.items():
        if isinstance(spot, Space) and (spot not in expected or not agree(expected[spot], surface)):
            changed.append((spot, _with_kind(state, spot, surface)))
    return Correction(tuple(sorted(changed)))


def upheld(state: State, seen: View) -> Correction:
    """The decision that what lies on these spots was laid in this turn, as it lies now: ``apply`` lets the turn end."""
    here = view(state)
    return Correction(tuple(sorted((spot, here[spot]) for spot in seen if isinstance(spot, Space) and spot in here)))


def recount(state: State, seat: int, counts: Mapping[str, int]) -> Correction:
    """The decision that a supply holds so many of each kind, by their words; kinds left out stay as they are (R12.2).

    Raises:
        IllegalMove: no such seat, no such kind, or a number below 0.
    """
    wrong: list[Violation] = []
    if not 0 <= seat < len(state.players):
        text = say("There is no seat {number} at this table.", number=seat + 1)
        raise IllegalMove([Violation("R2.1", text, remedy=say("Name a player."))])
    tokens = state.players[seat].purse._asdict()
    for word, number in counts.items():
        if word not in tokens:
            text = say("There is no treasure called {word}.", word=word)
            remedy = say("A treasure is a berry, a nut, a mushroom or a feather.")
            wrong.append(Violation("R1.6", text, remedy=remedy))
        elif number < 0:
            text = say("Nobody has fewer than no tokens.")
            wrong.append(Violation("R1.6", text, remedy=say("Count again.")))
    if wrong:
        raise IllegalMove(wrong)
    return Correction((), ((seat, Purse(**{**tokens, **counts})),))


def apply(state: State, move: Correction) -> Step[State]:
    """Make the boards and purses what the table says.

    A leaf or squirrel that the table lets lie on the board of the player whose turn it is stands for the Main Action
    (R3.1). So it does where all spots that are named look like that already: somebody insists that it was laid now.
    A piece that was only pushed to other spaces is no Main Action: the ruling is that as many spaces are covered as
    before, and that a piece never moves again (R4.2), so pushing it is an accident that the table forgives and no turn.
    In an open Feather or Mushroom leaves are tiles of it; with none ``left`` it is to be closed (R8.3, R8.4).
    The tokens of an area which this completes are harvested (R5.2), be they gone already or still to be taken. One that
    the table lets lie in an area that was complete before is in no supply until it is taken. A board that becomes full
    by it, or is so no longer, tells whether this round is the last (R10.1).
    """
    events: list[Event] = []
    after = state
    for seat in sorted({space.seat for space, _ in move.spaces}):
        changes = [(BOARD.bit(space.cell), surface) for space, surface in move.spaces if space.seat == seat]
        player = after.players[seat]
        board = _changed(player.board, changes)
        gain, kept = _harvest(player.board, board), _left_lying(player.board, board)
        board, lying, _ = harvest_of(board, completed(player.board.covered, board.covered))
        gain = gain.joined(lying)
        tokens = Purse(*(max(have - number, 0) for have, number in zip(player.purse.joined(gain), kept, strict=True)))
        after = with_player(after, seat, replace(player, board=board, purse=tokens))
        bits = Bits(sum(bit for bit, _ in changes))
        yours, theirs = "The table decided how it lies on {on}.", "The table decided how it lies for {who} on {on}."
        text = by(state, seat, yours, theirs, on=cells(bits))
        events.append(Event("correction", Mood.NOTICE, text, spots(seat, bits)))
        if any(gain):
            yours, theirs = "You took {tokens} from completed areas.", "{who} took {tokens} from completed areas."
            events.append(Event("harvest", Mood.NOTICE, by(state, seat, yours, theirs, tokens=purse(gain))))
        if any(kept):
            yours = "Not in your supply as long as it lies there: {tokens}."
            theirs = "Not in the supply of {who} as long as it lies there: {tokens}."
            events.append(Event("correction", Mood.NOTICE, by(state, seat, yours, theirs, tokens=purse(kept))))
    turn = after.turn
    lays = after.board.empty < state.board.empty
    if (lays or _insists(state, move)) and turn.phase is Phase.TURNS:
        if turn.double is None:
            after = replace(after, turn=replace(turn, main_done=True))
        else:
            left = max(turn.double.left - _leaves_laid(state.board, after.board), 0) if lays else 0
            after = replace(after, turn=replace(turn, double=turn.double._replace(left=left)))
    for seat, tokens in move.purses:
        after = with_player(after, seat, replace(after.players[seat], purse=tokens))
        yours, theirs = "The table counted your supply: {tokens}.", "The table counted the supply of {who}: {tokens}."
        text = by(state, seat, yours, theirs, tokens=purse(tokens))
        events.append(Event("correction", Mood.NOTICE, text))
    if move.spaces and after.solo is None and after.turn.phase is Phase.TURNS:
        after = replace(after, turn=replace(after.turn, closing=_closing(after)))
    return Step(after, tuple(events))


def _leaves_laid(before: Board, after: Board) -> int:
    """How many leaves a decision lays: as many as holes, and one where leaves show no hole."""
    covered = (after.covered & ~after.squirrels).bit_count() - (before.covered & ~before.squirrels).bit_count()
    return max(after.holes.bit_count() - before.holes.bit_count(), 1) if covered > 0 else 0


def _closing(state: State) -> int | None:
    """R10.1: who has a full board, be it whose turn it is or not; nobody any more if what filled it is taken back."""
    full = [seat for seat, player in enumerate(state.players) if not player.board.free]
    if state.turn.closing in full:
        return state.turn.closing
    return state.turn.seat if state.turn.seat in full else next(iter(full), None)


def _insists(state: State, move: Correction) -> bool:
    """Whether all that is said lies there already, a leaf or squirrel of whose turn it is among it."""
    here = view(state)
    mine = {surface for space, surface in move.spaces if space.seat == state.turn.seat}
    return not mine.isdisjoint({*LEAVES, SQUIRREL}) and all(here[space] == surface for space, surface in move.spaces)


def _with_kind(state: State, spot: Space, surface: Surface) -> Surface:
    """An unread token is of the printed kind (R5.1), else of the least value."""
    if surface != TOKEN:
        return surface
    kind = (
        state.players[spot.seat].board.floor.treasure(BOARD.bit(spot.cell)) if spot.seat < len(state.players) else None
    )
    return TOKENS[0 if kind is None else kind]


def _changed(board: Board, changes: Iterable[tuple[Bits, Surface]]) -> Board:
    layers: dict[Surface, int] = dict.fromkeys((*LEAVES, *TOKENS, SQUIRREL, ANIMAL, HOLE, FLOOR, TOKEN), 0)
    touched = 0
    for bit, surface in changes:
        layers[surface] |= bit
        touched |= bit
    keep = ~touched
    holes = layers[HOLE] | layers[ANIMAL] | layers[TOKEN] | sum(layers[kind] for kind in TOKENS)
    green, yellow, red = (Bits((old & keep) | layers[key]) for old, key in zip(board.leaves, LEAVES, strict=True))
    berry, nut, mushroom, feather = (
        Bits((old & keep) | layers[key]) for old, key in zip(board.tokens, TOKENS, strict=True)
    )
    return Board(
        board.floor,
        Bits((board.covered & keep) | (touched & ~layers[FLOOR])),
        (green, yellow, red),
        Bits((board.holes & keep) | holes),
        (berry, nut, mushroom, feather),
        Bits((board.squirrels & keep) | layers[SQUIRREL]),
        Bits((board.animals & keep) | layers[ANIMAL]),
        tuple(piece for piece in board.pieces if not piece.covers & touched),
    )


def _harvest(before: Board, after: Board) -> Purse:
    """R5.2: what is gone from complete areas, and what came and went on new holes of those that become complete."""
    complete, new = _within(completed(NONE, after.covered)), _within(completed(before.covered, after.covered))
    gone = (old & ~now & complete for old, now in zip(before.tokens, after.tokens, strict=True))
    at_once = (print_ & after.bare & ~before.holes & new for print_ in after.floor.prints)
    return Purse(*((old | now).bit_count() for old, now in zip(gone, at_once, strict=True)))


def _left_lying(before: Board, after: Board) -> Purse:
    """What lies in areas that were complete before and did not lie there: it was harvested, but nobody took it."""
    within = _within(completed(NONE, Bits(before.covered & after.covered)))
    return Purse(*((now & ~old & within).bit_count() for old, now in zip(before.tokens, after.tokens, strict=True)))


def _within(areas: Iterable[int]) -> int:
    return sum(AREAS[index] for index in areas)
