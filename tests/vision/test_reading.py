"""A token is read by its icon where its disc is as dark as the foliage round it, and by nothing where it has none."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from device.simulation.pieces import Kind, Piece
from device.simulator import SimulatedTable
from engine.game import Reading, Spot, Surface
from engine.grid import Cell, Space
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import layout, pieces
from vision.detector import Detector, StillFollower
from vision.explaining.lone_things import lone_things
from vision.explaining.palette import Palette
from vision.explaining.scoring import score
from vision.frame import Frame, Pixels
from vision.measures.occlusion import Occlusion
from vision.pose import BoardPose, Lens
from vision.reading import read_board
from vision.reference import BoardReference
from vision.roles import FLOOR, Roles

SIZE = (9.0, 8.0)


def pose_in(truth: Mapping[str, Any]) -> BoardPose:
    """Where the first board truly lies."""
    lens = Lens(np.array(truth["camera"]["K"]), np.array(truth["camera"]["dist"]))
    return BoardPose.from_corners(truth["boards"][0]["grid_corners_px"], SIZE, lens)


def side_px(truth: Mapping[str, Any]) -> float:
    """How long the side of a space is in the middle of the board."""
    one, other = pose_in(truth).project([(4, 4), (5, 4)])
    return float(np.hypot(*(other - one)))


def surfaces_in(truth: Mapping[str, Any]) -> dict[Spot, str]:
    """What lies on each space of the first board that can be seen."""
    found: dict[Spot, str] = {}
    for row, cells in enumerate(truth["boards"][0]["cells"]):
        for col, cell in enumerate(cells):
            surface = {"empty": "floor", "hole+token": "token"}.get(cell["state"], cell["state"])
            if surface == "leaf":
                surface = "leaf." + {"orange": "yellow"}.get(cell["colour"], cell["colour"])
            if cell["hidden"] <= 0.1:
                found[Space(0, Cell(row, col))] = surface
    return found


def dark(pixels: Pixels, truth: Mapping[str, Any]) -> Pixels:
    """Leaves of half their brightness and on them tokens with their icons, but of the leaves' own mean colour."""
    painted = pixels.astype(np.float64)
    outlines = [
        (piece["kind"], np.rint(piece["outline_px"]).astype(np.int32)) for piece in truth["boards"][0]["pieces"]
    ]
    leaves = np.zeros(pixels.shape[:2], np.uint8)
    for kind, outline in outlines:
        cv2.fillPoly(leaves, [outline], 255 if kind == "leaf" else 0, cv2.LINE_AA)
    holes = [spot for spot, surface in surfaces_in(truth).items() if surface == "hole"]
    for x, y in pose_in(truth).project([(spot.cell.col + 0.5, spot.cell.row + 0.5) for spot in holes]):
        cv2.circle(leaves, (round(x), round(y)), round(0.37 * side_px(truth)), 0, -1, cv2.LINE_AA)
    painted *= 1 - 0.5 * (leaves / 255.0)[..., None]
    for kind, outline in outlines:
        if kind != "token":
            continue
        disc, inside, heart = (scaled(outline, size, pixels.shape[:2]) for size in (1.0, 0.9, 0.7))
        wide = cv2.dilate(disc, np.ones((9, 9), np.uint8))
        around = painted[(wide > 0) & (disc == 0)].mean(axis=0)
        ground = np.median(pixels[(inside > 200) & (heart < 50)], axis=0)
        ink = np.clip((np.linalg.norm(pixels - ground, axis=2) - 20) / 30, 0, 1)[..., None] * (
            inside[..., None] / 255.0
        )
        token = around * (1 - ink) + pixels * ink
        share = (disc / 255.0)[..., None]
        painted = painted * (1 - share) + token * share
    return np.clip(np.rint(painted), 0, 255).astype(np.uint8)


def scaled(outline: Pixels, size: float, shape: tuple[int, int]) -> Pixels:
    """The mask of an outline drawn so many times as large about its middle."""
    mask = np.zeros(shape, np.uint8)
    middle = outline.mean(axis=0)
    cv2.fillPoly(mask, [np.rint(middle + size * (outline - middle)).astype(np.int32)], 255, cv2.LINE_AA)
    return mask


