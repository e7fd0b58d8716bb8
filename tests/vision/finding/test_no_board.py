"""Why no board is found is said for one shape and for many."""

from __future__ import annotations

from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from vision.finding.no_board import why_none


@pytest.mark.parametrize(
    ("shapes", "supports", "said"),
    [
        (0, (), "nothing four-sided is seen"),
        (1, (), "a four-sided shape is seen, but no grid lines in it"),
        (3, (), "3 four-sided shapes are seen, but no grid lines in them"),
        (1, (0.4,), "a four-sided shape is seen; it has 40% of a grid's lines"),
        (3, (0.4, 0.6), "3 four-sided shapes are seen; the best has 60% of a grid's lines"),
    ],
)
def test_how_far_the_search_came_is_said(shapes: int, supports: tuple[float, ...], said: str) -> None:
    """With the size of the picture and of the board that is looked for."""
    candidates = [SimpleNamespace(fit=SimpleNamespace(support=support)) for support in supports]
    text = str(why_none((640, 480), (9, 8), Mock(quads=shapes, candidates=candidates)))
    assert text.startswith("no board with a printed grid of 9 x 8 spaces in the picture (640 x 480 pixels): " + said)
