"""Refusals: one sentence, in the form and the language of who asks."""

from __future__ import annotations

import errno

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webui import refusals

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"


@pytest.mark.parametrize(
    ("language", "sentence", "back"),
    [
        ("en", "There is nothing at this address.", "To the table"),
        ("de-AT,de;q=0.8", "Unter dieser Adresse gibt es nichts.", "Zum Tisch"),
    ],
)
def test_a_browser_gets_a_page_that_leads_back(client: FlaskClient, language: str, sentence: str, back: str) -> None:
    """A mistyped address: the sentence in the reader's language, and a link to the table."""
    answer = client.get("/nope", headers={"Accept": BROWSER, "Accept-Language": language})
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert f"<p>{sentence}</p>" in answer.text
    assert f'<a href="/">{back}</a>' in answer.text
    assert f'<html lang="{language[:2]}">' in answer.text


def test_a_program_gets_the_sentence_alone(client: FlaskClient) -> None:
    """Below /api as JSON, elsewhere as plain text, unless it asks for a page."""
    told = client.get("/nope", headers={"Accept": "*/*"})
    assert (told.mimetype, told.text) == ("text/plain", "There is nothing at this address.\n")
    told = client.get("/api/nope", headers={"Accept": BROWSER})
    assert told.get_json() == {"ok": False, "text": "There is nothing at this address.", "spots": []}


def kept_by(reason: OSError) -> OSError:
    """An error with a sentence for the log, which names the file, and the system's behind it."""
    told = OSError(f"/somewhere/access.json: cannot be written: {reason}")
    told.__cause__ = reason
    return told


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(errno.EROFS, "Read-only file system", "/somewhere/access.json"), "The disk refuses: Read-only file"),
        (kept_by(OSError(errno.ENOSPC, "No space left on device")), "The disk refuses: No space left on device."),
        (ConnectionResetError(errno.ECONNRESET, "reset"), "Something went wrong inside."),
    ],
)
def test_what_the_disk_refuses_is_said(error: OSError, sentence: str) -> None:
    """A PIN that cannot be kept, say: the page hears why, without the file's place; other errors are not the disk's."""
    app = Flask("house")
    refusals.install(app)

    @app.post("/api/pin")
    def keep() -> str:
        raise error

    told = app.test_client().post("/api/pin")
    assert told.status_code == 500
    assert told.get_json()["text"].startswith(sentence)
    assert "somewhere" not in told.text
