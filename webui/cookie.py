"""The signed cookie that a browser is known by, and a clock for what expires: nobody sets either back or forward.

A Raspberry Pi has no clock battery: after a power cut its clock is behind, and it jumps once the network tells the
time. Flask calls a cookie from "tomorrow" forged and one from before the jump expired; here the signature alone counts,
and what is to expire carries its own time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Final

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer

KEPT: Final = timedelta(days=365)
"""How long a browser keeps the cookie, by its own clock."""


class SteadyClock:
    """Seconds since 1970 by the machine's clock as it stood when this was made, counted on by one that nobody sets."""

    def __init__(self, wall: Callable[[], float] = time.time, running: Callable[[], float] = time.monotonic) -> None:
        self._began_s = wall() - running()
        self._running = running

    def __call__(self) -> float:
        """The seconds now."""
        return self._began_s + self._running()


class SignedCookie(SecureCookieSessionInterface):
    """Flask's sessions without their age limit; a browser is told for how long to keep them, not until when."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """What was signed with our key, whenever that was; empty where nothing was."""
        try:
            return self.session_class(self._serializer(app).loads(request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie where something in it has changed."""
        name = self.get_cookie_name(app)
        httponly, samesite = self.get_cookie_httponly(app), self.get_cookie_samesite(app)
        if session.accessed:
            response.vary.add("Cookie")
        if not session.modified:
            return
        if not session:
            response.delete_cookie(name, httponly=httponly, samesite=samesite)
            return
        content = self._serializer(app).dumps(dict(session))
        response.set_cookie(name, content, max_age=KEPT, httponly=httponly, samesite=samesite)

    def _serializer(self, app: Flask) -> URLSafeTimedSerializer:
        serializer = self.get_signing_serializer(app)
        assert serializer is not None, "the application has a key"
        return serializer
