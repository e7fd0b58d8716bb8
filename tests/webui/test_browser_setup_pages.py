"""The pages of the set-up, settings and health in a real Chromium: changed, of every size, for everybody."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

STEPS = ("restore", "people", "pin", "camera", "board", "leaves", "lamps", "try", "join")
RUN = """axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)"""
"""All rules; what is in order is counted and not described, which takes four times as long."""

RUN_COLOR = RUN.replace("{ resultTypes", '{ runOnly: ["color-contrast", "link-in-text-block"], resultTypes')
"""The rules whose answer may be another in the other theme."""

PATHS = [*(f"setup#{step}" for step in STEPS), "settings", "health"]


def test_a_setting_is_sent_at_once_and_a_wrong_one_refused_beside_it(
    setup_house: Any, visit: Callable[..., Any]
) -> None:
    """The sentence of the refusal stands beside the field, which says that it is wrong."""
    page = visit("settings")
    page.fill("#table-dwell", "121")
    page.keyboard.press("Tab")
    row = page.locator('[data-setting="table.dwell"]')
    row.locator(".said.wrong").wait_for()
    assert "expected a number of seconds from 1 to 120" in row.locator(".said").text_content()
    assert page.get_attribute("#table-dwell", "aria-invalid") == "true"
    page.select_option("#table-turn-end", "dwell")
    page.locator('[data-setting="table.turn-end"] .said.good').wait_for()
    page.select_option("#camera-mains-hz", "60")
    page.locator('[data-setting="camera.mains-hz"] .said.good').wait_for()
    page.check("#lamps-night")
    page.locator('[data-setting="lamps.night"] .said.good').wait_for()
    page.locator('[data-setting="table.players"] .from button').click()
    page.locator('[data-setting="table.players"] .said.good').wait_for()
    assert setup_house.settings.changes[1:] == [
        {"table": {"turn-end": "dwell"}},
        {"camera": {"mains-hz": 60}},
        {"lamps": {"night": ["21:00", "07:00"]}},
        {"table": {"players": None}},
    ]
    assert page.locator('[data-setting="page.port"] input').count() == 0


def test_health_says_the_problem_and_what_to_do(visit: Callable[..., Any]) -> None:
    """The problem stands first, with its remedy; what runs now is shown."""
    page = visit("health")
    page.wait_for_selector(".finding")
    assert page.text_content("#sum").strip() == "One thing needs you."
    assert "free some space" in page.text_content(".finding.problem .remedy")
    assert page.eval_on_selector_all(".finding", "all => all[0].classList.contains('problem')")
    assert "124 kB" in page.text_content("#live")
    with page.expect_download() as download:
        page.click("#take a")
    assert Path(download.value.path()).read_bytes() == b"PK"


def test_a_table_in_trouble_is_not_said_to_be_well(visit: Callable[..., Any], setup_house: Any) -> None:
    """A camera that is lost counts as one problem more, and whole words name what is told of it on a phone."""
    text = "The camera is lost: no USB camera 7: /dev/video7 is not there (video devices found: none)"
    status = {"word": "camera-lost", "text": text, "camera": "", "frame_rate_hz": 0, "residual_cells": 0}
    setup_house.feed.publish({"status": {**status, "simulated": False, "trouble": text}})
    page = visit("health", "phone")
    page.get_by_text("2 things need you.").wait_for()
    assert text in page.text_content("#live .trouble")
    lines = """(one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getClientRects().length;
    }"""
    assert page.locator("#live dt", has_text="Table").evaluate(lines) == 1
    told = page.evaluate("fetch('/api/health').then((answer) => answer.json())")
    assert told["healthy"] is False


@pytest.mark.parametrize(("path", "scheme"), [(path, ("light", "dark")[n % 2]) for n, path in enumerate(PATHS)])
def test_nothing_is_wider_than_the_smallest_screen_and_every_text_is_there(
    setup_house: Any, visit: Callable[..., Any], path: str, scheme: str
) -> None:
    """At 320 px nothing is cut off, in one theme or the other, in German; no key of a text shows; targets are high."""
    setup_house.wizard.now["lamps"] |= {"lit": 0}
    setup_house.wizard.now["profile"] = path == "setup#leaves"  # without one this page is all but empty
    page = visit(path, "small", language="de-DE", color_scheme=scheme)
    page.wait_for_selector(".setting, .finding, .body > *")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    words = page.evaluate("document.body.innerText")
    assert not [word for word in words.split() if word.startswith(("setup.", "settings.", "health."))]
    low = page.evaluate(
        """[...document.querySelectorAll("main button:not(.space), main a, main select, main input[type=text]")]
           .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 43.5
                   && getComputedStyle(one).display !== "inline").map((one) => one.outerHTML.slice(0, 90))"""
    )
    assert low == []


@pytest.mark.parametrize("which", [0, 1])
def test_no_page_of_the_set_up_hinders_anybody_seriously(
    setup_house: Any, visit: Callable[..., Any], which: int
) -> None:
    """axe-core finds nothing serious on any of the nine pages, on settings, or on health; every second at a time.

    In the light theme by all rules, in the dark one by those of colour.
    """
    axe = (Path(__file__).parent / "axe" / "axe.min.js").read_text("utf-8")
    setup_house.wizard.now["lamps"] |= {"lit": 0}
    found = {}
    page = visit("health", "phone")
    for path in PATHS[which::2]:
        setup_house.wizard.now["profile"] = path == "setup#leaves"
        page.goto("about:blank")  # else another step of the set-up would be no new page
        page.goto(f"{setup_house.server.url}{path}")
        page.wait_for_selector(".setting, .finding, .body > *")
        page.evaluate(axe)
        for scheme, run in (("light", RUN), ("dark", RUN_COLOR)):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_function("document.getAnimations().every((each) => each.playState !== 'running')")
            wrong = [one for one in page.evaluate(run) if one["impact"] in ("serious", "critical")]
            if wrong:
                found[path, scheme] = [(one["id"], [node["target"] for node in one["nodes"][:3]]) for one in wrong]
    assert found == {}


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("tablet", "dark"), ("desktop", "light")])
def test_nothing_is_wider_than_any_screen(
    setup_house: Any, visit: Callable[..., Any], pictured: Callable[[Any, str], None], size: str, scheme: str
) -> None:
    """Phone, tablet or desktop, in English; the pages are pictured, if that is asked for."""
    for path in ("setup#camera", "setup#board", "setup#leaves", "settings", "health"):
        setup_house.wizard.now["profile"] = path == "setup#leaves"
        page = visit(path, size, color_scheme=scheme)
        page.wait_for_selector(".setting, .finding, .check, .space, .leaf-looks li")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        pictured(page, f"{path.replace('#', '-')}-{size}-{scheme}")
