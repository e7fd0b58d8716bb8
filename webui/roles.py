"""What a browser may do, the least first, and the marks by which a route says whose it is.

Every route that changes something is the host's unless it is marked otherwise, so a new one cannot forget to ask; a
route that only shows is everybody's unless it is marked ``require_host``.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, TypeVar

from webui.guard import SAFE_METHODS

ViewT = TypeVar("ViewT", bound=Callable[..., Any])


class Role(IntEnum):
    """What a browser may do, the least first."""

    GUEST = 0
    PLAYER = 1
    HOST = 2


def require_host(view: ViewT) -> ViewT:
    """Mark a route as the host's whatever its method; put it below the route's own decorator."""
    return _marked(view, Role.HOST)


def open_to_players(view: ViewT) -> ViewT:
    """Mark a changing route that a player may ask too; the route itself looks whether it is about the own seat."""
    return _marked(view, Role.PLAYER)


def open_to_guests(view: ViewT) -> ViewT:
    """Mark a changing route that everybody may ask, such as logging in."""
    return _marked(view, Role.GUEST)


def role_needed(view: Callable[..., Any], method: str) -> Role:
    """The least role that may ask this view with this method."""
    marked: Role | None = getattr(view, "leafwatch_role", None)
    if marked is not None:
        return marked
    return Role.GUEST if method in SAFE_METHODS else Role.HOST


def _marked(view: ViewT, role: Role) -> ViewT:
    view.leafwatch_role = role  # type: ignore[attr-defined]  # functions take attributes
    return view
