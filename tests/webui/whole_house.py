"""The application with every part that a real table has, before stand-ins that answer at once."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from flask import Flask

from engine.sentence import say
from webui import create_app, games, setup
from webui.access import Access
from webui.command import Command, Reply
from webui.feed import Feed

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"/>'
JPEG = bytes.fromhex("ffd8ffd9")
PLAYER: Mapping[str, object] = {
    "seat": 0,
    "name": "Ada",
    "cols": 9,
    "rows": 8,
    "floor": ["b.......n", *["." * 9] * 6, "m.......f"],
    "board": ["." * 9] * 8,
    "pieces": [],
    "purse": {"berry": 1, "nut": 1, "mushroom": 0, "feather": 0},
    "covered": 0,
    "areas": [
        {
            "name": str(3 * row + col + 1),
            "cells": [f"{'abcdefghi'[3 * col + c]}{4 * row + r + 1}" for r in range(4) for c in range(3)],
            "covered": 0,
            "complete": False,
            "missing": 12,
            "gives": {},
        }
        for row in range(2)
        for col in range(3)
    ],
}
LEAF = {"kind": "leaf", "color": "red", "name": None, "cells": ["a1", "b1", "c1", "d1", "e1"], "hole": "b1"}


def _step(dispute: str | None, **more: object) -> dict[str, object]:
    step = {
        "turn": 1,
        "seat": 0,
        "kind": "move",
        "dispute": dispute,
        "move": "1:leaf:red:a1,b1o,c1,d1,e1",
        "said": [{"mood": "good", "text": say("The turn was taken back.")}],
        "why": None,
        "actor": "camera",
        "at": "2026-11-21T18:31:00.000",
        "delta_s": 31.5,
        "changes": {},
    }
    return {**step, **more}


class Games:
    """One game of two steps, number 1."""

    forms = ("jsonl", "notation", "csv", "svg")

    def games(self) -> list[games.Json]:
        """Its line."""
        head = {"number": 1, "title": "Indian Summer", "names": ["Ada"], "started_at": "2026-11-21T18:30:00.000"}
        return [{**head, "ended_at": None, "entries": 2, "result": None, "won": None}]

    def replay(self, number: int) -> games.Json:
        """A leaf that is taken back."""
        self._known(number)
        leaf = {"0": {"pieces": [LEAF], "covered": 5}}
        back = {"0": {"pieces": [], "covered": 0}}
        return {
            "format": "leafwatch-replay/1",
            "number": 1,
            "title": "Indian Summer",
            "started_at": "2026-11-21T18:30:00.000",
            "ended_at": None,
            "result": None,
            "mode": "solo",
            "players": [PLAYER],
            "steps": [_step(None, changes=leaf), _step("undo", kind="undo", move=None, changes=back, actor="seat-1")],
            "turns": [{"number": 1, "seat": 0, "seconds": 63.0, "covered": [0], "areas": [0]}],
        }

    def export(self, number: int, form: str) -> games.File:
        """A drawing, whatever the form."""
        self._known(number)
        return games.File(f"leafwatch-game-1.{form}", "image/svg+xml", SVG)

    def take(self, content: bytes, name: str) -> str:
        """Nothing is a game."""
        raise games.GameRefused(say("{what}.", what=name))

    def _known(self, number: int) -> None:
        if number != 1:
            raise games.GameNotFound(say("There is no game {number}.", number=number))


def turns() -> list[games.Json]:
    """The turns of the game."""
    return [{"number": 1, "seat": 0, "text": say("The turn was taken back."), "moves": ["1:end"]}]


class Setup:
    """A set-up that does whatever is asked; keeps what was."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def state(self) -> Mapping[str, Any]:
        """Nothing is open, the table is watched."""
        return {
            "format": "leafwatch-setup/1",
            "mode": "table",
            "notice": "",
            "why": "",
            "profile": True,
            "saved": False,
            "offers": [],
            "known": [],
            "camera": None,
            "checks": [],
            "boards": [],
            "frame": None,
            "lamps": {"mock": True, "count": 1, "lit": None, "seen": [], "done": False},
        }

    def jpeg(self) -> bytes | None:
        """The smallest picture."""
        return JPEG

    def board_jpeg(self, index: int) -> bytes | None:
        """The same for the first board."""
        return JPEG if index == 0 else None

    def ask(self, action: str, body: Mapping[str, Any]) -> Future[Reply]:
        """Done at once."""
        self.asked.append(action)
        done: Future[Reply] = Future()
        done.set_result(Reply(True, say("Noted.")))
        return done


class Settings:
    """No settings at all."""

    def __init__(self) -> None:
        self.changes: list[object] = []

    def as_json(self) -> Mapping[str, Any]:
        """The empty list."""
        return {"format": "leafwatch-settings/1", "notices": [], "settings": []}

    def change(self, changes: Mapping[str, Mapping[str, object]]) -> Reply:
        """Kept."""
        self.changes.append(changes)
        return Reply(True, say("Noted."))


class House:
    """The application and everything behind it that a request could change."""

    def __init__(self, scratch: Path, access: Access | None) -> None:
        self.feed = Feed()
        self.commands: list[Command] = []
        self.setup, self.settings = Setup(), Settings()
        self.app: Flask = create_app(
            self.feed,
            self._submit,
            trusted_hosts=["localhost", "127.0.0.1"],
            build="1",
            latest_jpeg=lambda: JPEG,
            access=access,
            parts=(
                setup.blueprint(self.setup, self.settings, scratch),
                games.blueprint(Games(), turns),
            ),
        )

    @property
    def touched(self) -> bool:
        """Whether anything was asked of the table, the set-up or the settings."""
        return bool(self.commands or self.setup.asked or self.settings.changes)

    def _submit(self, command: Command) -> Future[Reply]:
        self.commands.append(command)
        done: Future[Reply] = Future()
        done.set_result(Reply(True, say("Noted.")))
        return done
