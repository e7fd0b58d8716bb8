"""Printed icons as they would show on a token in inks of its own: paler, darker, stamped in gold, or in lines alone.

What is left of them then is their outline and what is lighter or darker in them, so that more of what is no such icon
looks like one: whoever asks has to know what to expect.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.prints.icon_drawings import Drawings, Floats

_PLAIN = 0.08  # share of an icon's ink that varies in a channel: less is one tone, and its veil tells as much


@dataclass(frozen=True, slots=True, eq=False)
class TintedDrawings:
    """Icons in every turn and size, n of them, p pixels each, in any ink on any ground.

    ``kind`` (n,) counts the kinds; ``ground`` and ``cover`` float32 (n, p) are the shares of ground and of ink, and
    ``shades`` (n, 3, p) what varies within the ink, each at right angles to those before and of length 1, or nothing
    where there is none. Each icon is there in all ``sizes``, and in each of those in all ``turns``.
    """

    kind: NDArray[np.intp]
    ground: Floats
    cover: Floats
    shades: Floats
    sizes: int
    turns: int

    @classmethod
    def of(cls, drawings: Drawings) -> TintedDrawings:
        """The same drawings without their colours."""
        cover = drawings.haze / np.maximum(np.linalg.norm(drawings.haze, axis=1, keepdims=True), 1e-3)
        shades = drawings.ink - np.einsum("ncp,np->nc", drawings.ink, cover)[..., None] * cover[:, None]
        length = np.linalg.norm(shades, axis=2, keepdims=True)
        of_all = np.linalg.norm(drawings.ink, axis=2, keepdims=True)
        shades = np.where(length > _PLAIN * of_all, shades / np.maximum(length, 1e-3), np.float32(0))
        return cls(drawings.kind, drawings.ground, cover, shades, drawings.sizes, drawings.turns)

    def part(self, which: NDArray[np.intp]) -> TintedDrawings:
        """Those of these numbers, each as if it were an icon of one size and turn."""
        return TintedDrawings(
            self.kind[which], self.ground[which], self.cover[which], self.shades[which], sizes=1, turns=1
        )

    def unexplained(self, seen: Floats) -> Floats:
        """What each drawing leaves of each picture, mean squares a pixel and channel, float32 (n, m).

        ``seen`` float32 (m, 3, p). Ground, ink and how much its tones differ are those that fit best, in each channel.
        """
        left = np.empty((len(self.kind), len(seen)), np.float32)
        left[:] = np.einsum("mcp,mcp->m", seen, seen)
        for channel in range(3):
            for basis in (self.ground, self.cover, self.shades[:, channel]):
                told = basis @ seen[:, channel].T
                left -= np.square(told, out=told)
        left /= np.float32(3 * self.ground.shape[1])
        return left