def detector_of(load: Any, name: str, empty: str, step: str) -> Detector:
    """A detector that knows what is printed, and where the board lies in a picture."""
    first, shown = load(name, empty), load(name, step)
    printed: dict[Spot, str] = {
        Space(0, Cell(each["cell"][1], each["cell"][0])): each["kind"] for each in first.truth["boards"][0]["treasures"]
    }
    reference = BoardReference.of_picture(layout(1)[0], pose_in(first.truth), first.frame.pixels, printed)
    return Detector([reference], pieces(ANY_ANIMAL), StillFollower({0: pose_in(shown.truth)}))


def judged(readings: Mapping[Spot, Reading], truth: Mapping[str, Any]) -> tuple[int, int, list[str]]:
    """How many tokens there are, how many were read, and a line for each space that was read wrong."""
    surfaces = surfaces_in(truth)
    tokens = [spot for spot, surface in surfaces.items() if surface == "token"]
    wrong = [
        f"{spot} is {surface} and was read as {readings[spot].surface}"
        for spot, surface in surfaces.items()
        if spot in readings and readings[spot].surface != surface and surface != readings[spot].surface.split(".")[0]
    ]
    return len(tokens), sum(spot in readings for spot in tokens), wrong


def test_tokens_as_dark_as_the_leaves_round_them_are_read_by_their_icons(scene: Any) -> None:
    """R12.1: most discs that do not stand out from their leaves still show an icon; nothing is read wrong for it."""
    shown = scene("hard_305", "step_01")
    eyes = detector_of(scene, "hard_305", "empty", "step_01")
    there, read, wrong = judged(eyes.read(Frame(dark(shown.frame.pixels, shown.truth), 0.0, 0)).readings, shown.truth)
    assert wrong == []
    assert read > 0.6 * there


def test_where_such_a_token_cannot_be_read_nothing_is_read_wrong(scene: Any) -> None:
    """Small in the picture and on a leaf as dark, an icon may not be told: then its spaces are left out."""
    shown = scene("normal_302_cards", "step_05")
    eyes = detector_of(scene, "normal_302_cards", "step_00", "step_05")
    there, _, wrong = judged(eyes.read(Frame(dark(shown.frame.pixels, shown.truth), 0.0, 0)).readings, shown.truth)
    assert there == 3
    assert wrong == []


def test_a_dark_token_on_its_own_dark_print_is_read_by_its_icon(scene: Any) -> None:
    """R12.1: the same icon, somewhat larger, on a disc of the print's colour; no circle parts one from the other."""
    shown = scene("photographic", "step_05")
    eyes = detector_of(scene, "photographic", "step_00", "step_05")
    there, read, wrong = judged(eyes.read(shown.frame).readings, shown.truth)
    assert wrong == []
    assert read == there == 1


def test_an_animal_is_read_on_tiles_that_nobody_saw_come(scene: Any) -> None:
    """R6.1: no turn lays one with its tile, but where more than a turn came at once a game is under way."""
    shown = scene("easy_301", "step_06")
    readings = detector_of(scene, "easy_301", "step_00", "step_06").read(shown.frame).readings
    _, _, wrong = judged(readings, shown.truth)
    assert wrong == []
    assert len(readings) == 72, "with the squirrel beside a tile of nearly its colour"


@pytest.mark.parametrize(("step", "of_one_turn"), [("step_01", True), ("step_06", False)])
def test_what_one_turn_laid_is_told_before_anything_is_weighed(
    scene: Any, monkeypatch: pytest.MonkeyPatch, step: str, of_one_turn: bool
) -> None:
    """R6.1: on that no animal lies; the costs of a board are those of ``score``, which is told where it can be."""
    told: list[bool] = []

    def scored(*given: Any) -> Any:
        told.append(bool(given[-1].laid.any()))
        return score(*given)

    monkeypatch.setattr("vision.reading.score", scored)
    detector_of(scene, "easy_301", "step_00", step).read(scene("easy_301", step).frame)
    assert set(told) == {of_one_turn}


def test_an_animal_with_a_picture_on_it_is_read_and_no_token_where_that_is_round(scene: Any) -> None:
    """R6.1: it lies on two holes, and no edge parts its spaces, though each shows something round."""
    shown = scene("printed_animal", "step_05")
    readings = detector_of(scene, "printed_animal", "step_00", "step_05").read(shown.frame).readings
    _, _, wrong = judged(readings, shown.truth)
    assert wrong == []
    animals = {spot for spot, surface in surfaces_in(shown.truth).items() if surface == "animal"}
    assert len(animals) == 2
    assert {readings[spot].surface for spot in animals} == {"animal"}


