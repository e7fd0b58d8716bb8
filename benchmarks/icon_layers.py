"""What a sketch of a printed icon is made of: layers, each a filled outline or a line, that an edition paints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Part(Enum):
    """What a layer shows, which decides how an edition paints it."""

    BODY = "body"  # what gives the icon its hue: berries, a nut's shell, a mushroom's cap, a feather's vane
    SECOND = "second"  # its other large part: a nut's cup, a mushroom's stem
    LEAF = "leaf"
    STEM = "stem"  # twigs, stalks, quills
    MARK = "mark"  # dots on a cap, stripes, shine on a berry
    LINE = "line"  # drawn inside: barbs, gills, the seam of a nut


class Layer(NamedTuple):
    """One layer: ``points`` float64 (n, 2), x to the right and y down, the icon within -1 to 1 on both axes.

    ``width`` 0 is a filled outline, more an open line as wide as that.
    """

    part: Part
    points: Array
    width: float = 0.0


Sketch = Callable[[np.random.Generator], list[Layer]]  # the layers from back to front, no two times quite the same
Sketches = Mapping[str, Sketch]  # by the name of the shape
