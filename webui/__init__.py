"""The page on the local network: shows what the table publishes and hands requests to it; knows no camera."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from flask import Blueprint, Flask

from webui import api, commands, guard, host, join, live, pages, picture, refusals
from webui.access import Access
from webui.assets import Assets
from webui.command import Submit
from webui.feed import Feed

MAX_REQUEST_BYTES = 16 * 1024
"""A command is a few hundred bytes; whatever is larger is no command."""


def create_app(
    feed: Feed,
    submit: Submit,
    *,
    trusted_hosts: Collection[str],
    build: str,
    latest_jpeg: Callable[[], bytes | None] | None = None,
    access: Access | None = None,
    parts: Sequence[Blueprint] = (),
) -> Flask:
    """The web application over one feed and one command queue.

    ``trusted_hosts`` are the names and addresses under which browsers may ask for this table, without port, such as
    ``localhost``, ``127.0.0.1`` or ``table.local``, the most useful for a phone first (``guard.OwnHosts`` looks them up
    anew); ``build`` names the installed version: a page that was loaded from another build reloads itself.
    ``latest_jpeg`` gives the camera's picture for the host (None before the first); without it no picture leaves this
    process. ``access`` tells who is host; without it whoever sits at this machine. ``parts`` are further routes.

    Raises:
        ValueError: no trusted host, which would let every name in (DNS rebinding).
    """
    if not trusted_hosts:
        raise ValueError("expected at least one trusted host such as 'localhost', got none")
    assets = Assets.load()
    app = Flask("webui", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MAX_REQUEST_BYTES
    app.config["TRUSTED_HOSTS"] = trusted_hosts
    app.extensions["leafwatch.feed"] = feed  # the server stops the streams through it
    page_build = f"{build}+{assets.digest}"
    guard.install(app)
    (access or Access.open_house()).install(app)
    refusals.install(app)
    app.register_blueprint(pages.blueprint(assets, page_build))
    app.register_blueprint(live.blueprint(feed, page_build))
    app.register_blueprint(picture.blueprint(latest_jpeg))
    app.register_blueprint(commands.blueprint(feed, submit))
    app.register_blueprint(host.blueprint())
    app.register_blueprint(api.blueprint())
    app.register_blueprint(join.blueprint(trusted_hosts))
    for part in parts:
        app.register_blueprint(part)
    return app
