"""Every page in both themes before axe-core: nothing serious, nothing critical.

A page is looked at in the light theme by all rules, then in the dark one by those of colour: nothing else is another.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from webui.pages import VIEWS
from webui.server import serve

pytestmark = pytest.mark.browser

AXE = Path(__file__).parent / "axe"
RUN = """axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)"""
"""All rules; what is in order is counted and not described, which takes four times as long."""
RUN_COLOR = RUN.replace("{ resultTypes", '{ runOnly: ["color-contrast", "link-in-text-block"], resultTypes')
PHONE = {"width": 360, "height": 740}
BAD = {"serious", "critical"}
ADDRESSES = [re.sub(r"<[^>]*>", "1", view.route) for view in VIEWS]


@pytest.fixture
def address(whole_house: Any, examples: Any) -> Iterator[Callable[[str], str]]:
    """Runs a whole house with this table message; gives the address of its page."""
    running = []

    def start(example: str) -> str:
        server = serve(whole_house(message=examples[example]()).app, "127.0.0.1", 0)
        thread = threading.Thread(target=server.run)
        thread.start()
        running.append((server, thread))
        return server.url.rstrip("/")

    yield start
    for server, thread in running:
        server.close()
        thread.join(60)
        assert not thread.is_alive()


def looked_at(new_context: Callable[..., Any], url: str, paths: list[str], language: str) -> dict[str, list[str]]:
    """What axe finds wrong on each page: in which theme, how bad, which rule, and where."""
    source = (AXE / "axe.min.js").read_text("utf-8")
    found: dict[str, list[str]] = {}
    context = new_context(viewport=PHONE, locale=language, reduced_motion="reduce")
    try:
        page = context.new_page()  # one for all: it knows the files by then, and axe is compiled
        for path in paths:
            page.emulate_media(color_scheme="light")
            page.goto(url + path)
            page.locator("main [aria-busy=true], main[data-waiting]").first.wait_for(state="detached")
            page.evaluate(source)
            for theme, run in (("light", RUN), ("dark", RUN_COLOR)):
                page.emulate_media(color_scheme=theme)
                for violation in page.evaluate(run):
                    if violation["impact"] in BAD:
                        places = " ".join(str(node["target"][0]) for node in violation["nodes"][:4])
                        told = f"{theme}: {violation['impact']}: {violation['id']} at {places}"
                        found.setdefault(path, []).append(told)
    finally:
        context.close()
    return found


@pytest.mark.parametrize("which", [0, 1])
def test_no_page_hinders_anybody_seriously(
    new_context: Callable[..., Any], address: Callable[[str], str], which: int
) -> None:
    """Each view of the table of views, on a phone, with a game in the middle; every second one at a time."""
    assert looked_at(new_context, address("solo"), ADDRESSES[which::2], "en") == {}


@pytest.mark.parametrize("example", ["illegal", "question", "finished", "four_players"])
def test_no_state_of_the_table_hinders_anybody_seriously(
    new_context: Callable[..., Any], address: Callable[[str], str], example: str
) -> None:
    """What is wrong, what is asked, the result and four boards, in German."""
    assert looked_at(new_context, address(example), ["/", "/seat/1", "/far", "/score"], "de") == {}


def test_correcting_hinders_nobody_seriously(new_context: Callable[..., Any], address: Callable[[str], str]) -> None:
    """The editor with a space and its piece, with the piece in the hand, and with an older turn on the board."""
    source = (AXE / "axe.min.js").read_text("utf-8")
    context = new_context(viewport=PHONE, reduced_motion="reduce")
    page = context.new_page()
    found: list[str] = []

    def look(state: str) -> None:
        for theme, run in (("light", RUN), ("dark", RUN_COLOR)):
            page.emulate_media(color_scheme=theme)
            found.extend(
                f"{state}, {theme}: {each['id']} {each['nodes'][0]['target']}"
                for each in page.evaluate(run)
                if each["impact"] in BAD
            )

    try:
        page.goto(address("solo"))
        page.evaluate(source)
        page.get_by_role("button", name="Correct").click()
        page.get_by_text("Drag a piece to where it lies.").wait_for()
        page.locator(".frame").focus()
        page.keyboard.press("ArrowDown")
        page.locator(".piece-bar").wait_for()
        look("space")
        page.keyboard.press("m")
        page.locator('[data-act="lay"]').wait_for()
        look("piece")
        page.keyboard.press("Escape")
        page.get_by_text("Earlier turns").click()
        page.locator("[data-turn='1']").click()
        look("turn")
        page.locator('[data-act="draw"]').click()
        page.locator('[data-act="replace"]').wait_for()
        look("drawing")
        assert found == []
    finally:
        context.close()


def test_the_invitation_has_no_link_before_it_knows_where_to(
    new_context: Callable[..., Any], address: Callable[[str], str]
) -> None:
    """While the table's address is on its way there is none to read out."""
    context = new_context(viewport=PHONE)
    page = context.new_page()
    try:
        page.route("**/api/join", lambda route: None)  # never answered
        page.goto(f"{address('solo')}/join", wait_until="domcontentloaded")
        page.evaluate((AXE / "axe.min.js").read_text("utf-8"))
        assert "link-name" not in {violation["id"] for violation in page.evaluate(RUN)}
        page.unroute("**/api/join")
        page.reload()
        assert page.locator("#address", has_text="127.0.0.1").get_attribute("href").startswith("http://127.0.0.1:")
    finally:
        context.close()


def test_axe_finds_what_is_wrong(new_context: Callable[..., Any], address: Callable[[str], str]) -> None:
    """The tests above could fail: a button without a name is found, and a word that is hardly seen in the dark."""
    source = (AXE / "axe.min.js").read_text("utf-8")
    context = new_context(reduced_motion="reduce")
    page = context.new_page()
    try:
        page.goto(f"{address('solo')}/join")
        page.evaluate("document.querySelector('main').append(document.createElement('button'))")
        page.evaluate("document.querySelector('main h1, main h2').style.color = '#111'")
        page.evaluate(source)
        assert "button-name" in {violation["id"] for violation in page.evaluate(RUN)}
        assert "color-contrast" not in {violation["id"] for violation in page.evaluate(RUN_COLOR)}
        page.emulate_media(color_scheme="dark")
        assert {violation["id"] for violation in page.evaluate(RUN_COLOR)} == {"color-contrast"}
    finally:
        context.close()


def test_axe_is_the_file_that_is_named() -> None:
    """The copy is the published one."""
    digest = hashlib.sha256((AXE / "axe.min.js").read_bytes()).hexdigest()
    assert digest in (AXE / "README.md").read_text("utf-8")
