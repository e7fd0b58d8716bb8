"""The pages of the host, of joining and of kept games in a real Chromium."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from webui.access import Access
from webui.server import serve

pytestmark = pytest.mark.browser

PIN = "271828"
SIZES = {"phone": (360, 740), "desktop": (1280, 800)}
PAGES = {"host": "/host", "join": "/join", "games": "/games", "replay": "/games/1"}


@pytest.fixture
def opened(new_context: Callable[..., Any], whole_house: Any, examples: Any) -> Iterator[Callable[..., Any]]:
    """Runs a whole house and opens one of its pages; nothing may be said on the console but refusals."""
    running: list[Any] = []
    contexts: list[Any] = []
    complaints: list[str] = []

    def open_page(path: str, access: Access | None = None, **options: Any) -> Any:
        server = serve(whole_house(access, examples["solo"]()).app, "127.0.0.1", 0)
        thread = threading.Thread(target=server.run)
        thread.start()
        running.append((server, thread))
        context = new_context(**{"viewport": {"width": 360, "height": 740}, "locale": "en", **options})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: complaints.append(line.text) if "status of 4" not in line.text else None)
        page.goto(server.url.rstrip("/") + path)
        page.locator("main [aria-busy=true]").first.wait_for(state="detached")
        return page

    yield open_page
    for context in contexts:
        context.close()
    for server, thread in running:
        server.close()
        thread.join(60)
        assert not thread.is_alive()
    assert complaints == []


def test_the_first_browser_sets_the_pin_and_goes_on(opened: Callable[..., Any], pin_store: Any) -> None:
    """A suggested PIN can be taken; afterwards the person is where they came from, as host."""
    store = pin_store()
    page = opened("/host?next=/games", Access.with_pin(store))
    page.get_by_role("button", name="Suggest one").click()
    suggested = page.get_by_label("New PIN").input_value()
    page.get_by_role("button", name="Become the host").click()
    page.wait_for_url(lambda url: url.endswith("/games") and "next" not in url)
    assert store.pin == suggested
    assert page.locator("html").get_attribute("data-role") == "host"
    page.get_by_text("Bring a game in").wait_for()


def test_a_wrong_pin_is_said_and_the_right_one_lets_in(opened: Callable[..., Any], pin_store: Any) -> None:
    """What was typed stays to be corrected; then the host may change the PIN and log out."""
    page = opened("/host", Access.with_pin(pin_store(PIN)))
    page.get_by_label("PIN", exact=True).fill("000001")
    page.keyboard.press("Enter")
    page.get_by_role("status").get_by_text("That is not the PIN.").first.wait_for()
    page.get_by_label("PIN", exact=True).fill(PIN)
    page.keyboard.press("Enter")
    page.get_by_text("You are the host: this browser may do everything.").wait_for()
    page.get_by_role("button", name="Log out").click()
    page.get_by_text("You look on as a guest.").wait_for()


def test_no_address_of_others_is_gone_to(opened: Callable[..., Any], pin_store: Any) -> None:
    """A link with a foreign ``next`` leads nowhere."""
    page = opened("/host?next=//evil.example/x", Access.with_pin(pin_store(PIN)))
    page.get_by_label("PIN", exact=True).fill(PIN)
    page.keyboard.press("Enter")
    page.get_by_text("You are the host: this browser may do everything.").wait_for()
    assert page.url.startswith("http://127.0.0.1")


def test_who_may_not_is_led_to_the_pin_and_back(opened: Callable[..., Any], pin_store: Any) -> None:
    """A change that is refused opens the host's page; after the PIN the person is back."""
    page = opened("/join", Access.with_pin(pin_store(PIN)))
    page.evaluate(
        """async () => {
            const script = [...document.scripts].find((each) => each.src.endsWith("/join.js")).src;
            (await import(script.replace("join.js", "dom.js"))).ask("/api/games", {});
        }"""
    )
    page.wait_for_url("**/host?next=*")
    page.get_by_label("PIN", exact=True).fill(PIN)
    page.keyboard.press("Enter")
    page.wait_for_url("**/join")


def test_a_kept_game_is_stepped_through(opened: Callable[..., Any]) -> None:
    """By keys, by the list of disputes, and from the address; the board follows."""
    page = opened("/games")
    page.get_by_role("link", name="Game 1").click()
    page.get_by_text("This game is still running.").wait_for()
    assert page.locator(".player .leaf").count() == 0
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(".player .leaf").count() == 1
    assert page.get_by_role("slider").get_attribute("aria-valuetext") == "step 1 of 2"
    page.locator("#disputes button").click()
    assert page.locator(".player .leaf").count() == 0
    assert "Taken back · by Ada" in page.locator("#told").inner_text()
    assert page.url.endswith("#step=2")
    page.reload()
    page.get_by_text("Taken back · by Ada").wait_for()
    assert page.locator("#figures .plot").count() == 3


def test_a_file_that_is_refused_is_said(opened: Callable[..., Any]) -> None:
    """The server's sentence stands beside the field."""
    page = opened("/games")
    page.get_by_label("Choose a file").set_input_files({"name": "x.jsonl", "mimeType": "text/plain", "buffer": b"x"})
    page.locator("#brought.wrong").get_by_text("the file.").wait_for()


def test_a_guest_brings_nothing_in(opened: Callable[..., Any], pin_store: Any) -> None:
    """Where the server would refuse, nothing is offered."""
    page = opened("/games", Access.with_pin(pin_store(PIN)))
    assert not page.locator("#bring").is_visible()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", PAGES)
def test_pages_fit_the_smallest_phone_in_both_languages(opened: Callable[..., Any], name: str, language: str) -> None:
    """At 320 px nothing is wider than the window, and no text is missing."""
    page = opened(PAGES[name], viewport={"width": 320, "height": 640}, locale=language)
    page.locator("main .card").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    words = page.locator("body").inner_text()
    assert re.findall(r"\b(?:host|join|games|nav|ask)\.[a-z]\w*", words) == []


@pytest.mark.parametrize("size", SIZES)
def test_every_control_can_be_hit_by_a_finger(
    opened: Callable[..., Any], pictured: Callable[[Any, str], None], size: str
) -> None:
    """On each page at each size; in each theme it is pictured, if that is asked for."""
    width, height = SIZES[size]
    for name, path in PAGES.items():
        page = opened(path, viewport={"width": width, "height": height})
        page.locator("main .card").first.wait_for()
        small = page.evaluate(
            """[...document.querySelectorAll("main :is(button, .button, summary, input:not(.unseen))")]
                .map((each) => (each.closest("label.switch") ?? each).getBoundingClientRect())
                .filter((box) => box.height && box.height < 43.9).length"""
        )
        assert small == 0, name
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            pictured(page, f"{name}-{size}-{theme}")
