"""The page Solo in a real Chromium: showing the camera where the numbered row lies, and what it then says of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from webui import create_app, setup
from webui.command import Command, Reply
from webui.feed import Feed
from webui.server import Server, serve

pytestmark = pytest.mark.browser

SIZE = (800, 600)
OLD = [[0.1, 0.7], [0.9, 0.7], [0.9, 0.9], [0.1, 0.9]]


class Rows:
    """Settings and set-up of which only the row is of interest."""

    def __init__(self) -> None:
        self.row: list[list[float]] = []
        self.changes: list[Mapping[str, Mapping[str, object]]] = []

    def as_json(self) -> Mapping[str, Any]:
        """The one setting."""
        one = {"section": "table", "key": "turn-row", "value": self.row, "default": [], "from": "page"}
        more = {"may_set": True, "choices": [], "expected": ""}
        return {"format": "leafwatch-settings/1", "file": "config.toml", "notices": [], "settings": [{**one, **more}]}

    def change(self, changes: Mapping[str, Mapping[str, object]]) -> Reply:
        """Kept."""
        self.changes.append(changes)
        return Reply(True, "Saved.")

    def state(self) -> Mapping[str, Any]:
        """No set-up is open."""
        return {"mode": "table", "profile": True, "why": "", "notice": ""}

    def jpeg(self) -> bytes | None:
        """No picture of a set-up."""
        return None

    def board_jpeg(self, index: int) -> bytes | None:
        """Neither."""
        del index
        return None

    def ask(self, action: str, body: Mapping[str, Any]) -> Future[Reply]:
        """Nothing is asked of it."""
        raise AssertionError(f"asked for {action} {body}")


class House:
    """The pages over one solo game."""

    def __init__(self, scratch: Path, message: dict[str, Any]) -> None:
        self.feed, self.rows = Feed(), Rows()
        self.message = {**message, "simulator": None, "turn_tile": None}
        self.show(None)
        app = create_app(
            self.feed,
            self._submit,
            trusted_hosts=["127.0.0.1"],
            build="1",
            latest_jpeg=lambda: bytes(cv2.imencode(".jpg", np.full((SIZE[1], SIZE[0], 3), 90, np.uint8))[1]),
            parts=[setup.blueprint(self.rows, self.rows, scratch)],
        )
        self.server: Server = serve(app, "127.0.0.1", 0)
        self._thread = threading.Thread(target=self.server.run)
        self._thread.start()

    def show(self, turn_tile: Mapping[str, object] | None) -> None:
        """Tell the pages what comes of the row."""
        self.message = {**self.message, "turn_tile": turn_tile}
        self.feed.publish(self.message)

    @staticmethod
    def _submit(command: Command) -> Future[Reply]:
        raise AssertionError(f"commanded {command}")

    def close(self) -> None:
        """Stop the server."""
        self.server.close()
        self._thread.join(60)
        assert not self._thread.is_alive()


@pytest.fixture
def house(tmp_path: Path, examples: Any) -> Iterator[House]:
    """A running server."""
    house = House(tmp_path, examples["solo"]())
    yield house
    house.close()


@pytest.fixture
def visit(new_context: Callable[..., Any], house: House) -> Iterator[Callable[..., Any]]:
    """Opens the page; afterwards the console must have been silent."""
    contexts, complaints = [], list[str]()

    def visit(language: str = "en-GB") -> Any:
        context = new_context(viewport={"width": 1000, "height": 1400}, locale=language)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("console", lambda line: complaints.append(line.text))
        page.goto(f"{house.server.url}solo")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []


def kept(house: House, page: Any) -> object:
    """The row of the last change, as soon as there is one."""
    for _ in range(6000):
        if house.rows.changes:
            return house.rows.changes[-1]["table"]["turn-row"]
        page.wait_for_timeout(10)
    raise AssertionError("nothing was kept")


def test_the_corners_are_dragged_and_kept_as_shares(house: House, visit: Callable[..., Any]) -> None:
    """By mouse and by keys; what is kept are shares of the picture, and the picture closes."""
    page = visit()
    page.get_by_role("button", name="Show where the row lies").click()
    handle = page.locator('[data-corner="0"]')
    handle.wait_for()
    page.locator(".sketch").scroll_into_view_if_needed()
    box = page.locator(".sketch").bounding_box()
    scale = SIZE[0] / box["width"]
    handle.hover()
    page.mouse.down()
    page.mouse.move(box["x"] + 80 / scale, box["y"] + 300 / scale, steps=4)
    page.mouse.up()
    page.locator('[data-corner="2"]').focus()
    page.keyboard.press("Shift+ArrowUp")
    page.get_by_role("button", name="Keep the row").click()
    row = kept(house, page)
    assert isinstance(row, list)
    assert row[0] == pytest.approx([0.1, 0.5], abs=0.01)
    assert row[1] == [0.94, 0.74]
    assert row[2] == pytest.approx([0.94, 0.92 - 10 / SIZE[1]], abs=0.001)
    page.locator(".sketch").wait_for(state="detached")
    page.get_by_role("button", name="Show where the row lies").wait_for()


def test_a_row_that_was_shown_can_be_given_up(house: House, visit: Callable[..., Any]) -> None:
    """Its corners lie where they were; given up there is no row any more; German, too."""
    house.rows.row = OLD
    house.show({"seen": True, "text": ""})
    page = visit("de-DE")
    page.get_by_role("button", name="Die Reihe neu zeigen").click()
    page.locator('[data-corner="3"]').wait_for()
    assert page.locator('[data-corner="3"]').get_attribute("transform") == "translate(80 540)"
    page.get_by_role("button", name="Reihe nicht beobachten").click()
    assert kept(house, page) is None


def test_what_the_camera_says_of_the_row_is_shown(house: House, visit: Callable[..., Any]) -> None:
    """Watching, not seen yet, and the sentence of the table where it has one."""
    page = visit()
    page.get_by_text("The camera can read the numbered row").wait_for()
    house.show({"seen": False, "text": ""})
    page.get_by_text("has not been seen lying still yet").wait_for()
    house.show({"seen": True, "text": ""})
    page.get_by_text("slide the next tile to the last empty space").wait_for()
    house.show({"seen": True, "text": "The row has changed."})
    page.get_by_text("The row has changed.").wait_for()
