"""The legal moves of a state, fast; ``checking`` says the same about one move, with reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.grid import Bits
from engine.indian_summer import moves
from engine.indian_summer.forest import FULL, Purse, Treasure
from engine.indian_summer.paths import ends, look, mushroom_choices, path_at
from engine.indian_summer.placing import any_fits, both_fit, fits, leaving_room, placements, smallest
from engine.indian_summer.state import PATH_LIMIT, Phase, Place, Source, State
from engine.indian_summer.tiles import Tile
from engine.polyomino import Placement

EXCHANGES = tuple(
    (give, get, 1 if give > get else 2) for give in Treasure for get in Treasure if give > get or get - give == 1
)
"""What may be given for what, and how many: one for any lower kind, two for the next higher (R9.1)."""


def legal_moves(state: State, on: Bits = FULL) -> Iterator[moves.Move]:
    """The legal moves; of those that lay something only the ones within ``on`` of the current player's board."""
    if may_lay_leaves(state):
        yield from leaves(state, on)
    yield from besides_leaves(state, on)


def besides_leaves(state: State, on: Bits = FULL) -> Iterator[moves.Move]:
    """The legal moves that lay no leaf."""
    turn = state.turn
    if turn.phase is Phase.OVER:
        return
    if turn.refill:
        for end in ends(state):
            yield moves.Refill(turn.seat, end)
        return
    if turn.phase is Phase.FINAL:
        yield from _final_moves(state, on)
        return
    if turn.double is None and not turn.main_done:
        yield from _squirrels(state, on)
        yield from _doubles(state)
    if turn.double is None or may_forgo(state):
        yield from _specials(state, on)
    yield from animals(state, on)
    yield from exchanges(turn.seat, state.player.purse)
    if may_end(state):
        yield moves.EndTurn(turn.seat)


def may_lay_leaves(state: State) -> bool:
    """Whether the turn waits for a leaf or could have one as its Main Action (R3.1)."""
    turn = state.turn
    open_turn = turn.phase is Phase.TURNS and not turn.refill
    return open_turn and (turn.double is not None or not turn.main_done)


def leaves(state: State, on: Bits = FULL) -> Iterator[moves.PlaceLeaf]:
    """The leaf placements of the Main Action, or of the open Feather or Mushroom (R3.2, R8.3, R8.4)."""
    free = state.board.free
    for source, tile in candidates(state):
        yield from leaves_of(state, source, tile, placements(tile, Bits(free & on)))


def leaves_of(
    state: State, source: Source | None, tile: Tile, laying: Iterable[Placement]
) -> Iterator[moves.PlaceLeaf]:
    """The legal ones of these placements, on free spaces, of a tile that may be laid."""
    seat = state.turn.seat
    others = obliged(state, source) if state.turn.double is not None else ()
    for covers, hole in leaving_room(laying, state.board.free, others) if others else laying:
        yield moves.PlaceLeaf(seat, tile.color, covers, hole, source)


def candidates(state: State) -> Iterator[tuple[Source | None, Tile]]:
    """The tiles that may be laid now and where they are; all marked shapes where nobody told (R1.7)."""
    double = state.turn.double
    if double is not None and double.spent is Treasure.MUSHROOM:
        for source in double.sources:
            for known in look(state, source):
                for tile in state.shapes if known is None else (known,):
                    yield source, tile
        return
    path = state.player.path
    if path is None:
        for tile in state.shapes:
            yield None, tile
        return
    for index, tile in enumerate(path):
        yield Source(Place.PATH, index), tile


def obliged(state: State, source: Source | None) -> tuple[Tile, ...]:
    """Tiles of which one must still fit after the one at ``source`` is laid first in a double; none: no duty."""
    double = state.turn.double
    if double is None or double.left < 2:
        return ()
    if double.spent is Treasure.FEATHER:
        path = state.player.path
        if path is None or source is None:
            return smallest(state.shapes)  # a leaf of unknown shape fits where some leaf fits
        return path[: source.at] + path[source.at + 1 :]
    tiles = [tile for each in double.sources for tile in look(state, each)]
    first, second = (*tiles, None, None)[:2]
    if first is None or second is None or not both_fit(first, second, state.board.free):
        return ()  # R8.3: only when both fit in some order must both be placed
    return (second,) if source == double.sources[0] else (first,)


def feather_fits(state: State) -> bool:
    """R8.4: two tiles of the own path fit side by side."""
    path, free = state.player.path, state.board.free
    tiles = path if path is not None else smallest(state.shapes) * 2
    pairs = {(a, b) for i, a in enumerate(tiles) for b in tiles[i + 1 :]}
    return any(both_fit(one, other, free) for one, other in pairs)


