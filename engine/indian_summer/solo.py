"""Playing alone: the final phase that keeps the dearest tokens, and the turn tracker (R11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.indian_summer.final import NO_REASON, Open, Step, carried_out, cheapest_first, late_harvest, open_areas
from engine.indian_summer.forest import Board, Purse, Treasure
from engine.indian_summer.outcome import POINTS, Solo, as_nuts, solo_score
from engine.indian_summer.state import SOLO_TURNS, State
from engine.indian_summer.tiles import Tile
from engine.indian_summer.wording import purse
from engine.sentence import Sentence, say, say_number

Payment = tuple[Treasure, ...]
"""The kinds to exchange for a nut each, before an area is filled."""


@dataclass(frozen=True, slots=True)
class SoloPlan:
    """The best final phase of a solo game: its end, the order of areas, the steps, and what the greedy order loses."""

    board: Board
    purse: Purse
    order: tuple[int, ...]
    steps: tuple[Step, ...]
    end: Solo
    greedy: Solo
    reason: Sentence


class _Reached(NamedTuple):
    """How a supply was reached: from which set of areas and supply, by filling which area with what exchanges."""

    areas: int
    tokens: Purse
    area: Open
    payment: Payment


def plan(board: Board, tokens: Purse, seat: int = 0) -> SoloPlan:
    """The best final phase by R11.6: a full board if one can be had, then most points by R11.7; exact."""
    board, tokens, late = late_harvest(board, tokens)
    order, payments = best_order(board, tokens)
    waiting = iter(payments)

    def pay(have: Purse, needed: int) -> Payment:
        settled = next(waiting, None)
        return cheapest(have, needed) if settled is None else settled

    end, left, steps = carried_out(board, tokens, order, seat, pay)
    plain_end, plain_left, _ = carried_out(board, tokens, cheapest_first(board, tokens), seat, cheapest)
    mine, theirs = solo_score(end, left), solo_score(plain_end, plain_left)
    return SoloPlan(
        end, left, order, (*late, *steps), mine, theirs, _reason(mine, theirs, left) if order else NO_REASON
    )


def best_order(board: Board, tokens: Purse) -> tuple[tuple[int, ...], tuple[Payment, ...]]:
    """The areas to fill in order, and what to exchange before each.

    For every set of areas all supplies that can be left are kept. A space is paid as cheaply as can be, a nut or two
    berries before a mushroom before a feather: what is dear may be spared by what comes in later, never the reverse.
    """
    waiting = open_areas(board)
    levels: list[dict[tuple[int, Purse], _Reached | None]] = [{(0, tokens): None}]
    while levels[-1]:
        deeper: dict[tuple[int, Purse], _Reached | None] = {}
        for done, have in levels[-1]:
            for place, area in enumerate(waiting):
                if done >> place & 1:
                    continue
                for payment, left in payments(have, area.empty.bit_count()):
                    key = (done | 1 << place, left.joined(area.tokens))
                    if key not in deeper:
                        deeper[key] = _Reached(done, have, area, payment)
        levels.append(deeper)
    total = sum(area.empty.bit_count() for area in waiting)
    best = max(
        ((depth, key) for depth, level in enumerate(levels) for key in level),
        key=lambda found: (_worth(waiting, total, *found[1]), found[0]),  # among equals the most areas completed
    )
    return _traced(levels, *best)


def payments(tokens: Purse, spaces: int) -> list[tuple[Payment, Purse]]:
    """The ways to pay for squirrels on so many spaces, cheapest kinds first: the exchanges, and what is left.

    Nuts and pairs of berries cost the same points, so every mixture of them counts.
    """
    cheap = min(spaces, tokens.nut + tokens.berry // 2)
    dear = spaces - cheap
    mushrooms = min(dear, tokens.mushroom)
    feathers = dear - mushrooms
    if feathers > tokens.feather:
        return []
    found = []
    for pairs in range(max(cheap - tokens.nut, 0), min(cheap, tokens.berry // 2) + 1):
        payment = (Treasure.BERRY,) * pairs + (Treasure.MUSHROOM,) * mushrooms + (Treasure.FEATHER,) * feathers
        left = Purse(
            tokens.berry - 2 * pairs,
            tokens.nut - (cheap - pairs),
            tokens.mushroom - mushrooms,
            tokens.feather - feathers,
        )
        found.append((payment, left))
    return found


def cheapest(tokens: Purse, needed: int) -> Payment:
    """The cheapest exchanges that bring the supply to so many nuts, or as near as it gets."""
    missing = max(needed - tokens.nut, 0)
    pairs = min(missing, tokens.berry // 2)
    mushrooms = min(missing - pairs, tokens.mushroom)
    feathers = min(missing - pairs - mushrooms, tokens.feather)
    return (Treasure.BERRY,) * pairs + (Treasure.MUSHROOM,) * mushrooms + (Treasure.FEATHER,) * feathers


class Tracker(NamedTuple):
    """Where a solo game stands: turn ``number`` of ``of``, and the numbered row from left to right (R11.2).

    ``places`` are number 10 down to 1 and the two places that start empty; None is empty. None as a whole when nobody
    told the tiles.
    """

    number: int
    of: int
    places: tuple[Tile | None, ...] | None

    def __str__(self) -> str:
        if self.places is None:
            return f"turn {self.number} of {self.of}"
        return f"turn {self.number} of {self.of}: {' '.join('...' if t is None else t.code for t in self.places)}"


def tracker(state: State) -> Tracker | None:
    """The turn tracker of a solo game, None at a table of several."""
    return None if state.solo is None else Tracker(state.turn.number, SOLO_TURNS, state.solo.row)


def _worth(waiting: Sequence[Open], total: int, done: int, tokens: Purse) -> tuple[int, int]:
    """How an end ranks: covered spaces, then points of what is left (R11.6, R11.7)."""
    filled = sum(area.empty.bit_count() for place, area in enumerate(waiting) if done >> place & 1)
    if filled == total:
        return total, sum(worth * number for worth, number in zip(POINTS, tokens, strict=True))
    nuts, berries = as_nuts(tokens)
    return filled + min(nuts, total - filled), berries


def _traced(
    levels: Sequence[dict[tuple[int, Purse], _Reached | None]], depth: int, key: tuple[int, Purse]
) -> tuple[tuple[int, ...], tuple[Payment, ...]]:
    order: list[int] = []
    paid: list[Payment] = []
    while (reached := levels[depth][key]) is not None:
        order.append(reached.area.area)
        paid.append(reached.payment)
        depth, key = depth - 1, (reached.areas, reached.tokens)
    return tuple(reversed(order)), tuple(reversed(paid))


def _reason(mine: Solo, theirs: Solo, left: Purse) -> Sentence:
    if mine == theirs:
        return say("Filling the area that lacks the fewest spaces first would end the same.")
    kept = purse(left)
    if mine.won and not theirs.won:
        return say(
            "This order keeps {tokens}: filling the area that lacks the fewest spaces first would not cover the whole "
            "board.",
            tokens=kept,
        )
    if mine.won:
        return say_number(
            theirs.points,
            "This order keeps {tokens}: filling the area that lacks the fewest spaces first would bring {number} point "
            "instead of {points}.",
            "This order keeps {tokens}: filling the area that lacks the fewest spaces first would bring {number} "
            "points instead of {points}.",
            tokens=kept,
            points=mine.points,
        )
    return say_number(
        theirs.points,
        "Filling the area that lacks the fewest spaces first would bring {number} point instead of {points}.",
        "Filling the area that lacks the fewest spaces first would bring {number} points instead of {points}.",
        points=mine.points,
    )
