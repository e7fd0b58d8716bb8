"""Reads the treasures printed on an empty board: which spaces hold an icon, and of which kind it may be.

No colour of any print is known here. A space's own outer part is its ground; what stands out from that, measured by
how much the grounds of all spaces of this board vary, and is printed elsewhere as well, is an icon
(``calibration.printed_spaces``). The icons are then grouped by their looks, and the groups are named
(``calibration.icon_kinds``): the spaces are read, the kinds are a proposal that the owner confirms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.icon_kinds import name_groups, shipped_model
from calibration.icon_looks import MEASURES, SHARES, VIEWS, views_of
from calibration.printed_spaces import likest, spaces_with_icons
from vision.frame import Pixels

Array = NDArray[np.float64]

SCALE = 40  # samples a space
RING = (0.33, 0.43)  # of a space, from its middle to the side: outside most icons, inside the printed line
INNER = 0.36  # half a side of the part where an icon is looked for
STRANGE = 3.2  # distances from the ground beyond which a pixel is not ground
FEWEST = 6  # samples of an icon
LOOKS = 6  # numbers that say what an icon looks like
SPREADS = (0.25, 9.0, 6.0, 7.0, 10.0, 0.4)  # of the looks of icons that show the same
EDGES_SPREAD = 1 / 3  # of their edges: of 100 pairs that showed the same the outlines of 95 were within 0.77
APART = 2.8  # such spreads between the least alike of one group


@dataclass(frozen=True, slots=True)
class PrintedTreasure:
    """An icon at ``row``, ``col``: its letter, how sure it is that something is printed there, and of its kind."""

    row: int
    col: int
    letter: str
    confidence: float
    kind_confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class FloorReading:
    """The floor of one board: rows of letters from the far side, and a confidence 0 to 1 for each space."""

    rows: tuple[str, ...]
    confidence: tuple[tuple[float, ...], ...]
    treasures: tuple[PrintedTreasure, ...]


class Icons(NamedTuple):
    """The icons of a board, and how sure it is of every space, (n,), that it holds one or none.

    ``where`` are the spaces that do, (m,), ``looks`` what each icon looks like against the others, (m, LOOKS), and
    ``views`` what it looks like in whatever edition, (m, VIEWS, MEASURES).
    """

    where: NDArray[np.intp]
    looks: Array
    views: Array
    sure: Array


def read_floor(picture: Pixels, px_per_unit: int, margin: float, size_wh: tuple[float, float]) -> FloorReading:
    """Read the icons from the empty board seen from straight above."""
    cols, rows = round(size_wh[0]), round(size_wh[1])
    icons = icons_of(cut_spaces(picture, px_per_unit, margin, (cols, rows)))
    sure = icons.sure
    treasures = tuple(
        PrintedTreasure(int(n) // cols, int(n) % cols, letter, float(sure[n]), kind_sure)
        for n, (letter, kind_sure) in zip(icons.where, kinds_of(icons), strict=True)
    )
    letters = np.full((rows, cols), ".")
    confidence = sure.reshape(rows, cols).copy()
    for treasure in treasures:
        letters[treasure.row, treasure.col] = treasure.letter
        confidence[treasure.row, treasure.col] = min(treasure.confidence, treasure.kind_confidence)
    return FloorReading(
        tuple("".join(row) for row in letters), tuple(tuple(float(v) for v in row) for row in confidence), treasures
    )


def alike(
    picture: Pixels, px_per_unit: int, margin: float, size_wh: tuple[float, float]
) -> tuple[tuple[int, ...], ...]:
    """Which spaces of the empty board show the same icon, whatever that is: a number each, 0 where none is seen."""
    cols, rows = round(size_wh[0]), round(size_wh[1])
    icons = icons_of(cut_spaces(picture, px_per_unit, margin, (cols, rows)))
    numbers = np.zeros(rows * cols, np.intp)
    for number, group in enumerate(grouped(icons), start=1):
        numbers[icons.where[group]] = number
    return tuple(tuple(row) for row in numbers.reshape(rows, cols).tolist())


def icons_of(spaces: Array) -> Icons:
    """The icons on all spaces of a board, (n, SCALE, SCALE, 3)."""
    strange = strangeness(spaces)
    # an icon covers a tenth of its space or more, so the strangest part of a space tells it better than the whole
    printed, sure = spaces_with_icons(np.percentile(strange[:, inner_part()], 93, axis=1), likest(spaces))
    where = np.flatnonzero(printed)
    seen = [(spaces[n], standing_out(strange[n]), ground_of(spaces[n])) for n in where]
    looks = np.array([look_of(*each) for each in seen]).reshape(-1, LOOKS)
    views = np.array([views_of(*each) for each in seen]).reshape(-1, VIEWS, MEASURES)
    return Icons(where, looks, views, sure)


def cut_spaces(picture: Pixels, px_per_unit: int, margin: float, size_wh: tuple[int, int]) -> Array:
    """All spaces in reading order as CIE Lab, float64 (n, SCALE, SCALE, 3)."""
    start = round(margin * px_per_unit)
    grid = picture[start : start + size_wh[1] * px_per_unit, start : start + size_wh[0] * px_per_unit]
    small = cv2.resize(grid, (size_wh[0] * SCALE, size_wh[1] * SCALE), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2Lab).astype(np.float64)
    lab = lab.reshape(size_wh[1], SCALE, size_wh[0], SCALE, 3).swapaxes(1, 2)
    return np.ascontiguousarray(lab).reshape(-1, SCALE, SCALE, 3)


def from_middle() -> Array:
    """How far each sample of a space is from the middle, along the farther axis, in spaces, float64 (SCALE, SCALE)."""
    axis = np.abs((np.arange(SCALE) + 0.5) / SCALE - 0.5)
    return np.maximum(axis[:, None], axis[None, :])


def inner_part() -> NDArray[np.bool_]:
    """The samples where an icon is looked for."""
    return from_middle() < INNER


def strangeness(spaces: Array) -> Array:
    """How far each sample is from the ground of its own space, in units of this board's grounds, (n, SCALE, SCALE)."""
    ring = (from_middle() >= RING[0]) & (from_middle() < RING[1])
    ground = np.median(spaces[:, ring], axis=1)
    apart = spaces - ground[:, None, None, :]
    spread = apart[:, ring].reshape(-1, 3)
    # a trimmed covariance: icons that reach into their ring must not make everything look ordinary
    for _ in range(3):
        covariance = np.cov(spread.T) + np.diag([1.0, 0.3, 0.3])  # at least what quantisation and noise leave
        distance = np.einsum("ni,ij,nj->n", spread, np.linalg.inv(covariance), spread)
        spread = spread[distance < 12]
    distance = np.einsum("nyxi,ij,nyxj->nyx", apart, np.linalg.inv(covariance), apart)
    smooth = [cv2.blur(np.sqrt(one), (3, 3)) for one in distance]  # a lone noisy pixel is no icon
    return np.array(smooth)


