"""Corrections by tapping in a real Chromium: what the referee asks, single spaces, supplies, earlier turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from webui.command import Command, Reply

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
TURNS = [
    {"number": 1, "seat": 0, "text": "Red leaf on c4.", "moves": ["1:leaf:red:c4,c5,d5o,d6,e6:path1", "1:end"]},
    {"number": 2, "seat": 0, "text": "Squirrel on e5.", "moves": ["1:squirrel:e5", "1:end"]},
    {"number": 3, "seat": 0, "text": "", "moves": []},
]


def spot(page: Any, name: str, seat: int = 0) -> tuple[float, float]:
    """The point in the window where the middle of a cell is drawn."""
    x, y = page.evaluate(
        """([row, col, seat]) => {
            const board = document.querySelector(`.frame[data-seat="${seat}"] svg`);
            board.scrollIntoView({ block: "center" });
            const point = new DOMPoint((col + 0.5) * 100, (row + 0.5) * 100).matrixTransform(board.getScreenCTM());
            return [point.x, point.y];
        }""",
        [int(name[1:]) - 1, ord(name[0]) - 97, seat],
    )
    return x, y


def test_illegal_table_has_its_three_answers(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Accept with a note, put back with one tap, and the third opens the editor instead of asking the table."""
    house.feed.publish(examples["illegal"]())
    page = open_page()
    page.locator("summary", has_text="Add a note for the record").click()
    page.get_by_label("Add a note for the record").fill("We agreed on it.")
    page.get_by_role("button", name="Accept anyway").click()
    house.commands(page, 1)  # two requests on their way at once may overtake each other
    page.get_by_role("button", name="We put it back").click()
    page.get_by_role("button", name="It is something else").click()
    page.get_by_text("Tap a space, then say what lies there.").wait_for()
    why = {"why": "We agreed on it."}
    assert house.commands(page, 2) == [
        Command("answer", {"question": "illegal-12", "answer": "accept", **why}, "page"),
        Command("answer", {"question": "illegal-12", "answer": "back", **why}, "page"),
    ]


