"""The game's own parts of the table message (docs/table-message.md): boards, paths, purses and areas as JSON values."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.grid import Bits, Cell
from engine.indian_summer import options
from engine.indian_summer.drawings import board_rows
from engine.indian_summer.forest import AREAS, BOARD, FULL, NONE, Board, Purse, Treasure
from engine.indian_summer.moves import Move, PlaceAnimal, PlaceLeaf, PlaceSquirrel, SpendNut
from engine.indian_summer.offers import Offer, offers
from engine.indian_summer.passing import last_round
from engine.indian_summer.state import SOLO_TURNS, State
from engine.indian_summer.state import Path as TilePath
from engine.indian_summer.tiles import Color, Tile
from engine.indian_summer.wording import actor

Json = dict[str, object]


def display(state: State) -> Json:
    """Turn, players, paths and, playing alone, the tiles around the board."""
    turn = state.turn
    return {
        "turn": {
            "number": turn.number,
            "of": SOLO_TURNS if state.solo is not None else None,
            "seat": turn.seat,
            "main_done": turn.main_done,
            "phase": turn.phase.value,
            "last_round": last_round(state),
        },
        "players": [_player(state, seat) for seat in range(len(state.players))],
        "path": [_tiles(player.path) for player in state.players],
        "solo": _solo(state),
        "options": _options(state),
    }


def _options(state: State) -> list[str]:
    """The options that count in this game: alone there is no Common Path (R11.1), and only alone a Mushroom has one."""
    mushroom, common_path = options.labels(state.options)
    return [common_path if state.solo is None else mushroom]


@lru_cache(maxsize=256)  # a message names all tiles of a box, and a tile stays what it is
def tile_json(tile: Tile) -> Json:
    """A leaf tile, to be read only: code, colour, hole, and cells as [row, column] from its box's far left corner."""
    shape = tile.shape
    assert shape.mark is not None
    return {
        "id": tile.code,
        "color": tile.color.value,
        "cells": [list(cell) for cell in shape.cells],
        "hole": list(shape.mark),
    }


def laid_json(state: State, move: Move) -> Json | None:
    """The piece that a move lays or would lay, with its ``seat``; None for a move that lays nothing."""
    match move:
        case PlaceLeaf(seat=seat, color=color, covers=covers, hole=hole):
            piece = _piece("leaf", covers, hole, color=color.value)
        case PlaceSquirrel(seat=seat, on=on) | SpendNut(seat=seat, on=on):
            piece = _piece("squirrel", on)
        case PlaceAnimal(seat=seat, animal=word, covers=covers):
            index = state.animals.index(word)
            piece = _piece("animal", covers, name=word if index is None else state.animals.kinds[index].name)
        case _:
            return None
    return {"seat": seat, **piece}


def _player(state: State, seat: int) -> Json:
    player = state.players[seat]
    board = player.board
    return {
        "seat": seat,
        "name": actor(state, seat),
        "cols": BOARD.cols,
        "rows": BOARD.rows,
        "floor": list(board.floor.rows),
        "board": list(board_rows(board)),
        "pieces": [*_pieces(board)],
        "purse": player.purse._asdict(),
        "covered": BOARD.rows * BOARD.cols - board.empty,
        "areas": [_area(index, area, board) for index, area in enumerate(AREAS)],
        "animals": [_offer(offer) for offer in offers(state, seat)],
    }


def _pieces(board: Board) -> Iterable[Json]:
    for piece in board.pieces:
        leaf = piece.kind == "leaf"
        color = next((color.value for color in Color if leaf and piece.name[:1] == color.letter), None)
        yield _piece(piece.kind, piece.covers, piece.hole, color, piece.name if piece.kind == "animal" else None)


def _piece(kind: str, covers: Bits, hole: Bits = NONE, color: str | None = None, name: str | None = None) -> Json:
    return {
        "kind": kind,
        "color": color,
        "name": name,
        "cells": _names(covers),
        "hole": next(iter(_names(hole)), None),
    }


def _area(index: int, area: Bits, board: Board) -> Json:
    covered = (area & board.covered).bit_count()
    lying = Purse(*((layer & area).bit_count() for layer in board.tokens))
    return {
        "name": str(index + 1),
        "cells": _names(area),
        "covered": covered,
        "complete": not area & FULL & ~board.covered,
        "missing": area.bit_count() - covered,
        "gives": _tokens(lying),
    }


def _offer(offer: Offer) -> Json:
    return {"name": offer.animal, "cells": _names(offer.covers), "gives": _tokens(offer.gives)}


def _tokens(tokens: Purse) -> dict[str, int]:
    """The kinds of which there are any."""
    return {kind.word: number for kind, number in zip(Treasure, tokens, strict=True) if number}


def _solo(state: State) -> Json | None:
    solo = state.solo
    if solo is None:
        return None
    row = [None if tile is None else tile_json(tile) for tile in solo.row or ()]
    return {
        "player_path": _tiles(state.players[0].path),
        "top": _tiles(solo.top),
        "bottom": _tiles(solo.bottom),
        "row": row,
    }


def _tiles(path: TilePath) -> list[Json]:
    return [tile_json(tile) for tile in path or ()]


def _names(bits: Bits) -> list[str]:
    return list(_names_of(bits))


@lru_cache(maxsize=1024)  # areas and pieces stay where they are, and a message names each of them
def _names_of(bits: Bits) -> tuple[str, ...]:
    cells: Iterable[Cell] = BOARD.iterate(bits)
    return tuple(str(cell) for cell in cells)
