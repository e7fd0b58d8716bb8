"""A hand that rests beside a board keeps only what it could disturb from being read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from device.eyes import detector_of
from device.simulation.pieces import Kind, Piece
from engine.game import Reading, Spot, Surface
from engine.grid import Cell, Space
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from tests.drawn_tables import calibrated_again, drawn_table
from vision.detector import Detector
from vision.frame import Frame, Pixels
from vision.measures.evidence import BoardEvidence
from vision.memory.beside import find_beside, undisturbed
from vision.observation import Observation
from vision.reading import BoardReading
from vision.reference import MARGIN_SPACES, PX_PER_SPACE
from vision.roles import FLOOR
from vision.tracker import Tracker

AT_RIM = Piece("first", Kind.LEAF, 0, "green", (Cell(3, 0), Cell(4, 0), Cell(4, 1)), Cell(3, 0))
FAR = Piece("far", Kind.LEAF, 0, "green", (Cell(1, 5), Cell(1, 6), Cell(2, 6)), Cell(1, 6))
NEAR = Piece("near", Kind.LEAF, 0, "green", (Cell(5, 0), Cell(6, 0), Cell(6, 1)), Cell(6, 0))
FINGER = -0.02, (3.3, 4.4)  # up to the grid and against the piece at the rim
OVER = 0.6, (3.3, 4.4)
LONG_S = 25.0

Finger = tuple[float, tuple[float, float]] | tuple[float, tuple[float, float], float, tuple[int, int, int]]
"""How far it comes and between which rows; then whence, and its colour."""


class Table:
    """A simulated board under a tracker's eyes, with a piece at its rim."""

    def __init__(self, over_rim: Callable[..., Pixels], at_set_up: Finger | None = None) -> None:
        self.simulator = drawn_table([demo_floors()[0].rows], 5)
        self._over_rim = over_rim
        corners = [self.simulator.corners_px(0)]
        profile = calibrated_again(Frame(self._picture(at_set_up), 0.0, 0), layout(1), corners_px=corners).profile
        self._detector: Detector = detector_of(profile)
        self.tracker, self._seq, self._now_s = Tracker(), 0, 0.0
        self.show(at_set_up, hand=False)
        self.simulator.lay(AT_RIM)
        self.show(at_set_up, hand=False)

    def _picture(self, *fingers: Finger | None) -> Pixels:
        pixels = self.simulator.picture()
        for finger in fingers:
            if finger is not None:
                pixels = self._over_rim(pixels, self.simulator.corners_px(0), *finger)
        return pixels

    def show(self, *fingers: Finger | None, hand: bool | None = None, seconds: float = 2.0) -> bool:
        """One picture for a while, with fingers that come so far or none; whether the board settles.

        ``hand`` is whether the detector must see one; it must see fingers if nothing is said.
        """
        self._seq += 1
        seen = self._detector.read(Frame(self._picture(*fingers), self._now_s, self._seq))
        assert seen.boards[0].hand == (fingers not in {(), (None,)} if hand is None else hand)
        for step in range(round(10 * seconds)):
            self.tracker.update(replace(seen, taken_at_s=self._now_s + 0.1 * step))
        self._now_s += seconds
        return self.tracker.status == "settled"

    def evidence(self, *fingers: Finger) -> BoardEvidence:
        """What is measured in a picture with these fingers."""
        self._seq += 1
        return self._detector.glance(Frame(self._picture(*fingers), self._now_s, self._seq)).evidence[0]

    def read(self, piece: Piece) -> list[str]:
        """What is known to lie where a piece does, ? where nothing is."""
        found = (self.tracker.settled.readings.get(Space(0, cell)) for cell in piece.cells)
        return ["?" if reading is None else str(reading.surface) for reading in found]


@pytest.fixture
def table(over_rim: Callable[..., Pixels]) -> Table:
    """A table of its own for every test."""
    return Table(over_rim)


