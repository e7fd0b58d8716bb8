"""Sounds and spoken sentences in a real Chromium: silent until asked, one for each thing that happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser

HEARD = """async ([before, next]) => (await import(document.querySelector("script[type=module]").src
    .replace("table.js", "sounds.js"))).heard(before, next)"""


@pytest.fixture
def legal(examples: Any) -> dict[str, Any]:
    """A table message with a legal move."""
    return dict(examples["solo"]())


def changed(message: dict[str, Any], **parts: Any) -> dict[str, Any]:
    """The message with some of its parts changed."""
    return {**message, **{name: {**(message[name] or {}), **part} for name, part in parts.items()}}


def test_each_event_is_heard_once(open_page: Callable[..., Any], house: Any, legal: dict[str, Any]) -> None:
    """A verdict, a question, a lost camera, another turn: an event each; what was there already is none."""
    house.feed.publish(legal)
    page = open_page()
    wrong = changed(legal, verdict={"mood": "wrong", "text": "That is not legal."})
    lost = changed(wrong, status={"word": "camera-lost", "text": "The camera is lost."})
    asks = {**legal, "question": {"id": "q", "kind": "line", "text": "What happened?", "answers": []}}
    turned = changed(legal, turn={"number": legal["turn"]["number"] + 1})
    steps = [
        (None, legal),
        (legal, legal),
        (legal, wrong),
        (wrong, lost),
        (legal, asks),
        (legal, turned),
        (wrong, legal),
    ]
    events = [page.evaluate(HEARD, [before, now]) for before, now in steps]
    assert [event and event["event"] for event in events] == [None, None, "wrong", "lost", "question", "turn", "good"]
    assert events[2]["text"] == "That is not legal."


def test_a_page_is_silent_until_its_switch_is_tapped(
    open_page: Callable[..., Any], house: Any, legal: dict[str, Any]
) -> None:
    """Off at first; one tap switches on and sounds, which is remembered; another tap is silence again."""
    legal["settings"]["sound"] = True
    house.feed.publish(legal)
    page = open_page()
    page.locator("#sounds summary").click()
    switch = page.locator('[data-sounds="sound"]')
    switch.wait_for()
    assert switch.get_attribute("aria-pressed") == "false"
    place = page.locator("#sounds")
    house.feed.publish(changed(legal, verdict={"mood": "wrong", "text": "One."}))
    page.get_by_text("One.").first.wait_for()
    assert place.get_attribute("data-played") is None
    switch.click()
    page.locator('#sounds[data-played="1"]').wait_for()
    assert switch.get_attribute("aria-pressed") == "true"
    house.feed.publish(changed(legal, verdict={"mood": "wrong", "text": "Two."}))
    page.locator('#sounds[data-played="2"]').wait_for()
    page.reload()
    switch.wait_for(state="attached")  # remembered, so it is loaded at once
    assert switch.get_attribute("aria-pressed") == "true"
    page.locator("#sounds summary").click()
    house.feed.publish(changed(legal, verdict={"mood": "wrong", "text": "Two and a half."}))
    page.locator('#sounds[data-played="1"]').wait_for()
    switch.click()
    house.feed.publish(changed(legal, verdict={"mood": "wrong", "text": "Three."}))
    page.get_by_text("Three.").first.wait_for()
    assert place.get_attribute("data-played") == "1"


def test_a_loudspeaker_that_sleeps_keeps_nothing_waiting(
    open_page: Callable[..., Any], house: Any, legal: dict[str, Any]
) -> None:
    """The switch is on at once and is remembered; who wakes soon sounds, who wakes much later has nothing to tell."""
    legal["settings"]["sound"] = True
    house.feed.publish(legal)
    page = open_page()
    page.evaluate("""() => {
        window.notes = 0, window.asked = [], window.now = 0;
        performance.now = () => window.now;
        AudioContext.prototype.resume = () => new Promise((woken) => window.asked.push(woken));
        AudioContext.prototype.createOscillator = new Proxy(AudioContext.prototype.createOscillator, {
            apply: (make, audio) => (window.notes += 1, Reflect.apply(make, audio, [])) });
    }""")
    page.locator("#sounds summary").click()
    switch = page.locator('[data-sounds="sound"]')
    switch.click()
    page.locator('#sounds[data-played="1"]').wait_for()
    assert switch.get_attribute("aria-pressed") == "true"
    assert page.evaluate("localStorage.getItem('leafwatch-sounds')") == '{"sound":true,"speech":false}'
    assert page.evaluate("window.notes") == 0
    page.evaluate("(window.now = 1_900, window.asked.forEach((woken) => woken()))")
    page.wait_for_function("window.notes === 1")
    page.evaluate("window.asked = []")
    house.feed.publish(changed(legal, verdict={"mood": "wrong", "text": "Late."}))
    page.locator('#sounds[data-played="2"]').wait_for()
    page.evaluate("(window.now = 4_000, window.asked.forEach((woken) => woken()))")
    assert page.evaluate("window.notes") == 1


def test_the_table_can_forbid_sounds(open_page: Callable[..., Any], house: Any, legal: dict[str, Any]) -> None:
    """With the session's sound off there is nothing to open."""
    legal["settings"]["sound"] = False
    house.feed.publish(legal)
    page = open_page()
    page.locator("#camera").get_by_text(legal["status"]["camera"]).wait_for()
    assert page.locator("#sounds").is_hidden()


def test_sentences_are_spoken_in_the_tables_language(
    open_page: Callable[..., Any], house: Any, legal: dict[str, Any]
) -> None:
    """Off by default; switched on, the sentence of what happens goes to the browser's voice with its language."""
    legal["settings"]["sound"] = True
    house.feed.publish(legal)
    page = open_page()
    page.evaluate("""() => { window.said = []; speechSynthesis.speak = (u) => window.said.push([u.lang, u.text]); }""")
    page.locator("#sounds summary").click()
    page.locator('[data-sounds="speech"]').click()
    german = changed(legal, verdict={"mood": "wrong", "text": "Das geht so nicht."})
    house.feed.publish({**german, "language": "de"})
    page.wait_for_function("() => window.said.length >= 2")
    assert page.evaluate("window.said.at(-1)") == ["de", "Das geht so nicht."]


@pytest.mark.parametrize("path", ["/seat/1", "/far"])
def test_other_pages_sound_too(open_page: Callable[..., Any], house: Any, legal: dict[str, Any], path: str) -> None:
    """A player's phone and the page for afar have the same switches, loaded when they are opened and not before."""
    legal["settings"]["sound"] = True
    house.feed.publish(legal)
    page = open_page(path=path)
    page.locator("#sounds summary").wait_for()
    assert page.locator("[data-sounds]").count() == 0
    page.locator("#sounds summary").click()
    page.locator('[data-sounds="sound"]').click()
    page.locator('#sounds[data-played="1"]').wait_for()
    house.feed.publish(changed(legal, verdict={"mood": "wrong", "text": "One."}))
    page.locator('#sounds[data-played="2"]').wait_for()
