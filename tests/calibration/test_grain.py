"""A picture with much noise is called grainy however light it is, and one with structure is not."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.capture import calibrate
from calibration.report import Finding, Verdict
from device.simulator import SimulatedTable
from engine.indian_summer.sets import demo_floors
from vision.frame import Frame, Pixels


def grain_of(pixels: Pixels, table: SimulatedTable) -> Finding:
    """What set-up says of the noise."""
    report = calibrate(Frame(pixels, 0.0, 0), [(9.0, 8.0)], corners_px=table.corners_px(0)).report
    return next(finding for finding in report if finding.check == "grain")


@pytest.fixture
def table() -> SimulatedTable:
    """A board on a table."""
    return SimulatedTable([demo_floors()[0].rows], 3)


def test_grain_grows_with_noise_and_more_light_is_the_advice(table: SimulatedTable) -> None:
    """Only what is much noisier than any good picture is told; it still can be played on."""
    clean = table.picture()
    random = np.random.default_rng(2)
    told = []
    for deviation in (0.0, 4.0, 16.0, 40.0):
        noisy = clean + random.normal(0, deviation, clean.shape)
        told.append(grain_of(np.clip(np.rint(noisy), 0, 255).astype(np.uint8), table))
    values = [finding.value for finding in told if finding.value is not None]
    assert len(values) == len(told)
    assert values == sorted(values)
    assert told[0].verdict is Verdict.GOOD
    assert told[-1].verdict is Verdict.FAIR
    assert "more light" in told[-1].text


def test_the_same_noise_weighs_more_in_less_light(table: SimulatedTable) -> None:
    """A dark picture drowns in what a light one bears."""
    clean = table.picture().astype(np.float64)
    noise = np.random.default_rng(2).normal(0, 6, clean.shape)
    light, dark = (
        grain_of(np.clip(np.rint(clean * factor + noise), 0, 255).astype(np.uint8), table).value
        for factor in (1.0, 0.4)
    )
    assert light is not None
    assert dark is not None
    assert dark > 1.5 * light
