"""The print of a space in the middle of a mark: in its place on the floor, moved, turned or smaller on a token."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.capture import calibrate
from device.eyes import reference_of
from device.simulation.pieces import Kind, Piece
from engine.game import Spot, Surface
from engine.grid import Cell, Space
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout, pieces
from tests.drawn_tables import drawn_table
from vision import reading
from vision.detector import Detector, StillFollower
from vision.doubt import doubting, moved_print
from vision.doubt.attempt import Attempt, Board
from vision.doubt.moved_print import Moved, left_unexplained, on_tokens, without_print
from vision.explaining.pieces import Explained, Verdict
from vision.frame import Frame, Pixels
from vision.measures.evidence import BoardEvidence
from vision.pose import BoardPose, Lens
from vision.prints.print_in_place import Prints
from vision.prints.print_left import Left
from vision.reference import PX_PER_SPACE, BoardReference, Plane, plane_size_wh
from vision.roles import Roles

SIZE = (9.0, 8.0)
ROLES = Roles.of(pieces(ANY_ANIMAL))
Spaces = NDArray[np.bool_]
MIDDLE = (3, 4)  # row and column of the space on show
CLEARLY, HARDLY = 3.0, 1.5
NOWHERE = np.zeros((8, 9), np.bool_)


def board(turn_deg: float = 0.0, size: float = 1.0, moved_px: tuple[float, float] = (0.0, 0.0)) -> Plane:
    """A dark board with an acorn of two colours in one space, turned, smaller and moved."""
    width, height = plane_size_wh(SIZE)
    random = np.random.default_rng(3)
    floor = 60 + cv2.GaussianBlur(random.normal(0, 12, (height, width, 3)), (0, 0), 3)
    icon = np.zeros((height, width, 3), np.float32)
    y, x = ((at + 1.0) * PX_PER_SPACE - 0.5 for at in MIDDLE)
    cv2.ellipse(icon, (round(x), round(y + 3)), (4, 5), 0, 0, 360, (70, 90, 110), -1, cv2.LINE_AA)
    cv2.ellipse(icon, (round(x + 1), round(y - 3)), (5, 2), 10, 0, 360, (-25, -25, -25), -1, cv2.LINE_AA)
    placing = cv2.getRotationMatrix2D((x, y), turn_deg, size)
    placing[:, 2] += np.array(moved_px)
    return np.asarray(floor + cv2.warpAffine(icon, placing, (width, height)), np.float32)


def test_a_print_in_its_place_is_explained_by_it() -> None:
    """Noise, half the light and a pose that is off by some hundredths of a space change nothing about that."""
    random = np.random.default_rng(4)
    for moved_px in ((0.0, 0.0), (0.4, -0.3)):
        seen = np.asarray(0.5 * board(moved_px=moved_px) + random.normal(0, 1.0, board().shape), np.float32)
        assert left_unexplained(seen, board(), MIDDLE) < HARDLY


@pytest.mark.parametrize(
    ("turn_deg", "size", "moved_px"), [(20.0, 0.8, (0.0, 0.0)), (15.0, 1.0, (-2.0, 1.0)), (180.0, 0.75, (1.0, 2.0))]
)
def test_a_print_that_is_turned_smaller_or_moved_is_not_in_its_place(
    turn_deg: float, size: float, moved_px: tuple[float, float]
) -> None:
    """So it lies on a token, whatever colour that has."""
    assert left_unexplained(board(turn_deg, size, moved_px), board(), MIDDLE) > CLEARLY


@pytest.mark.parametrize(("turn_deg", "least", "most"), [(0.0, 0.0, HARDLY), (25.0, CLEARLY, np.inf)])
def test_a_print_that_a_hole_off_the_middle_cuts_off_is_in_its_place_all_the_same(
    turn_deg: float, least: float, most: float
) -> None:
    """The icon of a token lies in the middle of the hole, or turned; what the leaf covers of a print says nothing."""
    off_px = np.array((-5.0, 5.0))
    seen = board(turn_deg)
    row, col = ((at + 1.0) * PX_PER_SPACE - 0.5 + off for at, off in zip(MIDDLE, off_px, strict=True))
    y, x = np.mgrid[: seen.shape[0], : seen.shape[1]]
    leaf = np.maximum(abs(y - row), abs(x - col)) > 0.38 * PX_PER_SPACE
    seen[leaf] = np.random.default_rng(5).normal((40.0, 150.0, 120.0), 12.0, (int(leaf.sum()), 3))
    assert least <= left_unexplained(seen, board(), MIDDLE) < most


def test_what_shows_no_print_says_nothing() -> None:
    """Glare and foreign things are not explained by a print in any place."""
    lit = board()
    row, col = ((at + 1) * PX_PER_SPACE for at in MIDDLE)
    cv2.circle(lit, (col - 3, row - 4), 6, (250, 250, 250), -1)
    assert left_unexplained(lit, board(), MIDDLE) < HARDLY


def turned_about(pixels: Pixels, truth: Mapping[str, Any], spot: Space, turn_deg: float) -> Pixels:
    """The picture with what shows in a hole turned and a little smaller: a token of the ground's own colour."""
    lens = Lens(np.array(truth["camera"]["K"]), np.array(truth["camera"]["dist"]))
    pose = BoardPose.from_corners(truth["boards"][0]["grid_corners_px"], SIZE, lens)
    (x, y), (right, level) = pose.project([(spot.cell.col + at, spot.cell.row + 0.5) for at in (0.5, 1.0)])
    placing = cv2.getRotationMatrix2D((float(x), float(y)), turn_deg, 0.85)
    turned = cv2.warpAffine(pixels, placing, pixels.shape[1::-1], flags=cv2.INTER_CUBIC)
    disc = np.zeros(pixels.shape[:2], np.uint8)
    radius = 0.6 * float(np.hypot(right - x, level - y))
    cv2.circle(disc, (round(float(x)), round(float(y))), round(radius), 255, -1, cv2.LINE_AA)
    share = cv2.GaussianBlur(disc / 255.0, (0, 0), 1.0)[..., None]
    return np.asarray(np.rint(pixels * (1 - share) + turned * share), np.uint8)


