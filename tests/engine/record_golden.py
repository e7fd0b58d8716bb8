"""Writes the golden games again: ``python tests/engine/record_golden.py``. Read the difference before committing it.

A file holds the first state, then a line a move: the move, the kinds of its events, the covered spaces and the supply
of the player whose turn it was; at last the final state and the result.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parent))

from conftest import GAME, at_random, dealt

from engine.indian_summer import final, solo
from engine.indian_summer.forest import BOARD
from engine.indian_summer.moves import Move, footprint
from engine.indian_summer.state import Phase, State
from engine.polyomino import neighbours

FOLDER = Path(__file__).with_name("golden")


def sensible(state: State, chance: random.Random) -> str:
    """A move as people make them: animals first, leaves close together, doubles, and the planned final phase."""
    if state.turn.phase is Phase.FINAL:
        me = state.player
        plan = (
            solo.plan(me.board, me.purse) if state.solo is not None else final.plan(me.board, me.purse, state.turn.seat)
        )
        steps = [move for step in plan.steps for move in step.moves]
        return GAME.write_move(steps[0]) if steps else f"{state.turn.seat + 1}:end"
    kinds: dict[str, list[Move]] = {}
    for move in GAME.legal_moves(state):
        kinds.setdefault(type(move).__name__, []).append(move)
    for kind in ("Refill", "PlaceAnimal", "SpendFeather", "SpendMushroom"):
        if kind in kinds:
            return GAME.write_move(chance.choice(kinds[kind]))
    if "PlaceLeaf" in kinds:
        best = max((_touching(state, move), chance.random(), number) for number, move in enumerate(kinds["PlaceLeaf"]))
        return GAME.write_move(kinds["PlaceLeaf"][best[2]])
    if "SpendBerry" in kinds and chance.random() < 0.5:
        return GAME.write_move(chance.choice(kinds["SpendBerry"]))
    return GAME.write_move(chance.choice(kinds.get("EndTurn") or kinds["PlaceSquirrel"]))


def _touching(state: State, move: Move) -> int:
    """Edges against covered spaces and the rim, and a hole over a print."""
    covers, taken = BOARD.set_of(footprint(move)), BOARD.set_of(state.board.covered)
    beside = [each for cell in covers for each in neighbours(cell) if each not in covers]
    prints = sum(state.board.floor.prints)
    return sum(each in taken or each not in BOARD for each in beside) + 3 * bool(getattr(move, "hole", 0) & prints)


GAMES = {
    "solo-1": (1, 1, 1, at_random),
    "solo-2": (135, 30, 1, sensible),  # won: one of the few that this policy wins
    "solo-3": (321, 43, 1, sensible),
    "two": (3, 3, 2, at_random),
    "three": (4, 4, 3, at_random),
    "four": (5, 5, 4, sensible),
}
"""Name: seed of the deal, seed of the play, players, who plays."""


def main() -> None:
    """Play and write every game."""
    for name, (seed, luck, players, policy) in GAMES.items():
        state, chance = dealt(seed, players), random.Random(luck)
        lines = [GAME.write_state(state)]
        while (result := GAME.result(state)) is None:
            seat, word = state.turn.seat, policy(state, chance)
            step = GAME.play(state, GAME.read_move(word))
            state = step.state
            me = state.players[seat]
            kinds = " ".join(event.kind for event in step.events)
            lines.append(f"{word} | {kinds} | {me.board.covered.bit_count()} | {me.purse}")
        lines += [GAME.write_state(state), result.text, *(standing.text for standing in result.standings)]
        (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
