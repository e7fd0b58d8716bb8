"""How well colours are told apart under this light: leaves from each other, from the floor, from animals.

Measured from a picture with a tile of each colour on the board, or from any settled table: whatever was read surely is
a sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from calibration.leaf_colors import LEAVES
from calibration.report import Finding, Verdict
from engine.sentence import say
from vision.observation import Observation

Samples = Mapping[str, NDArray[np.float64]]
"""CIELAB a, b and lightness of the spaces of a surface, float64 (n, 3)."""

OTHERS = ("floor", "animal", "squirrel")
SURE = 0.9
GOOD, FAIR = 4.0, 2.5  # distances in spreads: at 4 one in 30,000 is taken for the other, at 2.5 one in 100
LEAST_SPREAD = 2.5  # CIELAB units: print varies, and few spaces say little of how much
LIGHTNESS = 0.5  # of a unit of colour: shadows change lightness, hardly hue


def samples_of(observations: Iterable[Observation]) -> Samples:
    """The colours of all spaces that were read surely."""
    found: dict[str, list[tuple[float, float, float]]] = {}
    for observation in observations:
        for seen in observation.evidence:
            spaces = seen.spaces
            for row, spots in enumerate(seen.spots):
                for col, spot in enumerate(spots):
                    reading = observation.readings.get(spot) if spot is not None else None
                    if reading is None or reading.confidence < SURE:
                        continue
                    hue, chroma = np.radians(spaces.hue_deg[row, col]), float(spaces.chroma[row, col])
                    color = (chroma * np.cos(hue), chroma * np.sin(hue), LIGHTNESS * float(spaces.lightness[row, col]))
                    found.setdefault(reading.surface, []).append(color)
    return {surface: np.array(colors, np.float64) for surface, colors in found.items()}


def separation(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """How far two groups of colours are apart, in their common spread along the line between their means."""
    way = other.mean(axis=0) - one.mean(axis=0)
    length = float(np.linalg.norm(way))
    if length == 0:
        return 0.0
    along = [float(np.std(group @ (way / length))) for group in (one, other)]
    return length / float(np.sqrt(along[0] ** 2 + along[1] ** 2 + LEAST_SPREAD**2))


def findings(samples: Samples) -> tuple[Finding, ...]:
    """A finding for each pair of leaf colours, and for the colour that is nearest to floor, animals and squirrels."""
    seen = [leaf for leaf in LEAVES if leaf in samples]
    result = [_apart(one, other, samples) for one, other in combinations(seen, 2)]
    for other in OTHERS:
        if other in samples and seen:
            nearest = min(seen, key=lambda leaf: separation(samples[leaf], samples[other]))
            result.append(_apart(nearest, other, samples))
    return tuple(result)


def _apart(one: str, other: str, samples: Samples) -> Finding:
    value = separation(samples[one], samples[other])
    verdict = Verdict.GOOD if value >= GOOD else Verdict.FAIR if value >= FAIR else Verdict.POOR
    names = {"one": _name(one), "other": _name(other)}
    if verdict is Verdict.GOOD:
        text = say("spreads between {one} and {other}: told apart", **names)
    elif other in LEAVES:
        text = say("spreads between {one} and {other}: they look alike under this lamp, use whiter light", **names)
    else:
        verdict = Verdict.FAIR  # the empty board is known space by space, and shapes tell the rest
        text = say("spreads between {one} and {other}: pieces are told by their shape as well, watch these", **names)
    return Finding(f"color {_name(one)}-{_name(other)}", round(value, 2), verdict, text)


def _name(surface: str) -> str:
    return surface.removeprefix("leaf.")
