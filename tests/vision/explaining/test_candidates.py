"""Every way in which a piece could lie on a board: what is left out beforehand could lie nowhere."""

from __future__ import annotations

import numpy as np
import pytest

from engine.game import PieceKind, Surface
from engine.grid import Grid
from engine.polyomino import marked_free_polyominoes
from vision.explaining import candidates as module
from vision.explaining.candidates import NEVER, PieceCosts, candidates
from vision.explaining.palette import SharedHue

GRID = Grid(5, 6)
KIND = PieceKind("leaf", Surface("leaf"), marked_free_polyominoes(4), frozenset({Surface("floor")}), Surface("hole"))


@pytest.mark.parametrize("hued", [False, True])
def test_no_candidate_is_left_out_beforehand(monkeypatch: pytest.MonkeyPatch, hued: bool) -> None:
    """Placements that are not looked at closely would not have explained their cells better than leaving them."""
    random = np.random.default_rng(5)
    for _ in range(10):
        body, mark, capped, stay = (random.uniform(0.0, 8.0, 30) for _ in range(4))
        off, weight = random.uniform(-40.0, 40.0, 30), random.uniform(0.001, 0.01, 30)
        paid = np.minimum(0.5 * off**2 * weight, body)
        hue = SharedHue(off, weight, 0.002, paid, paid) if hued else None
        body[random.random(30) < 0.2] = NEVER
        costs = PieceCosts(body, mark + 1.0, capped + 1.0, random.uniform(-0.8, 1.5, 60), hue)
        least = np.minimum.reduce([stay, mark, np.minimum(body, 8.0)])
        found = candidates(KIND, GRID, costs, stay, least, 10.0)
        with monkeypatch.context() as patched:
            patched.setattr(module, "_may_explain", lambda placements, numbers, *rest: np.ones(len(numbers), np.bool_))
            every = candidates(KIND, GRID, costs, stay, least, 10.0)
        assert found == every
        assert found
