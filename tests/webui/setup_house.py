"""A set-up that answers at once, with settings and a doctor, behind the real pages and a real server."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from webui import create_app, health, setup
from webui.command import Command, Reply
from webui.feed import Feed
from webui.server import Server, serve

FLOOR = ["...n.b...", "b........", ".........", "....m....", ".........", "..f......", ".........", "........n"]
LEAVES = [
    {"color": "green", "spaces": 3, "looks": []},
    {"color": "yellow", "spaces": 4, "looks": []},
    {"color": "red", "spaces": 5, "looks": []},
]
CORNERS = [[200.0, 150.0], [800.0, 150.0], [800.0, 650.0], [200.0, 650.0]]


def jpeg(width: int = 800, height: int = 600) -> bytes:
    """A picture of one colour."""
    return bytes(cv2.imencode(".jpg", np.full((height, width, 3), (60, 70, 60), np.uint8))[1])


class Wizard:
    """A set-up with one board; keeps what was asked and answers at once."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Mapping[str, Any]]] = []
        self.restored = b""
        self.refusal = ""
        self.before_camera: tuple[str, ...] = ("green", "yellow", "red")
        self.now: dict[str, Any] = {
            "format": "leafwatch-setup/1",
            "mode": "setup",
            "notice": "",
            "profile": False,
            "saved": False,
            "offers": [{"source": "usb:0", "label": "Some camera"}, {"source": "simulated", "label": ""}],
            "known": ["Old one"],
            "camera": {"source": "simulated", "name": "", "text": "", "size": [1000, 750], "frames": 9, "mains_hz": 50},
            "looks": 1,
            "why": "",
            "held": False,
            "boards": [self.board(CORNERS, FLOOR)],
            "checks": [
                {"board": 1, "check": "focus", "value": 2.5, "verdict": "good", "text": "in English"},
                {"board": 1, "check": "glare", "value": 9.0, "verdict": "poor", "text": "in English"},
                {"board": 1, "check": "exposure", "value": 30.0, "verdict": "fair", "text": "in English"},
            ],
            "leaves": LEAVES,
            "tiles": False,
            "lamps": {"mock": True, "count": 2, "lit": None, "seen": [], "done": False},
        }

    @staticmethod
    def board(corners: list[list[float]], floor: list[str]) -> dict[str, Any]:
        """One board as the set-up tells it."""
        return {
            "seat": 0,
            "name": "",
            "cols": 9,
            "rows": 8,
            "corners": corners,
            "edge": corners,
            "middles": [],
            "floor": floor,
            "sure": [[0.7] * 9] * 8,
            "residual": 0.002,
        }

    def state(self) -> Mapping[str, Any]:
        """As it stands."""
        return self.now

    def jpeg(self) -> bytes | None:
        """A picture."""
        return jpeg()

    def board_jpeg(self, index: int) -> bytes | None:
        """Another."""
        return jpeg(450, 400)

    def ask(self, action: str, body: Mapping[str, Any]) -> Future[Reply]:
        """Do it in the simplest way."""
        future: Future[Reply] = Future()
        if self.refusal:
            future.set_result(Reply(False, self.refusal))
            return future
        self.asked.append((action, body))
        lamps = self.now["lamps"]
        match action:
            case "corners":
                self.now["boards"] = [self.board(corners, FLOOR) for corners in body["boards"]]
            case "floor":
                self.now["boards"][body["board"]] |= {"floor": body["floor"], "name": body["name"]}
            case "swap":
                boards, (one, other) = self.now["boards"], (body["board"], body["other"])
                boards[one], boards[other] = boards[other], boards[one]
            case "begin":
                self.now["mode"] = "setup"
            case "leaves" | "leaves-forget":
                shown = self.before_camera if action == "leaves" else ()
                kept = [leaf["looks"] if shown else [] for leaf in self.now["leaves"]]
                looks = [["#8a4b2f"] if leaf["color"] in shown else old for leaf, old in zip(LEAVES, kept, strict=True)]
                self.now["leaves"] = [leaf | {"looks": each} for leaf, each in zip(LEAVES, looks, strict=True)]
            case "simulated-tiles":
                self.now["tiles"] = body["lie"]
            case "lamps":
                self.now["lamps"] = lamps | {"lit": 0, "seen": [], "done": False}
            case "lamp-seen":
                seen = [*lamps["seen"], body["seat"]]
                self.now["lamps"] = lamps | {
                    "seen": seen,
                    "lit": len(seen) if len(seen) < 2 else None,
                    "done": len(seen) == 2,
                }
            case "restore":
                self.restored = Path(body["file"]).read_bytes()
        future.set_result(Reply(True, "Done."))
        return future


