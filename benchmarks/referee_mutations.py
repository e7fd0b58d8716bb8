"""Illegal turns made from legal ones, each with the rules that may be named first for it."""

from __future__ import annotations

import random
from dataclasses import replace

from referee_cases import GAME, Case, Mutate, a_leaf, case_of, completes, lay, look_after, look_of, poor, spaces_of
from referee_misplacements import (
    animal_off_holes,
    animal_on_token,
    over_a_hole,
    over_a_leaf,
    over_a_squirrel,
    over_a_token,
    over_an_animal,
    over_its_own_colour,
    squirrel_on_animal,
    squirrel_on_hole,
    squirrel_on_leaf,
    squirrel_on_token,
)

from engine.grid import Bits, Space
from engine.indian_summer.forest import BOARD, FULL
from engine.indian_summer.moves import PlaceAnimal
from engine.indian_summer.placing import placements
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import FLOOR, HOLE, LEAVES, SQUIRREL, TOKENS
from engine.indian_summer.tiles import TILES, Tile
from engine.indian_summer.viewing import surfaces


def wrong_colour(state: State, chance: random.Random) -> Case | None:
    """A legal leaf whose colour belongs to another size."""
    move = a_leaf(state, chance)
    if move is None:
        return None
    look = look_after(state, move)
    color = chance.choice([each for each in LEAVES if each != move.color.surface])
    for spot in spaces_of(state.turn.seat, Bits(move.covers & ~move.hole)):
        look[spot] = color
    # Beside a leaf of that colour it looks like a leaf of the right size that lies over the other one.
    same = state.board.leaves[LEAVES.index(color)]
    beside = any(same & (move.covers << step | move.covers >> step) for step in (1, BOARD.cols))
    return case_of(state, look, {"R12.3", "R1.3"} | ({"R4.1"} if beside else set()), move)


def two_leaves_unpaid(state: State, chance: random.Random) -> Case | None:
    """Two leaves of the path without feather or mushroom, nor anything that could be exchanged for one."""
    state = poor(state)
    move = a_leaf(state, chance)
    if move is None:
        return None
    between = GAME.play(state, move).state
    again = replace(between, turn=replace(between.turn, main_done=False, refill=False))
    second = a_leaf(again, chance)
    if second is None:
        return None
    return case_of(state, look_after(again, second), {"R3.1", "R8.3", "R8.4", "R11.5"}, move, second)


def leaf_and_squirrel_unpaid(state: State, chance: random.Random) -> Case | None:
    """A leaf and a squirrel without a nut, nor anything that could be exchanged for one."""
    state = poor(state)
    move = a_leaf(state, chance)
    if move is None:
        return None
    after = GAME.play(state, move).state
    if any(after.player.purse):
        return None
    look = look_of(after)
    free = list(BOARD.iterate(after.board.free))
    if not free:
        return None
    space = Space(state.turn.seat, chance.choice(free))
    if completes(after.board, BOARD.bit(space.cell)):
        return None
    look[space] = SQUIRREL
    return case_of(state, look, {"R3.1", "R8.2"}, move)


def animal_used_up(state: State, chance: random.Random) -> Case | None:
    """A legal animal, of a kind of which none is left."""
    moves = [move for move in GAME.legal_moves(state) if isinstance(move, PlaceAnimal)]
    if not moves:
        return None
    move = chance.choice(moves)
    shapes = {kind.word: kind.shape.canonical for kind in state.animals.kinds}
    stock = tuple(
        0 if kind.shape.canonical == shapes[move.animal] else left
        for kind, left in zip(state.animals.kinds, state.stock, strict=True)
    )
    return case_of(replace(state, stock=stock), look_after(state, move), {"R6.3"}, move)


def piece_gone(state: State, chance: random.Random) -> Case | None:
    """A piece of an earlier turn is gone, with a legal leaf laid or without."""
    return _gone(state, chance, moved=False)


def piece_moved(state: State, chance: random.Random) -> Case | None:
    """A squirrel or leaf of an earlier turn lies elsewhere."""
    return _gone(state, chance, moved=True)


def other_board(state: State, chance: random.Random) -> Case | None:
    """A leaf of the path on another player's board."""
    if len(state.players) < 2 or not state.player.path:
        return None
    seat = (state.turn.seat + chance.randrange(1, len(state.players))) % len(state.players)
    tile = chance.choice(state.player.path)
    found = list(placements(tile, state.players[seat].board.free))
    if not found:
        return None
    laid = chance.choice(found)
    look = look_of(state)
    lay(look, seat, tile, laid.covers, laid.mark, state.players[seat].board)
    return case_of(state, look, {"R2.4", "R4.1"})


def token_missing(state: State, chance: random.Random) -> Case | None:
    """A leaf over a treasure whose token was not laid."""
    move = a_leaf(state, chance, token=True)
    if move is None:
        return None
    look = look_after(state, move)
    for spot in spaces_of(state.turn.seat, move.hole):
        look[spot] = HOLE
    return case_of(state, look, {"R5.1"}, move)


def token_of_another_kind(state: State, chance: random.Random) -> Case | None:
    """A leaf over a treasure with a token of another kind."""
    move = a_leaf(state, chance, token=True)
    if move is None:
        return None
    look = look_after(state, move)
    for spot in spaces_of(state.turn.seat, move.hole):
        look[spot] = chance.choice([kind for kind in TOKENS if kind != look[spot]])
    return case_of(state, look, {"R5.1"}, move)


