"""Errors as one sentence: JSON where programs ask, a page with a way back where browsers do, else plain text."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from types import MappingProxyType

from flask import Flask, Response, jsonify, request
from markupsafe import escape
from werkzeug.exceptions import HTTPException, InternalServerError, SecurityError

from engine.sentence import say
from webui.speech import language, said

_PLAIN: Mapping[int, str] = MappingProxyType(
    {
        400: say("The request could not be read."),
        404: say("There is nothing at this address."),
        405: say("This address does not take that kind of request."),
        413: say("This is more than the table takes."),
        500: say("Something went wrong inside. The log of leafwatch says what."),
    }
)
"""In place of the library's words where nobody said anything better."""

_log = logging.getLogger(__name__)

_TO_TABLE = say("To the table")


def install(app: Flask) -> None:
    """Answer every HTTP error of the application with its sentence."""
    app.register_error_handler(HTTPException, _answer)
    app.register_error_handler(OSError, _answer_for_disk)


def _answer_for_disk(error: OSError) -> Response:
    """What the disk refused is no mistake inside, and whoever asked can do something about it."""
    _log.error("%s %s", request.method, request.path, exc_info=error)
    if isinstance(error, (ConnectionError, TimeoutError)):
        return _answer(InternalServerError())
    told = error.strerror or getattr(error.__cause__, "strerror", None) or error  # without the name of a file
    return _answer(InternalServerError(say("The disk refuses: {why}.", why=str(told))))


def _answer(error: HTTPException) -> Response:
    text = error.description or error.name
    if error.code is not None and error.code in _PLAIN and text == type(error).description:
        text = _PLAIN[error.code]
    if isinstance(error, SecurityError):
        text = say("This table is not known under that name. Open it by its own name or address.")
    text = said(text)
    if request.path.startswith("/api/"):
        response = jsonify(ok=False, text=text, spots=[])
    elif request.accept_mimetypes.best_match(("text/plain", "text/html")) == "text/html":
        response = Response(_page(text), content_type="text/html; charset=utf-8")
    else:
        response = Response(text + "\n", content_type="text/plain; charset=utf-8")
    response.status_code = error.code or 500
    response.headers["Cache-Control"] = "no-store"
    if error.code == 503:
        response.headers["Retry-After"] = "2"
    return response


def _page(text: str) -> str:
    """The sentence with a link to the table; made without templates and styles, for those may be what went wrong."""
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<meta charset="utf-8">\n<title>leafwatch</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<h1>leafwatch</h1>\n<p>{escape(text)}</p>\n<p><a href="/">{escape(said(_TO_TABLE))}</a></p>\n</html>\n'
    )
