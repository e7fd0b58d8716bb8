"""What the pixels of every space say before anybody thinks of pieces: covered or not, what shows in the middle, hue."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.measures.board_parts import block_means, board_of, channels_of, grid_part, space_means, spaces_of
from vision.measures.board_picture import BoardPicture
from vision.measures.burnt_hues import with_burnt_hues
from vision.measures.circles import Circles, find_circles, looked_at
from vision.measures.color import Change, Light
from vision.measures.cut_off import CUT_OFF
from vision.measures.evidence import Cells, SpaceEvidence
from vision.measures.ground_hue import of_grounds
from vision.measures.rim_light import light_slope
from vision.measures.seams import find_seams
from vision.measures.structure_kept import INSET_PX, inside_of, structure_kept
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

Number = TypeVar("Number", bound=np.generic)

_DISC_SPACES = 0.21  # a hole shows at least this radius of floor
_SHIFT_SPACES = 0.17  # how far the middle of a hole may lie from the middle of its space
_BAND_PX = 3
_COVERED = 0.4  # circles are looked for where at least so much of a space is foreign
_BLUEST = 1.7  # times as much blue as red: light is hardly bluer, and a floor beyond that is so itself
_REDDEST = 1.3  # times as much red as blue: floors are hardly redder, and what is beyond that is candlelight
_TELLING = 10.0  # grey levels of blue below which it is noise
_PRINT_PX, _FEW_BLUER = 1.5, 99  # blur of what tells how red the light is, and what percentage of a board is redder
_ROUND = 1.4  # strength of a circle from which it may be the edge of a hole


def measure(
    picture: BoardPicture, empty: BoardPicture, light: Light, change: Change, noise: float, size_wh: tuple[float, float]
) -> SpaceEvidence:
    """Measure every space of a board; all planes as ``vision.reference.rectify`` makes them."""
    rows, cols = grid_part(size_wh)
    cover = block_means(change.plain, size_wh, INSET_PX)
    part = _both((rows, cols), looked_at(cover > _COVERED))
    first = part[0].start, part[1].start
    balance = _balance(empty, size_wh)
    slope = light_slope(empty)
    lab = _lab(picture.channels, light, balance, slope, part)
    grid = lab[rows.start - first[0] : rows.stop - first[0], cols.start - first[1] : cols.stop - first[1]]
    hued = _hued(picture, grid, cover > _COVERED, lambda channels: _lab(channels, light, balance, slope, (rows, cols)))
    parts = channels_of(hued.lab)
    insides = [inside_of(spaces_of(channel)) for channel in parts]
    body = _chromatic_half(insides)
    redness, yellowness = (space_means(part, INSET_PX) for part in parts[1:])
    along_sides = _sides_px(parts.shape[1:], size_wh, 0)
    sides = _chromatic_half([channel.take(along_sides) for channel in parts])
    level = space_means(picture.gray[rows, cols], INSET_PX)
    lit = space_means(_expected(empty, light, rows, cols), INSET_PX) / np.float32(3)
    seams = find_seams(grid)
    structure = structure_kept(picture, empty, noise, size_wh)
    circles = find_circles(lab, cover > _COVERED, first)
    return SpaceEvidence(
        cover=cover,
        disc=_lowest_disc(change.plain, size_wh, circles),
        ring=_ring(change.plain, size_wh),
        shade_cover=block_means(change.shaded, size_wh, INSET_PX),
        shade_disc=_lowest_disc(change.shaded, size_wh, circles),
        shade_ring=_ring(change.shaded, size_wh),
        likeness=structure.likeness,
        disc_likeness=structure.disc_likeness,
        disc_contrast=structure.disc_contrast,
        texture=structure.texture,
        circle=circles.strength,
        hue_deg=of_grounds(
            insides, _hue_deg(body), np.hypot(body[..., 1], body[..., 2]), body[..., 0], cover > _COVERED
        ),
        chroma=((np.hypot(body[..., 1], body[..., 2]) + np.hypot(redness, yellowness)) / 2).astype(np.float32),
        lightness=body[..., 0],
        side_hue_deg=_hue_deg(sides),
        side_chroma=np.hypot(sides[..., 1], sides[..., 2]),
        disc_chroma=circles.chroma,
        disc_hue_deg=circles.hue_deg,
        seam_right=seams[0],
        seam_down=seams[1],
        brightness=(level / np.maximum(lit, 1.0)).astype(np.float32),
        clipped=hued.clipped,
        burnt=hued.burnt,
        dazzled=hued.dazzled,
    )


class _Hued(NamedTuple):
    """The grid's part in CIELAB, grey where no hue is told, and shares of each space as evidence has them."""

    lab: Plane
    burnt: Cells
    dazzled: Cells
    clipped: Cells


