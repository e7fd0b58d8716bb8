"""The legal moves that can bring a board nearer to what is seen: what the referee's search goes on with.

Left out is only what no cheapest explanation holds: pieces that would show something else than is seen, spending and
exchanging that nothing seen calls for, and everything once it is certain that a piece that is seen cannot be laid any
more in this turn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from engine.game import Spot, View
from engine.grid import Bits, Space
from engine.indian_summer import legal
from engine.indian_summer.affording import least_for_nuts, nuts_at_most
from engine.indian_summer.forest import BOARD, FULL, NONE, Treasure
from engine.indian_summer.likelihood import (
    ANIMAL_LAID,
    FEATHER_SPENT,
    LEAF_AS_MAIN,
    LEAF_OF_DOUBLE,
    SQUIRREL_AS_MAIN,
    SQUIRREL_FOR_NUT,
)
from engine.indian_summer.moves import (
    EndTurn,
    Exchange,
    Move,
    PlaceAnimal,
    PlaceLeaf,
    PlaceSquirrel,
    SpendBerry,
    SpendFeather,
    SpendMushroom,
    SpendNut,
)
from engine.indian_summer.owing import taken_late
from engine.indian_summer.partitions import lone_tokens, lumps
from engine.indian_summer.placing import placements_over, placements_touching
from engine.indian_summer.sitting import completing, sitting_next
from engine.indian_summer.spending import made, spent
from engine.indian_summer.state import Phase, State
from engine.indian_summer.surfaces import ANIMAL, HOLE, LEAVES, SQUIRREL, TOKEN, TOKENS
from engine.indian_summer.tiles import Color

IMPOSSIBLE = 99
_TOKENS = frozenset({TOKEN, *TOKENS})
_HOLLOW = frozenset({HOLE, *_TOKENS, ANIMAL})


class _Wanted(NamedTuple):
    """What is seen on the board of the player in turn, as sets of spaces.

    ``leaves`` by colour, ``holes`` with or without something on them, ``squirrels``, ``animals`` and ``tokens`` are
    read surely and not yet so; ``loose`` are spaces that may show anything, ``shy`` those of them that nobody has read.
    """

    leaves: tuple[int, int, int]
    holes: int
    squirrels: int
    animals: int
    tokens: int
    loose: int
    shy: int

    @property
    def all(self) -> int:
        return self.leaves[0] | self.leaves[1] | self.leaves[2] | self.holes | self.squirrels | self.animals


def moves_towards(state: State, wanted: View, doubtful: Collection[Spot], unread: Collection[Spot]) -> Iterator[Move]:
    """See ``Game.moves_towards``; the end of the turn is left out."""
    seat, board, turn = state.turn.seat, state.board, state.turn
    if any(isinstance(s, Space) and s.seat != seat and _is_free(state, s) and wanted[s] not in _TOKENS for s in wanted):
        return  # nobody lays anything on another player's board
    late = taken_late(state, wanted)
    if late is not None:
        yield late
        return
    seen = _without_lone_tokens(_read(seat, wanted, doubtful, unread), board.free)
    leafy = (seen.leaves[0] | seen.leaves[1] | seen.leaves[2] | seen.holes) & board.free
    left = 0 if turn.phase is not Phase.TURNS or (turn.main_done and turn.double is None) else 2
    if turn.double is not None:
        left = turn.double.left
    needed = _leaves_needed(seen, leafy, board.free)
    if leafy.bit_count() > 5 * left or needed > left:
        return  # R3.1: no leaf can be laid any more, or not so many
    within = Bits((seen.all | seen.loose) & FULL)
    squirrels = (seen.squirrels & board.free).bit_count() - (not leafy and left > 0)
    if squirrels > state.player.purse.nut and squirrels > nuts_at_most(
        state, within, Bits(seen.holes | seen.loose), Bits(seen.animals | seen.loose)
    ):
        return  # R8.2: nobody can pay for them
    lump = _waiting_animals(state, seen)
    if lump:
        # On holes that are bare an animal can as well come first, whatever else is laid: it only brings tokens (R6.2).
        next_one = lump & seen.animals & -(lump & seen.animals)
        yield from (move for move in legal.animals(state, lump) if move.covers & next_one)
        return
    # An area may have been completed by a piece that nobody sees: then its tokens are gone (R5.2).
    gone = board.with_token & (seen.holes | seen.animals | (seen.loose if seen.animals else 0))
    shy = 0 if gone else seen.shy
    if legal.may_lay_leaves(state):
        yield from _leaves(state, seen, leafy, shy)
    open_leaves = ((leafy | seen.loose) & board.free).bit_count()
    useful = spent(state, bool((seen.squirrels | seen.loose) & board.free), open_leaves, left)
    making = made(state, useful, open_leaves)
    sitting = sitting_next(state, seen.squirrels & board.free, within) | (seen.loose & ~shy)
    whole_action = needed and (needed == left or state.player.path is None)
    if whole_action and not (seen.loose or seen.animals or completing(state, seen.squirrels & board.free, within)):
        sitting = NONE  # nuts bring nothing that could pay for the leaves: those can as well come first
    for move in legal.besides_leaves(state, within):
        match move:
            case PlaceSquirrel(on=on) | SpendNut(on=on):
                if on & sitting and not (isinstance(move, PlaceSquirrel) and leafy):
                    yield move
            case PlaceAnimal(covers=covers):
                if not covers & ~(seen.animals | seen.loose) and covers & ~shy:
                    yield move
            case Exchange(give=give, get=get):
                if get in making and give in making[get]:
                    yield move
            case SpendBerry():
                if Treasure.BERRY in useful:
                    yield move
            case SpendFeather():
                if Treasure.FEATHER in useful and (leafy | seen.loose).bit_count() >= 6:
                    yield move
            case SpendMushroom():
                if Treasure.MUSHROOM in useful:
                    yield move
            case EndTurn():
                pass
            case _:
                yield move


def least_cost(state: State, wanted: View, loose: Collection[Spot] = ()) -> float:
    """See ``Game.least_cost``: a main action, nuts for the squirrels and what they take, leaves, and animals."""
    seat, turn = state.turn.seat, state.turn
    seen = _read(seat, wanted, (), ())
    free = state.board.free
    leafy = (seen.leaves[0] | seen.leaves[1] | seen.leaves[2] | seen.holes) & free
    squirrels = (seen.squirrels & free).bit_count()
    total = SQUIRREL_FOR_NUT * squirrels
    main_open = turn.phase is Phase.TURNS and not turn.main_done and turn.double is None
    if leafy:
        total += _least_for_leaves(seen, leafy) if turn.double is None else LEAF_OF_DOUBLE
    elif squirrels and main_open:
        total += SQUIRREL_AS_MAIN - SQUIRREL_FOR_NUT
        squirrels -= 1
    if squirrels > state.player.purse.nut:
        unread = _bits(seat, loose)
        anywhere = Bits((seen.all | unread) & FULL)
        total += least_for_nuts(state, squirrels, anywhere, Bits(seen.holes | unread), Bits(seen.animals | unread))
    if seen.animals:
        largest = max((len(kind.shape) for kind in state.animals.kinds), default=1)
        total += ANIMAL_LAID * -(-(seen.animals & ~state.board.animals).bit_count() // largest)
    return total


def _least_for_leaves(seen: _Wanted, leafy: int) -> float:
    """One leaf has one colour, one hole and five spaces at most; two need a Feather or a Mushroom (R3.3)."""
    colors = sum(bool(each) for each in seen.leaves)
    if colors > 1 or (seen.holes & leafy).bit_count() > 1 or leafy.bit_count() > 5:
        return FEATHER_SPENT + 2 * LEAF_OF_DOUBLE
    return LEAF_AS_MAIN


def _leaves(state: State, seen: _Wanted, leafy: int, shy: int) -> Iterator[PlaceLeaf]:
    """The leaves that show what is seen and nothing else, and of which somebody has seen something."""
    free, double = state.board.free, state.turn.double
    last = double is None or double.left == 1
    hollow = seen.holes | seen.loose
    for source, tile in legal.candidates(state):
        own = seen.leaves[tile.color.index] | seen.loose
        region = Bits((own | seen.holes) & free)
        if last and leafy:  # no other leaf will show the rest
            if leafy & ~region or leafy.bit_count() > tile.color.size:
                continue
            laying = placements_over(tile, region, Bits(leafy))
        else:
            laying = placements_touching(tile, region, Bits(region & ~shy))
        fitting = (
            laid for laid in laying if laid.mark & hollow and not laid.covers & ~laid.mark & ~own and laid.covers & ~shy
        )
        yield from legal.leaves_of(state, source, tile, fitting)


def _leaves_needed(seen: _Wanted, leafy: int, free: Bits) -> int:
    """How many leaves at least show these spaces; more than can ever be laid if no leaves do.

    A lump that no unread space joins is made of whole leaves: each shows one hole and one space less than its size.
    """
    needed = 0
    for lump in lumps(leafy | seen.loose & free):
        if not lump & leafy:
            continue
        if lump & seen.loose:
            needed += 1
            continue
        holes = (lump & seen.holes).bit_count()
        for color in Color:
            whole, rest = divmod((lump & seen.leaves[color.index]).bit_count(), color.size - 1)
            if rest:
                return IMPOSSIBLE
            holes -= whole
            needed += whole
        if holes:
            return IMPOSSIBLE
    return needed


def _waiting_animals(state: State, seen: _Wanted) -> Bits:
    """Bare holes on which animals are seen, the whole of a lump, so that nothing else can join them later; or none."""
    board, turn = state.board, state.turn
    if turn.phase is Phase.TURNS and not turn.refill and seen.animals & board.bare:
        for lump in lumps(seen.animals | seen.loose & (board.holes | board.free)):
            if lump & seen.animals and not lump & ~board.bare:
                return lump
    return NONE


def _read(seat: int, wanted: View, doubtful: Collection[Spot], unread: Collection[Spot]) -> _Wanted:
    colors = [0, 0, 0]
    holes = squirrels = animals = tokens = 0
    for spot, surface in wanted.items():
        if not isinstance(spot, Space) or spot.seat != seat:
            continue
        bit = BOARD.bit(spot.cell)
        if surface in LEAVES:
            colors[LEAVES.index(surface)] |= bit
        elif surface == SQUIRREL:
            squirrels |= bit
        elif surface in _HOLLOW:
            holes |= bit
            if surface == ANIMAL:
                animals |= bit
            elif surface != HOLE:
                tokens |= bit
    shy = _bits(seat, unread)
    leaves = (colors[0], colors[1], colors[2])
    return _Wanted(leaves, holes, squirrels, animals, tokens, _bits(seat, doubtful) | shy, shy)


def _without_lone_tokens(seen: _Wanted, free: Bits) -> _Wanted:
    """Without the tokens that lie on empty spaces where no leaf can be: their hands owe it to take them back (R5.1)."""
    if not seen.tokens & free:
        return seen
    leaves = (seen.leaves[0] | seen.leaves[1] | seen.leaves[2]) & free
    alone = lone_tokens(leaves | seen.loose & free, seen.holes & free, seen.tokens)
    return seen._replace(holes=seen.holes & ~alone, tokens=seen.tokens & ~alone)


def _bits(seat: int, spots: Collection[Spot]) -> int:
    return BOARD.bits(spot.cell for spot in spots if isinstance(spot, Space) and spot.seat == seat)


def _is_free(state: State, spot: Space) -> bool:
    return bool(state.players[spot.seat].board.free & BOARD.bit(spot.cell))
