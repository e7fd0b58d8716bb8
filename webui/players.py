"""What a player's phone may ask of the table: things of the own seat and of the own turn, and to take that back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from flask import abort

from engine.sentence import say
from webui.access import Role, current_access
from webui.command import Command
from webui.feed import Feed

OF_THE_TURN: Final = frozenset({"end-turn", "answer", "put-back"})
OF_THE_SEAT: Final = frozenset({"purse"})


def signed(command: Command, feed: Feed) -> Command:
    """The command with who asks for it; refuses (403) what a player may not ask.

    A player's command is signed with the seat as people count it, ``seat-1`` for seat 0.
    """
    access = current_access()
    if access.role is Role.HOST:
        return command
    seat = access.seat
    if seat is None:  # a guest does not get as far as this
        abort(403, say("Only the host may do this. Log in with the PIN first."))
    if command.name in OF_THE_SEAT:
        if command.body.get("seat") != seat:
            abort(403, say("A player may change the own supply only."))
    elif command.name == "undo":
        if seat_to_undo(_shown(feed)) != seat:
            abort(403, say("That would take back another player's turn."))
    elif command.name not in OF_THE_TURN:
        abort(403, say("Players may not do this. Ask the host."))
    elif _seat_to_play(_shown(feed)) != seat:
        abort(403, say("It is not your turn."))
    return replace(command, who=f"seat-{seat + 1}")


def seat_to_undo(message: Mapping[str, Any]) -> int | None:
    """Whose turn an undo would take back: that of who ended the last one, as long as nothing of the present one counts.

    ``message`` is a table message; its ``turn.mark`` counts the turns that have begun and what was made in the last.
    """
    turn = message.get("turn") or {}
    begun, _, made = str(turn.get("mark", "")).partition(".")
    if made == "0":
        ended = [line["seat"] for line in message.get("log", ()) if line["turn"] == int(begun) - 1]
        if ended:
            return int(ended[-1])
    return _seat_to_play(message)


def _shown(feed: Feed) -> Mapping[str, Any]:
    snapshot = feed.latest()
    return {} if snapshot is None else json.loads(snapshot.text)


def _seat_to_play(message: Mapping[str, Any]) -> int | None:
    found = (message.get("turn") or {}).get("seat")
    return found if type(found) is int else None
