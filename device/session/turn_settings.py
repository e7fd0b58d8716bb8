"""What people set for a session: how turns end, the language of the sentences, sounds."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from device.journal.record import Entry
from device.session.history import SessionError
from device.settings_forms import LONGEST_DWELL_S, SHORTEST_DWELL_S, USUAL_DWELL_S
from engine.sentence import say

TURN_ENDS = ("button", "next-piece", "dwell")
LANGUAGES = ("en", "de")

_NAMES: Mapping[str, str] = {"turn-end": "turn_end", "dwell-s": "dwell_s", "language": "language", "sound": "sound"}
_ON_PAGE: Mapping[str, tuple[str, str]] = {
    "turn-end": ("table", "turn-end"),
    "dwell-s": ("table", "dwell"),
    "language": ("table", "language"),
    "sound": ("page", "sounds"),
}
"""Where the file of settings has what can be set for a game, too."""


@dataclass(frozen=True, slots=True)
class TurnSettings:
    """How a session is played: the end of a turn, seconds that a turn lies until it ends by itself, language, sound."""

    turn_end: str = "button"
    dwell_s: float = USUAL_DWELL_S
    language: str = "en"
    sound: bool = False

    def with_value(self, key: str, value: object) -> TurnSettings:
        """The settings with one of them changed.

        Raises:
            SessionError: no such setting, or a wrong value.
        """
        match key:
            case "turn-end" if value in TURN_ENDS:
                return replace(self, turn_end=str(value))
            case "dwell-s" if _is_dwell(value):
                return replace(self, dwell_s=float(str(value)))
            case "language" if value in LANGUAGES:
                return replace(self, language=str(value))
            case "sound" if isinstance(value, bool):
                return replace(self, sound=value)
            case "turn-end":
                raise SessionError(say("A turn ends by button, next-piece or dwell, not by {value}.", value=str(value)))
            case "dwell-s":
                raise SessionError(
                    say(
                        "A turn that lies still ends after {least} to {most} s, not {value}.",
                        least=SHORTEST_DWELL_S,
                        most=LONGEST_DWELL_S,
                        value=str(value),
                    )
                )
            case "language":
                raise SessionError(say("The languages are en and de, not {value}.", value=str(value)))
            case "sound":
                raise SessionError(say("Sound is true or false, not {value}.", value=str(value)))
            case _:
                raise SessionError(say("There is no setting {key}.", key=key))

    def with_all(self, values: Mapping[str, object]) -> TurnSettings:
        """The settings with those of a journal; values that are not understood any more are left out."""
        settings = self
        for key, value in values.items():
            try:
                settings = settings.with_value(key, value)
            except SessionError:
                continue
        return settings

    def entries(self, default: TurnSettings) -> list[Entry]:
        """What has to be journalled so that these settings come from that default."""
        changed: dict[str, Any] = {
            key: getattr(self, name) for key, name in _NAMES.items() if getattr(self, name) != getattr(default, name)
        }
        return [Entry("set", "table", {"key": key, "value": value}) for key, value in changed.items()]

    def overtaken(self, journalled: Mapping[str, object], touched: Collection[tuple[str, str]]) -> dict[str, object]:
        """What was set otherwise for a game before it was set in the file of settings: there, ``touched``, it counts.

        Args:
            journalled: what was set for the game.
            touched: sections and keys that were set since.
        """
        now = {key: getattr(self, _NAMES[key]) for key, place in _ON_PAGE.items() if place in touched}
        return {key: value for key, value in now.items() if journalled.get(key, value) != value}

    def as_json(self) -> dict[str, object]:
        """As in the table message; the language stands elsewhere."""
        return {"turn_end": self.turn_end, "dwell_s": self.dwell_s, "sound": self.sound}


def _is_dwell(value: object) -> bool:
    return type(value) in (int, float) and SHORTEST_DWELL_S <= float(str(value)) <= LONGEST_DWELL_S
