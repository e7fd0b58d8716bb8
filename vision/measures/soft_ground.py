"""Where a board looks foreign, softened, in the part of it where a piece is looked for: the ground of how that lies."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reference import Plane

_SOFT_PX = 2.5  # blur of what is foreign: a fit then has a peak, not a plateau

Part = tuple[slice, slice]
"""Rows and columns of pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """Where a board looks foreign, planes as ``vision.reference.rectify`` makes them, blurred a little.

    ``inside`` is float32, ``bare`` two of those as one complex number: what no shadow could explain where nothing else
    lies, and 1 there.
    """

    inside: Plane
    bare: NDArray[np.complex64]

    @classmethod
    def of(
        cls, plain: Plane, shaded: Plane, free: NDArray[np.bool_], part: Part = (slice(None), slice(None))
    ) -> Ground:
        """From what is foreign with and without shadows (``color.Change``), and where nothing else lies.

        Of a part of the planes; outside it all is 0.
        """
        far = round(4 * _SOFT_PX)  # no pixel further away is blurred into another
        (top, end, _), (left, right, _) = (asked.indices(side) for asked, side in zip(part, plain.shape, strict=True))
        first_row, first_col = max(0, top - far), max(0, left - far)
        inside, outside = (
            cv2.GaussianBlur(plane[first_row : end + far, first_col : right + far], (0, 0), _SOFT_PX)[
                top - first_row : end - first_row, left - first_col : right - first_col
            ]
            for plane in (plain, shaded)
        )
        seen = free[part].astype(np.float32)
        found = cls(np.zeros(plain.shape, np.float32), np.zeros(plain.shape, np.complex64))
        found.inside[part], found.bare[part].real, found.bare[part].imag = inside, outside * seen, seen
        return found
