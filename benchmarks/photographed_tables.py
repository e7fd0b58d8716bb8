"""Whether boards are found on photographed surfaces: ``photographed_tables.py SCENES --surfaces DIR [--seed N]``.

The empty board of each scene is cut out along its sheet and laid on a photograph out of DIR, drawn by lot: wood, cloth,
tiles, grass, whatever lies there. It is repeated in the plane of the table, from 80 to 500 mm wide and turned at will,
in the slow light and shade of the old surface, dimmed along the board's edge, with noise. Prints a row a scene: boards
found, how far their worst corner is off in spaces, up to the half turn that a grid does not tell, and the photograph;
then the sums. ``--save DIR`` keeps the pictures of boards that were not found.

Packages of free games hold thousands of such surfaces (Debian's nexuiz-textures, supertuxkart-data).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2
import numpy as np
from numpy.typing import NDArray
from scene_truth import Scene, scenes

from calibration.capture import calibrate
from vision.frame import Frame, Pixels
from vision.pose import BoardNotFound, BoardPose, space_px

SIZE = (9, 8)
PX_PER_MM, REACH_MM = 2, 1600  # of the table that is drawn, and how far it goes
WIDE_MM = 80.0, 500.0  # of a photograph
SUFFIXES = {".jpg", ".jpeg", ".png", ".tga", ".webp"}
NOISE, DIM, DIM_MM = 2.5, 0.4, 2.0  # grey levels; share of the light that the edge of a board takes, and how far
LEAST_PX, LEAST_SPREAD = 128, 6.0  # a photograph of less is an icon or one tone
FOUND = 0.5  # spaces from which another grid was found

Floats = NDArray[np.float32]


class Laid(NamedTuple):
    """An empty board on a photographed surface."""

    pixels: Pixels
    surface: Path
    wide_mm: float


def laid_on(scene: Scene, surfaces: list[Path], random: np.random.Generator) -> Laid:
    """The scene's empty boards on a photograph drawn by lot."""
    seen = scene.empty.pixels().astype(np.float32)
    boards = json.loads(scene.empty.path.with_suffix(".json").read_text())["boards"]
    sheet = sheets(boards, seen.shape[:2])
    surface, photograph = drawn(surfaces, random)
    wide_mm = float(random.uniform(*WIDE_MM))
    table = in_plane(
        photograph, wide_mm, boards[0], float(random.uniform(0, 2 * np.pi)), (seen.shape[1], seen.shape[0])
    )
    table *= slow_light(seen, sheet < 0.5)[..., None] * np.float32(random.uniform(0.6, 1.1))
    corners = np.array(boards[0]["grid_corners_px"], np.float32)
    px_per_mm = float(np.linalg.norm(corners[1] - corners[0])) / (boards[0]["cols"] * boards[0]["cell_mm"])
    away = cv2.distanceTransform((sheet < 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    table *= (1 - DIM * np.exp(-away / (DIM_MM * px_per_mm)))[..., None]
    table += random.normal(0, NOISE, table.shape).astype(np.float32)
    mixed = seen * sheet[..., None] + table * (1 - sheet[..., None])
    return Laid(np.clip(mixed, 0, 255).astype(np.uint8), surface, wide_mm)


def sheets(boards: list[dict[str, Any]], shape: tuple[int, ...]) -> Floats:
    """How much of each pixel the sheets of boards cover, float32 (height, width), 0 to 1."""
    fine = np.zeros((2 * shape[0], 2 * shape[1]), np.uint8)
    for board in boards:
        cv2.fillPoly(fine, [np.rint(2 * np.array(board["outer_corners_px"])).astype(np.int32)], 255)
    share = cv2.resize(fine, (shape[1], shape[0]), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return np.asarray(cv2.GaussianBlur(share, (0, 0), 0.7), np.float32)


def drawn(surfaces: list[Path], random: np.random.Generator) -> tuple[Path, Floats]:
    """A photograph drawn by lot, and its pixels; icons and single tones are drawn again."""
    for number in random.permutation(len(surfaces)).tolist():
        pixels = cv2.imread(str(surfaces[number]))
        if pixels is not None and min(pixels.shape[:2]) >= LEAST_PX and pixels.std() >= LEAST_SPREAD:
            return surfaces[number], pixels.astype(np.float32)
    raise SystemExit(
        f"no photograph of {LEAST_PX} x {LEAST_PX} pixels and more than one tone among {len(surfaces)} files"
    )


def in_plane(
    photograph: Floats, wide_mm: float, board: dict[str, Any], turn: float, size_wh: tuple[int, int]
) -> Floats:
    """The photograph, repeated in the plane of a board and turned about its middle, as the camera sees it."""
    scale = wide_mm * PX_PER_MM / max(photograph.shape[:2])
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    tile = cv2.resize(photograph, None, fx=scale, fy=scale, interpolation=method)
    side = REACH_MM * PX_PER_MM
    plane = np.tile(tile, (-(-side // tile.shape[0]), -(-side // tile.shape[1]), 1))[:side, :side]
    half = np.array([board["cols"], board["rows"]]) * board["cell_mm"] / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    turned = corners @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * PX_PER_MM + side / 2
    seen_px = np.array(board["grid_corners_px"], np.float32)
    matrix = cv2.getPerspectiveTransform(turned.astype(np.float32), seen_px)
    return np.asarray(
        cv2.warpPerspective(plane, matrix, size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.float32
    )


def slow_light(seen: Floats, bare: NDArray[np.bool_]) -> Floats:
    """How the light changes over the old surface, float32 (height, width), 1 in the mean of it."""
    height, width = bare.shape
    small, share = width // 16, bare.astype(np.float32)
    if share.mean() < 0.05:
        return np.ones(bare.shape, np.float32)

    def smooth(plane: Floats) -> Floats:
        few = cv2.resize(plane, (small, height * small // width), interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(few, (0, 0), small / 10), np.float32)

    light = smooth(seen.mean(axis=2) * share) / np.maximum(smooth(share), 1e-3)
    full = cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.clip(full / full[bare].mean(), 0.4, 1.6).astype(np.float32)


def error(found: BoardPose, truth: BoardPose) -> float:
    """How far the worst corner is off, in spaces, up to the half turn that a grid does not tell."""
    corners, wanted = found.corners_px(SIZE), truth.corners_px(SIZE)
    off = (np.linalg.norm(np.roll(corners, turn, axis=0) - wanted, axis=1).max() for turn in (0, 2))
    return float(min(off)) / space_px(truth, SIZE)


def errors(scene: Scene, pixels: Pixels) -> list[float]:
    """Of each board of a scene that is found, how far its worst corner is off."""
    try:
        boards = calibrate(Frame(pixels, 0.0, 0), scene.layouts()).profile.boards
    except BoardNotFound:
        return []
    off = (min(error(board.pose, truth) for board in boards) for truth in scene.empty.poses.values())
    return [each for each in off if each < FOUND]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("scenes", type=Path, nargs="+", metavar="SCENES")
    parser.add_argument("--surfaces", type=Path, required=True, metavar="DIR")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, metavar="DIR")
    options = parser.parse_args()
    surfaces = sorted(each for each in options.surfaces.rglob("*") if each.suffix.lower() in SUFFIXES)
    boards, found = 0, list[float]()
    for scene in scenes(options.scenes):
        random = np.random.default_rng([options.seed, *scene.name.encode()])
        laid = laid_on(scene, surfaces, random)
        off, wanted = errors(scene, laid.pixels), len(scene.empty.poses)
        boards, found = boards + wanted, [*found, *off]
        row = " ".join(f"{each:.3f}" for each in off)
        name = laid.surface.relative_to(options.surfaces)
        print(f"{scene.name:44} {len(off)}/{wanted} {row:23} {laid.wide_mm:4.0f} mm {name}", flush=True)
        if options.save and len(off) < wanted:
            options.save.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(options.save / f"{scene.name}.png"), laid.pixels)
    mean, most = (np.mean(found), np.max(found)) if found else (np.nan, np.nan)
    print(f"{len(found)} of {boards} boards found, worst corners {mean:.3f} of a space off, {most:.3f} at most")


if __name__ == "__main__":
    main()
