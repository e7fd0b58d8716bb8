"""The appliance in this process: what it makes of the settings."""

from __future__ import annotations

import json
from concurrent.futures import Future
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import jsonschema
from gpiozero import Device

from calibration.capture import calibrate
from device.appliance import Appliance
from device.command_queue import CommandQueue
from device.journal.journal import Journal
from device.places import places
from device.session.turn_settings import TurnSettings
from engine.indian_summer.sets import demo_floors
from engine.indian_summer.viewing import layout
from tests.drawn_tables import drawn_table
from tests.set_up_house import Counted
from vision.frame import Frame
from webui import create_app, setup
from webui.command import Command, Reply
from webui.feed import Feed


class OpenedOnce(Counted):
    """Those, and a sign to stop as soon as one was opened."""

    def is_set(self) -> bool:
        """Whether to stop now."""
        return bool(self.opened)


def test_the_table_is_watched_in_the_light_of_its_mains(tmp_path: Path, pins: Device) -> None:
    """The camera of the table is opened for the frequency that the settings name."""
    where = places({"LEAFWATCH_HOME": str(tmp_path)})
    where.config.write_text("[camera]\nmains-hz = 60\n")
    empty = Frame(drawn_table([demo_floors()[0].rows], 3).picture(), 0.0, 0)
    calibrate(empty, layout(4)).profile.save(where.profile)
    cameras = OpenedOnce()
    appliance = Appliance(where, where.profile, "simulated", Feed(), CommandQueue(), cameras, tell=str)
    appliance.stage.run(cameras)
    assert cameras.opened == [("simulated", 60)]


class Answered(NamedTuple):
    """A sign to stop as soon as there is an answer."""

    answer: Future[Reply]

    def is_set(self) -> bool:
        """Whether to stop now."""
        return self.answer.done()


def test_a_new_machine_is_in_its_set_up_before_the_loop_has_begun(tmp_path: Path, pins: Device) -> None:
    """Who asks the page at once is led to the set-up, and what is wished there waits for the loop and is answered."""
    where, feed, commands = places({"LEAFWATCH_HOME": str(tmp_path)}), Feed(), CommandQueue()
    appliance = Appliance(where, where.profile, None, feed, commands, Counted(), tell=str)
    parts = [setup.blueprint(appliance.wizard, appliance.settings, tmp_path)]
    page = create_app(feed, commands.submit, trusted_hosts=["localhost"], build="1", parts=parts).test_client().get("/")
    assert (page.status_code, page.headers["Location"]) == (303, "/setup")
    answer = appliance.wizard.ask("camera", {"source": "simulated"})
    assert not answer.done()
    appliance.stage.run(Answered(answer))
    assert answer.result().ok


def test_what_is_set_last_counts(tmp_path: Path, pins: Device) -> None:
    """German for this game, then English on the page of settings: the table speaks English, in the next game too."""
    where, commands = places({"LEAFWATCH_HOME": str(tmp_path)}), CommandQueue()
    floors = [demo_floors()[0].rows]
    empty = Frame(drawn_table(floors, 3).picture(), 0.0, 0)
    calibrate(empty, layout(1), floors=floors).profile.save(where.profile)
    appliance = Appliance(where, where.profile, "simulated:1", Feed(), commands, Counted(), tell=str)
    with appliance._open_table() as table:
        for key, value in (("language", "de"), ("dwell-s", 20), ("sound", True)):
            commands.submit(Command("set", {"key": key, "value": value}))
        table.step()
        assert table.settings == TurnSettings(dwell_s=20, language="de", sound=True)
    appliance.settings.change({"table": {"language": "en", "dwell": 30}})
    for _ in range(2):
        with appliance._open_table() as table:
            table.step()
            assert table.settings == TurnSettings(dwell_s=30, language="en", sound=True)
            commands.submit(Command("new-game"))
            table.step()
            assert table.settings == TurnSettings(dwell_s=30, language="en", sound=True)
    with appliance._open_table() as table:
        commands.submit(Command("set", {"key": "language", "value": "de"}))
        table.step()
    with appliance._open_table() as table:
        table.step()
        assert table.settings.language == "de"


