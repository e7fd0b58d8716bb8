"""Pieces of lattices are crossings of a printed grid with steps of one space, and there are none where none is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, pairwise

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.finding.grid_seeds import APART, LIKELY, SURELY, Seed, grid_seeds, lattice_ways, shifted_onto_itself, starts
from vision.finding.lattice import Gray
from vision.frame import Frame
from vision.pose import BoardPose

SPACES = (9, 8)
UPRIGHT = np.array([[200.0, 110.0], [610.0, 130.0], [640.0, 500.0], [170.0, 480.0]])


def gray_of(frame: Frame) -> Gray:
    """Lightness as uint8."""
    return np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def off(seed: Seed, corners: NDArray[np.float64]) -> float:
    """How far a seed's crossing and the next two are from crossings of a board at most, in spaces."""
    places = np.stack([seed.place, seed.place + seed.right, seed.place + seed.down])
    units = BoardPose.from_corners(corners, SPACES).locate(places)
    whole = np.rint(units)
    steps = np.abs(whole[1:] - whole[0]).sum(axis=1)
    return float(np.abs(units - whole).max()) if (steps == 1).all() else float("inf")


@pytest.mark.parametrize(("ground", "line", "polarity"), [(60, 150, 1), (190, 90, -1)])
@pytest.mark.parametrize("finer", [1, 2])
def test_seeds_are_crossings_of_lines_of_their_tone(
    drawn: Callable[..., Frame], ground: int, line: int, polarity: int, finer: int
) -> None:
    """However fine a picture, each piece has a crossing, steps of a space to the next two, and the tone of lines."""
    corners = finer * UPRIGHT
    found = list(grid_seeds(gray_of(drawn(corners, ground=ground, line=line, frame_wh=(800 * finer, 600 * finer)))))
    assert len(found) >= 4
    assert max(off(each, corners) for each in found) < 0.1
    assert {each.polarity for each in found} == {polarity}


@pytest.mark.parametrize("degrees", range(10, 90, 15))
def test_the_likeliest_seeds_lie_on_the_board_in_any_roll(drawn: Callable[..., Frame], degrees: int) -> None:
    """Those of a table come after, and however a board lies ``right`` leads right and ``down`` clockwise of it."""
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = (np.array([[0, 0], [9, 0], [9, 8], [0, 8]]) - [4.5, 4.0]) @ turn.T * 46 + [400, 300]
    first = list(islice(grid_seeds(gray_of(drawn(corners))), 4))
    assert max(off(each, corners) for each in first) < 0.1
    for _, right, down, _ in first:
        assert right[0] >= abs(down[0]) - 1.0
        assert right[0] * down[1] - right[1] * down[0] > 0


def test_neither_a_shadow_nor_a_missing_outline_hides_seeds(drawn: Callable[..., Frame]) -> None:
    """The far half of a board in deep shadow, cut off all round within its rim, has them as the near half has."""
    gray = gray_of(drawn(UPRIGHT, noise=0.5)).astype(np.float64)
    gray[:300] *= 0.3
    hull = np.rint(UPRIGHT).astype(np.int32)
    inside = cv2.fillConvexPoly(np.zeros(gray.shape, np.uint8), hull, 1)
    found = list(grid_seeds(np.where(inside > 0, gray, 60).astype(np.uint8)))
    assert max(off(each, UPRIGHT) for each in found) < 0.1
    assert {bool(each.place[1] < 300) for each in found} == {True, False}


def lined(size: tuple[int, int], step: int) -> Gray:
    """A picture of that height and width with light lines all over, a step apart."""
    row, col = np.indices(size) % step
    noisy = np.where((row < 2) | (col < 2), 150.0, 60.0) + np.random.default_rng(3).normal(0, 2, size)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def test_what_is_seen_surely_comes_from_the_middle_outward(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where each window is a surely seen one, a window of the picture's middle comes first and its corners last."""
    monkeypatch.setattr("vision.finding.grid_seeds.seed_at", lambda thin, middle, ways: (middle, ways.score))
    (middles, scores) = zip(*grid_seeds(lined((700, 1000), 32)), strict=True)
    assert min(scores) >= SURELY
    away = [float(np.hypot(*(middle - [500, 350]))) for middle in middles]
    assert away == sorted(away)
    assert away[-1] > 2 * away[0]


def test_what_is_not_seen_surely_comes_after_the_likeliest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the window lies does not matter then: the score alone, and what is seen surely comes before."""
    gray = lined((700, 1000), 32)
    monkeypatch.setattr("vision.finding.grid_seeds.seed_at", lambda thin, middle, ways: ways.score)
    monkeypatch.setattr("vision.finding.grid_seeds.SURELY", np.inf)
    scores = list(grid_seeds(gray))
    assert scores == sorted(scores, reverse=True)
    bound = float(np.median(scores))
    monkeypatch.setattr("vision.finding.grid_seeds.SURELY", bound)
    again = list(grid_seeds(gray))
    sure = sum(score >= bound for score in scores)
    assert 0 < sure < len(scores)
    assert sorted(again[:sure], reverse=True) + again[sure:] == scores


@pytest.mark.parametrize("kind", ["even", "stripes", "small", "one pixel"])
def test_where_no_lines_cross_nothing_is_found(kind: str) -> None:
    """Even ground, stripes, and pictures smaller than a window may be have no piece of a lattice."""
    rng = np.random.default_rng(3)
    lines = np.where(np.indices((400, 600)) % 40 < 2, 190.0, 60.0)
    pictures = {
        "even": np.full((400, 600), 90.0),
        "stripes": lines[1] + rng.normal(0, 2, (400, 600)),
        "small": lines.max(axis=0)[:31],
        "one pixel": np.full((1, 1), 90.0),
    }
    assert list(grid_seeds(np.clip(pictures[kind], 0, 255).astype(np.uint8))) == []


@pytest.mark.parametrize("step", [16, 24, 40, 64, 80])
def test_a_window_repeats_itself_as_its_lattice_does(step: int) -> None:
    """The two ways are a space long and cross; with the lines of one kind alone there are none that are likely."""
    row, col = np.indices((256, 256)) % step
    ways = lattice_ways(shifted_onto_itself(((row < 2) | (col < 2)).astype(np.float32)))
    assert ways is not None
    assert ways.score >= LIKELY
    assert np.sort(np.abs([ways.one, ways.other]), axis=None) == pytest.approx([0, 0, step, step], abs=1)
    striped = lattice_ways(shifted_onto_itself((col < 2).astype(np.float32)))
    assert striped is None or striped.score < LIKELY


@pytest.mark.parametrize("length", [256, 257, 409, 600, 1100])
def test_windows_cover_a_length_to_its_ends(length: int) -> None:
    """The first begins where it does, the last ends where it does, and no two are far apart."""
    begun = list(starts(length, 256))
    assert (begun[0], begun[-1]) == (0, length - 256)
    assert all(0 < after - before <= APART * 256 + 1 for before, after in pairwise(begun))
