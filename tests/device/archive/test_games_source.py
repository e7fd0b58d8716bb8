"""Kept games as the page shows them: the fold of the journal, files that come back, disputes that can be found."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from device.archive.game_steps import game_steps
from device.archive.games_source import JournalGames
from device.journal.journal import Entry, Journal
from device.journal.record import to_json
from device.session.history import History
from engine.catalog import GAMES
from engine.indian_summer.sets import demo_floors
from engine.sentence import Sentence, say, sentence_of
from webui.games import GameNotFound, GameRefused
from webui.sentences import translated

GAME: Any = GAMES["indian-summer"]
NAMES = ("Ada", "Bert <b>")


def play(journal: Journal, moves: int, *, seed: int = 3) -> History[Any, Any]:
    """Begin a game of two and play so many legal moves at random; then an undo, a decision and an answer."""
    dice = random.Random(seed)
    start = GAME.new_table(NAMES, (demo_floors() * 2)[:2])
    journal.begin(GAME.name, {"state": GAME.write_state(start), "names": list(NAMES)})
    history = History(GAME, start)

    def put(entry: Entry) -> None:
        journal.append([entry])
        history.fold(entry)

    for _ in range(moves):
        end = GAME.end_turn(history.state)
        move = end if end is not None else dice.choice(list(GAME.legal_moves(history.state)))
        put(Entry("move", "camera", {"move": GAME.write_move(move)}))
    put(Entry("undo", "seat-1", {}))
    put(Entry("answer", "page", {"asked": "illegal", "answer": "accept", "why": "we agreed"}))
    put(Entry("move", "page", {"move": "table:1a1=leaf.red,1purse=1/0/0/2"}))
    return history


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the journal is to be."""
    return tmp_path / "journal.sqlite3"


def folded(replay: Any) -> list[dict[str, Any]]:
    """The players at the end as a page folds them."""
    players = [dict(player) for player in replay["players"]]
    for step in replay["steps"]:
        for seat, changed in step["changes"].items():
            players[int(seat)] |= changed
    return players


def test_the_steps_fold_to_the_state_of_the_journal(path: Path) -> None:
    """What a page draws at the end is what the table shows."""
    with Journal.open(path) as journal:
        history = play(journal, 7)
    replay = JournalGames(path).replay(1)
    shown = GAME.display(history.state)["players"]
    for player, expected in zip(folded(replay), shown, strict=True):
        assert player == {key: expected[key] for key in player}
    assert [step["move"] for step in replay["steps"] if step["kind"] == "move"][-1].startswith("table:")


def test_disputes_can_be_found(path: Path) -> None:
    """Undo, answer and the table's own decision are named, with why and by whom; other steps are not."""
    with Journal.open(path) as journal:
        play(journal, 4)
    steps = JournalGames(path).replay(1)["steps"]
    assert isinstance(steps, list)
    assert [step["dispute"] for step in steps] == [None] * 4 + ["undo", "answer", "decision"]
    assert (steps[4]["actor"], steps[5]["why"]) == ("seat-1", "we agreed")
    assert [line["text"] for line in steps[4]["said"]] == ["The turn was taken back."]


def test_figures_of_the_turns(path: Path) -> None:
    """Each turn has its seconds, spaces covered and areas complete by seat; no second is lost."""
    clock = itertools.count(1_000.0, 2.0).__next__
    with Journal.open(path, wall=lambda: 1.7e9, monotonic=clock) as journal:
        play(journal, 8)
        record = journal.unfinished()
        assert record is not None
    replay = game_steps(record)
    turns = replay["turns"]
    assert [turn["number"] for turn in turns] == list(range(1, len(turns) + 1))
    assert sum(turn["seconds"] for turn in turns) == pytest.approx(sum(step["delta_s"] for step in replay["steps"]))
    assert turns[-1]["covered"] == [player["covered"] for player in folded(replay)]
    assert all(len(turn["areas"]) == len(NAMES) for turn in turns)


def test_sentences_can_be_said_in_another_language(path: Path) -> None:
    """What was said of a step keeps its template, and the whole replay has a form in JSON."""
    with Journal.open(path) as journal:
        play(journal, 2)
    replay = JournalGames(path).replay(1)
    assert all(isinstance(line["text"], Sentence) for step in folded_steps(replay) for line in step["said"])
    json.dumps(replay, allow_nan=False)


def folded_steps(replay: Any) -> list[Any]:
    """The steps."""
    return list(replay["steps"])


def test_a_running_game_goes_on_being_shown(path: Path) -> None:
    """A replay that was shown before is not shown again when the game has gone on."""
    games = JournalGames(path)
    with Journal.open(path) as journal:
        play(journal, 2)
        before = len(folded_steps(games.replay(1)))
        journal.append([Entry("undo", "page", {})])
        assert len(folded_steps(games.replay(1))) == before + 1