def test_a_finger_beside_a_piece_does_not_keep_the_rest_from_being_read(table: Table) -> None:
    """It lies on the rim against a piece that lay there before; what was laid elsewhere is read all the same."""
    table.simulator.lay(FAR)
    assert table.show(FINGER)
    assert table.read(FAR) == ["leaf.green", "hole", "leaf.green"]
    assert set(table.read(AT_RIM)) <= {"leaf.green", "hole", "?"}


def test_a_finger_over_a_piece_is_a_hand(table: Table) -> None:
    """As soon as it reaches over the grid nothing is read, wherever something was laid."""
    table.simulator.lay(FAR)
    assert not table.show(OVER)
    assert table.tracker.status == "hand"
    assert table.read(FAR) == ["floor"] * 3


def test_what_lies_by_a_hand_that_looks_like_the_rim_may_still_be_held(table: Table) -> None:
    """All that tells of it are the lines of the rim that are gone: what lies near those waits, and nothing else."""
    seen, then = table.evidence(), table.evidence()
    none = find_beside(seen, then.picture, None)
    assert none is not None
    assert not none.near
    lost = np.zeros(seen.change.plain.shape, np.bool_)
    lost[round(5.8 * PX_PER_SPACE) : round(7.8 * PX_PER_SPACE), : round(MARGIN_SPACES * PX_PER_SPACE)] = True
    there = replace(seen, occlusion=replace(seen.occlusion, lost=lost))
    found = find_beside(there, then.picture, None)
    assert found is not None
    assert set(NEAR.cells) & {spot.cell for spot in found.near}
    assert not set(FAR.cells) & {spot.cell for spot in found.near}


def test_a_piece_that_a_finger_touches_is_its_own(table: Table) -> None:
    """A new piece against the finger on the rim may still be held: it is no event before the finger has gone."""
    table.simulator.lay(NEAR)
    assert not table.show((-0.02, (5.2, 6.6)))
    assert table.read(NEAR) == ["floor"] * 3
    assert table.show()
    assert table.read(NEAR) == ["leaf.green", "hole", "leaf.green"]


def test_a_piece_next_to_a_finger_waits_until_it_has_gone(table: Table) -> None:
    """Nothing new is believed beside what is in the finger's shadow, and what waits is told by nobody meanwhile."""
    table.simulator.lay(NEAR)
    assert table.show((-0.02, (3.0, 4.8)))
    assert "leaf.green" not in table.read(NEAR)
    table.tracker.commit({Space(0, cell): FLOOR for cell in NEAR.cells})
    assert table.show()
    assert table.read(NEAR) == ["leaf.green", "hole", "leaf.green"]


def test_what_stays_across_the_rim_is_read_past(table: Table) -> None:
    """A rulebook over the edge: what is laid far from it is read while it lies there, what it covers is not."""
    table.simulator.lay(FAR)
    assert not table.show(OVER)
    assert table.show(OVER, seconds=LONG_S)
    assert table.tracker.lies_across(0)
    assert not table.tracker.was_covered(0)
    assert table.read(FAR) == ["leaf.green", "hole", "leaf.green"]
    assert "leaf.green" not in table.read(NEAR)
    assert {Space(0, Cell(row, 0)) for row in (3, 4)}.isdisjoint(
        spot for spot, reading in table.tracker.settled.readings.items() if reading.surface == FLOOR
    )


def test_a_hand_beside_what_stays_is_a_hand(table: Table) -> None:
    """While something lies at one place of the rim nothing is read with a finger over another, and at once without."""
    table.show(OVER, seconds=LONG_S)
    table.simulator.lay(FAR)
    assert not table.show(OVER, (1.6, (6.0, 7.0)))
    assert table.tracker.status == "hand"
    assert table.show(OVER)
    assert table.read(FAR) == ["leaf.green", "hole", "leaf.green"]


