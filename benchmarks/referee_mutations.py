"""Illegal turns made from legal ones, each with the rules that may be named first for it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import referee_games as games

from engine.game import Reading, Spot, Surface
from engine.grid import Bits, Space
from engine.indian_summer.forest import AREAS, BOARD, FULL, Board, Purse
from engine.indian_summer.moves import SPACES, Move, PlaceAnimal, PlaceLeaf
from engine.indian_summer.placing import placements
from engine.indian_summer.state import Phase, Place, Source, State
from engine.indian_summer.surfaces import ANIMAL, FLOOR, HOLE, LEAVES, SQUIRREL, TOKENS
from engine.indian_summer.tiles import TILES, Tile
from engine.indian_summer.viewing import surfaces

GAME = games.GAME
PLACING = frozenset({"R4.1", "R4.3"})


class Case(NamedTuple):
    """An illegal table: the state before, what is seen, the rules of which one is to be named first, what was meant."""

    committed: State
    seen: dict[Spot, Reading]
    rules: frozenset[str]
    meant: tuple[Move, ...] = ()


Mutate = Callable[[State, random.Random], Case | None]
Look = dict[Spot, Surface]


def cases(mutate: Mutate, chance: random.Random) -> Iterator[Case]:
    """The first case of a random game at some turn of it, if there is one."""
    state = games.start(chance.choice(games.KINDS), chance)
    turns = chance.randrange(2, 20 if state.solo is None else 9)
    for number in range(60):
        if state.turn.phase is not Phase.TURNS:
            return
        if number >= turns:
            found = mutate(state, chance)
            if found is not None:
                yield found
                return
        played = games.turn(state, chance)
        if played:
            state = played[-1].state
        end = GAME.end_turn(state)
        if end is None:
            return
        state = GAME.play(state, end).state


def over_a_leaf(state: State, chance: random.Random) -> Case | None:
    """A tile partly over leaves of earlier turns; that shows wherever the surface changes."""
    board = state.board
    return _leaf_over(state, chance, board.leaves[0] | board.leaves[1] | board.leaves[2], {"R4.1"})


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


def wrong_colour(state: State, chance: random.Random) -> Case | None:
    """A legal leaf whose colour belongs to another size."""
    move = _a_leaf(state, chance)
    if move is None:
        return None
    look = _after(state, move)
    color = chance.choice([each for each in LEAVES if each != move.color.surface])
    for spot in _spaces(state.turn.seat, Bits(move.covers & ~move.hole)):
        look[spot] = color
    # Beside a leaf of that colour it looks like a leaf of the right size that lies over the other one.
    same = state.board.leaves[LEAVES.index(color)]
    beside = any(same & (move.covers << step | move.covers >> step) for step in (1, BOARD.cols))
    return _case(state, look, {"R12.3", "R1.3"} | ({"R4.1"} if beside else set()), move)


def two_leaves_unpaid(state: State, chance: random.Random) -> Case | None:
    """Two leaves of the path without feather or mushroom, nor anything that could be exchanged for one."""
    state = _poor(state)
    move = _a_leaf(state, chance)
    if move is None:
        return None
    between = GAME.play(state, move).state
    again = replace(between, turn=replace(between.turn, main_done=False, refill=False))
    second = _a_leaf(again, chance)
    if second is None:
        return None
    return _case(state, _after(again, second), {"R3.1", "R8.3", "R8.4", "R11.5"}, move, second)


def leaf_and_squirrel_unpaid(state: State, chance: random.Random) -> Case | None:
    """A leaf and a squirrel without a nut, nor anything that could be exchanged for one."""
    state = _poor(state)
    move = _a_leaf(state, chance)
    if move is None:
        return None
    after = GAME.play(state, move).state
    if any(after.player.purse):
        return None
    look = _look(after)
    free = list(BOARD.iterate(after.board.free))
    if not free:
        return None
    space = Space(state.turn.seat, chance.choice(free))
    if _completes(after.board, BOARD.bit(space.cell)):
        return None
    look[space] = SQUIRREL
    return _case(state, look, {"R3.1", "R8.2"}, move)


def animal_on_token(state: State, chance: random.Random) -> Case | None:
    """An animal of which a hole still has its token."""
    board = state.board
    return _animal_on(state, chance, Bits(board.bare | board.with_token), board.with_token)


def animal_off_holes(state: State, chance: random.Random) -> Case | None:
    """An animal partly on spaces that are no holes."""
    board = state.board
    return _animal_on(state, chance, Bits(board.bare | (FULL & ~board.holes)), Bits(FULL & ~board.holes))


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
    return _case(replace(state, stock=stock), _after(state, move), {"R6.3"}, move)


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
    look = _look(state)
    _lay(look, seat, tile, laid.covers, laid.mark, state.players[seat].board)
    return _case(state, look, {"R2.4", "R4.1"})


def token_missing(state: State, chance: random.Random) -> Case | None:
    """A leaf over a treasure whose token was not laid."""
    move = _a_leaf(state, chance, token=True)
    if move is None:
        return None
    look = _after(state, move)
    for spot in _spaces(state.turn.seat, move.hole):
        look[spot] = HOLE
    return _case(state, look, {"R5.1"}, move)


def token_of_another_kind(state: State, chance: random.Random) -> Case | None:
    """A leaf over a treasure with a token of another kind."""
    move = _a_leaf(state, chance, token=True)
    if move is None:
        return None
    look = _after(state, move)
    for spot in _spaces(state.turn.seat, move.hole):
        look[spot] = chance.choice([kind for kind in TOKENS if kind != look[spot]])
    return _case(state, look, {"R5.1"}, move)


def token_on_plain_hole(state: State, chance: random.Random) -> Case | None:
    """A token on a hole under which nothing is printed."""
    move = _a_leaf(state, chance, token=False)
    if move is None or _completes(state.board, move.covers):
        return None
    look = _after(state, move)
    for spot in _spaces(state.turn.seat, move.hole):
        look[spot] = chance.choice(TOKENS)
    return _case(state, look, {"R5.1"}, move)


def token_taken_early(state: State, chance: random.Random) -> Case | None:
    """A token of an earlier turn is gone though its area is not complete."""
    tokens = list(BOARD.iterate(state.board.with_token))
    if not tokens:
        return None
    look = _look(state)
    look[Space(state.turn.seat, chance.choice(tokens))] = HOLE
    return _case(state, look, {"R5.1", "R4.2"})


def harvest_left_lying(state: State, chance: random.Random) -> Case | None:
    """An area was completed and its tokens still lie there."""
    moves = list(GAME.legal_moves(state))
    chance.shuffle(moves)
    before = GAME.view(state)
    for move in moves[:400]:
        covers = getattr(move, "covers", None) or getattr(move, "on", None)
        if covers is None or not _completes(state.board, covers):
            continue
        after = _after(state, move)
        kept = [spot for spot, surface in after.items() if surface == HOLE and before[spot] in TOKENS]
        if kept:
            for spot in kept:
                after[spot] = before[spot]
            return _case(state, after, {"R5.2"}, move)
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
            look = _look(state)
            _lay(look, state.turn.seat, tile, laid.covers, laid.mark, state.board)
            if _completes(state.board, laid.covers):
                return None
            return _case(state, look, {"R3.2", "R8.3", "R8.4", "R11.5"})
    return None


MUTATIONS: dict[str, Mutate] = {
    "tile over leaf": over_a_leaf,
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


def _case(state: State, look: Look, rules: set[str], *meant: Move) -> Case | None:
    before = GAME.view(state)
    if all(before.get(spot) == surface for spot, surface in look.items()):
        return None
    seen = {spot: Reading(surface, 1.0) for spot, surface in look.items()}
    return Case(state, seen, frozenset(rules), meant)


def _look(state: State) -> Look:
    return dict(GAME.view(state))


def _after(state: State, move: Move) -> Look:
    return _look(GAME.play(state, move).state)


def _spaces(seat: int, bits: Bits) -> list[Space]:
    return [Space(seat, cell) for cell in BOARD.iterate(bits)]


def _completes(board: Board, covers: int) -> bool:
    return any(area & ~board.covered and not area & ~(board.covered | covers) for area in AREAS)


def _poor(state: State) -> State:
    """The same state with an empty supply."""
    seat = state.turn.seat
    players = list(state.players)
    players[seat] = replace(players[seat], purse=Purse())
    return replace(state, players=tuple(players))


def _a_leaf(state: State, chance: random.Random, token: bool | None = None) -> PlaceLeaf | None:
    """A random leaf of the main action; ``token`` asks for one that gets a token which stays, or none."""
    moves = [move for move in games._moves(state, chance) if isinstance(move, PlaceLeaf)]
    chance.shuffle(moves)
    for move in moves:
        printed = state.board.floor.treasure(move.hole) is not None
        if token is None or (printed == token and not _completes(state.board, move.covers)):
            return move
    return None


def _lay(look: Look, seat: int, tile: Tile, covers: Bits, hole: Bits, board: Board) -> None:
    """What lies on top after a leaf was laid anywhere, its token included."""
    for spot in _spaces(seat, covers):
        look[spot] = tile.color.surface
    treasure = board.floor.treasure(hole)
    for spot in _spaces(seat, hole):
        look[spot] = HOLE if treasure is None else TOKENS[treasure]


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
            if 0 < (laid.covers & under).bit_count() <= 2 and not _completes(board, laid.covers)
        ]
        chance.shuffle(found)
        for laid in found:
            look = _look(state)
            _lay(look, seat, tile, laid.covers, laid.mark, board)
            if all(look[SPACES[seat][bit]] != now[bit] for bit in _numbers(laid.covers)):
                move = PlaceLeaf(seat, tile.color, laid.covers, laid.mark, _source(state, tile))
                return _case(state, look, rules, move)
    return None


def _source(state: State, tile: Tile) -> Source | None:
    path = state.player.path
    return None if path is None else Source(Place.PATH, path.index(tile))


def _squirrel_on(state: State, chance: random.Random, under: int, rules: set[str]) -> Case | None:
    cells = list(BOARD.iterate(Bits(under)))
    if not cells:
        return None
    look = _look(state)
    look[Space(state.turn.seat, chance.choice(cells))] = SQUIRREL
    return _case(state, look, rules)


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
    look = _look(state)
    for spot in _spaces(state.turn.seat, move.covers):
        look[spot] = ANIMAL
    return _case(state, look, {"R6.1"}, move)


def _gone(state: State, chance: random.Random, moved: bool) -> Case | None:
    seat = chance.randrange(len(state.players))
    board = state.players[seat].board
    pieces = [piece for piece in board.pieces if not piece.covers & board.animals]
    if not pieces:
        return None
    piece = chance.choice(pieces)
    look = _look(state)
    for spot in _spaces(seat, piece.covers):
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
        _lay(look, seat, tile, shifted, hole, board)
    elif moved:
        free = list(BOARD.iterate(board.free))
        if piece.kind != "squirrel" or not free:
            return None
        look[Space(seat, chance.choice(free))] = SQUIRREL
    elif chance.random() < 0.5:
        move = _a_leaf(state, chance)
        if move is not None and not _completes(state.board, move.covers):
            for spot, surface in _after(state, move).items():
                if surface != GAME.view(state)[spot]:
                    look[spot] = surface
    return _case(state, look, {"R4.2"})


def _numbers(bits: int) -> Iterator[int]:
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
