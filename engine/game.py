"""What the rest of the house knows of any game.

A game is pure: states and moves are immutable values, a draw of luck is a move like any other, and every question is
answered from the state alone. Cameras see *surfaces* on *spots*; players make *moves*; moves have *events*.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, NamedTuple, NewType, Protocol, TypeVar

from engine.polyomino import Polyomino
from engine.sentence import in_a_row, say

Spot = Hashable
"""A place where something can lie (in Indian Summer a ``Space``: a player's cell)."""

Surface = NewType("Surface", str)
"""What a camera can tell about a spot, such as ``floor``, ``leaf.green`` or ``hole``."""

View = Mapping[Spot, Surface]
"""Spot -> surface; a missing spot is unknown."""


class Reading(NamedTuple):
    """What was seen on a spot and how sure that is, 0 to 1."""

    surface: Surface
    confidence: float


class Mood(Enum):
    """How an event is meant; lights and page follow it."""

    GOOD = "good"
    NOTICE = "notice"
    WRONG = "wrong"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Event:
    """What followed from a move; ``str`` is the sentence shown at the table."""

    kind: str  # a closed word of the game, such as "placed", "token", "area", "end-turn"
    mood: Mood
    text: str
    spots: frozenset[Spot] = frozenset()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Violation:
    """One reason why a move is not legal: rule number, spots, a sentence, and what would make it legal."""

    rule: str
    text: str
    spots: frozenset[Spot] = frozenset()
    remedy: str = ""

    def __str__(self) -> str:
        return say("{sentence} ({rule})", sentence=self.text, rule=self.rule)


class IllegalMove(ValueError):
    """The move is not legal in this state; carries every violation."""

    def __init__(self, violations: Collection[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__(in_a_row([str(violation) for violation in self.violations]))

    @property
    def spots(self) -> frozenset[Spot]:
        """All spots that the violations name."""
        return frozenset().union(*(violation.spots for violation in self.violations))


class NotationError(ValueError):
    """A text cannot be read as a move or a state; says place, expected and found."""


class Point(NamedTuple):
    """A point in board units: one space is 1, x to the right, y from the far side to the player."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """One physical board: whose it is, its size (width, height) and the outline of every spot, in board units."""

    seat: int
    size_wh: tuple[float, float]
    outlines: Mapping[Spot, tuple[Point, ...]]


@dataclass(frozen=True, slots=True)
class PieceKind:
    """What may come to lie on a board and how it looks to a camera.

    ``surface`` is that of its cells and ``mark`` that of the marked cell; ``lies_on`` are the surfaces it may cover by
    nature, legal or not being the rules' matter. ``shapes`` are free polyominoes.
    """

    name: str
    surface: Surface
    shapes: tuple[Polyomino, ...]
    lies_on: frozenset[Surface]
    mark: Surface | None = None


StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT]):
    """What a move leads to: the new state and the events in order."""

    state: StateT
    events: tuple[Event, ...]


class GuideStep(NamedTuple):
    """One step of a way through the final phase, as a person does it; ``step`` counts from 1."""

    step: int
    do: str
    text: str
    spots: frozenset[Spot] = frozenset()


@dataclass(frozen=True, slots=True)
class Guide(Generic[MoveT]):
    """The next step of the best final phase for the seat in turn, one lamp and one sentence.

    ``step`` counts from 1 to ``of``; ``do`` is a word of the game such as ``exchange``, ``squirrel``, ``harvest``, or
    ``end`` when nothing is left to do; ``text`` says it, ``reason`` why this way is the best. ``moves`` do the step;
    empty where it only asks the hands for what the state has already. ``plan`` is the whole way as far as it is known:
    the steps that are still to come and, if they were the best ones, those that have been done.
    """

    seat: int
    step: int
    of: int
    do: str
    text: str
    spots: frozenset[Spot] = frozenset()
    reason: str = ""
    moves: tuple[MoveT, ...] = ()
    plan: tuple[GuideStep, ...] = ()


class Standing(NamedTuple):
    """One player's place when the game is over: rank from 1 (equal is shared) and a sentence why."""

    seat: int
    rank: int
    text: str


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: the standings by rank, whether anybody won, and one sentence that says it all."""

    standings: tuple[Standing, ...]
    won: bool
    text: str


class Game(Protocol[StateT, MoveT]):
    """The rules of one game. States and moves are hashable values; nothing here changes anything."""

    @property
    def name(self) -> str:
        """The identifier, such as ``indian-summer``."""

    @property
    def title(self) -> str:
        """The name as people write it."""

    @property
    def surfaces(self) -> frozenset[Surface]:
        """Every surface that a view of this game may hold."""

    @property
    def pieces(self) -> tuple[PieceKind, ...]:
        """What may lie on the boards."""

    def layout(self, state: StateT) -> tuple[BoardLayout, ...]:
        """The boards on the table, by seat; every spot belongs to exactly one."""

    def view(self, state: StateT) -> View:
        """What a perfect camera would see: a surface for every spot of the layout."""

    def legal_moves(self, state: StateT, on: Collection[Spot] | None = None) -> Iterable[MoveT]:
        """The legal moves; ``on`` keeps the invisible ones and those that change surfaces of these spots only."""

    def within_reach(self, state: StateT) -> Collection[Spot]:
        """The spots that moves of this turn can change: those of the seat in turn, say."""

    def moves_towards(
        self, state: StateT, wanted: View, doubtful: Collection[Spot], unread: Collection[Spot]
    ) -> Iterable[MoveT]:
        """The legal moves of this turn that may lead to what is seen, invisible ones included.

        ``wanted`` is what surely lies where the state shows something else; the ``doubtful`` spots, which a weak
        reading says to be otherwise, and the ``unread`` ones, of which nothing speaks against the state, may show
        anything. What no cheapest explanation would hold may be left out.
        """

    def violations(self, state: StateT, move: MoveT) -> tuple[Violation, ...]:
        """Everything that is wrong with a move; empty when it is legal."""

    def play(self, state: StateT, move: MoveT) -> Step[StateT]:
        """Make a legal move.

        Raises:
            IllegalMove: with all violations.
        """

    def cost(self, state: StateT, move: MoveT) -> float:
        """How surprising the move is without other evidence, at least 0: the referee prefers cheap explanations."""

    def least_cost(self, state: StateT, wanted: View, loose: Collection[Spot] = ()) -> float:
        """No more than what the moves cost that lead to the ``wanted`` surfaces; 0 is always true.

        The ``loose`` spots may show anything in the end. A move lowers it by no more than its own cost.
        """

    def seat_to_play(self, state: StateT) -> int:
        """Whose turn it is, counted from 0."""

    def choices(self, state: StateT) -> tuple[MoveT, ...]:
        """The decisions that the state waits for and no camera can see, such as where to refill from; else empty."""

    def phrase(self, state: StateT, move: MoveT) -> str:
        """A few words that name a move to the players, such as ``refill from the left end of the top path``."""

    def answers(self, state: StateT, lines: Sequence[Sequence[MoveT]]) -> tuple[str, ...]:
        """A label for each of several explanations from this state: at most 40 letters, and no two alike."""

    def display(self, state: StateT) -> Mapping[str, object]:
        """The game's own parts of the table message (docs/table-message.md): JSON values only."""

    def laid(self, state: StateT, move: MoveT) -> Mapping[str, object] | None:
        """The piece that a move would lay, legal or not, as in the table message with its seat; None if none."""

    def end_turn(self, state: StateT) -> MoveT | None:
        """The move that ends the turn, if the turn may end now."""

    def attempts(self, state: StateT, seen: View) -> Iterable[tuple[MoveT, ...]]:
        """What players may have meant who changed the table into this view, legal or not, best guess first."""

    def owed(self, state: StateT, seen: View) -> tuple[Violation, ...]:
        """What the table still owes if the state is right and these spots show something else instead.

        A token not yet laid or not yet taken away is owed. Empty when any of the spots is of another kind.
        """

    def most_telling(self, violations: Iterable[Violation]) -> tuple[Violation, ...]:
        """The reasons why a table is illegal, each once, the one that explains best first."""

    def disturbed(self, state: StateT, seen: View) -> tuple[Violation, ...]:
        """What was laid before and no longer lies as it did, whatever was laid since; empty when nothing was moved."""

    def may_become(self, now: Surface, later: Surface) -> bool:
        """Whether further moves can turn a spot that shows ``now`` into one that shows ``later``."""

    def correction(self, state: StateT, seen: View) -> MoveT:
        """The table's decision that the boards are as seen, whatever the rules say; legal in every state."""

    def upheld(self, state: StateT, seen: View) -> MoveT:
        """The table's decision that what lies on these spots was laid in this turn, which may end by that.

        Legal in every state; it changes nothing else.
        """

    def recount(self, state: StateT, seat: int, counts: Mapping[str, int]) -> MoveT:
        """The table's decision that a player's supply holds so many of each kind; kinds left out stay as they are.

        Legal in every state.

        Raises:
            IllegalMove: no such seat, no such kind, or a number below 0.
        """

    def guide(self, state: StateT, since: StateT | None = None, lying: Collection[Spot] = ()) -> Guide[MoveT] | None:
        """The next step of the best way through the final phase for the seat in turn; None at any other time.

        ``state`` may be a provisional one. With the state ``since`` which this seat's part began the steps are counted
        from there; ``lying`` are spots where the hands have still to take something away.
        """

    def result(self, state: StateT) -> Result | None:
        """The result when the game is over, else None."""

    def renamed(self, state: StateT, names: Sequence[str]) -> StateT:
        """The state with its players called so, by seat; as it is where there are not as many players as names."""

    def write_move(self, move: MoveT) -> str:
        """The move in notation: one word without blanks."""

    def read_move(self, text: str) -> MoveT:
        """Inverse of ``write_move``.

        Raises:
            NotationError: with place, expected and found.
        """

    def write_state(self, state: StateT) -> str:
        """The whole state as one line of text, the history not included."""

    def read_state(self, text: str) -> StateT:
        """Inverse of ``write_state``; raises NotationError as ``read_move``."""