class Settings:
    """A few settings; refuses a dwell of more than two minutes."""

    def __init__(self) -> None:
        self.players = ["Ada"]
        self.changes: list[Mapping[str, Mapping[str, object]]] = []

    def as_json(self) -> Mapping[str, Any]:
        """One of each form."""

        def one(section: str, key: str, value: object, **more: object) -> dict[str, object]:
            known = {"default": value, "from": "default", "may_set": True, "choices": [], "expected": ""}
            return {"section": section, "key": key, "value": value, **known, **more}

        told = [
            one("table", "players", self.players, **{"from": "page"}),
            one("table", "colors", ["white", "blue"], choices=["white", "blue", "yellow"]),
            one("table", "language", "en", choices=["en", "de"]),
            one("table", "turn-end", "button", choices=["button", "next-piece", "dwell"]),
            one("table", "dwell", 5.0),
            one("lamps", "night", "off"),
            one("lamps", "brightness", 1.0),
            one("page", "sounds", True),
            one("page", "port", 8080, may_set=False),
            one("buttons", "undo", 20, may_set=False),
            one("camera", "source", "pi"),
            one("camera", "mains-hz", 50, choices=[50, 60]),
        ]
        return {"format": "leafwatch-settings/1", "file": "/home/ada/config.toml", "notices": [], "settings": told}

    def change(self, changes: Mapping[str, Mapping[str, object]]) -> Reply:
        """Keep it."""
        self.changes.append(changes)
        if changes.get("table", {}).get("dwell") == 121:
            return Reply(False, "table.dwell: expected a number of seconds from 1 to 120, found 121.")
        return Reply(True, "Saved.")


class Doctor:
    """A problem and something in order."""

    def write_report(self, file: Path) -> None:
        """An empty one."""
        file.write_bytes(b"PK")

    def findings(self) -> list[Mapping[str, str]]:
        """Two findings."""
        return [
            {"subject": "Python", "level": "ok", "text": "3.11", "remedy": ""},
            {"subject": "disk", "level": "problem", "text": "full", "remedy": "free some space"},
        ]

    def facts(self) -> Mapping[str, Any]:
        """Of a table at work."""
        return {"mode": "table", "journal_bytes": 123_456, "versions": {"leafwatch": "1"}}


class House:
    """The pages over these stand-ins."""

    def __init__(self, scratch: Path) -> None:
        self.feed = Feed()
        self.wizard, self.settings = Wizard(), Settings()
        app = create_app(
            self.feed,
            self._submit,
            trusted_hosts=["127.0.0.1"],
            build="1",
            parts=[
                setup.blueprint(self.wizard, self.settings, scratch),
                health.blueprint(self.feed, Doctor(), lambda: 0.0),
            ],
        )
        self.server: Server = serve(app, "127.0.0.1", 0)
        self._thread = threading.Thread(target=self.server.run)
        self._thread.start()

    @staticmethod
    def _submit(command: Command) -> Future[Reply]:
        future: Future[Reply] = Future()
        future.set_result(Reply(True, command.name))
        return future

    def close(self) -> None:
        """Stop the server."""
        self.server.close()
        self._thread.join(60)
        assert not self._thread.is_alive()
