"""What the camera sees, as a still that a page asks for again and again; there only where the table offers one."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, abort

from engine.sentence import say
from webui.roles import require_host


def blueprint(latest_jpeg: Callable[[], bytes | None] | None) -> Blueprint:
    """Route ``/api/picture`` for the host: the latest JPEG, or 404 where none may be shown or has been taken."""
    bp = Blueprint("picture", __name__)

    @bp.get("/api/picture")
    @require_host
    def latest() -> Response:
        if latest_jpeg is None:
            abort(404, say("This table shows no pictures of its camera."))
        jpeg = latest_jpeg()
        if jpeg is None:
            abort(404, say("The camera has taken no picture yet."))
        response = Response(jpeg, content_type="image/jpeg")
        response.headers["Cache-Control"] = "no-store"
        return response

    return bp
