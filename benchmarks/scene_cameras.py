"""Scenes as cameras elsewhere would have taken them: ``benchmarks/scene_cameras.py FOLDER... --out DIR [--seed N]``.

Writes every scene in the folders anew, pictures and truth, as seen from a place, roll, tilt and lens drawn by chance;
``--field 95 --bend 0.12`` is a wide lens. ``registration.py`` and ``vision_accuracy.py`` take the new folder.
What lies on the table is at most a few millimetres high, so a picture is carried over by the plane of the boards; a
hand far above it is bent a little. What the first camera did not see is plain grey. A bump of the camera stays one.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

PLANE_MM = 2.0  # height of the boards' printed side over the table
MOST_TILT_DEG = 35.0
RIM_PX = 6  # how near to the edge of the picture the grid of a board may come
TRIES = 400
POINTS = ("grid_corners_px", "outer_corners_px", "centre_px", "outline_px")
BEYOND = (90, 100, 110)


class Camera(NamedTuple):
    """A pinhole camera with OpenCV's distortion; ``turn`` (3, 3) and ``shift`` (3,) lead from world to camera, mm."""

    matrix: Array
    distortion: Array
    turn: Array
    shift: Array

    def on_plane(self, px: Array) -> Array:
        """Where pixels (n, 2) lie on the plane of the boards, in mm (n, 3)."""
        flat = cv2.undistortPoints(px.reshape(-1, 1, 2), self.matrix, self.distortion).reshape(-1, 2)
        rays = np.c_[flat, np.ones(len(flat))] @ self.turn
        place = -self.turn.T @ self.shift
        return np.asarray(place + rays * ((PLANE_MM - place[2]) / rays[:, 2])[:, None], np.float64)

    def project(self, points: Array) -> Array:
        """Points in mm (n, 3) in the picture, (n, 2)."""
        rotation = cv2.Rodrigues(self.turn)[0]
        px, _ = cv2.projectPoints(points, rotation, self.shift, self.matrix, self.distortion)
        return np.asarray(px.reshape(-1, 2), np.float64)


class Glass(NamedTuple):
    """Lenses to draw from: about so many degrees from side to side, bent at the side by at most such a share."""

    field_deg: float
    most_bend: float


