"""What the players may settle before the game (R2.3, R11.5).

A default that is not the published rule is labelled a *house rule*.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from engine.sentence import Sentence, say


class SoloMushroom(Enum):
    """Where the two tiles of a Mushroom come from in the solo game (R11.5)."""

    PATHS = "paths"
    GAP = "gap"


@dataclass(frozen=True, slots=True)
class Options:
    """The settings of one game: where a solo Mushroom's tiles come from, and how many tiles the Common Path holds.

    Raises:
        ValueError: a Common Path of less than 7 or more than 75 tiles (R2.3, R7.3).
    """

    mushroom: SoloMushroom = SoloMushroom.PATHS
    common_path: int = 15

    def __post_init__(self) -> None:
        if not 7 <= self.common_path <= 75:
            raise ValueError(f"common-path: expected 7 to 75 tiles, found {self.common_path}")


def written(options: Options) -> dict[str, str]:
    """Every option by key and value.

    >>> written(Options())
    {'mushroom': 'paths', 'common-path': '15'}
    """
    return {"mushroom": options.mushroom.value, "common-path": str(options.common_path)}


def read(texts: Mapping[str, str]) -> Options:
    """The options of these texts, defaults for those not named; inverse of ``written``.

    Raises:
        ValueError: an unknown key or value, naming what was expected and found.
    """
    known = written(Options())
    for key in texts:
        if key not in known:
            raise ValueError(f"expected an option, one of {', '.join(known)}, found {key!r}")
    mushroom = texts.get("mushroom", SoloMushroom.PATHS.value)
    values = [member.value for member in SoloMushroom]
    if mushroom not in values:
        raise ValueError(f"mushroom: expected one of {', '.join(values)}, found {mushroom!r}")
    length = texts.get("common-path", "15")
    if not (length.isascii() and length.isdigit()):
        raise ValueError(f"common-path: expected a number of tiles, found {length!r}")
    return Options(SoloMushroom(mushroom), int(length))


def labels(options: Options) -> tuple[Sentence, ...]:
    """The options as the page shows them.

    >>> labels(Options())[0]
    'mushroom: paths (house rule)'
    """
    mushroom = {
        SoloMushroom.PATHS: say("mushroom: paths (house rule)"),
        SoloMushroom.GAP: say("mushroom: gap"),
    }[options.mushroom]
    return mushroom, say("common-path: {number}", number=options.common_path)