def test_what_lies_beside_what_stays_can_be_told(table: Table) -> None:
    """Nobody waits for a rulebook to go: what somebody says of the spots beside it counts, and is seen when it goes."""
    table.simulator.lay(NEAR)
    assert table.show((0.6, (3.3, 5.6)), seconds=LONG_S)
    assert "leaf.green" not in table.read(NEAR)
    lies = zip(NEAR.cells, ("leaf.green", "hole", "leaf.green"), strict=True)
    table.tracker.commit({Space(0, cell): Surface(surface) for cell, surface in lies})
    assert table.show()
    assert not table.tracker.lies_across(0)
    assert table.read(NEAR) == ["leaf.green", "hole", "leaf.green"]


def test_a_finger_in_the_picture_of_the_empty_board_does_not_end_the_game(over_rim: Callable[..., Pixels]) -> None:
    """When it has gone it seems to lie across the rim for ever: all that it did not reach is read, and at once."""
    table = Table(over_rim, at_set_up=OVER)
    table.simulator.lay(FAR)
    assert table.show(hand=True)
    assert table.tracker.was_covered(0)
    assert table.read(FAR) == ["leaf.green", "hole", "leaf.green"]
    table.simulator.lay(Piece("later", Kind.LEAF, 0, "green", (Cell(6, 5), Cell(6, 6), Cell(7, 6)), Cell(6, 6)))
    assert table.show(hand=True)
    assert table.tracker.settled.readings[Space(0, Cell(6, 5))].surface == "leaf.green"


def test_a_hand_over_a_board_that_was_set_up_under_another_is_one(over_rim: Callable[..., Pixels]) -> None:
    """The one that has gone excuses none that has come."""
    table = Table(over_rim, at_set_up=OVER)
    table.simulator.lay(FAR)
    assert not table.show((0.6, (6.2, 7.3)))
    assert table.tracker.status == "hand"
    assert table.read(FAR) == ["floor"] * 3


def test_a_board_first_seen_past_something_is_read(over_rim: Callable[..., Pixels]) -> None:
    """A game goes on after a power cut with a rulebook over the edge."""
    table = Table(over_rim)
    table.simulator.lay(FAR)
    table.tracker = Tracker()
    assert table.show(OVER, seconds=LONG_S)
    assert table.read(FAR) == ["leaf.green", "hole", "leaf.green"]


def test_what_lay_under_something_is_known_when_it_has_gone(table: Table) -> None:
    """A rulebook lay on a piece: the memory of what it covered is that of the time before, and so the piece is read."""
    before = table.read(AT_RIM)
    table.simulator.lay(FAR)
    assert table.show(OVER, seconds=LONG_S)
    assert "?" in table.read(AT_RIM)
    assert table.show()
    assert table.read(AT_RIM) == before == ["hole", "leaf.green", "leaf.green"]
    assert table.read(FAR) == ["leaf.green", "hole", "leaf.green"]


def test_what_was_taken_from_under_something_is_gone(table: Table) -> None:
    """The memory of what was covered is no reading: the rulebook was lifted and the piece with it."""
    assert table.show(OVER, seconds=LONG_S)
    table.simulator.lift("first")
    assert table.show()
    assert table.read(AT_RIM) == ["floor"] * 3


def test_a_board_that_is_lost_with_something_on_it_is_searched_for(table: Table) -> None:
    """What lay there may have gone with it, and what it covered is known from before."""
    before = table.read(AT_RIM)
    assert table.show(OVER, seconds=LONG_S)
    assert table.tracker.update(Observation({}, (), 99.0, 99)) is None
    assert (table.tracker.status_of(0), table.tracker.lies_across(0)) == ("searching", False)
    table.show()
    assert table.read(AT_RIM) == before


@pytest.mark.parametrize("tip", [0.06, 0.1, 0.3])
def test_a_board_past_what_reaches_it_a_little_stays_settled(table: Table, tip: float) -> None:
    """What covers a few hundredths of the spaces at the rim is no change that a reader sees, and none at every look."""
    finger = tip, (3.3, 4.4)
    assert table.show(finger, seconds=LONG_S)
    for _ in range(4):
        assert table.show(finger, seconds=0.1)
    assert table.show()
    assert table.read(AT_RIM) == ["hole", "leaf.green", "leaf.green"]


