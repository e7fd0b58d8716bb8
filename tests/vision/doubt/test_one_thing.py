"""Colours tell whether one thing lies across two tiles, or two side by side, if tiles came with what is on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import pieces
from vision.doubt.one_thing import one_read_as_two, two_read_as_one
from vision.explaining.candidates import Candidate
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]
Colors = Mapping[int, tuple[float, float]]

ROLES = Roles.of(pieces(ANY_ANIMAL))
BARE = (FLOOR,) * 72
MARK, BESIDE, FAR = 12, 13, 15
"""The mark of the red tile that ``seen_tile`` shows, and the ends of a green one to its right."""
GREEN = {cell: (180.0, 15.0) for cell in (BESIDE, 14, FAR)}
ORANGE, BROWN, YELLOW = (58.0, 25.0), (40.0, 12.0), (85.0, 36.0)


def both_tiles(seen_tile: Callable[..., SeenTile], mark: int, on_marks: str, colors: Colors) -> SeenTile:
    """The red tile and the green one, whose mark is given, with these hues in degrees and chromas."""
    found, costs, seen = seen_tile()
    green = next(kind for kind in ROLES.patterned if kind.surface == "leaf.green")
    laid = Candidate(green, tuple(GREEN), mark, on_marks != "token", 0.5, 0b111 << BESIDE)
    leaves = {cell: Verdict(green.surface, 1.0) for cell in GREEN}
    things = {cell: Verdict(Surface(on_marks), 1.0) for cell in (MARK, mark)}
    for cell, (hue_deg, chroma) in {**GREEN, **colors}.items():
        seen.hue_deg.reshape(-1)[cell], seen.chroma.reshape(-1)[cell] = hue_deg, chroma
    return Explained({**found.verdicts, **leaves, **things}, (*found.pieces, (laid, 1.0))), costs, seen


@pytest.mark.parametrize(
    ("colors", "lightness", "doubted"),
    [
        ({MARK: ORANGE, BESIDE: ORANGE}, 0.0, {MARK, BESIDE}),
        ({MARK: ORANGE, BESIDE: ORANGE}, 8.0, {MARK, BESIDE}),
        ({MARK: ORANGE, BESIDE: ORANGE}, 9.6, set[int]()),
        ({MARK: ORANGE}, 0.0, set[int]()),
        ({MARK: BROWN, BESIDE: ORANGE}, 0.0, set[int]()),
        ({MARK: GREEN[14]}, 0.0, set[int]()),
        ({BESIDE: ORANGE, FAR: ORANGE, MARK: BROWN}, 0.0, set[int]()),
    ],
    ids=["an animal", "hardly lighter", "lighter", "a token", "a strange leaf", "a green token", "other leaves"],
)
def test_a_leaf_like_the_token_beside_it_and_like_none_of_its_tile_is_an_animal(
    seen_tile: Callable[..., SeenTile], colors: Colors, lightness: float, doubted: set[int]
) -> None:
    """R6.1: it lies over two tiles in one colour."""
    found, _, seen = both_tiles(seen_tile, FAR, "token", colors)
    seen.lightness.reshape(-1)[MARK] += lightness
    assert one_read_as_two(found, seen, ROLES) == doubted


def test_a_tile_of_two_spaces_has_no_leaf_to_compare_with(seen_tile: Callable[..., SeenTile]) -> None:
    """R12.3: nothing is said of its only leaf, whatever is beside it."""
    found, _, seen = both_tiles(seen_tile, FAR, "token", {MARK: ORANGE, BESIDE: ORANGE})
    (red, share), (green, _) = found.pieces
    short = Explained(found.verdicts, ((red, share), (green._replace(cells=(BESIDE, 14), mark=14), 1.0)))
    assert not one_read_as_two(short, seen, ROLES)


@pytest.mark.parametrize(("mark", "on_marks"), [(FAR, "hole"), (BESIDE, "token")], ids=["a hole", "two tokens"])
def test_only_a_token_and_a_leaf_may_be_one_animal(
    seen_tile: Callable[..., SeenTile], mark: int, on_marks: str
) -> None:
    """What shows through a hole is no half of one, and tokens side by side may have one colour."""
    found, _, seen = both_tiles(seen_tile, mark, on_marks, {MARK: ORANGE, BESIDE: ORANGE})
    assert not one_read_as_two(found, seen, ROLES)


@pytest.mark.parametrize(
    ("on_marks", "colors", "lightness", "before", "is_doubted"),
    [
        ("animal", {BESIDE: GREEN[14], MARK: YELLOW}, 0.0, FLOOR, True),
        ("animal", {BESIDE: GREEN[14], MARK: YELLOW}, 26.0, FLOOR, True),
        ("animal", {BESIDE: GREEN[14], MARK: YELLOW}, 34.0, FLOOR, False),
        ("animal", {BESIDE: YELLOW, MARK: YELLOW}, 0.0, FLOOR, False),
        ("animal", {BESIDE: GREEN[14], MARK: GREEN[14]}, 0.0, FLOOR, False),
        ("animal", {BESIDE: GREEN[14], MARK: YELLOW}, 0.0, Surface("hole"), False),
        ("token", {BESIDE: GREEN[14], MARK: YELLOW}, 0.0, FLOOR, False),
    ],
    ids=["leaf and token", "lighter leaf", "too light", "one colour", "as green as a leaf", "holes before", "tokens"],
)
def test_an_animal_of_which_one_half_is_its_leaf_may_be_a_leaf_and_a_token(
    seen_tile: Callable[..., SeenTile],
    on_marks: str,
    colors: Colors,
    lightness: float,
    before: Surface,
    is_doubted: bool,
) -> None:
    """R6.1: in play an animal comes to lie on holes, and then they were seen."""
    found, _, seen = both_tiles(seen_tile, BESIDE, on_marks, colors)
    seen.lightness.reshape(-1)[BESIDE] += lightness
    (red, _), (green, _) = found.pieces
    stood = [before if cell in (MARK, BESIDE) else FLOOR for cell in range(72)]
    assert two_read_as_one(found, stood, seen, ROLES) == ({*red.cells, *green.cells} if is_doubted else set())
