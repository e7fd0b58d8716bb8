"""Rooms, lamps and windows for the editions of ``arts/``: what replaces the renderer's own choice, by the scene's seed.

Each function takes the renderer's own method and gives one that is put in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from tablescene import isp

Method = Callable[..., Any]
Mood = Mapping[str, Any]
"""A ``table``, the ``room``'s colour temperature and ``level``, the camera's ``ev`` and ``gain``, and ``lights``.

Those have kind, distance, height and half a side in mm, temperature and strength.
"""
Room = tuple[float, Sequence[tuple[Any, ...]]]
"""Its colour temperature, and lights: kind, temperature, half sides, strength, distance, height and aim."""

_LUMINANCE = np.float32([0.2126, 0.7152, 0.0722])


def table_of(stock: Method, moods: Sequence[Mood]) -> Method:
    """The table of the mood, without a cloth."""

    def table(self: Any) -> None:
        stock(self)
        self.table_kind, self.cloth = moods[self.seed % len(moods)]["table"], False

    return table


def lights_of(stock: Method, moods: Sequence[Mood], stream: int) -> Method:
    """The mood's room, windows and lamps; spots and glare stay as the renderer drew them."""

    def lights(self: Any) -> None:
        stock(self)
        mood, rng = moods[self.seed % len(moods)], np.random.default_rng([self.seed, stream])
        grey = self.env @ _LUMINANCE * mood["level"]
        self.env = (grey[..., None] * isp.blackbody_rgb(mood["room"])).astype(np.float32)
        self.lights = [light for light in self.lights if light["kind"] in ("spot", "glare")]
        turn = rng.uniform(0, 2 * np.pi)
        for kind, distance, height, half, temp, strength in mood["lights"]:
            warmer = temp + rng.normal(0, 120)
            self.lights.append(_light(kind, turn, distance, height, (half, half), warmer, strength))
            turn += np.pi + rng.normal(0, 0.5)
        _balance(self, mood["room"], grey[:16].mean())

    return lights


def exposure_of(stock: Method, moods: Sequence[Mood]) -> Method:
    """The camera of the mood: dim evenings are underexposed and noisy."""

    def exposure(self: Any) -> dict[str, Any]:
        mood, out = moods[self.seed % len(moods)], stock(self)
        return dict(out, ev=out["ev"] + mood["ev"], gain=out["gain"] * mood["gain"])

    return exposure


def rooms_lit(stock: Method, rooms: Sequence[Room], stream: int, rest: float = 1.0) -> Method:
    """One room with its main lights; of spots and glare this share of their strength is left."""

    def lights(self: Any) -> None:
        stock(self)
        temperature, main = rooms[self.seed % len(rooms)]
        turn = np.random.default_rng([self.seed, stream]).uniform(0, 2 * np.pi)
        self.env = (self.env.mean(2, keepdims=True) * isp.blackbody_rgb(temperature)).astype(np.float32)
        kept = [light for light in self.lights if light["kind"] in ("spot", "glare")]
        self.lights = [dict(light, e=light["e"] * rest) for light in kept]
        for kind, temp, half, strength, distance, height, aim in main:
            self.lights.append(_light(kind, turn, distance, height, half, temp, strength, aim))
        _balance(self, temperature, float(self.env.mean()))

    return lights


def _light(
    kind: str,
    turn: float,
    distance: float,
    height: float,
    half: tuple[float, float],
    temp: float,
    strength: float,
    aim: float = 0,
) -> dict[str, Any]:
    """A light as the renderer takes it, so far from the middle of the table in the direction of a turn."""
    return {
        "kind": kind,
        "pos": (distance * np.cos(turn), distance * np.sin(turn), height),
        "target": (0, 0, aim),
        "half": half,
        "temp": temp,
        "e": strength,
    }


def _balance(scene: Any, room: float, level: float) -> None:
    """What the camera balances its white by: the light of the room and of all lamps."""
    all_of_it = isp.blackbody_rgb(room) * level * np.pi
    all_of_it = all_of_it + sum(isp.blackbody_rgb(light["temp"]) * light["e"] for light in scene.lights)
    scene.illuminant = all_of_it / all_of_it[1]
