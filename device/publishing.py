"""When the page hears of the table: at once where something is new, seldom where only lamps or time have gone on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from device.language import message_in

LAMP_MESSAGE_S = 0.2
"""The page hears of lamp values alone at most this often."""

QUIET_S = 0.5
"""While nothing at all happens the page is told this often, for what depends on time alone."""


class Publishing:
    """The table messages of one loop.

    Args:
        publish: takes the table message; must not block.
    """

    def __init__(self, publish: Callable[[Mapping[str, object]], object]) -> None:
        self._publish = publish
        self._news = True
        self._lit: Sequence[Mapping[str, object]] = ()
        self._published: Mapping[str, object] = {}
        self._published_at_s = -LAMP_MESSAGE_S

    def stir(self) -> None:
        """More than lamps may be another than was published last."""
        self._news = True

    def is_due(self, lamps: Sequence[Mapping[str, object]], now_s: float) -> bool:
        """Whether a message is worth making: something was read or asked, or the page heard long enough ago."""
        return self._news or now_s - self._published_at_s >= (QUIET_S if lamps == self._lit else LAMP_MESSAGE_S)

    def publish(
        self, message: Mapping[str, object], lamps: Sequence[Mapping[str, object]], language: str, now_s: float
    ) -> None:
        """Send a message, unless it is the last one with other lamps and the page has heard of those a moment ago."""
        self._news, self._lit = False, lamps
        if message == self._published and now_s - self._published_at_s < LAMP_MESSAGE_S:
            return
        self._published, self._published_at_s = message, now_s
        self._publish({**message_in(language, message), "lamps": lamps})
