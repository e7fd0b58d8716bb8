"""A shadow comes from somewhere and keeps what is printed: what fills one space alone is no shadow."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from vision.explaining.floor_costs import floor_costs
from vision.explaining.shade_alone import is_no_shadow
from vision.measures.evidence import SpaceEvidence

COVER = {"#": 0.95, "/": 0.3, ".": 0.04, "s": 0.95}
"""Something in question, ground that is touched, ground that is not, and a piece that lies there."""

MIDDLE = ("...", ".#.", "...")


def seen_as(*rows: str, texture: float = 3.0, likeness: float = 0.1) -> SpaceEvidence:
    """A part of a board, drawn as ``COVER`` has it: all that lies there is as dark as the floor in a shadow."""
    cover = np.array([[COVER[sign] for sign in row] for row in rows], np.float32)
    asked = np.array([[sign == "#" for sign in row] for row in rows])
    every = {
        field.name: np.zeros((*cover.shape, 4) if field.name.startswith("side_") else cover.shape, np.float32)
        for field in fields(SpaceEvidence)
    }
    every["cover"] = every["disc"] = every["ring"] = cover
    every["shade_cover"] = every["shade_disc"] = every["shade_ring"] = np.full_like(cover, 0.1)
    every["texture"] = np.where(asked, np.float32(texture), np.float32(0.4))
    every["likeness"] = np.where(asked, np.float32(likeness), np.float32(0.95))
    return SpaceEvidence(**every)


@pytest.mark.parametrize(
    ("rows", "alone"),
    [
        (MIDDLE, True),
        (("#..", "...", "..."), True),
        (("s..", "#..", "s.."), False),
        (("...", "s#.", "..."), True),
        (("./.", ".#.", "..."), False),
        (("...", ".#/", "..."), False),
        (("sss", "s#.", "sss"), False),
    ],
    ids=["alone", "in a corner", "between pieces at the rim", "beside a piece", "touched", "aside", "in a bay"],
)
def test_what_leaves_the_ground_beside_it_as_it_was_is_no_shadow(rows: tuple[str, ...], alone: bool) -> None:
    """It has ground on two sides at least on which nothing has changed, and none of which a part has."""
    seen = seen_as(*rows)
    where = np.array([[sign == "#" for sign in row] for row in rows])
    assert is_no_shadow(seen).tolist() == (where & alone).tolist()


@pytest.mark.parametrize("kept", [{"likeness": 0.6}, {"texture": 1.0}], ids=["the print", "no structure of its own"])
def test_what_keeps_the_print_or_adds_nothing_may_be_a_shadow(kept: dict[str, float]) -> None:
    """The shadow of something that hangs over the board may fall on one space."""
    assert not is_no_shadow(seen_as(*MIDDLE, **kept)).any()


def test_what_fills_a_part_of_a_space_may_be_a_shadow() -> None:
    """That of a piece beside it does."""
    assert not is_no_shadow(seen_as("...", "./.", "...")).any()


def test_no_shadow_explains_it_as_floor() -> None:
    """Beside something the same colour may be that thing's shadow on even ground, which leaves a doubt."""
    alone, beside = (floor_costs(seen_as(*rows)).costs[1, 1] for rows in (MIDDLE, ("./.", ".#.", "...")))
    assert alone == 8.0
    assert beside < 5.0
