"""Pictures for the tests of seeing: scenes with truth from tests/data, and a board that is drawn on the spot."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from calibration.capture import calibrate
from calibration.profile import Profile
from device.eyes import detector_of
from device.simulator import SimulatedTable
from engine.game import Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout, pieces
from tests.drawn_tables import drawn_table
from vision.detector import Detector
from vision.explaining.candidates import Candidate
from vision.explaining.pieces import Explained, Verdict
from vision.explaining.surface_costs import SurfaceCosts
from vision.frame import Frame, Pixels
from vision.measures.evidence import SpaceEvidence
from vision.roles import FLOOR, Roles

SCENES = Path(__file__).parent.parent / "data" / "scenes"


class Scene(NamedTuple):
    """A picture and its truth as the JSON file beside it has it."""

    frame: Frame
    truth: dict[str, Any]

    def corners(self, board: int = 0) -> NDArray[np.float64]:
        """The true grid corners of a board, (4, 2), in its own frame."""
        return np.array(self.truth["boards"][board]["grid_corners_px"])


@pytest.fixture
def scene() -> Callable[[str, str], Scene]:
    """Loads a picture by the names of its scene and step; its time is the number of pictures loaded before."""
    loaded = 0

    def load(name: str, step: str) -> Scene:
        nonlocal loaded
        pixels = cv2.imread(str(SCENES / name / f"{step}.jpg"))
        assert pixels is not None
        truth = json.loads((SCENES / name / f"{step}.json").read_text(encoding="utf-8"))
        loaded += 1
        return Scene(Frame(np.asarray(pixels, np.uint8), 2.0 * loaded, loaded), truth)

    return load


@pytest.fixture
def drawn() -> Callable[..., Frame]:
    """Draws an invented board with its grid corners at given pixels on a plain or noisy table."""

    def draw(
        corners_px: ArrayLike,
        *,
        ground: int = 60,
        line: int = 150,
        table: int = 110,
        noise: float = 2.0,
        seed: int = 1,
        frame_wh: tuple[int, int] = (800, 600),
        cols: int = 9,
        rows: int = 8,
        icons: int = 18,
    ) -> Frame:
        rng = np.random.default_rng(seed)
        px, rim = 40, 16
        height, width = rows * px + 2 * rim, cols * px + 2 * rim
        mottle = cv2.GaussianBlur(rng.normal(0, 60, (height, width)).astype(np.float32), (0, 0), 5)
        board = np.clip(ground + mottle, 0, 255)[..., None].repeat(3, axis=2).astype(np.uint8)
        for col in range(cols + 1):
            cv2.line(board, (rim + col * px, rim), (rim + col * px, height - rim), (line,) * 3, 2)
        for row in range(rows + 1):
            cv2.line(board, (rim, rim + row * px), (width - rim, rim + row * px), (line,) * 3, 2)
        for _ in range(icons):  # icons, so that the board differs from itself turned
            col, row = int(rng.integers(cols)), int(rng.integers(rows))
            middle = rim + col * px + px // 2, rim + row * px + px // 2
            cv2.circle(board, middle, 9, tuple(int(v) for v in rng.integers(20, 250, 3)), -1, cv2.LINE_AA)
        units = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32) * px + rim
        matrix = cv2.getPerspectiveTransform(units, np.asarray(corners_px, np.float32))
        pixels: Pixels = np.full((frame_wh[1], frame_wh[0], 3), table, np.uint8)
        warped = cv2.warpPerspective(board, matrix, frame_wh, flags=cv2.INTER_AREA)
        inside = cv2.warpPerspective(np.ones((height, width), np.uint8), matrix, frame_wh, flags=cv2.INTER_NEAREST)
        pixels[inside > 0] = warped[inside > 0]
        smooth = cv2.GaussianBlur(pixels, (3, 3), 0).astype(np.float32)
        return Frame(np.clip(smooth + rng.normal(0, noise, smooth.shape), 0, 255).astype(np.uint8), 0.0, 0)

    return draw


@pytest.fixture(scope="session")
def calibrated_boards() -> tuple[SimulatedTable, Profile]:
    """Two simulated boards that are empty, and what their first picture gives, the corners known; to be copied.

    On the first one something is printed where most tests lay tokens: on e4, and on e3 beside it (R5.1).
    """
    first, second = (list(floor.rows) for floor in demo_floors()[:2])
    first[2:4] = [f"{row[:4]}{kind}{row[5:]}" for row, kind in zip(first[2:4], "bm", strict=True)]
    simulator = drawn_table([first, second], 5)
    corners = [simulator.corners_px(seat) for seat in (0, 1)]
    return simulator, calibrate(Frame(simulator.picture(), 0.0, 0), layout(2), corners_px=corners).profile


@pytest.fixture
def two_boards(calibrated_boards: tuple[SimulatedTable, Profile]) -> tuple[SimulatedTable, Detector]:
    """Two simulated boards, calibrated while they were empty: copies, so that no test's order matters."""
    simulator, profile = deepcopy(calibrated_boards)
    return simulator, detector_of(profile)


