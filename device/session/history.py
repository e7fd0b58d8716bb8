"""The fold of a game's journal: turns and their moves, the log, and what people have said about single spots.

What happens live goes through the same ``fold`` as what is replayed, so the state is always the fold of the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from device.journal.record import Entry
from engine.game import Event, Game, Mood, MoveT, Spot, StateT, Surface
from engine.grid import Cell, Space
from engine.readings import agrees
from engine.sentence import say, sentence_of

AUTO = Surface("auto")
"""In place of a surface: from now on the camera speaks for the spot again."""

Lying = Mapping[Spot, Surface]
"""Spots that belong together (a piece) with what is seen there while it has not been put back."""


class SessionError(ValueError):
    """A request that does not fit the game as it stands; the message is for the people at the table."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A sentence of the move log: whose turn and which it belongs to, its mood, and who or what it came from."""

    turn: int
    seat: int
    mood: Mood
    text: str
    actor: str


@dataclass(frozen=True, slots=True)
class Turn(Generic[StateT, MoveT]):
    """A turn: the state at its start, how much of the log there was then, and what was made in it and by whom."""

    state: StateT
    log_length: int
    made: tuple[tuple[MoveT, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TurnLine:
    """A turn for a list: its number from 1, whose it is, what was said of it, and its moves in notation."""

    number: int
    seat: int
    text: str
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """What stands for a spot instead of the camera's reading, and in which turn that was said."""

    surface: Surface
    turn: int


class History(Generic[StateT, MoveT]):
    """A game as its entries tell it.

    ``words`` are the spots of which a person says what lies there; ``overruled`` those where the game is right as long
    as this surface is seen; ``lying`` the pieces of turns taken back that have not been put back yet; ``as_shown``
    spots that could not be read and of which somebody said that they are as shown; ``accepted`` tokens that look like
    another kind and may stay; ``settings`` what was set for this game.

    Args:
        game: the rules.
        start: the state before the first move.
    """

    def __init__(self, game: Game[StateT, MoveT], start: StateT) -> None:
        self._game = game
        self.state = start
        self.turns: list[Turn[StateT, MoveT]] = [Turn(start, 0)]
        self.log: list[LogLine] = []
        self.words: dict[Spot, Said] = {}
        self.overruled: dict[Spot, Said] = {}
        self.lying: tuple[Lying, ...] = ()
        self.as_shown: frozenset[Spot] = frozenset()
        self.accepted: frozenset[tuple[Spot, Surface]] = frozenset()
        self.settings: dict[str, object] = {}

    @property
    def at_start_of_turn(self) -> bool:
        """Whether nothing of the present turn counts yet."""
        return self.state == self.turns[-1].state

    def fold(self, entry: Entry) -> None:
        """Take in one entry; kinds that change nothing, and those of newer versions, are left out.

        Raises:
            IllegalMove, NotationError, SessionError: the entry does not follow.
        """
        match entry.kind:
            case "move":
                self._make(self._game.read_move(str(entry.body["move"])), entry.actor)
            case "undo":
                self._take_back(entry)
            case "revise":
                self._revise(entry)
            case "spot":
                self._say(self.words, [entry.body])
            case "overrule":
                self._say(self.overruled, _items(entry.body.get("spots")))
            case "answer":
                self._answered(entry.body)
            case "set":
                self.settings[str(entry.body.get("key"))] = entry.body.get("value")

    def listed(self) -> tuple[TurnLine, ...]:
        """The turns so far, the present one last, with their moves in notation."""
        ends = [turn.log_length for turn in self.turns[1:]] + [len(self.log)]
        return tuple(
            TurnLine(
                number,
                self._game.seat_to_play(turn.state),
                " ".join(line.text for line in self.log[turn.log_length : end]),
                tuple(self._game.write_move(move) for move, _ in turn.made),
            )
            for number, (turn, end) in enumerate(zip(self.turns, ends, strict=True), start=1)
        )

    def _make(self, move: MoveT, actor: str) -> None:
        ends = self._game.end_turn(self.state) == move
        step = self._game.play(self.state, move)
        self.log.extend(self._line(event, actor) for event in step.events)
        self.state = step.state
        turn = self.turns[-1]
        self.turns[-1] = replace(turn, made=(*turn.made, (move, actor)))
        if ends:
            self.turns.append(Turn(step.state, len(self.log)))
            self.lying = ()
        elif self.lying:  # what a move lays again where it still lies need not be put back
            view = self._game.view(step.state)
            self.lying = tuple(
                group for group in self.lying if not all(agrees(view[spot], surface) for spot, surface in group.items())
            )

    def _take_back(self, entry: Entry) -> None:
        if self.at_start_of_turn and len(self.turns) > 1:
            self.turns.pop()
        self.lying = tuple(_surfaces(group) for group in _items(entry.body.get("lying"), list))
        self._back_to(len(self.turns))
        self._notice(say("The turn was taken back."), entry.actor)

    def _revise(self, entry: Entry) -> None:
        number = entry.body.get("turn")
        if not isinstance(number, int) or not 1 <= number <= len(self.turns):
            raise SessionError(say("There is no turn {number}.", number=str(number)))
        self._back_to(number)
        for made in _items(entry.body.get("turns"), list):
            for move, actor in made:
                self._make(self._game.read_move(str(move)), str(actor))
        self._notice(say("Turn {number} was corrected.", number=number), entry.actor)

    def _back_to(self, number: int) -> None:
        """To the start of a turn; what was said of single spots from then on is forgotten where it no longer counts."""
        turn = self.turns[number - 1]
        del self.log[turn.log_length :]
        self.turns[number - 1 :] = [replace(turn, made=())]
        self.state = turn.state
        lying = {spot for group in self.lying for spot in group}
        for said in (self.words, self.overruled):
            for spot in [spot for spot, word in said.items() if spot in lying or word.turn > number]:
                del said[spot]

    def _say(self, said: dict[Spot, Said], items: Iterable[Mapping[str, object]]) -> None:
        for item in items:
            spot, surface = read_spot(item)
            if surface == AUTO:
                said.pop(spot, None)
            else:
                said[spot] = Said(surface, len(self.turns))

    def _answered(self, body: Mapping[str, object]) -> None:
        spots = [read_spot(item) for item in _items(body.get("spots"))]
        match body.get("asked"):
            case "undo":
                self.lying = ()
            case "unread":
                self.as_shown = frozenset(spot for spot, _ in spots)
            case "token":
                self.accepted |= frozenset(spots)

    def _notice(self, text: str, actor: str) -> None:
        self.log.append(LogLine(len(self.turns), self._game.seat_to_play(self.state), Mood.NOTICE, text, actor))

    def _line(self, event: Event, actor: str) -> LogLine:
        return LogLine(len(self.turns), self._game.seat_to_play(self.state), event.mood, event.text, actor)


def spot_body(spot: Spot, surface: Surface) -> dict[str, object]:
    """A spot with a surface as the journal keeps it.

    Raises:
        SessionError: not a spot of a board.
    """
    if not isinstance(spot, Space):
        raise SessionError(say("{what} is no space of a board.", what=repr(spot)))
    return {"seat": spot.seat, "cell": str(spot.cell), "surface": str(surface)}


def read_spot(body: Mapping[str, object]) -> tuple[Space, Surface]:
    """Inverse of ``spot_body``.

    Raises:
        SessionError: the body is not of that form.
    """
    seat, cell, surface = body.get("seat"), body.get("cell"), body.get("surface")
    if not isinstance(seat, int) or not isinstance(cell, str) or not isinstance(surface, str):
        raise SessionError(say("Expected seat, cell and surface, found {what}.", what=repr(dict(body))))
    try:
        return Space(seat, Cell.parse(cell)), Surface(surface)
    except ValueError as error:
        raise SessionError(sentence_of(error)) from error


def _surfaces(group: Sequence[Mapping[str, object]]) -> Lying:
    return dict(read_spot(item) for item in group)


def _items(value: object, kind: type[Any] = dict) -> Sequence[Any]:
    """A list of objects of the journal; an old entry has none."""
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(each, kind) for each in value):
        raise SessionError(say("Expected a list, found {what}.", what=repr(value)))
    return value
