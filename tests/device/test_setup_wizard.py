"""The loop of the set-up on a simulated table: finds, is corrected, saves, tests lamps, restores, lets go."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gpiozero import Device

from calibration.covering import Covering
from calibration.profile import Profile
from device.cameras.camera import Camera
from device.commands.backup import run as back_up
from device.places import Places, places
from device.settings import load_settings
from device.settings_page import PageSettings
from device.setup.cameras import Cameras
from device.simulation.camera import at_once
from engine.grid import Cell
from engine.indian_summer.sets import demo_floors
from tests.set_up_house import Counted, House
from vision.frame import Frame


@pytest.fixture
def where(tmp_path: Path) -> Places:
    """An installation without any files."""
    return places({"LEAFWATCH_HOME": str(tmp_path)})


@pytest.fixture
def house(where: Places, pins: Device) -> Iterator[House]:
    """A set-up that has just been opened on a new machine."""
    with House(where) as house:
        yield house


def test_a_new_machine_waits_for_a_choice_of_camera(house: House) -> None:
    """Without settings no camera is opened that is not there; the simulated one is always offered."""
    state = house.wizard.state()
    assert state["camera"]["source"] is None
    assert not state["profile"]
    assert state["offers"][-1] == {"source": "simulated", "label": ""}


def test_the_simulated_table_is_found_recognised_saved_and_left(house: House) -> None:
    """Camera, board, save, finish: a profile with the treasures as printed, and the camera kept in the settings."""
    assert house.ask("camera", source="simulated").ok
    state = house.until(lambda state: bool(state["boards"]))
    (board,) = state["boards"]
    assert board["name"] == demo_floors()[0].name
    assert tuple(board["floor"]) == demo_floors()[0].rows
    assert {check["check"] for check in state["checks"]} >= {"focus", "exposure", "glare", "size"}
    assert house.wizard.jpeg()
    assert not house.ask("finish").ok
    assert house.ask("save").ok
    assert house.ask("finish").ok
    house.join()
    assert Profile.load(house.where.profile).boards[0].floor == demo_floors()[0].rows
    assert load_settings(house.where).camera == "simulated"
    assert house.wizard.state()["mode"] == "table"
    assert house.wizard.jpeg() is None
    assert not house.ask("look").ok


def test_a_confirmed_board_is_known_next_time(where: Places, pins: Device) -> None:
    """Kinds that a person has put right under a name come back by themselves, whichever way up the board lies."""
    with House(where, {}) as house:
        house.ask("camera", source="simulated")
        (board,) = house.until(lambda state: bool(state["boards"]))["boards"]
        assert board["name"] == ""
        assert house.ask("floor", board=0, floor=list(demo_floors()[0].rows), name="  The old one ").ok
        assert house.wizard.state()["held"]
        assert house.ask("save").ok
        assert house.wizard.state()["known"] == ["The old one"]
    with House(where, {}) as house:
        (board,) = house.until(lambda state: bool(state["boards"]))["boards"]
        assert (board["name"], tuple(board["floor"])) == ("The old one", demo_floors()[0].rows)
        assert house.ask("turn", board=0).ok
        (round_about,) = house.wizard.state()["boards"]
        assert round_about["name"] == "The old one"
        assert tuple(round_about["floor"]) == tuple(row[::-1] for row in reversed(demo_floors()[0].rows))
        assert round_about["corners"][0] == pytest.approx(board["corners"][2], abs=1)


def test_what_looks_covered_is_kept_as_that_until_somebody_says_that_nothing_lies_there(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A print may look so for ever, and its owner knows better."""
    cell = Cell(1, 2)
    monkeypatch.setattr("calibration.capture.covering", lambda *_: Covering((cell,), sure=True, hidden=(cell,)))
    house.ask("camera", source="simulated")
    house.until(lambda state: bool(state["boards"]))
    assert house.ask("floor", board=0, floor=["b........", *["........."] * 7], name="Mine").ok
    for way, covered, names in (("save", (cell,), []), ("save-bare", (), ["Mine"]), ("save", (cell,), ["Mine"])):
        assert house.ask(way).ok
        assert Profile.load(house.where.profile).boards[0].covered == covered
        assert house.wizard.state()["known"] == names  # nor is its picture what the empty board is known by


def test_dragged_corners_are_refined_and_wrong_ones_refused(house: House) -> None:
    """Corners a little off end on the grid; crossed ones and ones beside the picture are refused with a sentence."""
    house.ask("camera", source="simulated")
    (board,) = house.until(lambda state: bool(state["boards"]))["boards"]
    rough = [[x + 4, y - 3] for x, y in board["corners"]]
    assert house.ask("corners", boards=[rough]).ok
    (refined,) = house.wizard.state()["boards"]
    for found, true in zip(refined["corners"], board["corners"], strict=True):
        assert found == pytest.approx(true, abs=1.5)
    crossed = [rough[0], rough[2], rough[1], rough[3]]
    assert not house.ask("corners", boards=[crossed]).ok
    reply = house.ask("corners", boards=[[[-5, 0], *rough[1:]]])
    assert (reply.ok, reply.text.startswith("A corner lies beside the picture.")) == (False, True)
    assert not house.ask("turn", board=1).ok