@pytest.mark.parametrize(("name", "step", "tokens"), [("medallions", "step_06", 3), ("painted", "step_07", 7)])
def test_tokens_that_their_icons_alone_tell_are_read(scene: Any, name: str, step: str, tokens: int) -> None:
    """R12.1: coloured discs with the icons of cream patches, and dark ones in neighbouring holes of dark leaves."""
    shown = scene(name, step)
    there, read, wrong = judged(detector_of(scene, name, "step_00", step).read(shown.frame).readings, shown.truth)
    assert wrong == []
    assert read == there == tokens


def test_a_hole_over_a_dark_plain_floor_is_read_though_its_tile_glows(scene: Any) -> None:
    """R12.1: the floor in it has no structure and the colour it had, but for the tint of a glossy tile's side."""
    shown = scene("dark_floor", "step_05")
    readings = detector_of(scene, "dark_floor", "step_00", "step_05").read(shown.frame).readings
    assert judged(readings, shown.truth)[2] == []
    holes = {spot for spot, surface in surfaces_in(shown.truth).items() if surface == "hole"}
    assert holes
    assert {str(readings[spot].surface) for spot in holes} == {"hole"}


def test_a_print_seen_deep_in_a_hole_is_known_however_dim_and_aside_it_lies(scene: Any) -> None:
    """R12.1: no token's icon lies so much as the print of the floor does."""
    shown = scene("cartoon", "step_02")
    readings = detector_of(scene, "cartoon", "step_00", "step_02").read(shown.frame).readings
    assert judged(readings, shown.truth)[2] == []
    holes = {spot for spot, surface in surfaces_in(shown.truth).items() if surface == "hole"}
    assert len(holes) == 1
    assert {str(readings[spot].surface) for spot in holes} == {"hole"}


def test_a_gap_between_leaves_is_read_as_leaf_where_the_hole_of_its_tile_is_seen(scene: Any) -> None:
    """It is dark and has leaves around it, as a token has; no other tile lies there to which that could belong."""
    shown = scene("night", "step_01")
    readings = detector_of(scene, "night", "step_00", "step_01").read(shown.frame).readings
    assert judged(readings, shown.truth)[2] == []
    tile = {spot for spot, surface in surfaces_in(shown.truth).items() if surface == "leaf.green"}
    assert len(tile) == 2
    assert tile <= readings.keys()


GROUND = (70.0, 52.0, 44.0)


def on_even_ground(pixels: Pixels, truth: Mapping[str, Any], cell: Cell, radius: float, ink: float) -> Pixels:
    """A space painted dark and even so far from its middle, darker toward one side, with a bar of ``ink`` on it."""
    painted = pixels.astype(np.float64)
    side = side_px(truth)
    ((x, y),) = pose_in(truth).project([(cell.col + 0.5, cell.row + 0.5)])
    down, right = np.mgrid[: pixels.shape[0], : pixels.shape[1]]
    inside = np.hypot(down - y, right - x) < radius * side
    bar = (np.abs(down - y) < 0.06 * side) & (np.abs(right - x) < 0.18 * side)
    shade = np.clip(0.94 + 0.2 * (right - x) / side, 0.0, 1.0)[..., None]
    ground = np.array(GROUND) * (shade if radius < 0.4 else 1.0)
    noise = np.random.default_rng(3).normal(0.0, 1.0, painted.shape)
    painted = np.where(inside[..., None], ground + noise, painted)
    painted = np.where((inside & bar)[..., None], painted + ink, painted)
    return np.clip(np.rint(painted), 0, 255).astype(np.uint8)


def test_a_hole_over_an_even_dark_floor_is_read_in_the_shade_of_its_tile_and_an_icon_is_none(scene: Any) -> None:
    """R12.1: every token shows an icon; a shade of the floor without one is the floor, with one it is no hole."""
    first, shown = scene("hard_305", "empty"), scene("hard_305", "step_01")
    hole = Cell(1, 0)
    assert surfaces_in(shown.truth)[Space(0, hole)] == "hole"
    empty = on_even_ground(first.frame.pixels, first.truth, hole, 0.48, 0.0)
    reference = BoardReference.of_picture(layout(1)[0], pose_in(first.truth), empty, {})
    read = []
    for ink in (0.0, 40.0):
        eyes = Detector([reference], pieces(ANY_ANIMAL), StillFollower({0: pose_in(shown.truth)}))
        now = on_even_ground(shown.frame.pixels, shown.truth, hole, 0.32, ink)
        seen = eyes.read(Frame(now, 0.0, 0)).readings.get(Space(0, hole))
        read.append(None if seen is None else seen.surface)
    assert read[0] == "hole"
    assert read[1] in (None, "token")


