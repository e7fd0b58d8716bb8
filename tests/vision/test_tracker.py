"""When a table is settled and what then lies on it, over rendered sequences shown in simulated time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.game import Surface
from engine.grid import Cell, Space
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import layout, pieces
from vision.detector import Detector
from vision.explaining.palette import Palette
from vision.frame import Frame
from vision.memory import board_tracker
from vision.memory.explained_anew import explained
from vision.observation import BoardSight, Observation
from vision.pose import BoardPose, Lens
from vision.reference import BoardReference
from vision.tracker import Tracker

SIZE = (9.0, 8.0)


def true_pose(truth: dict[str, Any]) -> BoardPose:
    """The first board's pose under the true lens."""
    lens = Lens(np.array(truth["camera"]["K"]), np.array(truth["camera"]["dist"]))
    return BoardPose.from_corners(truth["boards"][0]["grid_corners_px"], SIZE, lens)


class Show:
    """Shows pictures of one scene to a detector and a tracker, ten a second."""

    def __init__(self, load: Any, name: str, empty: str, window_s: float = 0.4) -> None:
        self._load, self._name = load, name
        first = load(name, empty)
        reference = BoardReference.of_picture(layout(1)[0], true_pose(first.truth), first.frame.pixels)
        self._detector = Detector([reference], pieces(ANY_ANIMAL), self)
        self.tracker = Tracker(window_s)
        self.clock_s = 0.0
        self._pose = reference.pose

    def locate(self, frame: Frame) -> Sequence[BoardSight]:
        """The true pose of the picture on show."""
        return (BoardSight(0, self._pose),)

    @property
    def others(self) -> frozenset[int]:
        """All boards are those that were measured."""
        return frozenset()

    def observe(self, step: str) -> Observation:
        """One picture, read."""
        shown = self._load(self._name, step)
        self._pose = true_pose(shown.truth)
        return self._detector.read(Frame(shown.frame.pixels, self.clock_s, 0))

    def show(self, step: str, seconds: float = 1.5) -> list[Any]:
        """What the tracker answers while a picture is shown."""
        observation, answers = self.observe(step), []
        for _ in range(round(seconds * 10)):
            answers.append(self.tracker.update(replace(observation, taken_at_s=self.clock_s)))
            self.clock_s += 0.1
        return answers

    def surfaces(self) -> dict[str, str]:
        """What is settled, without the empty spaces."""
        return {
            str(spot.cell): str(reading.surface)
            for spot, reading in self.tracker.settled.readings.items()
            if isinstance(spot, Space) and reading.surface != "floor"
        }


def truth_of(load: Any, name: str, step: str) -> dict[str, str]:
    """What truly lies on the first board, without the empty spaces."""
    found = {}
    for row, cells in enumerate(load(name, step).truth["boards"][0]["cells"]):
        for col, cell in enumerate(cells):
            state = {"hole+token": "token"}.get(cell["state"], cell["state"])
            if state == "leaf":
                state = "leaf." + {"orange": "yellow"}.get(cell["colour"], cell["colour"])
            if state != "empty":
                found[str(Cell(row, col))] = state
    return found


def families(surfaces: dict[str, str]) -> dict[str, str]:
    """Tokens of any kind as tokens."""
    return {spot: "token" if name.startswith("token") else name for spot, name in surfaces.items()}


def test_a_whole_sequence_is_followed_without_an_error(scene: Any) -> None:
    """Leaves, tokens, squirrels and animals laid one after the other are all read, hands in between change nothing."""
    show = Show(scene, "normal_302_cards", "step_00")
    show.show("step_00")
    for step in range(1, 9):
        before = show.surfaces()
        show.show(f"step_0{step}_hand")
        if step < 8:  # in the last of them the hand has left the board
            assert show.surfaces() == before
        answers = show.show(f"step_0{step}")
        assert answers[-1] is not None
        assert families(show.surfaces()) == truth_of(scene, "normal_302_cards", f"step_0{step}")


def test_animals_are_told_from_tokens_by_what_lay_there(scene: Any) -> None:
    """In a sequence with animals every spot is right after each step."""
    show = Show(scene, "easy_301", "step_00")
    for step in range(9):
        show.show(f"step_0{step}", 1.2)
        assert families(show.surfaces()) == truth_of(scene, "easy_301", f"step_0{step}")


def test_the_tile_that_was_laid_is_named(scene: Any) -> None:
    """A new leaf is sighted as one piece with its cells and its hole."""
    show = Show(scene, "easy_301", "step_00")
    show.show("step_00")
    show.show("step_01")
    (sighting,) = show.tracker.settled.sightings
    (truth,) = scene("easy_301", "step_01").truth["boards"][0]["pieces"]
    assert sighting.surface == "leaf." + truth["colour"]
    assert sighting.spots == {Space(0, Cell(row, col)) for col, row in truth["cells"]}
    assert sighting.mark == Space(0, Cell(truth["hole"][1], truth["hole"][0]))
    assert sighting.confidence > 0.9


