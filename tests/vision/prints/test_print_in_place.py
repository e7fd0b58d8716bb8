"""The print of the floor explains a bare space in any light, and no icon that lies there turned."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from device.simulation.pieces import Kind, Piece
from engine.grid import Cell, Space
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import layout, pieces
from tests.drawn_tables import drawn_table
from vision.detector import Detector
from vision.frame import Frame
from vision.measures.evidence import BoardEvidence
from vision.pose import BoardPose
from vision.prints import print_in_place
from vision.prints.print_in_place import prints_seen
from vision.prints.print_left import Left
from vision.reference import BoardReference, Plane


@pytest.mark.parametrize(("light", "contrast", "bare"), [(0.8, 0.8, True), (1.2, 1.2, True), (0.8, 0.3, False)])
def test_a_dull_icon_on_a_dark_token_is_not_the_print(light: float, contrast: float, bare: bool) -> None:
    """R12.1: it is the same icon, and may lie as the print does; no light takes the contrast without the lightness."""
    floor = [".........", "..b......", *["........."] * 6]
    table = drawn_table([floor], 3)
    pose = BoardPose.from_corners(table.corners_px(0), (9.0, 8.0))
    reference = BoardReference.of_picture(layout(1)[0], pose, table.picture(), {Space(0, Cell(1, 2)): "berry"})
    table.lay(Piece("p1", Kind.LEAF, 0, "green", (Cell(1, 1), Cell(1, 2), Cell(2, 2)), Cell(1, 2), (0.0, 0.0), 0.0))
    picture = table.picture().astype(np.float64)
    middle, beside = pose.project(np.array([[2.5, 1.5], [2.75, 1.5]]))
    y, x = np.ogrid[: picture.shape[0], : picture.shape[1]]
    hole = np.hypot(x - middle[0], y - middle[1]) < np.linalg.norm(beside - middle)
    picture[hole] = light * picture[hole].mean(axis=0) + contrast * (picture[hole] - picture[hole].mean(axis=0))
    frame = Frame(np.clip(picture, 0, 255).astype(np.uint8), 0.0, 0)
    (seen,) = Detector([reference], pieces(ANY_ANIMAL)).glance(frame).evidence
    prints = prints_seen(seen, np.ones((8, 9), np.bool_))
    assert (bool(prints.bare[1, 2]), bool(prints.hidden[1, 2])) == (bare, not bare)


@pytest.mark.parametrize("offset_xy", [(0.0, 0.0), (0.14, -0.1)])
@pytest.mark.parametrize("token", [None, "berry"])
def test_a_print_in_a_hole_is_seen_and_a_token_on_it_hides_it(
    offset_xy: tuple[float, float], token: str | None
) -> None:
    """R5.1: the same print on a token lies turned on another ground; a tile off the grid shows it aside."""
    floor = [".........", "..b......", *["........."] * 5, "......n.."]
    mark, cells = Cell(1, 2), (Cell(1, 1), Cell(1, 2), Cell(2, 2))
    table = drawn_table([floor], 3)
    table.advance(0.1)
    pose = BoardPose.from_corners(table.corners_px(0), (9.0, 8.0))
    reference = BoardReference.of_picture(layout(1)[0], pose, table.picture(), {Space(0, mark): "berry"})
    reference = replace(reference, plain=frozenset({Space(0, Cell(4, 4))}))
    table.lay(Piece("p1", Kind.LEAF, 0, "green", cells, mark, offset_xy, 0.0))
    if token is not None:
        table.lay(Piece("t1", Kind.TOKEN, 0, token, (mark,), None, offset_xy, 70.0))
    (seen,) = Detector([reference], pieces(ANY_ANIMAL)).glance(Frame(table.picture(), 0.0, 0)).evidence
    prints = prints_seen(seen, np.ones((8, 9), np.bool_))
    assert prints.bare[mark] == (token is None)
    assert prints.hidden[mark] == prints.gone[mark] == (token is not None)
    faint = replace(seen.spaces, disc_contrast=np.full((8, 9), 1.1, np.float32))
    assert not prints_seen(replace(seen, measuring=lambda: faint), np.ones((8, 9), np.bool_)).gone.any()
    assert not (prints.bare & prints.hidden | prints.vague & (prints.bare | prints.hidden)).any()
    assert np.argwhere(prints.printed).tolist() == [[1, 2]]
    assert np.argwhere(prints.plain).tolist() == [[4, 4]]


@pytest.mark.parametrize(("contrast", "known", "hidden"), [(1.0, True, True), (1.0, False, False), (0.6, True, False)])
def test_a_treasure_that_hardly_stands_out_is_seen_to_be_hidden(
    monkeypatch: pytest.MonkeyPatch, contrast: float, known: bool, hidden: bool
) -> None:
    """R12.1: the dark token of a blue berry over that berry is as good as its floor, but for the print."""
    monkeypatch.setattr(print_in_place, "_COLOURED", np.inf)  # no hue tells
    floor = [".........", "..b......", *["........."] * 6]
    mark, table = Cell(1, 2), drawn_table([floor], 3)
    pose = BoardPose.from_corners(table.corners_px(0), (9.0, 8.0))
    printed = {Space(0, mark): "berry"} if known else {}
    reference = BoardReference.of_picture(layout(1)[0], pose, table.picture(), printed)
    table.lay(Piece("p1", Kind.LEAF, 0, "green", (Cell(1, 1), mark, Cell(2, 2)), mark, (0.0, 0.0), 0.0))
    for token, is_hidden in ((None, False), ("berry", hidden)):
        if token is not None:
            table.lay(Piece("t1", Kind.TOKEN, 0, token, (mark,), None, (0.0, 0.0), 70.0))
        (seen,) = Detector([reference], pieces(ANY_ANIMAL)).glance(Frame(table.picture(), 0.0, 0)).evidence
        faint = replace(seen.spaces, disc_contrast=np.full((8, 9), contrast, np.float32))
        prints = prints_seen(replace(seen, measuring=lambda faint=faint: faint), np.ones((8, 9), np.bool_))
        assert prints.hidden[mark] == is_hidden
        assert not prints.gone[mark]


@pytest.mark.parametrize("token", [None, "berry"])
def test_noise_hides_no_print(token: str | None) -> None:
    """In dim light what the print leaves unexplained is noise, of which bare ground shows as much; a token is more."""
    floor = [".........", "..b......", *["........."] * 6]
    mark, cells = Cell(1, 2), (Cell(1, 1), Cell(1, 2), Cell(2, 2))
    table, rng = drawn_table([floor], 3), np.random.default_rng(5)
    pose = BoardPose.from_corners(table.corners_px(0), (9.0, 8.0))
    pale = 0.35 * table.picture() + 0.65 * cv2.GaussianBlur(table.picture(), (0, 0), 12.0)
    reference = BoardReference.of_picture(layout(1)[0], pose, np.rint(pale).astype(np.uint8), {Space(0, mark): "berry"})
    table.lay(Piece("p1", Kind.LEAF, 0, "green", cells, mark, (0.0, 0.0), 0.0))
    if token is not None:
        table.lay(Piece("t1", Kind.TOKEN, 0, token, (mark,), None, (0.0, 0.0), 70.0))
    seen_now = 0.35 * table.picture() + 0.65 * cv2.GaussianBlur(table.picture(), (0, 0), 12.0)
    dim = seen_now + cv2.GaussianBlur(np.asarray(rng.normal(0, 60, seen_now.shape)), (0, 0), 2.0)
    frame = Frame(np.clip(np.rint(dim), 0, 255).astype(np.uint8), 0.0, 0)
    (seen,) = Detector([reference], pieces(ANY_ANIMAL)).glance(frame).evidence
    prints = prints_seen(seen, np.ones((8, 9), np.bool_))
    assert prints.hidden[mark] == (token is not None)


@pytest.mark.parametrize("printed_on", [(), (Cell(3, 4),)])
def test_the_edge_of_a_shadow_is_no_print(printed_on: tuple[Cell, ...]) -> None:
    """What is darker on one side, as an empty space half in the shade was, may be a leaf in the light as well."""
    floor = [".........", "..b......", *["........."] * 6]
    floor[3] = "....b...." if printed_on else floor[3]
    table = drawn_table([floor], 3)
    pose = BoardPose.from_corners(table.corners_px(0), (9.0, 8.0))
    across = pose.locate(np.argwhere(np.ones(table.picture().shape[:2]))[:, ::-1].astype(np.float64))[:, 0]
    shade = np.clip(0.65 + 1.4 * (across - 4.5), 0.3, 1.0).reshape(*table.picture().shape[:2], 1)
    even = table.picture() if printed_on else cv2.GaussianBlur(table.picture(), (0, 0), 6.0)  # a floor without mottles
    empty = (even * shade).astype(np.uint8)
    reference = BoardReference.of_picture(layout(1)[0], pose, empty, {Space(0, cell): "berry" for cell in printed_on})
    picture = (even * np.array((0.5, 1.1, 0.9)) * shade).astype(np.uint8)
    frame = Frame(picture, 0.0, 0)
    (seen,) = Detector([reference], pieces(ANY_ANIMAL)).glance(frame).evidence
    everywhere = np.ones((8, 9), np.float32)
    spaces = replace(seen.spaces, cover=everywhere, disc_contrast=2.0 * everywhere)  # as if all of it were print
    seen = replace(seen, measuring=lambda: spaces)
    asked = np.zeros((8, 9), np.bool_)
    asked[3, 4] = True
    prints = prints_seen(seen, asked)
    assert (prints.bare | prints.hidden | prints.vague)[3, 4] == bool(printed_on)


def in_a_hole(treasure: str) -> tuple[Cell, BoardEvidence]:
    """A space with such a print, and what is seen of a board with the hole of a tile there."""
    mark, table = Cell(1, 2), drawn_table([[".........", f"..{treasure[0]}......", *["........."] * 6]], 3)
    pose = BoardPose.from_corners(table.corners_px(0), (9.0, 8.0))
    reference = BoardReference.of_picture(layout(1)[0], pose, table.picture(), {Space(0, mark): treasure})
    table.lay(Piece("p1", Kind.LEAF, 0, "green", (Cell(1, 1), mark, Cell(2, 2)), mark, (0.0, 0.0), 0.0))
    (seen,) = Detector([reference], pieces(ANY_ANIMAL)).glance(Frame(table.picture(), 0.0, 0)).evidence
    return mark, seen


@pytest.mark.parametrize(
    ("likeness", "foreign", "further", "even", "bare"),
    [
        (0.4, 0.45, 0.05, 0.9, False),
        (0.4, 0.2, 0.05, 0.9, True),
        (0.9, 0.45, 0.05, 0.9, True),
        (0.4, 0.45, 0.025, 0.9, True),
        (0.4, 0.45, 0.035, 0.9, False),
        (0.4, 0.45, 0.025, 0.8, False),
    ],
    ids=["a drawing", "on the floor", "the print", "all of it", "nearly all", "in another hue"],
)
def test_a_drawing_like_a_print_where_that_is_gone_is_no_bare_print(
    monkeypatch: pytest.MonkeyPatch, likeness: float, foreign: float, further: float, even: float, bare: bool
) -> None:
    """R12.1: a long icon on a grey token is as light and large as the one printed below it, and lies turned.

    Of a hole off the middle that shows all of its print a part of the tile is in the middle, and is no token.
    """
    mark, seen = in_a_hole("berry")
    at, full = np.zeros((8, 9), np.bool_), np.ones((8, 9), np.float32)
    at[mark] = True
    alike, disc = (
        np.where(at, np.float32(value), now)
        for value, now in ((likeness, seen.spaces.disc_likeness), (foreign, seen.spaces.disc))
    )
    spaces = replace(seen.spaces, disc_likeness=alike, disc=disc)
    left = Left(0.1 * full, further * full, full, full, even * full, 1e6 * full)
    monkeypatch.setattr(print_in_place, "left_by_prints", lambda *of: left)
    prints = prints_seen(replace(seen, measuring=lambda: spaces), at)
    assert (bool(prints.bare[mark]), bool(prints.vague[mark])) == (bare, not bare)
    assert not prints.hidden[mark]


@pytest.mark.parametrize(("kept", "bare"), [((1.0, 1.0, 1.0), True), ((0.4, 1.0, 1.0), True), ((0.0, 1.0, 1.0), False)])
def test_no_light_takes_a_print_out_of_one_channel_alone(kept: tuple[float, ...], bare: bool) -> None:
    """A yellow leaf over a white feather is as light on dark ground, and has nothing of it in blue."""
    mark, table = Cell(1, 2), drawn_table([[".........", "..f......", *["........."] * 6]], 3)
    pose = BoardPose.from_corners(table.corners_px(0), (9.0, 8.0))
    reference = BoardReference.of_picture(layout(1)[0], pose, table.picture(), {Space(0, mark): "feather"})
    picture = table.picture().astype(np.float64)
    middle, beside = pose.project(np.array([[2.5, 1.5], [2.9, 1.5]]))
    y, x = np.ogrid[: picture.shape[0], : picture.shape[1]]
    inside = np.hypot(x - middle[0], y - middle[1]) < np.linalg.norm(beside - middle)
    level = picture[inside].mean(axis=0)
    picture[inside] = np.array(kept) * picture[inside] + (np.array(kept) == 0) * level
    frame = Frame(np.clip(picture, 0, 255).astype(np.uint8), 0.0, 0)
    (seen,) = Detector([reference], pieces(ANY_ANIMAL)).glance(frame).evidence
    asked = np.zeros((8, 9), np.bool_)
    asked[mark] = True
    changed = np.where(asked, np.float32(0.5), np.float32(0.0))
    spaces = replace(seen.spaces, cover=changed, shade_disc=changed)
    assert bool(prints_seen(replace(seen, measuring=lambda: spaces), asked).bare[mark]) == bare


@pytest.mark.parametrize(
    ("left", "stands_out", "foreign", "bare"),
    [(0.11, 4.0, 0.2, True), (0.15, 4.0, 0.2, False), (0.15, 1.9, 0.2, True), (0.15, 4.0, 0.1, True)],
)
def test_a_clear_print_that_lies_bare_leaves_little(
    monkeypatch: pytest.MonkeyPatch, left: float, stands_out: float, foreign: float, bare: bool
) -> None:
    """R12.1: a dark token on dark ground shows the same white feather in the same place, a little smaller or turned.

    Half a pixel off a bare one leaves as much, but its ground is that of the floor.
    """
    mark, seen = in_a_hole("feather")
    at, full = np.zeros((8, 9), np.bool_), np.ones((8, 9), np.float32)
    at[mark] = True
    spaces = replace(seen.spaces, disc_contrast=stands_out * full, disc=foreign * full)
    parts = Left(left * full, 0.1 * full, 0.9 * full, 0.9 * full, 0.8 * full, 1e6 * full)
    monkeypatch.setattr(print_in_place, "left_by_prints", lambda *of: parts)
    assert bool(prints_seen(replace(seen, measuring=lambda: spaces), at).bare[mark]) == bare


RED, GREY = (0.0, -30.0, 59.0), (14.0, 14.0, 14.0)
"""Inks, blue, green and red, on a floor: as light as that, and of its hue."""


def painted(flat: Plane, pose: BoardPose, aside: float, ink: tuple[float, ...]) -> NDArray[np.uint8]:
    """A floor with a bar of an ink across the middle of a space, or ``aside`` of that by as many spaces."""
    ends = pose.project(np.array([[2.35 + aside, 1.4 + aside], [2.65 + aside, 1.6 - aside]]))
    first, last = (tuple(map(int, np.rint(end))) for end in ends)
    bar = cv2.line(np.zeros(flat.shape[:2], np.float32), first, last, 1.0, 6, cv2.LINE_AA)
    return np.asarray(np.clip(flat + bar[..., None] * np.array(ink), 0, 255), np.uint8)


@pytest.mark.parametrize(
    ("is_printed", "aside", "ink", "bare", "hidden"),
    [
        (True, 0.0, RED, True, False),
        (True, 0.12, RED, False, True),
        (False, 0.0, RED, False, False),
        (True, 0.0, GREY, False, False),
    ],
    ids=["a hole", "something else", "no treasure", "of no hue of its own"],
)
def test_a_treasure_as_light_as_its_floor_is_told_by_its_hues(
    is_printed: bool, aside: float, ink: tuple[float, ...], bare: bool, hidden: bool
) -> None:
    """R1.2: a red berry on moss, of which a picture in grey shows nothing."""
    mark, table = Cell(1, 2), drawn_table([["........."] * 8], 3)
    pose = BoardPose.from_corners(table.corners_px(0), (9.0, 8.0))
    flat = np.asarray(cv2.GaussianBlur(table.picture(), (0, 0), 6.0), np.float32)
    treasures = {Space(0, mark): "berry"} if is_printed else {}
    reference = BoardReference.of_picture(layout(1)[0], pose, painted(flat, pose, 0.0, ink), treasures)
    frame = Frame(painted(flat, pose, aside, ink), 0.0, 0)
    (seen,) = Detector([reference], pieces(ANY_ANIMAL)).glance(frame).evidence
    asked = np.zeros((8, 9), np.bool_)
    asked[mark] = True
    grey = np.ones((8, 9), np.float32)
    spaces = replace(seen.spaces, cover=grey, disc_contrast=grey)
    prints = prints_seen(replace(seen, measuring=lambda: spaces), asked)
    assert (bool(prints.bare[mark]), bool(prints.hidden[mark])) == (bare, hidden)


@pytest.mark.parametrize(
    ("is_printed", "further", "contrast", "likeness", "circle", "is_gone"),
    [
        (True, 0.52, 1.0, 1.0, 1.0, True),
        (True, 0.48, 1.0, 1.0, 1.0, False),
        (False, 0.6, 1.0, 1.0, 1.0, False),
        (True, 0.4, 1.6, 1.0, 1.0, True),
        (True, 0.4, 1.4, 1.0, 1.0, False),
        (False, 0.4, 1.6, 1.0, 1.0, False),
        (True, 0.4, 1.0, 0.66, 2.0, True),
        (True, 0.4, 1.0, 0.66, 1.8, False),
        (True, 0.4, 1.0, 0.74, 2.0, False),
        (False, 0.4, 1.0, 0.66, 2.0, False),
    ],
)
def test_only_a_treasure_of_which_little_is_left_or_that_shows_too_sharply_is_gone(
    monkeypatch: pytest.MonkeyPatch,
    is_printed: bool,
    further: float,
    contrast: float,
    likeness: float,
    circle: float,
    is_gone: bool,
) -> None:
    """The edge of a shadow across a hole leaves as much as it hides, and what nobody has confirmed is no treasure.

    A shadow dims what is printed; something that shines in it does not. A disc need not hide all of its place, if
    what shows is unlike it: half a hole in a shadow shows no edge so clear.
    """
    mark, table = Cell(1, 2), drawn_table([[".........", "..b......", *["........."] * 6]], 3)
    pose = BoardPose.from_corners(table.corners_px(0), (9.0, 8.0))
    treasures = {Space(0, mark): "berry"} if is_printed else {}
    reference = BoardReference.of_picture(layout(1)[0], pose, table.picture(), treasures)
    (seen,) = Detector([reference], pieces(ANY_ANIMAL)).glance(Frame(table.picture(), 0.0, 0)).evidence
    full, asked = np.ones((8, 9), np.float32), np.zeros((8, 9), np.bool_)
    asked[mark] = True
    spaces = replace(
        seen.spaces,
        cover=full,
        disc=full,
        disc_contrast=2 * full,
        disc_likeness=likeness * full,
        circle=circle * full,
    )
    left = Left(full, further * full, full, contrast * full, full, 1e6 * full)
    monkeypatch.setattr(print_in_place, "left_by_prints", lambda *of: left)
    prints = prints_seen(replace(seen, measuring=lambda: spaces), asked)
    assert (bool(prints.hidden[mark]), bool(prints.gone[mark])) == (True, is_gone)