def test_what_the_game_says_of_covered_spots_does_not_hide_them_for_ever(table: Table) -> None:
    """With every turn the game tells what it knows to lie there: when the rulebook has gone it is seen again."""
    known = {spot: reading.surface for spot, reading in table.tracker.settled.readings.items()}
    assert table.show(OVER, seconds=LONG_S)
    table.tracker.commit(known)
    assert table.show()
    assert table.read(AT_RIM) == ["hole", "leaf.green", "leaf.green"]
    assert len(table.tracker.settled.readings) == 72


def test_what_was_told_wrong_of_covered_spots_is_seen(table: Table) -> None:
    """Somebody says that nothing lies under the rulebook: the piece there is read when that has gone."""
    known = {spot: reading.surface for spot, reading in table.tracker.settled.readings.items()}
    assert table.show((2.2, (2.8, 5.2)), seconds=LONG_S)
    table.tracker.commit(known | {Space(0, cell): FLOOR for cell in AT_RIM.cells})
    assert table.show()
    assert table.read(AT_RIM) == ["hole", "leaf.green", "leaf.green"]


def test_a_piece_that_was_covered_is_still_the_piece_that_was_seen(table: Table) -> None:
    """What is laid elsewhere meanwhile does not take it apart: it is followed as a whole afterwards."""
    assert table.show(OVER, seconds=LONG_S)
    visible = table.read(AT_RIM)
    assert "leaf.green" in visible
    table.simulator.lay(FAR)
    assert table.show(OVER)
    assert table.read(AT_RIM) == visible
    assert table.show()
    seen = {sighting.spots for sighting in table.tracker.settled.sightings}
    assert {frozenset(Space(0, cell) for cell in piece.cells) for piece in (AT_RIM, FAR)} <= seen


@pytest.mark.parametrize(
    ("near", "was", "left"),
    [
        ({(7, 5)}, {}, {(0, 0), (0, 1)}),
        ({(7, 5)}, {(6, 5): "hole", (7, 5): "hole"}, {(0, 0), (0, 1)}),
        ({(7, 5)}, {(6, 5): "animal", (7, 5): "animal"}, {(0, 0), (0, 1), (6, 5), (7, 5)}),
        ({(7, 5)}, {(7, 5): "animal"}, {(0, 0), (0, 1), (6, 5), (7, 5)}),
        ({(5, 5)}, {}, {(0, 0), (0, 1), (6, 5), (7, 5)}),
    ],
    ids=["held", "held over holes", "lay there", "beside one that lay there", "beside the finger"],
)
def test_an_animal_that_a_hand_may_hold_is_not_believed_in_part(
    near: set[tuple[int, int]], was: dict[tuple[int, int], str], left: set[tuple[int, int]]
) -> None:
    """A finger lies on one end of it: until that has gone nobody knows where it comes to lie."""
    spots = tuple(tuple(Space(0, Cell(row, col)) for col in range(9)) for row in range(8))
    animal = Surface("animal")
    there = {spots[row][col] for row, col in ((0, 0), (0, 1), (6, 5), (7, 5))}
    before: dict[Spot, Reading] = {spots[r][c]: Reading(Surface(name), 1.0) for (r, c), name in was.items()}
    found = BoardReading({spot: Reading(animal, 1.0) for spot in there}, ())
    disturbed = frozenset(spots[row][col] for row, col in near)
    believed = undisturbed(found, disturbed, before, (), spots, animal)
    assert {(spot.cell.row, spot.cell.col) for spot in believed.readings if isinstance(spot, Space)} == left


def test_light_that_plays_on_what_lies_there_changes_nothing(table: Table) -> None:
    """A glossy cover is a little lighter now and then: the board stays settled from look to look."""
    lighter = (*OVER, -0.7, (124, 160, 221))
    assert table.show(OVER, seconds=LONG_S)
    for _ in range(3):
        for finger in (lighter, OVER):
            assert table.show(finger, seconds=0.1)
