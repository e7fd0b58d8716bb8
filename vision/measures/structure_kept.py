"""How much of the structure of every empty space is still to be seen, and what it leaves unexplained."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from vision.measures.board_parts import board_of
from vision.measures.board_picture import BoardPicture
from vision.measures.evidence import Cells
from vision.measures.shadow_edges import shadow_edges
from vision.reference import PX_PER_SPACE, Plane

INSET_PX = 3
"""Pixels at the edges of a space that are not measured: beyond them the neighbours reach in."""

_TICKS = np.arange(PX_PER_SPACE - 2 * INSET_PX) - (PX_PER_SPACE - 1) / 2 + INSET_PX
_MIDDLE = np.flatnonzero(np.hypot(*np.meshgrid(_TICKS, _TICKS)) < 0.24 * PX_PER_SPACE)  # of those pixels: a hole's


class Structure(NamedTuple):
    """What ``SpaceEvidence`` says of the structure of every space, float32 (rows, cols) each."""

    likeness: Cells
    disc_likeness: Cells
    disc_contrast: Cells
    texture: Cells


def structure_kept(current: BoardPicture, empty: BoardPicture, noise: float, size_wh: tuple[float, float]) -> Structure:
    """Compare the structure of every space, without its level, with that of the empty board.

    Args:
        current: the rectified picture.
        empty: that of the empty board.
        noise: of the picture, in grey levels.
        size_wh: of the board in spaces.
    """
    now = _inner_gray(current, size_wh)
    level = np.add.reduce(now, axis=2) / np.float32(now.shape[2])
    then = _structure_of(empty, size_wh)
    now = _without(now - level[..., None], then.shadow)
    likeness, product = _correlation(now, then.space, then.energy)
    factor = np.clip(product / np.maximum(then.energy, 1e-3), 0.0, 1.5)
    rest = now - factor[..., None] * then.space
    unit = 0.5 + 0.35 * noise + 0.02 * level  # what noise, moire and half a pixel of misplacement leave
    texture = np.sqrt(np.einsum("rcn,rcn->rc", rest, rest) / rest.shape[2]) / unit
    disc = now.take(_MIDDLE, axis=2)
    disc = _without(disc - disc.mean(axis=2, keepdims=True), then.disc_shadow)
    disc_likeness, _ = _correlation(disc, then.disc, then.disc_energy)
    brightness = level / np.maximum(then.level, 1.0)  # a darker picture has less contrast, of the floor too
    contrast = np.sqrt(then.disc_energy / len(_MIDDLE)) * np.minimum(brightness, 1.0) / (1.0 + noise + 0.03 * level)
    return Structure(*(np.asarray(cells, np.float32) for cells in (likeness, disc_likeness, contrast, texture)))


def _correlation(now: Plane, then: Plane, energy: Cells) -> tuple[Cells, Cells]:
    """Correlation and inner product of structures (rows, cols, n), of which the second has this energy."""
    product = np.einsum("rcn,rcn->rc", now, then)
    return product / np.maximum(np.sqrt(np.einsum("rcn,rcn->rc", now, now) * energy), 1e-3), product


class _Empty(NamedTuple):
    """The structure of empty spaces and of their discs without their levels, (rows, cols, n), with energies.

    ``shadow`` and ``disc_shadow`` are what the edges of shadows make of that, of length 1, or 0 where there is none;
    None if there is none on the board.
    """

    space: Plane
    energy: Cells
    disc: Plane
    disc_energy: Cells
    level: Cells
    shadow: Plane | None
    disc_shadow: Plane | None


@lru_cache(maxsize=8)
def _structure_of(empty: BoardPicture, size_wh: tuple[float, float]) -> _Empty:
    space = _inner_gray(empty, size_wh)
    level = space.mean(axis=2)
    edges = shadow_edges(empty, size_wh, INSET_PX).reshape(space.shape)
    shadow, disc_shadow = _of_length_1(edges), _of_length_1(edges.take(_MIDDLE, axis=2))
    disc = space.take(_MIDDLE, axis=2)
    space = _without(space - level[..., None], shadow)
    disc = _without(disc - disc.mean(axis=2, keepdims=True), disc_shadow)
    energy, disc_energy = (np.einsum("rcn,rcn->rc", part, part) for part in (space, disc))
    return _Empty(space, energy, disc, disc_energy, level, shadow, disc_shadow)


def _of_length_1(values: Plane) -> Plane | None:
    """Values (rows, cols, n) without their mean, of length 1 or 0; None where all are the same."""
    if values.min() == values.max():
        return None
    own = values - values.mean(axis=2, keepdims=True)
    return np.asarray(own / np.maximum(np.linalg.norm(own, axis=2, keepdims=True), 1e-3), np.float32)


def _without(structure: Plane, shadow: Plane | None) -> Plane:
    """What is left of structures (rows, cols, n) without the part that shadows of length 1 make."""
    if shadow is None:
        return structure
    return np.asarray(structure - np.einsum("rcn,rcn->rc", structure, shadow)[..., None] * shadow, np.float32)


def _inner_gray(picture: BoardPicture, size_wh: tuple[float, float]) -> Plane:
    """The lightness of the inside of every space, float32 (rows, cols, n)."""
    return np.asarray(inside_of(board_of(picture.smooth_gray, size_wh)), np.float32)


def inside_of(blocks: Plane) -> Plane:
    """The inside of every space, (rows, cols, n); ``blocks`` are (rows, cols, y, x)."""
    inner = slice(INSET_PX, -INSET_PX)
    return blocks[:, :, inner, inner].reshape(*blocks.shape[:2], -1)
