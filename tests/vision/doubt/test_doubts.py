"""What rests on a mark that is none is not read: measured on scenes whose animals are painted like leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import cv2
import numpy as np
import pytest

from engine.game import Surface
from engine.grid import Cell, Space
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import layout, pieces
from vision.detector import Detector, StillFollower
from vision.doubt.doubts import discs_in_shadow, doubted, hardly_ringed, without_hole
from vision.doubt.mark_signs import Clues
from vision.explaining.candidates import Candidate
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.frame import Frame, Pixels
from vision.measures.evidence import SpaceEvidence
from vision.pose import BoardPose, Lens
from vision.prints.print_in_place import Prints
from vision.reference import BoardReference
from vision.roles import FLOOR, Roles
from vision.tracker import Tracker

SeenTile = tuple[Explained, SurfaceCosts, SpaceEvidence]

CELLS = (1, 9, 10, 11, 12)
"""Of the tile that ``seen_tile`` shows; the last is its mark."""


def painted(pixels: Pixels, truth: dict[str, Any], hue: int) -> Pixels:
    """All animals and squirrels in the hue and the strength of a leaf."""
    mask = np.zeros(pixels.shape[:2], np.uint8)
    for piece in truth["boards"][0]["pieces"]:
        if piece["kind"] in ("animal", "squirrel"):
            cv2.fillPoly(mask, [np.rint(piece["outline_px"]).astype(np.int32)], 255)
    hsv = cv2.cvtColor(pixels, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = hue
    hsv[..., 1] = np.maximum(hsv[..., 1], 120)
    tinted = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    return np.asarray(np.where(mask[..., None] > 0, tinted, pixels), np.uint8)


@pytest.mark.parametrize("hue", [42, 9, 24])
@pytest.mark.parametrize(
    ("name", "empty", "steps"), [("easy_301", "step_00", ("step_04", "step_08")), ("hard_305", "empty", ("step_00",))]
)
def test_animals_that_look_like_leaves_are_never_taken_for_something_else(
    scene: Any, name: str, empty: str, steps: tuple[str, ...], hue: int
) -> None:
    """Green, red and yellow animals: right or unknown, and what else lies there is right as well."""
    first = scene(name, empty)
    lens = Lens(np.array(first.truth["camera"]["K"]), np.array(first.truth["camera"]["dist"]))
    reference = BoardReference.of_picture(
        layout(1)[0], BoardPose.from_corners(first.corners(), (9, 8), lens), first.frame.pixels
    )
    tracker, clock_s = Tracker(), 0.0
    for step in steps:
        shown = scene(name, step)
        still = StillFollower({0: BoardPose.from_corners(shown.corners(), (9, 8), lens)})
        detector = Detector([reference], pieces(ANY_ANIMAL), still)
        observation = detector.read(Frame(painted(shown.frame.pixels, shown.truth, hue), 0.0, 0))
        for _ in range(15):
            tracker.update(replace(observation, taken_at_s=clock_s))
            clock_s += 0.1
        wrong = []
        for row, cells in enumerate(shown.truth["boards"][0]["cells"]):
            for col, cell in enumerate(cells):
                want = {"empty": "floor", "hole+token": "token"}.get(cell["state"], cell["state"])
                if want == "leaf":
                    want = "leaf." + {"orange": "yellow"}.get(cell["colour"], cell["colour"])
                got = tracker.settled.readings.get(Space(0, Cell(row, col)))
                if got is not None and cell["hidden"] < 0.05 and got.surface != want:
                    wrong.append((str(Cell(row, col)), want, got))
        assert not wrong


ROLES = Roles.of(pieces(ANY_ANIMAL))
RED = next(kind for kind in ROLES.patterned if kind.surface == "leaf.red")


def with_mark(floor_nats: float, share: float, **measures_there: float) -> SeenTile:
    """A tile with these measures on its mark, which bare floor fits so much worse than a hole."""
    cells = CELLS
    leaf, hole = Surface("leaf.red"), Surface("hole")
    names = [kind.surface for kind in ROLES.patterned] + [FLOOR, hole, Surface("token"), Surface("animal")]
    by_surface = {name: np.full((8, 9), 8.0) for name in [*names, Surface("squirrel")]}
    by_surface[leaf].reshape(-1)[list(cells[:-1])] = 0.0
    by_surface[hole].reshape(-1)[cells[-1]] = 1.0
    by_surface[FLOOR].reshape(-1)[cells[-1]] = 1.0 + floor_nats
    flat = np.zeros((8, 9))
    costs = SurfaceCosts(by_surface, {}, flat, flat, np.ones((8, 9), np.bool_))
    verdicts = {cell: Verdict(leaf, 1.0) for cell in cells[:-1]} | {cells[-1]: Verdict(hole, share)}
    laid = Candidate(RED, cells, cells[-1], False, 0.5, sum(1 << cell for cell in cells))
    measures = {
        field.name: np.zeros((8, 9, 4) if field.name.startswith("side_") else (8, 9), np.float32)
        for field in fields(SpaceEvidence)
    }
    measures["chroma"][:] = 30.0
    for name, value in measures_there.items():
        measures[name].reshape(-1)[cells[-1]] = value
    return Explained(verdicts, ((laid, share),)), costs, SpaceEvidence(**measures)


def mark_doubts(
    floor_nats: float,
    share: float,
    bare: bool = False,
    prints: Prints | None = None,
    alone: bool = False,
    framed: bool = False,
    **measures_there: float,
) -> frozenset[int]:
    """What is doubted of such a tile; it may lie alone, and a frame go round its mark."""
    floor, by_itself, frames = CELLS[-1:] if bare else (), CELLS if alone else (), CELLS[-1:] if framed else ()
    clues = Clues(bare=floor, prints=prints, alone=by_itself, framed=frames)
    return doubted(*with_mark(floor_nats, share, **measures_there), ROLES, clues)


def test_a_tile_whose_hole_is_rather_bare_ground_without_an_edge_has_none() -> None:
    """So a scrap of paper looks that covers three spaces of four; it is no matter how sure the tile is besides.

    Where the floor shows in the middle as it was it may be a hole with hardly a ring.
    """
    scrap = {"disc_contrast": 0.7, "disc_likeness": -0.2}
    assert without_hole(*with_mark(-0.4, 1.0, circle=1.6, **scrap), ROLES) == set(CELLS)
    assert without_hole(*with_mark(-0.4, 1.0, circle=1.8, **scrap), ROLES) == frozenset()
    assert without_hole(*with_mark(0.4, 0.8, circle=1.6, **scrap), ROLES) == frozenset()
    for floor in ({"disc_contrast": 0.7, "disc_likeness": 0.9}, {"disc_contrast": 0.3, "disc_likeness": -0.2}):
        assert without_hole(*with_mark(-0.4, 1.0, circle=1.6, **floor), ROLES) == frozenset()
        assert without_hole(*with_mark(-2.4, 1.0, **floor), ROLES) == frozenset()
        assert without_hole(*with_mark(-2.8, 1.0, **floor), ROLES) == set(CELLS)  # nothing of a ring is left


def test_ground_boxed_in_by_pieces_is_a_mark_only_where_its_piece_is_nearly_sure() -> None:
    """Where floor fits nearly as well as a mark, another way to lay the pieces must be out of the question."""
    assert mark_doubts(0.4, 0.8) == {12}
    assert mark_doubts(0.4, 0.99) == frozenset()
    assert mark_doubts(-0.4, 1.0) == {12}
    assert mark_doubts(-0.4, 1.0, circle=1.6) == {12}
    assert mark_doubts(-0.4, 1.0, circle=1.8) == frozenset()  # the edge of a hole is seen
    assert mark_doubts(3.0, 0.8) == frozenset()
    assert mark_doubts(-2.8, 0.96, alone=True) == frozenset()  # one of its spaces must be the mark
    assert mark_doubts(-2.8, 0.96, alone=True, disc=0.4) != frozenset()
    assert mark_doubts(-0.4, 1.0, framed=True) == frozenset()  # a frame is seen round it, however thin


@pytest.mark.parametrize(
    ("mark", "share", "doubted_there"),
    [(11, 0.95, False), (11, 0.85, True), (12, 0.95, True)],
    ids=["it joins its tile", "perhaps another tile", "an end of its tile"],
)
def test_a_mark_without_which_its_tile_falls_apart_is_no_ground(mark: int, share: float, doubted_there: bool) -> None:
    """R1.3: ground beside a tile looks like a hole without a ring, but joins nothing."""
    _, costs, seen = with_mark(-0.4, share)
    costs.by_surface[Surface("hole")].reshape(-1)[mark], costs.by_surface[FLOOR].reshape(-1)[mark] = 1.0, 0.6
    laid = Candidate(RED, CELLS, mark, False, 0.5, sum(1 << cell for cell in CELLS))
    verdicts = dict.fromkeys(CELLS, Verdict(Surface("leaf.red"), 1.0)) | {mark: Verdict(Surface("hole"), share)}
    read = Explained(verdicts, ((laid, share),))
    assert hardly_ringed(read, costs, seen, ROLES) == ({mark} if doubted_there else frozenset())


def test_a_mark_that_does_not_quite_show_the_floor_is_one_only_with_its_print() -> None:
    """R12.1: a dark token on a dark floor is nearly the floor, but is round or has a print that is not the space's."""
    assert mark_doubts(3.0, 1.0, disc=0.15, circle=2.0) == frozenset()
    assert mark_doubts(3.0, 1.0, disc=0.25, circle=2.0) == {12}
    assert mark_doubts(3.0, 1.0, disc=0.25, circle=1.4) == frozenset()
    assert mark_doubts(3.0, 1.0, disc=0.25, circle=1.4, disc_likeness=0.85, disc_contrast=2.4) == {12}
    assert mark_doubts(3.0, 1.0, disc=0.25, circle=2.0, disc_likeness=0.98, disc_contrast=3.0) == frozenset()
    assert mark_doubts(3.0, 1.0, disc=0.4, disc_likeness=0.98, disc_contrast=3.0) == {1, 9, 10, 11, 12}


