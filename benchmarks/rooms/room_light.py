"""The light of the rooms: lamps as tablescene takes them, what stands before them, what the walls throw back.

Lamps stand beside or opposite the camera, never between it and the board; blinds and leaves hang outside its view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from tablescene import isp

Shapes = dict[str, Any]
Rng = np.random.Generator
Vector = np.ndarray
Tint = tuple[float, float, float]

SUN_AWAY = 6000.0
MOOD = 0.3
"""How much of a coloured light the camera takes for white."""
BALANCED = (2700.0, 9500.0)
"""The lights that a camera can balance: candles stay orange."""
DARK = {"type": "diffuse", "reflectance": {"type": "rgb", "value": 0.04}}
GREEN = {"type": "diffuse", "reflectance": {"type": "rgb", "value": [0.05, 0.12, 0.02]}}
WAX = {"type": "diffuse", "reflectance": {"type": "rgb", "value": [0.75, 0.66, 0.5]}}


@dataclass(frozen=True)
class Lamp:
    """A light: mm from the middle of the table and above it, its turn away from the opposite of the camera."""

    kind: str
    away: float
    height: float
    half: tuple[float, float]
    temp: float
    strength: float
    turn: float = 0.0
    tint: Tint | None = None
    shade: float = 0.0
    """How deep it sits in a tube, mm."""


@dataclass(frozen=True)
class Room:
    """A room: its lamps, what it throws back of their light, its tables and what hangs in the light."""

    said: str
    temp: float
    ambient: float
    lamps: Sequence[Lamp]
    tops: Sequence[str]
    screen: str = ""
    stops: float = 0.0
    profile: Mapping[str, Any] = field(default_factory=dict)
    """What differs from the renderer's profile of a difficulty."""


def lights_of(room: Room) -> Callable[[Any], None]:
    """The room as an environment map, and its lamps as the renderer takes them."""

    def lights(self: Any) -> None:
        rng = np.random.default_rng([self.seed, 441])
        self.env = surroundings(room, rng)
        eye = self.cam0.position
        opposite = float(np.arctan2(-eye[1], -eye[0])) + rng.normal(0, 0.15)
        self.lights = [light for lamp in room.lamps for light in _light(lamp, opposite, self.cam0)]
        white = isp.blackbody_rgb(room.temp) * float(self.env.mean()) * np.pi
        white = white + sum(_colour(lamp) * lamp["e"] * (MOOD if "tint" in lamp else 1) for lamp in self.lights)
        warm, cold = (isp.blackbody_rgb(limit) for limit in BALANCED)
        bounds = np.sort([warm / warm[1], cold / cold[1]], axis=0)
        self.illuminant = np.clip(white / white[1], *bounds)

    return lights


def surroundings(room: Room, rng: Rng) -> Vector:
    """Walls and ceiling (or sky and hedge): bright above, patches of furniture."""
    down = (np.arange(32) + 0.5) / 32
    bright = np.where(down < 0.5, 0.55 + 0.45 * np.cos(down * np.pi) ** 2, 0.25)
    around = 1 + 0.35 * np.sin(np.linspace(0, 2 * np.pi, 64) + rng.uniform(0, 6))
    env = (bright[:, None] * around[None])[..., None] * isp.blackbody_rgb(room.temp)
    for _ in range(4):
        top, left = int(rng.integers(6, 16)), int(rng.integers(0, 56))
        env[top : top + int(rng.integers(3, 8)), left : left + int(rng.integers(4, 10))] *= rng.uniform(0.3, 1.4)
    return (env * room.ambient * 0.5).astype(np.float32)


def _light(lamp: Lamp, opposite: float, camera: Any) -> list[dict[str, Any]]:
    """A lamp as the renderer's lights; a ring is many of them round the lens."""
    light = {"kind": lamp.kind, "half": lamp.half, "temp": lamp.temp, "e": lamp.strength, "shade": lamp.shade}
    light |= {"kind": "lamp" if lamp.kind == "ring" else lamp.kind} | ({"tint": lamp.tint} if lamp.tint else {})
    if lamp.kind == "ring":
        right, down, ahead = camera.R
        turns = np.linspace(0, 2 * np.pi, 14, endpoint=False)
        spots = [camera.position + lamp.away * (np.cos(a) * right + np.sin(a) * down) - 15 * ahead for a in turns]
        aims = [spot + ahead * camera.position[2] for spot in spots]
        return [
            light | {"pos": tuple(spot), "target": tuple(aim), "e": lamp.strength / len(turns)}
            for spot, aim in zip(spots, aims, strict=True)
        ]
    turn = opposite + lamp.turn
    spot = (lamp.away * np.cos(turn), lamp.away * np.sin(turn), lamp.height)
    return [light | {"pos": spot, "target": (0.0, 0.0, 0.0)}]


