"""The stream to a page in a real Chromium: cut, gone, refused, full, hidden, and of another build.

The browser's clock is driven by the tests, so that twelve seconds of silence take none.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser


def silence(page: Any, seconds: int) -> None:
    """Let the browser's clock run on, a second at a time."""
    for _ in range(seconds):
        page.clock.fast_forward(1000)


def run_until(page: Any, done: Callable[[], bool]) -> None:
    """Let the browser's clock run on until something is so; real requests get real time beside it."""
    for _ in range(80):
        if done():
            return
        page.clock.fast_forward(1000)
        page.wait_for_timeout(150)
    assert done()


def test_cut_stream_greys_the_page_and_comes_back(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """When the server is gone the page says since when, and it comes back by itself with the new state."""
    house.feed.publish(examples["solo"]())
    page = open_page(quiet=False)  # the browser itself reports refused connections
    page.locator(".player .leaf").first.wait_for()
    house.stop()
    silence(page, 13)
    stale = page.locator("#stale")
    stale.wait_for()
    assert re.fullmatch(r"Not live since \d\d:\d\d:\d\d Trying again\.", stale.text_content() or "")
    assert page.locator("body.stale-page").count() == 1
    house.start()
    house.feed.publish(examples["illegal"]())
    run_until(page, stale.is_hidden)
    assert page.locator("body.stale-page").count() == 0
    assert page.locator(".spot.wrong").count() == 2


def test_unreachable_table_takes_no_commands(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """While the page is stale a button says so instead of acting on an old picture."""
    house.feed.publish(examples["solo"]())
    page = open_page(quiet=False)
    page.locator(".player .leaf").first.wait_for()
    house.stop()
    silence(page, 13)
    page.locator("#stale").wait_for()
    page.get_by_role("button", name="End turn").click()
    assert "not live" in page.locator("#toast").inner_text()
    assert house.table.commands == []
    house.start()


def test_network_gone_and_back(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """With the network away the page goes grey, and it is fresh again as soon as the browser says online."""
    house.feed.publish(examples["solo"]())
    page = open_page(quiet=False)
    page.locator(".player .leaf").first.wait_for()
    page.context.set_offline(True)
    silence(page, 13)
    page.locator("#stale").wait_for()
    house.feed.publish(examples["illegal"]())
    page.context.set_offline(False)
    page.locator(".spot.wrong").first.wait_for()
    assert page.locator("body.stale-page").count() == 0


def test_errors_lead_to_the_long_poll(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """An EventSource never returns from a 503; the page still becomes live, and later takes the stream again."""
    page = open_page(quiet=False)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "picture" not in request.url else None)
    page.route("**/api/stream", lambda route: route.fulfill(status=503, body=""))
    page.reload()
    house.feed.publish(examples["solo"]())
    run_until(page, lambda: page.locator(".player .leaf").count() > 0)
    assert any("/api/state" in url for url in asked)
    page.unroute("**/api/stream")
    run_until(page, lambda: house.feed.streams > 0 and asked[-1].endswith("/api/stream"))
    house.feed.publish(examples["illegal"]())
    page.locator(".spot.wrong").first.wait_for()
    assert page.locator("body.stale-page").count() == 0


def test_full_house_is_shown_politely(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """Without a free stream the page looks every few seconds and says so."""
    house.stop()
    house.start(cap=1)
    house.feed.publish(examples["solo"]())
    with house.feed.subscribe():
        page = open_page()
        page.locator(".player .leaf").first.wait_for()
        assert "Many pages are open" in page.locator("#stale").inner_text()
        house.feed.publish(examples["illegal"]())
        run_until(page, lambda: page.locator(".spot.wrong").count() > 0)
        assert page.locator("body.stale-page").count() == 0
        assert page.locator(".spot.wrong").count() == 2


def test_hidden_page_lets_go_of_its_stream(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """A page in the background holds no stream; shown again it is live at once."""
    house.feed.publish(examples["solo"]())
    page = open_page()
    page.locator(".player .leaf").first.wait_for()
    show = """(state) => {
        Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(show, "hidden")
    for _ in range(6000):
        if house.feed.streams == 0:
            break
        page.wait_for_timeout(10)
    assert house.feed.streams == 0
    page.clock.fast_forward(600_000)
    house.feed.publish(examples["illegal"]())
    page.evaluate(show, "visible")
    page.locator(".spot.wrong").first.wait_for()
    assert page.locator("body.stale-page").count() == 0
    assert house.feed.streams == 1


def test_updated_server_reloads_the_page(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """A page of another build loads itself anew, once."""
    house.feed.publish(examples["solo"]())
    page = open_page(quiet=False)
    page.locator(".player .leaf").first.wait_for()
    house.stop()
    house.start(build="2")
    house.feed.publish(examples["solo"]())
    run_until(page, lambda: str(page.locator("html").get_attribute("data-build")).startswith("2+"))
    page.locator(".player .leaf").first.wait_for()
    assert str(page.locator("html").get_attribute("data-build")).startswith("2+")
