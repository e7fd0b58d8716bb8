"""The set-up's page of the leaves in a real Chromium: shown, refused, forgotten, by keys, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser

WORDS = {
    "en-GB": ("They are red, yellow and green", "These are my tiles", "known", "still missing", "Forget these colours"),
    "de-DE": ("Sie sind rot, gelb und grün", "Das sind meine Plättchen", "bekannt", "fehlt noch", "Farben vergessen"),
}


@pytest.mark.parametrize("language", WORDS)
def test_leaves_are_shown_until_all_are_known(setup_house: Any, visit: Callable[..., Any], language: str) -> None:
    """Each colour has its word and, once seen, its look; the answer stays on the page; all can be forgotten."""
    setup_house.wizard.now["profile"] = True
    setup_house.wizard.before_camera = ("green", "yellow")
    usual, these, known, missing, forget = WORDS[language]
    page = visit("setup#leaves", "phone", language=language)
    words = ".leaf-looks .verdict-word"
    page.wait_for_selector(words)
    assert page.locator(words).all_text_contents() == [missing] * 3
    assert page.text_content("#next") == usual
    page.get_by_role("button", name=these).press("Enter")
    page.locator(".answer.notice", has_text="Done.").wait_for()
    assert page.locator(words).all_text_contents() == [known, known, missing]
    assert page.locator(".look[fill='#8a4b2f']").count() == 2
    setup_house.wizard.before_camera = ("red",)
    page.get_by_role("button", name=these).press("Enter")
    page.locator(".answer.good", has_text="Done.").wait_for()
    assert page.locator(words).all_text_contents() == [known] * 3
    page.locator(".answers .small").wait_for()  # to take the tiles away again
    page.get_by_role("button", name=forget).press("Enter")
    page.locator(words, has_text=missing).nth(2).wait_for()
    page.locator(":focus", has_text=these).wait_for()
    page.click("#next")
    page.wait_for_selector("#step[data-step='lamps']")


def test_a_refused_look_is_said_on_the_page_and_the_simulated_table_lays_tiles(
    setup_house: Any, visit: Callable[..., Any]
) -> None:
    """A refusal stands beside the button for as long as somebody moves tiles; the focus goes along with the offer."""
    page = visit("setup#leaves")
    page.get_by_role("button", name="To the board").wait_for()  # nothing is saved yet
    setup_house.wizard.now["profile"] = True
    page.reload()
    page.get_by_role("button", name="Lay three tiles").press("Enter")
    page.locator(":focus", has_text="Take the tiles away").wait_for()
    assert setup_house.wizard.asked[-1] == ("simulated-tiles", {"lie": True})
    setup_house.wizard.refusal = "A hand is over the board."
    page.get_by_role("button", name="These are my tiles").click()
    page.locator(".answers[aria-live] .wrong", has_text="A hand is over the board.").wait_for()
    assert page.locator("#toast").is_hidden()
    setup_house.wizard.now["tiles"] = None  # another camera
    page.get_by_role("button", name="Take the tiles away").wait_for(state="hidden")
