"""Soft steps and ramps of which costs are made: a measure near a limit is neither surely beyond it nor surely not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.explaining.surface_costs import CAP, Costs


def soft(value: NDArray[np.floating], middle: float, width: float) -> Costs:
    """What is paid for a measure that should lie below ``middle``, in nats, float64: one more for each ``width``."""
    return softplus((value.astype(np.float64) - middle) / width)


def softplus(value: NDArray[np.floating]) -> Costs:
    """The logarithm of 1 + exp(value), float64: 0 far below 0, the value itself far above."""
    return np.logaddexp(0.0, np.asarray(value, np.float64))


def between(value: NDArray[np.floating], least: float, most: float) -> Costs:
    """As ``np.clip``, which for so few numbers takes four times as long."""
    return np.asarray(np.minimum(np.maximum(value, least), most))


def capped(costs: Costs) -> Costs:
    """The costs, or as much as a single measure can tell."""
    return np.minimum(costs, CAP)
