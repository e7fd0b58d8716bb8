"""What the set-up's page asks of the lamps: light them by turns, learn their order from what is seen, put them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from device.settings import Settings
from device.settings_page import PageSettings
from device.setup.lamp_bench import LampBench
from engine.sentence import say
from webui.command import Reply

Body = Mapping[str, Any]


class LampRequests:
    """The requests by name.

    Args:
        lamps: the test of the lamps.
        settings: where another order of the pins is kept.
        read: gives the settings as they are now.
    """

    def __init__(self, lamps: LampBench, settings: PageSettings, read: Callable[[], Settings]) -> None:
        self._lamps, self._settings, self._read = lamps, settings, read
        self.handlers: Mapping[str, Callable[[Body], Reply]] = {
            "lamps": self._on_start,
            "lamp-seen": self._on_seen,
            "lamps-off": self._on_off,
        }

    def _on_start(self, body: Body) -> Reply:
        del body
        self._lamps.start(self._read())
        return Reply(True)

    def _on_seen(self, body: Body) -> Reply:
        pins = self._read().lamp_pins
        order = self._lamps.seen(int(body["seat"]), pins)
        if order is None or order == pins:
            return Reply(True)
        reply = self._settings.change({"lamps": {"pins": [list(legs) for legs in order]}})
        return Reply(True, say("The lamps have the order of the seats now.")) if reply.ok else reply

    def _on_off(self, body: Body) -> Reply:
        del body
        self._lamps.close()
        return Reply(True)
