"""Which spaces of an empty board hold an icon: it stands out from its ground, and the same is printed elsewhere.

A photograph of moss and leaves stands out from itself as much as many an icon, but no two pieces of it are alike; an
icon of which a board has only one has no twin, but stands out. How strange and alike its ground is, it tells itself.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

LEAST = 4.2  # distances from the ground of the strangest part of a space that holds an icon
MOSTLY_PLAIN = 0.35  # at least this share of a board is plain: about 20 of 72 spaces hold an icon
NEARLY = 0.85  # of the widest gap: a lower one as wide as that parts the icons from the ground
USUAL, USUAL_SPREAD = 20 / 72, 8 / 72  # of the spaces: the share that holds an icon (R1.2), and how far that varies
STEEP = 10.0  # confidence against the logarithm of the distance from the cut

ALIKE, SURELY_ALIKE = 0.5, 0.85  # correlation of a space and its twin: half of the plain ones of
# 169 boards reach the first, 95 of 100 icons 0.75
HALF = 0.5  # of the way between those: where icons are no stranger than ground most of them are more alike
STRANGER = 1.0  # by how much of its logarithm an icon with a twin seems to stand out more, at first
ALONE = 0.07  # share of icons that are the only ones of their look on a board, or look so
LEAST_SPREADS = 0.33, 0.06  # of the logarithm of distances, and of the correlations of plain spaces
ICONS_SPREAD = 0.08  # of the correlations of icons
APART = 0.1  # by which icons stand out, and are alike, more than ground does at least
SUREST = 6.0  # nats at most that one sign tells
ROUNDS = 4

COARSE = 2  # samples of a space that are one here
WITHIN = 0.34  # of a space from its middle: what is compared
FINER = 3.5  # coarse samples: what is broader than that is light or ground
REACH = 1  # coarse samples by which a print may be moved


class Printed(NamedTuple):
    """The spaces with an icon, bool (n,), and how sure it is of each that it holds one, or none, 0 to 1."""

    there: Flags
    sure: Array


def spaces_with_icons(strangest: Array, twins: Array) -> Printed:
    """Part the spaces that hold an icon from plain ground.

    Args:
        strangest: the distance from its ground of the strangest part of each space, (n,).
        twins: how much each space is like the one that is most like it, -1 to 1, (n,), as ``likest`` has it.
    """
    logs = np.log(np.maximum(strangest, 1.0))
    alike = np.clip((twins - ALIKE) / (SURELY_ALIKE - ALIKE), 0.0, 1.0)
    printed = split(strangest * np.exp(STRANGER * alike))
    told = printed.there
    if not told.any():
        return split(strangest)
    more_alike = np.median(alike[told]) - np.median(alike[~told])
    if np.median(strangest[told]) < LEAST and more_alike < HALF:
        return split(strangest)  # neither sign says that anything is printed
    for _ in range(ROUNDS):
        nats = np.log(USUAL / (1 - USUAL)) + _standing_out(logs, printed.there) + _repeated(twins, printed.there)
        if not (nats > 0).any():
            break
        printed = Printed(nats > 0, 1 / (1 + np.exp(-np.abs(nats))))
    return printed


def split(strangest: Array) -> Printed:
    """The spaces with an icon, told by how strange they are alone: a wide relative gap parts them from the others."""
    logs = np.log(np.maximum(strangest, 1.0))
    order = np.sort(logs)
    # the cut lies above what plain ground may show and leaves a part of the board plain
    allowed = (order[1:] >= np.log(LEAST)) & (np.arange(1, len(order)) >= MOSTLY_PLAIN * len(order))
    if not allowed.any():
        return Printed(np.zeros(len(logs), np.bool_), 1 / (1 + np.exp(-STEEP * (np.log(LEAST) - logs))))
    # kinds may stand apart from each other as well: a gap above which few or many are left must be wider
    above = 1 - np.arange(1, len(order)) / len(order)
    usual = np.exp(-0.5 * ((above - USUAL) / USUAL_SPREAD) ** 2)
    wide = np.where(allowed, np.diff(order) * usual, -np.inf)
    at = int(np.flatnonzero(wide >= NEARLY * wide.max())[0])
    apart = logs - 0.5 * (order[at] + order[at + 1])
    return Printed(apart > 0, 1 / (1 + np.exp(-STEEP * np.abs(apart))))


def likest(spaces: Array) -> Array:
    """How much the middle of each space correlates with that of the space most like it, -1 to 1, (n,).

    ``spaces`` are CIE Lab, (n, side, side, 3). What varies broadly does not count: that is light, or ground.
    """
    n, side = spaces.shape[0], spaces.shape[1] // COARSE
    small = spaces.reshape(n, side, COARSE, side, COARSE, 3).mean(axis=(2, 4)).astype(np.float32)
    fine = np.stack([space - cv2.GaussianBlur(space, (0, 0), FINER) for space in small])
    axis = np.arange(side) - 0.5 * (side - 1)
    rows, cols = np.nonzero(np.hypot(axis[:, None], axis[None, :]) < WITHIN * side)

    def middles(down: int, right: int) -> NDArray[np.float32]:
        seen = fine[:, rows + down, cols + right].reshape(n, -1)
        seen = seen - seen.mean(axis=1, keepdims=True)
        return np.asarray(seen / (np.linalg.norm(seen, axis=1, keepdims=True) + 1e-6), np.float32)

    moves = range(-REACH, REACH + 1)
    here = middles(0, 0)
    pairs = np.maximum.reduce([here @ middles(down, right).T for down in moves for right in moves])
    pairs = np.maximum(pairs, pairs.T)
    np.fill_diagonal(pairs, -1.0)
    return np.asarray(pairs.max(axis=1), np.float64)


def _standing_out(logs: Array, printed: Flags) -> Array:
    """How much the strangeness of each space speaks for an icon, in nats, if those ``printed`` are icons."""
    plain, icon = _normal(logs[~printed], LEAST_SPREADS[0]), _normal(logs[printed], LEAST_SPREADS[0])
    no_less = np.maximum(logs, plain[0])
    as_icon = np.minimum(no_less, max(icon[0], plain[0] + APART))  # what is stranger than icons is no less of one
    return np.clip(_log_density(as_icon, *icon) - _log_density(no_less, *plain), -SUREST, SUREST)


def _repeated(twins: Array, printed: Flags) -> Array:
    """The same of its likeness to another space. An icon without a twin is like the others only by chance."""
    middle, spread = _normal(twins[~printed], LEAST_SPREADS[1])
    icons = max(float(np.median(twins[printed])), middle + APART)
    plain = _log_density(np.maximum(twins, middle), middle, spread)
    more = np.exp(_log_density(np.minimum(twins, icons), icons, ICONS_SPREAD) - plain)
    return np.clip(np.log(ALONE + np.where(twins < middle, 0.0, (1 - ALONE) * more)), -SUREST, SUREST)


def _normal(values: Array, least: float) -> tuple[float, float]:
    """The median and the robust spread of some values (median absolute deviation), which is not below ``least``."""
    middle = float(np.median(values))
    return middle, max(1.4826 * float(np.median(np.abs(values - middle))), least)


def _log_density(values: Array, middle: float, spread: float) -> Array:
    """That of a normal distribution, but for a constant."""
    return np.asarray(-0.5 * ((values - middle) / spread) ** 2 - np.log(spread))
