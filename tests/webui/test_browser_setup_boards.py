"""The set-up's page of the boards in a real Chromium: corners, treasures, and whose board is whose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

pytestmark = pytest.mark.browser


def asked(
    house: Any, page: Any, action: str, fits: Callable[[Mapping[str, Any]], bool] = lambda body: True
) -> Mapping[str, Any]:
    """The body of the last request of this name, as soon as there is one that fits."""
    for _ in range(6000):
        if found := [body for name, body in house.wizard.asked if name == action and fits(body)]:
            return found[-1]
        page.wait_for_timeout(10)
    raise AssertionError(f"nobody asked for {action}: {house.wizard.asked}")


def test_corners_move_by_mouse_and_by_keys(setup_house: Any, visit: Callable[..., Any]) -> None:
    """A dragged corner and one that is stepped by arrows are sent, in pixels of the camera's picture."""
    page = visit("setup#board")
    handle = page.locator('[data-corner="0-2"]')
    handle.wait_for()
    handle.hover()
    box = page.locator(".sketch").bounding_box()
    scale = 1000 / box["width"]
    page.mouse.down()
    page.mouse.move(box["x"] + 850 / scale, box["y"] + 700 / scale, steps=4)
    page.mouse.up()
    (sent,) = asked(setup_house, page, "corners")["boards"]
    assert sent[2] == pytest.approx([850, 700], abs=2 * scale)
    assert sent[:2] == [[200.0, 150.0], [800.0, 150.0]]
    setup_house.wizard.asked.clear()
    page.locator('[data-corner="0-0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    # on a busy machine the first step is sent before the second comes
    asked(setup_house, page, "corners", lambda body: body["boards"][0][0] == [201.0, 160.0])
    page.wait_for_function("document.activeElement.dataset.corner === '0-0'")


def test_corners_move_by_finger(setup_house: Any, visit: Callable[..., Any]) -> None:
    """A touch drags the corner instead of scrolling the page."""
    page = visit("setup#board", "phone", has_touch=True)
    page.locator('[data-corner="0-1"]').wait_for()
    box = page.locator(".sketch").bounding_box()
    scale = 1000 / box["width"]
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        where = [{"x": box["x"] + x / scale, "y": box["y"] + y / scale} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    touch("touchStart", (800, 150))
    touch("touchMove", (840, 140))
    touch("touchMove", (880, 120))
    touch("touchEnd")
    (sent,) = asked(setup_house, page, "corners")["boards"]
    assert sent[1] == pytest.approx([880, 120], abs=2 * scale)


def test_tapping_a_space_goes_through_the_kinds(setup_house: Any, visit: Callable[..., Any]) -> None:
    """Nothing, berry, nut, mushroom, feather, nothing; arrows walk from space to space."""
    _, *others = setup_house.wizard.now["boards"][0]["floor"]
    page = visit("setup#board")
    page.locator('[data-cell="c3"]').wait_for()
    for letter in "bnmf.":
        page.click('[data-cell="c3"]')
        assert page.get_attribute('[data-cell="c3"]', "data-letter") == letter
    page.click('[data-cell="f1"]')  # a berry that is a nut
    page.fill("#board-name", "Board A")
    page.keyboard.press("Tab")
    page.click("#next")
    page.wait_for_selector("#step[data-step='leaves']")
    floors = [body for name, body in setup_house.wizard.asked if name == "floor"]
    assert floors[-1]["floor"] == ["...n.n...", *others]
    assert floors[-1]["name"] == "Board A"
    assert setup_house.wizard.asked[-1][0] == "save"
    page.goto(f"{setup_house.server.url}setup#board")
    page.locator('[data-cell="a1"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-cell="b2"][data-letter="b"]')
    page.wait_for_function("document.activeElement.dataset.cell === 'b2'")


def test_what_shows_the_same_icon_follows_until_it_is_tapped_itself(
    setup_house: Any, visit: Callable[..., Any]
) -> None:
    """One tap puts a whole kind right; what looks otherwise and what somebody has seen to stays."""
    one = setup_house.wizard.now["boards"][0]
    rest = ["." * 9] * 7
    one["floor"], one["alike"] = ["b..b...b.", *rest], [[1, 0, 0, 1, 0, 0, 0, 2, 0], *[[0] * 9] * 7]
    page = visit("setup#board")
    page.locator('[data-cell="a1"]').wait_for()
    page.click('[data-cell="a1"]')
    assert asked(setup_house, page, "floor")["floor"] == ["n..n...b.", *rest]
    page.wait_for_selector("text=Changed to nut as well, since they show the same: 1")
    page.click('[data-cell="d1"]')
    asked(setup_house, page, "floor", lambda body: body["floor"] == ["n..m...b.", *rest])
    for _ in range(3):
        page.click('[data-cell="a1"]')
    asked(setup_house, page, "floor", lambda body: body["floor"] == ["...m...b.", *rest])


def test_a_tap_outlives_a_look_that_knows_nothing_of_it(setup_house: Any, visit: Callable[..., Any]) -> None:
    """Looks at the set-up come between two taps; the second goes on from the first all the same."""
    page = visit("setup#board")
    page.locator('[data-cell="c3"]').wait_for()
    page.click('[data-cell="c3"]')
    with page.expect_response("**/api/setup"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(50)
    page.click('[data-cell="c3"]')
    assert page.get_attribute('[data-cell="c3"]', "data-letter") == "n"


def test_a_board_that_was_not_found_gets_its_corners_by_hand(setup_house: Any, visit: Callable[..., Any]) -> None:
    """The outline of where a board would lie becomes corners to drag; a refusal is said."""
    setup_house.wizard.now["boards"] = []
    page = visit("setup#board")
    page.get_by_role("button", name="Set the corners by hand").click()
    page.wait_for_function("document.activeElement.dataset.corner === '0-0'")
    page.keyboard.press("ArrowLeft")
    (sent,) = asked(setup_house, page, "corners")["boards"]
    assert len(sent) == 4
    setup_house.wizard.refusal = "These four corners are no board."
    page.locator('[data-corner="0-0"]').focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#toast:has-text('These four corners are no board.')")


def test_boards_change_players(setup_house: Any, visit: Callable[..., Any]) -> None:
    """Choosing another player for a board makes the two change places, and the same board stays in view."""
    (one,) = setup_house.wizard.now["boards"]
    other = one | {"name": "Other", "corners": [[x, y + 40] for x, y in one["corners"]], "floor": one["floor"][::-1]}
    setup_house.wizard.now["boards"] = [one | {"name": "Old one"}, other]
    setup_house.settings.players = ["Ada", "Ben"]
    page = visit("setup#board")
    page.locator("#board-player option:checked", has_text="Ada").wait_for(state="attached")
    page.locator("#board-name[value='Old one']").wait_for()
    page.get_by_label("At this board plays").select_option("Ben")
    assert asked(setup_house, page, "swap") == {"board": 0, "other": 1}
    page.locator("label:nth-child(2) input[name=board]:checked").wait_for(state="attached")
    page.locator("#board-player option:checked", has_text="Ben").wait_for(state="attached")
    page.locator("#board-name[value='Old one']").wait_for()