@pytest.mark.parametrize(
    ("name", "step", "cell"),
    [
        ("easy_301", "step_01", Cell(5, 1)),
        ("easy_301", "step_07", Cell(4, 7)),
        ("easy_301", "step_05", Cell(7, 2)),
    ],
)
def test_a_token_of_the_colour_of_the_floor_is_never_a_bare_hole(scene: Any, name: str, step: str, cell: Cell) -> None:
    """R12.1: it shows the print below it, turned, where that is legible; the hole without it is read as a hole."""
    first, shown = scene(name, "step_00"), scene(name, step)
    lens = Lens(np.array(first.truth["camera"]["K"]), np.array(first.truth["camera"]["dist"]))
    poses = [BoardPose.from_corners(s.truth["boards"][0]["grid_corners_px"], SIZE, lens) for s in (first, shown)]
    printed: dict[Spot, str] = {
        Space(0, Cell(each["cell"][1], each["cell"][0])): each["kind"] for each in first.truth["boards"][0]["treasures"]
    }
    reference = BoardReference.of_picture(layout(1)[0], poses[0], first.frame.pixels, printed)
    spot = Space(0, cell)
    for turn_deg, surfaces in ((0.0, {"hole"}), (25.0, {"", "token"}), (90.0, {"token"}), (170.0, {"", "token"})):
        pixels = turned_about(shown.frame.pixels, shown.truth, spot, turn_deg) if turn_deg else shown.frame.pixels
        detector = Detector([reference], pieces(ANY_ANIMAL), StillFollower({0: poses[1]}))
        read = detector.read(Frame(pixels, 0.0, 0)).readings.get(spot)
        assert ("" if read is None else read.surface.partition(".")[0]) in surfaces


