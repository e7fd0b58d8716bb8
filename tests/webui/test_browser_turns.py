"""An older turn put right in a real Chromium by drawing on the board as it lay after it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from webui.command import Command, Reading, Reply

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
LEAF = {"kind": "leaf", "color": "yellow", "name": None, "cells": ["b2", "b3", "c3", "d3"], "hole": "c3"}
SQUIRREL = {"kind": "squirrel", "color": None, "name": None, "cells": ["g7"], "hole": None}
BEFORE = [".........", ".y.......", ".yoy.....", *["........."] * 5]
AFTER = [*BEFORE[:6], "......s..", "........."]
TURNS = [
    {"number": 1, "seat": 0, "text": "Yellow leaf on b2.", "moves": ["1:leaf:yellow:b2,b3,c3o,d3", "1:end"]},
    {"number": 2, "seat": 0, "text": "Squirrel on g7.", "moves": ["1:squirrel:g7", "1:end"]},
    {"number": 3, "seat": 0, "text": "", "moves": []},
]


@pytest.fixture
def correcting(open_page: Callable[..., Any], house: Any, examples: Any) -> Callable[..., Any]:
    """Opens the page with the second of three turns on the board, to be drawn."""

    def correcting(*viewport: dict[str, int], after: list[str] = AFTER, **options: Any) -> Any:
        message = examples["solo"]()
        message["simulator"] = None
        house.feed.publish(message)
        player = message["players"][0]
        one = {
            "number": 2,
            "seat": 0,
            "before": [{**copy.deepcopy(player), "board": BEFORE, "pieces": [LEAF]}],
            "after": [{**copy.deepcopy(player), "board": after, "pieces": [LEAF, SQUIRREL]}],
        }
        page = open_page(*viewport, **options)
        page.route("**/api/turns", lambda route: route.fulfill(json={"turns": TURNS}))
        page.route("**/api/turns/2", lambda route: route.fulfill(json=one))
        page.get_by_role("button", name="Correct").click()
        page.get_by_text("Earlier turns").click()
        page.locator("[data-turn='2']").click()
        page.get_by_role("button", name="Correct it on the board").click()
        page.get_by_text("The board after turn 2").wait_for()
        return page

    return correcting


def spot(page: Any, name: str) -> tuple[float, float]:
    """The point in the window where the middle of a cell is drawn, with the board in view."""
    x, y = page.evaluate(
        """([row, col]) => {
            const board = document.querySelector(".frame svg");
            board.scrollIntoView({ block: "start" });
            const point = new DOMPoint((col + 0.5) * 100, (row + 0.5) * 100).matrixTransform(board.getScreenCTM());
            return [point.x, point.y];
        }""",
        [int(name[1:]) - 1, ord(name[0]) - 97],
    )
    return x, y


def drag(page: Any, start: str, end: str) -> None:
    """With the mouse from one cell to another."""
    page.mouse.move(*spot(page, start))
    page.mouse.down()
    page.mouse.move(*spot(page, end), steps=4)
    page.mouse.up()


def pieces(page: Any) -> list[str]:
    """What is drawn on the board, in words, in order."""
    return sorted(page.locator(".frame .piece > title").all_text_contents())


def test_board_is_shown_as_it_lay_after_the_turn(correcting: Callable[..., Any]) -> None:
    """The board as it lay then, before it at a tap, and as it is again when the editor is left."""
    page = correcting()
    then = ["Squirrel on g7", "yellow leaf on b2 b3 c3 d3, hole c3"]
    assert pieces(page) == then
    page.get_by_role("button", name="Before the turn").click()
    assert pieces(page) == then[1:]
    page.get_by_role("button", name="Before the turn").click()
    assert pieces(page) == then
    page.get_by_role("button", name="Close").click()
    page.locator("#fix").wait_for(state="hidden")
    assert len(pieces(page)) > 2


def test_drawn_difference_is_sent(correcting: Callable[..., Any], house: Any) -> None:
    """Nothing is sent while it is drawn; then only the spaces that differ, and what follows from it is said."""
    page = correcting()
    drag(page, "g7", "g5")
    assert pieces(page)[0] == "Squirrel on g5 (not committed yet)"
    page.mouse.click(*spot(page, "i8"))
    page.get_by_role("button", name="green leaf", exact=True).click()
    page.mouse.click(*spot(page, "i8"))
    page.get_by_role("button", name="empty", exact=True).click()
    assert house.table.commands == []
    house.table.reply = Reply(True, "Turn 2 is corrected. Ada now covers 4 spaces in place of 5.")
    page.get_by_role("button", name="Replace the turn").click()
    page.locator(".changes").get_by_text("Ada now covers 4 spaces in place of 5.").wait_for()
    drawn = {"g7": "floor", "g5": "squirrel"}
    assert house.commands(page, 1) == [Command("redraw", {"turn": 2, "surfaces": drawn}, "page")]
    assert len(pieces(page)) > 2  # the boards are as they are now


@pytest.mark.parametrize(
    ("end", "hole"), [("b4", {"c4": "token.berry"}), ("c4", {"d4": "hole"})], ids=["over a berry", "over plain floor"]
)
def test_token_of_a_moved_leaf_follows_what_is_printed(
    correcting: Callable[..., Any], house: Any, end: str, hole: dict[str, str]
) -> None:
    """A leaf whose hole lay over a feather with its token gets the token of what is below it now, or none."""
    page = correcting(after=[*AFTER[:2], ".yFy.....", *AFTER[3:]])
    drag(page, "b3", end)
    page.get_by_role("button", name="Replace the turn").click()
    (command,) = house.commands(page, 1)
    assert hole.items() <= dict(command.body["surfaces"]).items()


def test_drawing_can_be_begun_again(correcting: Callable[..., Any], house: Any) -> None:
    """Start again takes back what was drawn; with nothing drawn nothing can be replaced."""
    page = correcting()
    drag(page, "b3", "e6")
    page.get_by_role("button", name="Start again").click()
    assert pieces(page) == ["Squirrel on g7", "yellow leaf on b2 b3 c3 d3, hole c3"]
    page.get_by_role("button", name="Replace the turn").click(force=True)
    assert house.table.commands == []


def test_refusal_can_be_insisted_on(correcting: Callable[..., Any], house: Any) -> None:
    """What would become illegal is named beside the way on."""
    page = correcting(PHONE, quiet=False)  # the browser reports the 422
    drag(page, "g7", "g5")
    house.table.reply = Reply(False, "Turn 3 would become illegal.")
    page.get_by_role("button", name="Replace the turn").click()
    page.get_by_role("alert").get_by_text("Turn 3 would become illegal.").wait_for()
    house.table.reply = Reply(True, "Turn 2 is corrected. Nothing else changes.")
    page.get_by_role("button", name="Replace anyway").click()
    page.locator(".changes").wait_for()
    body = {"turn": 2, "surfaces": {"g7": "floor", "g5": "squirrel"}}
    assert [command.body for command in house.commands(page, 2)] == [body, {**body, "force": True}]


def test_what_it_could_mean_is_asked(correcting: Callable[..., Any], house: Any) -> None:
    """Of several readings one is chosen; its moves replace the turn."""
    page = correcting(quiet=False)
    drag(page, "g7", "g5")
    readings = (Reading("squirrel for a nut", ("1:nut:g5", "1:end")), Reading("squirrel", ("1:squirrel:g5", "1:end")))
    house.table.reply = Reply(False, "Which was it?", answers=readings)
    page.get_by_role("button", name="Replace the turn").click()
    page.get_by_role("alert").get_by_text("Which was it?").wait_for()
    house.table.reply = Reply(True, "Turn 2 is corrected.")
    page.get_by_role("button", name="squirrel for a nut").click()
    page.locator(".changes").wait_for()
    assert house.commands(page, 2)[1] == Command("revise", {"turn": 2, "moves": ["1:nut:g5", "1:end"]}, "page")


def test_turn_is_drawn_with_keys_alone(correcting: Callable[..., Any], house: Any) -> None:
    """The board has the focus when it is opened; Escape leads back to the list, then out."""
    page = correcting()
    for key in (*["ArrowRight"] * 7, *["ArrowDown"] * 6, "m", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    page.get_by_role("button", name="Replace the turn").focus()
    page.keyboard.press("Enter")
    drawn = {"g7": "floor", "g6": "squirrel"}
    assert house.commands(page, 1) == [Command("redraw", {"turn": 2, "surfaces": drawn}, "page")]
    page.locator(".changes").wait_for()


def test_present_turn_is_put_right_on_the_board_as_it_is(
    open_page: Callable[..., Any], house: Any, examples: Any
) -> None:
    """A turn that is still going on has no board after it: it says so, and its moves can be entered."""
    house.feed.publish(examples["solo"]())
    page = open_page()
    page.route("**/api/turns", lambda route: route.fulfill(json={"turns": TURNS}))
    page.get_by_role("button", name="Correct").click()
    page.get_by_text("Earlier turns").click()
    page.locator("[data-turn='3']").click()
    page.get_by_text("This turn is still going on").wait_for()
    assert page.get_by_role("button", name="Correct it on the board").count() == 0
    assert page.get_by_label("Moves of turn 3, one a line").is_visible()
