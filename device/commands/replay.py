"""``leafwatch replay``: a kept game turn by turn on the terminal, played again through the real rules."""

from __future__ import annotations

import argparse

from device.archive.board_drawing import board_text
from device.archive.replaying import Replay
from device.journal.reading import read_chosen
from device.journal.record import GameRecord
from device.one_line import one_line
from device.places import places


def run(options: argparse.Namespace) -> int:
    """Print the game's sentences, with ``--board`` the board after each turn; returns 0.

    Raises:
        JournalError: there is no such game, or the journal cannot be read.
        ReplayError: an entry does not follow from the rules; what came before it is printed.
    """
    game = read_chosen(options.journal or places().journal, options.game)
    ended = "running" if game.ended_at is None else f"ended {_minute(game.ended_at)}"
    print(f"Game {game.id}, {game.name}, begun {_minute(game.started_at)}, {ended}.")
    replay(game, with_boards=options.board)
    return 0


def replay(game: GameRecord, *, with_boards: bool) -> None:
    """Print turn by turn.

    Raises:
        ReplayError: an entry does not follow from the rules.
    """
    played = Replay(game)
    session = played.session
    shown: tuple[int, int] | None = None
    for step in played.steps():
        if (step.turn, step.seat) != shown:
            shown = (step.turn, step.seat)
            print(f"\nTurn {step.turn}, {one_line(played.players[step.seat]['name'])}")
        for line in step.lines:
            print(f"  {one_line(line.text)}")
        if with_boards and (step.notation is None or session.turn > step.turn):
            print(_indented(board_text(played.players[step.seat])))
            shown = None
    print("\nAt the end" if session.finished else "\nAs it stands")
    for player in played.players:
        supply = ", ".join(f"{kind} {number}" for kind, number in player["purse"].items())
        print(f"\n  {one_line(player['name'])}: {player['covered']} spaces covered; {supply}")
        print(_indented(board_text(player)))
    result = session.game.result(session.committed)
    if result is not None:
        print(f"\n{one_line(result.text)}")


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


def _minute(time: str) -> str:
    return time[:16].replace("T", " ")