@pytest.mark.parametrize(
    ("likeness", "contrast", "foreign", "is_doubted"),
    [(0.4, 3.5, 0.45, True), (0.4, 3.5, 0.2, False), (0.9, 3.5, 0.45, False), (0.4, 1.0, 0.45, False)],
)
def test_a_hole_in_which_its_print_is_not_seen_is_doubted(
    seen_tile: Callable[..., Any], likeness: float, contrast: float, foreign: float, is_doubted: bool
) -> None:
    """Where a print can be told and something else is in its place, that is a token, without any colours too."""
    _, _, seen = seen_tile()
    seen.disc_likeness[1, 3], seen.disc_contrast[1, 3], seen.disc[1, 3] = likeness, contrast, foreign
    for surface in ("hole", "token"):
        found = Explained({12: Verdict(Surface(surface), 1.0)}, ())
        wanted = frozenset({12} if is_doubted and surface == "hole" else ())
        assert without_print(found, seen, ROLES, NOWHERE) == wanted
        assert not without_print(found, seen, ROLES, ~NOWHERE)


@pytest.mark.parametrize(
    ("times", "circle", "foreign", "expected"),
    [(5.0, 1.6, 0.3, True), (3.6, 1.6, 0.3, False), (5.0, 1.2, 0.3, False), (5.0, 1.6, 0.2, False)],
    ids=["a token", "not by much", "without an edge", "all of the floor"],
)
def test_a_print_clearly_out_of_its_place_within_an_edge_lies_on_a_token(
    seen_tile: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    times: float,
    circle: float,
    foreign: float,
    expected: bool,
) -> None:
    """A disc has an edge and hides the floor; a hole in strange light has neither."""
    _, _, spaces = seen_tile()
    spaces.disc_likeness[1, 3], spaces.disc_contrast[1, 3] = 0.6, 3.0
    spaces.circle[1, 3], spaces.disc[1, 3] = circle, foreign
    left = left_unexplained_by_prints(0.2, 0.2)
    monkeypatch.setattr(moved_print, "left_unexplained", lambda *of: times)
    monkeypatch.setattr(moved_print, "left_by_prints", lambda *of: left)
    found = Explained({12: Verdict(Surface("hole"), 1.0)}, ())
    moved = on_tokens(found, Mock(spaces=spaces, spots=((None,) * 9,) * 8, plain=()), ROLES, NOWHERE)
    assert moved.surely == {12}
    assert moved.clearly == (frozenset({12}) if expected else frozenset())


@pytest.mark.parametrize(("circle", "further", "on_token"), [(1.1, 0.08, False), (1.2, 0.08, True), (1.1, 0.11, True)])
def test_a_print_in_its_place_in_a_hole_off_the_middle_is_on_no_token_without_an_edge(
    seen_tile: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, circle: float, further: float, on_token: bool
) -> None:
    """A coloured shadow across it looks like a print that was moved; then the icon alone may tell."""
    _, _, spaces = seen_tile()
    spaces.disc_likeness[1, 3], spaces.disc_contrast[1, 3], spaces.circle[1, 3] = 0.6, 3.0, circle
    monkeypatch.setattr(moved_print, "left_unexplained", lambda *of: 5.0)
    monkeypatch.setattr(moved_print, "left_by_prints", lambda *of: left_unexplained_by_prints(0.15, further))
    found = Explained({12: Verdict(Surface("hole"), 1.0)}, ())
    moved = on_tokens(found, Mock(spaces=spaces, spots=((None,) * 9,) * 8, plain=()), ROLES, NOWHERE)
    assert moved.hardly == {12}
    assert moved.perhaps == moved.surely == (frozenset({12}) if on_token else frozenset())


def left_unexplained_by_prints(inner: float, further: float) -> Left:
    """Of every space, in the middle and off that."""
    spaces = np.ones((8, 9), np.float32)
    return Left(inner * spaces, further * spaces, *[spaces] * 4)


