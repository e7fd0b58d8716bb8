"""Leaf tiles that are shown in the set-up: learned from the camera's picture, kept, read at the table, forgotten."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from gpiozero import Device

from calibration.profile import Profile
from device.errors import RequestError
from device.eyes import detector_of, tracker_of
from device.places import Places, places
from device.setup.boards import LAYOUTS
from device.setup.leaves import as_json, covered, look_at_tiles
from device.simulation import foliage
from device.simulation.house import SimulatedHouse
from engine.game import Surface
from engine.grid import Cell
from tests.drawn_tables import calibrated_again
from tests.set_up_house import House
from vision.explaining.leaf_hues import LeafLook
from vision.frame import Frame

COLORS = ["leaf.green", "leaf.red", "leaf.yellow"]
STRANGE = {"red": 140, "yellow": 105, "green": 90}
"""Hues (0 to 180) of a box whose leaves are violet, blue and teal."""


@pytest.fixture
def strange(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves in colours that no rule of the game knows."""
    for color, hue in STRANGE.items():
        monkeypatch.setitem(foliage.FOLIAGE, color, ((hue - 5, hue + 5), *foliage.FOLIAGE[color][1:]))


@pytest.fixture
def house(strange: None, tmp_path_factory: pytest.TempPathFactory, pins: Device) -> Iterator[House]:
    """A set-up on the simulated table with strange leaves, its board saved."""
    where = places({"LEAFWATCH_HOME": str(tmp_path_factory.mktemp("home"))})
    with House(where) as house:
        saved_on(house)
        yield house


def saved_on(house: House) -> None:
    """Choose the simulated table and save its board."""
    house.ask("camera", source="simulated")
    house.until(lambda state: bool(state["boards"]))
    assert house.ask("save").ok


def show(house: House) -> None:
    """Lay a tile of each colour on the simulated board, and wait for a picture of it."""
    lie(house, True)


def lie(house: House, tiles: bool) -> None:
    """Lay tiles or take them away, and wait for a picture of that."""
    assert house.ask("simulated-tiles", lie=tiles).ok
    taken = house.wizard.state()["camera"]["frames"]
    house.until(lambda state: state["camera"]["frames"] > taken)
    assert house.wizard.state()["tiles"] is tiles


def known(house: House) -> dict[str, bool]:
    """Which colours the page hears are known."""
    return {leaf["color"]: bool(leaf["looks"]) for leaf in house.wizard.state()["leaves"]}


def unread(where: Places, simulated: SimulatedHouse) -> int:
    """How many spaces of the table nobody can read, or are read otherwise than they are, once all lies still."""
    profile = Profile.load(where.profile)
    eyes, tracker = detector_of(profile), tracker_of(profile)
    for at in range(12):
        tracker.update(eyes.glance(Frame(simulated.simulator.picture(), at / 10, at)))
    seen = {spot: reading.surface for spot, reading in tracker.settled.readings.items()}
    return sum(seen.get(space) != surface for space, surface in simulated.simulator.truth().items())


def test_shown_tiles_end_in_the_profile_and_are_read_at_the_table(house: House) -> None:
    """Each colour is known then, and the table's own eyes read every space."""
    assert known(house) == {"green": False, "yellow": False, "red": False}
    table = SimulatedHouse(1)
    table.show_tiles()
    show(house)
    reply = house.ask("leaves")
    assert (reply.ok, reply.text) == (True, "All three colours of leaves are known now.")
    assert known(house) == {"green": True, "yellow": True, "red": True}
    assert sorted(Profile.load(house.where.profile).leaves) == COLORS
    assert unread(house.where, table) == 0


def test_what_was_shown_is_kept_when_the_boards_are_saved_again(house: House) -> None:
    """Tiles stay the same when the camera moves; also another evening, after the set-up was left."""
    show(house)
    assert house.ask("leaves").ok
    shown = Profile.load(house.where.profile).leaves
    lie(house, False)
    assert house.ask("save").ok
    assert Profile.load(house.where.profile).leaves == shown
    assert house.ask("finish").ok
    house.join()
    with House(house.where) as again:
        assert all(known(again).values())
        again.until(lambda state: bool(state["boards"]))
        assert again.ask("save").ok
        assert all(known(again).values())
    assert Profile.load(house.where.profile).leaves == shown


def test_nothing_shown_changes_nothing(house: House) -> None:
    """An empty board is answered with what to lay there, and the profile stays to the byte."""
    before = (house.where.profile / "profile.json").read_bytes()
    reply = house.ask("leaves")
    assert (reply.ok, reply.text.startswith("No tile lies by itself.")) == (False, True)
    assert (house.where.profile / "profile.json").read_bytes() == before


def test_what_was_shown_can_be_forgotten(house: House) -> None:
    """Afterwards leaves are taken for red, yellow and green as on a new table, and all else of the profile stays."""
    show(house)
    assert house.ask("leaves").ok
    before = Profile.load(house.where.profile)
    assert house.ask("leaves-forget").ok
    assert not any(known(house).values())
    after = Profile.load(house.where.profile)
    assert after.leaves == {}
    assert [board.floor for board in after.boards] == [board.floor for board in before.boards]


