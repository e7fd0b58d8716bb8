"""The table message in the table's language: every sentence of it, names never."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from device.language import message_in, translated
from device.session.desync import Desync
from device.session.message import Sight, table_message
from device.session.message_question import Asking
from device.session.session import Session
from device.session.turn_settings import TurnSettings
from device.signals import patterns
from engine.catalog import GAMES
from engine.game import IllegalMove, Reading, Spot, Surface
from engine.grid import Cell, Space
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.sentence import Sentence, say
from webui import create_app
from webui.command import Command, Reply
from webui.feed import Feed
from webui.sentences import templates

GAME = GAMES["indian-summer"]
SAID = {"text", "remedy", "label", "last_round", "reason"}
"""The keys of the message whose values people read as sentences."""
SURFACES = ("floor", "hole", "squirrel", "leaf.green", "leaf.yellow", "leaf.red", "token.nut", "animal")


def session_of(players: int, seed: int) -> Session[Any, Any]:
    """A game at its start, dealt at random."""
    chance = random.Random(seed)
    tiles = list(demo_tiles().tiles)
    chance.shuffle(tiles)
    floors = demo_floors()[:players]
    if players == 1:
        return Session(GAME, GAME.new_solo(tiles[:25], floors[0]), lambda entries: None)
    return Session(GAME, GAME.new_table(("Ada", "a nut")[:players], floors), lambda entries: None)


def messages(players: int, seed: int, moves: int) -> Iterator[dict[str, Any]]:
    """Messages along a random game at a table on which things lie wrong now and then."""
    chance = random.Random(seed)
    session = session_of(players, seed)
    names = tuple(player.name for player in session.committed.players)
    asking = Asking(Desync(resumed=seed % 2 == 0))
    for _ in range(moves):
        view = GAME.view(session.committed)
        wrong = chance.sample(list(view), chance.choice((0, 1, 1, 2, 4)))
        seen = {**view, **{spot: Surface(chance.choice(SURFACES)) for spot in wrong}}
        session.see({spot: Reading(surface, chance.choice((0.6, 0.99))) for spot, surface in seen.items()})
        asking.desync.judge(session, complain=True)
        yield message_of(session, names, asking)
        session.see({spot: Reading(surface, 0.99) for spot, surface in view.items()})
        asking.desync.judge(session, complain=True)
        yield message_of(session, names, asking)
        legal = list(GAME.legal_moves(session.committed))
        if not legal:
            return
        try:
            session.enter(chance.choice(legal), "page")
        except (IllegalMove, ValueError):
            session.undo("page")


def message_of(session: Session[Any, Any], names: tuple[str, ...], asking: Asking) -> dict[str, Any]:
    """The message before it is translated."""
    return table_message(
        session,
        Sight(word="settled", text="", camera="a camera"),
        names,
        complain=True,
        asking=asking,
        settings=TurnSettings(language="de"),
    )


def leaves(value: object, key: str = "") -> Iterator[tuple[str, object]]:
    """Every value of a message with the key under which it stands."""
    match value:
        case dict():
            for name, each in value.items():
                yield from leaves(each, name)
        case list() | tuple():
            for each in value:
                yield from leaves(each, key)
        case _:
            yield key, value


@pytest.mark.parametrize(("players", "seed"), [(1, 1), (1, 2), (2, 3), (2, 4)])
def test_every_text_of_the_message_is_a_sentence_with_a_german_template(players: int, seed: int) -> None:
    """What people read is made with ``say``; all of its templates, those of its values too, are translated."""
    for message in messages(players, seed, 25):
        for key, value in leaves(message):
            if key in SAID and value:
                assert isinstance(value, Sentence), (key, value)
            if isinstance(value, Sentence):
                assert untranslated(value) == set()


def untranslated(sentence: Sentence) -> set[str]:
    """The templates with words for which there is no German one."""
    worded = any(letter.isalpha() for text, _, _, _ in Formatter().parse(sentence.template) for letter in text)
    found = {sentence.template} if worded and sentence.template not in templates("de") else set()
    return found.union(*(untranslated(value) for value in sentence.values.values() if isinstance(value, Sentence)))


@pytest.mark.parametrize("players", [1, 2])
def test_the_message_has_the_same_form_in_every_language(players: int) -> None:
    """Only texts change: the same keys, numbers and words, and nothing but JSON values is left."""
    for message in messages(players, 7, 12):
        german = message_in("de", message)
        assert not any(isinstance(value, Sentence) for _, value in leaves(german))
        assert json.loads(json.dumps(german)) == german
        english = json.loads(json.dumps(message))
        assert json.loads(json.dumps(message_in("en", message))) == english
        for (key, before), (same, after) in zip(leaves(english), leaves(german), strict=True):
            assert key == same
            if key not in SAID | {"options", "name", "lines"}:
                assert before == after, key


def test_names_are_never_translated_but_you_is() -> None:
    """A player who is called like a thing of the game keeps the name; the nameless solo player becomes du."""
    message = message_in("de", next(messages(2, 3, 1)))
    assert [player["name"] for player in message["players"]] == ["Ada", "a nut"]
    assert next(messages(1, 3, 1))["players"][0]["name"] == "You"
    assert message_in("de", next(messages(1, 3, 1)))["players"][0]["name"] == "Du"
    assert translated("a nut", "de") == "a nut"
    assert translated(say("a nut"), "de") == "1 Nuss"


def test_an_illegal_table_is_explained_in_german() -> None:
    """Reason, remedy, question and its labels, each sentence translated before they stand in a row."""
    session = session_of(1, 1)
    wrong: dict[Spot, Reading] = {
        Space(0, Cell(0, 0)): Reading(Surface("leaf.red"), 0.99),
        Space(0, Cell(0, 1)): Reading(Surface("hole"), 0.99),
    }
    view = {spot: Reading(surface, 0.99) for spot, surface in GAME.view(session.committed).items()}
    session.see({**view, **wrong})
    message = message_in("de", message_of(session, ("You",), Asking(Desync(resumed=False))))
    assert message["verdict"]["text"] == (
        "Das rote Blattplättchen auf a1-b1 bedeckt 2 Felder, rote Blattplättchen bedecken aber 5."
    )
    assert message["verdict"]["remedy"] == (
        "Schau noch einmal: Vielleicht liegen zwei Teile nebeneinander, oder die Farbe wurde falsch gelesen."
    )
    assert [answer["label"] for answer in message["question"]["answers"]] == [
        "Trotzdem gelten lassen",
        "Wir legen es zurück",
        "Es ist etwas anderes",
    ]


def test_unknown_languages_stay_english() -> None:
    """No file is looked for by a name that somebody sent."""
    assert translated(say("a nut"), "../de") == "a nut"
    assert translated(say("a nut"), "fr") == "a nut"


@pytest.mark.parametrize(
    ("headers", "text"),
    [
        ({}, "Noted."),
        ({"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}, "Notiert."),
        ({"Accept-Language": "fr"}, "Noted."),
    ],
)
def test_an_answer_comes_in_the_language_of_who_asks(headers: Mapping[str, str], text: str) -> None:
    """Two phones at one table may read different languages."""

    def submit(command: Command) -> Future[Reply]:
        future: Future[Reply] = Future()
        future.set_result(Reply(True, say("Noted.")))
        return future

    client = create_app(Feed(), submit, trusted_hosts=["localhost"], build="test").test_client()
    sent = {"name": "undo", "body": {}}
    answer = client.post("/api/command", json=sent, headers={"X-Leafwatch": "1", **headers})
    assert (answer.status_code, answer.get_json()["text"]) == (200, text)


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_light_has_a_name_on_the_page(language: str) -> None:
    """What a lamp shows is said in words too, for colour is never the only sign."""
    names = {light.name for light in vars(patterns).values() if isinstance(light, patterns.Pattern)}
    file = Path(__file__).parents[2] / "webui" / "strings" / language / "table.json"
    assert json.loads(file.read_text("utf-8"))["lamps"]["pattern"].keys() == names
