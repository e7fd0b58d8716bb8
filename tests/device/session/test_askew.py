"""Pieces that lie wrong are named with rule, spaces and remedy; what was not surely a piece is only pointed at."""

import pytest

from device.session.askew import STRAIGHT, askew_of
from device.session.desync import Desync
from device.session.message import Sight, table_message
from device.session.session import Session
from device.signals.patterns import ILLEGAL, QUESTION
from device.signals.table_lamps import pattern_of
from engine.catalog import GAMES
from engine.grid import Cell, Space
from engine.indian_summer.sets import demo_floors
from engine.sentence import Sentence
from vision.observation import Problem, Sighting

TOUCHED = frozenset(Space(0, Cell.parse(name)) for name in ("c4", "c5", "d4", "d5"))


def sighting(kind: str, problem: Problem) -> Sighting:
    """A piece on four spaces."""
    return Sighting(kind, "leaf.red", TOUCHED, None, 1.0, (0.4, 0.0), 0.0, problem, TOUCHED)


def session() -> Session:  # type: ignore[type-arg]
    """A solo game in which nothing was played."""
    game = GAMES["indian-summer"]
    return Session(game, game.new_solo(None, demo_floors()[0]), lambda entries: None)


@pytest.mark.parametrize(
    ("problem", "words"),
    [("misplaced", "between spaces"), ("overlapping", "on another"), ("off-board", "over the edge")],
)
def test_each_way_to_lie_wrong_is_said_with_rule_spaces_and_remedy(problem: Problem, words: str) -> None:
    """A sentence that can be translated, the rule, all spaces that are touched, and what to do."""
    (violation,) = askew_of([sighting("red leaf", problem)]).violations
    assert "A red leaf at c4-d5" in violation.text
    assert words in violation.text
    assert violation.rule == "R4.1"
    assert violation.spots == TOUCHED
    assert violation.remedy
    assert isinstance(violation.text, Sentence)


def test_what_lies_right_is_left_out() -> None:
    """Pieces without a problem say nothing."""
    assert askew_of([sighting("red leaf", "")]) == STRAIGHT


@pytest.mark.parametrize(("kind", "mood", "light"), [("red leaf", "wrong", ILLEGAL), ("piece", "notice", QUESTION)])
def test_a_piece_is_called_wrong_and_something_unnamed_is_only_pointed_at(kind: str, mood: str, light: object) -> None:
    """Page and lamp agree; a shadow taken for a thing is never called illegal."""
    playing = session()
    askew = askew_of([sighting(kind, "misplaced")])
    sight = Sight(word="settled", text="", camera="", askew=askew)
    verdict = table_message(playing, sight, ("You",), complain=True)["verdict"]
    assert isinstance(verdict, dict)
    assert verdict["mood"] == mood
    assert {spot["cell"] for spot in verdict["spots"]} == {"c4", "c5", "d4", "d5"}
    lamp = pattern_of(playing, "settled", Desync(resumed=False), saved=True, complain=True, askew=askew)
    assert lamp is light


def test_nobody_is_told_off_for_moving_quickly() -> None:
    """Before it has lain still for long enough a crooked piece is not mentioned."""
    sight = Sight(word="settled", text="", camera="", askew=askew_of([sighting("red leaf", "misplaced")]))
    verdict = table_message(session(), sight, ("You",), complain=False)["verdict"]
    assert isinstance(verdict, dict)
    assert verdict["mood"] is None
