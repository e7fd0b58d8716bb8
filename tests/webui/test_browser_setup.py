"""The set-up in a real Chromium over one that answers at once: corners, treasures, lamps, gates, languages, sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

STEPS = ("restore", "people", "pin", "camera", "board", "leaves", "lamps", "try", "join")
RUN = """axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)"""
"""All rules; what is in order is counted and not described, which takes four times as long."""

PATHS = [*(f"setup#{step}" for step in STEPS), "settings", "health"]


@pytest.fixture
def house(setup_house: Any) -> Any:
    """A running server with a set-up that answers at once."""
    return setup_house


def asked(
    house: Any, page: Any, action: str, fits: Callable[[Mapping[str, Any]], bool] = lambda body: True
) -> Mapping[str, Any]:
    """The body of the last request of this name, as soon as there is one that fits."""
    for _ in range(6000):
        if found := [body for name, body in house.wizard.asked if name == action and fits(body)]:
            return found[-1]
        page.wait_for_timeout(10)
    raise AssertionError(f"nobody asked for {action}: {house.wizard.asked}")


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


def test_corners_move_by_mouse_and_by_keys(house: Any, visit: Callable[..., Any]) -> None:
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
    (sent,) = asked(house, page, "corners")["boards"]
    assert sent[2] == pytest.approx([850, 700], abs=2 * scale)
    assert sent[:2] == [[200.0, 150.0], [800.0, 150.0]]
    house.wizard.asked.clear()
    page.locator('[data-corner="0-0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    # on a busy machine the first step is sent before the second comes
    asked(house, page, "corners", lambda body: body["boards"][0][0] == [201.0, 160.0])
    page.wait_for_function("document.activeElement.dataset.corner === '0-0'")


def test_corners_move_by_finger(house: Any, visit: Callable[..., Any]) -> None:
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
    (sent,) = asked(house, page, "corners")["boards"]
    assert sent[1] == pytest.approx([880, 120], abs=2 * scale)


def test_tapping_a_space_goes_through_the_kinds(house: Any, visit: Callable[..., Any]) -> None:
    """Nothing, berry, nut, mushroom, feather, nothing; arrows walk from space to space."""
    _, *others = house.wizard.now["boards"][0]["floor"]
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
    floors = [body for name, body in house.wizard.asked if name == "floor"]
    assert floors[-1]["floor"] == ["...n.n...", *others]
    assert floors[-1]["name"] == "Board A"
    assert house.wizard.asked[-1][0] == "save"
    page.goto(f"{house.server.url}setup#board")
    page.locator('[data-cell="a1"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-cell="b2"][data-letter="b"]')
    page.wait_for_function("document.activeElement.dataset.cell === 'b2'")


def test_a_tap_outlives_a_look_that_knows_nothing_of_it(house: Any, visit: Callable[..., Any]) -> None:
    """Looks at the set-up come between two taps; the second goes on from the first all the same."""
    page = visit("setup#board")
    page.locator('[data-cell="c3"]').wait_for()
    page.click('[data-cell="c3"]')
    with page.expect_response("**/api/setup"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(50)
    page.click('[data-cell="c3"]')
    assert page.get_attribute('[data-cell="c3"]', "data-letter") == "n"


def test_a_board_that_was_not_found_gets_its_corners_by_hand(house: Any, visit: Callable[..., Any]) -> None:
    """The outline of where a board would lie becomes corners to drag; a refusal is said."""
    house.wizard.now["boards"] = []
    page = visit("setup#board")
    page.get_by_role("button", name="Set the corners by hand").click()
    page.wait_for_function("document.activeElement.dataset.corner === '0-0'")
    page.keyboard.press("ArrowLeft")
    (sent,) = asked(house, page, "corners")["boards"]
    assert len(sent) == 4
    house.wizard.refusal = "These four corners are no board."
    page.locator('[data-corner="0-0"]').focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#toast:has-text('These four corners are no board.')")


def test_boards_change_players(house: Any, visit: Callable[..., Any]) -> None:
    """Choosing another player for a board makes the two change places, and the same board stays in view."""
    (one,) = house.wizard.now["boards"]
    other = one | {"name": "Other", "corners": [[x, y + 40] for x, y in one["corners"]], "floor": one["floor"][::-1]}
    house.wizard.now["boards"] = [one | {"name": "Old one"}, other]
    house.settings.players = ["Ada", "Ben"]
    page = visit("setup#board")
    page.locator("#board-player option:checked", has_text="Ada").wait_for(state="attached")
    page.locator("#board-name[value='Old one']").wait_for()
    page.get_by_label("At this board plays").select_option("Ben")
    assert asked(house, page, "swap") == {"board": 0, "other": 1}
    page.locator("label:nth-child(2) input[name=board]:checked").wait_for(state="attached")
    page.locator("#board-player option:checked", has_text="Ben").wait_for(state="attached")
    page.locator("#board-name[value='Old one']").wait_for()


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


def test_a_setting_is_sent_at_once_and_a_wrong_one_refused_beside_it(house: Any, visit: Callable[..., Any]) -> None:
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
    assert house.settings.changes[1:] == [
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


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_the_smallest_screen_and_every_text_is_there(
    house: Any, visit: Callable[..., Any], path: str, scheme: str
) -> None:
    """At 320 px nothing is cut off, in either theme, in German; no key of a text shows; targets are 44 px high."""
    house.wizard.now["lamps"] |= {"lit": 0}
    house.wizard.now["profile"] = path == "setup#leaves"  # without one this page is all but empty
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_of_the_set_up_hinders_anybody_seriously(house: Any, visit: Callable[..., Any], scheme: str) -> None:
    """axe-core finds nothing serious on any of the nine pages, on settings, or on health."""
    axe = (Path(__file__).parent / "axe" / "axe.min.js").read_text("utf-8")
    house.wizard.now["lamps"] |= {"lit": 0}
    found = {}
    page = visit("health", "phone", color_scheme=scheme)
    for path in PATHS:
        house.wizard.now["profile"] = path == "setup#leaves"
        page.goto("about:blank")  # else another step of the set-up would be no new page
        page.goto(f"{house.server.url}{path}")
        page.wait_for_selector(".setting, .finding, .body > *")
        page.wait_for_function("document.getAnimations().every((each) => each.playState !== 'running')")
        page.evaluate(axe)
        wrong = [one for one in page.evaluate(RUN) if one["impact"] in ("serious", "critical")]
        if wrong:
            found[path] = [(one["id"], [node["target"] for node in one["nodes"][:3]]) for one in wrong]
    assert found == {}


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pictures_are_kept(house: Any, visit: Callable[..., Any], size: str, scheme: str) -> None:
    """Screenshots of the pages for people to look at."""
    folder = Path(__file__).parents[2] / "artifacts"
    folder.mkdir(parents=True, exist_ok=True)
    for path in ("setup#camera", "setup#board", "setup#leaves", "settings", "health"):
        house.wizard.now["profile"] = path == "setup#leaves"
        page = visit(path, size, color_scheme=scheme)
        page.wait_for_selector(".setting, .finding, .check, .space, .leaf-looks li")
        file = folder / f"{path.replace('#', '-')}-{size}-{scheme}.png"
        page.screenshot(path=file, full_page=True)
        assert file.stat().st_size > 5_000
