"""Play on the simulated table in a real Chromium: with mouse, finger and keys; the table's command is what counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from webui.command import Command, Reply

pytestmark = pytest.mark.browser

PHONE, TABLET = {"width": 360, "height": 740}, {"width": 820, "height": 1180}
# the red tile of the path: an L of four and its hole beside the corner, lying as drawn
#   r r r        flipped:  r r r       then turned:  . r r
#   r . .                  . . r                     . r .   (clockwise: the long side goes down)
TILE = {"id": "r77", "color": "red", "cells": [[0, 0], [0, 1], [0, 2], [1, 0]], "hole": [0, 1]}


@pytest.fixture
def message(examples: dict[str, Callable[[], dict[str, Any]]]) -> dict[str, Any]:
    """The solo game in the hand of the person at the page, with a known tile on the path."""
    message = examples["solo"]()
    message["solo"]["player_path"] = [TILE]
    return message


def spot(page: Any, row: float, col: float, seat: int = 0) -> tuple[float, float]:
    """The point in the window where the middle of a cell is drawn (row and column from 0)."""
    x, y = page.evaluate(
        """([row, col, seat]) => {
            const board = document.querySelector(`.frame[data-seat="${seat}"] svg`);
            const point = new DOMPoint((col + 0.5) * 100, (row + 0.5) * 100).matrixTransform(board.getScreenCTM());
            return [point.x, point.y];
        }""",
        [row, col, seat],
    )
    return x, y


def lay(turns: int, flipped: bool, cell: str) -> Command:
    """The command that lays the known tile."""
    return Command(
        "simulator.lay", {"tile": "r77", "turns": turns, "flipped": flipped, "seat": 0, "cell": cell}, "page"
    )


def ghost_cells(page: Any) -> list[list[int]]:
    """The cells that the tile in the hand is drawn over, from its outline."""
    box = page.evaluate(
        """() => {
            const ghost = document.querySelector(".play .ghost");
            const { e, f } = ghost.transform.baseVal[0].matrix;
            const body = ghost.querySelector(".body");
            const found = [];
            for (let row = 0; row < 5; row++)
                for (let col = 0; col < 5; col++) {
                    const point = new DOMPoint(col * 100 + 12, row * 100 + 50);
                    if (body.isPointInFill(point)) found.push([f / 100 + row, e / 100 + col]);
                }
            return found;
        }"""
    )
    return [[round(value) for value in cell] for cell in box]


def pick(page: Any) -> Any:
    """The button of the known tile."""
    return page.locator('.path [data-thing="r77"]')


def test_tile_is_dragged_with_the_mouse(open_page: Callable[..., Any], house: Any, message: dict[str, Any]) -> None:
    """From the palette onto the board: one command, with the box's far left cell."""
    house.feed.publish(message)
    page = open_page()
    pick(page).hover()
    page.mouse.down()
    page.mouse.move(*spot(page, -3, 12), steps=3)
    page.mouse.move(*spot(page, 4, 6), steps=5)
    assert ghost_cells(page) == [[4, 5], [4, 6], [4, 7], [5, 5]]
    page.mouse.up()
    assert house.commands(page, 1) == [lay(0, False, "f5")]
    assert page.locator(".play .pending").count() == 1


def test_drop_beside_the_board_lays_nothing(open_page: Callable[..., Any], house: Any, message: dict[str, Any]) -> None:
    """A tile that is let go elsewhere stays in the hand."""
    house.feed.publish(message)
    page = open_page()
    pick(page).hover()
    page.mouse.down()
    page.mouse.move(*spot(page, 4, 6), steps=4)
    page.mouse.move(900, 790, steps=4)
    page.mouse.up()
    assert pick(page).get_attribute("aria-pressed") == "true"
    assert page.locator(".ghost").count() == 0
    assert house.table.commands == []


