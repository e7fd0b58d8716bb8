"""Which hue is which leaf: the order of hues is known beforehand, where they lie is learned on this table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
_OUTWARD: Mapping[Surface, float] = {Surface("leaf.red"): -1.0, Surface("leaf.green"): 1.0}
_OUTWARD_SHARE = 0.85  # how much an offset counts on that side, where no other leaf's hue is: crimson, teal
_PRIOR_COUNT = 4.0  # how many sure spaces outweigh the prior
_OWN_SPREAD_DEG = 7.0  # of the spaces of one colour on one table
_SHOWN_SPREAD_DEG = 6.0  # of the prints of one colour, and of what another light does to a tile that was shown
_ONE_PRINT_DEG = 15.0  # between tiles of one colour on one table at most
_MOST_STRANGE_DEG = 30.0  # by which others differ where some are far off: they are still told apart
_FAR_OFF_DEG = 30.0  # from what is known of a surface, of a tile that is another print: what is known moves slowly
_OPPOSITE_DEG = 90.0  # the same where a box has no two inks of one colour so far apart: those seen differ by 60
_BY_NOISE = 2.5  # times the noise of its hue that a tile may be off
_MOST_SHOWN = 6  # looks of one colour that are kept: no box prints more
_WITHIN_DEG = 20.0  # of the spaces of one tile, whatever is printed on it
_TONE = 0.3  # the same of the logarithm of their chroma: of 298 spaces 98 in 100 were so near to the mean of the others
_UNLIKE = 1.0  # nats a space at most, of a tile whose spaces have not one colour
_GREY_CHROMA = 3.0  # chroma noise in CIELAB units: the hue of something nearly grey says little
_NOT_FIRM = 1e-9  # one over the variance that spaces share, where that may be anything
_FAR = 4.5  # cap of a cost in nats: no colour alone proves a thing impossible


UNHEARD_OF_DEG = 55.0
"""A hue that is so far off all that leaves are known to have is another print's."""


