"""What a player's phone may ask of the table: things of the own seat and of the own turn, and to take that back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from flask import abort

from engine.sentence import say
from webui.access import current_access
from webui.command import Command
from webui.feed import Feed
from webui.roles import Role

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
        if _turn(feed).get("undo_seat") not in {seat, None}:
            abort(403, say("That would take back another player's turn."))
    elif command.name not in OF_THE_TURN:
        abort(403, say("Players may not do this. Ask the host."))
    elif _turn(feed).get("seat") != seat:
        abort(403, say("It is not your turn."))
    return replace(command, who=f"seat-{seat + 1}")


def _turn(feed: Feed) -> Mapping[str, Any]:
    """The turn that pages show, without anything before there is one."""
    snapshot = feed.latest()
    turn: Mapping[str, Any] | None = None if snapshot is None else json.loads(snapshot.text).get("turn")
    return turn or {}