@pytest.mark.parametrize(
    ("plain", "likeness", "contrast", "lost"),
    [(True, 0.75, 1.3, False), (False, 0.75, 1.3, True), (True, 0.65, 1.3, True), (True, 0.75, 0.9, True)],
    ids=["its floor is seen", "a print may lie there", "unlike its floor", "too faint to tell"],
)
def test_a_shadow_in_a_hole_over_plain_ground_is_no_dark_token(
    plain: bool, likeness: float, contrast: float, lost: bool
) -> None:
    """R5.1: none belongs there, and the floor is seen."""
    known = np.zeros((5, 72), np.bool_)
    known[3, 12] = plain
    measured = {"disc": 0.25, "circle": 2.0, "disc_likeness": likeness, "disc_contrast": contrast}
    doubts = mark_doubts(3.0, 1.0, prints=Prints(*known.reshape(5, 8, 9)), **measured)
    assert doubts == ({12} if lost else set())


def test_a_mark_over_a_treasure_that_is_neither_seen_nor_surely_hidden_is_not_believed() -> None:
    """R12.1: a white token over a white print is nearly the floor where both are white."""
    for printed, vague, likeness, lost in (
        (True, True, 0.5, {12}),
        (True, True, 0.8, set[int]()),
        (True, False, 0.5, set[int]()),
        (False, True, 0.5, set[int]()),
    ):
        known = np.zeros((5, 72), np.bool_)
        known[2, 12], known[4, 12] = vague, printed
        prints = Prints(*known.reshape(5, 8, 9))
        assert mark_doubts(3.0, 1.0, prints=prints, disc_likeness=likeness) == lost


