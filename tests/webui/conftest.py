"""Fixtures of the page: a feed, an application over it, a client that asks as the page does, example messages."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webui import create_app
from webui.command import Command, Reply
from webui.feed import Feed

HERE = Path(__file__).parent


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
