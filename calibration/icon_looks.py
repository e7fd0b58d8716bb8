"""What a printed icon looks like, whatever inks it is printed in: its outline, its edges, and the share of each hue."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

SIDE = 32  # samples a side, to which every icon is brought
VIEWS = 4  # upright and upside down, each in the mirror too: a board has no top
HUES_DEG = {"warm": (45, 92), "red": (335, 45), "blue": (200, 335), "green": (92, 200)}  # in CIELAB
SHARES = 2 + len(HUES_DEG) + 3
CELLS, BINS = 4, 8  # of a histogram of oriented gradients, cells a side and directions of an edge
EDGES = CELLS * CELLS * BINS
MEASURES = SHARES + 2 * EDGES

_PART = 0.12  # of the area of the largest part of an icon that another part of it has at least
_VIVID, _PALE = 14.0, 12.0  # chroma in CIELAB units from which a sample has a hue, and below which it may be white
_LIGHTER, _DARKER = 5.0, 12.0  # in CIELAB units, than the ground
_LONG = 3.0  # length ratio above which longer tells nothing more
_LEAST = 30  # samples of an icon on a medallion
_RIM_PX = 5  # of a medallion, that shows its own ground


def views_of(space: Array, mask: Mask, ground: Array) -> Array:
    """All views of an icon, float64 (VIEWS, MEASURES); of what is printed on a medallion the medallion is its ground.

    Args:
        space: the space, CIE Lab, float64 (n, n, 3).
        mask: what of it stands out, bool (n, n), True somewhere.
        ground: the ground of the space, CIE Lab, float64 (3,).
    """
    icon = filled(mask)
    if is_medallion(icon):
        icon, ground = on_medallion(space, icon)
    shares = np.array([*shape_of(icon), *colors_of(space[icon], ground)])
    outline, light = cut_out(space[..., 0], icon)
    low, high = np.percentile(light, (2, 98))
    light = np.clip((light - low) / max(high - low, 1.0), 0, 1)
    views = []
    for turned in (0, 2):
        for mirrored in (False, True):
            seen = [np.rot90(part, turned) for part in (outline, light)]
            seen = [part[:, ::-1] if mirrored else part for part in seen]
            views.append(np.concatenate([shares, *(edges_of(part) for part in seen)]))
    return np.array(views, np.float64)


def filled(mask: Mask) -> Mask:
    """The large parts of what stands out, without holes."""
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    parts, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    areas = [cv2.contourArea(part) for part in parts]
    icon = np.zeros_like(closed)
    for part, area in zip(parts, areas, strict=True):
        if area >= _PART * max(areas):
            cv2.drawContours(icon, [part], -1, 1, cv2.FILLED)
    return np.asarray(icon > 0)


def shape_of(icon: Mask) -> tuple[float, float]:
    """How much longer than wide an icon is, 1 to 3, and the share of its convex hull that it fills."""
    points = np.argwhere(icon)[:, ::-1]
    spread = np.linalg.eigvalsh(np.cov(points.T.astype(np.float64)) + 0.2 * np.eye(2))
    hull = cv2.convexHull(points.astype(np.int32))
    # contours run through the middles of pixels: half of their length and one pixel lie outside
    area = cv2.contourArea(hull) + cv2.arcLength(hull, True) / 2 + 1
    return min(float(np.sqrt(spread[1] / spread[0])), _LONG), float(icon.sum() / area)


def colors_of(samples: Array, ground: Array) -> tuple[float, ...]:
    """The shares of some samples, CIE Lab (n, 3), that are of each hue, pale or dark, and how colourful they are."""
    lightness, chroma = samples[:, 0], np.hypot(samples[:, 1], samples[:, 2])
    hue = np.degrees(np.arctan2(samples[:, 2], samples[:, 1]))
    hues = [
        ((chroma > _VIVID) & ((hue - first) % 360 < (last - first) % 360)).mean() for first, last in HUES_DEG.values()
    ]
    pale = ((chroma < _PALE) & (lightness > ground[0] + _LIGHTER)).mean()
    dark = (lightness < ground[0] - _DARKER).mean()
    return (*map(float, hues), float(pale), float(dark), float(chroma.mean() / 30))


def is_medallion(icon: Mask) -> bool:
    """Whether what stands out is a disc, on which the icon may be printed."""
    points = np.argwhere(icon)[:, ::-1].astype(np.int32)
    _, radius = cv2.minEnclosingCircle(points)
    longer, solid = shape_of(icon)
    large = icon.sum() > 0.15 * icon.size
    return bool(large and longer < 1.12 and solid > 0.93 and icon.sum() > 0.85 * np.pi * (radius + 0.5) ** 2)


def on_medallion(space: Array, disc: Mask) -> tuple[Mask, Array]:
    """The icon on a disc and the disc's own ground; the disc itself where nothing on it stands out."""
    size = np.ones((_RIM_PX, _RIM_PX), np.uint8)
    inside = cv2.erode(disc.astype(np.uint8), size)
    rim = (inside > 0) & (cv2.erode(inside, size) == 0)
    ground = np.median(space[rim], axis=0)
    apart = np.linalg.norm(space - ground, axis=2)
    icon = (apart > max(4 * float(np.median(apart[rim])), 12.0)) & (inside > 0)
    return (filled(icon) if icon.sum() >= _LEAST else disc), ground


def cut_out(light: Array, icon: Mask) -> tuple[Array, Array]:
    """The outline of an icon, 0 or 1, and its lightness, both float64 (SIDE, SIDE): it just fits into them."""
    rows, cols = np.nonzero(icon)
    half = max(np.ptp(rows), np.ptp(cols)) / 2 + 1.5
    middle = (cols.min() + cols.max()) / 2, (rows.min() + rows.max()) / 2
    scale = SIDE / 2 / half
    centre = (SIDE - 1) / 2
    into = np.array([[scale, 0, centre - middle[0] * scale], [0, scale, centre - middle[1] * scale]])
    outline, lightness = (cv2.warpAffine(part, into, (SIDE, SIDE)) for part in (icon.astype(np.float64), light))
    return np.asarray(outline, np.float64), np.asarray(lightness, np.float64)


def edges_of(picture: Array) -> Array:
    """The edges of a picture (SIDE, SIDE) by place and direction, float64 (EDGES,): a histogram of oriented gradients.

    After Dalal and Triggs, Histograms of Oriented Gradients for Human Detection, 2005, with one block; OpenCV has had
    none since its fifth version.
    """
    across, down = cv2.Sobel(picture, cv2.CV_64F, 1, 0, ksize=1), cv2.Sobel(picture, cv2.CV_64F, 0, 1, ksize=1)
    turned = np.arctan2(down, across) % np.pi / np.pi * BINS
    apart = np.abs(turned[..., None] - np.arange(BINS))
    by_direction = np.hypot(across, down)[..., None] * np.maximum(0.0, 1.0 - np.minimum(apart, BINS - apart))
    middles = (np.arange(CELLS) + 0.5) * SIDE / CELLS
    near = np.maximum(0.0, 1.0 - np.abs(np.arange(SIDE) + 0.5 - middles[:, None]) * CELLS / SIDE)
    edges = np.einsum("iy,jx,yxb->ijb", near, near, by_direction).reshape(-1)
    edges = np.minimum(edges / max(float(np.linalg.norm(edges)), 1e-6), 0.2)
    return np.asarray(edges / max(float(np.linalg.norm(edges)), 1e-6))
