"""Which of several reasons explains an illegal table best."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from engine.game import Violation

_CLASSES: Final = (
    ("R4.2",),  # what lay there before was moved: nothing else can be trusted then
    ("R2.4",),  # the wrong player
    ("R4.1", "R4.3", "R6.1"),  # where it lies
    ("R1.3", "R12.3", "R1.4", "R1.5", "R6.3"),  # what it is
    ("R3.1", "R8.2", "R8.3", "R8.4", "R9.1", "R11.5"),  # whether there was an action and a token for it
    ("R1.7", "R3.2"),  # where it comes from
)
_ORDER: Final = MappingProxyType({rule: place for place, rules in enumerate(_CLASSES) for rule in rules})


def most_telling(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    """Each reason once with all its spots, the one that explains best first; of a kind in the order of the moves."""
    found: dict[tuple[str, str, str], Violation] = {}
    for violation in violations:
        key = (violation.rule, violation.text, violation.remedy)
        known = found.get(key)
        found[key] = violation if known is None else replace(known, spots=known.spots | violation.spots)
    return tuple(sorted(found.values(), key=lambda violation: _ORDER.get(violation.rule, len(_CLASSES))))
