"""What the set-up asks and tells in a real Chromium: a board that is not empty, tiles left there, a network away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser

CELLS = ["c4", "c5", "d5"]


def seeing(house: Any, verdict: str, cells: list[str], name: str = "") -> None:
    """Let the set-up see something on these spaces of its board."""
    board = house.wizard.now["boards"][0]
    middles = [[200 + 66 * (col + 0.5), 150 + 62 * (row + 0.5)] for row in range(8) for col in range(9)]
    board |= {"middles": middles, "name": name}
    found = {
        "board": 1,
        "check": "empty",
        "value": len(cells),
        "verdict": verdict,
        "text": "in English",
        "cells": cells,
    }
    house.wizard.now["checks"] = [found]


def saved(house: Any) -> bool:
    """Whether the boards were saved."""
    return bool({"save", "save-bare"} & {name for name, _ in house.wizard.asked})


def test_a_board_that_looks_covered_is_saved_only_when_somebody_says_it_is_empty(
    setup_house: Any, visit: Callable[..., Any]
) -> None:
    """The spaces are named and marked in the picture; nothing is saved before one of both answers is given."""
    seeing(setup_house, "poor", CELLS)
    page = visit("setup#board")
    page.locator(".sketch .covered.poor").nth(2).wait_for(state="attached")
    page.click("#next")
    page.locator(".doubt", has_text="at c4, c5, d5?").wait_for()
    page.locator(":focus", has_text="I have taken it off: look again").wait_for()
    page.click("#next")
    page.locator(".doubt", has_text="at c4, c5, d5?").wait_for()
    assert not saved(setup_house)
    page.get_by_role("button", name="Nothing lies there: save").click()
    page.wait_for_selector("#step[data-step='leaves']")
    assert "save-bare" in [name for name, _ in setup_house.wizard.asked]


def test_what_was_taken_off_is_looked_at_again(setup_house: Any, visit: Callable[..., Any]) -> None:
    """The question goes away with what lay there, and the empty board is saved without another."""
    seeing(setup_house, "fair", CELLS)
    page = visit("setup#board", "phone")
    page.locator(".sketch .covered").first.wait_for(state="attached")
    page.click("#next")
    page.get_by_role("button", name="I have taken it off: look again").click()
    page.wait_for_selector(".doubt", state="hidden")
    for _ in range(6000):
        if setup_house.wizard.asked[-1][0] == "look":
            break
        page.wait_for_timeout(10)
    assert setup_house.wizard.asked[-1][0] == "look"
    seeing(setup_house, "good", [])
    page.locator(".sketch .covered").first.wait_for(state="detached")
    page.click("#next")
    page.wait_for_selector("#step[data-step='leaves']")
    assert saved(setup_house)


def test_a_known_board_that_looks_otherwise_may_be_another(setup_house: Any, visit: Callable[..., Any]) -> None:
    """The page of the camera and that of the board say so, with the name by which it was taken."""
    seeing(setup_house, "poor", ["c4"], name="Board A")
    page = visit("setup#camera")
    page.locator('[data-check="empty"]', has_text="than the empty “Board A”").wait_for()
    page.goto(f"{setup_house.server.url}setup#board")
    page.locator("#step[data-step='board'] .sketch .covered").first.wait_for(state="attached")
    page.click("#next")
    page.locator(".doubt", has_text="give it a name of its own").wait_for()


def test_checks_with_two_ways_to_be_wrong_say_which(setup_house: Any, visit: Callable[..., Any]) -> None:
    """Too dark and too light, one space and many, blurred and not seen at all have sentences of their own."""
    said = {
        ("exposure", 25.0, "fair"): "Rather dark (25",
        ("exposure", 200.0, "fair"): "Rather light (200",
        ("exposure", 90.0, "fair"): "A part of the board is nearly black",
        ("exposure", 240.0, "poor"): "Too light (240",
        ("exposure", 10.0, "poor"): "Too dark (10",
        ("grain", 8.7, "fair"): "The picture is grainy, as in little light: 8.7 %",
        ("focus", None, "poor"): "No line is sharp enough",
        ("focus", None, "fair"): "Only the lines of one direction",
        ("glare", 1.0, "fair"): "1 space is washed out",
        ("glare", 3.0, "fair"): "3 spaces are washed out",
    }
    setup_house.wizard.now["checks"] = [
        {"board": 1, "check": check, "value": value, "verdict": verdict, "text": "in English", "cells": []}
        for check, value, verdict in said
    ]
    page = visit("setup#camera")
    page.locator(".check").nth(len(said) - 1).wait_for()
    told = " ".join(page.locator(".check").all_text_contents())
    assert [each for each in said.values() if each not in told] == []
    assert "in English" not in told


def test_tiles_that_still_lie_there_are_told_once(setup_house: Any, visit: Callable[..., Any]) -> None:
    """The refusal stands on the page of the leaves; who goes on all the same is not held up again."""
    setup_house.wizard.now["profile"] = True
    page = visit("setup#leaves")
    page.get_by_role("button", name="These are my tiles").wait_for()
    setup_house.wizard.refusal = "Tiles that you showed still lie on the board (b2 and c2)."
    page.click("#next")
    page.locator(".answer.wrong", has_text="still lie on the board").wait_for()
    page.click("#next")
    page.wait_for_selector("#step[data-step='lamps']")
    page.goto(f"{setup_house.server.url}setup#try")
    page.locator("#step .lead", has_text="still lie on the board").wait_for()
    assert page.text_content("#next") == "Go on without"
    setup_house.wizard.refusal = ""
    page.get_by_role("button", name="Done: watch the table").click()
    page.wait_for_selector(".verdict")
    assert page.text_content("#next") == "Next"


def test_why_no_board_is_found_and_what_is_wrong_with_the_files_is_said(
    setup_house: Any, visit: Callable[..., Any]
) -> None:
    """The reason stands below the picture, the notice on every page until it is gone."""
    setup_house.wizard.now |= {"boards": [], "why": "The picture is nearly black.", "notice": "A file is damaged."}
    page = visit("setup#camera")
    page.get_by_text("The picture is nearly black.").wait_for()
    page.locator("#told", has_text="A file is damaged.").wait_for()
    page.goto(f"{setup_house.server.url}setup#lamps")
    page.locator("#told", has_text="A file is damaged.").wait_for()
    setup_house.wizard.now["notice"] = ""
    page.wait_for_selector("#told", state="hidden")


def test_a_table_out_of_reach_is_told_and_found_again(setup_house: Any, visit: Callable[..., Any]) -> None:
    """A phone that loses the table's network says so within a few looks, and goes on by itself."""
    page = visit("setup#camera")
    page.wait_for_selector(".check")
    page.route("**/api/setup", lambda route: route.fulfill(body="<p>another network's page</p>"))
    page.locator("#told", has_text="The table cannot be reached.").wait_for()
    page.unroute("**/api/setup")
    page.wait_for_selector("#told", state="hidden")


