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

FOLDER = Path(__file__).with_name("golden")
GAMES = {"solo-1": (1, 1), "solo-2": (2, 1), "two": (3, 2), "three": (4, 3), "four": (5, 4)}


def main() -> None:
    """Play and write every game."""
    for name, (seed, players) in GAMES.items():
        state, chance = dealt(seed, players), random.Random(seed)
        lines = [GAME.write_state(state)]
        while (result := GAME.result(state)) is None:
            seat, word = state.turn.seat, at_random(state, chance)
            step = GAME.play(state, GAME.read_move(word))
            state = step.state
            me = state.players[seat]
            kinds = " ".join(event.kind for event in step.events)
            lines.append(f"{word} | {kinds} | {me.board.covered.bit_count()} | {me.purse}")
        lines += [GAME.write_state(state), result.text, *(standing.text for standing in result.standings)]
        (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
