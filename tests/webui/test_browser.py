"""The page in a real Chromium: what people see, live updates, questions, commands and the log."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from webui.command import Command, Reply

pytestmark = pytest.mark.browser

PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 800}


def test_dark_theme_is_dark(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """The theme follows the device."""
    house.feed.publish(examples["solo"]())
    paper = "getComputedStyle(document.body).backgroundColor"
    light, dark = (open_page(color_scheme=scheme).evaluate(paper) for scheme in ("light", "dark"))
    brightness = [sum(map(int, re.findall(r"\d+", color))) for color in (light, dark)]
    assert brightness[0] > 600
    assert brightness[1] < 120


def test_live_update_arrives(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """A published change is shown without any reload: words, verdict, lamp, marks."""
    house.feed.publish(examples["solo"]())
    page = open_page()
    page.get_by_text("Legal: ", exact=False).first.wait_for()
    house.feed.publish(examples["illegal"]())
    page.locator("#words .wrong").wait_for()
    assert "Rule R4.1" in page.locator("#verdict").inner_text()
    assert page.locator(".spot.wrong").count() == 2
    assert page.locator(".lamp strong").inner_text() == "illegal"
    assert page.get_by_role("button", name="Accept anyway").is_visible()
    assert "Not legal" in page.title()


STANDINGS: list[tuple[dict[str, Any], str, str]] = [
    ({}, "Settled", "Legal"),
    ({"word": "searching", "mood": None}, "Searching", "Your move"),
    ({"word": "hand", "mood": "notice"}, "Hand", "Look here"),
    ({"word": "moving", "mood": None, "differs": ["a1"]}, "Moving", "Looking"),
    ({"word": "camera-lost", "mood": "wrong"}, "Camera lost", "Not legal"),
    ({"word": "question", "mood": "notice"}, "Settled", "Question"),
    ({"word": "desynchronised", "mood": None, "differs": ["a1"]}, "Settled", "Table differs"),
    ({"word": "finished", "mood": "done"}, "Settled", "Finished"),
]


def test_two_words_say_what_is_seen_and_what_it_is(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Every status leads to its two words, each beside a shape of its own, so that colour is never the only sign."""
    page = open_page()
    shapes: dict[str, str] = {}
    for change, seen, standing in STANDINGS:
        message = examples["solo"]()
        message["status"]["word"] = change.get("word", "settled")
        message["verdict"]["mood"] = change.get("mood", "good")
        message["players"][0]["differs"] = change.get("differs", [])
        house.feed.publish(message)
        page.locator("#words .word > span:not(.unseen)", has_text=standing).wait_for()
        words = page.locator("#words .word > span:not(.unseen)").all_inner_texts()
        assert words == [seen, standing]
        shapes |= zip(
            words, page.locator("#words .sign").evaluate_all("(all) => all.map((one) => one.innerHTML)"), strict=True
        )
    assert len(set(shapes.values())) == len(shapes)


LONG = [
    "The red leaf on d5, d6, e6, f6, g6 lies over the green leaf that Ada laid on d5-f5 in turn 3.",
    "It has no hole over a treasure.",
    "It covers 6 spaces, but red leaves cover 5.",
    "No such leaf lies among the first tiles of the path.",
    "The squirrel on i8 is a second main action, and no nut was spent for it.",
    "The leaf on a1-c1 was moved.",
]


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("kind", ["purse", "four_players"])
def test_long_verdict_leaves_the_board_in_view(
    open_page: Callable[..., Any], house: Any, examples: Any, viewport: dict[str, int], kind: str
) -> None:
    """Many reasons, a long remedy and six answers: the board still begins in the upper half and is seen below it."""
    message = examples[kind]()
    remedy = "Lay the leaf on free spaces, or take it back and lay another one. Take back the squirrel, or spend a nut."
    message["verdict"] |= {"mood": "wrong", "text": " ".join(LONG), "rule": "R4.1", "remedy": remedy}
    house.feed.publish(message)
    page = open_page(viewport)
    page.locator("#verdict.long").wait_for()
    said = " ".join(page.locator("#verdict p").all_text_contents())
    assert all(sentence in said for sentence in (*LONG, remedy))
    boards = [board.bounding_box() for board in page.locator(".board").all()]
    board = min(boards, key=lambda box: (box["y"], box["x"]))  # that of whose turn it is stands first on a phone
    assert board["y"] <= viewport["height"] / 2
    asked = page.locator("#question")
    end = asked.bounding_box()["y"] if asked.is_visible() and viewport == PHONE else viewport["height"]
    assert end - board["y"] >= 0.1 * viewport["height"]