def test_a_camera_that_is_not_there_is_said_and_another_can_be_chosen(house: House, tmp_path: Path) -> None:
    """The sentence of the camera reaches the page; choosing again opens the other one."""
    assert house.ask("camera", source=f"file:{tmp_path / 'nothing'}").ok
    state = house.until(lambda state: bool(state["camera"]["text"]))
    assert "nothing" in state["camera"]["text"]
    assert not house.ask("camera", source="webcam").ok
    assert house.ask("camera", source="simulated").ok
    house.until(lambda state: state["camera"]["frames"] > 0)


def test_a_camera_is_opened_anew_when_the_mains_are_set(where: Places, pins: Device) -> None:
    """The open set-up takes another frequency at once and wants the boards saved anew; else the camera stays open."""
    cameras = Counted()
    where.config.write_text('[camera]\nsource = "simulated"\nmains-hz = 60\n')
    with House(where, cameras=cameras) as house:
        house.until(lambda state: bool(state["boards"]))
        assert house.ask("save").ok
        assert house.settings.change({"camera": {"mains-hz": 50}}).ok
        state = house.until(lambda state: not state["saved"] and state["camera"]["frames"] > 0)
        assert state["boards"]
        assert state["camera"]["mains_hz"] == 50
        assert house.settings.change({"page": {"sounds": False}}).ok
        frames = house.wizard.state()["camera"]["frames"]
        assert house.until(lambda state: state["camera"]["frames"] > frames + 2)["boards"]
    assert cameras.opened == [("simulated", 60), ("simulated", 50)]


class Flickering(Cameras):
    """Cameras over which a lamp on mains of 60 Hz flickers, evened out where they know it."""

    def __init__(self) -> None:
        super().__init__(lambda: at_once)

    def open(self, source: str, mains_hz: int) -> Camera:
        """As it does, and bands in its pictures."""
        camera = super().open(source, mains_hz)
        read = camera.read

        def read_banded() -> Frame:
            frame = read()
            down = 2.3 * np.linspace(0, 1, len(frame.pixels))
            light = 1 + 0.08 * np.sin(2 * np.pi * (down + 0.13 * frame.taken_at_s))
            return replace(frame, pixels=np.clip(frame.pixels * light[:, None, None], 0, 255).astype(np.uint8))

        if mains_hz != 60:
            camera.read = read_banded  # type: ignore[method-assign]
        return camera


def test_bands_are_told_until_the_mains_are_set(where: Places, pins: Device) -> None:
    """The check stands beside those of the boards, and goes with its cause."""
    where.config.write_text('[camera]\nsource = "simulated"\n')

    def tells_bands(state: Mapping[str, Any]) -> bool:
        return any((check["check"], check["verdict"]) == ("flicker", "poor") for check in state["checks"])

    with House(where, cameras=Flickering()) as house:
        house.until(tells_bands)
        assert house.settings.change({"camera": {"mains-hz": 60}}).ok
        house.until(lambda state: not tells_bands(state))
        frames = house.wizard.state()["camera"]["frames"]
        assert not tells_bands(house.until(lambda state: state["camera"]["frames"] > frames + 120))


def test_lamps_get_the_order_in_which_they_were_seen(house: House) -> None:
    """Two swapped lamps are named by a person, and the settings have them swapped back."""
    before = load_settings(house.where).lamp_pins
    assert not house.ask("lamp-seen", seat=0).ok
    assert house.ask("lamps").ok
    lamps = house.wizard.state()["lamps"]
    assert (lamps["count"], lamps["lit"], lamps["done"]) == (4, 0, False)
    assert house.ask("lamp-seen", seat=1).ok
    assert not house.ask("lamp-seen", seat=1).ok
    for seat in (0, 2, -1):
        assert house.ask("lamp-seen", seat=seat).ok
    assert house.wizard.state()["lamps"]["done"]
    assert load_settings(house.where).lamp_pins == (before[1], before[0], *before[2:])
    assert house.ask("lamps-off").ok
    assert house.wizard.state()["lamps"]["lit"] is None


def test_a_backup_is_restored_and_a_damaged_one_changes_nothing(
    house: House, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The players of the backup count afterwards; a file that is no backup is refused with a sentence."""
    other = tmp_path_factory.mktemp("other")
    monkeypatch.setenv("LEAFWATCH_HOME", str(other))
    PageSettings(places()).change({"table": {"players": ["Ada", "Ben"]}})
    file = other / "backup.zip"
    back_up(type("Options", (), {"file": file})())
    broken = other / "broken.zip"
    with zipfile.ZipFile(broken, "w") as archive:
        archive.writestr("../evil", "x")
    refused = house.ask("restore", file=str(broken))
    assert not refused.ok
    assert refused.text == "the backup: expected only files of a backup, found '../evil'"  # no path of an upload
    assert load_settings(house.where).players == ()
    assert house.ask("restore", file=str(file)).ok
    assert load_settings(house.where).players == ("Ada", "Ben")
    assert house.wizard.state()["mode"] == "setup"
