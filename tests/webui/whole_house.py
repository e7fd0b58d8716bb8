"""The application with every part that a real table has, before stand-ins that answer at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from flask import Flask

from engine.sentence import say
from webui import backup, create_app, games, health, setup
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
    first = {"number": 1, "seat": 0, "text": say("The turn was taken back."), "moves": ["1:end"]}
    return [first, {"number": 2, "seat": 0, "text": "", "moves": []}]


def turn(number: int) -> games.Json:
    """Its first turn, which changed nothing."""
    if number != 1:
        return games.no_turn(number)
    return {"number": 1, "seat": 0, "before": [PLAYER], "after": [PLAYER]}


class Setup:
    """A set-up that does whatever is asked; keeps what was."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def state(self) -> Mapping[str, Any]:
        """A set-up with one board and a finding of each level."""
        corners = [[200.0, 150.0], [800.0, 150.0], [800.0, 650.0], [200.0, 650.0]]
        board = {"seat": 0, "name": "", "cols": 9, "rows": 8, "corners": corners, "edge": corners, "middles": []}
        return {
            "format": "leafwatch-setup/1",
            "mode": "setup",
            "notice": "",
            "profile": True,
            "saved": False,
            "offers": [{"source": "usb:0", "label": "Some camera"}, {"source": "simulated", "label": ""}],
            "known": ["Old one"],
            "camera": {"source": "simulated", "name": "", "text": "", "size": [1000, 800], "frames": 9, "mains_hz": 50},
            "looks": 1,
            "why": "",
            "held": False,
            "boards": [{**board, "floor": PLAYER["floor"], "sure": [[0.7] * 9] * 8, "residual": 0.002}],
            "checks": [
                {"board": 1, "check": check, "value": 2.5, "verdict": verdict, "text": "As said."}
                for check, verdict in (("focus", "good"), ("glare", "poor"), ("exposure", "fair"))
            ],
            "leaves": [
                {"color": color, "spaces": size, "looks": []}
                for color, size in (("green", 3), ("yellow", 4), ("red", 5))
            ],
            "tiles": False,
            "lamps": {"mock": True, "count": 2, "lit": None, "seen": [], "done": False},
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
    """A few settings."""

    def __init__(self) -> None:
        self.changes: list[object] = []

    def as_json(self) -> Mapping[str, Any]:
        """One of each form."""

        def one(section: str, key: str, value: object, **more: object) -> dict[str, object]:
            known = {
                "default": value,
                "from": "default",
                "may_set": True,
                "choices": [],
                "expected": say("true or false"),
            }
            return {"section": section, "key": key, "value": value, **known, **more}

        told = [
            one("table", "players", ["Ada"]),
            one("table", "language", "en", choices=["en", "de"]),
            one("table", "dwell", 5.0),
            one("lamps", "night", "off"),
            one("page", "sounds", True),
            one("page", "port", 8080, may_set=False),
        ]
        return {"format": "leafwatch-settings/1", "file": "config.toml", "notices": [], "settings": told}

    def change(self, changes: Mapping[str, Mapping[str, object]]) -> Reply:
        """Kept."""
        self.changes.append(changes)
        return Reply(True, say("Noted."))


class Doctor:
    """A machine with one finding of each level."""

    def findings(self) -> list[Mapping[str, str]]:
        """As the doctor finds them."""
        return [
            {"subject": "pins", "level": "ok", "text": say("Noted."), "remedy": ""},
            {"subject": "settings", "level": "notice", "text": say("Noted."), "remedy": ""},
            {"subject": "camera", "level": "problem", "text": say("Noted."), "remedy": say("Noted.")},
        ]

    def facts(self) -> Mapping[str, Any]:
        """The table is watched."""
        return {"mode": "table", "journal_bytes": 123_456, "versions": {"leafwatch": "1"}}

    @property
    def write_report(self) -> Callable[[Path], object]:
        """A file of two letters."""
        return lambda path: path.write_bytes(b"PK")


class House:
    """The application and everything behind it that a request could change."""

    def __init__(self, scratch: Path, message: Mapping[str, object], access: Access | None) -> None:
        self.feed = Feed()
        self.feed.publish(message)
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
                games.blueprint(Games(), turns, turn),
                health.blueprint(self.feed, Doctor()),
                backup.blueprint(lambda file: file.write_bytes(b"PK")),
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
