from __future__ import annotations

import numpy as np

from vision.finding.stretches import CLEAR, without_grain


def test_ridges_far_lower_than_most_that_stand_out_are_grain() -> None:
    """They lose their contrast, however clear; low ones that do not stand out do not make others look high."""
    contrast = np.array([0.9, 0.8, 0.9, 0.7, 0.1, 0.1, 0.1, 0.1])
    height = np.array([30.0, 40.0, 50.0, 1.0, 1.0, 1.0, 1.0, 10.0])
    assert contrast[3] > CLEAR
    assert without_grain(contrast, height).tolist() == [0.9, 0.8, 0.9, 0.0, 0.0, 0.0, 0.0, 0.1]
