"""Exports: what goes out comes back the same, what is wrong is named with its line, and nothing is half imported."""

import csv
import io
import json
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.archive.board_drawing import boards_svg
from device.archive.export_form import UNNUMBERED, ExportError, read_lines, write_lines
from device.archive.export_text import COLUMNS, write_notation, write_table
from device.archive.replaying import Replay
from device.cli import main
from device.commands.export import write_picture
from device.commands.import_games import checked
from device.errors import RequestError
from device.journal.journal import Entry, GameRecord, Journal, JournalError
from device.journal.keeping import Keeper
from device.journal.reading import read_chosen
from device.journal.record import Written
from device.one_line import one_line
from device.session.session import Session
from engine.catalog import GAMES
from engine.grid import Cell, Space
from engine.indian_summer.moves import Move
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import FLOOR, SQUIRREL

GAME = GAMES["indian-summer"]
AT = "2026-11-21T18:30:00.000"

texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
bodies = st.dictionaries(texts, values, max_size=3)
entries = st.builds(Entry, texts, texts, bodies)
written = st.builds(Written, st.just(AT), st.floats(allow_nan=False, allow_infinity=False))


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Games of any kind, as a journal may keep them."""
    kept = draw(st.lists(st.tuples(entries, written), max_size=4))
    ended_at = draw(st.none() | st.just(AT))
    result = draw(st.none() | bodies) if ended_at else None
    each, when = tuple(entry for entry, _ in kept), tuple(at for _, at in kept)
    return GameRecord(UNNUMBERED, draw(texts), draw(bodies), AT, ended_at, result, each, when)


def new_game(rng: random.Random, names: tuple[str, ...]) -> State:
    """The start of a solo game for one name, else of a table."""
    floors = demo_floors()
    if len(names) == 1:
        return GAME.new_solo(rng.sample(demo_tiles().tiles, 25), floors[0], name=names[0])
    return GAME.new_table(names, [floors[seat % len(floors)] for seat in range(len(names))])


def play(journal: Journal, seed: int, names: tuple[str, ...] = ("Ada",), moves: int = 8) -> Session[State, Move]:
    """A short random game kept in a journal: moves of every kind, ends of turns, undos, decisions of the table."""
    rng = random.Random(seed)
    start = new_game(rng, names)
    journal.begin(GAME.name, {"state": GAME.write_state(start), "names": list(names)})
    session = Session(GAME, start, journal.append)
    for _ in range(moves):
        dice = rng.random()
        end = GAME.end_turn(session.committed)
        if dice < 0.15 and (session.turn > 1 or session.committed != start):
            session.undo("button")
        elif dice < 0.25:
            space = Space(rng.randrange(len(names)), Cell(rng.randrange(8), rng.randrange(9)))
            surface = SQUIRREL if GAME.view(session.committed)[space] == FLOOR else FLOOR
            session.enter(GAME.correction(session.committed, {space: surface}), "page")
        elif end is not None and dice < 0.6:
            session.enter(end, "camera")
        else:
            session.enter(rng.choice(list(GAME.legal_moves(session.committed))), "camera")
    return session


@contextmanager
def folder() -> Iterator[Path]:
    """A new folder for each example of a property."""
    with TemporaryDirectory() as name:
        yield Path(name)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation in which a game of two was begun."""
    monkeypatch.setenv("LEAFWATCH_HOME", str(tmp_path / "home"))
    with Journal.open(tmp_path / "home" / "journal.sqlite3") as journal:
        play(journal, 5, ("=1+1", "Ada <b>&\"'\n\x1b[31m\u202e\u200d"), moves=14)
    return tmp_path / "home"


def kept(home: Path) -> GameRecord:
    """The game of an installation."""
    return read_chosen(home / "journal.sqlite3", None)


@given(records())
def test_any_game_reads_back_as_it_was_written(game: GameRecord) -> None:
    """JSON lines hold setup, times, result and entries of whatever a journal may keep."""
    assert read_lines(write_lines(game).encode(), "game.jsonl") == (game, False)


