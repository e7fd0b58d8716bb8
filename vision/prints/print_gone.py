"""Where a print that was to be seen in the middle of a space is not there any more: something lies on it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.measures.evidence import SpaceEvidence

# contrast of a print from which this tells, the likeness to it and the share of a middle that is foreign: the most
# foreign so unlike had 0.12 of 1,123 holes over prints, 0.1 of 20,515 bare prints; 1,916 of 2,436 tokens looked so
_PLAINLY, _UNLIKE, _COVERED = 1.5, 0.7, 0.2
# the same of a faint print: all 44 tokens over prints of a contrast of 1 to 1.5 looked so; of 8 holes over them none
# was less like it than 0.7
_FAINT, _QUITE_UNLIKE, _LARGELY_COVERED = 1.0, 0.3, 0.4
# contrast of a print and what it leaves unexplained: of 577 bare ones so clear on which a shadow may have lain none
# left more than 0.41, 7 of 13 tokens that may have been a shadow more than 0.55 and another 0.52
_CLEAR, _GONE = 1.6, 0.5
# the same of a print that is less clear: of 48 holes over such none left more than 0.1, of drawn ones in hard shadows
# 0.51; half of 60 tokens left more than 0.76
_LESS_CLEAR, _ALL_GONE = 1.2, 0.7


def unlike_its_print(spaces: SpaceEvidence) -> NDArray[np.bool_]:
    """Where a middle is not what was there and has nothing of its legible print, bool (rows, cols)."""
    unlike = (spaces.disc_contrast > _PLAINLY) & (spaces.disc_likeness < _UNLIKE)
    return np.asarray(unlike & (spaces.disc > _COVERED))


def quite_unlike_its_print(spaces: SpaceEvidence) -> NDArray[np.bool_]:
    """The same where the print may be so faint that only what is quite unlike it tells, bool (rows, cols)."""
    unlike = (spaces.disc_contrast > _FAINT) & (spaces.disc_likeness < _QUITE_UNLIKE)
    return np.asarray(unlike & (spaces.disc > _LARGELY_COVERED))


def clearly_gone(spaces: SpaceEvidence, unexplained: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where a clear print is not there in any light, shade or place, bool (rows, cols).

    Args:
        spaces: what was measured.
        unexplained: the shares that prints leave, float32 (rows, cols), as ``vision.prints.print_left.Left.further``.
    """
    stands_out = spaces.disc_contrast
    less = (stands_out > _LESS_CLEAR) & (unexplained > _ALL_GONE)
    return np.asarray((stands_out > _CLEAR) & (unexplained > _GONE) | less)
