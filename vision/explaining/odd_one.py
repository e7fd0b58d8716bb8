"""The space of a piece that is unlike the rest of it: a token shows where the mark of a piece is.

Single measures have a limit beyond which some edition goes: a red token lies on a red leaf, another edition draws discs
on every leaf. Held against the other spaces of its own piece a token stands out in several measures at once. How much
each of them counts was learned (``benchmarks/mark_training.py``) and measured on editions that were left out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.grid import Cell
from vision.measures.evidence import SpaceEvidence
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

Array = NDArray[np.float64]

_AROUND_SPACES = 0.25  # that much is looked at beyond a space: a tile may lie aside
_RADII = np.arange(1, 13) * 0.045  # of the circles along which colours are compared, spaces
_SECTORS = 16
_SHIFTS_SPACES = (-0.125, 0.0, 0.125)  # of their common middle
_OUTER = 4  # the edge of a disc is at one of the radii from this one on
_NOISE = 3.0  # CIELAB units added to spreads and chromas
_LEVELS = ("cover", "disc", "ring", "shade_cover", "shade_disc", "shade_ring", "likeness", "disc_likeness", "texture",
           "circle", "brightness", "burnt", "disc_contrast")  # fmt: skip
_LEAST = 0.05  # of what is taken the logarithm


class Odd(NamedTuple):
    """The space of a piece that is most likely the one with a token.

    ``place`` counts the spaces of the piece; ``apart`` (0 to 1) is how surely it is this one if any is, and ``token``
    how likely a token lies there at all, both as far as the measures tell.
    """

    place: int
    apart: float
    token: float


@dataclass(frozen=True, slots=True, eq=False)
class MarkModel:
    """A logistic model of the signs that ``signs`` measures, float64 (n,) each, and its intercept."""

    mean: Array
    spread: Array
    weights: Array
    intercept: float

    def odd_one(self, measured: Array) -> Odd:
        """Say which space of a piece has the token, from the signs of its spaces, float64 (spaces, n)."""
        scores = ((measured - self.mean) / self.spread) @ self.weights + self.intercept
        shares = np.exp(scores - scores.max())
        place = int(scores.argmax())
        return Odd(place, float(shares[place] / shares.sum()), float(1 / (1 + np.exp(-scores[place]))))


@cache
def learned() -> MarkModel:
    """The model that comes with the program; raises ValueError where its file was damaged."""
    kept = json.loads(files("vision.explaining").joinpath("mark_model.json").read_text())
    mean, spread, weights = (np.array(kept[name], np.float64) for name in ("mean", "spread", "weights"))
    if not mean.shape == spread.shape == weights.shape:
        raise ValueError(f"mark_model.json: expected as many weights as means, got {weights.shape} and {mean.shape}")
    return MarkModel(mean, spread, weights, float(kept["intercept"]))


def signs(plane: Plane, seen: SpaceEvidence, cells: Sequence[Cell]) -> Array:
    """Measure each space of a piece, by itself and against the other spaces, float64 (spaces, n).

    Args:
        plane: the rectified picture, uint8 (h, w, 3), with its margin.
        seen: the measures of all spaces.
        cells: the spaces of the piece, two or more.
    """
    at = np.array([cell.row for cell in cells]), np.array([cell.col for cell in cells])
    levels = np.array([getattr(seen, name)[at] for name in _LEVELS], np.float64).T
    color = seen.color[at]
    inner = seen.disc_color[at]
    typical = _others(color.real) + 1j * _others(color.imag)
    scale = np.abs(typical) + _NOISE
    colors = np.abs(np.stack([color, color - typical, inner, inner - typical, inner - color], axis=1)) / scale[:, None]
    lightness = seen.lightness[at].astype(np.float64)
    lighter = (lightness - _others(lightness)) / (_others(lightness) + _NOISE)
    texture = np.log(np.maximum(seen.texture[at], _LEAST))
    circle = np.log(np.maximum(seen.circle[at], _LEAST))
    strongest = circle[_all_others(len(cells))].max(axis=1)
    single = [np.abs(lighter), lighter, texture - _others(texture), circle, circle - strongest]
    rings = _rings(plane, cells)
    means, spreads, steps = rings[..., :3], rings[..., 3], _steps(rings)
    unlike = np.linalg.norm(means - _others(means), axis=-1)
    of_rings = [unlike, steps, steps - _others(steps), spreads, spreads - _others(spreads)]
    return np.concatenate([levels, levels - _others(levels), colors, np.stack(single, axis=1), *of_rings], axis=1)


def _others(values: Array) -> Array:
    """For each space the medians of the other spaces."""
    ordered = np.sort(values[_all_others(len(values))], axis=1)  # NumPy's median takes five times as long for so few
    high = ordered.shape[1] // 2
    low = high if ordered.shape[1] % 2 else high - 1
    return np.asarray((ordered[:, low] + ordered[:, high]) / 2)


@cache
def _all_others(number: int) -> NDArray[np.intp]:
    """The numbers below this one without each of them in turn, (number, number - 1)."""
    return np.array([[other for other in range(number) if other != place] for place in range(number)], np.intp)


def _rings(plane: Plane, cells: Sequence[Cell]) -> Array:
    """Mean CIELAB colour and spread along the circles of each space, float64 (spaces, radii, 4)."""
    return np.stack([_ring(plane, cell) for cell in cells])


def _ring(plane: Plane, cell: Cell) -> Array:
    top, left = (round((at + MARGIN_SPACES - _AROUND_SPACES) * PX_PER_SPACE) for at in (cell.row, cell.col))
    across = round((1 + 2 * _AROUND_SPACES) * PX_PER_SPACE)
    patch = plane[top : top + across, left : left + across].astype(np.float32) / 255.0
    lab = cv2.GaussianBlur(cv2.cvtColor(patch, cv2.COLOR_BGR2LAB), (0, 0), 1.0)
    # sectors, shifts, radii, channels: what is added up stands first, where it takes a fifth of the time
    colors = lab.reshape(-1, 3).take(_places(across), axis=0).astype(np.float64)
    means = np.add.reduce(colors) / _SECTORS
    colors -= means
    spreads = np.sqrt(np.add.reduce(colors * colors) / _SECTORS)
    rings = np.concatenate([means, np.add.reduce(spreads, axis=-1, keepdims=True) / spreads.shape[-1]], axis=-1)
    best = _steps(rings)[:, _OUTER:].max(axis=1).argmax()
    return np.asarray(rings[best], np.float64)


def _steps(rings: Array) -> Array:
    """How clearly the colours part from one circle to the next, for the spread along both."""
    apart = rings[..., 1:, :3] - rings[..., :-1, :3]
    parted = np.sqrt(np.add.reduce(apart * apart, axis=-1))
    return np.asarray(parted / (rings[..., 1:, 3] + rings[..., :-1, 3] + _NOISE), np.float64)


@cache
def _places(across: int) -> NDArray[np.intp]:
    """The pixels along the circles of a patch of so many across, in reading order, (sectors, shifts, radii)."""
    angle = np.arange(_SECTORS) * (2 * np.pi / _SECTORS)
    down, right = (_RADII[:, None] * turned for turned in (np.sin(angle), np.cos(angle)))
    shifts = np.array([(row, col) for row in _SHIFTS_SPACES for col in _SHIFTS_SPACES])
    middle = across / 2 - 0.5
    rows, cols = (
        np.rint(middle + (shifts[:, axis, None, None] + ray) * PX_PER_SPACE).astype(np.intp).clip(0, across - 1)
        for axis, ray in enumerate((down, right))
    )
    return np.ascontiguousarray(np.moveaxis(rows * across + cols, -1, 0), np.intp)