def test_icons_are_only_looked_for_where_something_is_in_doubt(scene: Any) -> None:
    """That takes long: a board on which all is clear is read without; else a few are asked, once in each light."""
    shown = scene("hard_305", "step_01")
    eyes = detector_of(scene, "hard_305", "empty", "step_01")
    roles = Roles.of(pieces(ANY_ANIMAL))
    asked: list[Collection[Spot]] = []

    def showing(plane: Any, spots: Collection[Spot], unlike: Collection[Spot]) -> Collection[Spot]:
        assert set(unlike) <= set(spots)
        if spots:
            asked.append(spots)
        return ()

    for pixels, often in ((shown.frame.pixels, 0), (dark(shown.frame.pixels, shown.truth), 2)):
        (seen,) = eyes.glance(Frame(pixels, 0.0, 0)).evidence
        spots = [spot for row in seen.spots for spot in row if spot is not None]
        read_board(replace(seen, showing=showing), roles, Palette(), dict.fromkeys(spots, FLOOR), spots)
        assert len(asked) == often
        nothing_printed = replace(seen, showing=showing, plain=frozenset(spots))
        read_board(nothing_printed, roles, Palette(), dict.fromkeys(spots, FLOOR), spots)
        assert len(asked) == often  # R5.1: no token belongs there
    assert all(0 < len(spots) <= 16 for spots in asked)


@pytest.mark.parametrize("stood", [False, True])
def test_on_a_mark_that_stood_there_an_icon_must_be_clear(
    two_boards: tuple[SimulatedTable, Detector], stood: bool
) -> None:
    """R6.1: an animal of whatever colour comes onto it; on a new tile little else than a token is pale."""
    simulator, detector = two_boards
    cells = (Cell(3, 3), Cell(3, 4), Cell(4, 4))
    simulator.lay(Piece("1", Kind.LEAF, 0, "green", cells, cells[1]))
    pixels = simulator.picture()
    (x, y), edge = BoardPose.from_corners(simulator.corners_px(0), SIZE).project([(4.5, 3.5), (4.92, 3.5)])
    cv2.circle(pixels, (round(x), round(y)), round(edge[0] - x), (90, 92, 94), -1, cv2.LINE_AA)
    cv2.circle(pixels, (round(x), round(y)), 9, (255, 255, 255), -1)  # a lamp mirrored in it leaves a doubt
    (seen, *_) = detector.glance(Frame(pixels, 0.0, 0)).evidence
    asked: list[tuple[Collection[Spot], Collection[Spot]]] = []

    def showing(plane: Any, spots: Collection[Spot], unlike: Collection[Spot]) -> Collection[Spot]:
        asked.append((set(spots), set(unlike)))
        return ()

    mark = Space(0, cells[1])
    floor = {spot: FLOOR for row in seen.spots for spot in row if spot is not None}
    seen = replace(seen, showing=showing)
    read_board(seen, detector.roles, Palette(), floor, floor.keys(), marks={mark} if stood else ())
    assert [mark in unlike for spots, unlike in asked if mark in spots] == [not stood]