def test_a_mark_through_which_the_floor_is_known_to_show_is_believed_however_dark_its_shade() -> None:
    """On an even floor a deep shade is all that is to be seen in a hole; ground boxed in is doubted all the same."""
    assert mark_doubts(3.0, 1.0, disc=0.4, circle=2.0) == {1, 9, 10, 11, 12}
    assert mark_doubts(3.0, 1.0, bare=True, disc=0.4, circle=2.0) == frozenset()
    assert mark_doubts(0.4, 0.8, bare=True, disc=0.4, circle=2.0) == {12}


def test_a_disc_is_not_believed_where_another_space_of_its_piece_looks_like_the_mark(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """Glare on a leaf looks like a disc; the true one then fits the leaf that it was taken for badly."""
    found, costs, seen = seen_tile(leaf=4.5, disc=2.4)
    assert set(CELLS) <= doubted(found, costs, seen, ROLES, Clues())
    found, costs, seen = seen_tile()
    assert not set(CELLS) & doubted(found, costs, seen, ROLES, Clues())


@pytest.mark.parametrize(
    ("circle", "inner", "drawn", "lost"),
    [(2.4, 1.0, False, True), (2.1, 1.0, False, False), (2.4, 8.0, False, False), (2.4, 1.0, True, False)],
    ids=["a hole behind a veil", "no clear edge", "not grey", "drawn on its leaf"],
)
def test_a_disc_is_not_believed_where_another_space_of_its_piece_is_grey_in_a_clear_edge(
    seen_tile: Callable[..., SeenTile], circle: float, inner: float, drawn: bool, lost: bool
) -> None:
    """A smear on the lens veils the floor in the hole; a dark drawing over a print looks like the token that is due."""
    found, costs, seen = seen_tile()
    seen.chroma[:], seen.disc_chroma[:], seen.circle[:] = 30.0, 25.0, 1.0
    seen.circle.reshape(-1)[CELLS[-1]], seen.disc_chroma.reshape(-1)[CELLS[-1]] = 2.6, 7.0
    seen.circle.reshape(-1)[CELLS[0]], seen.disc_chroma.reshape(-1)[CELLS[0]] = circle, inner
    clues = Clues(drawn=CELLS[:1] if drawn else ())
    assert set(CELLS) & doubted(found, costs, seen, ROLES, clues) == (set(CELLS) if lost else set())


def test_a_disc_as_colourful_as_its_leaf_is_believed_where_its_edge_is_clear(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """R12.1: a copper token is as colourful as leaves are; none of those is as round."""
    for circle, doubts in ((1.9, set(CELLS)), (2.4, set[int]())):
        found, costs, seen = seen_tile()
        costs.by_surface[Surface("leaf.red")].reshape(-1)[CELLS[-1]] = 3.5
        seen.disc_chroma[:] = 28.0
        seen.circle[:] = circle
        assert set(CELLS) & doubted(found, costs, seen, ROLES, Clues()) == doubts


@pytest.mark.parametrize(
    ("circle", "disc", "shade_disc", "disc_likeness", "in_shadow"),
    [
        (1.4, 0.9, 0.2, 0.65, True),
        (1.6, 0.9, 0.2, 0.65, False),
        (1.4, 0.9, 0.4, 0.65, False),
        (1.4, 0.9, 0.2, -0.2, False),
        (1.4, 0.9, 0.05, -0.2, True),
        (1.6, 0.9, 0.05, -0.2, False),
        (1.85, 0.65, 0.05, -0.2, True),
        (1.95, 0.65, 0.05, -0.2, False),
        (1.85, 0.75, 0.05, -0.2, False),
        (1.85, 0.65, 0.15, -0.2, False),
        (2.5, 0.65, 0.3, 0.6, True),
        (2.5, 0.75, 0.3, 0.6, False),
        (2.5, 0.65, 0.4, 0.6, False),
        (2.5, 0.65, 0.3, 0.52, False),
    ],
    ids=[
        "a deep hole",
        "its edge is clear",
        "no shadow makes that",
        "another picture",
        "black",
        "a dark token",
        "half black",
        "all round",
        "black all over",
        "not black",
        "half of its print",
        "little of its print",
        "more than a shadow",
        "hardly its print",
    ],
)
def test_a_disc_without_a_clear_edge_that_a_shadow_explains_may_be_the_floor(
    seen_tile: Callable[..., SeenTile],
    circle: float,
    disc: float,
    shade_disc: float,
    disc_likeness: float,
    in_shadow: bool,
) -> None:
    """R12.1: by candlelight the print in a deep hole looks like the icon of a token."""
    found, _, seen = seen_tile()
    seen.circle[:], seen.disc[:] = circle, disc
    seen.shade_disc[:], seen.disc_likeness[:], seen.disc_contrast[:] = shade_disc, disc_likeness, 1.0
    gone = np.zeros((8, 9), np.bool_)
    assert discs_in_shadow(found, seen, ROLES, gone) == ({CELLS[-1]} if in_shadow else frozenset())
    gone.reshape(-1)[CELLS[-1]] = True  # no shadow takes a clear print away
    assert not discs_in_shadow(found, seen, ROLES, gone)


@pytest.mark.parametrize(
    ("contrast", "likeness", "in_shadow"),
    [(0.7, 0.45, True), (1.0, 0.45, False), (0.7, 0.35, False), (0.2, 0.35, True), (0.2, 0.3, False)],
)
def test_a_faint_floor_is_hardly_like_itself_in_a_shadow(
    seen_tile: Callable[..., SeenTile], contrast: float, likeness: float, in_shadow: bool
) -> None:
    """Noise adds as much structure as it has; no token lies on it (R5.1), but nobody may have told what is printed."""
    found, _, seen = seen_tile()
    seen.circle[:], seen.disc[:], seen.shade_disc[:] = 1.8, 0.5, 0.16
    seen.disc_contrast[:], seen.disc_likeness[:] = contrast, likeness
    assert bool(discs_in_shadow(found, seen, ROLES, np.zeros((8, 9), np.bool_))) == in_shadow


@pytest.mark.parametrize(
    ("disc", "likeness", "contrast", "doubted_too"),
    [(0.43, 0.8, 1.1, True), (0.7, 0.8, 1.1, False), (0.43, 0.5, 1.1, False), (0.43, 0.8, 0.6, False)],
    ids=["a dark hole", "something lies there", "it looks otherwise", "nothing is to be seen of its floor"],
)
def test_a_disc_is_not_believed_where_another_space_of_its_piece_shows_the_floor(
    seen_tile: Callable[..., SeenTile], disc: float, likeness: float, contrast: float, doubted_too: bool
) -> None:
    """A leaf drawn in a ring is as round as a token; an icon outweighs that."""
    found, costs, seen = seen_tile()
    seen.disc[:] = 1.0
    for measure, value in ((seen.disc, disc), (seen.disc_likeness, likeness), (seen.disc_contrast, contrast)):
        measure.reshape(-1)[CELLS[0]] = value
    assert set(CELLS) & doubted(found, costs, seen, ROLES, Clues()) == (set(CELLS) if doubted_too else set())
    assert not set(CELLS) & doubted(found, costs, seen, ROLES, Clues(shown=[CELLS[-1]]))


def test_a_disc_that_shows_an_icon_is_believed_whatever_is_drawn_on_its_piece(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """R12.1: a piece has one mark, and what shows the icon of a token is that; a large leaf may look as round."""
    found, costs, seen = seen_tile(leaf=4.5, disc=2.4)
    assert not set(CELLS) & doubted(found, costs, seen, ROLES, Clues(shown=[CELLS[-1]]))
    assert set(CELLS) <= doubted(found, costs, seen, ROLES, Clues(shown=[CELLS[0]]))


def test_a_disc_is_the_palest_space_of_its_piece_or_round_or_shows_an_icon(seen_tile: Callable[..., SeenTile]) -> None:
    """A dark leaf is as pale as a token but less round: where another space is paler still, that may be the token."""
    for paler, doubts in ((10.0, set(CELLS)), (20.0, set[int]())):
        found, costs, seen = seen_tile()
        seen.chroma.reshape(-1)[[CELLS[0], CELLS[-1]]] = paler, 14.0
        seen.circle[:] = 1.9
        for capped in (False, True):
            laid, share = found.pieces[0]
            read = replace(found, pieces=((laid._replace(capped=capped), share),))
            assert set(CELLS) & doubted(read, costs, seen, ROLES, Clues()) == doubts
            assert not set(CELLS) & doubted(read, costs, seen, ROLES, Clues(shown=[CELLS[-1]]))
        seen.circle.reshape(-1)[CELLS[-1]] = 2.4
        assert not set(CELLS) & doubted(found, costs, seen, ROLES, Clues())


def test_a_colourful_disc_of_quite_another_hue_than_its_leaf_is_believed(seen_tile: Callable[..., SeenTile]) -> None:
    """Tokens may be blue or violet, and then a dim leaf is paler; a dark part of the leaf keeps its hue."""
    for hue_deg, doubts in ((-100.0, set[int]()), (20.0, set(CELLS))):
        found, costs, seen = seen_tile()
        seen.chroma.reshape(-1)[[CELLS[0], CELLS[-1]]] = 10.0, 24.0
        seen.circle[:] = 1.9
        seen.hue_deg.reshape(-1)[CELLS[-1]] = hue_deg
        assert set(CELLS) & doubted(found, costs, seen, ROLES, Clues()) == doubts


def test_a_single_of_the_color_of_a_disputed_tile_beside_it_may_be_the_rest_of_that(
    seen_tile: Callable[..., SeenTile],
) -> None:
    """R12.3: a tile of an unusual hue is taken for a smaller one and a squirrel, parted by the outline of a leaf."""
    single = 2
    for hue_deg, lost in ((20.0, True), (90.0, False)):
        found, costs, seen = seen_tile(edge=1.0, hue_deg=hue_deg)
        assert (single in doubted(found, costs, seen, ROLES, Clues(blind=CELLS))) == lost
        assert single not in doubted(found, costs, seen, ROLES, Clues())


def test_a_disc_that_shows_the_print_of_its_space_as_it_was_is_not_believed(seen_tile: Callable[..., SeenTile]) -> None:
    """R12.1: in other light a mark looks foreign, with an icon printed under it; what is not legible tells nothing."""
    for contrast, doubts in ((3.0, {CELLS[-1]}), (0.5, set[int]())):
        found, costs, seen = seen_tile()
        seen.disc_contrast.reshape(-1)[CELLS[-1]] = contrast
        seen.disc_likeness.reshape(-1)[CELLS[-1]] = 0.98
        assert set(CELLS) & doubted(found, costs, seen, ROLES, Clues()) == doubts
        seen.disc_likeness.reshape(-1)[CELLS[-1]] = 0.8
        assert not set(CELLS) & doubted(found, costs, seen, ROLES, Clues())
