"""What a button at the table was refused: it cannot show a sentence, so pages and lamps say it for some seconds."""

from __future__ import annotations

from device.signals.patterns import CAMERA_LOST, DONE, ILLEGAL, NOT_SAVED, Pattern
from webui.command import Command, Reply

TOLD_S = 8.0
"""How long pages show the sentence; long enough to walk over to one."""

_LOUDER = (CAMERA_LOST, NOT_SAVED, DONE)  # these say more than that one press was in vain


class RefusedButton:
    """The last refusal of a button, until something is carried out or it has been told long enough."""

    def __init__(self) -> None:
        self._text = ""
        self._since_s = 0.0

    def hear(self, command: Command, reply: Reply, now_s: float) -> None:
        """A command was answered."""
        if reply.ok:
            self._text = ""
        elif command.who == "button":
            self._text, self._since_s = reply.text, now_s

    def text(self, now_s: float) -> str:
        """The sentence for the pages; empty when there is none."""
        return self._text if now_s - self._since_s < TOLD_S else ""

    def pattern(self, otherwise: Pattern, now_s: float) -> Pattern:
        """The light of something wrong for one round, then what the lamp shows otherwise."""
        flashes = self.text(now_s) and now_s - self._since_s < ILLEGAL.period_s
        return ILLEGAL if flashes and otherwise not in _LOUDER else otherwise
