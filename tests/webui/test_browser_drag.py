"""Pieces put right on the board in a real Chromium: dragged with mouse and finger; moved, turned, taken away by key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from webui.command import Command, Reply

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
# a yellow leaf with a bare hole, a green one with a nut on its hole, a squirrel, an animal on a hole of the red leaf
BOARD = [
    ".........",
    ".y...ggN.",
    ".yoy.....",
    ".........",
    "....rraa.",
    "......r..",
    "......s..",
    ".........",
]
PIECES = [
    {"kind": "leaf", "color": "yellow", "name": None, "cells": ["b2", "b3", "c3", "d3"], "hole": "c3"},
    {"kind": "leaf", "color": "green", "name": None, "cells": ["f2", "g2", "h2"], "hole": "h2"},
    {"kind": "leaf", "color": "red", "name": None, "cells": ["e5", "f5", "g5", "g6"], "hole": "g5"},
    {"kind": "leaf", "color": "green", "name": None, "cells": ["h5"], "hole": "h5"},
    {"kind": "squirrel", "color": None, "name": None, "cells": ["g7"], "hole": None},
    {"kind": "animal", "color": None, "name": "Mouse", "cells": ["g5", "h5"], "hole": None},
]


@pytest.fixture
def message(examples: dict[str, Callable[[], dict[str, Any]]]) -> dict[str, Any]:
    """A solo game with known pieces."""
    message = examples["solo"]()
    pieces = [{**piece, "provisional": False} for piece in PIECES]
    message["players"][0] |= {"board": BOARD, "pieces": pieces, "unknown": [], "differs": [], "animals": []}
    message["simulator"] = None
    return message


@pytest.fixture
def correcting(open_page: Callable[..., Any], house: Any, message: dict[str, Any]) -> Callable[..., Any]:
    """Opens the page and its editor."""

    def correcting(*viewport: dict[str, int], **options: Any) -> Any:
        house.feed.publish(message)
        page = open_page(*viewport, **options)
        page.get_by_role("button", name="Correct").click()
        page.locator("#fix").wait_for()
        page.locator(".frame svg").evaluate("(board) => board.scrollIntoView({ block: 'center' })")
        return page

    return correcting


def spot(page: Any, name: str, seat: int = 0) -> tuple[float, float]:
    """The point in the window where the middle of a cell is drawn now."""
    x, y = page.evaluate(
        """([row, col, seat]) => {
            const board = document.querySelector(`.frame[data-seat="${seat}"] svg`);
            const point = new DOMPoint((col + 0.5) * 100, (row + 0.5) * 100).matrixTransform(board.getScreenCTM());
            return [point.x, point.y];
        }""",
        [int(name[1:]) - 1, ord(name[0]) - 97, seat],
    )
    return x, y


def drag(page: Any, start: str, *way: tuple[float, float]) -> None:
    """With the mouse from the middle of a cell over points of the window, without letting go."""
    page.mouse.move(*spot(page, start))
    page.mouse.down()
    for point in way:
        page.mouse.move(*point, steps=4)


def told(surfaces: dict[str, str]) -> Command:
    """The command that says what lies on spaces of the first board."""
    return Command("spots", {"seat": 0, "surfaces": surfaces}, "page")


def test_leaf_is_dragged_to_where_it_lies(correcting: Callable[..., Any], house: Any) -> None:
    """One space to the right and one down: what it leaves is empty, and one command says all of it."""
    page = correcting()
    drag(page, "b3", spot(page, "c4"))
    assert page.locator(".edit .ghost").count() == 1
    assert page.locator(".edit .lifted").count() == 1
    page.get_by_text("yellow leaf over c3").wait_for()
    page.mouse.up()
    moved = {"c3": "leaf.yellow", "c4": "leaf.yellow", "d4": "hole", "e4": "leaf.yellow"}
    assert house.commands(page, 1) == [told({"b2": "floor", "b3": "floor", "d3": "floor", **moved})]
    assert page.locator(".edit .pending").count() == 1


def test_pending_piece_goes_with_the_next_view(
    correcting: Callable[..., Any], house: Any, message: dict[str, Any]
) -> None:
    """The ghost stays until the table shows something else on that board."""
    page = correcting()
    drag(page, "g7", spot(page, "b7"))
    page.mouse.up()
    page.locator(".edit .pending").wait_for()
    message["players"][0]["pieces"] = [
        piece for piece in message["players"][0]["pieces"] if piece["kind"] != "squirrel"
    ]
    house.feed.publish(message)
    page.locator(".edit .pending").wait_for(state="detached")


@pytest.mark.parametrize(
    ("start", "end", "surfaces"),
    [
        ("g7", "b7", {"g7": "floor", "b7": "squirrel"}),
        ("h2", "c3", {"h2": "hole", "c3": "token.nut"}),
        ("g5", "b7", {"g5": "hole", "h5": "hole", "b7": "animal", "c7": "animal"}),
        (
            "f2",
            "f3",
            {"f2": "floor", "g2": "floor", "h2": "floor"} | {"f3": "leaf.green", "g3": "leaf.green", "h3": "token.nut"},
        ),
        (
            "e5",
            "e7",
            {"e5": "floor", "f5": "floor", "g6": "floor"}
            | {"e7": "leaf.red", "f7": "leaf.red", "g7": "hole", "g8": "leaf.red"},
        ),
    ],
    ids=["squirrel", "token", "animal", "leaf with its token", "leaf without the animal on it"],
)
def test_every_kind_of_piece_is_dragged(
    correcting: Callable[..., Any], house: Any, start: str, end: str, surfaces: dict[str, str]
) -> None:
    """What a piece uncovers is seen again: floor below leaves and squirrels, holes below tokens and animals."""
    page = correcting()
    drag(page, start, spot(page, end))
    page.mouse.up()
    assert house.commands(page, 1) == [told(surfaces)]


def test_piece_dragged_off_the_board_is_taken_away(correcting: Callable[..., Any], house: Any) -> None:
    """Beside the board it is carried as it is, and let go there it is gone."""
    page = correcting()
    drag(page, "b2", spot(page, "d4"), (1180, 160))
    assert page.locator(".carried.shown").is_visible()
    page.get_by_text("let go here, and it is taken away").wait_for()
    page.mouse.up()
    floor = dict.fromkeys(("b2", "b3", "c3", "d3"), "floor")
    assert house.commands(page, 1) == [told(floor)]
    assert not page.locator(".carried.shown").is_visible()


def test_piece_keeps_within_the_board(correcting: Callable[..., Any], house: Any) -> None:
    """Held over the rim it lies wholly on the board."""
    page = correcting()
    drag(page, "b2", spot(page, "i8"))
    page.mouse.up()
    (command,) = house.commands(page, 1)
    assert set(command.body["surfaces"]) == {"b2", "b3", "c3", "d3", "g7", "g8", "h8", "i8"}


def test_nothing_is_said_of_a_piece_that_is_where_it_was(correcting: Callable[..., Any], house: Any) -> None:
    """Back on its spaces, after Escape, or when the browser took the pointer away, all is as before."""
    page = correcting()
    drag(page, "b3", spot(page, "d6"), spot(page, "b3"))
    page.mouse.up()
    drag(page, "b3", spot(page, "d6"))
    page.keyboard.press("Escape")
    page.mouse.up()
    drag(page, "b3", spot(page, "d6"))
    page.evaluate(
        "dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1, isPrimary: true, pointerType: 'mouse' }))"
    )
    page.mouse.up()
    assert page.locator(".edit > *").count() == 0
    assert page.locator("#fix").is_visible()
    assert house.table.commands == []


def test_refused_piece_goes_back(correcting: Callable[..., Any], house: Any) -> None:
    """What the table refuses is said, and the piece is drawn where it was."""
    house.table.reply = Reply(False, "There is no space on board 1.")
    page = correcting(quiet=False)  # the browser reports the 422
    drag(page, "g7", spot(page, "b7"))
    page.mouse.up()
    page.get_by_text("There is no space on board 1.").wait_for()
    page.locator(".edit > *").first.wait_for(state="detached")


def test_finger_drags_a_piece_and_the_page_stands_still(correcting: Callable[..., Any], house: Any) -> None:
    """On a phone a finger on a piece moves it and neither scrolls nor zooms; one on bare floor scrolls as ever."""
    page = correcting(PHONE, has_touch=True, is_mobile=True)
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def swipe(start: tuple[float, float], end: tuple[float, float]) -> None:
        send("touchStart", start)
        for share in (0.125 * step for step in range(1, 9)):
            send("touchMove", (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
        send("touchEnd")

    before = page.evaluate("scrollY")
    swipe(spot(page, "b2"), spot(page, "b4"))
    assert house.commands(page, 1) == [
        told(
            {"b2": "floor", "b3": "floor", "c3": "floor", "d3": "floor"}
            | {"b4": "leaf.yellow", "b5": "leaf.yellow", "c5": "hole", "d5": "leaf.yellow"}
        )
    ]
    assert (page.evaluate("scrollY"), page.evaluate("visualViewport.scale")) == (before, 1)
    swipe(spot(page, "e4"), spot(page, "e1"))
    page.wait_for_function("(before) => scrollY !== before", arg=before)
    assert len(house.table.commands) == 1


def test_chosen_piece_is_turned_and_flipped_by_buttons(correcting: Callable[..., Any], house: Any) -> None:
    """A tap on a piece offers the whole of it; turned and flipped it waits until it is said that it lies there."""
    page = correcting(PHONE, has_touch=True)
    page.touchscreen.tap(*spot(page, "b3"))
    bar = page.locator(".piece-bar")
    bar.get_by_text("The whole piece: yellow leaf").wait_for()
    bar.get_by_role("button", name="Flip").click()
    bar.get_by_role("button", name="Turn").click()
    for button in bar.get_by_role("button").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 44
    assert house.table.commands == []
    bar.get_by_role("button", name="It lies here").click()
    # flipped it is ". . y / y o y", then turned clockwise "y . / o . / y y"
    surfaces = {
        "b2": "leaf.yellow",
        "b3": "hole",
        "c3": "floor",
        "d3": "floor",
        "b4": "leaf.yellow",
        "c4": "leaf.yellow",
    }
    assert house.commands(page, 1) == [told(surfaces)]


def test_piece_in_the_hand_is_laid_by_two_taps(correcting: Callable[..., Any], house: Any) -> None:
    """Without any dragging: taken up, a tap on the board shows it there, and then it is said."""
    page = correcting(PHONE, has_touch=True)
    page.touchscreen.tap(*spot(page, "g7"))
    page.locator(".piece-bar").get_by_role("button", name="Move").click()
    page.touchscreen.tap(*spot(page, "b6"))
    page.get_by_text("squirrel over b6").wait_for()
    page.get_by_role("button", name="It lies here").click()
    assert house.commands(page, 1) == [told({"g7": "floor", "b6": "squirrel"})]


def test_piece_is_moved_with_keys_alone(correcting: Callable[..., Any], house: Any) -> None:
    """Arrows find it, M takes it up, arrows move it, R turns and F flips it, Enter lays it, Delete takes it away."""
    page = correcting()
    page.locator(".frame").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    page.get_by_text("What lies on b3?").wait_for()
    for key in ("m", "ArrowDown", "ArrowDown", "ArrowRight", "r", "f", "Enter"):
        page.keyboard.press(key)
    (command,) = house.commands(page, 1)
    # turned "y y / o . / y .", and that flipped "y y / . o / . y"
    surfaces = {"c4": "leaf.yellow", "d4": "leaf.yellow", "d5": "hole", "d6": "leaf.yellow"}
    assert command == told({**dict.fromkeys(("b2", "b3", "c3", "d3"), "floor"), **surfaces})
    assert page.evaluate("document.activeElement.className").startswith("frame")
    page.locator(".edit .pending").wait_for()
    page.mouse.click(*spot(page, "g7"))
    page.keyboard.press("Tab")
    page.locator(".frame").focus()
    page.keyboard.press("Delete")
    assert house.commands(page, 2)[1] == told({"g7": "floor"})
    page.mouse.click(*spot(page, "f2"))
    page.locator(".frame").focus()
    page.keyboard.press("m")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator("#fix").wait_for(state="visible")
    assert len(house.table.commands) == 2


def test_closed_editor_moves_nothing(open_page: Callable[..., Any], house: Any, message: dict[str, Any]) -> None:
    """While nobody corrects, a drag over the board is no more than that."""
    house.feed.publish(message)
    page = open_page()
    page.locator(".squirrel").first.wait_for()
    drag(page, "g7", spot(page, "b7"))
    assert page.locator(".edit > *").count() == 0
    page.mouse.up()
    assert house.table.commands == []
