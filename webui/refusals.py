"""Errors as one sentence: JSON where programs ask, plain text where a person does."""

from __future__ import annotations

from flask import Flask, Response, jsonify, request
from werkzeug.exceptions import HTTPException, SecurityError


def install(app: Flask) -> None:
    """Answer every HTTP error of the application with its sentence."""
    app.register_error_handler(HTTPException, _answer)


def _answer(error: HTTPException) -> Response:
    text = error.description or error.name
    if isinstance(error, SecurityError):
        text = "This table is not known under that name; open it by its own name or address."
    if request.path.startswith("/api/"):
        response = jsonify(ok=False, text=text, spots=[])
    else:
        response = Response(text + "\n", content_type="text/plain; charset=utf-8")
    response.status_code = error.code or 500
    response.headers["Cache-Control"] = "no-store"
    if error.code == 503:
        response.headers["Retry-After"] = "2"
    return response
