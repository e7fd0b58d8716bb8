"""Every form of an export holds every fact, whatever players are called, and games are replayed and listed."""

import csv
import io
import json
import random
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.archive.board_drawing import boards_svg
from device.archive.export_form import ExportError, write_lines
from device.archive.export_text import COLUMNS, write_notation, write_table
from device.archive.replaying import Replay
from device.cli import main
from device.commands.export import write_picture
from device.errors import RequestError
from device.journal.journal import Entry, Journal
from device.journal.keeping import Keeper
from device.journal.reading import read_chosen
from device.one_line import one_line
from device.session.session import Session
from engine.indian_summer.moves import Move
from engine.indian_summer.state import State
from tests.device.archive.random_games import GAME, folder, kept, new_game, play


def test_the_ending_of_the_name_chooses_the_form(home: Path, tmp_path: Path) -> None:
    """The same as asking for it; other endings are JSON lines."""
    forms = {"a.csv": write_table, "a.svg": write_picture, "a.txt": write_notation, "a.game": write_lines}
    for name, write in forms.items():
        assert main(["export", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes() == write(kept(home)).encode()


def test_a_picture_of_pixels_is_not_poured_into_a_terminal(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """PNG to a terminal is refused with what to name instead; text may go there."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["export", "--form", "png"]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == (
        "",
        "leafwatch: FILE: expected the name of a file for a picture in png, found a terminal\n",
    )
    assert main(["export", "--form", "notation"]) == 0


def test_where_no_file_can_be_nothing_is_exported(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2 with the file's name; an unknown game or a missing journal as well."""
    assert main(["export", str(tmp_path)]) == 2
    assert f"{tmp_path}: cannot be written" in capsys.readouterr().err
    assert main(["export", "--game", "7"]) == 2
    assert "found 7: the journal holds 1 game" in capsys.readouterr().err
    assert main(["export", "--journal", str(tmp_path / "none")]) == 2
    assert "there is no journal yet" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def read_notation(text: str) -> tuple[State, str]:
    """An independent reader of the notation: the last state, and the tag of the start."""
    head, moves = text.split("\n\n")
    tags = {key: json.loads(value) for key, value in re.findall(r"^\[(\w+) (.*)\]$", head, re.MULTILINE)}
    session: Session[State, Move] = Session(GAME, GAME.read_state(tags["Start"]), lambda _: None)
    for line in moves.splitlines():
        word = line.split(" ; ")[0].split(". ")[1]
        if word == "undo":
            session.undo("")
        else:
            session.enter(GAME.read_move(word), "")
    return session.committed, tags["Start"]


@given(st.integers(0, 2**32), st.sampled_from([("Ada",), ("Ada", 'B"o] ; \n')]))
@settings(max_examples=12)
def test_notation_holds_every_fact_of_the_rules(seed: int, names: tuple[str, ...]) -> None:
    """Whoever reads it comes to the same state, whatever players are called."""
    with folder() as here, Journal.open(here / "journal") as journal:
        session = play(journal, seed, names)
        game = journal.read(journal.games()[0].id)
    assert read_notation(write_notation(game)) == (session.committed, game.setup["state"])


def test_the_table_has_a_line_an_event(home: Path) -> None:
    """All columns, undos included, and a name that looks like a formula is harmless."""
    game = kept(home)
    rows = list(csv.reader(io.StringIO(write_table(game))))
    assert rows[0] == list(COLUMNS)
    steps = Replay(game).to_end()
    assert len(rows) - 1 == sum(max(1, len(step.lines)) for step in steps)
    assert any(row[4].startswith("'=1+1 ") for row in rows[1:])
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)
    assert {row[3] for row in rows[1:]} == {step.notation or "undo" for step in steps}


@given(st.text(max_size=20), st.text(max_size=20))
@settings(max_examples=40)
def test_the_picture_is_valid_whatever_players_are_called(name: str, title: str) -> None:
    """Any name and title: the text parses as XML and every letter of the boards is there."""
    state = new_game(random.Random(1), ("Ada", "Bo"))
    state = GAME.play(state, GAME.read_move("1:squirrel:c4")).state
    players = [{**player, "name": name} for player in GAME.display(state)["players"]]  # type: ignore[attr-defined]
    svg = ElementTree.fromstring(boards_svg(players, title).encode())
    letters = [text.text for text in svg.iter("{http://www.w3.org/2000/svg}text") if text.get("font-size") == "15"]
    assert letters.count("S") == 1
    prints = sum(sign != "." for player in players for row in player["floor"] for sign in row)
    covered = sum(player["floor"][3][2] != "." for player in players[:1])
    assert len(letters) == prints - covered + 1


def test_a_replay_tells_every_sentence_and_the_boards(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The sentences of the rules in order, and the boards as they stand at the end; nothing that steers a terminal."""
    assert main(["replay", "--board"]) == 0
    printed = capsys.readouterr().out
    at = 0
    for step in Replay(kept(home)).to_end():
        for line in step.lines:
            at = printed.index(one_line(line.text), at)
    assert printed.count("a b c d e f g h i") >= 2
    assert not set("\x1b\u202e") & set(printed)


def test_a_replay_that_breaks_the_rules_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2 with the number of the entry."""
    with Journal.open(tmp_path / "journal") as journal:
        play(journal, 3, moves=0)
        journal.append([Entry("move", "page", {"move": "1:end"})])
    assert main(["replay", "--journal", str(tmp_path / "journal")]) == 2
    assert "entry 1 cannot be replayed" in capsys.readouterr().err


def test_games_are_listed_with_their_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Number, state and result, the oldest first."""
    with Journal.open(tmp_path / "journal") as journal:
        play(journal, 3, moves=2)
        journal.finish(journal.games()[0].id, {"text": "Ada\nwins."})
        play(journal, 4, moves=1)
        assert main(["games", "--journal", str(tmp_path / "journal")]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.split()[0] == "1"
    assert first.endswith("2 entries  Ada wins.")
    assert second.endswith("1 entry  running")


def test_a_game_played_to_its_end_keeps_its_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the keeper wrote down at the end goes along; a file whose moves end before it says so."""
    state = new_game(random.Random(1), ("Ada",))
    with Journal.open(tmp_path / "journal") as journal:
        keeper: Keeper[State, Move] = Keeper(journal, GAME, lambda: (state, {"names": ["Ada"]}))
        session = keeper.begin()
        while not session.finished:
            end = GAME.end_turn(session.committed)
            session.enter(end if end is not None else next(iter(GAME.legal_moves(session.committed))), "page")
        keeper.finish(session)
    game = read_chosen(tmp_path / "journal", None)
    assert game.result is not None
    assert main(["export", "--journal", str(tmp_path / "journal"), str(tmp_path / "game.jsonl")]) == 0
    assert main(["import", "--journal", str(tmp_path / "second"), str(tmp_path / "game.jsonl")]) == 0
    assert capsys.readouterr().err == ""
    assert read_chosen(tmp_path / "second", None) == game
    lines = (tmp_path / "game.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "short.jsonl").write_bytes(b"".join(lines[:-1]))
    assert main(["import", "--journal", str(tmp_path / "second"), str(tmp_path / "short.jsonl")]) == 0
    assert "lines are missing" in capsys.readouterr().err
    assert main(["replay", "--journal", str(tmp_path / "journal")]) == 0
    assert str(game.result["text"]) in capsys.readouterr().out


def test_an_import_that_is_too_large_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of gigabytes is not read into memory."""
    with (tmp_path / "large").open("wb") as file:
        file.truncate(65 << 20)
    assert main(["import", "--journal", str(tmp_path / "journal"), str(tmp_path / "large")]) == 2
    assert "at most 64 MiB" in capsys.readouterr().err
    assert issubclass(ExportError, RequestError)
