"""How well colours are told apart: from what was read surely, with a verdict and what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from calibration.capture import calibrate
from calibration.color_separation import findings, samples_of, separation
from calibration.glare import glare_map, glare_rows
from calibration.report import Verdict, board_json, draw, with_findings
from device.eyes import detector_of
from engine.indian_summer.viewing import layout
from vision.frame import Frame
from vision.observation import Observation

Load = Callable[[str, str], tuple[Frame, list[dict[str, Any]]]]


def seen(picture: Load, washed: float = 0.0) -> Observation:
    """A table with leaves of every colour, the colours washed out by a share."""

    def wash(frame: Frame) -> Frame:
        grey = frame.pixels.mean(axis=2, keepdims=True)
        return Frame((frame.pixels * (1 - washed) + grey * washed).astype(np.uint8), frame.taken_at_s, frame.seq)

    frame, truth = picture("normal_302_cards", "step_00")
    corners = np.array(truth[0]["grid_corners_px"])
    profile = calibrate(wash(frame), layout(1), corners_px=corners).profile
    return detector_of(profile).read(wash(picture("normal_302_cards", "step_08")[0]))


def test_the_colors_of_a_table_are_told_apart(picture: Load) -> None:
    """In fair light all pairs of leaf colours have a finding that is not poor, and so has what lies beside them."""
    report = {finding.name: finding for finding in findings(samples_of([seen(picture)]))}
    assert {"color green-yellow", "color green-red", "color yellow-red"} <= report.keys()
    assert any(name.endswith("-floor") for name in report)
    for finding in report.values():
        assert finding.verdict is not Verdict.POOR, finding


def test_washed_out_colors_are_less_apart(picture: Load) -> None:
    """Under a light that takes the colours away the figures fall."""
    plain, washed = (
        {f.name: f.value for f in findings(samples_of([seen(picture, share)])) if f.value} for share in (0.0, 0.5)
    )
    pairs = {"color green-yellow", "color green-red", "color yellow-red"}
    assert pairs <= washed.keys()
    assert [name for name in sorted(pairs) if washed[name] >= plain[name]] == []


@pytest.mark.parametrize(("apart", "verdict"), [(40.0, Verdict.GOOD), (13.0, Verdict.FAIR), (3.0, Verdict.POOR)])
def test_the_verdict_follows_the_distance(apart: float, verdict: Verdict) -> None:
    """Two groups of the same spread: the farther, the better."""
    rng = np.random.default_rng(2)
    one = rng.normal(0, 2.5, (60, 3))
    other = rng.normal(0, 2.5, (60, 3)) + np.array([apart, 0.0, 0.0])
    samples = {"leaf.yellow": one, "leaf.red": other, "leaf.green": one + 500}
    report = {finding.name: finding for finding in findings(samples)}
    assert report["color yellow-red"].verdict is verdict
    assert separation(one, one) == 0


def test_glare_is_mapped_and_drawn(picture: Load) -> None:
    """A space that mirrors a lamp is in the map, in the JSON form and crossed out in the picture."""
    frame, truth = picture("easy_301", "step_00")
    corners = np.array(truth[0]["grid_corners_px"])
    plain = calibrate(frame, [(9.0, 8.0)], corners_px=corners)
    board = plain.profile.boards[0]
    x, y = board.pose.project([[4.5, 2.5]])[0]
    ys, xs = np.mgrid[: frame.pixels.shape[0], : frame.pixels.shape[1]]
    spot = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * 40.0**2))[..., None]
    lit = Frame(np.clip(frame.pixels + 260 * spot, 0, 255).astype(np.uint8), 0.0, 0)
    mirrored = calibrate(lit, [(9.0, 8.0)], corners_px=corners)
    board = mirrored.profile.boards[0]
    assert glare_map(board)[2, 4]
    assert glare_rows(board)[2][4] == "#"
    assert board_json(board)["glare"] == list(glare_rows(board))
    assert glare_rows(plain.profile.boards[0]) == (".........",) * 8
    at = int(y), int(x)
    assert not np.array_equal(draw(lit, mirrored)[at], draw(lit, plain)[at])


def test_the_findings_stand_below_the_picture(picture: Load) -> None:
    """The picture stays as it is; below it there is a strip with something in it, more for more findings."""
    frame, truth = picture("easy_301", "step_00")
    calibration = calibrate(frame, [(9.0, 8.0)], corners_px=np.array(truth[0]["grid_corners_px"]))
    height = frame.pixels.shape[0]
    with_all = with_findings(frame.pixels, calibration.report)
    np.testing.assert_array_equal(with_all[:height], frame.pixels)
    assert len(np.unique(with_all[height:])) > 10
    assert len(with_findings(frame.pixels, calibration.report[:2])) < len(with_all)
