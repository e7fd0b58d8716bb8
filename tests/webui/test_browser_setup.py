"""The set-up in a real Chromium over one that answers at once: its way, the camera, lamps, a backup, players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture
def house(setup_house: Any) -> Any:
    """A running server with a set-up that answers at once."""
    return setup_house


def test_a_table_never_set_up_leads_to_its_set_up(house: Any, visit: Callable[..., Any]) -> None:
    """The first page of a new table is page 1 of 9; with a profile it is the table."""
    page = visit("")
    page.wait_for_selector("#step-title")
    assert page.url.endswith("/setup")
    assert "Step 1 of 9" in page.text_content("#step-title")
    house.wizard.now["profile"] = True
    page.goto(house.server.url)
    assert page.url == house.server.url


def test_without_a_camera_the_boards_page_leads_to_it_and_saves_nothing(house: Any, visit: Callable[..., Any]) -> None:
    """Who goes on and on without choosing one is told what is missing, and no button promises to save."""
    house.wizard.now |= {
        "boards": [],
        "looks": 0,
        "camera": house.wizard.now["camera"] | {"source": None, "size": None},
    }
    page = visit("setup#board", "phone")
    page.get_by_text("Choose a camera first.").wait_for()
    assert page.text_content("#next") == "Go on without"
    assert page.locator("#step .buttons button").all_text_contents() == ["To the camera"]
    page.click("#next")
    page.wait_for_selector("#step[data-step='leaves']")
    page.click("#next:has-text('Go on without')")
    page.wait_for_selector("#step[data-step='lamps']")
    page.goto(f"{house.server.url}setup#join")
    page.click("#next:has-text('To the table')")
    page.wait_for_selector("#step[data-step='board']")
    assert "First save a board" in page.text_content("#toast")
    page.get_by_text("To the camera", exact=True).click()
    page.wait_for_selector("#step[data-step='camera']")
    assert page.text_content("#next") == "Go on without"
    assert "save" not in [name for name, _ in house.wizard.asked]


def test_more_names_than_boards_are_noticed(house: Any, visit: Callable[..., Any]) -> None:
    """Who has no board does not play: that is said before the boards are saved, and goes away with a second board."""
    house.settings.players = ["Ada", "Ben"]
    page = visit("setup#board")
    told = page.get_by_text("Names: 2, boards found: 1.")
    told.wait_for()
    page.get_by_role("button", name="One more board").click()
    page.keyboard.press("ArrowLeft")
    told.wait_for(state="detached")


def test_the_way_to_the_table_lets_the_game_go_on(house: Any, visit: Callable[..., Any]) -> None:
    """Who leaves out the trial still ends the set-up with its last page."""
    house.wizard.now["profile"] = True
    page = visit("setup#join")
    page.click("#next:has-text('To the table')")
    page.wait_for_url(house.server.url)
    assert house.wizard.asked[-1][0] == "finish"


def test_bands_are_met_on_the_camera_page(house: Any, visit: Callable[..., Any]) -> None:
    """Who sees bands is told beside the picture what they are, and chooses the mains there; a drawn table has none."""
    page = visit("setup#camera")
    page.locator("#mains-hz").wait_for(state="attached")
    assert not page.is_visible("#mains-hz")
    house.wizard.now["camera"] |= {"source": "usb:0"}
    page.locator("#mains-hz").wait_for()
    page.get_by_text("Do light and dark bands lie in the picture").wait_for()
    page.get_by_label("Mains frequency").select_option("60")
    for _ in range(6000):
        if house.settings.changes:
            break
        page.wait_for_timeout(10)
    assert house.settings.changes == [{"camera": {"mains-hz": 60}}]


def test_the_mains_are_shown_as_the_camera_has_them(house: Any, visit: Callable[..., Any]) -> None:
    """Whoever has set them meanwhile, here or on another page; what is refused is taken back."""
    house.wizard.now["camera"] |= {"source": "usb:0", "mains_hz": 60}
    page = visit("setup#camera")
    shown = "(hz) => document.querySelector('#mains-hz')?.value === hz"
    page.wait_for_function(shown, arg="60")
    house.wizard.now["camera"] |= {"mains_hz": 50}
    page.wait_for_function(shown, arg="50")
    page.route("**/api/settings", lambda route: route.fulfill(status=422, json={"ok": False, "text": "Not now."}))
    page.get_by_label("Mains frequency").select_option("60")
    page.get_by_text("Not now.").wait_for()
    page.wait_for_function(shown, arg="50")


def test_bands_are_told_also_where_no_board_is_found(house: Any, visit: Callable[..., Any]) -> None:
    """They may be why: their check is said, and nothing of whether it is enough to play."""
    bands = {"board": None, "check": "flicker", "value": 0.08, "verdict": "poor", "text": "in English", "cells": []}
    house.wizard.now |= {"boards": [], "checks": [bands]}
    page = visit("setup#camera")
    page.locator('[data-check="flicker"]').get_by_text("Bands of flickering light roll through the picture").wait_for()
    page.get_by_text("The checks come as soon as a board is found.").wait_for()


def test_a_page_that_has_to_wait_can_be_left_out(house: Any, visit: Callable[..., Any]) -> None:
    """While the table is being watched the camera's page is left for the next one, not for the first."""
    house.wizard.now["mode"] = "table"
    page = visit("setup#camera")
    page.click("#next:has-text('Go on without')")
    page.wait_for_selector("#step[data-step='board']")


