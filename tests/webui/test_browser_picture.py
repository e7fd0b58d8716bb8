"""The camera's picture in a real Chromium: only where it is offered, one request at a time, none while hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser

MIDDLE = """() => {
    const copy = new OffscreenCanvas(80, 60).getContext("2d", { willReadFrequently: true });
    copy.drawImage(document.querySelector("#picture canvas"), 0, 0);
    return [...copy.getImageData(40, 30, 1, 1).data].slice(0, 3);
}"""
BECOME = """(state) => {
    Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def message(examples: dict[str, Callable[[], dict[str, Any]]]) -> dict[str, Any]:
    """A simulated table that plays by itself."""
    message = examples["solo"]()
    message["simulator"]["playing"] = "auto"
    return message


def asked(page: Any, house: Any, count: int) -> int:
    """How many pictures were asked for, as soon as there are so many."""
    for _ in range(6000):
        if house.camera.asked >= count:
            break
        page.wait_for_timeout(10)
    return int(house.camera.asked)


def test_picture_appears_and_is_renewed(
    open_page: Callable[..., Any], house: Any, message: dict[str, Any], jpeg: Callable[[int, int, int], bytes]
) -> None:
    """The page draws the camera's picture and, without any new message, the next one."""
    house.feed.publish(message)
    page = open_page()
    page.locator("#picture canvas").wait_for()
    assert page.get_by_role("heading", name="What the camera sees").is_visible()
    red, green, blue = page.evaluate(MIDDLE)
    assert red > 240
    assert max(green, blue) < 15
    house.camera.jpeg = jpeg(255, 0, 0)
    page.wait_for_function(f"() => ({MIDDLE})()[2] > 240")


@pytest.mark.parametrize("name", ["four_players", "solo"])
def test_no_picture_is_asked_for_unless_offered(
    open_page: Callable[..., Any], house: Any, examples: Any, name: str
) -> None:
    """A real table before its host wants it, and a simulated one that keeps no picture: none is fetched."""
    message = examples[name]()
    if message["simulator"]:
        message["simulator"]["picture"] = False
    house.feed.publish(message)
    urls: list[str] = []
    page = open_page()
    page.on("request", lambda request: urls.append(request.url))
    page.reload()
    page.locator(".player .leaf").first.wait_for()
    page.clock.fast_forward(5000)
    house.feed.publish(message | {"score": examples["finished"]()["score"]})
    page.locator("#score .say").wait_for()
    assert page.locator("#picture").is_visible() == (name == "four_players")
    assert not [url for url in urls if url.endswith("/api/picture")]
    assert house.camera.asked == 0


def test_host_looks_at_a_real_table(open_page: Callable[..., Any], house: Any, examples: Any) -> None:
    """One tap shows what a real camera sees; where no picture may be shown the table's sentence says so."""
    house.feed.publish(examples["four_players"]())
    page = open_page(quiet=False)  # the browser reports the 404
    page.get_by_role("button", name="Show the picture").click()
    page.locator("#picture canvas").wait_for()
    page.reload()
    page.route("**/api/picture", lambda route: route.fulfill(status=404, json={"ok": False, "text": "No pictures."}))
    page.get_by_role("button", name="Show the picture").click()
    page.locator("#picture").get_by_text("No pictures.").wait_for()
    page.get_by_role("button", name="Show the picture").wait_for()


def test_what_was_read_is_drawn_into_the_picture(
    open_page: Callable[..., Any], house: Any, message: dict[str, Any]
) -> None:
    """Pieces and doubts lie where the board's corners say, in perspective too; a tick takes them away."""
    player = message["players"][0]
    player["corners"] = [[0.2, 0.1], [0.8, 0.1], [1.0, 0.9], [0.0, 0.9]]
    player["unknown"] = ["i8"]
    house.feed.publish(message)
    page = open_page()
    page.locator(".seen .edge").wait_for()
    assert page.locator(".seen .read").count() == len(player["pieces"])
    assert page.locator(".seen .doubt").text_content() == "?"
    # the doubt's space is the near right one: its near right corner is the board's, its sides run to the far ones
    box = page.locator(".seen .doubt path").evaluate(
        "(one) => { const box = one.getBBox(); return [box.x + box.width, box.y + box.height, box.width]; }"
    )
    assert [round(value) for value in box[:2]] == [1000, 675]  # the picture is 80 x 60, the drawing 1000 across
    edge = page.locator(".seen .edge").evaluate("(one) => one.getBBox().width")
    assert round(edge) == 1000
    assert box[2] > edge / player["cols"]  # nearer spaces are larger
    page.get_by_label("Draw in what was read").uncheck()
    assert page.locator(".seen .read").count() == 0


def test_pictures_are_asked_for_one_at_a_time(
    open_page: Callable[..., Any], house: Any, message: dict[str, Any]
) -> None:
    """While one is on its way no other is asked for, however long it takes and whatever else changes."""
    house.camera.open.clear()
    house.feed.publish(message)
    page = open_page()
    assert asked(page, house, 1) == 1
    page.clock.fast_forward(1500)
    message["status"]["word"] = "hand"
    house.feed.publish(message)
    page.locator("#words .hand").wait_for()
    page.clock.fast_forward(1500)  # with the time that this takes less than after which the page gives a picture up
    assert house.camera.asked == 1
    house.camera.open.set()
    page.locator("#picture canvas").wait_for()
    assert asked(page, house, 2) >= 2


def test_hidden_page_asks_for_nothing(open_page: Callable[..., Any], house: Any, message: dict[str, Any]) -> None:
    """In the background the pictures stop; shown again they go on."""
    house.feed.publish(message)
    page = open_page()
    page.locator("#picture canvas").wait_for()
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.evaluate(BECOME, "hidden")
    urls.clear()  # what the page asked for before it was hidden was told before the answer
    for _ in range(2):
        page.clock.fast_forward(10_000)
        page.wait_for_timeout(50)
    assert not [url for url in urls if url.endswith("/api/picture")]
    with page.expect_request("**/api/picture"):
        page.evaluate(BECOME, "visible")


def test_paused_table_is_looked_at_when_something_changed(
    open_page: Callable[..., Any], house: Any, message: dict[str, Any]
) -> None:
    """Where nobody plays one picture is enough, until a piece was laid or taken away."""
    message["simulator"]["playing"] = "paused"
    house.feed.publish(message)
    page = open_page()
    page.locator("#picture canvas").wait_for()
    page.clock.fast_forward(10_000)
    page.clock.fast_forward(10_000)
    assert asked(page, house, 1) == 1
    message["simulator"]["laid"].pop()
    house.feed.publish(message)
    assert asked(page, house, 2) == 2
