"""The page and its files: small, self-contained, without markup from texts, every text in one place."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.indian_summer.sets import demo_animals
from webui.assets import Assets
from webui.pages import VIEWS, View

STATIC = files("webui") / "static"
ASSETS = Assets.load()
DEMO = ("play.js", "picture.js")
EDITOR = ("fix.js", "fix-pieces.js", "fix-supply.js", "fix-turns.js")
OWN = ("frame", "game", "table", "play", "fix", "seat", "far", "solo", "score")
SCRIPTS = sorted(entry.name for entry in STATIC.iterdir() if entry.name.endswith(".js"))


def source(name: str) -> str:
    """The text of a file of the page."""
    return (STATIC / name).read_text("utf-8")


def linked(client: FlaskClient, address: str = "/") -> list[str]:
    """The addresses of files that a page names."""
    return re.findall(r'(?:href|src)="(/assets/[^"]+)"', client.get(address).text)


def test_first_load_is_small(client: FlaskClient) -> None:
    """The table with all its scripts, the late ones too, stays under 60 KB compressed; 10 requests with the demo's."""
    early = {"/", *linked(client)}
    root = linked(client)[0].rsplit("/", 1)[0]
    size = 0
    for address in early | {f"{root}/{name}" for name in (*DEMO, *EDITOR)}:
        response = client.get(address, headers={"Accept-Encoding": "gzip"})
        assert response.status_code == 200, address
        assert response.headers["Content-Encoding"] == "gzip"
        size += len(response.data)
    assert size < 60_000
    assert len(early) + len(DEMO) + 1 <= 10  # and the stream


@pytest.mark.parametrize("view", VIEWS, ids=[view.name for view in VIEWS])
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_view_is_a_page(client: FlaskClient, view: View, language: str) -> None:
    """Every route answers with a page in the wanted language: one heading, itself in the menu, all its files there."""
    address = re.sub(r"<int:[^>]*>", "1", re.sub(r"<(string:|path:)?[a-z]+>", "x", view.route))
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text
    assert answer.text.count("<h1") == 1
    assert len(re.findall(r'aria-current="page"', answer.text)) == (view.link is not None)
    for path in linked(client, address):
        assert client.get(path).status_code == 200, path


def test_language_is_remembered_and_taken_off_the_address(client: FlaskClient) -> None:
    """The link in the menu sets a cookie that later pages follow; an unknown language changes nothing."""
    answer = client.get("/?language=de")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert "SameSite=Strict" in answer.headers["Set-Cookie"]
    assert '<html lang="de"' in client.get("/", headers={"Accept-Language": "en"}).text
    assert client.get("/?language=xx").status_code == 200
    assert '<html lang="de"' in client.get("/").text


def test_compression_changes_nothing(client: FlaskClient) -> None:
    """A browser that takes no gzip gets the same bytes."""
    for address in ["/", *linked(client)]:
        plain = client.get(address, headers={"Accept-Encoding": "identity"})
        packed = client.get(address, headers={"Accept-Encoding": "gzip, br"})
        assert "Content-Encoding" not in plain.headers
        assert gzip.decompress(packed.data) == plain.data
        assert "Accept-Encoding" in packed.headers["Vary"]


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
        r"https?://\w|//[a-z0-9-]+\.[a-z]{2,}|@import|url\((?!#|\"?#|\$)", re.sub(r"url\(#", "url(#", text)
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


def _texts(strings: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    found = {}
    for key, value in strings.items():
        found |= _texts(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
    return found


def _known(language: str, names: Iterable[str]) -> dict[str, str]:
    """All texts of some files by the key that the pages use."""
    known = {}
    for name in names:
        known |= _texts(ASSETS.strings[language][name], "" if name in ("frame", "game") else f"{name}.")
    return known


def test_languages_say_the_same() -> None:
    """Every text is there in every language, with the same names to fill in, and is empty in none or all."""
    english = _known("en", ASSETS.strings["en"])
    for language, content in ASSETS.strings.items():
        other = _known(language, content)
        assert set(other) == set(english), language
        for key, text in other.items():
            assert bool(text) == bool(english[key]), key
            assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", english[key])), f"{language} {key}"


def test_every_text_is_used_and_every_used_text_is_there() -> None:
    """No sentence stands in a script, none is missing in the list, none of the game's pages is left over."""
    known = _known("en", ASSETS.strings["en"])
    used: set[str] = set()
    for name in SCRIPTS:
        asked = ["".join(found) for found in re.findall(r"\bt\(\s*(?:\"([^\"]+)\"|`([^`]+)`)", source(name))]
        for key in asked + re.findall(r'"(\w+(?:\.\w+)+)"', source(name)):
            parts = re.split(r"\$\{[^}]*\}", key)  # what stands for a name is any name
            hits = {text for text in known if re.fullmatch(r"[\w-]+".join(map(re.escape, parts)), text)}
            assert hits or key not in asked, f"{name}: {key}"
            used |= hits
    for template in (files("webui") / "templates").iterdir():
        used |= set(re.findall(r"strings\.([\w.]+)", template.read_text("utf-8")))
    own = set(_known("en", OWN))
    assert {key for key in own if not key.startswith(("nav.", "language."))} - used - DERIVED == set()


# chosen by name in code that puts the key together from parts
DERIVED = {f"beast.{kind.word}" for kind in demo_animals().kinds}


def test_language_falls_back_to_english(client: FlaskClient) -> None:
    """A browser of any language gets a page that says which language it is in."""
    for wanted in ("fr", "en-GB", "*", ""):
        assert '<html lang="en"' in client.get("/", headers={"Accept-Language": wanted}).text
    assert '<html lang="de"' in client.get("/", headers={"Accept-Language": "fr, de;q=0.1"}).text