class Told(NamedTuple):
    """A sign to stop as soon as pages have something to show."""

    feed: Feed

    def is_set(self) -> bool:
        """Whether to stop now."""
        return self.feed.latest() is not None


def test_pages_can_say_why_no_game_is_there_when_the_journal_cannot_be_opened(tmp_path: Path, pins: Device) -> None:
    """Right after the start: the message is whole, with what is wrong and what to do about it."""
    where, feed = places({"LEAFWATCH_HOME": str(tmp_path)}), Feed()
    floors = [floor.rows for floor in demo_floors()[:2]]
    empty = Frame(drawn_table(floors, 3).picture(), 0.0, 0)
    calibrate(empty, layout(2), floors=floors).profile.save(where.profile)
    appliance = Appliance(where, where.profile, "simulated:2", feed, CommandQueue(), Counted(), tell=str)
    with Journal.open(where.journal):
        appliance.stage.run(Told(feed))
    latest = feed.latest()
    assert latest is not None
    message = json.loads(latest.text)
    jsonschema.validate(message, json.loads((files("webui") / "schema" / "leafwatch-table-1.json").read_text("utf-8")))
    assert message["status"]["trouble"].startswith("The journal cannot be opened, so no game goes on")
    assert message["status"]["trouble"].endswith("Another program holds the file: close it.")


def test_why_another_game_lies_there_is_said_until_it_goes_on(tmp_path: Path, pins: Device) -> None:
    """A journal is damaged: the page says where it is kept until somebody makes a move in the new game."""
    where = places({"LEAFWATCH_HOME": str(tmp_path)})
    floors = [demo_floors()[0].rows]
    empty = Frame(drawn_table(floors, 3).picture(), 0.0, 0)
    calibrate(empty, layout(1), floors=floors).profile.save(where.profile)
    where.journal.write_bytes(b"no journal at all, though it is as long as the head of one" * 20)
    feed, told = Feed(), list[str]()
    appliance = Appliance(where, where.profile, "simulated:1", feed, CommandQueue(), Counted(), tell=told.append)
    with appliance._open_table() as table:
        table.step()
        (said,) = told
        assert "was damaged" in said
        assert appliance._latest["status"]["trouble"] == said
        table.session.enter(table.session.game.read_move("1:squirrel:c4"), "page")
        table.session.end_turn("page")
        table.step()
        assert appliance._latest["status"]["trouble"] == ""


def test_players_who_are_renamed_are_called_so_in_every_sentence(tmp_path: Path, pins: Device) -> None:
    """A name that was mistyped is put right in the middle of the game: cards and sentences say the same."""
    where = places({"LEAFWATCH_HOME": str(tmp_path)})
    floors = [floor.rows for floor in demo_floors()[:2]]
    empty = Frame(drawn_table(floors, 3).picture(), 0.0, 0)
    calibrate(empty, layout(2), floors=floors).profile.save(where.profile)
    appliance = Appliance(where, where.profile, "simulated:2", Feed(), CommandQueue(), Counted(), tell=str)
    appliance.settings.change({"table": {"players": ["Ada", "Ben"]}})
    with appliance._open_table() as table:
        session = table.session
        session.enter(session.game.read_move("1:squirrel:c4"), "page")
        session.end_turn("page")
        assert [line.text for line in session.log] == ["Ada lays a squirrel on c4.", "It is the turn of Ben."]
    appliance.settings.change({"table": {"players": ["Ida", "Bo"]}})
    with appliance._open_table() as table:
        assert [line.text for line in table.session.log] == ["Ida lays a squirrel on c4.", "It is the turn of Bo."]
        assert table.session.turn == 2