def test_tile_is_chosen_turned_flipped_and_clicked(
    open_page: Callable[..., Any], house: Any, message: dict[str, Any]
) -> None:
    """The ghost follows the mouse as it will lie; R and F turn and flip what is seen; a click lays it."""
    house.feed.publish(message)
    page = open_page()
    pick(page).click()
    page.mouse.move(*spot(page, 4, 4))
    page.keyboard.press("f")
    assert ghost_cells(page) == [[4, 3], [4, 4], [4, 5], [5, 5]]
    page.keyboard.press("r")
    assert sorted((row - 4, col - 3) for row, col in ghost_cells(page)) == [(0, 1), (1, 1), (2, 0), (2, 1)]
    page.mouse.move(*spot(page, 4, 4))
    page.keyboard.press("f")  # flipped back: now it is only turned, and the other way round
    page.mouse.move(*spot(page, 5, 5))
    cells = ghost_cells(page)
    page.mouse.click(*spot(page, 5, 5))
    (command,) = house.commands(page, 1)
    assert (command.body["turns"], command.body["flipped"]) == (3, False)
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    assert sorted((row - top, col - left) for row, col in cells) == [(0, 0), (1, 0), (2, 0), (2, 1)]
    assert command.body["cell"] == f"{chr(97 + left)}{top + 1}"


def test_tile_keeps_within_the_board(open_page: Callable[..., Any], house: Any, message: dict[str, Any]) -> None:
    """Pointing at the rim moves the tile in, so that it never hangs over the edge."""
    house.feed.publish(message)
    page = open_page()
    pick(page).click()
    page.mouse.click(*spot(page, 7, 8))
    assert house.commands(page, 1) == [lay(0, False, "g7")]


def test_tile_is_tapped_onto_the_board(open_page: Callable[..., Any], house: Any, message: dict[str, Any]) -> None:
    """With a finger the first tap shows the tile where it would lie, the second lays it."""
    house.feed.publish(message)
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    pick(page).tap()
    page.locator("#boards").scroll_into_view_if_needed()
    page.touchscreen.tap(*spot(page, 4, 6))
    assert ghost_cells(page) == [[4, 5], [4, 6], [4, 7], [5, 5]]
    assert house.table.commands == []
    page.touchscreen.tap(*spot(page, 5, 5))
    assert house.commands(page, 1) == [lay(0, False, "f5")]


def test_buttons_turn_and_lay_with_a_finger(open_page: Callable[..., Any], house: Any, message: dict[str, Any]) -> None:
    """Everything that keys do can be done with buttons of at least 44 px."""
    house.feed.publish(message)
    page = open_page(TABLET, has_touch=True)
    pick(page).tap()
    bar = page.locator(".held-bar")
    page.touchscreen.tap(*spot(page, 4, 4))
    bar.get_by_role("button", name="Turn").tap()
    bar.get_by_role("button", name="Flip").tap()
    for button in bar.get_by_role("button").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 44
    bar.get_by_role("button", name="Lay it").tap()
    (command,) = house.commands(page, 1)
    assert (command.body["turns"], command.body["flipped"]) == (3, True)


def test_finger_drags_from_the_palette(open_page: Callable[..., Any], house: Any, message: dict[str, Any]) -> None:
    """A finger that drags carries the tile above itself, so that it can be seen."""
    house.feed.publish(message)
    page = open_page(TABLET, has_touch=True)
    pick(page).scroll_into_view_if_needed()
    box = pick(page).bounding_box()
    start = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    x, y = spot(page, 4, 6)
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    send("touchStart", start)
    for step in range(1, 6):
        send("touchMove", (start[0] + (x - start[0]) * step / 5, start[1] + (y + 56 - start[1]) * step / 5))
    send("touchEnd")
    assert house.commands(page, 1) == [lay(0, False, "f5")]