def _colour(light: Mapping[str, Any]) -> Vector:
    """Linear RGB of a light."""
    return np.array(light["tint"]) if "tint" in light else isp.blackbody_rgb(light["temp"])


def shapes_of(room: Room, stock: Callable[[Any], Shapes]) -> Callable[[Any], Shapes]:
    """The renderer's lamps, as bulbs, in shades and in colours where they are; blinds and leaves before the sun."""

    def shapes(self: Any) -> Shapes:
        disks = [
            light | {"kind": "lamp" if light["kind"] in ("bulb", "sun") else light["kind"]} for light in self.lights
        ]
        kept, self.lights = self.lights, disks
        out = stock(self)
        self.lights = kept
        for i, light in enumerate(kept):
            shape = out[f"light{i}"]
            value = np.array(shape["emitter"]["radiance"]["value"])
            value = value / isp.blackbody_rgb(light["temp"]) * _colour(light)
            shape["emitter"]["radiance"]["value"] = value.tolist()
            spot, half = np.array(light["pos"], float), light["half"][0]
            if light["kind"] == "bulb":
                out[f"light{i}"] = {
                    "type": "sphere",
                    "center": spot.tolist(),
                    "radius": half,
                    "emitter": shape["emitter"],
                }
                out[f"candle{i}"] = _tube(spot * [1, 1, 0], spot - [0, 0, half + 6], 19.0, WAX)
            if light["shade"]:
                ahead = np.array(light["target"]) - spot
                ahead = ahead / np.linalg.norm(ahead)
                out[f"shade{i}"] = _tube(spot - ahead * 5, spot + ahead * light["shade"], half + 14, DARK)
            if light["kind"] == "sun" and room.screen:
                rng = np.random.default_rng([self.seed, 442])
                out |= SCREENS[room.screen](rng, spot / np.linalg.norm(spot))
        return out

    return shapes


def _tube(start: Vector, end: Vector, radius: float, bsdf: Shapes) -> Shapes:
    """A cylinder without lids."""
    surface = {"type": "twosided", "bsdf": bsdf}
    return {"type": "cylinder", "p0": start.tolist(), "p1": end.tolist(), "radius": radius, "bsdf": surface}


def hung(kind: str, at: Vector, facing: Vector, half: tuple[float, float], bsdf: Shapes) -> Shapes:
    """A flat thing that hangs in the light."""
    from tablescene.render import mi

    turned = mi.ScalarTransform4f().look_at(origin=at.tolist(), target=(at + facing).tolist(), up=[0, 0, 1])
    surface = {"type": "twosided", "bsdf": bsdf}
    return {"type": kind, "to_world": turned @ mi.ScalarTransform4f().scale([*half, 1]), "bsdf": surface}


def blinds(rng: Rng, sunward: Vector) -> Shapes:
    """Slats across the sun, about a space and a half apart where their shadow falls."""
    side = np.cross([0, 0, 1.0], sunward)
    up = np.cross(sunward, side / np.linalg.norm(side))
    middle, pitch = sunward * 1150, rng.uniform(21, 29)
    return {
        f"slat{k}": hung("rectangle", middle + up * pitch * (k - 19.5), sunward, (700, 0.26 * pitch), DARK)
        for k in range(40)
    }


def leaves(rng: Rng, sunward: Vector) -> Shapes:
    """A branch above the table: leaves in clusters between the sun and the board."""
    middle, out = sunward * 1750, {}
    side = np.cross([0, 0, 1.0], sunward)
    side = side / np.linalg.norm(side)
    up = np.cross(sunward, side)
    for cluster in range(52):
        at = middle + rng.uniform(-400, 400) * side + rng.uniform(-360, 360) * up + rng.normal(0, 150) * sunward
        for k in range(9):
            where = at + rng.normal(0, 42, 3)
            facing = sunward + rng.normal(0, 0.5, 3)
            size = rng.uniform(12, 24)
            out[f"leaf{cluster}_{k}"] = hung("disk", where, facing, (size, size), GREEN)
    return out


SCREENS: dict[str, Callable[[Rng, Vector], Shapes]] = {"blinds": blinds, "leaves": leaves}