@pytest.mark.parametrize(("plain", "doubted"), [((), {12}), ((12,), set[int]()), ((11,), {12})])
def test_ground_on_which_nothing_is_printed_is_on_no_token(
    seen_tile: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, plain: tuple[int, ...], doubted: set[int]
) -> None:
    """R5.1, R12.1: where the owner has confirmed that, grain that seems to have moved lies in a shadow."""
    _, _, spaces = seen_tile()
    spaces.disc_likeness[1, 3], spaces.disc_contrast[1, 3] = 0.6, 3.0
    monkeypatch.setattr(moved_print, "left_unexplained", lambda *of: 5.0)
    monkeypatch.setattr(moved_print, "left_by_prints", lambda *of: left_unexplained_by_prints(0.2, 0.2))
    monkeypatch.setattr(moved_print, "without_print", lambda *of: frozenset())
    spots = tuple(tuple(range(first, first + 9)) for first in range(0, 72, 9))
    found = Explained({12: Verdict(Surface("hole"), 1.0)}, ())
    moved = on_tokens(found, Mock(spaces=spaces, spots=spots, plain=frozenset(plain)), ROLES, NOWHERE)
    assert [moved.hardly, moved.perhaps, moved.surely] == [doubted] * 3


@pytest.mark.parametrize(("clear", "surface"), [(True, "token"), (False, None)])
def test_a_token_whose_print_is_clearly_turned_is_read_though_the_floor_seems_to_show(
    monkeypatch: pytest.MonkeyPatch, clear: bool, surface: str | None
) -> None:
    """Its icon is the print below it, turned (R12.1): where that is less clear nothing is read."""
    table, detector, spots = with_tile("c2", "b2", "b3")
    read = detector.read(Frame(table, 0.0, 0)).readings
    assert [read[spot].surface for spot in spots] == ["hole", "leaf.green", "leaf.green"]
    monkeypatch.setattr(doubting, "on_tokens", moved_everywhere(clear))
    _, detector, _ = with_tile("c2", "b2", "b3")
    read = detector.read(Frame(table, 0.0, 0)).readings
    assert (read[spots[0]].surface.partition(".")[0] if spots[0] in read else None) == surface


@pytest.mark.parametrize("clear", [True, False])
def test_a_print_that_is_clearly_turned_is_not_in_its_place(monkeypatch: pytest.MonkeyPatch, clear: bool) -> None:
    """What seemed to be the bare print is explained once more as if it were not."""
    table, detector, _ = with_tile("c4", "b4", "b3")
    mark, attempt, explained = (3, 2), reading._attempt, list[tuple[bool, bool]]()

    def noted(board: Board, icons: Spaces | None, prints: Prints, *holes: frozenset[int]) -> Attempt:
        explained.append((icons is not None and bool(icons[mark]), bool(prints.bare[mark])))
        return attempt(board, icons, prints, *holes)

    monkeypatch.setattr(reading, "_attempt", noted)
    monkeypatch.setattr(doubting, "on_tokens", moved_everywhere(clear))
    detector.read(Frame(table, 0.0, 0))
    assert explained == [(False, True), *([(True, False)] if clear else [])]


def with_tile(*names: str) -> tuple[Pixels, Detector, list[Space]]:
    """A drawn table with a green tile whose mark is named first, a detector to which nothing is plain, its spots."""
    table = drawn_table([demo_floors()[0].rows], 11)
    profile = calibrate(Frame(table.picture(), 0.0, 0), layout(1), corners_px=table.corners_px(0)).profile
    cells = tuple(map(Cell.parse, names))
    table.lay(Piece("tile", Kind.LEAF, 0, "green", cells, cells[0]))
    board = profile.boards[0]
    detector = Detector([replace(reference_of(board), plain=frozenset())], pieces(ANY_ANIMAL))
    return table.picture(), detector, [Space(0, cell) for cell in cells]


def moved_everywhere(clear: bool) -> Callable[[Explained, BoardEvidence, Roles, Spaces], Moved]:
    """As ``on_tokens`` where the print of every bare mark lies on a token."""

    def moved(found: Explained, seen: BoardEvidence, roles: Roles, bare: Spaces) -> Moved:
        marks = frozenset(cell for cell, verdict in found.verdicts.items() if verdict.surface == roles.mark)
        return Moved(marks, marks, marks, marks if clear else frozenset())

    return moved
