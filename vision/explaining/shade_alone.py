"""Whether what is only darker than the floor is no shadow: it fills one space and leaves those round it as they were.

A shadow comes from something, falls on whatever lies in its way and keeps what is printed there. A dark figure, or a
dark leaf on dark ground, has the hue that the floor would have in a shadow.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.measures.evidence import SpaceEvidence

_FILLED = 0.75  # share of a space that is foreign
_FREE, _LARGELY = 0.12, 0.6  # the same of a space that nothing has touched, and from which a piece lies on it
_SIDES = 2  # so many beside it that nothing has touched tell enough
_STRUCTURE = 2.0  # besides the floor's, in units of noise: a shadow adds its edge alone
_GONE = 0.35  # likeness to the floor below which nothing of its print is left


def is_no_shadow(evidence: SpaceEvidence) -> NDArray[np.bool_]:
    """The spaces that are filled with something that is no shadow, bool (rows, cols), however like one its colour is.

    Over 36 games 36 spaces with pieces were told so that a shadow explained for the most part, and one bare one, under
    a hand. A sharp shadow that ends where a space does is told so as well, at times: there is a doubt then.
    """
    cover = evidence.cover
    framed = np.pad(cover, 1, constant_values=1.0)  # what is beside the grid does not tell
    beside = np.stack([framed[:-2, 1:-1], framed[2:, 1:-1], framed[1:-1, :-2], framed[1:-1, 2:]])
    free, touched = beside < _FREE, (beside >= _FREE) & (beside < _LARGELY)
    alone = (np.count_nonzero(free, axis=0) >= _SIDES) & ~touched.any(axis=0)
    other = (evidence.texture > _STRUCTURE) & (evidence.likeness < _GONE)
    return np.asarray((cover > _FILLED) & other & alone)
