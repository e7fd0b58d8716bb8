"""Floor on which sharp shadows have moved on is floor in patches of light; what lies on it has another structure."""

from __future__ import annotations

from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt.patched_light import floor_in_patches, is_the_floor
from vision.explaining.pieces import Explained, Verdict
from vision.measures.board_picture import BoardPicture
from vision.measures.evidence import BoardEvidence
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane, plane_size_wh
from vision.roles import FLOOR, Roles

SIZE = (3.0, 2.0)
ROLES = Roles.of(pieces(ANY_ANIMAL))
SQUIRREL = Surface("squirrel")


def structure(seed: int, contrast: float = 12.0) -> Plane:
    """The grey levels of a space that has something on it all over."""
    grain = cv2.GaussianBlur(np.random.default_rng(seed).normal(0, 1, (PX_PER_SPACE, PX_PER_SPACE)), (0, 0), 1.2)
    return np.asarray(90.0 + contrast * grain / grain.std(), np.float32)


def lit(plane: Plane, edge: float, color: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> list[Plane]:
    """The same with a sharp shadow across it from this column onwards: grey levels, blue, green and red."""
    shaded = plane * np.where(np.arange(plane.shape[1]) < edge, 1.0, 0.55)
    return [np.asarray(shaded * factor, np.float32) for factor in (1.0, *color)]


@pytest.mark.parametrize("edge", [6, 12, 18, PX_PER_SPACE])
@pytest.mark.parametrize("edge_then", [9, PX_PER_SPACE])
def test_the_floor_is_known_in_whatever_patches_it_is_lit(edge: int, edge_then: int) -> None:
    """Where the shadow was, where it is, and where it neither was nor is the floor has its own structure."""
    floor = structure(1)
    assert is_the_floor(lit(floor, edge), lit(floor, edge_then), 1.0)
    assert is_the_floor(lit(floor, edge, (1.1, 1.0, 0.95)), lit(floor, edge_then), 1.0), "a shadow is a little blue"
    assert not is_the_floor(lit(floor, edge, (0.7, 0.9, 1.2)), lit(floor, edge_then), 1.0), "wood"


@pytest.mark.parametrize("seed", range(2, 8))
def test_another_structure_is_another_thing(seed: int) -> None:
    """However light or dark it is on either side of the edge of a shadow."""
    assert not is_the_floor(lit(structure(seed), 12), lit(structure(1), PX_PER_SPACE), 1.0)


@pytest.mark.parametrize(("contrast", "noise", "known"), [(12.0, 1.0, True), (0.5, 1.0, False), (12.0, 20.0, False)])
def test_a_floor_of_which_nothing_is_to_be_seen_tells_nothing(contrast: float, noise: float, known: bool) -> None:
    """A plain one, or one deep in noise."""
    floor = structure(1, contrast)
    assert is_the_floor(lit(floor, 12), lit(floor, PX_PER_SPACE), noise) == known


@pytest.mark.parametrize(
    ("crossed", "covered", "before", "cell", "doubted"),
    [
        (True, False, FLOOR, 1, True),
        (True, False, FLOOR, 0, True),
        (False, False, FLOOR, 1, False),
        (True, True, FLOOR, 1, False),
        (True, False, SQUIRREL, 1, False),
    ],
    ids=["moved on", "beside it", "no shadow", "a squirrel", "it lay there"],
)
def test_only_beside_the_edges_of_shadows_on_the_empty_board_a_single_thing_may_be_floor(
    crossed: bool, covered: bool, before: Surface, cell: int, doubted: bool
) -> None:
    """There a shadow may have moved on; elsewhere what is as rough as its floor is a squirrel all the same."""
    width, height = plane_size_wh(SIZE)
    grain = cv2.GaussianBlur(np.random.default_rng(3).normal(0, 1, (height, width)), (0, 0), 1.2)
    plain = (100.0 + 4.0 * grain / grain.std())[..., None] * np.ones(3)
    start = round((1 + MARGIN_SPACES) * PX_PER_SPACE)
    columns = np.arange(width)[None, :, None]
    empty = np.where((columns > start + 9) & crossed, 0.5, 1.0) * plain
    now = np.where(columns > start + 15, 0.5, 1.0) * plain
    if covered:
        now = now[:, ::-1].copy()  # another structure
    seen = Mock(
        spec=BoardEvidence,
        size_wh=SIZE,
        noise=0.5,
        empty=BoardPicture(empty.astype(np.float32)),
        picture=BoardPicture(now.astype(np.float32)),
    )
    found = Explained({cell: Verdict(SQUIRREL, 1.0)}, ())
    assert floor_in_patches(found, [before] * 6, seen, ROLES) == ({cell} if doubted else frozenset())