def _hued(
    picture: BoardPicture, grid: Plane, covered: NDArray[np.bool_], lab_of: Callable[[Iterable[Plane]], Plane]
) -> _Hued:
    """What is told of hues where channels are cut off; ``lab_of`` makes ``grid`` of channels."""
    if not picture.is_cut:
        nowhere = np.zeros(covered.shape, np.float32)
        return _Hued(grid, nowhere, nowhere, nowhere)
    size_wh = covered.shape[1], covered.shape[0]
    cut = picture.cut
    burnt, dazzled, clipped = (block_means(where.astype(np.float32), size_wh, INSET_PX) for where in cut)

    def brighter(times: float) -> Plane:
        # the same as if the others were so many times as dim
        return lab_of(np.where(cut[0] & (c < CUT_OFF), c / np.float32(times), c) for c in picture.channels)

    part = grid_part(size_wh)
    # the floor is known by its reference, not by its hue
    lab, told = with_burnt_hues(grid, (cut[0] & ~cut[1])[part], np.where(covered, burnt, 0), brighter)
    untold = (cut[0][part] & ~told).astype(np.float32)
    return _Hued(_without_hue(lab, untold), space_means(untold, INSET_PX), dazzled, clipped)


def _expected(empty: BoardPicture, light: Light, rows: slice, cols: slice) -> Plane:
    """What the channels of a part of the empty board come to together under this light, as a camera shows them."""
    total = np.zeros((rows.stop - rows.start, cols.stop - cols.start), np.float32)
    for channel, gain in zip(empty.channels, light.channels, strict=True):
        if light.keeps_whole(empty):
            cv2.accumulateProduct(channel[rows, cols], gain[rows, cols], total)
            continue
        part = cv2.multiply(channel[rows, cols], gain[rows, cols])
        total += cv2.threshold(part, 255.0, 0.0, cv2.THRESH_TRUNC, dst=part)[1]
    return total


def _lowest_disc(foreign: Plane, size_wh: tuple[float, float], circles: Circles) -> Cells:
    kernel, moved = _discs()
    radius = len(kernel) // 2
    lowest = np.asarray((inside_of(board_of(foreign, size_wh)) @ moved).min(axis=2), np.float32)
    # the hole of a tile that lies further off is found by its edge
    found = np.argwhere(circles.strength > _ROUND)
    where = tuple(found.T)
    middles = np.rint((found + circles.middle[where] + MARGIN_SPACES + 0.5) * PX_PER_SPACE).astype(np.intp)
    across = np.arange(-radius, radius + 1)
    discs = foreign[middles[:, 0, None, None] + across[:, None], middles[:, 1, None, None] + across]
    lowest[where] = np.minimum(lowest[where], np.einsum("nyx,yx->n", discs, kernel))
    return lowest


