"""What noise alone makes of bare spaces is measured on those that are bare, and what is more stands out of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from device.eyes import detector_of
from device.simulation.pieces import Kind, Piece
from engine.grid import Cell
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout, pieces
from tests.drawn_tables import calibrated_again, drawn_table
from vision.doubt.doubtful_ground import partly_foreign
from vision.explaining.palette import Palette
from vision.frame import Frame, Pixels
from vision.measures.evidence import SpaceEvidence
from vision.measures.picture_noise import foreign_by_noise, made_by_noise, without_noise
from vision.reading import read_board
from vision.roles import Roles

ROLES = Roles.of(pieces(ANY_ANIMAL))
SIZE = 8, 9
Shares = np.ndarray[tuple[int, ...], np.dtype[np.float32]]


@given(arrays(np.float32, SIZE, elements=st.floats(0, 0.46875, width=32)), st.integers(0, 71))
def test_what_is_covered_says_nothing_about_noise(share: Shares, covered: int) -> None:
    """However many tiles lie there, only bare spaces count, and a few of those may be half covered."""
    share.reshape(-1)[:covered] = 1.0
    bare = share.reshape(-1)[covered:]
    assert foreign_by_noise(share) == foreign_by_noise(bare)
    if len(bare) >= 8:
        assert foreign_by_noise(bare) >= float(np.median(bare))
    assert foreign_by_noise(bare[:7]) == 0.0


def test_in_noise_a_part_is_foreign_that_is_more_so_than_the_rest(seen_tile: Callable[..., tuple[object, ...]]) -> None:
    """By candlelight a quarter of every bare space looks foreign: a quarter more says that something lies there."""
    seen = seen_tile()[2]
    assert isinstance(seen, SpaceEvidence)
    noisy = replace(seen, cover=np.full(SIZE, 0.28, np.float32), shade_cover=np.full(SIZE, 0.22, np.float32))
    noisy.cover[3, 4], noisy.shade_cover[3, 4] = 0.55, 0.45
    assert np.argwhere(partly_foreign(noisy)).tolist() == [[3, 4]]
    clean = replace(seen, cover=np.full(SIZE, 0.05, np.float32), shade_cover=np.full(SIZE, 0.03, np.float32))
    clean.cover[3, 4], clean.shade_cover[3, 4] = 0.28, 0.22
    assert np.argwhere(partly_foreign(clean)).tolist() == [[3, 4]]


def test_a_crooked_tile_in_a_smeared_picture_leaves_the_far_ground_read() -> None:
    """Doubt goes from a tile to the ground beside it, not from space to space over a board that is all noise."""
    table = drawn_table([demo_floors()[0].rows], 11)
    corners = table.corners_px(0)
    empty = table.picture()
    profile = calibrated_again(Frame(empty, 0.0, 0), layout(1), corners_px=corners).profile
    cells = tuple(map(Cell.parse, ("c2", "b2", "b3")))
    table.lay(Piece("tile", Kind.LEAF, 0, "green", cells, cells[0], (0.3, 0.3), 8.0))
    seen = detector_of(profile).read(Frame(smeared(table.picture(), 5.0), 0.0, 0))
    (board,) = seen.evidence
    assert np.median(board.spaces.cover) > 0.15
    unread = {spot.cell for row in board.spots for spot in row if spot is not None and spot not in seen.readings}
    assert unread
    assert {cell for cell in unread if cell.row > 4 or cell.col > 4} == set()


@pytest.mark.parametrize("made", [0.0, 0.2, 0.4])
def test_noise_all_over_a_board_changes_nothing_of_what_is_read(made: float) -> None:
    """What is as foreign everywhere says nothing of any space: tiles stand out of it, and the floor is bare."""
    table = drawn_table([demo_floors()[0].rows], 11)
    profile = calibrated_again(Frame(table.picture(), 0.0, 0), layout(1), corners_px=table.corners_px(0)).profile
    cells = tuple(map(Cell.parse, ("c2", "b2", "b3", "b4")))
    table.lay(Piece("tile", Kind.LEAF, 0, "yellow", cells, cells[0], (0.1, 0.05), 2.0))
    (clean,) = detector_of(profile).read(Frame(table.picture(), 0.0, 0)).evidence
    plain = clean.spaces
    raised = {name: made + (1 - made) * getattr(plain, name) for name in ("cover", "ring", "shade_cover", "shade_ring")}
    noisy = replace(clean, measuring=lambda: replace(plain, **raised))
    spots = [spot for row in clean.spots for spot in row if spot is not None]
    then, now = (read_board(seen, ROLES, Palette(), {}, spots).readings for seen in (clean, noisy))
    assert len(then) == len(spots)
    for spot, reading in then.items():
        assert now[spot].surface == reading.surface
        assert now[spot].confidence == pytest.approx(reading.confidence, abs=0.001)


@given(arrays(np.float32, SIZE, elements=st.floats(0.125, 1, width=32)))
def test_what_noise_made_is_taken_off_every_space_alike(share: Shares) -> None:
    """A wholly foreign space remains one, none is less than bare, and their order stays."""
    seen = replace(measures(), cover=share, ring=share, shade_cover=share)
    cleared = without_noise(seen)
    assert (cleared is seen) == (made_by_noise(seen) == 0.0)
    assert float(cleared.cover.min()) >= 0.0
    assert np.allclose(cleared.cover[share == 1], 1.0)
    assert np.all(np.diff(cleared.cover.reshape(-1)[np.argsort(share, axis=None)]) >= 0)
    assert np.allclose(cleared.ring, cleared.cover)
    assert np.array_equal(cleared.disc, seen.disc)


@pytest.mark.parametrize(("cover", "shade_cover"), [(0.09, 0.09), (0.4, 0.05)], ids=["common light", "a shadow"])
def test_what_is_not_noise_stays(cover: float, shade_cover: float) -> None:
    """Half a board in a hand's shadow looks foreign as well, but only in lightness."""
    evenly = [np.full(SIZE, share, np.float32) for share in (cover, shade_cover)]
    seen = replace(measures(), cover=evenly[0], shade_cover=evenly[1])
    assert without_noise(seen) is seen


def measures() -> SpaceEvidence:
    """Measures of which none is foreign."""
    nothing = np.zeros(SIZE, np.float32)
    return SpaceEvidence(**dict.fromkeys((each.name for each in fields(SpaceEvidence)), nothing))


def smeared(pixels: Pixels, deviation: float) -> Pixels:
    """The picture with noise that a camera has smoothed, of this standard deviation in grey levels."""
    noise = cv2.GaussianBlur(np.random.default_rng(5).normal(0, 1, pixels.shape), (0, 0), 2.0)
    return np.clip(np.rint(pixels + noise / noise.std() * deviation), 0, 255).astype(np.uint8)
