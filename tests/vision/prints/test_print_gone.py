"""A print is gone where it could be read, the middle is foreign, and what shows there is unlike it."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from vision.measures.evidence import SpaceEvidence
from vision.prints.print_gone import clearly_gone, quite_unlike_its_print, unlike_its_print


def measured(contrast: float, likeness: float = 0.0, disc: float = 0.0) -> SpaceEvidence:
    """One space whose print has that contrast, and how its middle looks."""
    told = {"disc_contrast": contrast, "disc_likeness": likeness, "disc": disc}
    return SpaceEvidence(
        **{each.name: np.full((1, 1), told.get(each.name, 0.0), np.float32) for each in fields(SpaceEvidence)}
    )


@pytest.mark.parametrize(
    ("contrast", "likeness", "disc", "unlike", "quite"),
    [
        (2.0, 0.2, 0.5, True, True),
        (2.0, 0.5, 0.35, True, False),
        (1.2, 0.2, 0.5, False, True),
        (2.0, 0.8, 0.9, False, False),
        (2.0, 0.5, 0.24, True, False),
        (2.0, 0.2, 0.16, False, False),
        (0.9, 0.2, 0.9, False, False),
    ],
    ids=[
        "something else",
        "hardly like it",
        "a faint print",
        "the print in a shadow",
        "in the colours of the floor",
        "hardly foreign",
        "no print",
    ],
)
def test_a_faint_print_is_gone_only_where_what_shows_is_quite_unlike_it(
    contrast: float, likeness: float, disc: float, unlike: bool, quite: bool
) -> None:
    """R5.1: a token lies over a print; the fainter that is, the more must differ."""
    seen = measured(contrast, likeness, disc)
    assert (bool(unlike_its_print(seen).item()), bool(quite_unlike_its_print(seen).item())) == (unlike, quite)


@pytest.mark.parametrize(
    ("contrast", "unexplained", "gone"),
    [
        (2.0, 0.52, True),
        (2.0, 0.48, False),
        (1.5, 0.6, False),
        (1.3, 0.72, True),
        (1.3, 0.68, False),
        (1.1, 0.9, False),
    ],
)
def test_a_clear_print_is_gone_where_it_explains_next_to_nothing(
    contrast: float, unexplained: float, gone: bool
) -> None:
    """The edge of a shadow leaves as much as it hides."""
    left = np.full((1, 1), unexplained, np.float32)
    assert bool(clearly_gone(measured(contrast), left).item()) == gone
