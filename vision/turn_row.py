"""A row of spaces beside the boards, such as the turn counter of a solo game: has one tile slid along it?

Nothing is registered there and no empty picture is known, so two settled views of the row are held against each other.
A space is known by the distribution of its colours, which no turn or nudge of a tile within the space changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.frame import Frame, Pixels
from vision.pose import BoardPose

Looks = NDArray[np.float32]
"""Sorted colours of spaces, float32 (spaces, levels, 3): quantiles of the logarithm of a channel, blue green red."""

_SIDE, _INSET = 16, 0.05  # samples along a space, and the share of it at each edge that is left out
_FINE = 2 * _SIDE  # first taken so finely, then averaged: a space is wider than its samples, and noise would be texture
_LEVELS = np.linspace(0.06, 0.94, 9)
_DARK = 12.0  # grey levels added before logarithms: the lowest are noise
_GLARE = 235  # a pixel with every channel above it has no colour left
_LEAST_SEEN = 0.5  # of a space without glare
_QUIET, _CHANGED = 0.055, 0.085  # natural logarithms: what light and noise leave, and what a tile makes at least
_ALIKE = 0.75  # of the change: two looks this near to each other may be of the same tile
_EMPTY = 0.5  # of a tile's distance to the gap: a place this near to it is as empty
_SHADES = (-0.5, 0.35)  # by how much a space alone may be darker or brighter: a shadow's edge, a lamp's
_STILL = 0.045
_ROUNDS, _SCALE = 8, 0.08  # of the robust fit of the light


class Slid(NamedTuple):
    """A slide that might happen: from place ``source`` to ``target``, while the places of ``gap`` are empty."""

    source: int
    target: int
    gap: tuple[int, ...]


class RowChange(Enum):
    """What lies between two views of a row."""

    SAME = "same"
    SLID = "slid"  # exactly the tile that was asked for, and nothing else
    PUT_BACK = "put back"  # the same tile the other way
    LIFTED = "lifted"  # the tile that may slide is not there, and nothing else has changed
    OTHER = "other"
    GLARE = "glare"  # too much of the row shines to tell


class RowVerdict(NamedTuple):
    """What changed, by which of the slides that were asked for, and the places that look different."""

    change: RowChange
    slide: int | None = None
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class RowView:
    """How the spaces of a row look in one picture; ``seen`` bool (spaces,) leaves out those that shine."""

    looks: Looks
    seen: NDArray[np.bool_]


class TurnRow:
    """Where a row of spaces lies in the picture.

    Args:
        corners: as shares of the picture's width and height, (4, 2), far left first, clockwise.
        spaces: how many spaces of equal width it has.
    """

    def __init__(self, corners: ArrayLike, spaces: int) -> None:
        self._corners = np.asarray(corners, np.float64).reshape(4, 2)
        self.spaces = spaces
        self._maps: tuple[tuple[int, ...], NDArray[np.float32]] | None = None

    def view(self, pixels: Pixels) -> RowView:
        """The row in this picture.

        Raises:
            BoardNotFound: the corners are no convex quadrilateral in clockwise order.
        """
        where = self._map(pixels.shape)
        fine = cv2.remap(pixels, where[..., 0], where[..., 1], cv2.INTER_LINEAR)
        strip = np.asarray(cv2.resize(fine, (_SIDE * self.spaces, _SIDE), interpolation=cv2.INTER_AREA), np.float32)
        each = strip.reshape(_SIDE, self.spaces, _SIDE, 3).transpose(1, 0, 2, 3).reshape(self.spaces, -1, 3)
        clear = each.min(axis=2) < _GLARE
        looks = np.zeros((self.spaces, len(_LEVELS), 3), np.float32)
        for space in range(self.spaces):
            if clear[space].any():
                colors = np.sort(np.log(each[space][clear[space]] + _DARK), axis=0)
                looks[space] = colors[np.rint(_LEVELS * (len(colors) - 1)).astype(int)]
        return RowView(looks, clear.mean(axis=1) >= _LEAST_SEEN)

    def _map(self, shape: tuple[int, ...]) -> NDArray[np.float32]:
        """Where each sample lies in a picture of this shape, float32 (rows, columns, 2)."""
        if self._maps is None or self._maps[0] != shape:
            pose = BoardPose.from_corners(self._corners * (shape[1], shape[0]), (self.spaces, 1))
            inside = _INSET + (1 - 2 * _INSET) * (np.arange(_FINE) + 0.5) / _FINE
            xs = (np.arange(self.spaces)[:, None] + inside).reshape(-1)
            where = pose.project(np.stack(np.meshgrid(xs, inside), axis=-1).reshape(-1, 2))
            self._maps = shape, where.reshape(_FINE, -1, 2).astype(np.float32)
        return self._maps[1]


def judge(then: RowView, now: RowView, slides: Sequence[Slid]) -> RowVerdict:
    """What happened between two settled views: one of the slides, one of them backwards, nothing, or something else."""
    seen = then.seen & now.seen
    before = then.looks + _light(then, now, seen)[:, None]  # as it would look under the light of now
    moved = np.where(seen, _apart(before, now.looks), 0.0)
    changed = np.flatnonzero(moved > _QUIET)
    places = tuple(map(int, changed))
    if not seen.all() and (len(places) > 0 or seen.sum() < len(seen) - 2):
        return RowVerdict(RowChange.GLARE, None, tuple(map(int, np.flatnonzero(~seen))))
    if not places:
        return RowVerdict(RowChange.SAME)
    for number, slide in enumerate(slides):
        if places == (slide.source,) and moved[slide.source] > _CHANGED:
            return RowVerdict(RowChange.LIFTED, number, places)
        if set(places) == {slide.source, slide.target} and moved[changed].min() > _CHANGED:
            direction = _direction(before, now.looks, slide)
            if direction is not None:
                return RowVerdict(direction, number, places)
    return RowVerdict(RowChange.OTHER, None, places)


def is_ready(view: RowView, slide: Slid) -> bool:
    """Whether this slide could happen now: its target looks as empty as the gap, its source does not."""
    places = [slide.source, slide.target, *slide.gap]
    empty = view.looks[list(slide.gap)]
    tile, target = (float(_apart(np.broadcast_to(view.looks[place], empty.shape), empty).max()) for place in places[:2])
    return bool(view.seen[places].all()) and tile > _CHANGED and target < _EMPTY * tile


def _direction(before: Looks, now: Looks, slide: Slid) -> RowChange | None:
    """Which way one tile went between two places; None unless what the one lost is what the other gained.

    A place of the gap, empty before and after, shows what an empty one looks like here and now.
    """
    left, came = before[[slide.source, slide.target]], now[[slide.source, slide.target]]
    least = float(_apart(left, came).min())
    if _apart(left, came[::-1]).max() > _ALIKE * least:
        return None
    empty = now[list(slide.gap)]

    def emptier(one: Looks, other: Looks) -> bool:
        distances = [float(_apart(np.broadcast_to(look, empty.shape), empty).min()) for look in (one, other)]
        return distances[0] < _EMPTY * distances[1]

    if emptier(came[0], left[0]) and emptier(left[1], came[1]):
        return RowChange.SLID
    if emptier(left[0], came[0]) and emptier(came[1], left[1]):
        return RowChange.PUT_BACK
    return None


def _apart(one: Looks, other: Looks) -> NDArray[np.float64]:
    """How far looks are apart, float64 (spaces,): the mean over levels of the worst channel, any shade of it allowed.

    The mean distance of quantiles is the earth mover's distance of the distributions.
    """
    off = np.asarray(other - one, np.float64)
    shade = np.clip(np.median(off, axis=(1, 2)), *_SHADES)
    return np.asarray(np.abs(off - shade[:, None, None]).mean(axis=1).max(axis=1), np.float64)


def _light(then: RowView, now: RowView, seen: NDArray[np.bool_]) -> Looks:
    """By how much each space is brighter now, float32 (spaces, 3), logarithms: a robust line along the row a channel.

    As ``vision.measures.color.estimate_light``, with spaces for patches: those that changed drop out.
    """
    offs = np.median(now.looks - then.looks, axis=1).astype(np.float64)
    along = np.linspace(-1.0, 1.0, len(offs))
    basis = np.stack([np.ones_like(along), along], axis=1)
    if not seen.any():
        return np.zeros(offs.shape, np.float32)
    fitted = np.zeros((2, 3))
    fitted[0] = np.median(offs[seen], axis=0)
    for _ in range(_ROUNDS):
        misfit = ((offs - basis @ fitted) ** 2).sum(axis=1)
        weights = seen / (1 + misfit / _SCALE**2) ** 2
        fitted = np.linalg.solve(
            (basis * weights[:, None]).T @ basis + np.diag([1e-6, 0.05]), (basis * weights[:, None]).T @ offs
        )
    return np.asarray(basis @ fitted, np.float32)


class RowTracker:
    """Says when a row lies still: two windows in a row in which every look agrees with the first.

    Args:
        row: where it lies.
        window_s: length of a window in seconds.
        pause_s: time between two looks in seconds.
    """

    def __init__(self, row: TurnRow, window_s: float = 0.6, pause_s: float = 0.25) -> None:
        self._row, self._window_s, self._pause_s = row, window_s, pause_s
        self._looked_at_s = self._since_s = -np.inf
        self._first: RowView | None = None
        self._looks = 0

    def update(self, frame: Frame) -> RowView | None:
        """Look at a frame, if it is time to; returns the view that was settled by it, None where nothing new is.

        Raises:
            BoardNotFound: as ``TurnRow.view``.
        """
        if 0.0 <= frame.taken_at_s - self._looked_at_s < self._pause_s:
            return None
        self._looked_at_s = frame.taken_at_s
        view = self._row.view(frame.pixels)
        if self._first is None or not _alike(self._first, view):
            self._first, self._since_s, self._looks = view, frame.taken_at_s, 1
            return None
        self._looks += 1
        if frame.taken_at_s - self._since_s < 2 * self._window_s or self._looks < 4:
            return None
        self._first, self._since_s, self._looks = view, frame.taken_at_s - self._window_s, 3  # light may drift on
        return view


def _alike(then: RowView, now: RowView) -> bool:
    """Whether two looks a moment apart show the same, under the same light."""
    if (then.seen != now.seen).any():
        return False
    return bool(np.abs(now.looks - then.looks).mean(axis=1).max(axis=1)[then.seen].max(initial=0.0) < _STILL)