def test_without_saved_boards_or_a_simulated_table_it_is_said_what_is_missing(
    tmp_path_factory: pytest.TempPathFactory, pins: Device
) -> None:
    """Tiles are looked for where boards lie, and only the simulated table lays some by itself."""
    with House(places({"LEAFWATCH_HOME": str(tmp_path_factory.mktemp("new"))})) as house:
        assert house.wizard.state()["tiles"] is None
        assert not house.ask("simulated-tiles", lie=True).ok
        for action in ("leaves", "leaves-forget"):
            reply = house.ask(action)
            assert (reply.ok, reply.text.startswith("First save the boards")) == (False, True)
        assert not house.where.profile.exists()


# --- single pictures --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def profile() -> Profile:
    """The board of the simulated table, as it is saved."""
    return calibrated_again(Frame(SimulatedHouse(1).simulator.picture(), 0.0, 0), LAYOUTS).profile


def seen(house: SimulatedHouse) -> Frame:
    """A picture of a table."""
    return Frame(house.simulator.picture(), 1.0, 1)


@pytest.mark.parametrize("boards", [1, 2, 3, 4])
def test_the_simulated_tables_tiles_are_samples(boards: int) -> None:
    """The three tiles that a simulated table of any size shows are found, each once."""
    house = SimulatedHouse(boards)
    profile = calibrated_again(seen(house), LAYOUTS).profile
    assert len(profile.boards) == boards
    house.show_tiles()
    assert {leaf: len(looks) for leaf, looks in look_at_tiles(profile, seen(house)).items()} == dict.fromkeys(COLORS, 1)


def test_a_tile_alone_teaches_its_own_colour(profile: Profile) -> None:
    """What lies there is taken, what does not is left for another picture."""
    house = SimulatedHouse(1)
    house.show_tiles()
    house.simulator.lift("shown-red")
    assert sorted(look_at_tiles(profile, seen(house))) == ["leaf.green", "leaf.yellow"]


def test_a_hand_over_the_board_is_asked_away(profile: Profile) -> None:
    """Nothing is learned while somebody reaches in, and that is said."""
    house = SimulatedHouse(1)
    house.show_tiles()
    house.simulator.ask_squirrel(0, Cell(7, 8))
    eyes = detector_of(profile)
    while not eyes.glance(seen(house)).hand:
        house.simulator.advance(0.1)
    with pytest.raises(RequestError, match="A hand is over the board"):
        look_at_tiles(profile, seen(house))


def test_a_picture_without_the_boards_says_so(profile: Profile) -> None:
    """Where the camera looks elsewhere no tile is looked for."""
    nothing = np.full_like(SimulatedHouse(1).simulator.picture(), 90)
    with pytest.raises(RequestError, match="No board lies where it was saved"):
        look_at_tiles(profile, Frame(nothing, 1.0, 1))


def test_a_look_is_shown_in_its_own_hue() -> None:
    """Every colour has its entry with its size; a red look is a reddish CSS colour, all of the same lightness."""
    looks = as_json({Surface("leaf.red"): (LeafLook(30.0, 50.0, 5.0), LeafLook(30.0, 0.0, 5.0))})
    assert [(look["color"], look["spaces"]) for look in looks] == [("green", 3), ("yellow", 4), ("red", 5)]
    assert [look["looks"] for look in looks[:2]] == [[], []]
    red, grey = looks[2]["looks"]
    assert grey == "#848484"
    parts = [int(red[at : at + 2], 16) for at in (1, 3, 5)]
    assert parts[0] == max(parts) > 1.5 * max(parts[1:])


def test_tiles_that_were_shown_and_still_lie_there_are_told_before_the_game(house: House) -> None:
    """The page is told where; the table is held up once, and begins without a word once they are gone."""
    assert house.ask("leaves-away").ok  # none was shown yet
    show(house)
    assert house.ask("leaves-away").ok
    assert house.ask("leaves").ok
    for action in ("leaves-away", "finish"):
        reply = house.ask(action)
        assert not reply.ok
        assert reply.text.startswith("Tiles that you showed still lie on the board (")
        assert "c2" in reply.text
    assert house.wizard.state()["mode"] == "setup"
    lie(house, False)
    assert house.ask("leaves-away").ok
    assert house.ask("finish").ok
    house.join()


def test_who_goes_on_with_tiles_on_the_board_is_held_up_once(house: House) -> None:
    """They may belong to a game that goes on: asked again, the table begins."""
    show(house)
    assert house.ask("leaves").ok
    assert not house.ask("finish").ok
    assert house.ask("finish").ok
    house.join()


def test_what_cannot_be_seen_is_not_called_gone(house: House) -> None:
    """A board that was moved since tells nothing of the tiles."""
    show(house)
    assert house.ask("leaves").ok
    profile = Profile.load(house.where.profile)
    frame = Frame(SimulatedHouse(1).simulator.picture(), 0.0, 0)
    away = Frame(np.full_like(frame.pixels, 40), 0.0, 0)
    assert covered(profile, away) is None
    assert covered(profile, frame) == frozenset()
    house.ask("finish")
    assert house.ask("finish").ok
    house.join()
