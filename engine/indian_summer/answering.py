"""Labels for the answers to the question what happened: short, and saying only wherein the explanations differ."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from engine.indian_summer.moves import Move, PlaceLeaf, SpendMushroom, footprint
from engine.indian_summer.phrases import phrase
from engine.indian_summer.state import Place, Source, State
from engine.indian_summer.wording import actor, end, hue, source
from engine.sentence import Sentence, listed, say

LONGEST = 40
"""Letters of a label; a longer one would not fit on a button of a phone."""

_SHORT_ENDS: Final = MappingProxyType(
    {
        Place.TOP_LEFT: say("top left"),
        Place.TOP_RIGHT: say("top right"),
        Place.BOTTOM_LEFT: say("bottom left"),
        Place.BOTTOM_RIGHT: say("bottom right"),
    }
)


def answers(state: State, lines: Sequence[Sequence[Move]]) -> tuple[str, ...]:
    """A label for each line of moves from this state, all different.

    What was laid names a line if that tells them apart, else what was spent for it, else both, else a drawing's number.
    """
    shared = [move for move in lines[0] if all(move in line for line in lines)] if len(lines) > 1 else []
    own = [[move for move in line if move not in shared] for line in lines]
    for said in (_pieces, _means, _all):
        labels = [_label(said(state, moves), bool(moves)) for moves in own]
        if len(set(labels)) == len(labels) and all(0 < len(label) <= LONGEST for label in labels):
            return tuple(labels)
    return tuple(say("As in drawing {number}", number=number) for number in range(1, len(lines) + 1))


def _label(words: Sequence[str], moves: bool) -> str:
    """The words as one label; that of a line without any own moves, and empty where nothing of its moves is said."""
    if words:
        return listed(words)
    return "" if moves else say("nothing more")


def _pieces(state: State, moves: Sequence[Move]) -> list[Sentence]:
    """What was laid and where."""
    return [_piece(state, move) for move in moves if footprint(move)]


def _means(state: State, moves: Sequence[Move]) -> list[Sentence]:
    """What was spent, and from where a leaf came if nothing was."""
    spent = [_spent(state, move) for move in moves if not footprint(move)]
    if spent:
        return spent
    leaves = [(move.color, move.source) for move in moves if isinstance(move, PlaceLeaf)]
    return [
        say("{color} leaf from {place}", color=hue(color), place=source(state, where))
        for color, where in leaves
        if where is not None
    ]


def _all(state: State, moves: Sequence[Move]) -> list[Sentence]:
    return [_piece(state, move) if footprint(move) else _spent(state, move) for move in moves]


def _piece(state: State, move: Move) -> Sentence:
    """The piece without where it came from."""
    if isinstance(move, PlaceLeaf):
        return phrase(state, PlaceLeaf(move.seat, move.color, move.covers, move.hole))
    return phrase(state, move)


def _spent(state: State, move: Move) -> Sentence:
    if isinstance(move, SpendMushroom):
        return say("mushroom: {places}", places=listed([_place(state, each) for each in move.sources]))
    return phrase(state, move)


def _place(state: State, where: Source) -> str:
    if where.place is Place.SEAT:
        return actor(state, where.at)
    return _SHORT_ENDS.get(where.place) or end(where.place)
