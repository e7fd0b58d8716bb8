"""How the simulated player chooses: greedily, by counting edges, treasures and areas, with a little whim."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from engine.game import Game
from engine.grid import Bits, Grid
from engine.indian_summer import moves
from engine.indian_summer.forest import AREAS, BOARD, FULL, Board, Treasure
from engine.indian_summer.state import Phase, State

_WORTH = {Treasure.BERRY: 2.5, Treasure.NUT: 3.0, Treasure.MUSHROOM: 3.5, Treasure.FEATHER: 4.0}


def choose(game: Game[State, moves.Move], state: State, rng: random.Random) -> moves.Move | None:
    """A legal move of the player whose turn it is, End turn among them; None when there is none.

    Leaves go where they touch much, over treasures, and into areas nearly full; treasures are spent now and then.
    """
    legal = list(game.legal_moves(state))
    if state.turn.phase is Phase.FINAL:
        return _in_final_phase(state, legal) or game.end_turn(state)
    if state.turn.refill:
        return rng.choice([move for move in legal if isinstance(move, moves.Refill)])
    leaves = [move for move in legal if isinstance(move, moves.PlaceLeaf)]
    if state.turn.double is not None:
        return _best_leaf(state.board, leaves, rng) or game.end_turn(state)
    special = _special(state, legal, rng)
    if special is not None:
        return special
    if state.turn.main_done:
        return game.end_turn(state)
    for kind, chance in ((moves.SpendFeather, 0.9), (moves.SpendMushroom, 0.8)):
        doubles = [move for move in legal if isinstance(move, kind)]
        if doubles and rng.random() < chance:
            return rng.choice(doubles)
    squirrels = [move for move in legal if isinstance(move, moves.PlaceSquirrel)]
    return _best_leaf(state.board, leaves, rng) or _best_squirrel(state.board, squirrels) or game.end_turn(state)


def _special(state: State, legal: Sequence[moves.Move], rng: random.Random) -> moves.Move | None:
    """An animal, nut, berry or exchange that seems worth while now."""
    board, purse, path = state.board, state.player.purse, state.player.path
    animals = [move for move in legal if isinstance(move, moves.PlaceAnimal)]
    if animals and rng.random() < 0.8:
        return max(animals, key=lambda move: (_prints(board, move.covers), move.covers.bit_count(), move.covers))
    nuts = [move for move in legal if isinstance(move, moves.SpendNut) and _alone(board.free, move.on)]
    if nuts and rng.random() < 0.6:
        return rng.choice(nuts)
    berries = [move for move in legal if isinstance(move, moves.SpendBerry)]
    if berries and path is not None and len(path) <= 2 and rng.random() < 0.5:
        return rng.choice(berries)
    up = [move for move in legal if isinstance(move, moves.Exchange) and move.give < move.get]
    if up and purse.berry + purse.nut > 3 and rng.random() < 0.3:
        return rng.choice(up)
    return None


def _in_final_phase(state: State, legal: Sequence[moves.Move]) -> moves.Move | None:
    """R11.6: nuts become squirrels in the area with the fewest spaces left, then the cheapest tokens nuts."""
    squirrels = [move for move in legal if isinstance(move, moves.SpendNut)]
    if squirrels:
        return _best_squirrel(state.board, squirrels)
    exchanges = [move for move in legal if isinstance(move, moves.Exchange)]
    return min(exchanges, key=lambda move: move.give, default=None)


def _best_leaf(board: Board, leaves: Sequence[moves.PlaceLeaf], rng: random.Random) -> moves.PlaceLeaf | None:
    return max(leaves, key=lambda move: _leaf_score(board, move) + rng.random(), default=None)


def _best_squirrel(
    board: Board, options: Sequence[moves.PlaceSquirrel] | Sequence[moves.SpendNut]
) -> moves.PlaceSquirrel | moves.SpendNut | None:
    def urgency(move: moves.PlaceSquirrel | moves.SpendNut) -> tuple[int, int, int]:
        left = min((area & board.free).bit_count() for area in AREAS if area & move.on)
        return left, -_contacts(board.free, move.on), int(move.on)

    return min(options, key=urgency, default=None)


def _leaf_score(board: Board, move: moves.PlaceLeaf) -> float:
    free = Bits(board.free & ~move.covers)
    score = 0.7 * _contacts(board.free, move.covers) + 0.9 * move.covers.bit_count()
    treasure = board.floor.treasure(move.hole)
    if treasure is not None:
        score += _WORTH[treasure]
    score += 1.5 * (_around(move.hole) & board.bare).bit_count()  # room for an animal (R6.1)
    score -= 0.8 * _prints(board, Bits(move.covers & ~move.hole))
    for area in AREAS:
        if area & move.covers and not area & free:
            score += 3.0 + 2.0 * (area & board.with_token).bit_count()
    return score - 2.5 * sum(size < 3 for size in _regions(free))


def _prints(board: Board, covers: Bits) -> int:
    return sum((bits & covers).bit_count() for bits in board.floor.prints)


def _alone(free: Bits, on: Bits) -> bool:
    """Whether a space is free and no neighbour of it is."""
    return not _around(on) & free


def _contacts(free: Bits, covers: Bits) -> int:
    """How many edges of these spaces touch the board's rim or something that lies there."""
    closed = FULL & ~free
    touching = sum((moved & closed).bit_count() for moved in _moved(covers))
    return touching + 4 * covers.bit_count() - sum(moved.bit_count() for moved in _moved(covers))


def _regions(free: Bits) -> Iterator[int]:
    """The sizes of the connected regions of free spaces."""
    rest = int(free)
    while rest:
        region, grown = 0, rest & -rest
        while grown != region:
            region = grown
            grown = (region | _around(Bits(region))) & free
        rest &= ~region
        yield region.bit_count()


def _around(bits: Bits) -> Bits:
    up, down, left, right = _moved(bits)
    return Bits(up | down | left | right)


def _moved(bits: Bits) -> tuple[Bits, Bits, Bits, Bits]:
    """The spaces one step up, down, left and right of these that are on the board."""
    cols = BOARD.cols
    return (
        Bits(bits >> cols),
        Bits((bits << cols) & FULL),
        Bits((bits & ~_FIRST_COL) >> 1),
        Bits((bits & ~_LAST_COL) << 1),
    )


def _column(grid: Grid, col: int) -> Bits:
    return grid.bits(cell for cell in grid.cells if cell.col == col)


_FIRST_COL = _column(BOARD, 0)
_LAST_COL = _column(BOARD, BOARD.cols - 1)
