"""The set-up: owns the camera and the lamps while it is open, and does what the pages ask.

It runs in the thread of the table's loop, in turns with the table, so there are never two owners of the camera. Pages
put their wishes in a queue and read an immutable picture of how things stand.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from calibration.board_library import BoardLibrary
from calibration.profile import Profile, ProfileError
from device.archive.backup_check import opened
from device.commands.calibrate import BOARDS
from device.commands.restore import complaints, restore
from device.errors import DeviceError, RequestError
from device.places import Places
from device.settings import Settings, SettingsError
from device.settings_page import PageSettings
from device.setup.board_requests import BoardRequests
from device.setup.cameras import Cameras, offers
from device.setup.eyes import SetupEyes
from device.setup.known import Floor, KnownBoards
from device.setup.lamp_bench import LampBench
from device.setup.lamp_requests import LampRequests
from device.setup.leaves import LeafRequests, as_json
from device.signals.indicator import Indicator
from device.stopping import StopSign
from engine.sentence import say, sentence_of
from vision.pose import BoardNotFound
from webui.command import Reply

FORMAT = "leafwatch-setup/1"

_SAVING = frozenset({"save", "save-bare", "leaves", "leaves-forget"})
"""What changes the profile."""

Body = Mapping[str, Any]


class Wizard:
    """The set-up of one installation.

    Args:
        where: the installation's files.
        settings: what the pages may set.
        cameras: opens them.
        profile: the folder where the boards are saved.
        source: the camera that was asked for at the start, in place of the settings' own.
        built_in: boards that need no file, such as the simulated table's.
        new_lamps: opens the lamps for their test.
        clock: monotonic seconds.
    """

    def __init__(
        self,
        where: Places,
        settings: PageSettings,
        cameras: Cameras,
        *,
        profile: Path,
        source: str | None = None,
        built_in: Mapping[str, Floor] | None = None,
        new_lamps: Callable[[Settings], Indicator],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._where, self._settings, self._profile = where, settings, profile
        self._asked_for = source
        self._jobs: queue.SimpleQueue[tuple[str, Body, Future[Reply]]] = queue.SimpleQueue()
        self.wanted = threading.Event()
        self._changed = threading.Event()
        self._open = self._left = False
        library = BoardLibrary(where.page_settings.with_name(BOARDS))
        self._known = KnownBoards(library, dict(built_in or {}))
        self._eyes = SetupEyes(cameras, self._known, clock)
        self._boards = BoardRequests(self._eyes, self._known, profile)
        self._leaves = LeafRequests(self._eyes, profile)
        self._lamps = LampBench(new_lamps, clock)
        self.notice = ""
        self._facts: Mapping[str, Any] = {}
        self._shown: Mapping[str, Any] = {}
        self._actions: Mapping[str, Callable[[Body], Reply]] = {
            "camera": self._on_camera,
            **self._boards.handlers,
            **self._leaves.handlers,
            **LampRequests(self._lamps, settings, self._settings_or_default).handlers,
            "restore": self._on_restore,
            "finish": self._on_finish,
        }
        self._learn()
        self._show()

    # --- for the threads of the pages -----------------------------------------------------------------------------

    def state(self) -> Mapping[str, Any]:
        """How things stand, in the form ``leafwatch-setup/1``."""
        return self._shown

    @property
    def source(self) -> str | None:
        """The camera that was asked for at the start, until a page has chosen another."""
        return self._asked_for

    def jpeg(self) -> bytes | None:
        """The camera's last picture; None before the first, and while the table has the camera."""
        return self._eyes.picture.jpeg() if self._open else None

    def board_jpeg(self, index: int) -> bytes | None:
        """One of the found boards seen from straight above."""
        return self._eyes.board_jpeg(index) if self._open else None

    def reload(self) -> None:
        """Let the open set-up take settings that have changed."""
        self._changed.set()

    def ask(self, action: str, body: Body) -> Future[Reply]:
        """Put a wish in the queue; never blocks."""
        future: Future[Reply] = Future()
        if action == "begin":
            self.wanted.set()
            future.set_result(Reply(True, say("The set-up is open. The game waits.")))
        elif self._shown["mode"] == "table":
            future.set_result(Reply(False, say("The table is being watched. Open the set-up first.")))
        else:
            self._jobs.put((action, body, future))
        return future

    # --- the loop -------------------------------------------------------------------------------------------------

    def run(self, stop: StopSign, between: Callable[[], None] = lambda: None) -> None:
        """Own the camera until a page finishes the set-up; ``between`` is called again and again, to answer others."""
        self._enter()
        with ThreadPoolExecutor(1, "set-up") as worker:
            try:
                while not (stop.is_set() or self._left):
                    while self._do_next(0.0):
                        pass
                    between()
                    self._take_settings()
                    self._lamps.tick()
                    pause_s = self._eyes.step(worker)
                    self._show()
                    if pause_s > 0:
                        self._do_next(pause_s)
            finally:
                self._leave()

    def _enter(self) -> None:
        self.wanted.clear()
        self._left = self._boards.saved = False
        self._learn()
        settings = self._settings_or_default()
        source = self._asked_for or settings.camera
        offered = {offer["source"] for offer in self._facts["offers"]}
        # a camera that nobody chose and that is not there is no camera lost, but one to be chosen
        chosen = source in offered or source.startswith(("file:", "simulated")) or self._facts["profile"]
        self._eyes.use_mains(settings.mains_hz)
        self._eyes.choose(source if chosen else None)
        self._open = True
        self._show()

    def _take_settings(self) -> None:
        if self._changed.is_set():
            self._changed.clear()
            if self._eyes.use_mains(self._settings_or_default().mains_hz):
                self._boards.saved = False  # with the exposure that was locked for them

    def _leave(self) -> None:
        self._open = False
        self._eyes.close()
        self._lamps.close()
        self.notice = ""
        self._learn()
        self._show()
        while self._do_next(0.0):
            pass

    def _do_next(self, patience_s: float) -> bool:
        try:
            action, body, future = self._jobs.get(block=patience_s > 0, timeout=patience_s or None)
        except queue.Empty:
            return False
        if not future.set_running_or_notify_cancel():
            return True
        try:
            reply = self._actions[action](body) if self._open else Reply(False, say("The set-up is closed."))
            if reply.ok and action in _SAVING:
                self._learn()
        except (DeviceError, BoardNotFound, ProfileError) as error:
            reply = Reply(False, error.args[0] if len(error.args) == 1 else str(error))
        except OSError as error:
            reply = Reply(False, say("The disk refuses: {why}.", why=str(error.strerror or error)))
        except Exception as error:
            future.set_exception(error)
            raise
        self._show()
        future.set_result(reply)
        return True

    # --- what pages ask -------------------------------------------------------------------------------------------

    def _on_camera(self, body: Body) -> Reply:
        source = str(body["source"])
        reply = self._settings.change({"camera": {"source": source}})
        if reply.ok:
            self._asked_for, self._boards.saved = None, False
            self._eyes.choose(source)
        return reply

    def _on_restore(self, body: Body) -> Reply:
        with opened(Path(str(body["file"])), say("the backup")) as backup:
            done = restore(backup, self._where, datetime.now(UTC))
        self._lamps.close()
        self._enter()
        self.notice = next(iter(complaints(self._where)), "")
        if done.kept:
            return Reply(True, say("Restored. What was there before is kept beside it."))
        return Reply(True, say("Restored."))

    def _on_finish(self, body: Body) -> Reply:
        del body
        self._settings.load()  # raises what would hinder the table, while somebody looks at the page
        self._learn()
        if not self._facts["profile"]:
            raise RequestError(say("First save the boards: without them the table cannot be watched."))
        self._leaves.remind()
        self._left = True
        return Reply(True, say("The table is being watched now."))

    # --- what pages see -------------------------------------------------------------------------------------------

    def _learn(self) -> None:
        """Look at what does not change from picture to picture: files and devices."""
        self.notice = ""
        profile: Profile | None = None
        try:
            profile = Profile.load(self._profile)
        except ProfileError as error:
            if self._profile.exists():
                self.notice = sentence_of(error)
        self._facts = {
            "profile": profile is not None,
            "leaves": as_json({} if profile is None else profile.leaves),
            "offers": [offer._asdict() for offer in offers()],
            "known": self._names(),
            "lamps": len(self._settings_or_default().lamp_pins),
        }

    def _show(self) -> None:
        # without boards there is nothing else: also while the loop has yet to begin and the page is asked already
        mode = "table" if self._facts["profile"] and not self._open else "setup"
        self._shown = {
            "format": FORMAT,
            "mode": mode,
            "notice": self.notice,
            "profile": self._facts["profile"],
            "saved": self._boards.saved,
            "offers": self._facts["offers"],
            "known": self._facts["known"],
            **self._eyes.json(),
            "leaves": self._facts["leaves"],
            "tiles": self._leaves.json(),
            "lamps": self._lamps.json(self._facts["lamps"]),
        }

    def _names(self) -> list[str]:
        try:
            return list(self._known.names())
        except ProfileError as error:
            self.notice = sentence_of(error)
            return []

    def _settings_or_default(self) -> Settings:
        """The settings; where the owner's file holds mistakes, the defaults, and the notice names the first."""
        try:
            return self._settings.load()
        except SettingsError as error:
            self.notice = str(error.mistakes[0])
            return Settings()