def test_a_table_out_of_reach_at_the_first_moment_is_asked_again(setup_house: Any, visit: Callable[..., Any]) -> None:
    """A set-up opened while the network stumbles says so and opens its page as soon as it knows who is host."""
    page = visit("setup#people")
    asked = []

    def stumble(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(body="<p>another network's page</p>") if len(asked) < 3 else route.fallback()

    page.wait_for_selector("#step[data-step='people']")
    page.route("**/api/host", stumble)
    page.reload()
    page.locator("#toast", has_text="The table could not be reached.").wait_for()
    page.wait_for_selector("#step[data-step='people']")
    assert len(asked) == 3


@pytest.mark.parametrize("stumbles", [False, True])
def test_names_typed_before_there_is_a_host_outlive_a_reload(
    setup_house: Any, visit: Callable[..., Any], stumbles: bool
) -> None:
    """They are sent as soon as there is one, by a page loaded anew or one that has to ask twice who is host."""
    role = {"role": "guest"}
    lost: list[bool] = []
    page = visit("setup#people")

    def host(route: Any) -> None:
        if lost:
            lost.clear()
            return route.fulfill(body="<p>another network's page</p>")
        return route.fulfill(json={"role": role["role"], "claimed": False, "asks": True})

    def claim(route: Any) -> None:
        role["role"] = "host"
        lost.extend([True] * stumbles)
        route.fulfill(json={"ok": True, "text": ""})

    page.route("**/api/host", host)
    page.route("**/api/host/claim", claim)
    page.reload()
    page.fill("#name-0", "Ada")
    page.click("#next")
    page.wait_for_selector("#step[data-step='pin']")
    assert setup_house.settings.changes == []
    page.reload()
    page.wait_for_selector("#pin")
    page.click("#next")
    if stumbles:
        page.wait_for_selector("#pin", state="detached")
        assert setup_house.settings.changes == []
        page.click("#next")
    page.wait_for_selector("#step[data-step='camera']")
    assert [change["table"]["players"] for change in setup_house.settings.changes] == [["Ada"]]
