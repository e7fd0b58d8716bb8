"""Buttons that change the game, in a real Chromium: each press counts once, for what was shown; a set-up is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from webui.command import Command, Reply

pytestmark = pytest.mark.browser

NEXT = {"End turn": "end-turn", "Undo": "undo"}


@pytest.fixture
def message(examples: dict[str, Callable[[], dict[str, Any]]]) -> dict[str, Any]:
    """A solo game whose turn may end."""
    message = examples["solo"]()
    message["turn"].update(mark="3.1", can_end=True)
    return message


def shown(page: Any, seq: int) -> None:
    """Wait until the page shows the message of this number."""
    page.locator(f'html[data-seq="{seq}"]').wait_for(state="attached")


@pytest.mark.parametrize("name", NEXT)
def test_a_press_says_which_turn_was_shown(
    open_page: Callable[..., Any], house: Any, message: dict[str, Any], name: str
) -> None:
    """The table can refuse what was meant for another one, and its sentence is shown like every refusal."""
    house.feed.publish(message)
    page = open_page(quiet=False)  # the browser reports the 422
    house.table.reply = Reply(False, "The game has gone on in the meantime.")
    page.get_by_role("button", name=name).click()
    page.locator("#toast.wrong").get_by_text("The game has gone on in the meantime.").wait_for()
    assert house.commands(page, 1) == [Command(NEXT[name], {"turn": "3.1"}, "page")]


@pytest.mark.parametrize("name", NEXT)
def test_nothing_is_asked_twice_while_it_is_on_its_way(
    open_page: Callable[..., Any], house: Any, message: dict[str, Any], name: str
) -> None:
    """However long the table thinks, further presses of the same button wait for its answer."""
    house.feed.publish(message)
    page = open_page()
    answers: list[Any] = []
    page.route("**/api/command", lambda route: answers.append(route))
    for _ in range(3):
        page.get_by_role("button", name=name).click()
        page.clock.run_for(2_000)
    assert len(answers) == 1
    page.unroute("**/api/command")  # which lets the first one go
    page.locator("#toast.good").wait_for()
    page.get_by_role("button", name=name).click()
    assert len(house.commands(page, 2)) == 2


@pytest.mark.parametrize("name", NEXT)
def test_the_second_press_of_a_double_click_means_nothing(
    open_page: Callable[..., Any], house: Any, message: dict[str, Any], name: str
) -> None:
    """Even where the table was fast and the next turn is shown already; a press after a look at it counts."""
    house.feed.publish(message)
    page = open_page()
    button = page.get_by_role("button", name=name)
    button.wait_for()
    page.clock.pause_at(page.evaluate("Date.now()") / 1_000 + 1)  # in seconds
    button.click()
    house.commands(page, 1)
    page.locator("#toast.good").wait_for()
    message["turn"]["mark"] = "2.1"
    house.feed.publish(message)
    shown(page, 2)
    button.click()
    page.clock.run_for(1_000)
    button.click()
    assert [command.body for command in house.commands(page, 2)] == [{"turn": "3.1"}, {"turn": "2.1"}]


def test_an_open_set_up_is_left_from_the_table(
    open_page: Callable[..., Any], house: Any, message: dict[str, Any]
) -> None:
    """Beside the sentence that the game waits stands the way on; it is gone when the game goes on."""
    waits = {**message, "status": {**message["status"], "trouble": "The game waits.", "setup_open": True}}
    house.feed.publish(waits)
    page = open_page()
    page.route("**/api/setup/finish", lambda route: route.fulfill(json={"ok": True, "text": "The game goes on."}))
    with page.expect_request("**/api/setup/finish") as asked:
        page.locator(".tell.trouble").get_by_role("button", name="Go on with the game").click()
    assert (asked.value.method, asked.value.post_data) == ("POST", "{}")
    page.locator("#toast.good").get_by_text("The game goes on.").wait_for()
    house.feed.publish(message)
    page.locator(".tell.trouble").wait_for(state="detached")


def test_other_trouble_has_no_way_on(open_page: Callable[..., Any], house: Any, message: dict[str, Any]) -> None:
    """A lost camera is not found by a button."""
    house.feed.publish({**message, "status": {**message["status"], "trouble": "The camera is lost."}})
    page = open_page()
    page.locator(".tell.trouble").wait_for()
    assert page.locator(".tell.trouble button").count() == 0