def test_a_table_is_settled_after_two_windows(scene: Any) -> None:
    """Nothing is said before a second window of the same length has confirmed the first."""
    show = Show(scene, "easy_301", "step_00", window_s=0.4)
    answers = show.show("step_01", 1.5)
    first = next(index for index, answer in enumerate(answers) if answer is not None)
    assert 0.8 <= first * 0.1 <= 1.0
    assert all(answer is not None for answer in answers[first:])
    assert show.tracker.status == "settled"


def test_the_window_is_measured_in_seconds(scene: Any) -> None:
    """A slow camera does not settle earlier, and a window of one picture is none."""
    show = Show(scene, "easy_301", "step_00", window_s=0.4)
    observation = show.observe("step_01")
    answers = [show.tracker.update(replace(observation, taken_at_s=float(second))) for second in range(6)]
    assert answers[1] is None
    assert answers[-1] is not None


@pytest.mark.parametrize(
    ("name", "empty", "step"), [("easy_301", "step_00", "step_02_hand"), ("hard_305", "empty", "step_04_hand")]
)
def test_a_hand_that_keeps_still_is_no_event(scene: Any, name: str, empty: str, step: str) -> None:
    """However long the same picture of a hand is shown, nothing settles."""
    show = Show(scene, name, empty)
    assert show.show(step, 10.0) == [None] * 100
    assert show.tracker.status == "hand"


def test_pictures_that_alternate_never_settle(scene: Any) -> None:
    """A piece that comes and goes faster than a window is not believed."""
    show = Show(scene, "easy_301", "step_00")
    show.show("step_00")
    for _ in range(6):
        assert show.show("step_01", 0.3) == [None] * 3
        assert show.show("step_00", 0.3) == [None] * 3
    assert show.surfaces() == {}


def test_a_lifted_tile_is_seen_as_lifted(scene: Any) -> None:
    """Where a tile was taken away the floor is back, and its sighting is gone."""
    show = Show(scene, "easy_301", "step_00")
    show.show("step_00")
    show.show("step_02")
    show.show("step_01")
    assert families(show.surfaces()) == truth_of(scene, "easy_301", "step_01")
    assert len(show.tracker.settled.sightings) == 1


def test_what_is_committed_counts_on_a_board_not_seen_before(scene: Any) -> None:
    """After a restart the committed view tells an animal from anything else of its colour."""
    show = Show(scene, "easy_301", "step_00")
    known = {Space(0, Cell(row, col)): Surface("floor") for row in range(8) for col in range(9)}
    for name, surface in truth_of(scene, "easy_301", "step_08").items():
        known[Space(0, Cell.parse(name))] = Surface(surface)
    show.tracker.commit(known)
    show.show("step_08")
    assert families(show.surfaces()) == truth_of(scene, "easy_301", "step_08")


@pytest.mark.parametrize("right", [True, False])
def test_leaves_that_are_known_after_a_restart_tell_how_they_look_now(
    scene: Any, monkeypatch: pytest.MonkeyPatch, right: bool
) -> None:
    """So the next tile is held against those that lie there. What is known of a game that is over tells nothing."""
    used: list[Palette] = []

    def recorded(*given: Any) -> Any:
        used.append(given[3])
        return explained(*given)

    monkeypatch.setattr(board_tracker, "explained", recorded)
    show = Show(scene, "easy_301", "step_00")
    known = {Space(0, Cell(row, col)): Surface("floor") for row in range(8) for col in range(9)}
    lies = truth_of(scene, "easy_301", "step_06")
    bare = next(spot for spot in known if str(spot.cell) not in lies)
    known |= {Space(0, Cell.parse(name)): Surface(surface) for name, surface in lies.items()}
    if not right:
        known[bare] = Surface("leaf.yellow")
    show.tracker.commit(known)
    show.show("step_06")
    show.show("step_07")
    leaves = {Surface(name) for name in lies.values() if name.startswith("leaf.")}
    assert leaves
    assert not any(used[0].hues.knows(leaf) for leaf in leaves)
    assert all(used[-1].hues.knows(leaf) == right for leaf in leaves)
    assert not used[-1].hues.knows(Surface("leaf.yellow"))


def test_a_board_out_of_sight_is_searched_for(scene: Any) -> None:
    """While a seat's board is missing nothing is settled."""
    show = Show(scene, "easy_301", "step_00")
    observation = replace(show.observe("step_01"), missing=frozenset({0}))
    assert show.tracker.update(observation) is None
    assert show.tracker.status == "searching"


@pytest.mark.parametrize(("window_s", "least"), [(0.0, 2), (-1.0, 2), (0.4, 0)])
def test_a_window_has_a_length_and_a_picture(window_s: float, least: int) -> None:
    """Windows that would settle at once are refused."""
    with pytest.raises(ValueError, match="window"):
        Tracker(window_s, least)