def test_tile_is_laid_with_keys_alone(open_page: Callable[..., Any], house: Any, message: dict[str, Any]) -> None:
    """Choose by Enter, move by arrows, turn by R, lay by Enter; Escape puts back."""
    house.feed.publish(message)
    page = open_page()
    pick(page).focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.className").startswith("frame")
    before = ghost_cells(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert ghost_cells(page) == [[row + 1, col - 2] for row, col in before]
    for _ in range(12):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("r")
    page.keyboard.press("Enter")
    assert house.commands(page, 1) == [lay(1, False, "a1")]
    pick(page).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.locator(".ghost:not(.pending)").count() == 0


def test_squirrel_and_token_are_laid(open_page: Callable[..., Any], house: Any, message: dict[str, Any]) -> None:
    """The small pieces are laid as tiles are."""
    house.feed.publish(message)
    page = open_page()
    page.locator('[data-thing="squirrel"]').click()
    page.mouse.click(*spot(page, 7, 8))
    house.commands(page, 1)  # two requests on their way at once may overtake each other
    page.locator('[data-thing="nut"]').drag_to(page.locator(".frame"), target_position={"x": 300, "y": 300})
    first, second = house.commands(page, 2)
    assert first == Command("simulator.squirrel", {"seat": 0, "cell": "i8"}, "page")
    assert (second.name, second.body["kind"]) == ("simulator.token", "nut")


def test_any_tile_of_the_box_can_be_taken(open_page: Callable[..., Any], house: Any, message: dict[str, Any]) -> None:
    """The drawer holds every tile of the simulator."""
    house.feed.publish(message)
    page = open_page()
    page.get_by_text("Any tile of the box").click()
    assert page.locator(".any .pick").count() == len(message["simulator"]["tiles"])
    page.locator(".any .pick").nth(3).click()
    page.mouse.click(*spot(page, 3, 7))
    assert house.commands(page, 1)[0].body["tile"] == message["simulator"]["tiles"][3]["id"]


def test_ghost_goes_when_the_picture_changed(
    open_page: Callable[..., Any], house: Any, message: dict[str, Any]
) -> None:
    """The laid tile is shown as a ghost until the table message shows something new, and no longer."""
    house.feed.publish(message)
    page = open_page()
    pick(page).click()
    page.mouse.click(*spot(page, 4, 6))
    page.locator(".pending").wait_for()
    message["status"]["word"] = "hand"
    house.feed.publish(message)
    page.locator("#words .hand").wait_for()
    assert page.locator(".pending").count() == 1
    message["simulator"]["laid"].append({"id": "p99", "seat": 0, "text": "red leaf at f5", "cells": ["f5"]})
    house.feed.publish(message)
    page.locator(".pending").wait_for(state="detached")


def test_refused_tile_is_back_in_the_hand(open_page: Callable[..., Any], house: Any, message: dict[str, Any]) -> None:
    """What the simulated table cannot do is said, and the tile can be laid elsewhere."""
    house.feed.publish(message)
    house.table.reply = Reply(False, "The box holds no such tile any more.")
    page = open_page(quiet=False)  # the browser reports the 422
    pick(page).click()
    page.mouse.click(*spot(page, 4, 6))
    page.get_by_text("The box holds no such tile any more.").wait_for()
    page.locator(".pending").wait_for(state="detached")
    assert pick(page).get_attribute("aria-pressed") == "true"


def test_lying_piece_is_lifted(open_page: Callable[..., Any], house: Any, message: dict[str, Any]) -> None:
    """A piece is lifted by tapping it on the board, or from the list."""
    house.feed.publish(message)
    page = open_page()
    pick(page).wait_for()
    piece = message["simulator"]["laid"][-1]
    col, row = ord(piece["cells"][0][0]) - 97, int(piece["cells"][0][1:]) - 1
    page.mouse.click(*spot(page, row, col))
    assert page.locator(".picked").count() == len(piece["cells"])
    page.locator(".held-bar").get_by_role("button", name="Lift").click()
    house.commands(page, 1)  # two requests on their way at once may overtake each other
    page.get_by_text("Lying on the table").click()
    page.locator(".laid button").first.click()
    ids = [command.body["id"] for command in house.commands(page, 2)]
    assert ids == [piece["id"], message["simulator"]["laid"][0]["id"]]


def test_switch_says_who_plays(open_page: Callable[..., Any], house: Any, message: dict[str, Any]) -> None:
    """Auto, by hand or paused; tiles can be taken only by who plays."""
    message["simulator"]["playing"] = "auto"
    house.feed.publish(message)
    page = open_page()
    assert page.get_by_role("radio", name="Auto").is_checked()
    assert not page.locator(".pick").first.is_visible()
    page.get_by_text("I play", exact=True).click()
    assert house.commands(page, 1) == [Command("simulator.playing", {"mode": "hand"}, "page")]
    message["simulator"]["playing"] = "hand"
    house.feed.publish(message)
    pick(page).wait_for()


def test_real_table_has_no_palette(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Without a simulator nothing of it is loaded or shown."""
    house.feed.publish(examples["four_players"]())
    asked: list[str] = []
    page = open_page()
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.locator(".player .leaf").first.wait_for()
    assert not page.locator("#play").is_visible()
    assert not [url for url in asked if url.endswith("play.js")]
