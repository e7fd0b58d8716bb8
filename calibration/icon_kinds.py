"""Names the icons printed on a board, from what berries, nuts, mushrooms and feathers look like in many editions.

A small network tells how well a look agrees with each kind; ``benchmarks/icon_training.py`` fits it, and measures it on
editions that it has not seen. A board's icons are named together: what looks different is not the same kind. The names
are a proposal that the owner confirms.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.icon_looks import MEASURES

Array = NDArray[np.float64]

LETTERS = "bnmf"
TOGETHER = 8  # groups that are named together, the largest: 65,536 ways to name them
UNLIKE, FAR = 3.0, 2.0  # distance of looks at which a shared name costs one nat, and nats that it costs at most
LEAST_ODDS = -9.2  # nats: one view is never surer than that of what it is not
SURE_OF_KIND = 0.8  # no kind is surer than this before the owner has confirmed it

_FILE = Path(__file__).with_name("icon_kinds.json")


@dataclass(frozen=True, slots=True, eq=False)
class KindModel:
    """A network of one hidden layer, whose logits are those of the four kinds in the order of ``LETTERS``.

    ``hidden`` float64 (MEASURES, n) and ``hidden_bias`` (n,) lead from a view to n rectified units, ``weights`` (n, 4)
    and ``bias`` (4,) from those to the logits.
    """

    hidden: Array
    hidden_bias: Array
    weights: Array
    bias: Array

    def odds(self, views: Array) -> Array:
        """Log probabilities of the kinds, (n, 4), of icons with several views, (n, views, MEASURES)."""
        logits = np.maximum(views @ self.hidden + self.hidden_bias, 0) @ self.weights + self.bias
        logits -= logits.max(axis=2, keepdims=True)
        odds = logits - np.log(np.exp(logits).sum(axis=2, keepdims=True))
        return np.asarray(np.maximum(odds, LEAST_ODDS).mean(axis=1))


def read_model(path: Path) -> KindModel:
    """Read a model from JSON.

    Raises:
        ValueError: the file is of other looks.
    """
    data = json.loads(path.read_text())
    parts = [np.array(data.get(name, []), np.float64) for name in ("hidden", "hidden_bias", "weights", "bias")]
    units = parts[1].size
    expected = [(MEASURES, units), (units,), (units, len(LETTERS)), (len(LETTERS),)]
    if units == 0 or [part.shape for part in parts] != expected:
        found = [part.shape for part in parts]
        raise ValueError(f"{path.name}: layers of {MEASURES} x n and n x {len(LETTERS)} expected, found {found}")
    return KindModel(*parts)


@cache
def shipped_model() -> KindModel:
    """The model that comes with the program."""
    return read_model(_FILE)


def name_groups(groups: Sequence[Sequence[int]], odds: Array, apart: Array) -> list[tuple[str, float]]:
    """A letter for each group of icons that look alike, and how sure that is, 0 to ``SURE_OF_KIND``.

    Args:
        groups: the icons, as indices.
        odds: how well each agrees with each kind, in nats, (n, 4).
        apart: how little the groups look alike, (groups, groups).
    """
    # icons of one look err together: ten tell more than one, but not ten times as much
    agree = np.array([np.sqrt(len(group)) * odds[list(group)].mean(axis=0) for group in groups]).reshape(-1, 4)
    largest = sorted(range(len(groups)), key=lambda n: -len(groups[n]))
    together, rest = largest[:TOGETHER], largest[TOGETHER:]
    ways = np.array(list(itertools.product(range(len(LETTERS)), repeat=len(together))), np.intp)
    fits = sum((agree[group][ways[:, n]] for n, group in enumerate(together)), np.zeros(len(ways)))
    for (n, one), (m, other) in itertools.combinations(enumerate(together), 2):
        fits -= min(apart[one, other] / UNLIKE, FAR) * (ways[:, n] == ways[:, m])
    best = ways[np.argmax(fits)]
    likely = np.exp(fits - fits.max())
    names = [("", 0.0)] * len(groups)
    for n, group in enumerate(together):
        share = likely[ways[:, n] == best[n]].sum() / likely.sum()
        names[group] = (LETTERS[best[n]], min(SURE_OF_KIND, float(share)))
    for group in rest:
        kind = int(np.argmax(agree[group]))
        share = 1 / np.exp(agree[group] - agree[group][kind]).sum()
        names[group] = (LETTERS[kind], min(SURE_OF_KIND, float(share)))
    return names
