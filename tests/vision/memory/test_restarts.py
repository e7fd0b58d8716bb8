"""A table is seen again after a restart: nobody watched, and all that is known is what lay there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.game import Spot, Surface
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import layout, pieces
from vision.detector import Detector
from vision.finding.boardfinder import find_boards
from vision.following.follow import Follower
from vision.following.table_follower import TableFollower
from vision.observation import Observation
from vision.reference import BoardReference
from vision.tracker import Tracker

SIZE_WH = (9.0, 8.0)
PX, MARGIN = 40, 1.0
PERIOD_S = 0.1
LOOKS = 30
"""Of one picture, until it has settled."""


def observed(scene: Callable[..., Any], name: str, steps: range) -> list[Observation]:
    """What is seen of the board of a scene in some of its pictures."""
    empty = scene(name, "step_00").frame
    (pose,) = find_boards(empty, SIZE_WH)
    (board,) = layout(1)
    detector = Detector(
        [BoardReference.of_picture(board, pose, empty.pixels)],
        pieces(ANY_ANIMAL),
        TableFollower({0: Follower(pose, SIZE_WH, pose.rectify(empty.pixels, SIZE_WH, PX, MARGIN), PX, MARGIN)}),
    )
    return [detector.read(scene(name, f"step_{step:02d}").frame) for step in steps]


def watched(tracker: Tracker, observations: list[Observation]) -> dict[Spot, Surface]:
    """What is read after each of these was seen until it settled."""
    for number, observation in enumerate(observations):
        for look in range(LOOKS):
            tracker.update(replace(observation, taken_at_s=(number * LOOKS + look) * PERIOD_S))
    return {spot: reading.surface for spot, reading in tracker.settled.readings.items()}


@pytest.mark.parametrize("step", [3, 5, 7])
def test_who_is_told_what_lies_there_reads_on_as_who_has_watched(scene: Callable[..., Any], step: int) -> None:
    """What was there is read again, and what is laid next as well."""
    seen = observed(scene, "easy_301", range(step + 2))
    there, then = watched(Tracker(), seen[:-1]), watched(Tracker(), seen)
    for pictures, read in ((seen[step : step + 1], there), (seen[step:], then)):
        told = Tracker()
        told.commit(there)
        assert watched(told, pictures) == read
    assert then != there
