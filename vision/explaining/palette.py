"""Which hue is which leaf: how well the colours on a space fit each, alone and together with those beside it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from vision.explaining.leaf_hues import GREY_CHROMA, OWN_SPREAD_DEG, UNHEARD_OF_DEG, LeafHues, LeafLook, noise_deg

_MOST_SHOWN = 6  # looks of one colour that are kept: no box prints more
_WITHIN_DEG = 20.0  # of the spaces of one tile, whatever is printed on it
_TONE = 0.3  # the same of the logarithm of their chroma: of 298 spaces 98 in 100 were so near to the mean of the others
_UNLIKE = 1.0  # nats a space at most, of a tile whose spaces have not one colour
_NOT_FIRM = 1e-9  # one over the variance that spaces share, where that may be anything
_FAR = 4.5  # cap of a cost in nats: no colour alone proves a thing impossible


class SharedHue(NamedTuple):
    """Hues of spaces as one surface: ``off`` in degrees and ``weight`` (1 / variance) of each, float64 of one shape.

    ``firmness`` is one over the variance that all spaces of a piece share, and ``paid`` what each costs by itself.
    ``strange`` is what each costs at least as any surface, 0 where its hue is not unheard of. ``vague`` is what each
    pays for little being known of the surface, and ``added`` what of ``paid`` it costs in no other way than in a piece.
    ``tone`` is how colourful each is, in units of what the spaces of a piece differ by; None where that is not asked.
    """

    off: NDArray[np.float64]
    weight: NDArray[np.float64]
    firmness: float
    paid: NDArray[np.float64]
    strange: NDArray[np.float64]
    vague: float = 0.0
    added: float = 0.0
    tone: NDArray[np.float64] | None = None


@dataclass(frozen=True, slots=True)
class Palette:
    """The hues of the leaves as far as known.

    ``shown`` are looks of leaves that a person has named or shown; a surface may have several, and what is known
    beforehand of it counts no more. ``seen`` are the sums of sines and cosines of sure spaces and their number, by
    surface and which of its looks they are nearest to.
    """

    shown: Mapping[Surface, tuple[LeafLook, ...]] = field(default_factory=dict)
    seen: Mapping[tuple[Surface, int], tuple[float, float, float]] = field(default_factory=dict)
    chroma: float = 0.0  # typical of leaves on this table; 0 while unknown
    texture: float = 0.0  # the same

    @classmethod
    def of_shown(cls, shown: Mapping[Surface, Sequence[LeafLook]]) -> Palette:
        """The palette of leaves that were shown before the first picture."""
        every = [look for looks in shown.values() for look in looks]
        kept = {surface: tuple(looks)[:_MOST_SHOWN] for surface, looks in shown.items() if looks}
        if not every:
            return cls()
        return cls(
            kept,
            chroma=float(np.mean([look.chroma for look in every])),
            texture=float(np.mean([look.texture for look in every])),
        )

    @property
    def hues(self) -> LeafHues:
        """What is known of the hues."""
        return LeafHues(self.shown, self.seen)

    def costs(
        self, surfaces: Sequence[Surface], hue_deg: NDArray[np.float32], chroma: NDArray[np.float32]
    ) -> dict[Surface, NDArray[np.float64]]:
        """How badly each hue fits each leaf surface, in nats from 0 (as expected) to a cap; shapes as given."""
        noise = noise_deg(chroma) ** 2
        # much paler than the leaves of this table: stone, fur, paper
        pale = 8.0 * np.clip(0.6 - chroma / self.chroma, 0.0, 0.5) if self.chroma else 0.0
        found = {}
        for surface, off, spread in self.hues.offsets(surfaces, hue_deg):
            fit = 0.5 * off**2 / (spread**2 + noise) + self.hues.vagueness(surface, spread)
            found[surface] = np.minimum(fit + pale, _FAR)
        return found

    def shared(
        self, surfaces: Sequence[Surface], hue_deg: NDArray[np.float32], chroma: NDArray[np.float32]
    ) -> dict[Surface, SharedHue]:
        """What the hues of several spaces of one piece say together: how far its print is off is common to them."""
        found = {}
        noise = noise_deg(chroma) ** 2
        weight = 1 / (OWN_SPREAD_DEG**2 + noise)
        for surface, off, spread in self.hues.offsets(surfaces, hue_deg):
            common = max(spread**2 - OWN_SPREAD_DEG**2, 1e-6)
            vague = self.hues.vagueness(surface, spread)
            paid = np.minimum(0.5 * off**2 / (spread**2 + noise) + vague, _FAR)
            found[surface] = SharedHue(off, weight, 1 / common, paid, paid, vague)
        if not found:
            return {}
        near = np.minimum.reduce([np.abs(hue.off) for hue in found.values()]) <= UNHEARD_OF_DEG
        strange = np.where(near, 0.0, np.minimum.reduce([hue.paid for hue in found.values()]))
        return {surface: hue._replace(strange=strange) for surface, hue in found.items()}

    @staticmethod
    def of_one_print(hue_deg: NDArray[np.float32], chroma: NDArray[np.float32]) -> SharedHue:
        """The colours of several spaces of one piece if nobody knows which hue is which leaf: they are much alike."""
        weight = 1 / (_WITHIN_DEG**2 + noise_deg(chroma) ** 2)
        off = np.asarray(np.remainder(hue_deg.astype(np.float64) - _least_common(hue_deg), 360.0))
        paid = np.full(off.shape, _UNLIKE)
        tone = np.log(np.maximum(chroma.astype(np.float64), GREY_CHROMA)) / _TONE
        return SharedHue(off, weight, _NOT_FIRM, paid, np.zeros(off.shape), added=_UNLIKE, tone=tone)

    def smooth_costs(self, texture: NDArray[np.float32]) -> NDArray[np.float64]:
        """How badly a texture fits leaves for being too smooth, in nats; shape as given."""
        if not self.texture:
            return np.zeros(texture.shape)
        return np.asarray(8.0 * np.clip(0.4 - texture / self.texture, 0.0, 0.3), np.float64)

    def learn(self, surface: Surface, look: LeafLook) -> Palette:
        """The palette after one more space that surely shows this surface."""
        which = self.hues.nearest(surface, look.hue_deg)
        cosine, sine, count = self.seen.get((surface, which), (0.0, 0.0, 0.0))
        fade = 0.98  # light and white balance drift over an evening
        turned, weight = math.radians(look.hue_deg), _firmness(look.chroma)
        entry = (
            fade * cosine + weight * math.cos(turned),
            fade * sine + weight * math.sin(turned),
            fade * count + weight,
        )
        return replace(
            self,
            seen={**self.seen, (surface, which): entry},
            chroma=_follow(self.chroma, look.chroma),
            texture=_follow(self.texture, look.texture),
        )

    def show(self, surface: Surface, look: LeafLook) -> Palette:
        """The palette after a person has named a leaf.

        One that looks as those that are known teaches nothing new, and one that looks as another surface surely does
        nothing that helps.
        """
        known = self.shown.get(surface, ())
        others = {other for other in [*self.shown, *(other for other, _ in self.seen)] if other != surface}
        if len(known) >= _MOST_SHOWN or any(self.hues.fits(other, look) for other in (surface, *others)):
            return self
        usual = () if known else self.hues.usual(surface, look)
        return replace(self, shown={**self.shown, surface: (*known, *usual, look)})


def _least_common(hue_deg: NDArray[np.float32]) -> float:
    """The hue in degrees that is farthest from all of these: the circle is opened there."""
    around = np.sort(np.remainder(hue_deg.reshape(-1).astype(np.float64), 360.0))
    gaps = np.empty(len(around))
    np.subtract(around[1:], around[:-1], out=gaps[:-1])
    gaps[-1] = around[0] + 360.0 - around[-1]
    widest = int(gaps.argmax())
    return float(around[widest] + gaps[widest] / 2)


def _firmness(chroma: float) -> float:
    """How much the hue of one space tells of its surface, 0 to 1: light that is mirrored leaves little but its own."""
    noise = float(noise_deg(chroma)) ** 2
    return min(1.0, 4.0 * OWN_SPREAD_DEG**2 / (OWN_SPREAD_DEG**2 + noise))


def _follow(old: float, new: float) -> float:
    return 0.95 * old + 0.05 * new if old else new