def standing_out(strange: Array) -> NDArray[np.bool_]:
    """What of a space is not its ground, bool (SCALE, SCALE)."""
    mask = (strange > STRANGE) & inner_part()
    if mask.sum() < FEWEST:
        mask = strange >= np.sort(strange[inner_part()])[-FEWEST]
    return np.asarray(mask)


def ground_of(space: Array) -> Array:
    """The colour of the ground of a space, CIE Lab, (3,)."""
    ring = (from_middle() >= RING[0]) & (from_middle() < RING[1])
    return np.asarray(np.median(space[ring], axis=0))


def look_of(space: Array, mask: NDArray[np.bool_], ground: Array) -> Array:
    """What an icon looks like, in CIE Lab against its own ground.

    Length ratio; its bluest part; how warm its lightest part is; its reddest part; how light it is as a whole, and how
    light its lightest part is as a multiple of the ground.
    """
    ys, xs = np.nonzero(mask)
    spread = np.linalg.eigvalsh(np.cov(np.stack([xs, ys]).astype(np.float64)) + 0.2 * np.eye(2))
    icon = space[mask]
    lightest = icon[icon[:, 0] >= np.percentile(icon[:, 0], 85)]
    return np.array(
        [
            np.sqrt(spread[1] / spread[0]),
            np.percentile(icon[:, 2], 10) - ground[2],
            np.median(lightest[:, 2]),
            np.percentile(icon[:, 1], 90) - ground[1],
            np.median(icon[:, 0]) - ground[0],
            np.median(lightest[:, 0]) / max(ground[0], 5.0),
        ]
    )


def kinds_of(icons: Icons) -> list[tuple[str, float]]:
    """A letter and a confidence for each icon; icons of one look get one letter."""
    if len(icons.where) == 0:
        return []
    groups = grouped(icons)
    named_groups = name_groups(groups, shipped_model().odds(icons.views), groups_apart(icons, groups))
    kinds = [("", 0.0)] * len(icons.where)
    for group, named in zip(groups, named_groups, strict=True):
        for member in group:
            kinds[member] = named
    return kinds


def groups_apart(icons: Icons, groups: Sequence[Sequence[int]]) -> Array:
    """How little groups of icons look alike, in spreads of those that show the same, (groups, groups)."""
    middles = np.array([icons.looks[list(group)].mean(axis=0) for group in groups]) / np.array(SPREADS)
    return np.asarray(np.linalg.norm(middles[:, None] - middles[None], axis=2))


def grouped(icons: Icons) -> list[list[int]]:
    """The icons that look alike, by complete linkage on their looks and edges; all lie the same way on a board."""
    edges = icons.views[:, 0, SHARES:] / EDGES_SPREAD
    signs = np.concatenate([icons.looks / np.array(SPREADS), edges], axis=1)
    apart = np.linalg.norm(signs[:, None] - signs[None], axis=2)
    groups = [[n] for n in range(len(signs))]
    while len(groups) > 1:
        pairs = [
            (float(apart[np.ix_(one, other)].max()), i, j)
            for i, one in enumerate(groups)
            for j, other in enumerate(groups[:i])
        ]
        nearest, i, j = min(pairs)
        if nearest > APART:
            break
        groups[j] += groups.pop(i)
    return groups