@pytest.fixture
def seen_tile() -> Callable[..., tuple[Explained, SurfaceCosts, SpaceEvidence]]:
    """What was read of a red tile, how well all surfaces fit, and the measures; told by what the function takes."""
    roles = Roles.of(pieces(ANY_ANIMAL))
    red = next(kind for kind in roles.patterned if kind.surface == "leaf.red")
    cells, leaf_red, token = (1, 9, 10, 11, 12), Surface("leaf.red"), Surface("token")

    def show(
        leaf: float = 0.0, disc: float = 8.0, chroma: float = 30.0, edge: float = 1.0, hue_deg: float = 20.0
    ) -> tuple[Explained, SurfaceCosts, SpaceEvidence]:
        """A red tile with a disc on its mark, its first cell of these costs, and a single thing beside that cell.

        ``edge`` is the cost of the border between the two, ``hue_deg`` the hue of the single.
        """
        single = Surface("squirrel")
        names = [kind.surface for kind in roles.patterned] + [FLOOR, Surface("hole"), token, Surface("animal"), single]
        by_surface = {name: np.full((8, 9), 8.0) for name in names}
        by_surface[leaf_red].reshape(-1)[list(cells[:-1])] = 0.0
        by_surface[leaf_red].reshape(-1)[cells[0]] = leaf
        by_surface[token].reshape(-1)[[cells[0], cells[-1]]] = disc, 0.0
        by_surface[single].reshape(-1)[2] = 0.0
        right = np.ones((8, 9))
        right[0, 1] = edge
        costs = SurfaceCosts(by_surface, {}, right, np.ones((8, 9)), np.ones((8, 9), np.bool_))
        verdicts = {cell: Verdict(leaf_red, 1.0) for cell in cells[:-1]}
        verdicts |= {cells[-1]: Verdict(token, 1.0), 2: Verdict(single, 1.0)}
        laid = Candidate(red, cells, cells[-1], False, 0.5, sum(1 << cell for cell in cells))
        measures = {
            field.name: np.zeros((8, 9, 4) if field.name.startswith("side_") else (8, 9), np.float32)
            for field in fields(SpaceEvidence)
        }
        measures["chroma"][:] = chroma
        measures["hue_deg"][:] = 20.0
        measures["hue_deg"][0, 2] = hue_deg
        measures["circle"][:] = 2.5
        measures["cover"][:] = measures["shade_cover"][:] = 1.0
        return Explained(verdicts, ((laid, 1.0),)), costs, SpaceEvidence(**measures)

    return show


@pytest.fixture
def over_rim() -> Callable[..., Pixels]:
    """Paints a finger over the left rim of a board, from the edge of the board up to a place in its units.

    From nearer than that it is a piece that stands there and is tall.
    """

    def paint(
        pixels: Pixels,
        corners_px: NDArray[np.float64],
        tip_x: float,
        rows: tuple[float, float],
        from_x: float = -0.7,
        color: tuple[int, int, int] = (120, 155, 215),
    ) -> Pixels:
        units = np.array([[0, 0], [9, 0], [9, 8], [0, 8]], np.float32)
        matrix = cv2.getPerspectiveTransform(units, np.asarray(corners_px, np.float32))
        near, far = rows
        outline = np.array([[[from_x, near], [tip_x, near], [tip_x, far], [from_x, far]]], np.float64)
        where = np.rint(16 * cv2.perspectiveTransform(outline, matrix)).astype(np.int32)
        painted = np.ascontiguousarray(pixels).copy()
        cv2.fillPoly(painted, [where], color, cv2.LINE_AA, 4)
        return np.asarray(painted, np.uint8)

    return paint


