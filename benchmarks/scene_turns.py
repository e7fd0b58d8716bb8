"""Scenes in which several pieces come at once: ``scene_turns.py KIND --renderer DIR --out DIR [--art ART] [...]``.

The renderer ``tablescene`` lays a piece a step. At a table more comes between two pictures in which nothing moves:

final: from the third step on, two to four squirrels side by side, as nuts buy them in the final phase (R10.2);
    ``--first 13 --steps 18`` lays them in what twelve moves have left of the board.
double: two moves a step, as a Feather or a Mushroom allow (R8.3, R8.4), or a leaf and an animal, or a squirrel.

``--renderer`` is the folder in which ``tablescene`` lies, ``--art`` a module of ``arts/``; whatever else is given is
passed on to the renderer, see its README: ``--seed 1 --difficulty hard --steps 5 --hands none --spp 8``.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ARTS = Path(__file__).resolve().parent / "arts"
_FINAL = 3  # the step from which on squirrels come
_BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))

Step = Callable[..., Any]
"""A random generator, a board, the number of the step and a prefix of names to the next board and what was done."""


def main() -> int:
    """Render; returns 1 where the renderer is not to be found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=("final", "double"), metavar="KIND", help="final or double")
    first = f"of final: the first with squirrels, {_FINAL} if not given"
    parser.add_argument("--first", type=int, default=_FINAL, metavar="STEP", help=first)
    parser.add_argument("--art", help="a module of arts/; the renderer's own art if not given")
    parser.add_argument("--renderer", type=Path, required=True, metavar="DIR", help="where tablescene lies")
    options, passed_on = parser.parse_known_args()
    if not (options.renderer / "tablescene" / "__main__.py").is_file():
        print(f"there is no tablescene in {options.renderer}", file=sys.stderr)
        return 1
    sys.path[:0] = [str(options.renderer), str(ARTS)]
    if options.art:
        importlib.import_module(options.art).apply()
    game: Any = importlib.import_module("tablescene.game")
    if options.kind == "final":
        game.next_step = finally_squirrels(game.next_step, game.Piece, options.first)
    else:
        game.next_step = doubled(game.next_step, game.Piece)
    sys.argv[1:] = passed_on
    importlib.import_module("tablescene.__main__").main()
    return 0


def finally_squirrels(usual: Step, piece: Callable[..., Any], first_step: int = _FINAL) -> Step:
    """Steps of which those from ``first_step`` on lay squirrels side by side, the first where most lies round it."""

    def step(random: Any, board: Any, number: int, prefix: str = "") -> Any:
        if number < first_step:
            return usual(random, board, number, prefix)
        board, spec = board.copy(), board.spec
        taken = board.covered()
        free = [(col, row) for row in range(spec.rows) for col in range(spec.cols) if (col, row) not in taken]
        if not free:
            return None
        first = max(free, key=lambda at: sum(other not in free for other in _round(at)) + random.random())
        group, wanted = [first], int(random.integers(2, 5))
        while len(group) < wanted:
            more = [other for at in group for other in _round(at) if other in free and other not in group]
            if not more:
                break
            group.append(more[int(random.integers(len(more)))])
        names = [f"{prefix}S{number}_{count}" for count in range(len(group))]
        for name, at in zip(names, group, strict=True):
            seed = int(random.integers(1 << 30))
            board.pieces.append(piece(name, "squirrel", [at], "squirrel", step=number, art_seed=seed))
        return board, {"move": "squirrel", "placed": names, "removed": []}

    return step


def doubled(usual: Step, piece: Callable[..., Any]) -> Step:
    """Steps of two moves each."""
    del piece

    def step(random: Any, board: Any, number: int, prefix: str = "") -> Any:
        first = usual(random, board, 2 * number, prefix)
        second = None if first is None else usual(random, first[0], 2 * number + 1, prefix)
        if first is None or second is None:
            return first
        after, (one, other) = second[0], (first[1], second[1])
        placed = [name for name in one["placed"] if name not in other["removed"]] + list(other["placed"])
        removed = list(one["removed"]) + [name for name in other["removed"] if name not in one["placed"]]
        for each in after.pieces:
            if each.step in (2 * number, 2 * number + 1):
                each.step = number
        return after, {"move": one["move"], "placed": placed, "removed": removed}

    return step


def _round(at: tuple[int, int]) -> list[tuple[int, int]]:
    """The places (col, row) beside one."""
    return [(at[0] + right, at[1] + down) for right, down in _BESIDE]


if __name__ == "__main__":
    sys.exit(main())
