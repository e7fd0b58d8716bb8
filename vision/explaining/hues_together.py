"""What the hues of a piece cost together: a print that is off as a whole is so once, not on each of its spaces."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.explaining.palette import SharedHue

_UNUSUAL = 3.5  # nats for leaves of a hue that none is known to have
_STRANGE = 3.5  # nats that such a hue costs on each space as any leaf that is known


def saved(hue: SharedHue, cells: NDArray[np.intp]) -> NDArray[np.float64]:
    """By how much the hues of a piece cost less together than one by one, by placement and marked cell (n, size).

    The print of a piece is off as a whole: a normal distribution with a common part (Sherman and Morrison 1950). One
    whose hue no leaf is known to have is printed otherwise, and all of it alike.
    """
    off, weight, paid, strange = (part.reshape(-1)[cells] for part in (hue.off, hue.weight, hue.paid, hue.strange))
    alone, grip = (part.sum(axis=1, keepdims=True) - part for part in (paid, weight))  # the mark shows no leaf
    together = hue.vague + _scattered(off, weight, hue.firmness + grip)
    if hue.tone is not None:
        tone = hue.tone.reshape(-1)[cells]
        together = together + _scattered(tone, np.ones(tone.shape), np.full(tone.shape, max(tone.shape[1] - 1.0, 1.0)))
    if (strange > _STRANGE).any():
        together = np.where(_least_of_others(strange) > _STRANGE, np.minimum(together, _alike(off, weight)), together)
    return np.asarray(np.maximum(alone - together, 0.0), np.float64)


def _alike(off: NDArray[np.float64], weight: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the hues of all but one cell cost if the piece has one of its own, by placement and that cell (n, size)."""
    turns = np.exp(1j * np.radians(off))
    own = off - np.degrees(np.angle((turns * weight).sum(axis=1, keepdims=True)))
    own -= 360.0 * np.rint(own / 360.0)
    return _UNUSUAL + _scattered(own, weight, weight.sum(axis=1, keepdims=True) - weight)


def _least_of_others(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The least of the other values of each row, for every one of them (n, size)."""
    least, second = np.sort(values, axis=1)[:, :2, None].swapaxes(0, 1)
    return np.asarray(np.where(values == least, second, least), np.float64)


def _scattered(off: NDArray[np.float64], weight: NDArray[np.float64], grip: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the hues of all but one cell of a piece cost together, by placement and that cell (n, size)."""
    pull, square = (part.sum(axis=1, keepdims=True) - part for part in (off * weight, off * off * weight))
    return np.asarray(0.5 * (square - pull * pull / grip), np.float64)
