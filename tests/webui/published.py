"""A message on its way from the table to a page that is open."""

from __future__ import annotations

from typing import Any


def show(page: Any, house: Any, message: dict[str, Any]) -> None:
    """Publish a message and wait until the page has drawn it."""
    house.feed.publish(message)
    seq = house.feed.latest().seq
    page.wait_for_function("(seq) => Number(document.documentElement.dataset.seq) >= seq", arg=seq)