def test_answer_draws_its_pieces(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Pointing at an answer, or giving it the focus, draws the pieces as they would lie."""
    message = examples["question"]()
    house.feed.publish(message)
    page = open_page()
    page.get_by_role("button", name="The first yellow one").hover()
    assert page.locator(".hints .hinted").count() == 1
    page.get_by_role("button", name="Neither: I only tried").focus()
    page.mouse.move(5, 5)
    assert page.locator(".hints .hinted").count() == 0


def test_finger_sees_an_answer_before_it_gives_it(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """A finger cannot point: the first tap draws the answer on the board in view, the second gives it."""
    house.feed.publish(examples["question"]())
    page = open_page(PHONE, has_touch=True)
    answer = page.locator('[data-answer="first"]')
    answer.tap()
    answer.get_by_text("Tap again to answer.").wait_for()
    assert page.locator(".hints .hinted").count() == 1
    board = page.locator(".board").bounding_box()
    assert board["y"] + board["height"] / 3 < page.locator("#question").bounding_box()["y"]
    assert house.table.commands == []
    answer.tap()
    assert house.commands(page, 1) == [Command("answer", {"question": "17", "answer": "first"}, "page")]


def test_desynchronised_table_is_settled_with_one_tap(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Both answers of a table that parted from its game, with what they speak of on the boards."""
    house.feed.publish(examples["desynchronised"]())
    page = open_page()
    page.locator("#words .desynchronised").wait_for()
    page.get_by_role("button", name="The game is right").click()
    assert house.commands(page, 1) == [Command("answer", {"question": "desync-12", "answer": "state"}, "page")]


def test_space_is_corrected_with_three_taps(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Correct, the space, what lies there; the editor stays open for the next and tells what it believes now."""
    house.feed.publish(examples["four_players"]())
    page = open_page()
    page.get_by_role("button", name="Correct").click()
    page.get_by_text("Tap a space, then say what lies there.").wait_for()
    page.mouse.click(*spot(page, "i2", 2))
    page.get_by_text("What lies on i2 of Chloë?").wait_for()
    assert page.locator('.frame[data-seat="2"] .cursor path').count() == 1
    assert page.locator(".surfaces [aria-pressed=true]").count() == 1
    page.get_by_role("button", name="squirrel", exact=True).click()
    assert house.commands(page, 1) == [Command("spot", {"seat": 2, "cell": "i2", "surface": "squirrel"}, "page")]
    page.get_by_text("Tap a space, then say what lies there.").wait_for()
    assert page.locator(".cursor path").count() == 0
    page.get_by_role("button", name="Close").click()
    assert not page.locator("#fix").is_visible()


def test_marked_space_is_corrected_with_two_taps(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """A tap on a space that is in doubt opens the editor there; a tap elsewhere does nothing."""
    house.feed.publish(examples["four_players"]())
    page = open_page()
    page.locator(".unknown").first.wait_for()
    page.mouse.click(*spot(page, "e7", 2))
    assert not page.locator("#fix").is_visible()
    page.mouse.click(*spot(page, "i1", 2))
    page.get_by_role("button", name="as the camera sees it").click()
    assert house.commands(page, 1) == [Command("spot", {"seat": 2, "cell": "i1", "surface": "auto"}, "page")]


def test_space_is_corrected_with_keys_alone(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Arrows choose a space, Enter goes to what lies there, Enter says it, Escape leaves."""
    house.feed.publish(examples["solo"]())
    page = open_page(PHONE)
    page.get_by_role("button", name="Correct").focus()
    page.keyboard.press("Enter")
    page.locator("#fix").wait_for()
    page.locator(".frame").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    (command,) = house.commands(page, 1)
    assert (command.name, command.body["cell"]) == ("spot", "b3")
    page.locator("#fix [aria-pressed]").first.wait_for(state="detached")  # the answer has come: no space is chosen now
    page.keyboard.press("Escape")
    page.locator("#fix").wait_for(state="hidden")


def test_editor_leaves_the_simulated_table_alone(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """While a space is corrected no tile is lifted or laid by the same tap."""
    message = examples["solo"]()
    house.feed.publish(message)
    page = open_page()
    page.locator(".pick").first.wait_for()
    page.get_by_role("button", name="Correct").click()
    page.locator("#fix").wait_for()
    page.mouse.click(*spot(page, message["simulator"]["laid"][-1]["cells"][0]))
    page.locator(".surfaces").wait_for()
    assert page.locator(".picked").count() == 0
    assert not page.locator(".held-bar").is_visible()


def test_supply_is_counted_again(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Steppers from 0 to 40; nothing is sent before it is saved; a new message does not undo what was set."""
    message = examples["solo"]()
    house.feed.publish(message)
    page = open_page()
    page.get_by_role("button", name="Correct").click()
    page.get_by_text("Supplies").click()
    for _ in range(3):
        page.get_by_role("button", name="One berry less").click()
    page.get_by_role("button", name="One nut more").click()
    message["players"][0]["covered"] -= 1
    house.feed.publish(message)
    page.get_by_role("button", name="Save").click()
    before = message["players"][0]["purse"]
    after = {**before, "berry": max(0, before["berry"] - 3), "nut": before["nut"] + 1}
    assert house.commands(page, 1) == [Command("purse", {"seat": 0, **after}, "page")]


def test_what_comes_in_while_a_supply_is_counted_again_stays(
    open_page: Callable[..., Any], house: Any, examples: Any
) -> None:
    """A harvest brings nuts and berries while somebody adds a berry: it is shown at once, and none of it is taken."""
    message = examples["solo"]()
    message["players"][0]["purse"] = {"berry": 1, "nut": 1, "mushroom": 0, "feather": 2}
    house.feed.publish(message)
    page = open_page()
    page.get_by_role("button", name="Correct").click()
    page.get_by_text("Supplies").click()
    page.get_by_role("button", name="One berry more").click()
    page.get_by_role("button", name="One feather less").click()
    message["players"][0]["purse"] = {"berry": 2, "nut": 4, "mushroom": 0, "feather": 2}
    house.feed.publish(message)
    page.locator('[data-kind="nut"] output').get_by_text("4", exact=True).wait_for()
    assert page.locator(".stepper output").all_inner_texts() == ["3", "4", "0", "1"]
    page.get_by_role("button", name="Save").click()
    counted = {"berry": 3, "nut": 4, "mushroom": 0, "feather": 1}
    assert house.commands(page, 1) == [Command("purse", {"seat": 0, **counted}, "page")]


def test_earlier_turn_is_replaced(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Its moves are entered again; what would become illegal is said, and can be kept as the table's decision."""
    house.feed.publish(examples["solo"]())
    page = open_page(quiet=False)  # the browser reports the 422
    page.route("**/api/turns", lambda route: route.fulfill(json={"turns": TURNS}))
    page.get_by_role("button", name="Correct").click()
    page.get_by_text("Earlier turns").click()
    page.locator("[data-turn='2']").click()
    page.get_by_text("Moves in notation").click()
    field = page.get_by_label("Moves of turn 2, one a line")
    assert field.input_value() == "1:squirrel:e5\n1:end"
    field.fill("1:squirrel:e6\n1:end\n")
    house.table.reply = Reply(False, "Then turn 4 would break rule R4.1.")
    page.get_by_role("button", name="Replace the turn").click()
    page.get_by_role("alert").get_by_text("Then turn 4 would break rule R4.1.").wait_for()
    house.table.reply = Reply(True, "Turn 2 is replaced.")
    page.get_by_role("button", name="Replace anyway").click()
    moves = ["1:squirrel:e6", "1:end"]
    assert house.commands(page, 2) == [
        Command("revise", {"turn": 2, "moves": moves}, "page"),
        Command("revise", {"turn": 2, "moves": moves, "force": True}, "page"),
    ]


def test_animal_is_taken_from_the_palette(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """An animal is turned, flipped and laid as a tile is."""
    house.feed.publish(examples["solo"]())
    page = open_page()
    page.locator(".beasts summary").click()
    page.get_by_role("button", name="Mouse, 2 spaces").click()
    page.mouse.move(*spot(page, "e5"))
    page.keyboard.press("r")
    page.mouse.move(*spot(page, "e6"))
    page.mouse.click(*spot(page, "e6"))
    (command,) = house.commands(page, 1)
    assert (command.name, command.body["animal"]) == ("simulator.animal", "mouse")
    assert command.body["turns"] == 1


def test_refusal_of_a_guest_leads_to_the_pin(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Where the host's session has ended, the next tap leads to the PIN and back."""
    house.feed.publish(examples["solo"]())
    page = open_page(quiet=False)
    page.route("**/api/command", lambda route: route.fulfill(status=401, json={"ok": False, "text": "Only the host."}))
    page.get_by_role("button", name="Undo").click()
    page.wait_for_url("**/host?next=%2F")