@cache
def _discs() -> tuple[Plane, Plane]:
    """A disc float32 (h, w), and the same at all places in a space's inside where it may lie, float32 (pixels, n).

    Each has the sum 1. No disc reaches into another space.
    """
    radius, reach = round(_DISC_SPACES * PX_PER_SPACE), round(_SHIFT_SPACES * PX_PER_SPACE)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1)).astype(np.float32)
    disc /= disc.sum()
    side = PX_PER_SPACE - 2 * INSET_PX
    firsts = range(side // 2 - reach - radius, side // 2 + reach - radius)
    moved = np.zeros((side, side, len(firsts), len(firsts)), np.float32)
    for down in firsts:
        for right in firsts:
            moved[down : down + len(disc), right : right + len(disc), down - firsts[0], right - firsts[0]] = disc
    return np.asarray(disc, np.float32), moved.reshape(side**2, -1)


def _ring(foreign: Plane, size_wh: tuple[float, float]) -> Cells:
    pixels = foreign.take(_sides_px(foreign.shape, size_wh, grid_part(size_wh)[0].start))
    sides = np.add.reduce(pixels, axis=3) / np.float32(pixels.shape[3])
    return np.asarray(np.sort(sides, axis=2)[..., 1], np.float32)


@lru_cache(maxsize=8)
def _sides_px(shape: tuple[int, ...], size_wh: tuple[float, float], start: int) -> NDArray[np.intp]:
    """Where the four ``bands`` of every space lie in a flat plane of this shape, to be fetched in half the time.

    The grid begins at ``start``, across and down.
    """
    end_x, end_y = (start + round(side) * PX_PER_SPACE for side in size_wh)
    places = np.arange(shape[0] * shape[1]).reshape(shape)
    return bands(spaces_of(places[start:end_y, start:end_x]))


def bands(blocks: NDArray[Number]) -> NDArray[Number]:
    """The four sides of every space, above, below, left and right, (rows, cols, 4, n).

    ``blocks`` are (rows, cols, y, x) as ``vision.measures.board_parts.board_of`` makes them.
    """
    near, far, along = slice(1, 1 + _BAND_PX), slice(-1 - _BAND_PX, -1), slice(INSET_PX, -INSET_PX)
    bands = blocks[:, :, near, along], blocks[:, :, far, along], blocks[:, :, along, near], blocks[:, :, along, far]
    return np.stack([band.reshape(*blocks.shape[:2], -1) for band in bands], axis=2)


def _lab(
    channels: Iterable[Plane], light: Light, balance: Plane, slope: Plane | None, part: tuple[slice, slice]
) -> Plane:
    """A part of the channels of a picture in CIELAB as it would look without that light and cast, and their slope."""
    even = [
        cv2.divide(channel[part], gain[part], scale=float(factor) / 255)
        for channel, gain, factor in zip(channels, light.channels, balance, strict=True)
    ]
    if slope is not None:
        even = [cv2.divide(channel, factors[part]) for channel, factors in zip(even, slope, strict=True)]
    return np.asarray(cv2.cvtColor(cv2.merge(even), cv2.COLOR_BGR2Lab), np.float32)  # takes what exceeds 1 as 1


def _both(one: tuple[slice, slice], other: tuple[slice, slice]) -> tuple[slice, slice]:
    """The smallest part of a plane, rows and columns, that holds two others, of which the second may be none."""
    if not other[0].stop:
        return one
    rows, cols = (slice(min(a.start, b.start), max(a.stop, b.stop)) for a, b in zip(one, other, strict=True))
    return rows, cols


@lru_cache(maxsize=8)  # a board keeps its empty picture, which is told from others by identity
def _balance(empty: BoardPicture, size_wh: tuple[float, float]) -> Plane:
    # the forest floor is dark ground: half way to calling it neutral takes out most of a lamp's cast
    board = board_of(empty.plane, size_wh).reshape(-1, 3)
    middle = np.median(board, axis=0) + 1.0
    bluer = float(np.log(max(middle[0] / middle[2], 1.0)))
    share = 0.5 * min(1.0, np.log(_BLUEST) / max(bluer, 1e-3))
    redder = float(np.log(max(middle[2] / middle[0], 1.0)))
    if middle[0] > _TELLING and redder > np.log(_REDDEST):
        # by a candle all prints are as red: where some are not the floor is so itself
        soft = board_of(cv2.GaussianBlur(empty.plane, (0, 0), _PRINT_PX), size_wh).reshape(-1, 3) + 1.0
        cast = -float(np.log(np.percentile(soft[:, 0] / soft[:, 2], _FEW_BLUER)))
        share = max(share, min(redder - np.log(_REDDEST), cast) / redder)
    return np.asarray((middle.mean() / middle) ** share, np.float32)


def _without_hue(lab: Plane, burnt: Plane) -> Plane:
    """The CIELAB plane with the burnt pixels grey: where red is cut off, yellow leaves look green."""
    lightness, redness, yellowness = cv2.split(lab)
    kept = 1 - burnt
    return np.asarray(cv2.merge([lightness, redness * kept, yellowness * kept]), np.float32)


def _chromatic_half(lab: Sequence[Plane]) -> Plane:
    # flare has no colour: the more chromatic half of the pixels carries the colour of the thing
    _, red, yellow = lab
    chroma = np.asarray(cv2.magnitude(red.reshape(-1), yellow.reshape(-1)), np.float32).reshape(red.shape)
    half = red.shape[-1] // 2
    ordered = np.sort(chroma)
    middle = (ordered[..., half - 1 : half] + ordered[..., half : half + 1]) / 2  # of an even number
    kept = (chroma >= middle).astype(np.float32)
    sums = np.stack([np.einsum("...n,...n->...", channel, kept) for channel in lab], axis=-1)
    return np.asarray(sums / np.add.reduce(kept, axis=-1)[..., None], np.float32)


def _hue_deg(lab: Plane) -> Cells:
    return np.degrees(np.arctan2(lab[..., 2], lab[..., 1])).astype(np.float32)
