"""Made-up icons, and the middles of tokens that show them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.prints.icon_drawings import ACROSS, INSIDE, Floats
from vision.prints.icons import Icon
from vision.reference import PX_PER_SPACE, Plane

MIDDLE = (PX_PER_SPACE - 1) / 2
GROUND = 40.0, 55.0, 70.0


def icon(kind: int) -> Icon:
    """A made-up icon: three blots of two colours, others for every kind."""
    random = np.random.default_rng(kind)
    cover = np.zeros((PX_PER_SPACE, PX_PER_SPACE), np.float32)
    ink = np.zeros((PX_PER_SPACE, PX_PER_SPACE, 3), np.float32)
    for _ in range(3):
        blot = np.zeros_like(cover)
        x, y, long, short = (*random.normal(MIDDLE, 2.5, 2), *random.uniform(1.5, 4.5, 2))
        cv2.ellipse(blot, ((x, y), (2 * long, 2 * short), float(random.uniform(0, 180))), 1.0, -1, cv2.LINE_AA)
        cover, ink = np.maximum(cover, blot), np.where(blot[..., None] > 0.5, random.uniform(20, 230, 3), ink)
    return Icon(str(kind), np.asarray(ink * cover[..., None], np.float32), cover, (MIDDLE, MIDDLE))


def token(ink: Plane, cover: Plane, size: float, turn_deg: float, noise: float) -> Floats:
    """The middle of a dark disc with an icon on it, (1, 3, p)."""
    matrix = cv2.getRotationMatrix2D((MIDDLE, MIDDLE), turn_deg, size)
    matrix[:, 2] += -ACROSS[0] - MIDDLE
    ink, cover = (cv2.warpAffine(part, matrix, INSIDE.shape) for part in (ink, cover))
    seen = ink + (1 - cover[..., None]) * np.array(GROUND)
    seen = seen + np.random.default_rng(7).normal(0, noise, seen.shape)
    return np.asarray(seen[INSIDE].T[None], np.float32)
