"""Fixtures of the page: a feed, an application over it, a client that asks as the page does, a browser, examples."""

from __future__ import annotations

import importlib.util
import os
import re
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from webui import create_app
from webui.access import Access
from webui.command import Command, Reply
from webui.feed import Feed
from webui.server import Server, serve

HERE = Path(__file__).parent
DESKTOP = {"width": 1280, "height": 800}
REFUSED = re.compile(r"status of (413|422)")
"""What a browser says of a refusal that the page shows in a sentence."""

SIZES = {"small": (320, 640), "phone": (360, 740), "tablet": (820, 1180), "desktop": (1280, 800)}
PICTURES = Path(__file__).parents[2] / "artifacts"
WAIT_S = 60
"""How long something is waited for that comes in a moment on a machine that is not busy."""


class Table:
    """Stands for the table's loop: keeps the commands that came in and answers each with ``reply``."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.reply: Reply | None = Reply(True, "Done.")

    def submit(self, command: Command) -> Future[Reply]:
        """Answer at once; with ``reply`` None never."""
        self.commands.append(command)
        future: Future[Reply] = Future()
        if self.reply is not None:
            future.set_result(self.reply)
        return future


def _module(name: str) -> ModuleType:
    # tests are no package, so a neighbour is loaded by its path
    spec = importlib.util.spec_from_file_location(f"webui_tests_{name}", HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def examples() -> dict[str, Callable[[], dict[str, Any]]]:
    """Makers of whole table messages by name."""
    return dict(_module("table_messages").EXAMPLES)


class PinStore:
    """A PIN kept in memory, in the clear; None before there is one."""

    key = b"k" * 32

    def __init__(self, pin: str | None = None) -> None:
        self.pin: str | None = None
        self.stamp: str | None = None
        self.players_act = True
        self.hashed = 0
        if pin is not None:
            self.change(pin)

    def matches(self, pin: str) -> bool:
        """Counted: a real one takes its time."""
        self.hashed += 1
        return pin == self.pin

    def claim(self, pin: str) -> bool:
        """Only the first one."""
        if self.pin is None:
            self.change(pin)
            return True
        return False

    def change(self, pin: str) -> None:
        """Another stamp for another PIN."""
        self.pin, self.stamp = pin, f"stamp of {pin}"

    def let_players_act(self, act: bool) -> None:
        """Kept."""
        self.players_act = act


@pytest.fixture
def pin_store() -> type[PinStore]:
    """Makes stores of a PIN."""
    return PinStore


@pytest.fixture
def whole_house(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Makes applications with every part that a real table has."""
    make = _module("whole_house").House
    made: list[Any] = []

    def whole(access: Access | None = None, message: dict[str, Any] | None = None) -> Any:
        message = message or {"status": {}, "turn": {"seat": 0}}
        made.append(make(tmp_path, message, access))
        return made[-1]

    yield whole
    for house in made:
        house.feed.close()


@pytest.fixture
def setup_house(tmp_path: Path) -> Iterator[Any]:
    """A running server with a set-up that answers at once."""
    house = _module("setup_house").House(tmp_path)
    yield house
    house.close()


@pytest.fixture
def pictured() -> Callable[[Any, str], None]:
    """Keeps a picture of a page under this name for people to look at, if ``LEAFWATCH_PICTURES`` is set.

    Nothing is held against them, and it takes the browser long to draw a whole page and pack it.
    """

    def keep(page: Any, name: str) -> None:
        if os.environ.get("LEAFWATCH_PICTURES"):
            PICTURES.mkdir(exist_ok=True)
            page.screenshot(path=PICTURES / f"{name}.jpg", full_page=True, quality=90)

    return keep


