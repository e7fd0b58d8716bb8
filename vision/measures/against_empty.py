"""What a picture of a board shows that the empty board does not, and what is in the way, in the light that fits."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from vision.measures.board_picture import BoardPicture
from vision.measures.color import Change, Light, compare
from vision.measures.occlusion import Occlusion, find_occlusion
from vision.measures.uneven_light import light_in_bands, light_under_shadows


class Differing(NamedTuple):
    """The light between a picture of a board and that of the empty one, what differs, and what is in the way."""

    light: Light
    change: Change
    occlusion: Occlusion


def against_empty(
    picture: BoardPicture, empty: BoardPicture, light: Light, noise: float, size_wh: tuple[float, float]
) -> Differing:
    """Compare a picture with that of the empty board.

    A shadow that fell on a part of the board is taken for light, but not under a hand: what lies in the shadow of that
    is not read. Where it darkens the rim it is told as a shadow all the same. What is no hand in light with bands, both
    lighter and darker ones, is none.

    Args:
        picture: the rectified picture.
        empty: that of the empty board.
        light: what ``vision.measures.uneven_light.light_between`` says of the two.
        noise: of the picture, in grey levels.
        size_wh: of the board in spaces.
    """
    found = _in_light(picture, empty, light, noise, size_wh)
    uneven = light_in_bands if found.occlusion.hand else light_under_shadows
    even = uneven(light, picture, empty)
    if even is light:
        return found
    without = _in_light(picture, empty, even, noise, size_wh)
    if without.occlusion.hand:
        return found
    return without._replace(occlusion=replace(without.occlusion, shadow=found.occlusion.shadow))


def _in_light(
    picture: BoardPicture, empty: BoardPicture, light: Light, noise: float, size_wh: tuple[float, float]
) -> Differing:
    change = compare(picture, empty, light, noise)
    return Differing(light, change, find_occlusion(change, size_wh, picture, empty, noise))