def test_long_verdict_is_shown_whole_when_it_is_wanted(
    open_page: Callable[..., Any], house: Any, examples: Any
) -> None:
    """On a phone the first sentence is whole and what follows is cut short; a button of its own shows all of it."""
    message = examples["solo"]()
    message["verdict"] |= {"mood": "wrong", "text": " ".join(LONG), "rule": "R4.1"}
    house.feed.publish(message)
    page = open_page(PHONE)
    rest = page.locator("#verdict .rest")
    cut = "(element) => element.scrollHeight > element.clientHeight + 1"
    assert rest.evaluate(cut)
    assert not page.locator("#verdict .say").evaluate(cut)
    page.get_by_role("button", name="Show all of it").click()
    assert not rest.evaluate(cut)
    page.get_by_role("button", name="Show less").click()
    assert rest.evaluate(cut)


def test_row_bears_its_printed_numbers(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """From left to right 10 to 1 and two places without; the gap of turn n is at number n and right of it (R11.2)."""
    message = examples["solo"]()
    house.feed.publish(message)
    places = open_page().locator(".numbered li")
    places.first.wait_for()
    numbers = [place.locator(".number").inner_text() for place in places.all()]
    assert numbers == ["10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "", ""]
    gaps = [number for place, number in zip(places.all(), numbers, strict=True) if place.locator("svg").count() == 0]
    assert gaps == [str(message["turn"]["number"]), str(message["turn"]["number"] - 1)]


def test_first_load_asks_ten_times_at_most(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Page, files, stream and all that the simulated table loads late: ten requests, each file once; then pictures."""
    house.feed.publish(examples["solo"]())
    page = open_page()
    page.locator("#picture canvas").wait_for()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.locator(".pick").first.wait_for()
    page.locator("#picture canvas").wait_for()
    start = asked.index(
        next(url for url in asked if url.endswith("/"))
    )  # what came before is of the page that was left
    first = [url for url in asked[start:] if not url.startswith("data:") and not url.endswith("/api/picture")]
    names = [url.rsplit("/", 1)[1] for url in first]
    assert {"play.js", "picture.js", "stream"} <= set(names)
    assert len(names) == len(set(names))
    assert len(names) <= 10


def test_names_are_only_text(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """A player may be called what she likes."""
    message = examples["four_players"]()
    name = '<img src=x onerror="document.title=1">"\'&amp;</script>'
    for player in message["players"]:
        player["name"] = name
    message["log"][0]["text"] = message["verdict"]["text"] = name
    house.feed.publish(message)
    page = open_page()
    page.locator("h2", has_text="<img").first.wait_for()
    assert page.locator("#verdict .say").inner_text() == name
    assert page.locator("img").count() == 0


def test_buttons_send_commands(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """End turn, undo and an answer send their command; an end that is not allowed sends nothing."""
    house.feed.publish(examples["solo"]())
    page = open_page()
    page.get_by_role("button", name="End turn").click()
    house.commands(page, 1)  # two requests on their way at once may overtake each other
    page.get_by_role("button", name="Undo").click()
    assert [command.name for command in house.commands(page, 2)] == ["end-turn", "undo"]
    house.feed.publish(examples["illegal"]())
    page.get_by_role("button", name="Accept anyway").click()
    house.commands(page, 3)
    page.get_by_role("button", name="End turn").click(force=True)
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Really start over?").click()
    names = [command.name for command in house.commands(page, 4)]
    assert names == ["end-turn", "undo", "answer", "new-game"]


def test_question_is_answered_with_its_spots_drawn(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """An answer that is pointed at or focused shows its spots; a click sends it."""
    message = examples["question"]()
    house.feed.publish(message)
    page = open_page()
    answer = page.get_by_role("button", name="The first yellow one")
    answer.focus()
    assert page.locator(".hint").count() == len(message["question"]["answers"][0]["spots"])
    page.get_by_role("button", name="Neither: I only tried").hover()
    answer.evaluate("(element) => element.blur()")
    assert page.locator(".hints > *").count() == 0
    answer.click()
    assert house.commands(page, 1) == [Command("answer", {"question": "17", "answer": "first"}, "page")]


def test_refusal_is_said(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """The table's sentence is shown when it refuses."""
    house.feed.publish(examples["solo"]())
    house.table.reply = Reply(False, "There is nothing to take back.")
    page = open_page(quiet=False)  # the browser reports the 422
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("There is nothing to take back.").wait_for()


def test_log_grows_at_the_top_and_is_announced(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """New lines are added to a polite live region, newest first, and old ones are left alone."""
    message = examples["solo"]()
    house.feed.publish(message)
    page = open_page()
    page.locator("#log li").first.wait_for()
    page.evaluate("document.querySelector('#log li').marked = true")
    message["log"].append({"seq": 99, "turn": 4, "seat": 0, "mood": "good", "text": "Turn 4: squirrel on i8."})
    house.feed.publish(message)
    page.get_by_text("Turn 4: squirrel on i8.").wait_for()
    assert page.locator("#log li").first.inner_text() == "Turn 4: squirrel on i8."
    assert page.evaluate("document.querySelectorAll('#log li')[1].marked") is True
    assert page.get_by_role("log").get_attribute("aria-live") == "polite"
