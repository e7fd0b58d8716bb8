"""Refusals: one sentence, in the form and the language of who asks."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

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