def test_a_page_that_no_phone_reaches_shows_no_code(house: Any, visit: Callable[..., Any]) -> None:
    """A code for this machine's own loopback would lead a phone to the phone itself."""
    page = visit("setup#join")
    page.get_by_text("Only this machine can open the page").wait_for()
    assert page.locator("#step img").count() == 0
    page.goto(f"{house.server.url}join")
    page.get_by_text("Only this machine can open the page").wait_for()
    assert page.locator("#code").is_hidden()


def test_checks_stand_as_traffic_lights_with_the_worst_first(visit: Callable[..., Any]) -> None:
    """Each check says its verdict in a word and what to do; the sum is that of the worst."""
    page = visit("setup#camera")
    page.wait_for_selector(".check")
    assert page.eval_on_selector_all(".checks .check", "all => all.map((one) => one.dataset.check)") == [
        "glare",
        "exposure",
        "focus",
    ]
    assert page.text_content('[data-check="glare"] .verdict-word') == "poor"
    assert "9 spaces are washed out" in page.text_content('[data-check="glare"]')
    assert page.get_attribute(".sum", "data-verdict") == "poor"


def test_lamps_are_told_apart_by_taps(house: Any, visit: Callable[..., Any]) -> None:
    """One lamp after the other; a place that is taken cannot be chosen again; one may be dark."""
    page = visit("setup#lamps")
    page.get_by_role("button", name="Light the first lamp").click()
    page.get_by_role("button", name="Player 2").click()
    page.wait_for_selector("text=Lamp 2 of 2")
    assert page.get_by_role("button", name="Player 2").get_attribute("aria-disabled") == "true"
    page.get_by_role("button", name="I see none").click()
    page.wait_for_selector("text=1 of 2 lamps were not seen.")
    assert [body["seat"] for name, body in house.wizard.asked if name == "lamp-seen"] == [1, -1]


def test_a_watched_table_is_asked_to_wait_first(house: Any, visit: Callable[..., Any]) -> None:
    """Pages that need the camera offer to let the game wait; the others open as they are."""
    house.wizard.now |= {"mode": "table", "profile": True}
    page = visit("setup#camera")
    page.get_by_role("button", name="Let the game wait").click()
    page.wait_for_selector("input[name=camera]")
    assert house.wizard.asked[0][0] == "begin"


def test_a_backup_is_sent_and_too_large_a_one_is_refused(
    house: Any, visit: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chosen file arrives whole; beyond the limit nothing is taken."""
    page = visit("setup")
    page.set_input_files("#backup", {"name": "b.zip", "mimeType": "application/zip", "buffer": b"PK" * 50_000})
    page.click("#next")
    page.wait_for_selector("#step[data-step='people']")
    assert house.wizard.restored == b"PK" * 50_000
    monkeypatch.setattr("webui.setup.LARGEST_BACKUP_BYTES", 1000)
    status = page.evaluate(
        "fetch('/api/setup/restore', {method: 'POST', headers: {'X-Leafwatch': '1'}, body: 'x'.repeat(2000)})"
        ".then((answer) => answer.status)"
    )
    assert status == 413


def test_players_are_saved_with_language_and_colours(house: Any, visit: Callable[..., Any]) -> None:
    """Names in seat order, no colour twice, and the table's language; an unnamed one among named is pointed out."""
    page = visit("setup#people")
    page.get_by_role("button", name="One more player").click()
    page.fill("#name-0", "Ada")
    page.click("#next")
    page.wait_for_selector("#toast:has-text('Give every player a name')")
    page.fill("#name-1", "Grace")
    page.click("#next")
    page.wait_for_selector("#step[data-step='pin']")
    (table,) = [change["table"] for change in house.settings.changes]
    assert table == {
        "language": "en",
        "players": ["Ada", "Grace"],
        "colors": ["white", "blue", "bluish-green", "vermilion"],
    }


def test_the_language_can_be_changed_without_losing_names(house: Any, visit: Callable[..., Any]) -> None:
    """German is the whole page's, and what was typed is still there."""
    page = visit("setup#people")
    page.fill("#name-0", "Łukasz <b>")
    page.locator(".segments").get_by_text("Deutsch").click()
    page.wait_for_selector("html[lang=de] #name-0")
    assert page.input_value("#name-0") == "Łukasz <b>"
    assert "Wer spielt?" in page.text_content("#step")
    page.click("#next")
    page.wait_for_selector("#step[data-step='pin']")
    assert house.settings.changes[-1]["table"]["language"] == "de"
