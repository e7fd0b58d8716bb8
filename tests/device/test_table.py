"""The loop: what it publishes, a camera that dies and comes back, commands meanwhile, errors that are bugs."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from gpiozero.pins.mock import MockFactory

from device.command_queue import CommandQueue
from device.demo import Demo, demo_indicator
from device.journal.journal import Entry, Journal
from device.signals.refused_button import TOLD_S
from device.simulation.camera import FAST_RATE_HZ, SimulatedCamera, at_once
from device.simulation.pieces import Kind, Piece
from engine.grid import Cell
from engine.indian_summer.sets import demo_floors
from tests.device.table_bench import Bench
from tests.drawn_tables import drawn_table
from webui import create_app
from webui.command import Command
from webui.feed import Feed


@pytest.fixture
def bench(pins: MockFactory) -> Bench:
    """A table that lies still and has been read."""
    made = Bench()
    made.until("settled")
    return made


def test_a_lost_camera_is_said_on_page_and_lamp_and_found_again(bench: Bench) -> None:
    """The plug is pulled and put back: the status says so both times, and the game is what it was."""
    before = bench.table.session.committed
    bench.camera.plugged = False
    bench.table.step()
    assert bench.latest["status"]["word"] == "camera-lost"
    assert "the plug was pulled" in bench.latest["status"]["text"]
    assert bench.latest["status"]["trouble"] == bench.latest["status"]["text"]
    assert bench.latest["lamps"][0]["pattern"] == "camera-lost"
    bench.camera.plugged = True
    bench.until("settled")
    assert bench.latest["status"]["trouble"] == ""
    assert bench.table.session.committed is before


def test_another_board_than_was_measured_is_said_until_that_one_lies_there(bench: Bench) -> None:
    """Somebody lays out another board: nothing is read on it, the page says what to do, and then the game goes on."""
    strange = drawn_table([demo_floors()[1].rows], 4)
    mine, bench.camera._camera = bench.camera._camera, SimulatedCamera(strange, at_once, FAST_RATE_HZ)
    before = bench.table.session.committed
    while strange.now_s < bench.simulator.now_s + 2.5:
        bench.table.step()
    status = bench.latest["status"]
    assert (status["word"], status["text"]) == ("searching", status["trouble"])
    assert status["trouble"].startswith("This is not the board that was measured")
    bench.camera._camera = mine
    bench.until("settled")
    assert bench.latest["status"]["trouble"] == ""
    assert bench.table.session.committed is before


def test_a_board_of_the_same_make_with_other_icons_is_doubted(pins: MockFactory) -> None:
    """Its other side lies there, with the same ground: the page says which board looks otherwise, and what to do."""
    bench = Bench()
    bench.camera._camera = SimulatedCamera(drawn_table([demo_floors()[1].rows], 3), at_once, FAST_RATE_HZ)
    bench.until("settled")
    assert "of board 1 look otherwise than when it was measured" in bench.latest["status"]["trouble"]


def test_what_a_button_is_refused_is_said_on_pages_and_lamp(bench: Bench) -> None:
    """Nothing was laid, and somebody presses end turn: every page says why not for some seconds, and the lamp winks."""
    refused = bench.commands.submit(Command("end-turn", who="button"))
    bench.table.step()
    reply = refused.result(timeout=0)
    assert "R3.1" in reply.text
    assert bench.latest["status"]["trouble"] == reply.text
    assert bench.latest["lamps"][0]["pattern"] == "illegal"
    bench.steps(2.0)
    assert bench.latest["status"]["trouble"] == reply.text
    assert bench.latest["lamps"][0]["pattern"] == "off"
    bench.steps(TOLD_S)
    assert bench.latest["status"]["trouble"] == ""


def test_what_a_page_is_refused_is_said_to_it_alone(bench: Bench) -> None:
    """Whoever taps on a page reads the answer there; the others are not told."""
    assert not bench.ask("end-turn").ok
    assert bench.latest["status"]["trouble"] == ""
    assert bench.latest["lamps"][0]["pattern"] == "off"


def test_commands_are_answered_while_the_camera_is_lost(bench: Bench) -> None:
    """The people at the table are not locked out by a loose plug."""
    bench.camera.plugged = False
    asked = bench.commands.submit(Command("undo"))
    bench.table.step()
    assert "nothing to undo" in asked.result(timeout=0).text


def test_what_is_laid_while_the_camera_was_lost_is_read_afterwards(bench: Bench) -> None:
    """Nothing that lies on the table is lost with the camera."""
    bench.camera.plugged = False
    bench.table.step()
    bench.simulator.ask_squirrel(0, Cell(4, 4))
    bench.camera.plugged = True
    bench.until("settled")
    assert bench.latest["players"][0]["board"][4][4] == "s"
    assert bench.latest["verdict"]["mood"] == "good"
    assert bench.latest["turn"]["can_end"]


def test_a_bumped_board_is_named_and_read_on(bench: Bench) -> None:
    """The board is pushed by a third of a space: the page says so, and nothing that lies there becomes a move."""
    bench.simulator.bump(0, (0.3, -0.2), 1.5)
    texts = set()
    for _ in range(12):
        bench.table.step()
        texts.add(bench.latest["status"]["text"])
    assert any("was moved" in text for text in texts)
    assert bench.latest["verdict"]["mood"] is None
    assert bench.latest["players"][0]["differs"] == []


def test_a_lamp_that_is_switched_is_no_move(bench: Bench) -> None:
    """Half the light is gone at once, and warmer: nothing is read from that, nothing differs, nothing is told."""
    bench.simulator.ask_squirrel(0, Cell(0, 0))
    bench.until("settled")
    before = bench.latest["players"][0]["board"]
    bench.light = (0.55, 0.65, 0.75)
    for _ in range(12):
        bench.table.step()
        assert bench.latest["verdict"]["mood"] == "good"
        assert bench.latest["players"][0]["board"] == before
    assert bench.latest["status"]["word"] == "settled"


def test_a_squirrel_is_refereed_lit_and_committed(bench: Bench) -> None:
    """From picture to journal: the lamp says legal, its pins show it, End turn keeps it."""
    bench.simulator.ask_squirrel(0, Cell(0, 0))
    bench.until("settled")
    lamp = bench.latest["lamps"][0]
    assert lamp["pattern"] == "legal"
    assert (lamp["red"], lamp["green"], lamp["blue"]) == bench.indicator.values()[0][2:5]
    asked = bench.commands.submit(Command("end-turn", who="button"))
    bench.table.step()
    assert asked.result(timeout=0).ok
    assert [entry.actor for entry in bench.kept] == ["camera", "button"]


def test_a_refused_command_says_why_and_changes_nothing(bench: Bench) -> None:
    """End turn without a main action, an unknown command, an answer to no question."""
    answers = [
        bench.commands.submit(Command(name, body))
        for name, body in [
            ("end-turn", {}),
            ("dance", {}),
            ("answer", {"question": "x", "answer": "line:0"}),
            ("yes", {}),
        ]
    ]
    bench.table.step()
    assert [answer.result(timeout=0).ok for answer in answers] == [False] * 4
    assert all(answer.result(timeout=0).text for answer in answers)
    assert bench.kept == []


def test_a_turn_that_was_taken_back_is_watched_until_it_is_put_back(bench: Bench) -> None:
    """Undo names the squirrel that still lies there; lifted, the message clears, and the next squirrel is a move."""
    bench.simulator.ask_squirrel(0, Cell(0, 0))
    bench.until("settled")
    bench.ask("end-turn")
    assert "Put the pieces" in bench.ask("undo").text
    assert bench.latest["pending_undo"]["spots"] == [{"seat": 0, "cell": "a1"}]
    assert bench.latest["question"]["kind"] == "undo"
    assert bench.latest["verdict"]["mood"] is None
    assert bench.table.pattern == "question"
    (piece,) = bench.simulator.pieces
    bench.simulator.ask_lift(piece.id)
    bench.until("settled")
    assert bench.latest["pending_undo"] is None
    assert bench.latest["question"] is None
    bench.simulator.ask_squirrel(0, Cell(2, 2))
    bench.until("settled")
    assert bench.latest["verdict"]["mood"] == "good"
    assert bench.ask("end-turn").ok


def test_a_turn_ends_by_lying_still_if_that_is_set(bench: Bench) -> None:
    """Set by a page, told by the message, and done after the time, not before."""
    assert not bench.ask("set", key="dwell-s", value=0).ok
    assert bench.ask("set", key="turn-end", value="dwell").ok
    assert bench.ask("set", key="dwell-s", value=4).ok
    assert bench.latest["settings"] == {"turn_end": "dwell", "dwell_s": 4.0, "sound": False}
    bench.simulator.ask_squirrel(0, Cell(0, 0))
    bench.until("settled")
    bench.steps(2.0)
    assert bench.table.session.turn == 1
    bench.steps(4.0)
    assert bench.table.session.turn == 2
    bench.steps(6.0)
    assert bench.table.session.turn == 2
    assert bench.latest["log"][-1]["actor"] == "dwell"


def test_after_a_power_cut_the_table_is_held_against_the_game(pins: MockFactory) -> None:
    """The squirrel was stolen while the power was off: the spot is named, the lamp says so, nobody is accused."""
    with_squirrel = [Entry("move", "camera", {"move": "1:squirrel:a1"}), Entry("move", "page", {"move": "1:end"})]
    after = Bench(entries=with_squirrel)
    after.until("desynchronised")
    assert after.latest["players"][0]["differs"] == ["a1"]
    assert "restart" in after.latest["status"]["text"]
    assert after.latest["lamps"][0]["pattern"] == "desynchronised"
    assert after.latest["verdict"]["rule"] is None
    assert not after.ask("end-turn").ok
    after.simulator.ask_squirrel(0, Cell(0, 0))
    after.until("settled")
    assert after.latest["players"][0]["differs"] == []
    assert after.latest["verdict"]["mood"] is None


@pytest.mark.parametrize(("answer", "squirrels"), [("state", 1), ("table", 0)])
def test_what_differs_after_a_power_cut_is_settled_by_a_word(pins: MockFactory, answer: str, squirrels: int) -> None:
    """The game is right, or the table is: both end it, by the answers of the question."""
    with_squirrel = [Entry("move", "camera", {"move": "1:squirrel:a1"}), Entry("move", "page", {"move": "1:end"})]
    bench = Bench(entries=with_squirrel)
    bench.until("desynchronised")
    assert bench.answer(answer).ok
    bench.until("settled")
    assert bench.table.session.committed.players[0].board.squirrels.bit_count() == squirrels


def test_a_wrong_table_asks_what_shall_become_of_it(bench: Bench) -> None:
    """Two squirrels, and no nut in the books: spent after all, says the answer, and the turn may end."""
    assert bench.ask("purse", seat=0, berry=0, nut=0, mushroom=0, feather=0).ok
    for col in (0, 4):
        bench.simulator.ask_squirrel(0, Cell(4, col))
    bench.until("settled")
    bench.steps(3.0)
    assert bench.latest["verdict"]["mood"] == "wrong"
    assert bench.latest["question"]["kind"] == "purse"
    stale = bench.latest["question"]["id"]
    assert bench.answer("fix").ok
    assert not bench.answer("dance").ok
    assert bench.answer("purse:nut").ok
    bench.steps(0.5)
    assert bench.latest["verdict"]["mood"] == "good"
    assert not bench.ask("answer", question=stale, answer="accept").ok
    assert bench.ask("end-turn").ok


def test_a_series_is_refused_where_there_is_none(bench: Bench) -> None:
    """This table plays single games."""
    assert not bench.ask("next-game").ok
    assert bench.latest["series"] is None


def test_settings_are_taken_along_into_a_new_game(bench: Bench) -> None:
    """Who chose how turns end need not choose again."""
    bench.ask("set", key="turn-end", value="dwell")
    bench.ask("new-game")
    assert bench.latest["settings"]["turn_end"] == "dwell"


def test_an_error_in_a_handler_is_not_swallowed(pins: MockFactory) -> None:
    """A bug ends the loop, and whoever asked hears of it too."""

    def broken(command: Command) -> Any:
        raise RuntimeError("a bug")

    bench = Bench({"broken": broken})
    asked = bench.commands.submit(Command("broken"))
    with pytest.raises(RuntimeError, match="a bug"):
        bench.table.step()
    assert isinstance(asked.exception(timeout=0), RuntimeError)


@pytest.mark.long
def test_every_message_of_a_game_fits_the_published_schema(tmp_path: Path, pins: MockFactory) -> None:
    """From the camera to a browser: what the stream would send is what the schema promises."""
    schema = json.loads(files("webui").joinpath("schema/leafwatch-table-1.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    feed, commands = Feed(), CommandQueue()
    client = create_app(feed, commands.submit, trusted_hosts=["localhost"], build="test").test_client()
    with Journal.open(tmp_path / "journal.db") as journal:
        demo = Demo(journal, 5, commands, feed.publish, at_once, demo_indicator(), frame_rate_hz=FAST_RATE_HZ)
        words, last = set(), -1
        while demo.table.session.turn < 3:
            demo.table.step()
            message = client.get("/api/state").get_json()
            if message["seq"] == last:
                continue  # nothing was sent since
            validator.validate(message)
            words.add(message["status"]["word"])
            last = message["seq"]
    assert {"hand", "moving", "settled"} <= words


def test_a_tile_between_spaces_is_named_and_right_again_when_it_is_pushed(bench: Bench) -> None:
    """A third of a space off it is wrong by R4.1; pushed onto the grid it is a leaf like any other."""
    cells = tuple(Cell.parse(name) for name in ("d4", "e4", "f4"))
    crooked = Piece("x1", Kind.LEAF, 0, "green", cells, cells[1], (0.0, 0.3), 0.0)
    bench.simulator.lay(crooked)
    bench.steps(6.0)
    verdict = bench.latest["verdict"]
    assert (verdict["mood"], verdict["rule"]) == ("wrong", "R4.1")
    assert "between spaces" in verdict["text"]
    assert {"d4", "e4", "f4"} <= {spot["cell"] for spot in verdict["spots"]}
    assert not bench.table.session.can_end_turn
    bench.simulator.lift("x1")
    bench.simulator.lay(Piece("x2", Kind.LEAF, 0, "green", cells, cells[1]))
    bench.steps(6.0)
    assert bench.latest["verdict"]["mood"] == "good"
    assert "green leaf" in bench.latest["verdict"]["text"]
