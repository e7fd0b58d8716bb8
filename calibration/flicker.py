"""Bands of flickering light, told from pictures of a still table through which they roll as a wave.

A sensor reads row after row, so lamps that flicker on the mains light each row otherwise, and each alike from side to
side. Hands, shadows and lamps that are switched do not look like that: they differ from side to side, are no even
wave, or do not wander.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.report import Finding, Verdict
from engine.sentence import say
from vision.frame import Frame

Numbers = NDArray[np.float64]

EVERY_S, FEWEST, MOST = 1.0, 10, 30
"""How far apart pictures are that are compared, and how many; bands may take a minute to roll through once, where a
camera takes a picture in nearly a whole number of flickers."""

ROWS, COLUMNS, SIDES = 96, 48, 4
"""Pictures are looked at that small, in four strips side by side."""

WAVES, LEAST_WAVES = np.linspace(1.0, 6.0, 51), 1.7
"""Bands over the height of a picture that are tried, and so many at least are bands: a sensor reads its rows in 17 ms
or more, and a flicker takes 8 or 10; the shadow of who bends over the table looks like one or one and a half."""

EVEN = 0.96  # of all changes, so much is the wave: of bands 0.98 and more, of shadows that wander up and down to 0.95
ROLLS = 0.12  # the wave's share that is a quarter of a wave apart from the rest, as a ratio: it does not come and go
LASTS = 0.4  # of its strongest, so strong is the wave in half of the pictures
ALIKE, FEWEST_ALIKE = 0.8, 3  # how the wave in a strip goes along with that in all, and in how many strips
DARKEST, LIGHTEST = 8, 250  # of 255: what is beyond tells nothing of the light
READ_SAFELY, LEFT_UNREAD = 0.02, 0.06
"""Contrasts: below the first nothing comes of bands, and at 0.08 boards are unread in parts."""


class Bands(NamedTuple):
    """A wave of light: how much lighter than the middle it is at its crest, as a share, and how many fill a picture."""

    contrast: float
    waves: float


class BandWatch:
    """Looks at the pictures of a camera that hangs still; ``bands`` are those that roll through the last of them."""

    def __init__(self) -> None:
        self._seen: deque[Numbers] = deque(maxlen=MOST)
        self._last_s = -np.inf
        self.bands: Bands | None = None

    def look(self, frame: Frame) -> None:
        """Take notice of a picture, unless the last is too short a time ago."""
        if frame.taken_at_s - self._last_s < EVERY_S:
            return
        self._last_s = frame.taken_at_s
        gray = cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY).astype(np.float32)  # whole levels would be too coarse
        self._seen.append(cv2.resize(gray, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA).astype(np.float64))
        self.bands = bands_in(np.stack(self._seen)) if len(self._seen) >= FEWEST else None

    def finding(self) -> Finding | None:
        """What to do about bands; None where there are none, or too weak ones to matter."""
        if self.bands is None or self.bands.contrast < READ_SAFELY:
            return None
        verdict = Verdict.FAIR if self.bands.contrast < LEFT_UNREAD else Verdict.POOR
        text = say("of the light comes and goes in bands that roll through the picture: set the mains frequency")
        return Finding("flicker", round(self.bands.contrast, 3), verdict, text)


def bands_in(pictures: Numbers) -> Bands | None:
    """The wave that wanders through pictures of one still thing; None where what changes is anything else.

    Args:
        pictures: gray, 0 to 255, (pictures, ROWS, COLUMNS), in the order of time.
    """
    usable = ((pictures >= DARKEST) & (pictures <= LIGHTEST)).all(axis=0)
    known = usable.reshape(ROWS, SIDES, -1).mean(axis=2) >= 0.5
    strips = known.mean(axis=0) >= 0.7
    rows = known[:, strips].all(axis=1)
    if strips.sum() < FEWEST_ALIKE or rows.sum() < ROWS / 2:
        return None
    light = np.log(np.maximum(pictures, 1))
    changes = np.where(usable, light - np.median(light, axis=0), 0.0)
    # an arm covers less than half of a strip's width, so the middle of a row does not see it
    by_strip = np.median(changes.reshape(len(pictures), ROWS, SIDES, -1), axis=3)[:, rows][:, :, strips]
    by_strip -= by_strip.mean(axis=0)
    down = np.flatnonzero(rows) / ROWS
    slope, _ = np.linalg.qr(np.stack([np.ones_like(down), down], axis=1))  # exposure, and a lamp that fades
    parts = [part - part @ slope @ slope.T for part in (np.median(by_strip, axis=2), *np.moveaxis(by_strip, 2, 0))]
    whole, total = parts[0], float((parts[0] ** 2).sum())
    if total == 0.0:
        return None
    bases = [_wave(count, down, slope) for count in WAVES]
    shares = [float(((whole @ base) ** 2).sum()) / total for base in bases]
    best = int(np.argmax(shares))
    wave, *others = (part @ bases[best] for part in parts)  # cosine and sine, a row a picture
    strengths = np.linalg.norm(wave, axis=1)
    least, most = np.linalg.eigvalsh(wave.T @ wave)
    alike = [float((wave * other).sum()) >= ALIKE * np.linalg.norm(wave) * np.linalg.norm(other) for other in others]
    there = [np.any(other) and same for other, same in zip(others, alike, strict=True)]
    if (
        WAVES[best] < LEAST_WAVES
        or shares[best] < EVEN
        or least < ROLLS * most
        or np.median(strengths) < LASTS * strengths.max()
        or sum(there) < FEWEST_ALIKE
    ):
        return None
    return Bands(float(np.sqrt((strengths**2).mean() * 2 / len(down))), float(WAVES[best]))


def _wave(count: float, down: Numbers, slope: Numbers) -> Numbers:
    """Cosine and sine of so many waves, without what is even or slopes; orthonormal, (rows, 2)."""
    angle = 2 * np.pi * count * down
    wave = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return np.asarray(np.linalg.qr(wave - slope @ (slope.T @ wave))[0], np.float64)
