"""Set-up and table in turns: one thread, one owner of the camera, the page served beside them all the time."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager

from device.command_queue import CommandQueue
from device.setup.wizard import Wizard
from device.stopping import Either, StopSign
from device.table import Table
from engine.sentence import say
from webui.command import Reply
from webui.feed import Feed


class Stage:
    """Runs the set-up while there is no profile or a page wants it, and the table otherwise.

    Args:
        wizard: the set-up.
        open_table: sets the table up anew, with everything it holds open; the game goes on from the journal.
        ready: whether the table can be set up, that is whether there is a profile.
        feed: told that the table waits while the set-up is open.
        commands: what is asked of the table; while the set-up is open it is answered with a sentence.
    """

    def __init__(
        self,
        wizard: Wizard,
        open_table: Callable[[], AbstractContextManager[Table]],
        ready: Callable[[], bool],
        feed: Feed,
        commands: CommandQueue,
    ) -> None:
        self._wizard, self._open_table, self._ready = wizard, open_table, ready
        self._feed, self._commands = feed, commands
        self._changed = threading.Event()

    def reload(self) -> None:
        """Let the table be set up anew, with settings that have changed; may be called from any thread."""
        self._changed.set()

    def run(self, stop: StopSign) -> None:
        """Go on until told to stop, or until a finite source of pictures ends."""
        while not stop.is_set():
            if self._wizard.wanted.is_set() or not self._ready():
                self._say_that_it_waits()
                self._wizard.run(stop, self._answer_commands)
                continue
            self._changed.clear()
            with self._open_table() as table:
                table.run(Either(stop, self._wizard.wanted, self._changed))
            if not (self._wizard.wanted.is_set() or self._changed.is_set()):
                return

    def _say_that_it_waits(self) -> None:
        """The last table message once more, with the status of a table that nobody watches."""
        last = self._feed.latest()
        if last is None:
            return
        message = json.loads(last.text)
        text = say("The table is being set up. The game waits.")
        waits = {"word": "searching", "text": text, "frame_rate_hz": None, "trouble": text}
        message["status"] = {**message["status"], **waits}
        self._feed.publish(message)

    def _answer_commands(self) -> None:
        while (asked := self._commands.take()) is not None:
            _, future = asked
            if future.set_running_or_notify_cancel():
                future.set_result(Reply(False, say("The table is being set up. The game waits.")))
