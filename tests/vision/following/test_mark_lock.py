"""How much of a print must agree for a board to be known by it."""

from __future__ import annotations

import pytest

from vision.following.mark_lock import is_told


@pytest.mark.parametrize(
    ("share", "rival", "told"),
    [
        (0.13, 0.05, True),  # much is covered, and little agrees elsewhere
        (0.13, 0.08, False),
        (0.08, 0.01, False),  # so much agrees on another board
        (0.88, 0.54, True),  # the shadow of blinds agrees nearly everywhere
        (0.60, 0.54, False),
        (0.45, 0.24, False),
    ],
)
def test_a_board_is_told_by_much_more_of_its_print_than_anywhere_else(share: float, rival: float, told: bool) -> None:
    """Twice as much, or a quarter of all of it more."""
    assert is_told(share, rival) == told
