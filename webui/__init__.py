"""The page on the local network: shows what the table publishes and hands requests to it; knows no camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Flask

from webui import commands, guard, live, pages, picture, refusals
from webui.assets import Assets
from webui.command import Submit
from webui.feed import Feed

MAX_REQUEST_BYTES = 16 * 1024
"""A command is a few hundred bytes; whatever is larger is no command."""


def create_app(
    feed: Feed,
    submit: Submit,
    *,
    trusted_hosts: Sequence[str],
    build: str,
    latest_jpeg: Callable[[], bytes | None] | None = None,
) -> Flask:
    """The web application over one feed and one command queue.

    ``trusted_hosts`` are the names and addresses under which browsers may ask for this table, without port, such as
    ``localhost``, ``127.0.0.1`` or ``table.local``; ``build`` names the installed version: a page that was loaded from
    another build reloads itself. ``latest_jpeg`` gives the camera's picture where the page may show it (None before the
    first); without it no picture leaves this process.

    Raises:
        ValueError: no trusted host, which would let every name in (DNS rebinding).
    """
    if not trusted_hosts:
        raise ValueError("expected at least one trusted host such as 'localhost', got none")
    assets = Assets.load()
    app = Flask("webui", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MAX_REQUEST_BYTES
    app.config["TRUSTED_HOSTS"] = list(trusted_hosts)
    app.extensions["leafwatch.feed"] = feed  # the server stops the streams through it
    page_build = f"{build}+{assets.digest}"
    guard.install(app)
    refusals.install(app)
    app.register_blueprint(pages.blueprint(assets, page_build))
    app.register_blueprint(live.blueprint(feed, page_build))
    app.register_blueprint(picture.blueprint(latest_jpeg))
    app.register_blueprint(commands.blueprint(feed, submit))
    return app