def test_turns_of_the_running_game(path: Path) -> None:
    """Each turn with its moves in notation, which read back; none where no game runs."""
    games = JournalGames(path)
    assert games.turns() == ()
    with Journal.open(path) as journal:
        history = play(journal, 6)
        listed = games.turns()
        assert [tuple(turn["moves"]) for turn in listed] == [line.moves for line in history.listed()]  # type: ignore[arg-type]
        journal.finish(journal.games()[0].id, {"won": None, "text": "Over.", "standings": []})
    assert games.turns() == ()


def test_the_list_is_newest_first(path: Path) -> None:
    """With names and how it ended; a journal that is not there is an empty list."""
    games = JournalGames(path)
    assert games.games() == ()
    with Journal.open(path) as journal:
        play(journal, 1)
        play(journal, 2)
        shown = games.games()
    assert [(game["number"], game["ended_at"] is None) for game in shown] == [(2, True), (1, False)]
    assert shown[0]["names"] == list(NAMES)


@pytest.mark.parametrize("number", [0, 2, -1, 2**70])
def test_a_game_that_is_not_there(path: Path, number: int) -> None:
    """Whatever is asked for is not found, also before there is a journal."""
    games = JournalGames(path)
    with pytest.raises(GameNotFound):
        games.replay(number)
    with Journal.open(path) as journal:
        play(journal, 1)
    with pytest.raises(GameNotFound):
        games.replay(number)
    with pytest.raises(GameNotFound):
        games.export(number, "jsonl")


def test_every_form_is_a_file(path: Path) -> None:
    """A name that says game and day, a content type, and something in it."""
    with Journal.open(path) as journal:
        play(journal, 3)
        started = journal.games()[0].started_at
    games = JournalGames(path)
    assert {"jsonl", "notation", "csv", "svg"} <= set(games.forms)
    for form in games.forms:
        file = games.export(1, form)
        assert file.name.startswith(f"leafwatch-game-1-{started[:10]}.")
        assert file.content


def ended_file(path: Path) -> bytes:
    """An ended game in JSON lines from a journal of its own."""
    with Journal.open(path) as journal:
        play(journal, 3)
        journal.finish(journal.games()[0].id, {"won": None, "text": "Over.", "standings": []})
    return JournalGames(path).export(1, "jsonl").content


def test_what_is_written_can_be_brought_in_once(path: Path, tmp_path: Path) -> None:
    """The game comes back equal in all but its number, beside a game that is running; a second time it is refused."""
    content = ended_file(tmp_path / "other.sqlite3")
    games = JournalGames(path)
    with Journal.open(path) as journal, games.writing_to(journal):
        play(journal, 1)
        assert games.take(content, "a file") == "Added as game 2."
        assert games.export(2, "jsonl").content == content
        with pytest.raises(GameRefused, match="there already, as game 2"):
            games.take(content, "a file")
    games.replay(2)


def test_a_game_is_brought_in_while_no_table_runs(path: Path, tmp_path: Path) -> None:
    """Without a writer the journal is opened for it, and begun if there is none."""
    games = JournalGames(path)
    assert games.take(ended_file(tmp_path / "other.sqlite3"), "a file") == "Added as game 1."
    assert len(games.games()) == 1


def test_a_cut_off_line_is_left_out_and_said(path: Path, tmp_path: Path) -> None:
    """A file that was torn while it was written is still worth having."""
    content = ended_file(tmp_path / "other.sqlite3")
    assert "cut off" in JournalGames(path).take(content[:-9], "a file")


@pytest.mark.parametrize("content", [b"", b"\0", b"{}", b'{"format":"leafwatch-game/1"}\n', b"[" * 5000, b"PK\x03\x04"])
def test_what_is_no_game_is_refused_with_a_sentence(path: Path, content: bytes) -> None:
    """Line, what was expected and what was found; nothing is added."""
    games = JournalGames(path)
    with pytest.raises(GameRefused, match=r"a file, line 1: expected .*\."):
        games.take(content, "a file")
    assert games.games() == ()


def test_a_refusal_is_said_in_german_as_well(path: Path) -> None:
    """All of its parts: whoever brings a wrong file in reads why in the language of the page."""
    with pytest.raises(GameRefused) as refused:
        JournalGames(path).take(b"hello\n", say("the file"))
    told = translated(sentence_of(refused.value), "de")
    assert told.startswith("die Datei, Zeile 1: erwartet ein JSON-Objekt (")
    assert told.endswith("gefunden hello.")


def test_a_game_against_the_rules_or_not_ended_is_refused(path: Path, tmp_path: Path) -> None:
    """Every move is played through the rules before anything is added."""
    header, first, *rest = ended_file(tmp_path / "other.sqlite3").split(b"\n")
    games = JournalGames(path)
    with pytest.raises(GameRefused, match="line 3: expected what follows from the rules"):
        games.take(b"\n".join([header, first, first, *rest]), "a file")
    running = to_json({**json.loads(header), "ended_at": None, "result": None}).encode()
    with pytest.raises(GameRefused, match="has not ended"):
        games.take(b"\n".join([running, first, *rest]), "a file")
    assert games.games() == ()
