"""What lies over marks as animals do."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from vision.explaining.caps import over_marks


@pytest.mark.parametrize(
    ("rows", "animals"),
    [
        (["pc.", "..."], [(0, 0), (0, 1)]),
        (["cc.", "..."], []),  # two tokens may have been forgotten
        (["p..", "..c"], []),  # no animal covers one hole
        (["pcc", "..."], []),  # which of the two is no token?
        (["ppp", "p.."], [(0, 0), (0, 1), (0, 2), (1, 0)]),
        (["p.p", "c.p"], [(0, 0), (0, 2), (1, 0), (1, 2)]),
    ],
)
def test_what_comes_onto_two_holes_one_of_them_over_plain_ground_is_an_animal(
    rows: Sequence[str], animals: list[tuple[int, int]]
) -> None:
    """R4.3, R5.1, R6.1: nothing else is laid on a hole over plain ground (p), others may get their token (c)."""
    covered, plain = (np.array([[letter in which for letter in row] for row in rows]) for which in ("pc", "p"))
    nowhere = np.zeros_like(plain)
    assert [tuple(each) for each in np.argwhere(over_marks(covered, plain, nowhere)).tolist()] == animals


@pytest.mark.parametrize(
    ("rows", "animals"),
    [
        (["ll.", "..."], [(0, 0), (0, 1)]),
        (["lc.", "..."], []),  # a tile that was pushed beside one that got its token
        (["l..", "..l"], []),  # no animal covers one hole
        (["ll.", "l.."], [(0, 0), (0, 1), (1, 0)]),
    ],
)
def test_what_covers_holes_and_their_frames_is_an_animal(rows: Sequence[str], animals: list[tuple[int, int]]) -> None:
    """R6.1: a token lies inside its hole; what changes the frames round two (l) at once lies over both."""
    covered, larger = (np.array([[letter in which for letter in row] for row in rows]) for which in ("lc", "l"))
    found = over_marks(covered, np.zeros_like(covered), larger)
    assert [tuple(each) for each in np.argwhere(found).tolist()] == animals
