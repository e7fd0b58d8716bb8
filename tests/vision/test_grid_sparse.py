from __future__ import annotations

import numpy as np
import pytest

from vision.grid_refine import simple_lens
from vision.grid_sparse import distorted
from vision.pose import Lens


@pytest.mark.parametrize("coefficients", [[-0.4, 0, 0, 0, 0], [0.2, 0, 0, 0, 0], [-0.3, 0.1, 0.01, 0, 0], [0.0] * 5])
def test_points_are_bent_as_the_lens_bends_them(coefficients: list[float]) -> None:
    """The short way of lenses with one coefficient leads where the general one does."""
    points = np.random.default_rng(1).uniform((0, 0), (800, 600), (40, 2))
    lens = Lens(simple_lens((800, 600), 0.0).matrix, np.array(coefficients))
    assert np.allclose(distorted(lens, points), lens.distort(points), atol=1e-6)
