"""A kept game as the page replays it: the boards at the start, what each entry changed, and figures of the turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from device.archive.replaying import ReplayError
from device.journal.player_names import start_of
from device.journal.record import Entry, GameRecord
from device.session.history import History, SessionError
from engine.catalog import GAMES
from engine.game import IllegalMove, NotationError

FORMAT: Final = "leafwatch-replay/1"
Json = Mapping[str, Any]

_SHOWN: Final = ("board", "pieces", "purse", "covered", "areas")
"""What can change of a player's part of the table message; the rest stands at the start."""

_DISPUTES: Final = frozenset({"undo", "answer", "overrule", "spot", "revise"})
"""Kinds of entries that people may want to find again; a move that is the table's own decision is one too."""


def game_steps(game: GameRecord) -> Json:
    """The game from its start, an entry a step.

    A step holds only those keys of a player that it changed, so that a page folds them over what it has. See
    docs/api.md.

    Raises:
        ReplayError: the game does not follow from the rules.
    """
    history = _begin(game)
    rules: Any = GAMES[game.name]
    start: Json = rules.display(history.state)
    boards = [dict(player) for player in start["players"]]
    steps: list[Json] = []
    for number, entry in enumerate(game.entries):
        turn, seat, said = len(history.turns), rules.seat_to_play(history.state), len(history.log)
        _fold(history, number, entry)
        shown: Json = rules.display(history.state)
        changes = dict(_changes(boards, shown["players"]))
        if entry.kind in {"undo", "revise"}:  # their own sentence is all that is left behind the turns they took back
            said = max(len(history.log) - 1, 0)
            turn, seat = len(history.turns), rules.seat_to_play(history.state)
        steps.append(
            {
                "turn": turn,
                "seat": seat,
                "kind": entry.kind,
                "dispute": _dispute(entry),
                "move": entry.body.get("move"),
                "said": [{"mood": line.mood.value, "text": line.text} for line in history.log[said:]],
                "why": entry.body.get("why"),
                "actor": entry.actor,
                "at": game.written[number].at,
                "delta_s": game.written[number].delta_s,
                "changes": changes,
            }
        )
    result = rules.result(history.state)
    return {
        "format": FORMAT,
        "number": game.id,
        "title": rules.title,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "result": None if result is None else result.text,
        "mode": "multiplayer" if start.get("solo") is None else "solo",
        "players": [
            {key: player[key] for key in ("seat", "name", "cols", "rows", "floor", *_SHOWN)}
            for player in start["players"]
        ],
        "steps": steps,
        "turns": _figures(history, game, steps),
    }


def turn_lines(game: GameRecord) -> Sequence[Json]:
    """The turns with their sentences and their moves in notation, the present one last.

    Raises:
        ReplayError: the game does not follow from the rules.
    """
    return [
        {"number": line.number, "seat": line.seat, "text": line.text, "moves": list(line.moves)}
        for line in _folded(game).listed()
    ]


def turn_boards(game: GameRecord, number: int) -> Json | None:
    """A turn with all boards as they lay ``before`` and ``after`` it; None where there is no such turn.

    Raises:
        ReplayError: the game does not follow from the rules.
    """
    history, rules = _folded(game), GAMES[game.name]
    if not 1 <= number <= len(history.turns):
        return None
    end = history.turns[number].state if number < len(history.turns) else history.state
    start = history.turns[number - 1].state
    return {
        "number": number,
        "seat": rules.seat_to_play(start),
        "before": rules.display(start)["players"],
        "after": rules.display(end)["players"],
    }


def _folded(game: GameRecord) -> History[Any, Any]:
    history = _begin(game)
    for number, entry in enumerate(game.entries):
        _fold(history, number, entry)
    return history


def _begin(game: GameRecord) -> History[Any, Any]:
    if game.name not in GAMES:
        raise ReplayError(None, f"expected a game of {', '.join(GAMES)}, found {game.name}")
    rules: Any = GAMES[game.name]
    try:
        return History(rules, start_of(rules, game))
    except NotationError as error:
        raise ReplayError(None, str(error)) from error


def _fold(history: History[Any, Any], number: int, entry: Entry) -> None:
    try:
        history.fold(entry)
    except (IllegalMove, NotationError, SessionError, KeyError) as error:
        raise ReplayError(number, str(error)) from error


def _changes(boards: list[dict[str, Any]], players: Sequence[Json]) -> Iterator[tuple[str, Json]]:
    """By seat what differs from the boards as they were, which are brought up to date."""
    for seat, player in enumerate(players):
        changed = {key: player[key] for key in _SHOWN if boards[seat][key] != player[key]}
        if changed:
            boards[seat] |= changed
            yield str(seat), changed


def _dispute(entry: Entry) -> str | None:
    """The word for what people may want to find again, None for a step like any other."""
    if entry.kind == "move":
        return "decision" if str(entry.body.get("move")).startswith("table:") else None
    return entry.kind if entry.kind in _DISPUTES else None


def _figures(history: History[Any, Any], game: GameRecord, steps: Sequence[Json]) -> Sequence[Json]:
    """Of each turn that stands: how long it took, and spaces covered and areas complete at its end by seat."""
    rules: Any = GAMES[game.name]
    ends = [turn.state for turn in history.turns[1:]] + [history.state]
    figures: list[Json] = []
    for number, (turn, end) in enumerate(zip(history.turns, ends, strict=True), start=1):
        if not turn.made and number == len(ends) and number > 1:
            break  # it has only just begun
        players: Sequence[Json] = rules.display(end)["players"]
        figures.append(
            {
                "number": number,
                "seat": rules.seat_to_play(turn.state),
                # With what was taken back in it: the table spent that time too.
                "seconds": round(sum(step["delta_s"] for step in steps if step["turn"] == number), 1),
                "covered": [player["covered"] for player in players],
                "areas": [sum(area["complete"] for area in player["areas"]) for player in players],
            }
        )
    return figures
