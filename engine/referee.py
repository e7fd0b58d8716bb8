"""From the committed state and a settled view to the moves that explain it, or to the reason why none does.

The search is uniform-cost over sequences of legal moves, invisible ones included; a sequence explains the view when
every sure reading agrees with the state it leads to. Doubtful readings never decide alone: disagreeing with one costs
according to its confidence.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import count
from typing import Generic, NamedTuple

from engine.game import Event, Game, MoveT, Reading, Spot, StateT, Surface, View, Violation

SURE = 0.75
"""A reading of at least this confidence must be explained; a weaker one only costs."""

CLOSE = 0.3
"""Explanations whose costs differ by less than this (in nats) are rivals: the table is asked."""

_FAR = 9.0  # explanations that cost more, in nats, are not believed: better to ask
_PATIENCE = 3.0  # how much more than a line that owes something an exact line may cost, in nats
_NODES = 3000  # states looked at before the search gives up; the table is asked then


class Verdict(Enum):
    """What the referee makes of a view."""

    UNCHANGED = "unchanged"  # the table shows the committed state
    LEGAL = "legal"  # one sequence of legal moves explains the table
    INCOMPLETE = "incomplete"  # legal so far, but the table still owes something (a token on a hole, say)
    QUESTION = "question"  # several explanations are about equally good
    ILLEGAL = "illegal"  # what was meant is clear, and the rules forbid it
    UNEXPLAINED = "unexplained"  # nothing that could be meant leads to this view


class Line(NamedTuple, Generic[StateT, MoveT]):
    """A sequence of legal moves from the committed state with its cost in nats, final state and events."""

    moves: tuple[MoveT, ...]
    state: StateT
    events: tuple[Event, ...]
    cost: float


@dataclass(frozen=True, slots=True)
class Explanation(Generic[StateT, MoveT]):
    """The referee's answer; ``state`` is the committed one where no legal line was found.

    ``differs`` are the sure spots where the table does not show ``state``, ``doubtful`` the unsure ones; ``rivals``
    are the lines of a question, cheapest first; ``attempt`` are the moves that were probably meant when the table is
    illegal.
    """

    verdict: Verdict
    state: StateT
    moves: tuple[MoveT, ...] = ()
    events: tuple[Event, ...] = ()
    violations: tuple[Violation, ...] = ()
    rivals: tuple[Line[StateT, MoveT], ...] = ()
    attempt: tuple[MoveT, ...] = ()
    differs: frozenset[Spot] = frozenset()
    doubtful: frozenset[Spot] = frozenset()


def agrees(expected: Surface, seen: Surface) -> bool:
    """Whether a reading fits a surface: the same or less specific, as ``token`` fits ``token.nut``."""
    return expected == seen or expected.startswith(seen + ".")


def differing(view: View, seen: Mapping[Spot, Reading], at_least: float = SURE) -> frozenset[Spot]:
    """The spots that are read with at least this confidence and do not show what the view expects there.

    A spot that the view leaves out may show anything.
    """
    return frozenset(
        spot
        for spot, reading in seen.items()
        if reading.confidence >= at_least and spot in view and not agrees(view[spot], reading.surface)
    )


def sure_surfaces(seen: Mapping[Spot, Reading]) -> dict[Spot, Surface]:
    """The readings that must be explained, as a view."""
    return {spot: reading.surface for spot, reading in seen.items() if reading.confidence >= SURE}


def explain(game: Game[StateT, MoveT], committed: StateT, seen: Mapping[Spot, Reading]) -> Explanation[StateT, MoveT]:
    """Explain a settled view against the state at the start of the turn.

    Args:
        game: the rules.
        committed: the state up to the end of the last turn, with the moves of this turn that were entered by hand.
        seen: readings by spot; a missing spot is unknown and agrees with anything.

    A line never goes on into the next turn.
    """
    view = game.view(committed)
    changed = differing(view, seen)
    if not changed:
        return Explanation(Verdict.UNCHANGED, committed, doubtful=differing(view, seen, 0.0))
    search = _Search(game, seen)
    search.run(committed)
    if search.exact:
        lines = tuple(sorted(search.exact, key=lambda line: line.cost))
        best = lines[0]
        rivals = tuple(line for line in lines if line.cost - best.cost < CLOSE)
        verdict = Verdict.QUESTION if len(rivals) > 1 else Verdict.LEGAL
        doubtful = differing(game.view(best.state), seen, 0.0)
        return Explanation(verdict, best.state, best.moves, best.events, (), rivals, doubtful=doubtful)
    if search.owing is not None:
        line, owed = search.owing
        differs = differing(game.view(line.state), seen)
        return Explanation(Verdict.INCOMPLETE, line.state, line.moves, line.events, owed, differs=differs)
    attempt, violations = _illegal(game, committed, sure_surfaces(seen))
    verdict = Verdict.ILLEGAL if violations else Verdict.UNEXPLAINED
    return Explanation(verdict, committed, violations=violations, attempt=attempt, differs=changed)


class _Search(Generic[StateT, MoveT]):
    """Uniform-cost search for legal lines that agree with all sure readings, and for the cheapest that still owes."""

    def __init__(self, game: Game[StateT, MoveT], seen: Mapping[Spot, Reading]) -> None:
        self._game = game
        self._seen = seen
        self.exact: list[Line[StateT, MoveT]] = []
        self.owing: tuple[Line[StateT, MoveT], tuple[Violation, ...]] | None = None

    def run(self, start: StateT) -> None:
        """Fill ``exact`` with the cheapest lines, one a resulting state, and ``owing`` with the cheapest that owes."""
        order = count()  # ties in cost are broken by age, states need not compare
        waiting: list[tuple[float, int, Line[StateT, MoveT]]] = [(0.0, next(order), Line((), start, (), 0.0))]
        done: set[StateT] = set()
        while waiting and len(done) < _NODES:
            cost, _, line = heapq.heappop(waiting)
            if cost > self._limit():
                return
            if line.state in done:
                continue
            done.add(line.state)
            view = self._game.view(line.state)
            if self._is_answer(line, view):
                continue
            ends = self._game.end_turn(line.state)
            for move in self._game.legal_moves(line.state, self._open(view)):
                if move == ends:
                    continue
                longer = self._extend(line, view, move)
                if longer is not None and longer.state not in done:
                    heapq.heappush(waiting, (longer.cost, next(order), longer))

    def _limit(self) -> float:
        """The cost beyond which nothing found could matter any more."""
        limit = _FAR
        if self.exact:
            limit = min(limit, min(line.cost for line in self.exact) + CLOSE)
        if self.owing is not None:
            limit = min(limit, self.owing[0].cost + _PATIENCE)
        return limit

    def _is_answer(self, line: Line[StateT, MoveT], view: View) -> bool:
        """Keep the line if it explains the view; a line that explains it exactly is not extended."""
        wrong = differing(view, self._seen)
        if not wrong:
            self.exact.append(line._replace(cost=line.cost + self._doubts(view)))
            return True
        if self.owing is None:
            owed = self._game.owed(line.state, {spot: self._seen[spot].surface for spot in wrong})
            if owed:
                self.owing = line, owed
        return False

    def _open(self, view: View) -> frozenset[Spot]:
        """The spots that a further move may change: those that disagree, however doubtful, and the unknown ones."""
        unknown = frozenset(spot for spot in view if spot not in self._seen)
        return differing(view, self._seen, 0.0) | unknown

    def _extend(self, line: Line[StateT, MoveT], view: View, move: MoveT) -> Line[StateT, MoveT] | None:
        """The line with one more move, or None when that makes a sure reading impossible for good."""
        step = self._game.play(line.state, move)
        for spot, surface in self._game.view(step.state).items():
            if surface != view.get(spot):
                reading = self._seen.get(spot)
                if reading is None or reading.confidence < SURE or agrees(surface, reading.surface):
                    continue
                # A spot that was right may be owed now (a token still to be taken away); one that was wrong and stays
                # wrong must at least be on its way to what is seen.
                if not agrees(view.get(spot, surface), reading.surface) and not self._game.may_become(
                    surface, reading.surface
                ):
                    return None
        cost = line.cost + self._game.cost(line.state, move)
        return Line((*line.moves, move), step.state, (*line.events, *step.events), cost)

    def _doubts(self, view: View) -> float:
        """What it costs, in nats, to disagree with the doubtful readings: minus the logarithm of their doubt."""
        return sum(-math.log(1.0 - self._seen[spot].confidence) for spot in differing(view, self._seen, 0.0))


def _illegal(
    game: Game[StateT, MoveT], committed: StateT, seen: View
) -> tuple[tuple[MoveT, ...], tuple[Violation, ...]]:
    """The best guess at what was meant that breaks a rule, with everything that it breaks."""
    for attempt in game.attempts(committed, seen):
        state = committed
        found: list[Violation] = []
        for move in attempt:
            wrong = game.violations(state, move)
            found.extend(wrong)
            if not wrong:
                state = game.play(state, move).state
        if found:
            return attempt, tuple(dict.fromkeys(found))
    return (), ()
