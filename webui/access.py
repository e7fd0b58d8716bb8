"""Who may do what: guests look, players act for their own seat, the host acts."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Final, Self

from flask import Flask, abort, current_app, request, session

from engine.sentence import say
from webui.attempts import Attempts
from webui.cookie import SignedCookie, SteadyClock
from webui.guard import is_loopback
from webui.pin import PinStore, is_six_digits
from webui.roles import Role, role_needed

SESSION: Final = timedelta(hours=12)
"""A host's, from logging in; a cookie that was listened to does not stay good for ever. A seat is kept."""

COOKIE: Final = "leafwatch-session"
_EXTENSION: Final = "leafwatch.access"
_HOST, _SINCE, _SEAT = "host", "since", "seat"  # keys of the cookie


class Access:
    """Decides the role of the browser that asks; made by ``open_house`` or ``with_pin``."""

    def __init__(self, store: PinStore | None, attempts: Attempts, now_s: Callable[[], float]) -> None:
        self._store = store
        self._attempts = attempts
        self._now_s = now_s
        self._house_key = secrets.token_bytes(32)

    @classmethod
    def open_house(cls) -> Self:
        """Every browser on this machine is host and is not asked; from elsewhere one only looks."""
        return cls(None, Attempts(time.monotonic), SteadyClock())

    @classmethod
    def with_pin(
        cls,
        store: PinStore,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> Self:
        """Who knows the PIN is host; ``clock`` measures pauses after wrong ones and, on from ``wall``, logins."""
        return cls(store, Attempts(clock), SteadyClock(wall, clock))

    @property
    def store(self) -> PinStore | None:
        """Where the PIN is kept; None in an open house."""
        return self._store

    @property
    def claimed(self) -> bool:
        """Whether somebody is host already, or nobody need be."""
        return self._store is None or self._store.stamp is not None

    @property
    def role(self) -> Role:
        """Of the browser that asks now."""
        if self._store is None:
            if is_loopback(request.remote_addr):
                return Role.HOST
        elif self._is_logged_in(self._store.stamp):
            return Role.HOST
        return Role.GUEST if self.seat is None else Role.PLAYER

    @property
    def players_act(self) -> bool:
        """Whether a phone that took a seat may act for it."""
        return self._store is None or self._store.players_act

    @property
    def seat(self) -> int | None:
        """The seat, from 0, that the browser took and may act for."""
        seat = session.get(_SEAT)
        return seat if type(seat) is int and self.players_act else None

    def install(self, app: Flask) -> None:
        """Ask before every route, and keep who is host in a signed cookie."""
        app.extensions[_EXTENSION] = self
        app.config.update(
            SECRET_KEY=self._house_key if self._store is None else self._store.key,
            SESSION_COOKIE_NAME=COOKIE,
            SESSION_COOKIE_HTTPONLY=True,
            SESSION_COOKIE_SAMESITE="Strict",
        )
        app.session_interface = SignedCookie()
        app.before_request(self._refuse)

    def log_in(self, pin: object) -> bool:
        """Make the browser host if it knows the PIN.

        Raises:
            TooManyTries: it has guessed too often.
        """
        if self._store is None or not self.is_pin(pin):
            return False
        self._be_host()
        return True

    def claim(self, pin: str) -> bool:
        """Make the browser host with a first PIN; False if there is a host already."""
        if self._store is None or not self._store.claim(pin):
            return False
        self._be_host()
        return True

    def change(self, pin: str) -> None:
        """Set another PIN: every other browser has to log in again, this one stays host."""
        if self._store is not None:
            self._store.change(pin)
            self._be_host()

    def log_out(self) -> None:
        """Make the browser a guest, or the player that it was."""
        session.pop(_HOST, None)
        session.pop(_SINCE, None)

    def take_seat(self, seat: int | None) -> None:
        """Let the browser act for a seat, from 0, or for none."""
        if seat is None:
            session.pop(_SEAT, None)
        else:
            session[_SEAT] = seat

    def is_pin(self, pin: object) -> bool:
        """Whether this is the PIN; a wrong one is counted.

        Raises:
            TooManyTries: the browser has guessed too often.
        """
        peer = request.remote_addr or ""
        self._attempts.begin(peer)
        # A text that cannot be a PIN is not worth the slow hash, but it is counted like any other.
        right = self._store is not None and is_six_digits(pin) and self._store.matches(pin)
        if right:
            self._attempts.succeeded(peer)
        return right

    def _be_host(self) -> None:
        assert self._store is not None
        session[_HOST] = self._store.stamp
        session[_SINCE] = int(self._now_s())

    def _is_logged_in(self, stamp: str | None) -> bool:
        since, kept = session.get(_SINCE), str(session.get(_HOST, ""))
        if stamp is None or type(since) is not int or not secrets.compare_digest(kept.encode(), stamp.encode()):
            return False
        # Before the login it can only be because the clock was behind after a start: that ends nobody's session.
        return self._now_s() - since <= SESSION.total_seconds()

    def _refuse(self) -> None:
        view = current_app.view_functions.get(request.endpoint or "")
        if view is None:
            return  # no such page, or not by this method: that is answered next
        needed = role_needed(view, request.method)
        if needed is not Role.GUEST and self.role < needed:
            if not self.claimed:
                abort(401, say("This table has no host yet. Choose a PIN on the page Host first."))
            abort(401, say("Only the host may do this. Log in with the PIN first."))


def current_access() -> Access:
    """The access of the application that answers the present request."""
    access: Access = current_app.extensions[_EXTENSION]
    return access