@pytest.mark.parametrize("joined", [False, True])
def test_dark_leaves_are_read_away_from_a_shadow_at_the_rim(
    two_boards: tuple[SimulatedTable, Detector], joined: bool
) -> None:
    """What hangs together with the shadow may lie in it: hues are noise there, and it is left unread."""
    simulator, detector = two_boards
    cells = (Cell(3, 3), Cell(3, 4), Cell(3, 5))
    simulator.lay(Piece("1", Kind.LEAF, 0, "green", cells, cells[0]))
    pixels = simulator.picture()
    outline = BoardPose.from_corners(simulator.corners_px(0), SIZE).project([(3, 3), (6, 3), (6, 4), (3, 4)])
    tile = np.zeros(pixels.shape[:2], np.float64)
    cv2.fillPoly(tile, [np.rint(outline).astype(np.int32)], 1.0)
    dark = np.asarray(pixels * (1 - 0.65 * tile[..., None]), np.uint8)
    (seen, *_) = detector.glance(Frame(dark, 0.0, 0)).evidence
    assert (seen.spaces.brightness[3, 4:6] < 0.65).all()
    reached = np.zeros((8, 9), np.float32)
    reached[3, 3:6] = 0.5 * joined
    shadow = Occlusion(hand=False, shadow=True, reached=reached)
    seen = replace(seen, occlusion=shadow, plain=frozenset(), printed=frozenset())  # dark leaves hide no print surely
    floor = {spot: FLOOR for row in seen.spots for spot in row if spot is not None}
    found = read_board(seen, detector.roles, Palette(), floor, floor.keys())
    assert [Space(0, cell) in found.readings for cell in cells[1:]] == [not joined] * 2


@pytest.mark.parametrize("cells", ["d4 d5", "d4 d5 e5", "d4 e4 f4 f5", "b2 c2 c3 d3 d4"])
def test_squirrels_laid_side_by_side_are_no_tile(two_boards: tuple[SimulatedTable, Detector], cells: str) -> None:
    """R10.2: nuts left at the end buy many at once; together they have the shape of a tile, or are as many."""
    simulator, detector = two_boards
    there = [Space(0, Cell.parse(name)) for name in cells.split()]
    for spot in there:
        simulator.lay(Piece(f"squirrel-{spot.cell}", Kind.SQUIRREL, 0, "", (spot.cell,)))
    readings = detector.read(Frame(simulator.picture(), 0.0, 0)).readings
    assert {spot for spot, reading in readings.items() if reading.surface != FLOOR} == set(there)
    assert all(readings[spot].surface == "squirrel" for spot in there)
    (seen, _) = detector.read(Frame(simulator.picture(), 0.1, 1)).evidence
    asked = read_board(seen, detector.roles, Palette(), {}, there[1:])
    assert not asked.readings.keys() - set(there[1:]), "of a space that is not asked for nothing is read"


@pytest.mark.parametrize("in_sight", [True, False])
def test_what_has_the_hue_of_a_tile_that_is_hidden_may_go_on_over_it(
    two_boards: tuple[SimulatedTable, Detector], monkeypatch: pytest.MonkeyPatch, in_sight: bool
) -> None:
    """R1.4: a squirrel beside a tile of its hue is surely one only where that tile is seen to be as before."""
    told: list[tuple[int, ...]] = []

    def things(*given: Any) -> tuple[int, ...]:
        told.append(lone_things(*given))
        return told[-1]

    monkeypatch.setattr("vision.reading.lone_things", things)
    simulator, detector = two_boards
    cells = (Cell(3, 3), Cell(3, 4), Cell(3, 5))
    simulator.lay(Piece("1", Kind.LEAF, 0, "green", cells, cells[0]))
    pixels = simulator.picture()
    board = BoardPose.from_corners(simulator.corners_px(0), SIZE)
    leaf, scrap = (
        np.rint(board.project([(x, 3.04), (x + 0.92, 3.04), (x + 0.92, 3.96), (x, 3.96)])).astype(np.int32)
        for x in (5.04, 6.04)
    )
    inside = cv2.fillPoly(np.zeros(pixels.shape[:2], np.uint8), [leaf], 1) == 1
    cv2.fillPoly(pixels, [scrap], np.median(pixels[inside], axis=0).tolist(), cv2.LINE_AA)
    (seen, *_) = detector.glance(Frame(pixels, 0.0, 0)).evidence
    thing, beside = Space(0, Cell(3, 6)), Space(0, Cell(3, 5))
    before = {spot: FLOOR for row in seen.spots for spot in row if spot is not None}
    before |= {Space(0, cell): Surface("leaf.green") for cell in cells} | {Space(0, cells[0]): Surface("hole")}
    asked = {thing} if in_sight else {thing, beside}
    seen = seen if in_sight else replace(seen, covered=frozenset({beside}))
    found = read_board(seen, detector.roles, Palette(), before, asked, changed={thing: FLOOR})
    assert (thing in found.readings) is in_sight
    assert {any(cells) for cells in told} == {in_sight}
