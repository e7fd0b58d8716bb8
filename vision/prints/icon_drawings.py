"""Printed icons as they would show on a token: in every turn and some sizes, on a ground of whatever colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.prints.icons import Icon
from vision.reference import PX_PER_SPACE

Floats = NDArray[np.float32]
"""Of any shape, float32."""

_RADIUS = 0.26  # spaces: that much of a token is looked at, since many have a line along the rim
_SIZES = (0.7, 0.8, 0.9, 1.0)  # of an icon on a token, as shares of the printed one
_TURNS = 32
_NOISE = 8.0  # grey levels by which drawing and token differ at best
_BRIGHTER = 0.6  # standard deviation of how much brighter a token may be lit than the print, as a share
_HAZE = 40.0  # the same for light added by gloss, grey levels

_HALF_PX = int(np.ceil(_RADIUS * PX_PER_SPACE))
ACROSS = np.arange(-_HALF_PX, _HALF_PX + 1)
"""Pixels from the middle of what is looked at, along either side."""

INSIDE = np.hypot(ACROSS[:, None], ACROSS[None, :]) <= _RADIUS * PX_PER_SPACE
"""Which pixels of that square are looked at, bool (h, w)."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawings:
    """Icons in every turn and size as they would show on a token, n of them, p pixels of its middle each.

    ``kind`` (n,) counts the kinds; ``ground`` float32 (n, p) is the share of ground, of length 1; ``ink`` (n, 3, p) and
    ``haze`` (n, p) are the icon and a veil over it without what a ground of any colour explains, and ``ink_ink``,
    ``haze_haze`` and ``ink_haze`` (n,) their products. Each icon is there in all ``sizes``, and in each of those in all
    ``turns``, one after the other.
    """

    kind: NDArray[np.intp]
    ground: Floats
    ink: Floats
    haze: Floats
    ink_ink: Floats
    haze_haze: Floats
    ink_haze: Floats
    sizes: int
    turns: int

    def part(self, which: NDArray[np.intp]) -> Drawings:
        """Those of these numbers, each as if it were an icon of one size and turn."""
        return Drawings(
            self.kind[which],
            self.ground[which],
            self.ink[which],
            self.haze[which],
            self.ink_ink[which],
            self.haze_haze[which],
            self.ink_haze[which],
            1,
            1,
        )

    def unexplained(self, seen: Floats) -> Floats:
        """What each drawing leaves of each picture, mean squares a pixel and channel, float32 (n, m).

        ``seen`` float32 (m, 3, p). The drawing may be brighter and veiled, at a cost.
        """
        number = 3 * self.ground.shape[1]
        left = np.empty((len(self.kind), len(seen)), np.float32)
        left[:] = np.einsum("mcp,mcp->m", seen, seen)
        left += self.ink_ink[:, None]
        ink_seen = self.ink.reshape(len(self.kind), -1) @ seen.reshape(len(seen), -1).T
        haze_seen = self.haze @ seen.sum(axis=1).T
        for channel in range(3):
            flat = self.ground @ seen[:, channel].T
            left -= np.square(flat, out=flat)
        left -= np.float32(2) * ink_seen
        ink_ink, haze_haze, ink_haze = self.ink_ink[:, None], self.haze_haze[:, None], self.ink_haze[:, None]
        lit = ink_ink + number * (_NOISE / _BRIGHTER) ** 2
        veiled = haze_haze + number * (_NOISE / _HAZE) ** 2
        by_both = lit * veiled - ink_haze * ink_haze
        ink_left, haze_left = ink_seen - ink_ink, haze_seen - ink_haze
        # the drawing is that much brighter, and then veiled; what has one row a drawing is worked out first
        left -= ink_left * (veiled / by_both * ink_left - ink_haze / by_both * haze_left)
        left -= haze_left * (lit / by_both * haze_left - ink_haze / by_both * ink_left)
        left /= np.float32(number)
        return left


def draw(kinds: Sequence[Sequence[Icon]], sizes: Sequence[float] = _SIZES, turns: int = _TURNS) -> Drawings:
    """Icons, a row for each kind, in so many turns and these sizes."""
    looks, kind = [], []
    for number, icons in enumerate(kinds):
        for icon in icons:
            whole = np.dstack([icon.ink, icon.cover])
            for size in sizes:
                for turn in range(turns):
                    placed = cv2.warpAffine(
                        whole, _placing(icon, size, turn / turns), INSIDE.shape, flags=cv2.INTER_LINEAR
                    )
                    looks.append(placed[INSIDE].T)
                    kind.append(number)
    pixels = np.asarray(looks, np.float32)  # (n, 4, p)
    cover = pixels[:, 3]
    ground = 1 - cover
    ground /= np.maximum(np.linalg.norm(ground, axis=1, keepdims=True), 1e-3)
    ink = pixels[:, :3] - np.einsum("ncp,np->nc", pixels[:, :3], ground)[..., None] * ground[:, None]
    haze = cover - np.einsum("np,np->n", cover, ground)[:, None] * ground
    return Drawings(
        kind=np.array(kind, np.intp),
        ground=ground,
        ink=ink,
        haze=haze,
        ink_ink=np.einsum("ncp,ncp->n", ink, ink),
        haze_haze=3 * np.einsum("np,np->n", haze, haze),
        ink_haze=np.einsum("ncp,np->n", ink, haze),
        sizes=len(sizes),
        turns=turns,
    )


def _placing(icon: Icon, size: float, turn: float) -> Floats:
    """The affine map (2, 3) that turns an icon about its middle and lays that into the middle of a token."""
    angle = 2 * np.pi * turn
    along, across = size * np.cos(angle), size * np.sin(angle)
    x, y = icon.middle_xy
    return np.array(
        [[along, -across, _HALF_PX - along * x + across * y], [across, along, _HALF_PX - across * x - along * y]],
        np.float32,
    )