def token_on_plain_hole(state: State, chance: random.Random) -> Case | None:
    """A token on a hole under which nothing is printed."""
    move = a_leaf(state, chance, token=False)
    if move is None or completes(state.board, move.covers):
        return None
    look = look_after(state, move)
    for spot in spaces_of(state.turn.seat, move.hole):
        look[spot] = chance.choice(TOKENS)
    return case_of(state, look, {"R5.1"}, move)


def token_taken_early(state: State, chance: random.Random) -> Case | None:
    """A token of an earlier turn is gone though its area is not complete."""
    tokens = list(BOARD.iterate(state.board.with_token))
    if not tokens:
        return None
    look = look_of(state)
    look[Space(state.turn.seat, chance.choice(tokens))] = HOLE
    return case_of(state, look, {"R5.1", "R4.2"})


def harvest_left_lying(state: State, chance: random.Random) -> Case | None:
    """An area was completed and its tokens still lie there."""
    moves = list(GAME.legal_moves(state))
    chance.shuffle(moves)
    before = GAME.view(state)
    for move in moves[:400]:
        covers = getattr(move, "covers", None) or getattr(move, "on", None)
        if covers is None or not completes(state.board, covers):
            continue
        after = look_after(state, move)
        kept = [spot for spot, surface in after.items() if surface == HOLE and before[spot] in TOKENS]
        if kept:
            for spot in kept:
                after[spot] = before[spot]
            return case_of(state, after, {"R5.2"}, move)
    return None


def not_in_the_path(state: State, chance: random.Random) -> Case | None:
    """A tile that lies nowhere on the table."""
    if state.player.path is None:
        return None
    solo = state.solo
    known = {tile for player in state.players for tile in player.path or ()} | set((state.common or ())[:8])
    if solo is not None:
        known |= {*(solo.top or ()), *(solo.bottom or ()), *(tile for tile in solo.row or () if tile is not None)}
    strangers = [tile for tile in TILES if tile not in known]
    chance.shuffle(strangers)
    for tile in strangers:
        found = list(placements(tile, state.board.free))
        if found:
            laid = chance.choice(found)
            look = look_of(state)
            lay(look, state.turn.seat, tile, laid.covers, laid.mark, state.board)
            if completes(state.board, laid.covers):
                return None
            return case_of(state, look, {"R3.2", "R8.3", "R8.4", "R11.5"})
    return None


def _gone(state: State, chance: random.Random, moved: bool) -> Case | None:
    seat = chance.randrange(len(state.players))
    board = state.players[seat].board
    pieces = [piece for piece in board.pieces if not piece.covers & board.animals]
    if not pieces:
        return None
    piece = chance.choice(pieces)
    look = look_of(state)
    for spot in spaces_of(seat, piece.covers):
        look[spot] = FLOOR
    if moved and piece.kind == "leaf":
        step = chance.choice([1, -1, BOARD.cols, -BOARD.cols])
        now = surfaces(board)
        shifted = Bits(piece.covers << step if step > 0 else piece.covers >> -step)
        if piece.name == "" or shifted & ~FULL or shifted & board.covered & ~piece.covers:
            return None
        tile = Tile.parse(piece.name)
        hole = Bits(piece.hole << step if step > 0 else piece.hole >> -step)
        if not any(laid.covers == shifted and laid.mark == hole for laid in placements(tile, FULL)):
            return None
        assert now
        lay(look, seat, tile, shifted, hole, board)
    elif moved:
        free = list(BOARD.iterate(board.free))
        if piece.kind != "squirrel" or not free:
            return None
        look[Space(seat, chance.choice(free))] = SQUIRREL
    elif chance.random() < 0.5:
        move = a_leaf(state, chance)
        if move is not None and not completes(state.board, move.covers):
            for spot, surface in look_after(state, move).items():
                if surface != GAME.view(state)[spot]:
                    look[spot] = surface
    return case_of(state, look, {"R4.2"})


MUTATIONS: dict[str, Mutate] = {
    "tile over leaf": over_a_leaf,
    "tile over its colour": over_its_own_colour,
    "tile over hole": over_a_hole,
    "tile over token": over_a_token,
    "tile over squirrel": over_a_squirrel,
    "tile over animal": over_an_animal,
    "squirrel on hole": squirrel_on_hole,
    "squirrel on token": squirrel_on_token,
    "squirrel on leaf": squirrel_on_leaf,
    "squirrel on animal": squirrel_on_animal,
    "colour of another size": wrong_colour,
    "two leaves, unpaid": two_leaves_unpaid,
    "leaf and squirrel, unpaid": leaf_and_squirrel_unpaid,
    "animal on token": animal_on_token,
    "animal off the holes": animal_off_holes,
    "animal not in stock": animal_used_up,
    "earlier piece gone": piece_gone,
    "earlier piece moved": piece_moved,
    "another player's board": other_board,
    "token missing": token_missing,
    "token of another kind": token_of_another_kind,
    "token on a plain hole": token_on_plain_hole,
    "token taken early": token_taken_early,
    "harvest left lying": harvest_left_lying,
    "tile not in the path": not_in_the_path,
}
