"""What pages ask about the boards: look again, hold, corners, which way up, whose, what is printed there, save."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from calibration.leaf_colors import kept_leaves
from calibration.profile import Profile
from device.setup.eyes import SetupEyes
from device.setup.known import KnownBoards, checked_name
from engine.sentence import say
from webui.command import Reply


class BoardRequests:
    """Passes on to the eyes what a page asks, and saves the boards.

    ``saved`` is whether the boards are saved as they are now.

    Args:
        eyes: find the boards.
        known: keeps boards that have a name.
        folder: of the profile.
    """

    def __init__(self, eyes: SetupEyes, known: KnownBoards, folder: Path) -> None:
        self._eyes, self._known, self._folder = eyes, known, folder
        self.saved = False
        self.handlers: Mapping[str, Callable[[Mapping[str, Any]], Reply]] = {
            "look": self._look,
            "hold": self._hold,
            "corners": self._corners,
            "turn": self._turn,
            "swap": self._swap,
            "floor": self._floor,
            "save": self._save,
            "save-bare": self._save_bare,
        }

    def _look(self, body: Mapping[str, Any]) -> Reply:
        del body
        self._eyes.look_again()
        return Reply(True)

    def _hold(self, body: Mapping[str, Any]) -> Reply:
        del body
        self._eyes.hold()
        return Reply(True)

    def _corners(self, body: Mapping[str, Any]) -> Reply:
        self._eyes.give_corners([tuple((float(x), float(y)) for x, y in board) for board in body["boards"]])
        self.saved = False
        return Reply(True)

    def _turn(self, body: Mapping[str, Any]) -> Reply:
        self._eyes.turn(int(body["board"]))
        self.saved = False
        return Reply(True)

    def _swap(self, body: Mapping[str, Any]) -> Reply:
        self._eyes.swap(int(body["board"]), int(body["other"]))
        self.saved = False
        return Reply(True)

    def _floor(self, body: Mapping[str, Any]) -> Reply:
        name = checked_name(body["name"])
        self._eyes.give_floor(int(body["board"]), [str(row) for row in body["floor"]], name)
        self.saved = False
        return Reply(True)

    def _save_bare(self, body: Mapping[str, Any]) -> Reply:
        """Save boards on which nothing lies, as somebody says, however they look."""
        del body
        profile = self._eyes.found().profile
        bare = tuple(replace(board, covered=()) for board in profile.boards)
        return self._keep(replace(profile, boards=bare))

    def _save(self, body: Mapping[str, Any]) -> Reply:
        del body
        return self._keep(self._eyes.found().profile)

    def _keep(self, profile: Profile) -> Reply:
        boards = self._eyes.found()
        # tiles stay the same when the camera moves
        replace(profile, leaves=kept_leaves(self._folder)).save(self._folder)
        self._eyes.lock(self._folder)
        for name, board in zip(boards.names, profile.boards, strict=True):
            if name and not board.covered:  # its picture would be what the empty board is known by
                self._known.keep(name, board)
        self._eyes.hold()
        self.saved = True
        return Reply(True, say("Saved."))
