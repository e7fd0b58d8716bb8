"""Leaf tiles that somebody shows to the camera in the set-up: looked at once, kept in the saved profile, forgotten."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.leaf_colors import LEAVES, Leaves, shown_leaves
from calibration.profile import Profile, ProfileError
from device.errors import RequestError
from device.eyes import detector_of
from device.setup.eyes import SetupEyes
from engine.game import Spot, Surface
from engine.grid import Space
from engine.indian_summer.tiles import Color
from engine.indian_summer.wording import hue
from engine.sentence import listed, say
from vision.explaining.leaf_hues import LeafLook
from vision.frame import Frame
from vision.pose import BoardNotFound
from webui.command import Reply

_LIGHTNESS = 55.0  # CIELAB, of 100: a look has hue and chroma only, as lightness changes with every lamp

_COVERED = 0.35  # of a space from which something lies on it
_FEWEST = 2  # covered spaces: a tile has three and more

_COLORS: Mapping[Surface, Color] = {leaf: Color(leaf.removeprefix("leaf.")) for leaf in LEAVES}


class LeafRequests:
    """What pages ask about the colours of leaves.

    Args:
        eyes: take the pictures.
        folder: of the profile; the boards must have been saved there.
    """

    def __init__(self, eyes: SetupEyes, folder: Path) -> None:
        self._eyes, self._folder = eyes, folder
        self._shown: frozenset[Spot] = frozenset()
        self._reminded = False
        self.handlers: Mapping[str, Callable[[Mapping[str, Any]], Reply]] = {
            "leaves": self._show,
            "leaves-away": self._away,
            "leaves-forget": self._forget,
            "simulated-tiles": self._lay,
        }

    def json(self) -> bool | None:
        """Whether tiles lie on the simulated table; None for any other camera."""
        house = self._eyes.house
        return None if house is None else house.shows_tiles

    def _show(self, body: Mapping[str, Any]) -> Reply:
        del body
        profile, frame = self._saved(), self._eyes.frame
        if frame is None:
            raise RequestError(say("The camera has taken no picture yet."))
        leaves = {**profile.leaves, **look_at_tiles(profile, frame)}
        replace(profile, leaves=leaves).save(self._folder)
        self._shown, self._reminded = covered(profile, frame) or frozenset(), False
        return Reply(True, _standing(leaves))

    def remind(self) -> None:
        """Say once that tiles which were shown still lie there, before the table takes them for pieces of a game.

        Who goes on all the same is not held up again: they may belong to a game that goes on.

        Raises:
            RequestError: they lie there, or nobody can see whether they do.
        """
        if not self._reminded:
            self._reminded = bool(self._shown)
            self._away({})
        self._shown = frozenset()

    def _away(self, body: Mapping[str, Any]) -> Reply:
        """Whether the tiles that were shown are gone; raises RequestError where they are not."""
        del body
        frame = self._eyes.frame
        if not self._shown or frame is None:
            return Reply(True)
        lying = covered(self._saved(), frame)
        if lying is None:
            raise RequestError(
                say(
                    "Nobody can see whether the tiles that you showed are gone: a hand is over the board, "
                    "or it was moved."
                )
            )
        cells = sorted(spot.cell for spot in self._shown & lying if isinstance(spot, Space))
        if len(cells) < _FEWEST:
            self._shown = frozenset()
            return Reply(True)
        raise RequestError(
            say(
                "Tiles that you showed still lie on the board ({cells}). Take them off.",
                cells=listed(list(map(str, cells))),
            )
        )

    def _forget(self, body: Mapping[str, Any]) -> Reply:
        del body
        replace(self._saved(), leaves={}).save(self._folder)
        return Reply(True, say("Forgotten. Leaves are taken for red, yellow and green until you show others."))

    def _lay(self, body: Mapping[str, Any]) -> Reply:
        house = self._eyes.house
        if house is None:
            raise RequestError(say("Only the simulated table lays tiles by itself."))
        house.clear()
        if body["lie"]:
            house.show_tiles()
        return Reply(True)

    def _saved(self) -> Profile:
        try:
            return Profile.load(self._folder)
        except ProfileError as error:
            raise RequestError(say("First save the boards: a tile is looked for where they lie.")) from error


def look_at_tiles(profile: Profile, frame: Frame) -> Leaves:
    """The looks of the tiles that lie by themselves on the boards of a profile; never empty (R12.3).

    Raises:
        RequestError: there is none, with what hinders it: a hand, boards that lie elsewhere, or no tile.
    """
    try:
        observation = detector_of(profile).glance(frame)
    except BoardNotFound as error:
        raise RequestError(_moved()) from error
    found = shown_leaves([observation])
    if found:
        return found
    if observation.hand:
        raise RequestError(say("A hand is over the board. Take it away and try again."))
    if observation.missing:
        raise RequestError(_moved())
    raise RequestError(
        say("No tile lies by itself. Lay one of 3, one of 4 and one of 5 spaces on a board, with nothing beside them.")
    )


def covered(profile: Profile, frame: Frame) -> frozenset[Spot] | None:
    """The spaces of all boards on which something lies; None where a hand or a board that lies elsewhere hides that."""
    try:
        observation = detector_of(profile).glance(frame)
    except BoardNotFound:
        return None
    if observation.hand or observation.missing:
        return None
    return frozenset(
        spot
        for seen in observation.evidence
        for spots, covers in zip(seen.spots, seen.spaces.cover, strict=True)
        for spot, cover in zip(spots, covers, strict=True)
        if spot is not None and cover > _COVERED
    )


def as_json(leaves: Leaves) -> list[Mapping[str, object]]:
    """For each colour its name in the rules, how many spaces its tiles cover, and its looks as CSS colours."""
    return [
        {"color": color.value, "spaces": color.size, "looks": [_css(look) for look in leaves.get(leaf, ())]}
        for leaf, color in _COLORS.items()
    ]


def _css(look: LeafLook) -> str:
    """A look as a colour of a screen: hue and chroma as measured, the lightness always the same."""
    turned = np.radians(look.hue_deg)
    lab = np.array([[[_LIGHTNESS, look.chroma * np.cos(turned), look.chroma * np.sin(turned)]]], np.float32)
    blue, green, red = np.clip(cv2.cvtColor(lab, cv2.COLOR_Lab2BGR)[0, 0] * 255, 0, 255).round().astype(int)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _standing(leaves: Leaves) -> str:
    """Which colours are known, and what to do about the others; one at least is known."""
    known = listed([hue(color) for leaf, color in _COLORS.items() if leaf in leaves])
    match [color for leaf, color in _COLORS.items() if leaf not in leaves]:
        case []:
            return say("All three colours of leaves are known now.")
        case [one]:
            return say(
                "Known now: {known}. Still missing: {missing}. Lay a tile of {size} spaces on a board, with nothing "
                "beside it; if one lies there already, take another.",
                known=known,
                missing=hue(one),
                size=one.size,
            )
        case [one, other]:
            return say(
                "Known now: {known}. Still missing: {missing}. Lay a tile of {size} and one of {other} spaces on a "
                "board, with nothing beside them; if such lie there already, take others.",
                known=known,
                missing=listed([hue(one), hue(other)]),
                size=one.size,
                other=other.size,
            )
        case none:
            raise AssertionError(f"a look taught no colour: {none}")


def _moved() -> str:
    return say("No board lies where it was saved. Put board and camera as they were, or save the boards anew.")