def main() -> int:
    """Write the scenes; returns 1 when there was none."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--field", type=float, default=32.0, help="field of view from side to side in degrees")
    parser.add_argument("--bend", type=float, default=0.075, help="most distortion at the side, as a share")
    options = parser.parse_args()
    orders = [order for folder in options.folders for order in sorted(folder.glob("**/sequence.json"))]
    for number, order in enumerate(orders):
        target = options.out / f"{order.parent.name}_seen{options.seed}"
        random = np.random.default_rng((options.seed, number))
        said = seen_anew(order.parent, target, Glass(options.field, options.bend), random)
        print(f"{target.name:40} {said}", flush=True)
    return 0 if orders else 1


def seen_anew(scene: Path, target: Path, glass: Glass, random: np.random.Generator) -> str:
    """Write one scene as another camera sees it and say what camera that is."""
    truths = {path: json.loads(path.read_text(encoding="utf-8")) for path in sorted(scene.glob("*.json"))}
    order = scene / "sequence.json"
    del truths[order]
    first = truths[next(iter(truths))]
    old = camera_of(first)
    new, said = drawn_camera(first, old, glass, random)
    turn = new.turn @ old.turn.T
    shift = new.shift - turn @ old.shift
    target.mkdir(parents=True, exist_ok=True)
    shutil.copy(order, target)
    for path, truth in truths.items():
        was = camera_of(truth)
        now = Camera(new.matrix, new.distortion, turn @ was.turn, turn @ was.shift + shift)
        picture = cv2.imread(str(path.with_suffix(".jpg")))
        if picture is None:
            raise FileNotFoundError(f"{path.with_suffix('.jpg')} is not a picture")
        cv2.imwrite(str(target / f"{path.stem}.jpg"), carried(picture, was, now), [cv2.IMWRITE_JPEG_QUALITY, 92])

        def moved(px: Array, was: Camera = was, now: Camera = now) -> Array:
            return now.project(was.on_plane(px))

        told = with_points(truth, moved) | {"camera": told_camera(truth["camera"], now)}
        (target / path.name).write_text(json.dumps(told), encoding="utf-8")
    return said


def camera_of(truth: Mapping[str, Any]) -> Camera:
    """The camera that a picture was taken with."""
    told = truth["camera"]
    keys = ("K", "dist", "R_world_to_cam", "t_world_to_cam")
    return Camera(*(np.array(told[key], np.float64) for key in keys))


def told_camera(before: Mapping[str, Any], camera: Camera) -> dict[str, Any]:
    """The camera as the truth tells it."""
    return {
        **before,
        "K": camera.matrix.tolist(),
        "dist": camera.distortion.tolist(),
        "R_world_to_cam": camera.turn.tolist(),
        "t_world_to_cam": camera.shift.tolist(),
        "position_mm": (-camera.turn.T @ camera.shift).tolist(),
    }


def drawn_camera(
    truth: Mapping[str, Any], old: Camera, glass: Glass, random: np.random.Generator
) -> tuple[Camera, str]:
    """A camera that has all boards whole in its picture, and a sentence on it."""
    width, height = truth["camera"]["width"], truth["camera"]["height"]
    corners = old.on_plane(np.concatenate([np.array(board["outer_corners_px"]) for board in truth["boards"]]))
    middle = corners.mean(axis=0)
    far = np.linalg.norm(middle + old.turn.T @ old.shift)
    for _ in range(TRIES):
        roll, around = random.uniform(0, 2 * np.pi, 2)
        tilt = np.deg2rad(random.uniform(0, MOST_TILT_DEG))
        over = np.array([np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), np.cos(tilt)])
        focal = width / 2 / np.tan(np.deg2rad(glass.field_deg / 2)) * random.uniform(0.8, 1.25)
        place = middle + far * focal / old.matrix[0, 0] * random.uniform(1.0, 1.6) * over
        ahead = middle + np.array([*random.normal(0, 25, 2), 0.0]) - place
        ahead /= np.linalg.norm(ahead)
        right = np.array([np.cos(roll), np.sin(roll), 0.0])
        right -= ahead * (right @ ahead)
        right /= np.linalg.norm(right)
        turn = np.array([right, np.cross(ahead, right), ahead])
        matrix = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
        bend = random.uniform(-glass.most_bend, glass.most_bend / 3)
        distortion = np.array([bend * (2 * focal / width) ** 2, 0.0, 0.0, 0.0, 0.0])
        camera = Camera(matrix, distortion, turn, -turn @ place)
        px = camera.project(corners)
        if (px > RIM_PX).all() and (px < np.array([width, height]) - RIM_PX).all():
            space = np.linalg.norm(camera.project(corners[:2])[1] - camera.project(corners[:2])[0]) / 9.8
            angles = f"roll {np.degrees(roll):.0f}, tilt {np.degrees(tilt):.0f} deg"
            return camera, f"{angles}, {space:.0f} px a space, bent by {bend:+.1%} at the side"
    raise ValueError(f"{TRIES} cameras were drawn and none has all boards in its picture")


def carried(picture: NDArray[Any], was: Camera, now: Camera) -> NDArray[np.uint8]:
    """The picture as the other camera sees the plane of the boards."""
    height, width = picture.shape[:2]
    across, down = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    source = was.project(now.on_plane(np.stack([across, down], axis=-1).reshape(-1, 2)))
    x, y = source.reshape(height, width, 2).astype(np.float32).transpose(2, 0, 1).copy()
    moved = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=BEYOND)
    return np.asarray(moved, np.uint8)


def with_points(told: Any, moved: Callable[[Array], Array]) -> Any:
    """A truth with all its points moved; the corner cards' are left out, nobody counts them."""
    if isinstance(told, dict):
        return {
            key: moved_points(value, moved) if key in POINTS else with_points(value, moved)
            for key, value in told.items()
            if key != "aruco"
        }
    return [with_points(each, moved) for each in told] if isinstance(told, list) else told


def moved_points(told: list[Any], moved: Callable[[Array], Array]) -> list[Any]:
    """One point, or a list of them."""
    points = np.array(told, np.float64)
    there: list[Any] = np.round(moved(points.reshape(-1, 2)), 3).reshape(points.shape).tolist()  # type: ignore[assignment]
    return there


if __name__ == "__main__":
    sys.exit(main())
