"""Exports: what goes out comes back the same, what is wrong is named with its line, and nothing is half imported."""

import json
import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.archive.export_form import UNNUMBERED, ExportError, read_lines, write_lines
from device.cli import main
from device.commands.import_games import checked
from device.journal.journal import Entry, GameRecord, Journal, JournalError
from device.journal.reading import read_chosen
from device.journal.record import Written
from device.session.session import Session
from tests.device.archive.random_games import AT, GAME, folder, kept, play

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
