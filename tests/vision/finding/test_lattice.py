"""Lattices in a quadrilateral are told from the best on, as far as they are good enough."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.finding.lattice import lattices
from vision.frame import Frame

CORNERS = np.array([[200.0, 110.0], [610.0, 130.0], [640.0, 500.0], [170.0, 480.0]])
OUTLINE = CORNERS + np.array([[-8.0, -8.0], [8.0, -8.0], [8.0, 8.0], [-8.0, 8.0]])


@pytest.mark.parametrize("least", [-np.inf, 1.0, 3.0, 10.0])
@pytest.mark.parametrize("spaces", [(9, 8), (8, 8)])
def test_a_least_score_leaves_out_lattices_and_changes_none(
    drawn: Callable[..., Frame], spaces: tuple[int, int], least: float
) -> None:
    """However soon the search for them ends, those that are left are the same, the best first."""
    gray = np.asarray(cv2.cvtColor(drawn(CORNERS, cols=spaces[0]).pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    for quad in (OUTLINE, CORNERS + 40.0):
        every = list(lattices(gray, quad, spaces, -np.inf))
        some = list(lattices(gray, quad, spaces, least))
        assert [each.score for each in some] == sorted((e.score for e in every if e.score >= least), reverse=True)
        assert all(np.array_equal(one.corners_px, other.corners_px) for one, other in zip(some, every, strict=False))


def test_the_best_lattice_lies_where_the_board_was_drawn(drawn: Callable[..., Frame]) -> None:
    """Its corners are within a seventh of a space, whichever of two opposite ones comes first."""
    gray = np.asarray(cv2.cvtColor(drawn(CORNERS).pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    seen = next(lattices(gray, OUTLINE, (9, 8), 3.0)).corners_px
    assert min(float(np.abs(np.roll(seen, turn, axis=0) - CORNERS).max()) for turn in (0, 2)) < 6.5
