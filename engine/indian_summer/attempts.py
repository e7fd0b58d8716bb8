"""From the difference between a state and a view to what players may have meant, legal or not.

The changed spaces are taken apart into physical pieces: leaves of 3, 4 or 5 spaces with one hole and one colour,
squirrels, and animals over holes. Good partitions come first; leftovers become the odd leaves that the rules then
explain. A tile that was tried and goes back leaves no difference, so it was nothing (R3.6).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from engine.game import Surface, View
from engine.grid import Bits, Space
from engine.indian_summer import legal
from engine.indian_summer.forest import BOARD, FULL, Treasure
from engine.indian_summer.moves import (
    EndTurn,
    Move,
    PlaceAnimal,
    PlaceLeaf,
    PlaceSquirrel,
    SpendFeather,
    SpendMushroom,
    SpendNut,
)
from engine.indian_summer.overlaps import partitions
from engine.indian_summer.partitions import Leaf, lone_tokens, lumps, singles
from engine.indian_summer.paths import look, mushroom_choices
from engine.indian_summer.placing import placements
from engine.indian_summer.state import Phase, Place, Source, State
from engine.indian_summer.surfaces import ANIMAL, HOLE, LEAVES, SQUIRREL, TOKEN, TOKENS, agree
from engine.indian_summer.tiles import Tile, tile_at
from engine.indian_summer.viewing import view

MOST = 12
"""No more guesses than this: the referee explains the first one that the rules forbid."""


class Changes(NamedTuple):
    """What is new on one board: bitboards by kind of surface; ``holes`` with or without something on them."""

    colors: tuple[int, int, int]
    holes: int
    squirrels: int
    animals: int


def attempts(state: State, seen: View) -> Iterator[tuple[Move, ...]]:
    """Candidate sequences for every seat with changes, that of the player in turn first; best guess first."""
    expected = view(state)
    seats = range(len(state.players))
    for seat in sorted(seats, key=lambda seat: (seat - state.turn.seat) % len(state.players)):
        changes = _changes(state, seat, expected, seen)
        if any(changes.colors) or any(changes[1:]):
            yield from islice(_guesses(state, seat, changes), MOST)


def _changes(state: State, seat: int, expected: View, seen: View) -> Changes:
    layers: dict[Surface, int] = {}
    for spot, surface in seen.items():
        if isinstance(spot, Space) and spot.seat == seat and spot in expected and not agree(expected[spot], surface):
            layers[surface] = layers.get(surface, 0) | BOARD.bit(spot.cell)
    holes = 0
    for surface in (HOLE, TOKEN, *TOKENS):
        holes |= layers.get(surface, 0)
    green, yellow, red = (layers.get(surface, 0) for surface in LEAVES)
    board, shown = state.players[seat].board, holes
    # A token that appears or goes on an old hole belongs to no new piece.
    holes &= ~board.holes
    # Nor does one that lies on an empty space away from all leaves.
    holes &= ~lone_tokens(green | yellow | red, holes, holes & board.free & ~layers.get(HOLE, 0))
    if not holes and (green | yellow | red) & board.free and (shown & board.animals).bit_count() == 1:
        holes = shown & board.animals  # the hole of a leaf that lies over an animal
    return Changes((green, yellow, red), holes, layers.get(SQUIRREL, 0), layers.get(ANIMAL, 0))


def _guesses(state: State, seat: int, changes: Changes) -> Iterator[tuple[Move, ...]]:
    board = state.players[seat].board
    beasts = _animals(state, seat, Bits(changes.animals))
    for leaves in partitions(changes.colors, Bits(changes.holes), board):
        under = 0
        for leaf in leaves:
            under |= leaf.covers
        squirrels = [Bits(bit) for bit in singles(changes.squirrels & ~under)]
        yield from _sequences(state, seat, leaves, squirrels, beasts)


def _sequences(
    state: State, seat: int, leaves: tuple[Leaf, ...], squirrels: list[Bits], beasts: list[Move]
) -> Iterator[tuple[Move, ...]]:
    """The moves that lay these pieces: which main action it was, and which squirrels cost nuts."""
    turn = state.turn
    first: tuple[Move, ...] = (EndTurn(turn.seat),) if seat != turn.seat and legal.may_end(state) else ()
    final = turn.phase is Phase.FINAL
    main_open = seat != turn.seat or not turn.main_done
    for laying in _leaf_moves(state, seat, leaves):
        paid = [SpendNut(seat, on) for on in squirrels]
        if squirrels and not leaves and main_open and not final and turn.double is None:
            nuts: list[Move] = [PlaceSquirrel(seat, squirrels[0]), *paid[1:]]
        else:
            nuts = [*paid]
        yield (*first, *laying, *nuts, *beasts)


def _leaf_moves(state: State, seat: int, leaves: tuple[Leaf, ...]) -> Iterator[tuple[Move, ...]]:
    """The leaves from the own path, or two of them by a Feather or a Mushroom, whichever the tiles suggest."""
    tiles = [tile_at(leaf.covers, leaf.hole) for leaf in leaves]
    if len(leaves) == 2 and seat == state.turn.seat and state.turn.double is None:
        feather = _from_path(state, seat, leaves, tiles)
        if all(move.source is not None for move in feather) or state.players[seat].path is None:
            yield (SpendFeather(seat), *feather)
        for sources in mushroom_choices(state):
            brought = _from_sources(state, seat, leaves, tiles, sources)
            if brought is not None:
                yield (SpendMushroom(seat, sources), *brought)
        yield (SpendFeather(seat), *feather)
        return
    double = state.turn.double
    if double is not None and double.spent is Treasure.MUSHROOM and len(leaves) <= len(double.sources):
        brought = _from_sources(state, seat, leaves, tiles, double.sources)
        if brought is not None:
            yield tuple(brought)
            return
    yield tuple(_from_path(state, seat, leaves, tiles))


def _from_path(state: State, seat: int, leaves: tuple[Leaf, ...], tiles: list[Tile | None]) -> list[PlaceLeaf]:
    path = list(state.players[seat].path or ())
    moves = []
    for leaf, tile in zip(leaves, tiles, strict=True):
        source = None
        if tile is not None and tile in path:
            source = Source(Place.PATH, path.index(tile))
            path.pop(source.at)
        moves.append(PlaceLeaf(seat, leaf.color, leaf.covers, leaf.hole, source))
    return moves


def _from_sources(
    state: State, seat: int, leaves: tuple[Leaf, ...], tiles: list[Tile | None], sources: tuple[Source, ...]
) -> list[PlaceLeaf] | None:
    left = list(sources)
    moves = []
    for leaf, tile in zip(leaves, tiles, strict=True):
        fitting = [source for source in left if look(state, source) in ((tile,), (None,))]
        if not fitting or tile is None:
            return None
        left.remove(fitting[0])
        moves.append(PlaceLeaf(seat, leaf.color, leaf.covers, leaf.hole, fitting[0]))
    return moves


def _animals(state: State, seat: int, spaces: Bits) -> list[Move]:
    """The animals that lie on these spaces, one for each lump; the first kind of that shape, else one of its size."""
    moves: list[Move] = []
    for lump in lumps(spaces):
        kinds = [kind for kind in state.animals.kinds if any(laid.covers == lump for laid in placements(kind, FULL))]
        size = lump.bit_count()
        kinds += [kind for kind in state.animals.kinds if len(kind.shape) == size and kind not in kinds]
        kinds += [kind for kind in state.animals.kinds if kind not in kinds]
        if kinds:
            moves.append(PlaceAnimal(seat, kinds[0].word, lump))
    return moves
