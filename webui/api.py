"""The description of all routes for programs (OpenAPI 3.1)."""

from __future__ import annotations

import gzip
from importlib.resources import files

from flask import Blueprint, Response, request

from webui.assets import compressed


def blueprint() -> Blueprint:
    """Route ``/api/openapi.json``."""
    bp = Blueprint("api", __name__)
    plain = (files("webui") / "schema" / "openapi.json").read_bytes()
    packed = gzip.compress(plain, 9, mtime=0)

    @bp.get("/api/openapi.json")
    def description() -> Response:
        response = compressed(request, plain, packed, "application/json")
        response.headers["Cache-Control"] = "no-store"
        return response

    return bp
