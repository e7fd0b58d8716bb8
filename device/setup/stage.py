"""Set-up and table in turns: one thread, one owner of the camera, the page served beside them all the time."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from device.command_queue import CommandQueue
from device.errors import JournalError
from device.journal.saving import ASK_AGAIN_S
from device.language import translated
from device.setup.wizard import Wizard
from device.stopping import Either, StopSign
from device.table import Table
from engine.sentence import say
from webui.command import Reply
from webui.feed import Feed

WAITS = say("The table is being set up. The game waits.")
LISTEN_S = 0.2
"""While the journal cannot be opened, whoever wants the thread to stop or to do something else waits so long."""

_log = logging.getLogger(__name__)


class Stage:
    """Runs the set-up while there is no profile or a page wants it, and the table otherwise.

    Args:
        wizard: the set-up.
        open_table: sets the table up anew, with everything it holds open; the game goes on from the journal.
        ready: whether the table can be set up, that is whether there is a profile.
        feed: told that the table waits while the set-up is open.
        commands: what is asked of the table; while the set-up is open it is answered with a sentence.
        blank: a table message for pages that have had none, where the journal cannot be opened.
        again_s: how long to wait until the journal is tried again.
    """

    def __init__(
        self,
        wizard: Wizard,
        open_table: Callable[[], AbstractContextManager[Table]],
        ready: Callable[[], bool],
        feed: Feed,
        commands: CommandQueue,
        blank: Callable[[], Mapping[str, Any]],
        again_s: float = ASK_AGAIN_S,
    ) -> None:
        self._wizard, self._open_table, self._ready = wizard, open_table, ready
        self._feed, self._commands = feed, commands
        self._blank, self._again_s = blank, again_s
        self._changed = threading.Event()

    def reload(self) -> None:
        """Let the table be set up anew, with settings that have changed; may be called from any thread."""
        self._changed.set()

    def run(self, stop: StopSign) -> None:
        """Go on until told to stop, or until a finite source of pictures ends."""
        while not stop.is_set():
            if self._wizard.wanted.is_set() or not self._ready():
                if self._feed.latest() is not None:
                    self._say_that_it_waits(WAITS, setup_open=True)
                self._wizard.run(stop, self._answer_commands)
                continue
            self._changed.clear()
            asked = Either(stop, self._wizard.wanted, self._changed)
            try:
                with self._open_table() as table:
                    table.run(asked)
            except JournalError as error:
                self._wait_for_journal(error, asked)
                continue
            if not (self._wizard.wanted.is_set() or self._changed.is_set()):
                return

    def _wait_for_journal(self, error: JournalError, asked: StopSign) -> None:
        """Say why no game goes on, until it is time to try again or something else is to be done."""
        _log.error("journal=%s", error)
        text = say("The journal cannot be opened, so no game goes on; it is tried again. {why}", why=error.advice)
        self._say_that_it_waits(text, setup_open=False)
        until_s = time.monotonic() + self._again_s
        while not asked.is_set() and time.monotonic() < until_s:
            self._answer_next(text, LISTEN_S)

    def _say_that_it_waits(self, text: str, *, setup_open: bool) -> None:
        """The last table message once more, with the status of a table that nobody watches."""
        last = self._feed.latest()
        message: dict[str, Any] = dict(self._blank()) if last is None else json.loads(last.text)
        said = translated(text, message.get("language", "en"))
        waits = {"word": "searching", "text": said, "frame_rate_hz": None, "trouble": said, "setup_open": setup_open}
        message["status"] = {**message["status"], **waits}
        self._feed.publish(message)

    def _answer_commands(self) -> None:
        while self._answer_next(WAITS):
            pass

    def _answer_next(self, text: str, patience_s: float = 0.0) -> bool:
        asked = self._commands.take(patience_s)
        if asked is not None and asked[1].set_running_or_notify_cancel():
            asked[1].set_result(Reply(False, text))
        return asked is not None
