"""Five tables as the camera sees them and what the referee says of them: the text of docs/explanations.md."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine.catalog import GAMES
from engine.game import Reading, Spot, Surface
from engine.grid import Cell, Space
from engine.indian_summer.drawings import board_rows
from engine.indian_summer.moves import Move, footprint
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import ANIMAL, FLOOR, HOLE, LEAVES, SQUIRREL, TOKENS
from engine.referee import Explanation, Verdict, explain, explain_end

GAME = GAMES["indian-summer"]
FILE = Path(__file__).parents[2] / "docs" / "explanations.md"
SIGNS: Mapping[str, Surface] = {
    **dict(zip(".osa", (FLOOR, HOLE, SQUIRREL, ANIMAL), strict=True)),
    **dict(zip("gyr", LEAVES, strict=True)),
    **dict(zip("BNMF", TOKENS, strict=True)),
}
INTRO = """# Five explanations

What the referee makes of five tables, written by `tests/engine/record_explanations.py` and kept true by
`tests/engine/test_explanations.py`. The drawings are those of a [position file](positions.md) with colours: `.` empty,
`g y r` leaf, `o` bare hole, `B N M F` hole with that token, `s` squirrel, `a` animal; lower-case `b n m f` is what is
printed on the floor, and `?` cannot be read. What a rule's number stands for is listed in
[rules-coverage.md](rules-coverage.md).
"""


class Table(NamedTuple):
    """A table to be explained: what it shows, the state before, the board of seat 1 as it is seen, and who asks."""

    title: str
    about: str
    state: State
    seen: Sequence[str]
    ask: Callable[..., Explanation[State, Move]] = explain


def tables(drawn: Any) -> tuple[Table, ...]:
    """The five; ``drawn`` makes states of drawings."""
    alone, player, table = drawn.alone, drawn.player, drawn.table
    return (
        Table(
            "A whole turn at once",
            "One settled view shows all of a turn. The leaf completes Area 1, whose berry joins the one in the supply;"
            " the two become a nut, and the nut a squirrel. Nobody saw the exchange, so it is named as inferred.",
            alone(["yyo", "yBy", "y..", "..."], ["...", ".b.", "b.."], purse=(1, 0, 0, 0), path="r01r14y02"),
            ["yyo", "yoy", "yrr", "rro", *[""] * 3, ".......s."],
        ),
        Table(
            "Whose tiles were they?",
            "Two leaves are laid, and a mushroom pays for them. The red one is the first tile of Di's path; the green"
            " one is the first of Ben's path and of Cy's: whose it was is asked, with a drawing for each answer.",
            table(
                player(["yyy", "o.."], path="y01y02"), *[player(path=f"{first}y05") for first in ("g02", "g02", "r18")]
            ),
            ["yyy", "o..", "", "..gog", "", ".....or", "....rrr"],
        ),
        Table(
            "Three things wrong",
            "A red leaf of the path lies with one space on a red leaf, where nothing changes its look; there is a"
            " squirrel on a hole; and nobody can pay for squirrels. What explains the table best comes first.",
            alone(["rrr", "ro.", "...", "......oyy", "........y"], purse=(0, 0, 0, 0), path="r24y03"),
            ["rrr", "ro.", "r..", "rro...syy", "........y", "s"],
        ),
        Table(
            "A token to be laid, a token to be taken",
            "The leaf is legal. Its hole is over a printed mushroom, so a mushroom belongs on it; and it completes Area"
            " 1, whose nut still lies there. The hands have not done yet: that is no mistake.",
            alone(["yyy", "yNg", "ggo", "..."], ["...", ".n.", "...", "...", "m"], purse=(0, 0, 0, 0)),
            ["yyy", "yNg", "ggo", "rrr", "or"],
        ),
        Table(
            "What lies where nothing can be read?",
            "Somebody ends the turn, but nothing new is seen, and passing is not allowed. Two spaces cannot be read: on"
            " one of them lies what was laid.",
            alone(["yyy", "o", ""], purse=(0, 0, 0, 0)),
            ["yyy", "o", "", "...?", "", ".......?"],
            explain_end,
        ),
    )


def written(drawn: Any) -> str:
    """The whole file."""
    return "\n".join(
        [INTRO, *(_told(number, each, drawn.rows(each.seen)) for number, each in enumerate(tables(drawn), start=1))]
    )


def found(each: Table, rows: Sequence[str]) -> Explanation[State, Move]:
    """What the referee says of a table of which these eight rows are seen."""
    return each.ask(GAME, each.state, _readings(each, rows))


def _readings(each: Table, rows: Sequence[str]) -> dict[Spot, Reading]:
    seen = {spot: Reading(surface, 1.0) for spot, surface in GAME.view(each.state).items()}
    for row, letters in enumerate(rows):
        for col, sign in enumerate(letters):
            if sign == "?":
                del seen[Space(0, Cell(row, col))]
            else:
                seen[Space(0, Cell(row, col))] = Reading(SIGNS[sign], 1.0)
    return seen


def _told(number: int, each: Table, rows: Sequence[str]) -> str:
    answer, floor = found(each, rows), each.state.players[0].board.floor.rows
    before = board_rows(each.state.players[0].board)
    lines = [f"## {number}. {each.title}", "", textwrap.fill(each.about, 120), "", "    floor       before      seen"]
    lines += [f"    {'   '.join(three)}" for three in zip(floor, before, rows, strict=True)]
    lines += ["", f"Verdict: **{answer.verdict.value}**.", ""]
    if answer.verdict is Verdict.QUESTION:
        labels = GAME.answers(each.state, [line.moves for line in answer.rivals])
        for label, line in zip(labels, answer.rivals, strict=True):
            lines.append(f"- *{label}*: {'; '.join(map(str, _phrases(each.state, line.moves)))}")
    else:
        for said in (*_phrases(each.state, answer.moves), *(event.text for event in answer.events)):
            lines.append(f"- {said}")
    for reason in answer.violations:
        spots = ", ".join(sorted(str(spot.cell) for spot in reason.spots if isinstance(spot, Space)))
        lines.append(f"- {reason.rule}: {reason.text} *{reason.remedy}* ({spots or 'no space of its own'})")
    return "\n".join(lines) + "\n"


def _phrases(state: State, moves: Sequence[Move]) -> list[str]:
    """The moves in the order that explains the table; what no camera sees is inferred (R12.2)."""
    said = []
    for move in moves:
        said.append(f"{GAME.phrase(state, move)}{'' if footprint(move) else ' (inferred)'}")
        state = GAME.play(state, move).state
    return said
