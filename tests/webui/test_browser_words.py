"""Names and languages on the views of the game, in a real Chromium: whole on their cards, in their order, as chosen.

With ``LEAFWATCH_PICTURES=1`` a picture is kept in ``artifacts/``: look at it after a change.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.webui.published import show

pytestmark = pytest.mark.browser

PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
# sentences that reach over the card on which they stand
SPILT = """() => {
    const words = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const found = [], range = document.createRange();
    for (let text = words.nextNode(); text; text = words.nextNode()) {
        const card = text.parentElement.closest(".card, .verdict, .scores > li, .places a");
        if (!card || text.parentElement.closest("svg, .unseen, [hidden]")) continue;
        range.selectNodeContents(text);
        const { left, right } = card.getBoundingClientRect();
        if ([...range.getClientRects()].some((box) => box.width && (box.right > right + 1 || box.left < left - 1)))
            found.push(text.data);
    }
    return found;
}"""


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_long_name_stays_on_its_card(
    open_page: Callable[..., Any], house: Any, examples: Any, viewport: dict[str, int]
) -> None:
    """A name of as many letters as one may have, in one word, is broken; a phone sees whose seat it looks at."""
    name = "Wolfeschlegelsteinhausenbergerdorffwelch"
    long = [
        (path, json.loads(json.dumps(examples[of]()).replace("Ada", name)))
        for path, of in (
            ("/", "ranked"),
            ("/", "last_round"),
            ("/seat/3", "ranked"),
            ("/far", "ranked"),
            ("/score", "ranked"),
            ("/score", "final_phase"),
        )
    ]
    for _, message in long:
        text = message["verdict"]["text"]
        message["verdict"] = {**message["verdict"], "mood": "notice", "text": f"{name} lays a squirrel. {text}"}
        if message["score"]:
            message["score"]["text"] = f"{name} wins with a full board and 2 nuts left."
    house.feed.publish(long[0][1])
    page = open_page(viewport)
    for path, message in long:
        page.goto(house.server.url.rstrip("/") + path)
        show(page, house, message)
        assert page.evaluate(SPILT) == [], path
        if path.startswith("/seat"):
            box = page.locator(".places [aria-current]").bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= viewport["width"]


def test_a_name_written_leftward_leaves_the_numbers_beside_it_where_they_are(
    open_page: Callable[..., Any], house: Any, examples: Any, pictured: Callable[[Any, str], None]
) -> None:
    """Behind a Hebrew or Arabic name come its colon and its number, and of two such names the first one comes first."""
    message = examples["ranked"]()
    names = {"Ada": "\u05e0\u05d5\u05e2\u05d4", "Dimitri": "\u0644\u064a\u0644\u0649"}
    text = json.dumps(message)
    for old, new in names.items():
        text = text.replace(old, new)
    house.feed.publish(json.loads(text))
    page = open_page(PHONE)
    page.goto(house.server.url.rstrip("/") + "/score")
    page.wait_for_selector("#ranking li")
    pictured(page, "leftward")
    places = page.evaluate(
        """(names) => {
            const walker = document.createTreeWalker(document.querySelector("#ranking"), NodeFilter.SHOW_TEXT);
            const found = [];
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                const left = (at) => {
                    const range = document.createRange();
                    range.setStart(node, at); range.setEnd(node, at + 1);
                    return range.getBoundingClientRect().left;
                };
                const [one, two] = names.map((name) => node.data.indexOf(name));
                const digit = node.data.search(/[0-9]/);
                if (one >= 0 && digit > one) found.push([left(one), left(digit)]);
                if (one >= 0 && two > one) found.push([left(one), left(two)]);
            }
            return found;
        }""",
        list(names.values()),
    )
    assert len(places) >= 2
    assert all(first < second for first, second in places)


def test_numbers_are_written_as_the_language_writes_them(
    open_page: Callable[..., Any], house: Any, examples: Any
) -> None:
    """A German page has commas in its numbers: those of a lamp's legs as those of everything else."""
    message = examples["solo"]()
    message["lamps"][0] |= {"red": 0.0, "green": 0.5, "blue": 1.0}
    page = open_page(locale="de-DE")
    show(page, house, message)
    assert "rot 0,00, grün 0,50, blau 1,00" in page.locator(".lamp").first.inner_text()


def test_language_is_chosen_in_the_menu(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """One link changes the language of this and every other page, and it stays."""
    house.feed.publish(examples["solo"]())
    page = open_page()
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("link", name="Deutsch").click()
    page.get_by_role("button", name="Zug beenden").wait_for()
    page.goto(house.server.url + "far")
    page.get_by_text("Zug 5 von 10").wait_for()


def test_the_menu_goes_away_by_itself(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """It covers buttons: Escape, a press beside it and the way on with Tab close it; Escape gives the focus back."""
    house.feed.publish(examples["solo"]())
    page = open_page()
    menu = page.locator("details.menu")
    page.get_by_role("button", name="End turn").wait_for()
    page.locator("summary", has_text="Menu").click()
    assert menu.get_attribute("open") is not None
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert menu.get_attribute("open") is None
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    page.keyboard.press("Enter")
    assert menu.get_attribute("open") is not None
    page.locator("#verdict").click()
    assert menu.get_attribute("open") is None
    page.locator("summary", has_text="Menu").click()
    for _ in range(menu.locator("a:visible").count() + 1):
        page.keyboard.press("Tab")
    assert menu.get_attribute("open") is None


def test_the_table_takes_the_hosts_language(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Where the host changes the page's language, the table is told; where they still differ, the menu offers it."""
    house.feed.publish(examples["solo"]())
    page = open_page()
    page.get_by_text("Menu", exact=True).click()
    assert page.locator("#table-language").is_hidden()
    page.get_by_role("link", name="Deutsch").click()
    page.get_by_role("button", name="Zug beenden").wait_for()
    page.get_by_text("Menü", exact=True).click()
    page.get_by_role("link", name="Auch der Tisch auf Deutsch").click()
    told = [(each.name, dict(each.body)) for each in house.commands(page, 2)]
    assert told == [("set", {"key": "language", "value": "de"})] * 2


def test_message_of_another_language_is_shown_as_it_is(
    open_page: Callable[..., Any], house: Any, examples: Any
) -> None:
    """The table's sentences are the table's: the page translates its own words only, and knows the animals."""
    message = examples["solo"]()
    message["language"] = "de"
    message["verdict"]["text"] = "Erlaubt: rotes Blattplättchen auf d6."
    house.feed.publish(json.loads(json.dumps(message)))
    page = open_page(locale="de")
    page.get_by_text("Erlaubt: rotes Blattplättchen auf d6.").wait_for()
    assert page.locator(".piece.animal text").first.text_content() == "Fuchs"
