"""From nothing to the first refereed move: a new machine, the simulated table, a phone, and every tap counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from device.settings import load_settings, places

pytestmark = pytest.mark.browser

MOST_TAPS = 25
MINUTES_MS = 5 * 60 * 1000
COUNT = """
for (const kind of ["pointerdown", "keydown"])
    addEventListener(kind, () => sessionStorage.setItem("taps", Number(sessionStorage.getItem("taps") ?? 0) + 1), true);
if (!sessionStorage.getItem("began")) sessionStorage.setItem("began", Date.now());
"""


@pytest.fixture
def phone(appliance: str, new_context: Callable[..., Any]) -> Iterator[Any]:
    """A phone that has just opened the page; every touch and key on it is counted."""
    context = new_context(viewport={"width": 390, "height": 800}, has_touch=True, locale="en-GB")
    context.add_init_script(COUNT)
    page = context.new_page()
    page.goto(appliance)
    yield page
    context.close()


def tap_board(page: Any, col: float, row: float) -> None:
    """Tap the middle of a space of the only board (counted from 0)."""
    page.locator(".trying svg.board").scroll_into_view_if_needed()
    x, y = page.evaluate(
        """([col, row]) => {
            const board = document.querySelector(".trying svg.board");
            const point = new DOMPoint((col + 0.5) * 100, (row + 0.5) * 100).matrixTransform(board.getScreenCTM());
            return [point.x, point.y];
        }""",
        [col, row],
    )
    page.touchscreen.tap(x, y)


def test_the_first_refereed_move_takes_few_taps(phone: Any, tmp_path: Path) -> None:
    """Through the whole set-up, a tile laid by hand, its verdict, its turn ended: within 25 taps and five minutes."""
    phone.wait_for_selector("#step[data-step='restore']")
    phone.tap("#next")
    phone.wait_for_selector("#name-0")
    phone.tap("#next")
    phone.wait_for_selector("#pin")
    phone.tap("#next")
    phone.tap("input[value=simulated]")
    phone.wait_for_selector(".check.good")
    phone.tap("#next")
    phone.wait_for_selector(".space svg")
    assert phone.input_value("#board-name") != ""
    phone.tap("#next")
    phone.wait_for_selector(".leaf-looks")
    phone.tap("#next")  # they are red, yellow and green
    phone.wait_for_selector("#step[data-step='lamps']")
    phone.tap("#next")
    tile = phone.locator(".trying .path .pick").first
    tile.scroll_into_view_if_needed()
    tile.tap()
    tap_board(phone, 7, 5)
    tap_board(phone, 7, 5)
    phone.wait_for_selector(".trying .verdict[data-mood='good']")
    phone.locator(".trying .actions .main:not([aria-disabled])").tap()
    phone.wait_for_function("fetch('/api/state').then((a) => a.json()).then((m) => m.turn.number === 2)")
    taps = int(phone.evaluate("sessionStorage.getItem('taps')"))
    passed_ms = int(phone.evaluate("Date.now() - sessionStorage.getItem('began')"))
    print(f"{taps} taps, {passed_ms / 1000:.0f} s")
    assert taps <= MOST_TAPS
    assert passed_ms < MINUTES_MS
    assert load_settings(places({"LEAFWATCH_HOME": str(tmp_path / "new")})).camera == "simulated"
