"""Where the hues of the leaves lie: their order is known beforehand, where they are is learned on this table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
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
_OUTWARD: Mapping[Surface, float] = {Surface("leaf.red"): -1.0, Surface("leaf.green"): 1.0}
_OUTWARD_SHARE = 0.85  # how much an offset counts on that side, where no other leaf's hue is: crimson, teal
_PRIOR_COUNT = 4.0  # how many sure spaces outweigh the prior
_SHOWN_SPREAD_DEG = 6.0  # of the prints of one colour, and of what another light does to a tile that was shown
_ONE_PRINT_DEG = 15.0  # between tiles of one colour on one table at most
_MOST_STRANGE_DEG = 30.0  # by which others differ where some are far off: they are still told apart
_FAR_OFF_DEG = 30.0  # from what is known of a surface, of a tile that is another print: what is known moves slowly
_OPPOSITE_DEG = 90.0  # the same where a box has no two inks of one colour so far apart: those seen differ by 60
_BY_NOISE = 2.5  # times the noise of its hue that a tile may be off

GREY_CHROMA = 3.0
"""Chroma noise in CIELAB units: the hue of something nearly grey says little."""

OWN_SPREAD_DEG = 7.0
"""Of the hues of the spaces of one colour on one table."""

UNHEARD_OF_DEG = 55.0
"""A hue that is so far off all that leaves are known to have is another print's."""


class LeafLook(NamedTuple):
    """How a leaf looks: CIELAB hue in degrees and chroma, texture as evidence measures it."""

    hue_deg: float
    chroma: float
    texture: float


@dataclass(frozen=True, slots=True)
class LeafHues:
    """What is known of the hues of the leaves: what was ``shown`` and ``seen`` of them, as ``Palette`` has it."""

    shown: Mapping[Surface, tuple[LeafLook, ...]] = field(default_factory=dict)
    seen: Mapping[tuple[Surface, int], tuple[float, float, float]] = field(default_factory=dict)

    def knows(self, surface: Surface) -> bool:
        """Whether a leaf of this surface was shown or surely seen on this table."""
        return surface in self.shown or any(other == surface for other, _ in self.seen)

    def knows_in_hue(self, surface: Surface, look: LeafLook) -> bool:
        """Whether a leaf of this surface was shown or surely seen on this table, in about this hue."""
        hues = [shown.hue_deg for shown in self.shown.get(surface, ())]
        hues += [math.degrees(math.atan2(sums[1], sums[0])) for (of, _), sums in self.seen.items() if of == surface]
        most = max(_FAR_OFF_DEG, _BY_NOISE * float(noise_deg(look.chroma)))
        return any(abs(_turn_deg(look.hue_deg - hue)) <= most for hue in hues)

    def knows_as_another(self, surface: Surface, look: LeafLook) -> bool:
        """Whether a leaf looks as those of another surface do that were shown or surely seen, not of its own."""
        hues = [(other, shown.hue_deg) for other, looks in self.shown.items() for shown in looks]
        hues += [(other, math.degrees(math.atan2(sums[1], sums[0]))) for (other, _), sums in self.seen.items()]
        off = [(abs(_turn_deg(look.hue_deg - hue)), other) for other, hue in hues]
        return bool(off) and min(off)[0] < _ONE_PRINT_DEG and min(off)[1] != surface

    def is_far_off(self, surface: Surface, look: LeafLook) -> bool:
        """Whether a hue is another print's than those known of a surface; what is nearly grey does not tell."""
        hue, _ = self._hue(surface, self.nearest(surface, look.hue_deg))
        return abs(_turn_deg(look.hue_deg - hue)) > max(_FAR_OFF_DEG, _BY_NOISE * float(noise_deg(look.chroma)))

    def belies(self, surface: Surface, look: LeafLook) -> bool:
        """Whether a surface is known on this table in the very opposite hue, and another is expected to look so."""
        expected = any(self.fits(other, look) for other in _PRIOR_HUES_DEG if other != surface)
        hue, _ = self._hue(surface, self.nearest(surface, look.hue_deg))
        return expected and self.knows(surface) and abs(_turn_deg(look.hue_deg - hue)) > _OPPOSITE_DEG

    def fits(self, surface: Surface, look: LeafLook) -> bool:
        """Whether a leaf looks as those of a surface do, within their spread."""
        middle, spread = self._hue(surface, self.nearest(surface, look.hue_deg))
        return abs(_turn_deg(look.hue_deg - middle)) <= spread

    def usual(self, surface: Surface, like: LeafLook) -> tuple[LeafLook, ...]:
        """What was known of a surface of which nobody has shown anything, for its other tiles still look so."""
        sure = self.seen.get((surface, 0), (0.0, 0.0, 0.0))[2] >= _PRIOR_COUNT
        return (like._replace(hue_deg=self._hue(surface, 0)[0]),) if sure else ()

    def vagueness(self, surface: Surface, spread: float) -> float:
        """What a surface of which nothing was shown costs beside others: its hues may be many, so each is less likely.

        The normalization of its normal distribution over that of a shown one.
        """
        if not self.shown or surface in self.shown:
            return 0.0
        return float(max(np.log(spread / np.hypot(OWN_SPREAD_DEG, _SHOWN_SPREAD_DEG)), 0.0))

    def offsets(
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

    def nearest(self, surface: Surface, hue_deg: float) -> int:
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
        return math.degrees(middle), math.hypot(OWN_SPREAD_DEG, spread * (1 - share))

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


def is_strange(hue_deg: NDArray[np.float32], least_deg: float = UNHEARD_OF_DEG) -> NDArray[np.bool_]:
    """Whether hues are so far off all that leaves have before anything was shown, and card and wood; shape as given."""
    off = [hue_deg.astype(np.float64) - usual for usual in _PRIOR_HUES_DEG.values()]
    return np.asarray(np.minimum.reduce([np.abs(each - 360.0 * np.rint(each / 360.0)) for each in off]) > least_deg)


def noise_deg(chroma: NDArray[np.float32] | float) -> NDArray[np.float64]:
    """The standard deviation of the hue of something so colourful, in degrees; shape as given."""
    return np.degrees(np.arctan2(GREY_CHROMA, np.maximum(np.asarray(chroma, np.float64), 0.1)))


def _turn_deg(off: float) -> float:
    """A difference of two hues in degrees, -180 to 180."""
    return math.remainder(off, 360.0)
