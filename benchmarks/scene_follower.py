"""What is known of a scene beforehand: where its boards truly lie, and how its leaves look when they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scene_truth import LeafTruth, Picture, Scene, all_pieces, sights
from scene_variations import Variation, shaken

from engine.game import Surface
from vision.detector import Detector
from vision.explaining.leaf_hues import LeafLook
from vision.explaining.leaf_samples import look_of
from vision.explaining.palette import Palette
from vision.frame import Frame, Pixels
from vision.observation import BoardSight
from vision.reference import BoardReference


class TruthFollower:
    """Tells the true poses of the picture that is shown, off by a chosen error."""

    def __init__(self, error_spaces: float, random: np.random.Generator) -> None:
        self._error, self._random = error_spaces, random
        self._sights: tuple[BoardSight, ...] = ()

    def show(self, picture: Picture) -> None:
        """The picture that comes next."""
        found = sights(picture)
        if self._error:
            found = tuple(replace(s, pose=shaken(s.pose, (9.0, 8.0), self._error, self._random)) for s in found)
        self._sights = found

    def locate(self, frame: Frame) -> Sequence[BoardSight]:
        """The true poses of that picture."""
        return self._sights

    @property
    def others(self) -> frozenset[int]:
        """All boards are those that were measured."""
        return frozenset()


def shown_leaves(scene: Scene, change: Variation, empty: Pixels) -> Palette:
    """The leaves of a scene as a person would have shown them: the first tile of each colour that is seen whole."""
    random = np.random.default_rng(7)
    truth = TruthFollower(0.0, random)
    references = [
        BoardReference.of_picture(layout, scene.empty.poses[layout.seat], empty, scene.empty.printed)
        for layout in scene.layouts()
    ]
    found: dict[Surface, tuple[LeafLook, ...]] = {}
    for picture in scene.pictures:
        new = [leaf for leaf in picture.lying if leaf.surface not in found and _is_bare(leaf, picture)]
        if picture.hand or not new:
            continue
        truth.show(picture)
        pixels = change(picture.pixels(), picture, random)
        for seen in Detector(references, all_pieces(), truth).glance(Frame(pixels, 0.0, 0)).evidence:
            cells = {spot: cell for cell, spot in enumerate(spot for row in seen.spots for spot in row)}
            for leaf in new:
                if leaf.surface in found:
                    continue
                look = look_of(seen.spaces, [cells[spot] for spot in leaf.spots - {leaf.mark} if spot in cells])
                if look is not None:
                    found[leaf.surface] = (look,)
    return Palette.of_shown(found)


def _is_bare(leaf: LeafTruth, picture: Picture) -> bool:
    """Whether all of a tile is seen and nothing lies on its foliage."""
    body = leaf.spots - {leaf.mark}
    return body <= picture.readable and all(picture.surfaces[spot] == leaf.surface for spot in body)