@given(st.integers(0, 2**32), st.sampled_from([("Ada",), ("Ada", "Bo"), ("A", "B", "C", "D")]))
@settings(max_examples=12)
def test_an_imported_export_is_the_same_game(seed: int, names: tuple[str, ...]) -> None:
    """A random game goes through file and second journal and comes out with all its facts, and goes on from there."""
    with folder() as here:
        with Journal.open(here / "one") as journal:
            session = play(journal, seed, names)
        assert main(["export", "--journal", str(here / "one"), str(here / "game.jsonl")]) == 0
        assert main(["import", "--journal", str(here / "two"), str(here / "game.jsonl")]) == 0
        first, second = (read_chosen(here / name, None) for name in ("one", "two"))
        assert second == first
        with Journal.open(here / "two") as journal:
            again = Session(GAME, GAME.read_state(str(second.setup["state"])), journal.append, second.entries)
            assert (again.committed, again.log) == (session.committed, session.log)
            again.enter(next(iter(GAME.legal_moves(again.committed))), "page")
            assert len(journal.read(second.id).entries) == len(first.entries) + 1


@given(records(), st.data())
def test_a_file_that_was_cut_off_gives_what_is_whole(game: GameRecord, data: st.DataObject) -> None:
    """A partial last line is left out; without a whole header there is no game."""
    content = write_lines(game).encode()
    length = data.draw(st.integers(0, len(content) - 1))
    if length < content.index(b"\n"):
        with pytest.raises(ExportError, match="line 1"):
            read_lines(content[:length], "game.jsonl")
        return
    whole = content[:length].count(b"\n") - 1
    read = read_lines(content[:length], "game.jsonl")
    more = content[length:].startswith(b"\n")  # only the line end is missing
    assert read.game.entries == game.entries[: whole + more]
    assert read.cut_off == (not more and not content[:length].endswith(b"\n"))


@given(st.data())
@settings(max_examples=60)
def test_no_damage_does_more_than_be_named(data: st.DataObject) -> None:
    """Any byte changed: the file is refused with a line, or it is a game that follows from the rules."""
    content = bytearray(GOOD)
    content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        checked(read_lines(bytes(content), "game.jsonl").game, "game.jsonl")
    except ExportError as error:
        assert re.match(r"game\.jsonl, line \d+: expected .*found", str(error), re.DOTALL)  # noqa: PT017


def good() -> bytes:
    """A short game as JSON lines."""
    with folder() as here, Journal.open(here / "journal") as journal:
        play(journal, 1, ("Ada", "Bo"))
        return write_lines(journal.read(journal.games()[0].id)).encode()


GOOD = good()
HEADER, FIRST, *_ = GOOD.splitlines()


