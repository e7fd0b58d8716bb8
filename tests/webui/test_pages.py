"""The page and its files: small, self-contained, without markup from texts, every text in one place."""

from __future__ import annotations

import gzip
import json
import re
from importlib.resources import files
from typing import Any

import pytest
from flask.testing import FlaskClient

STATIC = files("webui") / "static"
SCRIPTS = sorted(entry.name for entry in STATIC.iterdir() if entry.name.endswith(".js"))
STRINGS: dict[str, Any] = json.loads((files("webui") / "strings" / "en.json").read_text("utf-8"))


def source(name: str) -> str:
    """The text of a file of the page."""
    return (STATIC / name).read_text("utf-8")


def linked(client: FlaskClient) -> list[str]:
    """The addresses that the page names."""
    return re.findall(r'(?:href|src)="(/[^"]+)"', client.get("/").text)


def test_first_load_is_small(client: FlaskClient) -> None:
    """Page, style and scripts stay under 60 KB compressed; with the stream, without the late picture, 10 requests."""
    addresses = {"/", *linked(client), *(linked(client)[0].rsplit("/", 1)[0] + f"/{name}" for name in SCRIPTS)}
    size = 0
    for address in addresses:
        response = client.get(address, headers={"Accept-Encoding": "gzip"})
        assert response.status_code == 200, address
        assert response.headers["Content-Encoding"] == "gzip"
        size += len(response.data)
    assert size < 60_000
    assert len([address for address in addresses if not address.endswith("/picture.js")]) + 1 <= 10


def test_compression_changes_nothing(client: FlaskClient) -> None:
    """A browser that takes no gzip gets the same bytes."""
    for address in ["/", *linked(client)]:
        plain = client.get(address, headers={"Accept-Encoding": "identity"})
        packed = client.get(address, headers={"Accept-Encoding": "gzip, br"})
        assert "Content-Encoding" not in plain.headers
        assert gzip.decompress(packed.data) == plain.data
        assert packed.headers["Vary"] == "Accept-Encoding"


def test_files_are_kept_and_the_page_is_not(client: FlaskClient) -> None:
    """The files' address changes with their content, so they may be kept for ever; the page names it, so it may not."""
    assert client.get("/").headers["Cache-Control"] == "no-store"
    for address in linked(client):
        assert "immutable" in client.get(address).headers["Cache-Control"]


@pytest.mark.parametrize("path", ["page.css", "../strings/en.json", "..%2fguard.py", "missing.js", ""])
def test_other_addresses_hold_nothing(client: FlaskClient, path: str) -> None:
    """An old digest, another folder and an unknown name are not found."""
    assert client.get(f"/assets/0000000000/{path}").status_code == 404
    root = linked(client)[0].rsplit("/", 1)[0]
    assert path == "page.css" or client.get(f"{root}/{path}").status_code == 404


@pytest.mark.parametrize("name", [*SCRIPTS, "page.css"])
def test_nothing_comes_from_outside(name: str) -> None:
    """No file names another machine; the name of the SVG language is no address."""
    text = source(name).replace('"http://www.w3.org/2000/svg"', "")
    assert not re.search(
        r"https?:|//[a-z0-9-]+\.[a-z]{2,}|@import|url\((?!#|\"?#|\$)", re.sub(r"url\(#", "url(#", text)
    )


@pytest.mark.parametrize("name", SCRIPTS)
def test_texts_never_become_markup(name: str) -> None:
    """Names and sentences go through text nodes only, and no style is set as an attribute (the policy forbids it)."""
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(", source(name))
    assert not re.search(r"[{,]\s*style:", source(name))


def test_page_has_no_inline_script_or_style(client: FlaskClient) -> None:
    """The only script without an address is data, and no element carries style or handler."""
    html = client.get("/").text
    scripts = re.findall(r"<script([^>]*)>", html)
    assert [s for s in scripts if "src=" not in s] == [' type="application/json" id="strings"']
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=", html)


def _texts(strings: dict[str, Any], prefix: str = "") -> dict[str, str]:
    found = {}
    for key, value in strings.items():
        found |= _texts(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
    return found


def test_every_text_is_used_and_every_used_text_is_there() -> None:
    """No sentence stands in a script, none is missing in the list, none is left over."""
    known = _texts(STRINGS)
    used: set[str] = set()
    for name in SCRIPTS:
        asked = re.findall(r"\bt\(\s*[\"`]([^\"`]+)[\"`]", source(name))
        for key in asked + re.findall(r'"(\w+\.\w+)"', source(name)):
            parts = re.split(r"\$\{[^}]*\}", key)  # what stands for a name is any name
            hits = {text for text in known if re.fullmatch(r"[\w-]+".join(map(re.escape, parts)), text)}
            assert hits or key not in asked, f"{name}: {key}"
            used |= hits
    template = (files("webui") / "templates" / "table.html").read_text("utf-8")
    used |= set(re.findall(r"strings\.([\w.]+)", template))
    assert set(known) - used - DERIVED == set()


# chosen by name in code that puts the key together from parts
DERIVED = {f"actions.{name}" for name in ("end", "undo", "accept", "newGame", "newGameSure")}


def test_language_falls_back_to_english(client: FlaskClient) -> None:
    """A browser of any language gets a page that says which language it is in."""
    for wanted in ("fr, de;q=0.1", "en-GB", "*", ""):
        assert '<html lang="en"' in client.get("/", headers={"Accept-Language": wanted}).text
