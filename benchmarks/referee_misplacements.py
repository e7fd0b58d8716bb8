"""Pieces that lie where they must not, each with the rules that may be named first for it."""

from __future__ import annotations

import random
from collections.abc import Iterator

from referee_cases import Case, case_of, completes, lay, look_of, source_of, spaces_of

from engine.grid import Bits, Space
from engine.indian_summer.forest import BOARD, FULL
from engine.indian_summer.moves import SPACES, PlaceAnimal, PlaceLeaf
from engine.indian_summer.placing import placements
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import ANIMAL, SQUIRREL
from engine.indian_summer.tiles import TILES
from engine.indian_summer.viewing import surfaces


def over_a_leaf(state: State, chance: random.Random) -> Case | None:
    """A tile partly over leaves of earlier turns; that shows wherever the surface changes."""
    board = state.board
    return _leaf_over(state, chance, board.leaves[0] | board.leaves[1] | board.leaves[2], {"R4.1"})


def over_its_own_colour(state: State, chance: random.Random) -> Case | None:
    """A tile over one or two leaf spaces of its colour, or with its hole over a bare hole: that part does not show."""
    board, seat, before = state.board, state.turn.seat, look_of(state)
    tiles = list(state.player.path if state.player.path is not None else TILES)
    chance.shuffle(tiles)
    for tile in tiles[:6]:
        alike = board.leaves[tile.color.index] | board.bare
        found = [
            laid
            for laid in placements(tile, Bits(board.free | alike))
            if 0 < (laid.covers & alike).bit_count() <= 2 and not completes(board, laid.covers)
        ]
        chance.shuffle(found)
        for laid in found:
            look = look_of(state)
            lay(look, seat, tile, laid.covers, laid.mark, board)
            if any(look[space] == before[space] for space in spaces_of(seat, Bits(laid.covers & alike))):
                move = PlaceLeaf(seat, tile.color, laid.covers, laid.mark, source_of(state, tile))
                return case_of(state, look, {"R4.1", "R4.3"}, move)
    return None


def over_a_hole(state: State, chance: random.Random) -> Case | None:
    """A tile over a bare hole."""
    return _leaf_over(state, chance, state.board.bare, {"R4.3"})


def over_a_token(state: State, chance: random.Random) -> Case | None:
    """A tile over a hole with its token."""
    return _leaf_over(state, chance, state.board.with_token, {"R4.3"})


def over_a_squirrel(state: State, chance: random.Random) -> Case | None:
    """A tile over a squirrel."""
    return _leaf_over(state, chance, state.board.squirrels, {"R4.1"})


def over_an_animal(state: State, chance: random.Random) -> Case | None:
    """A tile over an animal."""
    return _leaf_over(state, chance, state.board.animals, {"R4.1", "R4.3"})


def squirrel_on_hole(state: State, chance: random.Random) -> Case | None:
    """A squirrel on a bare hole."""
    return _squirrel_on(state, chance, state.board.bare, {"R4.3"})


def squirrel_on_token(state: State, chance: random.Random) -> Case | None:
    """A squirrel on a hole with its token."""
    return _squirrel_on(state, chance, state.board.with_token, {"R4.3"})


def squirrel_on_leaf(state: State, chance: random.Random) -> Case | None:
    """A squirrel on a leaf."""
    board = state.board
    return _squirrel_on(state, chance, board.leaves[0] | board.leaves[1] | board.leaves[2], {"R4.1"})


def squirrel_on_animal(state: State, chance: random.Random) -> Case | None:
    """A squirrel on an animal."""
    return _squirrel_on(state, chance, state.board.animals, {"R4.1", "R4.3"})


def animal_on_token(state: State, chance: random.Random) -> Case | None:
    """An animal of which a hole still has its token."""
    board = state.board
    return _animal_on(state, chance, Bits(board.bare | board.with_token), board.with_token)


def animal_off_holes(state: State, chance: random.Random) -> Case | None:
    """An animal partly on spaces that are no holes."""
    board = state.board
    return _animal_on(state, chance, Bits(board.bare | (FULL & ~board.holes)), Bits(FULL & ~board.holes))


def _leaf_over(state: State, chance: random.Random, under: int, rules: set[str]) -> Case | None:
    """A tile of the path over one or two spaces of this kind, the rest free; its whole outline shows."""
    board, seat = state.board, state.turn.seat
    tiles = list(state.player.path if state.player.path is not None else TILES)
    chance.shuffle(tiles)
    now = surfaces(board)
    for tile in tiles[:6]:
        found = [
            laid
            for laid in placements(tile, Bits(board.free | under))
            if 0 < (laid.covers & under).bit_count() <= 2 and not completes(board, laid.covers)
        ]
        chance.shuffle(found)
        for laid in found:
            look = look_of(state)
            lay(look, seat, tile, laid.covers, laid.mark, board)
            if all(look[SPACES[seat][bit]] != now[bit] for bit in _numbers(laid.covers)):
                move = PlaceLeaf(seat, tile.color, laid.covers, laid.mark, source_of(state, tile))
                return case_of(state, look, rules, move)
    return None


def _squirrel_on(state: State, chance: random.Random, under: int, rules: set[str]) -> Case | None:
    cells = list(BOARD.iterate(Bits(under)))
    if not cells:
        return None
    look = look_of(state)
    look[Space(state.turn.seat, chance.choice(cells))] = SQUIRREL
    return case_of(state, look, rules)


def _animal_on(state: State, chance: random.Random, within: Bits, wrong: Bits) -> Case | None:
    """An animal within these spaces, at least one of them wrong and one right."""
    board = state.board
    found = [
        PlaceAnimal(state.turn.seat, kind.word, laid.covers)
        for kind, left in zip(state.animals.kinds, state.stock, strict=True)
        if left
        for laid in placements(kind, within)
        if laid.covers & wrong and laid.covers & board.bare
    ]
    if not found:
        return None
    move = chance.choice(found)
    look = look_of(state)
    for spot in spaces_of(state.turn.seat, move.covers):
        look[spot] = ANIMAL
    return case_of(state, look, {"R6.1"}, move)


def _numbers(bits: int) -> Iterator[int]:
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