@pytest.fixture
def visit(new_context: Callable[..., Any], setup_house: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page of the set-up's house; afterwards the console must have been silent."""
    contexts = []
    complaints: list[str] = []

    def visit(path: str, size: str = "desktop", *, language: str = "en-GB", **options: Any) -> Any:
        width, height = SIZES[size]
        context = new_context(viewport={"width": width, "height": height}, locale=language, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("console", lambda line: complaints.append(line.text) if not REFUSED.search(line.text) else None)
        page.goto(f"{setup_house.server.url}{path}")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def feed() -> Iterator[Feed]:
    """A feed that is closed at the end."""
    feed = Feed()
    yield feed
    feed.close()


@pytest.fixture
def table() -> Table:
    """A stand-in for the table."""
    return Table()


@pytest.fixture
def app(feed: Feed, table: Table) -> Flask:
    """The application under two names."""
    return create_app(feed, table.submit, trusted_hosts=["localhost", "table.local"], build="1.2.3")


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser on this machine."""
    return app.test_client()


def plain_jpeg(blue: int, green: int, red: int) -> bytes:
    """A picture of one colour, 80 x 60."""
    return bytes(cv2.imencode(".jpg", np.full((60, 80, 3), (blue, green, red), np.uint8))[1])


class Camera:
    """Stands for what the page may see of the camera: one picture, given at once or when ``open`` is set."""

    def __init__(self) -> None:
        self.jpeg = plain_jpeg(0, 0, 255)
        self.asked = 0
        self.open = threading.Event()
        self.open.set()

    def latest(self) -> bytes:
        """The picture, counted."""
        self.asked += 1
        self.open.wait(WAIT_S)
        return self.jpeg


class House:
    """A feed and a server that can be taken away and put back on the same port."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self.camera = Camera()
        # Bound and not listening it keeps the port for our next server: nobody else gets it by chance meanwhile.
        self._kept = socket.socket()
        self._kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._kept.bind(("127.0.0.1", 0))
        self.port = int(self._kept.getsockname()[1])
        self.start()

    def start(self, build: str = "1", cap: int = 24) -> None:
        """Open a new server with a new feed, on the port that was used before."""
        self.feed = Feed(cap)
        app = create_app(
            self.feed,
            self.table.submit,
            trusted_hosts=["127.0.0.1"],
            build=build,
            latest_jpeg=self.camera.latest,
        )
        self.server: Server = serve(app, "127.0.0.1", self.port)
        self._thread = threading.Thread(target=self.server.run)
        self._thread.start()

    def stop(self) -> None:
        """Stop the server as the table does."""
        self.server.close()
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive()

    def close(self) -> None:
        """Stop the server and give the port back."""
        self.stop()
        self._kept.close()

    def commands(self, page: Any, count: int) -> list[Command]:
        """The commands that came in, as soon as there are so many."""
        for _ in range(100 * WAIT_S):
            if len(self.table.commands) >= count:
                break
            page.wait_for_timeout(10)
        return list(self.table.commands)


@pytest.fixture
def house(table: Any) -> Iterator[House]:
    """A running server."""
    house = House(table)
    yield house
    house.camera.open.set()
    house.close()


@pytest.fixture
def jpeg() -> Callable[[int, int, int], bytes]:
    """Makes pictures of one colour, given as blue, green, red."""
    return plain_jpeg


@pytest.fixture
def open_page(new_context: Callable[..., Any], house: House) -> Iterator[Callable[..., Any]]:
    """Opens the page; afterwards nothing may have been said on the console or asked of another machine."""
    contexts = []
    complaints: list[str] = []

    def open_page(viewport: dict[str, int] = DESKTOP, *, quiet: bool = True, path: str = "/", **options: Any) -> Any:
        context = new_context(viewport=viewport, **options)
        contexts.append(context)
        context.on("request", lambda request: asked(request.url))
        page = context.new_page()
        page.clock.install()
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("console", lambda line: complaints.append(line.text) if quiet else None)
        page.goto(house.server.url.rstrip("/") + path)
        return page

    def asked(url: str) -> None:
        if not url.startswith((f"http://127.0.0.1:{house.port}/", "data:")):
            complaints.append(f"asked {url}")

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