class LeafLook(NamedTuple):
    """How a leaf looks: CIELAB hue in degrees and chroma, texture as evidence measures it."""

    hue_deg: float
    chroma: float
    texture: float


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

    def costs(
        self, surfaces: Sequence[Surface], hue_deg: NDArray[np.float32], chroma: NDArray[np.float32]
    ) -> dict[Surface, NDArray[np.float64]]:
        """How badly each hue fits each leaf surface, in nats from 0 (as expected) to a cap; shapes as given."""
        noise = _noise_deg(chroma) ** 2
        # much paler than the leaves of this table: stone, fur, paper
        pale = 8.0 * np.clip(0.6 - chroma / self.chroma, 0.0, 0.5) if self.chroma else 0.0
        found = {}
        for surface, off, spread in self._offsets(surfaces, hue_deg):
            fit = 0.5 * off**2 / (spread**2 + noise) + self._vagueness(surface, spread)
            found[surface] = np.minimum(fit + pale, _FAR)
        return found

    def shared(
        self, surfaces: Sequence[Surface], hue_deg: NDArray[np.float32], chroma: NDArray[np.float32]
    ) -> dict[Surface, SharedHue]:
        """What the hues of several spaces of one piece say together: how far its print is off is common to them."""
        found = {}
        noise = _noise_deg(chroma) ** 2
        weight = 1 / (_OWN_SPREAD_DEG**2 + noise)
        for surface, off, spread in self._offsets(surfaces, hue_deg):
            common = max(spread**2 - _OWN_SPREAD_DEG**2, 1e-6)
            vague = self._vagueness(surface, spread)
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
        weight = 1 / (_WITHIN_DEG**2 + _noise_deg(chroma) ** 2)
        off = np.asarray(np.remainder(hue_deg.astype(np.float64) - _least_common(hue_deg), 360.0))
        paid = np.full(off.shape, _UNLIKE)
        tone = np.log(np.maximum(chroma.astype(np.float64), _GREY_CHROMA)) / _TONE
        return SharedHue(off, weight, _NOT_FIRM, paid, np.zeros(off.shape), added=_UNLIKE, tone=tone)

    def is_far_off(self, surface: Surface, look: LeafLook) -> bool:
        """Whether a hue is another print's than those known of a surface; what is nearly grey does not tell."""
        hue, _ = self._hue(surface, self._nearest(surface, look.hue_deg))
        return abs(_turn_deg(look.hue_deg - hue)) > max(_FAR_OFF_DEG, _BY_NOISE * float(_noise_deg(look.chroma)))

    def knows(self, surface: Surface) -> bool:
        """Whether a leaf of this surface was shown or surely seen on this table."""
        return surface in self.shown or any(other == surface for other, _ in self.seen)

    def knows_in_hue(self, surface: Surface, look: LeafLook) -> bool:
        """Whether a leaf of this surface was shown or surely seen on this table, in about this hue."""
        hues = [shown.hue_deg for shown in self.shown.get(surface, ())]
        hues += [math.degrees(math.atan2(sums[1], sums[0])) for (of, _), sums in self.seen.items() if of == surface]
        most = max(_FAR_OFF_DEG, _BY_NOISE * float(_noise_deg(look.chroma)))
        return any(abs(_turn_deg(look.hue_deg - hue)) <= most for hue in hues)

    def knows_as_another(self, surface: Surface, look: LeafLook) -> bool:
        """Whether a leaf looks as those of another surface do that were shown or surely seen, not of its own."""
        hues = [(other, shown.hue_deg) for other, looks in self.shown.items() for shown in looks]
        hues += [(other, math.degrees(math.atan2(sums[1], sums[0]))) for (other, _), sums in self.seen.items()]
        off = [(abs(_turn_deg(look.hue_deg - hue)), other) for other, hue in hues]
        return bool(off) and min(off)[0] < _ONE_PRINT_DEG and min(off)[1] != surface

    def belies(self, surface: Surface, look: LeafLook) -> bool:
        """Whether a surface is known on this table in the very opposite hue, and another is expected to look so."""
        expected = any(self._fits(other, look) for other in _PRIOR_HUES_DEG if other != surface)
        hue, _ = self._hue(surface, self._nearest(surface, look.hue_deg))
        return expected and self.knows(surface) and abs(_turn_deg(look.hue_deg - hue)) > _OPPOSITE_DEG

    def smooth_costs(self, texture: NDArray[np.float32]) -> NDArray[np.float64]:
        """How badly a texture fits leaves for being too smooth, in nats; shape as given."""
        if not self.texture:
            return np.zeros(texture.shape)
        return np.asarray(8.0 * np.clip(0.4 - texture / self.texture, 0.0, 0.3), np.float64)

    def learn(self, surface: Surface, look: LeafLook) -> Palette:
        """The palette after one more space that surely shows this surface."""
        which = self._nearest(surface, look.hue_deg)
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
        if len(known) >= _MOST_SHOWN or any(self._fits(other, look) for other in (surface, *others)):
            return self
        usual = () if known else self._usual(surface, look)
        return replace(self, shown={**self.shown, surface: (*known, *usual, look)})

    def _fits(self, surface: Surface, look: LeafLook) -> bool:
        middle, spread = self._hue(surface, self._nearest(surface, look.hue_deg))
        return abs(_turn_deg(look.hue_deg - middle)) <= spread

    def _usual(self, surface: Surface, like: LeafLook) -> tuple[LeafLook, ...]:
        """What was known of a surface of which nobody has shown anything, for its other tiles still look so."""
        sure = self.seen.get((surface, 0), (0.0, 0.0, 0.0))[2] >= _PRIOR_COUNT
        return (like._replace(hue_deg=self._hue(surface, 0)[0]),) if sure else ()

    def _vagueness(self, surface: Surface, spread: float) -> float:
        """What a surface of which nothing was shown costs beside others: its hues may be many, so each is less likely.

        The normalization of its normal distribution over that of a shown one.
        """
        if not self.shown or surface in self.shown:
            return 0.0
        return float(max(np.log(spread / np.hypot(_OWN_SPREAD_DEG, _SHOWN_SPREAD_DEG)), 0.0))

    def _offsets(
        self, surfaces: Sequence[Surface], hue_deg: NDArray[np.float32]
    ) -> Iterator[tuple[Surface, NDArray[np.float64], float]]:
        """How far each hue is from the nearest of each surface's, and their spread, in degrees."""
        hues = [[self._hue(surface, which) for which in range(len(self._starts(surface)))] for surface in surfaces]
        middles = np.array([middle for of_one in hues for middle, _ in of_one])
        # of all surfaces at once, for hues are few
        off = hue_deg.astype(np.float64) - middles.reshape(-1, *[1] * hue_deg.ndim)
        off -= 360.0 * np.rint(off / 360.0)  # a remainder takes five times as long
        first = 0
        for surface, of_one in zip(surfaces, hues, strict=True):
            nearest, *others = off[first : first + len(of_one)]
            first += len(of_one)
            outward = 0.0 if surface in self.shown else _OUTWARD.get(surface, 0.0)
            if outward:
                # a surface of which nothing was shown has one hue
                nearest = np.where(nearest * outward > 0, nearest * _OUTWARD_SHARE, nearest)
            for other in others:
                nearest = np.where(np.abs(other) < np.abs(nearest), other, nearest)
            yield surface, nearest, max(spread for _, spread in of_one)

    def _nearest(self, surface: Surface, hue_deg: float) -> int:
        """Which of the looks of a surface a hue is nearest to."""
        starts = self._starts(surface)
        return min(range(len(starts)), key=lambda which: abs(_turn_deg(hue_deg - self._hue(surface, which)[0])))

    def _starts(self, surface: Surface) -> Sequence[float | None]:
        """The hues of a surface before anything was seen; None where nothing is known."""
        shown = self.shown.get(surface, ())
        return [look.hue_deg for look in shown] or [_PRIOR_HUES_DEG.get(surface)]

    def _hue(self, surface: Surface, which: int) -> tuple[float, float]:
        """Middle and spread of one of the hues of a surface, in degrees."""
        start = self._starts(surface)[which]
        cosine, sine, count = self.seen.get((surface, which), (0.0, 0.0, 0.0))
        if start is None and not count:
            return 0.0, 180.0
        hue, weight = (0.0, 0.0) if start is None else (start, _PRIOR_COUNT)
        firm = surface in self.shown
        shift = 0.0 if count or firm else self._cast_deg(surface)
        turned = math.radians(hue + shift)
        middle = math.atan2(sine + weight * math.sin(turned), cosine + weight * math.cos(turned))
        spread = _SHOWN_SPREAD_DEG if firm else math.hypot(_PRIOR_SPREAD_DEG, self._strangeness_deg())
        share = count / (count + _PRIOR_COUNT)
        return math.degrees(middle), math.hypot(_OWN_SPREAD_DEG, spread * (1 - share))

    def _cast_deg(self, surface: Surface) -> float:
        # a colour that was not seen yet moves half as far as the others did: the lamp's cast is common to all
        shifts = []
        for (other, _), (cosine, sine, count) in self.seen.items():
            if other != surface and other in _PRIOR_HUES_DEG and other not in self.shown and count >= 1:
                shifts.append(_turn_deg(np.degrees(np.arctan2(sine, cosine)) - _PRIOR_HUES_DEG[other]))
        return float(np.mean(shifts)) / 2 if shifts else 0.0

    def _strangeness_deg(self) -> float:
        # where those leaves that were shown look otherwise than usual, of the others little is known
        off = [
            _turn_deg(look.hue_deg - _PRIOR_HUES_DEG[surface])
            for surface, looks in self.shown.items()
            if surface in _PRIOR_HUES_DEG
            for look in looks
        ]
        return min(float(np.sqrt(np.mean(np.square(off)))), _MOST_STRANGE_DEG) if off else 0.0


def is_strange(hue_deg: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether no leaf has nearly such hues before anything was shown, nor card or wood; shape as given."""
    off = [hue_deg.astype(np.float64) - usual for usual in _PRIOR_HUES_DEG.values()]
    return np.asarray(
        np.minimum.reduce([np.abs(each - 360.0 * np.rint(each / 360.0)) for each in off]) > UNHEARD_OF_DEG
    )


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
    noise_deg = float(_noise_deg(chroma))
    return min(1.0, 4.0 * _OWN_SPREAD_DEG**2 / (_OWN_SPREAD_DEG**2 + noise_deg**2))


def _noise_deg(chroma: NDArray[np.float32] | float) -> NDArray[np.float64]:
    return np.degrees(np.arctan2(_GREY_CHROMA, np.maximum(np.asarray(chroma, np.float64), 0.1)))


def _turn_deg(off: float) -> float:
    """A difference of two hues in degrees, -180 to 180."""
    return math.remainder(off, 360.0)


def _follow(old: float, new: float) -> float:
    return 0.95 * old + 0.05 * new if old else new
