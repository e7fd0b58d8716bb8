"""How surprising a move is without other evidence, in nats (R12.2)."""

from __future__ import annotations

from engine.indian_summer import moves
from engine.indian_summer.owing import takes_late
from engine.indian_summer.state import State

LEAF_AS_MAIN = 0.2
LEAF_OF_DOUBLE = 0.1
ANIMAL_LAID = 0.3
SQUIRREL_AS_MAIN = 0.7
SQUIRREL_FOR_NUT = 1.2
TAKEN_LATE = 0.1
FEATHER_SPENT = 1.0
EXCHANGED_UP = 2.0  # on purpose
EXCHANGED_DOWN = 2.5  # mostly for a nut


def cost(state: State, move: moves.Move) -> float:
    """At least 0: a leaf is what people lay, and nobody exchanges without need.

    Sources, ends and kinds among which no camera can choose cost the same, so that the table is asked.
    """
    match move:
        case moves.PlaceLeaf():
            return LEAF_OF_DOUBLE if state.turn.double is not None else LEAF_AS_MAIN
        case moves.PlaceAnimal():
            return ANIMAL_LAID
        case moves.EndTurn():
            return 0.3
        case moves.PlaceSquirrel():
            return SQUIRREL_AS_MAIN
        case moves.Refill():
            return 1.0
        case moves.SpendFeather():
            return FEATHER_SPENT
        case moves.SpendNut():
            return SQUIRREL_FOR_NUT
        case moves.SpendMushroom():
            return 1.2
        case moves.SpendBerry():
            return 2.0
        case moves.Exchange(give=give, get=get):
            return EXCHANGED_UP if give < get else EXCHANGED_DOWN
        case moves.TellPath():
            return 6.0
        case moves.Correction():
            return TAKEN_LATE if takes_late(state, move) else 50.0
