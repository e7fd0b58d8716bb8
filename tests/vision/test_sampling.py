from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.sampling import along_sums, fixed_maps, sampled, sampled_at


@pytest.mark.parametrize("shape", [(40, 60), (40, 60, 3)])
def test_samples_are_those_of_remap(shape: tuple[int, ...]) -> None:
    """Gray or coloured, within the picture and beyond its border: place by place what cv2.remap says."""
    rng = np.random.default_rng(4)
    picture = rng.integers(0, 256, shape, np.uint8)
    px = rng.uniform(-5, 65, (13, 7, 2)).astype(np.float32)
    fixed = fixed_maps(px)
    assert (sampled(picture, fixed) == cv2.remap(picture, *fixed, cv2.INTER_LINEAR)).all()
    x, y = px[..., 0].copy(), px[..., 1].copy()
    wanted = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    assert (sampled_at(picture, x, y) == wanted).all()


def test_sums_do_not_overflow() -> None:
    """As many white samples as a mark can have add up to what they are."""
    samples = np.full((3, 257, 2), 255, np.uint8)
    assert (along_sums(samples) == 257 * 255).all()
    assert along_sums(samples[:, :5]).shape == (3, 2)
