"""What the buzzer plays: short tunes as pure values, told apart by their rhythm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from device.signals.patterns import CAMERA_LOST, DESYNCHRONISED, DONE, ILLEGAL, LEGAL, NOT_SAVED, QUESTION


@dataclass(frozen=True, slots=True)
class Tune:
    """Beeps (seconds) with a gap (seconds) after each; silence follows.

    Raises:
        ValueError: a beep or the gap does not last longer than 0 s.
    """

    beeps_s: tuple[float, ...]
    gap_s: float = 0.1

    def __post_init__(self) -> None:
        if not self.beeps_s or min(*self.beeps_s, self.gap_s) <= 0:
            raise ValueError(f"a tune is at least one beep, each longer than 0 s as is the gap, got {self}")

    @property
    def duration_s(self) -> float:
        """From the first beep's beginning to the end of the last gap."""
        return sum(self.beeps_s) + self.gap_s * len(self.beeps_s)

    def at(self, elapsed_s: float) -> bool:
        """Whether it beeps at a time since the start."""
        for beep_s in self.beeps_s:
            if 0 <= elapsed_s < beep_s:
                return True
            elapsed_s -= beep_s + self.gap_s
        return False

    def values(self, step_hz: float) -> Iterator[bool]:
        """Beep or not, step by step, ending in silence."""
        for step in range(int(self.duration_s * step_hz)):
            yield self.at(step / step_hz)
        yield False


TUNES: Mapping[str, Tune] = MappingProxyType(
    {
        LEGAL.name: Tune((0.06,)),
        ILLEGAL.name: Tune((0.2, 0.2)),
        QUESTION.name: Tune((0.06, 0.2)),
        DONE.name: Tune((0.1, 0.1, 0.1, 0.4)),
        CAMERA_LOST.name: Tune((0.6,)),
        NOT_SAVED.name: Tune((0.6, 0.6)),
        DESYNCHRONISED.name: Tune((0.2, 0.06)),
    }
)
"""By the name of the light pattern that it comes with; the others are silent."""
