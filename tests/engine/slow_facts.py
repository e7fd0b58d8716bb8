"""What the slow rules compare of a state of the engine, as plain lists."""

from __future__ import annotations

from typing import Any

from slow_shapes import KINDS, cells

from engine.indian_summer.state import State


def facts(state: State) -> tuple[Any, ...]:
    """The same facts of the engine's state."""
    colors = ("green", "yellow", "red")
    boards = []
    for player in state.players:
        board = player.board
        leaves = [(cell, colors[n]) for n, bits in enumerate(board.leaves) for cell in cells(bits)]
        tokens = [(cell, KINDS[n]) for n, bits in enumerate(board.tokens) for cell in cells(bits)]
        path = [tile.code for tile in player.path or ()]
        spaces = (cells(board.holes), sorted(tokens), cells(board.squirrels), cells(board.animals))
        boards.append((sorted(leaves), *spaces, list(player.purse), path))
    solo, turn = state.solo, state.turn
    lines = [state.common, state.reserve, solo and solo.top, solo and solo.bottom]
    tiles = tuple([tile.code for tile in line or ()] for line in lines)
    row = [None if tile is None else tile.code for tile in (solo.row if solo else None) or ()]
    spent = turn.double.spent.word if turn.double else ""
    return boards, (*tiles, row), turn.seat, turn.number, turn.main_done, spent, turn.phase.value
