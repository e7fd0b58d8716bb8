"""What a person has begun to answer, in a real Chromium, while hands take the question away and bring it back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from webui.command import Command

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def hand(house: Any) -> Callable[[Any, dict[str, Any]], None]:
    """Lets a hand pass over the table: for a while nothing is asked, then the same as before."""

    def hand(page: Any, message: dict[str, Any]) -> None:
        over = {**message, "status": {**message["status"], "word": "hand"}, "question": None}
        house.feed.publish(over)
        page.locator("#question").wait_for(state="hidden")
        # the browser takes the focus from what is hidden when it draws next
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        house.feed.publish(message)
        page.locator("#question").wait_for()

    return hand


def focused(page: Any) -> str:
    """What has the focus: the id of a field or the word of an answer."""
    found: str = page.evaluate("document.activeElement.dataset.answer ?? (document.activeElement.id || 'nothing')")
    return found


@pytest.mark.parametrize("path", ["/", "/seat/1"])
def test_a_note_outlives_a_hand(
    open_page: Callable[..., Any], house: Any, examples: Any, hand: Callable[..., None], path: str
) -> None:
    """Text, place of the cursor and focus are there again, as often as a hand passes, and the note is sent."""
    message = examples["illegal"]()
    house.feed.publish(message)
    page = open_page(PHONE, path=path)
    page.locator("summary", has_text="Add a note for the record").click()
    page.get_by_label("Add a note for the record").focus()
    page.keyboard.type("We agreed it.")
    for _ in range(len(" it.")):
        page.keyboard.press("ArrowLeft")
    hand(page, message)
    assert focused(page) == "why"
    page.keyboard.type(" on")
    hand(page, message)
    page.get_by_role("button", name="Accept anyway").click()
    (command,) = house.commands(page, 1)
    assert command.body["why"] == "We agreed on it."


def test_another_question_begins_without_a_note(
    open_page: Callable[..., Any], house: Any, examples: Any, hand: Callable[..., None]
) -> None:
    """What was noted of one thing is not said of the next, nor once more of what has been answered."""
    message = examples["illegal"]()
    house.feed.publish(message)
    page = open_page()
    note = page.get_by_label("Add a note for the record")
    page.locator("summary", has_text="Add a note for the record").click()
    note.fill("We agreed on it.")
    other = {**message, "question": {**message["question"], "id": "illegal-13"}}
    hand(page, other)
    page.locator("summary", has_text="Add a note for the record").click()
    assert note.input_value() == ""
    note.fill("This one, too.")
    with page.expect_response("**/api/command"):
        page.get_by_role("button", name="We put it back").click()
    page.locator("#toast.good").wait_for()
    hand(page, other)
    page.locator("summary", has_text="Add a note for the record").click()
    assert note.input_value() == ""


def test_the_first_tap_of_two_outlives_a_hand(
    open_page: Callable[..., Any], house: Any, examples: Any, hand: Callable[..., None]
) -> None:
    """The answer that was tapped once is drawn again, and the next tap gives it."""
    message = examples["question"]()
    house.feed.publish(message)
    page = open_page(PHONE, has_touch=True)
    answer = page.locator('[data-answer="first"]')
    answer.tap()
    answer.get_by_text("Tap again to answer.").wait_for()
    hand(page, message)
    answer.get_by_text("Tap again to answer.").wait_for()
    assert page.locator(".hints .hinted").count() == 1
    assert focused(page) == "first"
    answer.tap()
    assert house.commands(page, 1) == [Command("answer", {"question": "17", "answer": "first"}, "page")]


def test_the_focus_is_not_taken_from_elsewhere(
    open_page: Callable[..., Any], house: Any, examples: Any, hand: Callable[..., None]
) -> None:
    """Who has gone on to something else meanwhile stays there."""
    message = examples["illegal"]()
    house.feed.publish(message)
    page = open_page()
    page.locator('[data-answer="back"]').focus()
    over = {**message, "question": None}
    house.feed.publish(over)
    page.locator("#question").wait_for(state="hidden")
    page.get_by_role("button", name="Undo").focus()
    hand(page, message)
    assert page.evaluate("document.activeElement.dataset.command") == "undo"
