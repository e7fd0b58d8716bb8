"""A picture of everything thin, whatever its tone: where a grid shows that is neither lighter nor darker all over.

Printed lines may be lighter than one area and darker than the next, or of the floor's own lightness and another hue.
What is narrower than a line is wide, in lightness and in both hue axes of CIELAB, stands out here as light on dark.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.finding.lattice import Gray
from vision.frame import Pixels

LINES_ACROSS = 140  # so many widths of the widest line that is looked for go into the shorter side of a picture
NARROWEST = 5  # pixels
SHARE = 85.0  # grey levels of each of three channels
LOUDEST = 4.0  # times the mean of a channel: no single leaf or icon may outshine the lines


def thin_view(pixels: Pixels) -> Gray:
    """How much each place stands out from what is round it, uint8 (height, width), 0 where it does not.

    The channels count alike, each in units of its own mean, since lightness has most of the grain and the leaves.
    """
    width = max(NARROWEST, min(pixels.shape[:2]) // LINES_ACROSS) | 1
    shape = np.ones((width, width), np.uint8)
    total = np.zeros(pixels.shape[:2], np.uint8)
    for channel in cv2.split(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)):
        light = cv2.subtract(channel, cv2.morphologyEx(channel, cv2.MORPH_OPEN, shape))
        dark = cv2.subtract(cv2.morphologyEx(channel, cv2.MORPH_CLOSE, shape), channel)
        thin = cv2.max(light, dark)
        mean = float(cv2.mean(thin)[0])
        if mean > 0:
            share = cv2.convertScaleAbs(thin, alpha=SHARE / (LOUDEST * mean))
            total = np.asarray(cv2.add(total, cv2.min(share, SHARE)), np.uint8)  # type: ignore[call-overload]  # a scalar
    return total