def changed(line: bytes, **values: object) -> bytes:
    """A line with other values."""
    return json.dumps({**json.loads(line), **values}).encode()


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"", "line 1: expected a header"),
        (b"\n", "line 1: expected a JSON object"),
        (b"{", "line 1: expected a JSON object"),
        (b"PNG\x89\xff", "line 1: expected a JSON object"),
        (b"[]\n", "line 1: expected a JSON object"),
        (b"{}\n", "line 1: expected for 'format' 'leafwatch-game/1', found None"),
        (changed(HEADER, format="leafwatch-game/2"), "found leafwatch-game/2"),
        (changed(HEADER, more=1), "line 1: expected the keys format, game"),
        (changed(HEADER, game="chess"), "line 1: expected what follows from the rules"),
        (changed(HEADER, setup={}), "line 1: expected what follows"),
        (changed(HEADER, setup={"state": "indian-summer/1 player:1"}), "line 1: expected what follows"),
        (changed(HEADER, started_at="yesterday"), "line 1: expected for 'started_at' a time"),
        (changed(HEADER, result={}), "line 1: expected for 'ended_at' a time"),
        (HEADER + b"\n" + changed(FIRST, delta_s=True), "line 2: expected for 'delta_s' a number, found True"),
        (
            HEADER + b"\n" + changed(FIRST, delta_s=1).replace(b": 1", b": 1e999") + b"\n",
            "line 2: expected a JSON object",
        ),
        (
            HEADER + b"\n" + changed(FIRST, delta_s=1).replace(b": 1", b": NaN") + b"\n",
            "line 2: expected a JSON object",
        ),
        (HEADER + b"\n" + changed(FIRST, actor=""), "line 2: expected for 'actor' a text"),
        (HEADER + b"\n" + changed(FIRST, actor="\ud800") + b"\n", "line 2: expected a JSON object"),
        (HEADER + b"\n" + changed(FIRST, body={"move": "1:end"}), "line 2: expected what follows from the rules"),
        (HEADER + b"\n" + changed(FIRST, body={"move": "1:fly"}), "line 2: expected what follows from the rules"),
        (HEADER + b"\n" + changed(FIRST, body={}), "line 2: expected what follows from the rules"),
        (HEADER + b"\n" + changed(FIRST, kind="undo"), "line 2: expected what follows from the rules"),
        (HEADER + b"\n{\n" + FIRST + b"\n", "line 2: expected a JSON object"),
        (HEADER + b"\n" + b"[" * 100_000 + b"\n", "line 2: expected a JSON object"),
        (HEADER + b'\n{"at":1,"at":2}\n', "line 2: expected a JSON object (a key stands twice)"),
    ],
)
def test_a_wrong_file_is_named_and_nothing_is_imported(
    content: bytes, place: str, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2, one sentence with file, line, expected and found, and the journal is as it was."""
    before = kept(home)
    file = tmp_path / "wrong.jsonl"
    file.write_bytes(content)
    assert main(["import", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"leafwatch: {file}, ")
    assert place in said
    with Journal.open(home / "journal.sqlite3") as journal:
        assert [journal.read(game.id) for game in journal.games()] == [before]


def test_a_game_that_runs_is_not_ended_by_an_import(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unfinished import is refused while a game runs; an ended one is added beside it."""
    running = kept(home)
    (tmp_path / "open.jsonl").write_bytes(GOOD)
    assert main(["import", str(tmp_path / "open.jsonl")]) == 2
    assert "game 1 is running" in capsys.readouterr().err
    (tmp_path / "ended.jsonl").write_bytes(GOOD.replace(HEADER, changed(HEADER, ended_at=AT)))
    assert main(["import", str(tmp_path / "ended.jsonl")]) == 0
    with Journal.open(home / "journal.sqlite3") as journal:
        assert journal.unfinished() == running
        assert len(journal.games()) == 2
        journal.append([Entry("moved", "camera", {})])
        assert len(journal.read(running.id).entries) == len(running.entries) + 1


def test_a_game_is_not_imported_twice(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the journal has already is named by its number."""
    assert main(["export", str(tmp_path / "game.jsonl")]) == 0
    assert main(["import", str(tmp_path / "game.jsonl")]) == 2
    assert "already, as game 1" in capsys.readouterr().err


def test_a_cut_off_file_is_imported_with_a_word(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The partial last line is left out, which is said."""
    (tmp_path / "torn.jsonl").write_bytes(GOOD[:-5])
    assert main(["import", "--journal", str(tmp_path / "journal"), str(tmp_path / "torn.jsonl")]) == 0
    assert "cut off" in capsys.readouterr().err
    assert len(read_chosen(tmp_path / "journal", None).entries) == GOOD.count(b"\n") - 2


def test_a_game_is_added_whole_or_not_at_all(tmp_path: Path) -> None:
    """An entry that the disk cannot take keeps out the ones before it."""
    game = read_lines(GOOD, "game.jsonl").game
    torn = replace(game, entries=(*game.entries[:-1], Entry("x", "\ud800", {})))
    with Journal.open(tmp_path / "journal") as journal:
        with pytest.raises((UnicodeEncodeError, JournalError)):
            journal.add(torn)
        assert journal.games() == ()


def test_every_line_is_of_the_published_form(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Header and entries validate against the schema, in the running game's export on standard output."""
    schema = json.loads(files("device").joinpath("schema/leafwatch-game-1.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    assert main(["export"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 15
    for line in lines:
        validator.validate(json.loads(line))
    assert not validator.is_valid(json.loads(lines[0]) | {"format": "leafwatch-game/2"})


def test_a_game_is_exported_while_it_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another leafwatch holds the journal, and its last move is in the export."""
    with Journal.open(tmp_path / "journal") as journal:
        play(journal, 3)
        assert main(["export", "--journal", str(tmp_path / "journal")]) == 0
        printed = capsys.readouterr().out
        assert read_lines(printed.encode(), "").game == replace(read_chosen(tmp_path / "journal", 1), id=UNNUMBERED)


def test_the_ending_of_the_name_chooses_the_form(home: Path, tmp_path: Path) -> None:
    """The same as asking for it; other endings are JSON lines."""
    forms = {"a.csv": write_table, "a.svg": write_picture, "a.txt": write_notation, "a.game": write_lines}
    for name, write in forms.items():
        assert main(["export", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes() == write(kept(home)).encode()


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
    state = GAME.read_state(str(read_lines(GOOD, "").game.setup["state"]))
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