@pytest.fixture
def printed() -> Callable[..., Frame]:
    """Draws an invented card with six areas of its own colours, leaves and twigs all over, on some table.

    Colours are CIELAB. ``tones`` are what the lines add to the floor, area by area; ``line`` is a colour that they have
    whatever the floor; ``framed`` is what the lines round areas add in place of that; ``rim`` is in spaces; ``teeth``
    all along it are so much lighter; without ``outer`` no line is printed along the border.
    """

    def draw(
        corners_px: ArrayLike,
        *,
        tones: Sequence[tuple[float, float, float]] = ((14.0, 0.0, 0.0),),
        line: tuple[float, float, float] | None = None,
        floor: tuple[float, float] = (35.0, 60.0),
        rim: float = 0.42,
        outer: bool = True,
        framed: tuple[float, float, float] | None = None,
        teeth: float = 0.0,
        table: str = "wood",
        seed: int = 1,
        frame_wh: tuple[int, int] = (1000, 750),
    ) -> Frame:
        rng = np.random.default_rng(seed)
        px = 40
        edge = round(rim * px)
        height, width = 8 * px + 2 * edge + 1, 9 * px + 2 * edge + 1
        card = np.empty((height, width, 3), np.float32)
        card[:] = rng.uniform(18, 30), *rng.uniform(-3, 6, 2)
        strokes = np.zeros((height, width), np.uint8)
        for col in range(0 if outer else 1, 10 if outer else 9):
            cv2.line(strokes, (edge + col * px, edge), (edge + col * px, edge + 8 * px), 255, 2, cv2.LINE_AA)
        for row in range(0 if outer else 1, 9 if outer else 8):
            cv2.line(strokes, (edge, edge + row * px), (edge + 9 * px, edge + row * px), 255, 2, cv2.LINE_AA)
        added, frames = np.zeros_like(card), np.zeros_like(strokes)
        for number, (top, left) in enumerate((t, c) for t in (0, 4) for c in (0, 3, 6)):
            area = np.s_[edge + top * px : edge + (top + 4) * px + 1, edge + left * px : edge + (left + 3) * px + 1]
            card[area] = rng.uniform(*floor), rng.uniform(-12, 12), rng.uniform(-8, 22)
            around = tuple(slice(max(side.start - 1, 0), side.stop + 1) for side in area)
            added[around] = tones[number % len(tones)]
            near, far = (edge + left * px, edge + top * px), (edge + (left + 3) * px, edge + (top + 4) * px)
            cv2.rectangle(frames, near, far, 255, 2, cv2.LINE_AA)
        for channel, spread, strength in ((0, 6.0, 3.0), (0, 1.2, 1.5), (1, 8.0, 1.5), (2, 8.0, 2.0)):
            mottle = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), spread)
            card[..., channel] += strength * mottle / mottle.std()
        for _ in range(250):
            shape = np.zeros((height, width), np.uint8)
            middle, angle = rng.uniform(0, (width, height)), rng.uniform(0, 180)
            if rng.random() < 0.6:  # a leaf
                axes = tuple(rng.uniform((3, 1.5), (9, 6)).astype(int).tolist())
                cv2.ellipse(shape, tuple(middle.astype(int).tolist()), axes, angle, 0, 360, 255, -1, cv2.LINE_AA)
                change = rng.normal((-3, 0, 3), (6, 4, 5))
            else:  # a twig
                tip = middle + rng.uniform(5, 16) * np.array([np.cos(angle), np.sin(angle)])
                ends = [tuple(point.astype(int).tolist()) for point in (middle, tip)]
                cv2.line(shape, ends[0], ends[1], 255, 1, cv2.LINE_AA)
                change = np.array([rng.choice([-1, 1]) * rng.uniform(6, 18), 0, 0])
            left, top, wide, high = cv2.boundingRect(shape)
            there = np.s_[top : top + high, left : left + wide]  # elsewhere nothing is added
            card[there] += (shape[there][..., None] / 255 * change).astype(np.float32)
        ink = strokes[..., None] / np.float32(255)
        card += ink * added if line is None else 0.6 * ink * (np.array(line, np.float32) - card)
        if framed is not None:
            card += frames[..., None] / np.float32(255) * (np.array(framed, np.float32) - added)
        if teeth:
            card[..., 0] += teeth * toothed(height, width, edge)
        for _ in range(15):  # icons
            spot = edge + px * int(rng.integers(9)) + px // 2, edge + px * int(rng.integers(8)) + px // 2
            cv2.circle(card, spot, 9, rng.uniform((20, -30, -40), (80, 40, 40)).tolist(), -1, cv2.LINE_AA)
        return photographed(card, edge, px, np.asarray(corners_px, np.float64), ground_of(table, frame_wh, rng), rng)

    return draw