def mushroom_fits(state: State, sources: tuple[Source, ...]) -> bool:
    """R8.3: at least one of the tiles fits."""
    tiles = [tile for source in sources for tile in look(state, source)]
    known = [tile for tile in tiles if tile is not None]
    return any_fits(smallest(state.shapes) if len(known) < len(tiles) else known, state.board.free)


def may_end(state: State) -> bool:
    """R3.1: the Main Action is done, or the full board leaves none (R3.5); R10.2 in the final phase."""
    turn, board = state.turn, state.board
    if turn.phase is Phase.OVER or turn.refill:
        return False
    if turn.phase is Phase.FINAL:
        return not board.free or not can_make_nut(state.player.purse)
    if turn.double is not None:
        return may_forgo(state)
    return turn.main_done or not board.free


def may_forgo(state: State) -> bool:
    """Whether the second tile of a Mushroom may stay: nobody told which it is, so the table knows whether it fits.

    Then whatever may follow the Main Action closes it (R8.3).
    """
    double = state.turn.double
    if double is None or double.left != 1 or double.spent is not Treasure.MUSHROOM:
        return False
    return look(state, double.sources[0]) == (None,)


def can_make_nut(purse: Purse) -> bool:
    """Whether there is a nut or something to exchange for one (R10.2)."""
    return bool(purse.nut or purse.mushroom or purse.feather or purse.berry >= 2)


def nuts_wanted(state: State) -> bool:
    """Whether tokens may become nuts in the final phase: all at a table (R10.2), what squirrels need alone (R11.6)."""
    return state.solo is None or state.player.purse.nut < state.board.empty


def exchanges(seat: int, purse: Purse) -> Iterator[moves.Exchange]:
    """R9.1: what this purse can be exchanged for."""
    for give, get, number in EXCHANGES:
        if purse[give] >= number:
            yield moves.Exchange(seat, give, get)


def animals(state: State, on: Bits = FULL) -> Iterator[moves.PlaceAnimal]:
    """R6.1: the animals of the stock that fit on bare holes."""
    bare = Bits(state.board.bare & on)
    if not bare:
        return
    for kind, left in zip(state.animals.kinds, state.stock, strict=True):
        if left and fits(kind, bare):
            for laid in placements(kind, bare):
                yield moves.PlaceAnimal(state.turn.seat, kind.word, laid.covers)


def berry_ends(state: State) -> tuple[Place | None, ...]:
    """The ways to spend a Berry now, without asking for the berry; none when it would bring nothing (R8.1, R11.4)."""
    path = state.player.path
    if path is not None and len(path) >= PATH_LIMIT:
        return ()
    if state.solo is None:
        return () if state.common == () else (None,)
    if path is None or path_at(state.solo, Place.TOP_LEFT) is None or path_at(state.solo, Place.BOTTOM_LEFT) is None:
        return (None,)
    return tuple(ends(state))


def _squirrels(state: State, on: Bits) -> Iterator[moves.PlaceSquirrel]:
    for bit in _single(state.board.free & on):
        yield moves.PlaceSquirrel(state.turn.seat, bit)


def _doubles(state: State) -> Iterator[moves.Move]:
    """R3.3: a Feather or a Mushroom as the Main Action."""
    purse, seat = state.player.purse, state.turn.seat
    if purse.feather and feather_fits(state):
        yield moves.SpendFeather(seat)
    if purse.mushroom:
        for sources in mushroom_choices(state):
            if mushroom_fits(state, sources):
                yield moves.SpendMushroom(seat, sources)


def _specials(state: State, on: Bits) -> Iterator[moves.Move]:
    purse, seat = state.player.purse, state.turn.seat
    if purse.nut:
        for bit in _single(state.board.free & on):
            yield moves.SpendNut(seat, bit)
    if purse.berry:
        for end in berry_ends(state):
            yield moves.SpendBerry(seat, end)


def _final_moves(state: State, on: Bits) -> Iterator[moves.Move]:
    purse, seat = state.player.purse, state.turn.seat
    if purse.nut:
        for bit in _single(state.board.free & on):
            yield moves.SpendNut(seat, bit)
    if nuts_wanted(state):
        for exchange in exchanges(seat, purse):
            if exchange.get is Treasure.NUT:
                yield exchange
    if may_end(state):
        yield moves.EndTurn(seat)


def _single(bits: int) -> Iterator[Bits]:
    while bits:
        low = bits & -bits
        yield Bits(low)
        bits ^= low
