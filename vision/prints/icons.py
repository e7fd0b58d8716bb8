"""Icons printed on the empty spaces of a board, cut out of their ground: what a token of the same kind shows as well.

No colour is known here: the outer part of a space, or of the patch that its icon lies on, is its ground, and what
stands out from that, measured by how much the grounds of all spaces vary, is ink. How much of it is needed follows
from the icon itself, since under haze the strongest ink stands out little and under a lamp the faintest moss much.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.game import Spot
from vision.measures.board_parts import board_of
from vision.prints.medallions import from_middle, medallion_radius, patch_rim
from vision.reference import PX_PER_SPACE, Plane

_RING = (0.33, 0.44)  # of a space, from its middle to the side: outside most icons, inside the printed line
_HEART = 0.16  # spaces round the middle that tell how strong the ink is
_REACH = 0.36  # of an icon from the middle of its space
_WITHIN = 0.06  # spaces from the edge of a patch in which nothing is looked for: an icon keeps away from it
_CORE = 0.14  # a part of an icon comes nearer to the middle than that; what does not is litter
_FAINT, _FULL = 0.25, 0.6  # of the strength of the ink: nothing of it, and nothing but it
_LEAST = 1.5  # distances from the ground that are never ink
_SOME = 0.3  # cover from which a pixel joins its neighbours to one part
_PART_PX = 5
_SMALLEST = 0.01  # share of a space that an icon covers
_EDGE = 0.4  # cover at the outline


@dataclass(frozen=True, slots=True, eq=False)
class Icon:
    """One printed icon without its ground, PX_PER_SPACE pixels a space.

    ``cover`` float32 (h, w), 0 ground to 1 ink, ``ink`` float32 (h, w, 3) is the picture times cover, and
    ``middle_xy`` where its middle lies, in pixels.
    """

    kind: str
    ink: Plane
    cover: Plane
    middle_xy: tuple[float, float]

    @property
    def color(self) -> NDArray[np.float32]:
        """Its mean colour, float32 (3,), blue green red."""
        return np.asarray(self.ink.sum(axis=(0, 1)) / self.cover.sum(), np.float32)


def cut_icons(
    plane: Plane, size_wh: tuple[float, float], lattice: Sequence[Sequence[Spot | None]], printed: Mapping[Spot, str]
) -> tuple[Icon, ...]:
    """The icons of an empty board, as ``vision.reference.rectify`` shows it, whose kinds are known."""
    spaces = board_of(plane, size_wh).reshape(-1, PX_PER_SPACE, PX_PER_SPACE, 3)
    spots = [spot for row in lattice for spot in row]
    ring, reach = _ring(), _REACH
    if any(spot in printed for spot in spots):
        with_icon = [n for n, spot in enumerate(spots) if spot in printed]
        radius = medallion_radius(spaces[with_icon])
        if radius is not None:
            spaces, spots = spaces[with_icon], [spots[n] for n in with_icon]
            ring, reach = patch_rim(radius), radius - _WITHIN
    covers, grounds = _covers(spaces, ring, reach), _grounds(spaces, ring)
    icons = []
    for space, cover, ground, spot in zip(spaces, covers, grounds, spots, strict=True):
        if spot in printed and cover.mean() >= _SMALLEST and (cover > _EDGE).sum() >= _PART_PX:
            ink = (space - (1 - cover[..., None]) * ground) * (cover[..., None] > 0)
            icons.append(Icon(printed[spot], np.asarray(ink, np.float32), cover, _middle(cover)))
    return tuple(icons)


def most_various(icons: Sequence[Icon], number: int) -> tuple[Icon, ...]:
    """No more than so many icons of one kind: one of middling size, then always that of the most different colour."""
    if len(icons) <= number:
        return tuple(icons)
    sizes = np.array([icon.cover.sum() for icon in icons])
    colors = np.array([icon.color for icon in icons])
    chosen = [int(np.argmin(np.abs(np.log(sizes / np.median(sizes)))))]
    while len(chosen) < number:
        apart = np.linalg.norm(colors[:, None] - colors[chosen], axis=2).min(axis=1)
        apart[chosen] = -1.0
        chosen.append(int(np.argmax(apart)))
    return tuple(icons[n] for n in chosen)


def _covers(spaces: Plane, ring: NDArray[np.bool_], reach: float) -> Plane:
    """How much of each pixel is ink, float32 (n, h, w); ``ring`` (h, w) is ground, ink reaches so far, in spaces."""
    lab = np.stack([cv2.cvtColor(np.clip(space, 0, 255) / np.float32(255), cv2.COLOR_BGR2Lab) for space in spaces])
    apart = lab - _grounds(lab, ring)[:, None, None]
    spread = apart[:, ring].reshape(-1, 3)
    # a trimmed covariance: icons that reach into their ring must not make everything look ordinary
    for _ in range(3):
        inverse = np.linalg.inv(np.cov(spread.T) + np.diag([1.0, 0.3, 0.3]))
        spread = spread[np.einsum("ni,ij,nj->n", spread, inverse, spread) < 12]
    inverse = np.linalg.inv(np.cov(spread.T) + np.diag([1.0, 0.3, 0.3]))
    distance = np.sqrt(np.einsum("nyxi,ij,nyxj->nyx", apart, inverse, apart))
    strength = np.percentile(distance[:, from_middle() < _HEART], 70, axis=1)[:, None, None]
    low = np.maximum(_FAINT * strength, _LEAST)
    cover = np.clip((distance - low) / np.maximum((_FULL - _FAINT) * strength, 1.0), 0, 1).astype(np.float32)
    return np.stack([_one_thing(each, reach) for each in cover])


def _one_thing(cover: Plane, reach: float) -> Plane:
    """The cover without litter beside the icon."""
    far = from_middle()
    some = ((cover > _SOME) & (far < reach)).astype(np.uint8)
    number, labels, stats, _ = cv2.connectedComponentsWithStats(some)
    kept = np.zeros(cover.shape, np.uint8)
    for part in range(1, number):
        if stats[part, cv2.CC_STAT_AREA] >= _PART_PX and far[labels == part].min() < _CORE:
            kept[labels == part] = 1
    return np.asarray(cover * cv2.dilate(kept, np.ones((3, 3), np.uint8)), np.float32)


def _middle(cover: Plane) -> tuple[float, float]:
    """Between the middle of the outline, which thin parts pull, and that of the ink, which heavy ones pull."""
    outline = np.argwhere(cover > _EDGE)[:, ::-1].astype(np.float32)
    (x, y), _ = cv2.minEnclosingCircle(outline)
    ys, xs = np.mgrid[: cover.shape[0], : cover.shape[1]]
    total = float(cover.sum())
    return (x + float((cover * xs).sum()) / total) / 2, (y + float((cover * ys).sum()) / total) / 2


def _grounds(spaces: Plane, ring: NDArray[np.bool_]) -> NDArray[np.float32]:
    return np.asarray(np.median(spaces[:, ring], axis=1), np.float32)


def _ring() -> NDArray[np.bool_]:
    axis = np.abs((np.arange(PX_PER_SPACE) + 0.5) / PX_PER_SPACE - 0.5)
    far = np.maximum(axis[:, None], axis[None, :])
    return (far >= _RING[0]) & (far < _RING[1])