def toothed(height: int, width: int, edge: int) -> NDArray[np.float32]:
    """A row of teeth on a band along the rim of a card, float32 (height, width), 0 to 1."""
    teeth = np.zeros((height, width), np.uint8)
    near, far, wide = 0.35 * edge, 0.8 * edge, 5
    for length, turned in ((width, False), (height, True)):
        for side, other in ((0.0, 1.0), (float((width if turned else height) - 1), -1.0)):
            for at in range(edge, length - edge - wide, 2 * wide):
                tooth = [
                    (at, side + other * near),
                    (at + 2 * wide - 2, side + other * near),
                    (at + wide - 1, side + other * far),
                ]
                points = [point[::-1] if turned else point for point in tooth]
                cv2.fillPoly(teeth, [np.rint(np.array(points) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return np.asarray(teeth / np.float32(255), np.float32)


def ground_of(table: str, frame_wh: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """A table of wood, cloth, checks or paint, CIELAB float32 (height, width, 3)."""
    width, height = frame_wh
    ground = np.empty((height, width, 3), np.float32)
    ground[:] = rng.uniform(40, 70), rng.uniform(5, 12), rng.uniform(18, 30)
    if table == "wood":
        for rows, cols, strength in ((height // 4, width // 60, 6.0), (height, width // 100, 2.0)):
            grain = rng.normal(0, strength, (rows, cols)).astype(np.float32)
            ground[..., 0] += cv2.resize(grain, frame_wh, interpolation=cv2.INTER_CUBIC)
    elif table == "checks":  # as dark as the rim of a card, and lighter than its lines
        down, right = np.mgrid[:height, :width]
        tones = np.array([20.0, 50.0, 80.0])
        ground[..., 0] = tones[((down + right // 3) // 70 % 2) + ((right - down // 3) // 70 % 2)]
    elif table == "cloth":
        weave = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 1.0)
        ground[..., 0] += 2.5 * weave / weave.std()
    return ground


def photographed(
    card: NDArray[np.float32],
    edge: int,
    px: int,
    corners_px: NDArray[np.float64],
    ground: NDArray[np.float32],
    rng: np.random.Generator,
) -> Frame:
    """A card with round corners lying on a ground, both CIELAB, under uneven light, a little blurred and noisy."""
    height, width = card.shape[:2]
    seen_wh = ground.shape[1], ground.shape[0]
    cut = np.zeros((height, width), np.uint8)
    cv2.rectangle(cut, (8, 8), (width - 9, height - 9), 255, 17)
    cv2.rectangle(cut, (8, 8), (width - 9, height - 9), 255, -1)
    units = np.array([[0, 0], [9, 0], [9, 8], [0, 8]], np.float32) * px + edge
    matrix = cv2.getPerspectiveTransform(units, corners_px.astype(np.float32))
    limits = np.array([100, 110, 110], np.float32)
    bgr = [
        cv2.cvtColor(np.clip(lab, limits * [0, -1, -1], limits).astype(np.float32), cv2.COLOR_LAB2BGR)
        for lab in (card, ground)
    ]
    there = cv2.warpPerspective(cut, matrix, seen_wh)[..., None] / np.float32(255)
    mixed = there * cv2.warpPerspective(bgr[0], matrix, seen_wh, borderMode=cv2.BORDER_REPLICATE) + (1 - there) * bgr[1]
    light = 1 + rng.uniform(-0.25, 0.25) * np.linspace(-0.5, 0.5, seen_wh[0])[None, :, None]
    blurred = cv2.GaussianBlur((255 * mixed * light).astype(np.float32), (0, 0), 0.8)
    return Frame(np.clip(blurred + rng.normal(0, 2, blurred.shape), 0, 255).astype(np.uint8), 0.0, 0)
