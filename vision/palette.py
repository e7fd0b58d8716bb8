"""Which hue is which leaf: the order of hues is known beforehand, where they lie is learned on this table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface

_PRIOR_HUES_DEG: Mapping[Surface, float] = {
    # CIELAB hue of red, yellow to orange and green things under any light that people call white
    Surface("leaf.red"): 22.0,
    Surface("leaf.yellow"): 85.0,
    Surface("leaf.green"): 132.0,
}
_PRIOR_SPREAD_DEG = 14.0  # the cast of a lamp moves all hues together, different prints each on its own
_PRIOR_COUNT = 4.0  # how many sure spaces outweigh the prior
_OWN_SPREAD_DEG = 7.0  # of the spaces of one colour on one table
_GREY_CHROMA = 3.0  # chroma noise in CIELAB units: the hue of something nearly grey says little
_FAR = 4.5  # cap of a cost in nats: no colour alone proves a thing impossible


class SharedHue(NamedTuple):
    """Hues of spaces as one surface: ``off`` in degrees and ``weight`` (1 / variance) of each, float64 of one shape.

    ``firmness`` is one over the variance that all spaces of a piece share, and ``paid`` what each costs by itself.
    """

    off: NDArray[np.float64]
    weight: NDArray[np.float64]
    firmness: float
    paid: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Palette:
    """The hues of the leaves as far as known: sum of sines and cosines of sure spaces and their number, by surface."""

    seen: Mapping[Surface, tuple[float, float, float]] = field(default_factory=dict)
    chroma: float = 0.0  # typical of leaves on this table; 0 while unknown
    texture: float = 0.0  # the same

    def costs(
        self, surfaces: Sequence[Surface], hue_deg: NDArray[np.float32], chroma: NDArray[np.float32]
    ) -> dict[Surface, NDArray[np.float64]]:
        """How badly each hue fits each leaf surface, in nats from 0 (as expected) to a cap; shapes as given."""
        found = {}
        for surface in surfaces:
            off, noise = self._offsets(surface, hue_deg, chroma)
            fit = 0.5 * off**2 / (self._hue(surface)[1] ** 2 + noise**2)
            if self.chroma:
                # much paler than the leaves of this table: stone, fur, paper
                fit = fit + 8.0 * np.clip(0.6 - chroma / self.chroma, 0.0, 0.5)
            found[surface] = np.minimum(fit, _FAR)
        return found

    def shared(
        self, surfaces: Sequence[Surface], hue_deg: NDArray[np.float32], chroma: NDArray[np.float32]
    ) -> dict[Surface, SharedHue]:
        """What the hues of several spaces of one piece say together: how far its print is off is common to them."""
        found = {}
        for surface in surfaces:
            off, noise = self._offsets(surface, hue_deg, chroma)
            spread = self._hue(surface)[1]
            common = max(spread**2 - _OWN_SPREAD_DEG**2, 1e-6)
            paid = np.minimum(0.5 * off**2 / (spread**2 + noise**2), _FAR)
            found[surface] = SharedHue(off, 1 / (_OWN_SPREAD_DEG**2 + noise**2), 1 / common, paid)
        return found

    def _offsets(
        self, surface: Surface, hue_deg: NDArray[np.float32], chroma: NDArray[np.float32]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How far each hue is from the surface's, and its noise, in degrees."""
        middle = self._hue(surface)[0]
        off = (hue_deg.astype(np.float64) - middle + 180.0) % 360.0 - 180.0
        return off, np.degrees(np.arctan2(_GREY_CHROMA, np.maximum(chroma.astype(np.float64), 0.1)))

    def smooth_costs(self, texture: NDArray[np.float32]) -> NDArray[np.float64]:
        """How badly a texture fits leaves for being too smooth, in nats; shape as given."""
        if not self.texture:
            return np.zeros(texture.shape)
        return np.asarray(8.0 * np.clip(0.4 - texture / self.texture, 0.0, 0.3), np.float64)

    def learn(self, surface: Surface, hue_deg: float, chroma: float, texture: float) -> Palette:
        """The palette after one more space that surely shows this surface."""
        cosine, sine, count = self.seen.get(surface, (0.0, 0.0, 0.0))
        fade = 0.98  # light and white balance drift over an evening
        turned = np.radians(hue_deg)
        entry = (
            fade * cosine + float(np.cos(turned)),
            fade * sine + float(np.sin(turned)),
            fade * count + 1.0,
        )
        return Palette({**self.seen, surface: entry}, _follow(self.chroma, chroma), _follow(self.texture, texture))

    def _hue(self, surface: Surface) -> tuple[float, float]:
        prior = _PRIOR_HUES_DEG.get(surface)
        cosine, sine, count = self.seen.get(surface, (0.0, 0.0, 0.0))
        if prior is None and not count:
            return 0.0, 180.0
        start, weight = (0.0, 0.0) if prior is None else (prior, _PRIOR_COUNT)
        shift = self._cast_deg(surface) if not count else 0.0
        turned = np.radians(start + shift)
        total = complex(cosine + weight * np.cos(turned), sine + weight * np.sin(turned))
        share = count / (count + _PRIOR_COUNT)
        spread = float(np.hypot(_OWN_SPREAD_DEG, _PRIOR_SPREAD_DEG * (1 - share)))
        return float(np.degrees(np.angle(total))), spread

    def _cast_deg(self, surface: Surface) -> float:
        # a colour that was not seen yet moves half as far as the others did: the lamp's cast is common to all
        shifts = []
        for other, (cosine, sine, count) in self.seen.items():
            if other != surface and other in _PRIOR_HUES_DEG and count >= 1:
                off = np.degrees(np.arctan2(sine, cosine)) - _PRIOR_HUES_DEG[other]
                shifts.append((off + 180.0) % 360.0 - 180.0)
        return float(np.mean(shifts)) / 2 if shifts else 0.0


def _follow(old: float, new: float) -> float:
    return 0.95 * old + 0.05 * new if old else new
