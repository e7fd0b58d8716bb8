"""What one picture says about a board and each of its spaces, before pieces are thought of."""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.game import Spot, Surface
from vision.measures.board_picture import BoardPicture
from vision.measures.color import Change
from vision.measures.occlusion import Occlusion
from vision.reference import Plane

Cells = NDArray[np.float32]
"""One number a space, float32 (rows, cols)."""


@dataclass(frozen=True, slots=True, eq=False)
class SpaceEvidence:
    """Measures of all spaces of one board in one picture, float32 (rows, cols) each.

    Attributes:
        cover: how foreign the space is to its own empty reference, 0 to 1.
        disc: the same for that disc near the middle where it is least: low where the floor shows.
        ring: the same along the four sides, the second lowest: high round a hole.
        shade_cover, shade_disc, shade_ring: as ``cover``, ``disc`` and ``ring``, but what a shadow could explain does
            not count.
        likeness: correlation of the structure with that of the empty space, -1 to 1.
        disc_likeness: as ``likeness``, for the disc in the middle of the space alone.
        disc_contrast: how much structure the empty space has there, in units of what noise and shadows make.
        texture: what that structure leaves unexplained, in units of what noise would leave.
        circle: how clearly a circle about the middle parts two colours, as a t value.
        hue_deg, lightness: CIELAB colour under the light of the reference, of the more chromatic half of the pixels.
        chroma: the same, halved with that of all pixels: foliage is colourful all over.
        side_hue_deg, side_chroma: the same along each of the four sides of the space, outside a hole, (rows, cols, 4).
        disc_chroma, disc_hue_deg: CIELAB chroma and hue of the mean colour inside that circle.
        seam_right, seam_down: how clearly an edge parts the space from its right neighbour and the one below.
        brightness: mean level over that of the empty space under this light.
        clipped: share of pixels too bright to have a colour.
        burnt: share of pixels of which at least one channel is cut off; they are left out of all hues.
        dazzled: share of pixels of which two channels are cut off or all.
    """

    cover: Cells
    disc: Cells
    ring: Cells
    shade_cover: Cells
    shade_disc: Cells
    shade_ring: Cells
    likeness: Cells
    disc_likeness: Cells
    disc_contrast: Cells
    texture: Cells
    circle: Cells
    hue_deg: Cells
    chroma: Cells
    lightness: Cells
    side_hue_deg: Cells
    side_chroma: Cells
    disc_chroma: Cells
    disc_hue_deg: Cells
    seam_right: Cells
    seam_down: Cells
    brightness: Cells
    clipped: Cells
    burnt: Cells
    dazzled: Cells

    @property
    def color(self) -> NDArray[np.complexfloating]:
        """Hue and chroma as points about grey, whose distances tell how unlike two colours are, (rows, cols)."""
        return np.asarray(np.exp(1j * np.radians(self.hue_deg)) * self.chroma)

    @property
    def disc_color(self) -> NDArray[np.complexfloating]:
        """The same of the mean colour inside the circle on each space, (rows, cols)."""
        return np.asarray(np.exp(1j * np.radians(self.disc_hue_deg)) * self.disc_chroma)

    @property
    def side_color(self) -> NDArray[np.complexfloating]:
        """The same along the four sides of each space, (rows, cols, 4)."""
        return np.asarray(np.exp(1j * np.radians(self.side_hue_deg)) * self.side_chroma)


@dataclass(frozen=True, eq=False)
class BoardEvidence:
    """Everything that one picture says about one board before pieces are thought of.

    ``picture`` is the rectified picture, ``noise`` its noise in grey levels, ``empty`` the empty board and ``change``
    what differs from it; ``spots`` are by row and column, those ``plain`` have nothing printed on them, those
    ``printed`` a treasure; those ``covered`` were so in the picture of the empty board.
    ``measuring`` makes ``spaces`` when they are first asked for: nobody reads a board over which something moves.
    ``relighting`` makes ``relit`` of this, whose ``smoothly_lit`` are ``spaces`` of this.
    ``naming`` tells the kinds of tokens on a plane such as this one, ``showing`` which spots show a token's icon.
    """

    seat: int
    spots: tuple[tuple[Spot | None, ...], ...]
    size_wh: tuple[float, float]
    picture: BoardPicture
    empty: BoardPicture
    noise: float
    change: Change
    occlusion: Occlusion
    measuring: Callable[[], SpaceEvidence]
    naming: Callable[[Plane, Collection[Spot]], Mapping[Spot, Surface]] = lambda plane, tokens: {}
    showing: Callable[[Plane, Collection[Spot], Collection[Spot]], Collection[Spot]] = lambda plane, asked, unlike: ()
    relighting: Callable[[BoardEvidence], BoardEvidence] | None = None
    smoothly_lit: SpaceEvidence | None = None
    plain: frozenset[Spot] = frozenset()
    printed: frozenset[Spot] = frozenset()
    covered: frozenset[Spot] = frozenset()

    @property
    def plane(self) -> Plane:
        """The pixels of ``picture``."""
        return self.picture.plane

    @cached_property
    def spaces(self) -> SpaceEvidence:
        """The measures of all spaces."""
        return self.measuring()

    @cached_property
    def relit(self) -> BoardEvidence | None:
        """The same in a light that is told patch by patch; None where no other is known."""
        return None if self.relighting is None else self.relighting(self)

    def kinds_of(self, tokens: Collection[Spot]) -> Mapping[Spot, Surface]:
        """The surfaces of those tokens whose kind can be told; takes longer than the rest of the reading."""
        return self.naming(self.plane, tokens) if tokens else {}

    def icons_on(self, asked: Collection[Spot], unlike: Collection[Spot] = ()) -> Collection[Spot]:
        """Those of some spots that show the icon of a token; takes as long. ``unlike`` are not coloured like leaves."""
        return self.showing(self.plane, asked, unlike) if asked else ()


def turned_deg(one: complex, other: complex) -> float:
    """How far the hues of two such colours are apart, 0 to 180."""
    return math.degrees(abs(cmath.phase(one * other.conjugate())))
