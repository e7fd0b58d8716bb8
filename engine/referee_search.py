"""The search for the moves that explain a view: cheapest first over sequences of legal moves, invisible ones included.

A sequence explains the view when every sure reading agrees with the state it leads to. Doubtful readings never decide
alone: disagreeing with one costs according to its confidence, and a piece that no sure reading shows is *unseen*.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Generic, NamedTuple

from engine.game import Event, Game, MoveT, Reading, Spot, StateT, View, Violation
from engine.readings import SURE, agrees, differing, unsure

CLOSE = 0.3
"""Explanations whose costs differ by no more than this (in nats) are rivals: the table is asked."""

FAR = 30.0
"""Explanations that cost so much more than what is seen must cost, in nats, are not believed: better to ask."""

PATIENCE = 5.0
"""How much more than a line that owes something an exact line may cost, in nats."""

HIDDEN = 1.0
"""How much more than the cheapest one a line with a piece that nobody sees may cost to be asked, in nats."""

STATES = 250
"""States looked at before the search gives up; the table is asked then."""

MOVES = 2500
"""Moves looked at before the search gives up: where much cannot be read thousands of leaves might lie."""

SAME = 1e-9
"""Costs that differ by less are the same sum in another order."""


class Line(NamedTuple, Generic[StateT, MoveT]):
    """A sequence of legal moves from the committed state with its cost in nats, final state and events."""

    moves: tuple[MoveT, ...]
    state: StateT
    events: tuple[Event, ...]
    cost: float
    unseen: bool = False  # whether it lays a piece of which no sure reading shows anything


class Found(NamedTuple, Generic[StateT, MoveT]):
    """What a search came to.

    ``exact`` are the cheapest lines that agree with all sure readings, one a resulting state, cheapest first; ``owing``
    is the cheapest line that agrees but for tokens that the hands still owe; ``whole`` says that nothing was left out.
    """

    exact: tuple[Line[StateT, MoveT], ...]
    owing: tuple[Line[StateT, MoveT], tuple[Violation, ...]] | None
    whole: bool


@dataclass(frozen=True, slots=True)
class _Node(Generic[StateT, MoveT]):
    """A line with the view of its state and the spots where that disagrees: surely, and with weak readings.

    ``doubts`` are spots that further moves may still bring to what a weak reading says, ``lost`` those that none will.
    ``stuck`` says that a sure reading can never be met from here: only a line that owes is left to be found.
    """

    line: Line[StateT, MoveT]
    view: View
    wrong: frozenset[Spot]
    doubts: frozenset[Spot]
    lost: frozenset[Spot]
    stuck: bool


def search(game: Game[StateT, MoveT], committed: StateT, seen: Mapping[Spot, Reading]) -> Found[StateT, MoveT]:
    """Explain a view by the moves of one turn.

    Args:
        game: the rules.
        committed: the state at the start.
        seen: readings by spot; a missing spot is unknown and agrees with anything.
    """
    return _Search(game, seen, _Goal(lambda state: True)).run(committed)


def search_hidden(
    game: Game[StateT, MoveT],
    committed: StateT,
    seen: Mapping[Spot, Reading],
    hidden: frozenset[Spot],
    reached: Callable[[StateT], bool],
) -> Found[StateT, MoveT]:
    """As ``search``, with pieces on ``hidden`` spots that no reading shows.

    Of ``exact`` are only lines to states that are ``reached``, and they stop there.
    """
    return _Search(game, seen, _Goal(reached, hidden, HIDDEN)).run(committed)


@dataclass(frozen=True, slots=True)
class _Goal(Generic[StateT]):
    """Where a line may stop, on which spots pieces are looked for that no reading shows, and how far rivals go."""

    reached: Callable[[StateT], bool]
    hidden: frozenset[Spot] = frozenset()
    margin: float = CLOSE


class _Search(Generic[StateT, MoveT]):
    """A* search (Hart, Nilsson and Raphael 1968) with ``Game.least_cost`` as its bound.

    A move is made only when its turn comes, for most never do.
    """

    def __init__(self, game: Game[StateT, MoveT], seen: Mapping[Spot, Reading], goal: _Goal[StateT]) -> None:
        self._game = game
        self._seen = seen
        self._goal = goal
        self._exact: dict[StateT, Line[StateT, MoveT]] = {}
        self._owing: tuple[Line[StateT, MoveT], tuple[Violation, ...]] | None = None
        self._unsure: frozenset[Spot] = frozenset()
        self._far = self._limit = math.inf  # the cost beyond which nothing found could matter any more
        self._dropped = False  # whether a move was left out for that

    def run(self, start: StateT) -> Found[StateT, MoveT]:
        """The cheapest lines from this state on."""
        root = self._root(start)
        if root is None:
            return Found((), None, whole=True)
        order = count()  # ties are broken by age, nodes need not compare
        # What waits by the least cost of its end: moves to be made, and without a move nodes to go on from.
        waiting: list[tuple[float, int, float, _Node[StateT, MoveT], MoveT | None]] = []
        known = {start: 0.0}
        least = self._bound(root)
        self._limit = self._far = least + FAR
        self._judge(root)
        heapq.heappush(waiting, (least, next(order), 0.0, root, None))
        pushed = 0
        while waiting and waiting[0][0] <= self._limit:
            bound, _, cost, node, move = heapq.heappop(waiting)
            if move is None:
                if cost <= known[node.line.state]:
                    for total, after in self._moves(node):
                        heapq.heappush(waiting, (max(bound, total), next(order), total, node, after))
                        pushed += 1
                continue
            if len(known) >= STATES or pushed >= MOVES:
                return self._found(whole=False)
            fresh = self._made(node, move, cost, known)
            if fresh is not None:
                self._judge(fresh)
                heapq.heappush(waiting, (max(bound, self._bound(fresh)), next(order), cost, fresh, None))
        return self._found(whole=self._limit < self._far or not (waiting or self._dropped))

    def _made(
        self, parent: _Node[StateT, MoveT], move: MoveT, cost: float, known: dict[StateT, float]
    ) -> _Node[StateT, MoveT] | None:
        """The node after a move; None when its state is known at no higher cost, or leads nowhere."""
        step = self._game.play(parent.line.state, move)
        if known.get(step.state, math.inf) <= cost + SAME:
            return None
        known[step.state] = cost
        moves, events = (*parent.line.moves, move), (*parent.line.events, *step.events)
        return self._node(parent, Line(moves, step.state, events, cost, parent.line.unseen))

    def _bound(self, node: _Node[StateT, MoveT]) -> float:
        """No more than what any line through this node costs."""
        loose = self._goal.hidden | self._unsure
        least = self._game.least_cost(node.line.state, self._wanted(node), loose)
        return node.line.cost + self._doubted(node.lost) + least

    def _wanted(self, node: _Node[StateT, MoveT]) -> View:
        return {spot: self._seen[spot].surface for spot in node.wrong}

    def _found(self, whole: bool) -> Found[StateT, MoveT]:
        return Found(tuple(sorted(self._exact.values(), key=lambda line: line.cost)), self._owing, whole)

    def _root(self, start: StateT) -> _Node[StateT, MoveT] | None:
        """The start, or None when something that no move changes lies otherwise than it should."""
        view = self._game.view(start)
        wrong = differing(view, self._seen)
        stuck = [spot for spot in wrong if not self._open(view, spot)]
        if not all(self._game.owed(start, {spot: self._seen[spot].surface}) for spot in stuck):
            return None
        # A weak reading that no line can meet costs all of them the same: it is left out.
        reach = frozenset(self._game.within_reach(start))
        doubts = (spot for spot in differing(view, self._seen, 0.0) - wrong if spot in reach and self._open(view, spot))
        self._unsure = unsure(view, self._seen) & reach
        return _Node(Line((), start, (), 0.0), view, wrong, frozenset(doubts), frozenset(), bool(stuck))

    def _node(self, parent: _Node[StateT, MoveT], line: Line[StateT, MoveT]) -> _Node[StateT, MoveT] | None:
        """What the state of this line shows, or None when it makes a sure reading impossible for good."""
        view = self._game.view(line.state)
        before = parent.view
        changed = [spot for spot, surface in view.items() if before.get(spot) is not surface]
        changed = [spot for spot in changed if before.get(spot) != view[spot]]
        if not changed:
            return _Node(line, view, parent.wrong, parent.doubts, parent.lost, parent.stuck)
        wrong, doubts, lost = (set(each.difference(changed)) for each in (parent.wrong, parent.doubts, parent.lost))
        stuck, unseen = parent.stuck, True
        for spot in changed:
            reading = self._seen.get(spot)
            if reading is None:
                continue
            if agrees(view[spot], reading.surface):
                unseen = unseen and reading.confidence < SURE
            elif reading.confidence < SURE:
                (doubts if self._open(view, spot) else lost).add(spot)
            else:
                unseen = False
                wrong.add(spot)
                if not self._open(view, spot):
                    if not self._game.owed(line.state, {spot: reading.surface}):
                        return None
                    stuck = True
        line = line._replace(unseen=line.unseen or unseen)
        return _Node(line, view, frozenset(wrong), frozenset(doubts), frozenset(lost), stuck)

    def _open(self, view: View, spot: Spot) -> bool:
        """Whether further moves could still bring what is seen there."""
        return self._game.may_become(view[spot], self._seen[spot].surface)

    def _judge(self, node: _Node[StateT, MoveT]) -> None:
        """Keep the line if it explains the view, or explains it but for tokens."""
        line = node.line
        if not node.wrong:
            if not self._goal.reached(line.state):
                return
            line = line._replace(cost=line.cost + self._doubted(node.lost | node.doubts))
            known = self._exact.get(line.state)
            if known is None or line.cost < known.cost:
                self._exact[line.state] = line
            self._limit = min(self._limit, line.cost + self._goal.margin + SAME)
        elif self._owing is None or line.cost < self._owing[0].cost - SAME:
            owed = self._game.owed(line.state, self._wanted(node))
            if owed:
                self._owing = line, owed
                self._limit = min(self._limit, line.cost + PATIENCE)

    def _moves(self, node: _Node[StateT, MoveT]) -> Iterator[tuple[float, MoveT]]:
        """The moves that go on from here, with the cost of the line to their end.

        They may change the spots that disagree, however doubtful, and those that are not read. A line that explains
        everything goes on only where a weak reading speaks for one more piece.
        """
        state, cost = node.line.state, node.line.cost
        explained = not node.wrong and not node.doubts and self._goal.reached(state)
        if explained or (node.stuck and self._owing is not None):
            return
        wanted = self._wanted(node)
        loose = node.doubts | self._goal.hidden
        for move in self._game.moves_towards(state, wanted, loose, self._unsure - loose):
            total = cost + self._game.cost(state, move)
            if total <= self._limit:
                yield total, move
            else:
                self._dropped = True

    def _doubted(self, spots: frozenset[Spot]) -> float:
        """What it costs, in nats, to disagree with weak readings: minus the logarithm of their doubt."""
        return -sum(math.log(1.0 - self._seen[spot].confidence) for spot in spots)
