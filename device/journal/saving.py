"""Whether what is played can be saved: what is said while it cannot, and asking the journal again until it can."""

from __future__ import annotations

import logging
from collections.abc import Callable

from device.errors import JournalError
from engine.sentence import say

ASK_AGAIN_S = 2.0
"""How long to wait before the journal is tried again while it cannot be written."""

_log = logging.getLogger(__name__)


class Saving:
    """Takes note of a journal that cannot be written, until a probe finds that it can.

    Args:
        probe: writes something for good and raises JournalError where it cannot; without one every time of
            ``ASK_AGAIN_S`` is taken for a success, and the next move tells.
    """

    def __init__(self, probe: Callable[[], None] | None = None) -> None:
        self._probe = probe
        self._again_s = 0.0
        self.trouble = ""
        """What is said of it; empty while all is well."""

    def failed(self, error: JournalError, now_s: float) -> None:
        """The journal has just refused something; seconds, monotonic."""
        if not self.trouble:
            _log.error("journal=%s", error)
        self.trouble = say(
            "What is played now is not saved and does not count: the journal cannot be written. {why}", why=error.advice
        )
        self._again_s = now_s + ASK_AGAIN_S

    def look(self, now_s: float) -> bool:
        """Try again if it is time to; returns whether the journal could not be written before and can be now."""
        if not self.trouble or now_s < self._again_s:
            return False
        try:
            if self._probe is not None:
                self._probe()
        except JournalError as error:
            self.failed(error, now_s)
            return False
        self.trouble = ""
        _log.info("journal=can be written again")
        return True
