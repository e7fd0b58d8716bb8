"""The final phase of a table (R10.2), exact: which areas to fill in which order, why, and what another order loses.

Completing a set S of open areas leaves the same nuts in whatever order it is done: each nut, mushroom and feather is
worth one nut, two berries another, each empty space costs one. With ``w`` = 2 (nuts + mushrooms + feathers) + berries -
2 (spaces filled), ``w // 2`` nuts are left, and ``w % 2`` berries. So at most 64 sets need to be looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from engine.grid import Bits
from engine.indian_summer.forest import AREAS, BOARD, NONE, Board, Purse, Treasure
from engine.indian_summer.moves import Exchange, Move, SpendNut
from engine.indian_summer.outcome import Score, score
from engine.indian_summer.resolving import completed, harvest_of, lay_squirrel
from engine.indian_summer.wording import areas, cells, count, purse
from engine.sentence import Sentence, say, say_number


class Open(NamedTuple):
    """An area that is not complete: which, its empty spaces, and the tokens on its holes."""

    area: int
    empty: Bits
    tokens: Purse


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the final phase: ``do`` is exchange, squirrel or harvest; ``text`` says it, with the reason.

    ``moves`` do it; a harvest follows by itself (R5.2) and has none. ``tokens`` are given, spent or harvested.
    """

    do: str
    text: Sentence
    tokens: Purse
    spaces: Bits = NONE
    area: int | None = None
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The best final phase of one board: its end, the steps, the order of areas, and what the greedy order loses.

    ``greedy`` is how it would end if the area that lacks the fewest spaces were always filled first.
    """

    board: Board
    purse: Purse
    order: tuple[int, ...]
    steps: tuple[Step, ...]
    score: Score
    greedy: Score
    reason: Sentence


NO_REASON: Final = say("")
"""Where there is nothing to choose."""


def open_areas(board: Board) -> tuple[Open, ...]:
    """The areas with an empty space, in reading order."""
    free = ~board.covered
    berries, nuts, mushrooms, feathers = board.tokens
    return tuple(
        Open(
            index,
            Bits(area & free),
            Purse(
                (berries & area).bit_count(),
                (nuts & area).bit_count(),
                (mushrooms & area).bit_count(),
                (feathers & area).bit_count(),
            ),
        )
        for index, area in enumerate(AREAS)
        if area & free
    )


def worth(tokens: Purse) -> int:
    """What tokens are worth in the final phase, in half nuts."""
    return 2 * (tokens.nut + tokens.mushroom + tokens.feather) + tokens.berry


def best_order(board: Board, tokens: Purse) -> tuple[int, ...]:
    """The areas to fill, in order, so that the end ranks highest by R10.3 and R10.4: exact.

    An area that brings in at least what it costs is filled as soon as it can be: that only ever helps. Of the others
    every set is tried that some order reaches.
    """
    have = worth(tokens)
    covered = ~board.covered
    layer_b, layer_n, layer_m, layer_f = board.tokens
    fast = layer_n | layer_m | layer_f
    waiting: list[tuple[int, int, int]] = []  # index, price, gain over price; both in half nuts
    order: list[int] = []
    for index, area in enumerate(AREAS):
        price = 2 * (area & covered).bit_count()
        if price:
            waiting.append((index, price, 2 * (area & fast).bit_count() + (area & layer_b).bit_count() - price))
    taken = True
    while taken and waiting:
        taken = False
        for area_open in waiting:
            if area_open[2] >= 0 and area_open[1] <= have:
                have += area_open[2]
                order.append(area_open[0])
                waiting.remove(area_open)
                taken = True
                break
    if waiting and min(price for _, price, _ in waiting) <= have:
        order += _best_subset(waiting, have)
    return tuple(order)


def _best_subset(waiting: Sequence[tuple[int, int, int]], worth: int) -> list[int]:
    """The subset DP: ``half_nuts[S]`` is what is left once the areas of S are filled, whatever the order."""
    number = len(waiting)
    half_nuts: dict[int, int] = {0: worth}
    last: dict[int, int] = {}
    spent: dict[int, int] = {0: 0}
    missing = sum(price for _, price, _ in waiting)
    best, best_key = 0, (-1, -1)
    level = [0]
    for _ in range(number + 1):
        deeper: list[int] = []
        for done in level:
            have, paid = half_nuts[done], spent[done]
            rest = missing - paid
            # Covered half spaces first (R10.4), then nuts and berry left in one number (R10.3).
            key = (paid + min(have & ~1, rest), have - rest if have >= rest else -1)
            if key >= best_key:  # among equals the one that completes more areas: easier to follow
                best, best_key = done, key
            for place, (_, price, gain) in enumerate(waiting):
                more = done | 1 << place
                if more != done and price <= have and more not in half_nuts:
                    half_nuts[more], spent[more], last[more] = have + gain, paid + price, place
                    deeper.append(more)
        level = deeper
    places: list[int] = []
    while best:
        places.append(last[best])
        best ^= 1 << last[best]
    return [waiting[place][0] for place in reversed(places)]


def cheapest_first(board: Board, tokens: Purse) -> tuple[int, ...]:
    """The order most people would take: always the area that lacks the fewest spaces, as long as the nuts last."""
    order: list[int] = []
    have = worth(tokens)
    for area in sorted(open_areas(board), key=lambda each: (each.empty.bit_count(), each.area)):
        price = 2 * area.empty.bit_count()
        if price > have:
            break
        have += worth(area.tokens) - price
        order.append(area.area)
    return tuple(order)


Pay = Callable[[Purse, int], tuple[Treasure, ...]]
"""Which kinds to turn into nuts, in order, so that the purse holds at least so many nuts; empty when it does."""


def plan(board: Board, tokens: Purse, seat: int = 0) -> Plan:
    """The best final phase of a board with a supply at a table of 2 to 4 players (R10.2)."""
    board, tokens, late = late_harvest(board, tokens)
    order = best_order(board, tokens)
    end, left, steps = carried_out(board, tokens, order, seat, all_to_nuts)
    plain_end, plain_left, _ = carried_out(board, tokens, cheapest_first(board, tokens), seat, all_to_nuts)
    mine, theirs = score(end, left), score(plain_end, plain_left)
    return Plan(end, left, order, (*late, *steps), mine, theirs, _reason(mine, theirs) if order else NO_REASON)


def late_harvest(board: Board, tokens: Purse) -> tuple[Board, Purse, tuple[Step, ...]]:
    """Tokens that nobody has taken from complete areas yet go to the supply first (R5.2)."""
    complete = completed(NONE, board.covered)
    after, harvest, gone = harvest_of(board, complete)
    if not gone:
        return board, tokens, ()
    within = tuple(index for index in complete if AREAS[index] & gone)
    text = say_number(
        len(within),
        "{areas} is complete already: take {tokens} from {holes}.",
        "{areas} are complete already: take {tokens} from {holes}.",
        areas=areas(within),
        tokens=purse(harvest),
        holes=cells(gone),
    )
    return after, tokens.joined(harvest), (Step("harvest", text, harvest, gone, within[0]),)


def all_to_nuts(tokens: Purse, needed: int) -> tuple[Treasure, ...]:
    """R10.2: everything becomes nuts, whether needed or not."""
    kinds = [Treasure.FEATHER] * tokens.feather + [Treasure.MUSHROOM] * tokens.mushroom
    return (*kinds, *[Treasure.BERRY] * (tokens.berry // 2))


def carried_out(
    board: Board, tokens: Purse, order: Sequence[int], seat: int, pay: Pay
) -> tuple[Board, Purse, tuple[Step, ...]]:
    """Fill the areas in order, then whatever else the nuts reach, and say each step."""
    steps: list[Step] = []
    for index in order:
        empty = Bits(AREAS[index] & ~board.covered)
        tokens = _exchanged(tokens, pay, empty.bit_count(), seat, steps)
        board, tokens = _filled(board, tokens, index, empty, seat, steps)
    while board.free:
        tokens = _exchanged(tokens, pay, board.empty, seat, steps)
        if not tokens.nut:
            break
        on = _lowest(board.free, min(tokens.nut, board.empty))
        text = say(
            "Lay {squirrels} on {on}: other empty spaces, as far as the nuts reach.",
            squirrels=_squirrels(on),
            on=cells(on),
        )
        if on == board.free:
            text = say("Lay {squirrels} on {on}: the spaces that are left.", squirrels=_squirrels(on), on=cells(on))
        board, tokens = _laid(board, tokens, on, seat, steps, text)
    if pay is all_to_nuts:
        tokens = _exchanged(tokens, pay, 0, seat, steps)
    return board, tokens, tuple(steps)


def _filled(board: Board, tokens: Purse, index: int, empty: Bits, seat: int, steps: list[Step]) -> tuple[Board, Purse]:
    harvest = Purse(*((layer & AREAS[index]).bit_count() for layer in board.tokens))
    text = say_number(
        empty.bit_count(),
        "Lay {squirrels} on {on} to complete {area}: it lacks 1 and brings {tokens}.",
        "Lay {squirrels} on {on} to complete {area}: it lacks {number} and brings {tokens}.",
        squirrels=_squirrels(empty),
        on=cells(empty),
        area=areas((index,)),
        tokens=purse(harvest),
    )
    return _laid(board, tokens, empty, seat, steps, text, index)


def _laid(
    board: Board, tokens: Purse, on: Bits, seat: int, steps: list[Step], text: Sentence, area: int | None = None
) -> tuple[Board, Purse]:
    laid = lay_squirrel(board, on)
    moves = tuple(SpendNut(seat, BOARD.bit(cell)) for cell in BOARD.iterate(on))
    steps.append(Step("squirrel", text, Purse(nut=len(moves)), on, area, moves))
    tokens = tokens.plus(Treasure.NUT, -len(moves))
    if laid.harvested:
        said = say(
            "{area} is complete: take {tokens} from {holes}.",
            area=areas(laid.areas),
            tokens=purse(laid.harvest),
            holes=cells(laid.harvested),
        )
        steps.append(Step("harvest", said, laid.harvest, laid.harvested, laid.areas[0]))
    return laid.board, tokens.joined(laid.harvest)


def _exchanged(tokens: Purse, pay: Pay, needed: int, seat: int, steps: list[Step]) -> Purse:
    for kind, group in groupby(pay(tokens, needed)):
        nuts = len(tuple(group))
        given = 2 * nuts if kind is Treasure.BERRY else nuts
        tokens = tokens.plus(kind, -given).plus(Treasure.NUT, nuts)
        text = say("Exchange {given} for {got}.", given=count(given, kind), got=count(nuts, Treasure.NUT))
        moves = (Exchange(seat, kind, Treasure.NUT),) * nuts
        steps.append(Step("exchange", text, Purse().plus(kind, given), moves=moves))
    return tokens


def _squirrels(on: Bits) -> Sentence:
    return say_number(on.bit_count(), "a squirrel", "{number} squirrels")


def _lowest(bits: int, number: int) -> Bits:
    found = 0
    for _ in range(number):
        found |= bits & -bits
        bits &= bits - 1
    return Bits(found)


def _reason(mine: Score, theirs: Score) -> Sentence:
    """What the best way gains; of two full boards only what is left can differ (R10.3)."""
    if mine == theirs:
        return say("Filling the area that lacks the fewest spaces first would end the same.")
    if theirs.covered < mine.covered:
        return say_number(
            mine.covered - theirs.covered,
            "Filling the area that lacks the fewest spaces first would leave {number} more space empty.",
            "Filling the area that lacks the fewest spaces first would leave {number} more spaces empty.",
        )
    if theirs.nuts == mine.nuts:
        return say("Filling the area that lacks the fewest spaces first would keep no berry.")
    if not theirs.nuts:
        return say("Filling the area that lacks the fewest spaces first would keep no nuts.")
    return say(
        "Filling the area that lacks the fewest spaces first would keep {nuts}.",
        nuts=count(theirs.nuts, Treasure.NUT),
    )
