"""The pages, one route a view, and the files they are made of.

A view ``name`` is made of ``templates/name.html`` (on ``frame.html``), and, where they are there, ``static/name.js``,
``static/name.css`` and ``strings/<language>/name.json``.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from typing import NamedTuple

from flask import Blueprint, Response, abort, render_template, request

from webui.access import current_access
from webui.assets import Assets, compressed

LANGUAGE_COOKIE = "leafwatch-language"
_YEAR_S = 365 * 24 * 3600
_SPREAD = ("frame", "game")
"""Files whose groups stand at the top (``t("verdict.good")``); those of others stand under the file's name."""


class View(NamedTuple):
    """One page: its route, its name, where the menu leads (None: not in the menu), further strings, what to preload.

    ``styles`` are further ones beside its own.
    """

    route: str
    name: str
    link: str | None
    strings: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()


_LIVE = ("board.js", "dom.js", "live.js", "panels.js")

_SETUP = (
    *_LIVE,
    "corners.js",
    "pin.js",
    *(f"setup-{part}.js" for part in ("board", "camera", "leaves", "start", "try")),
)
VIEWS = (
    View("/", "table", "/", ("game", "play", "fix", "sounds"), _LIVE),
    View("/seat/<int:number>", "seat", "/seat/1", ("game", "fix", "sounds"), _LIVE),
    View("/far", "far", "/far", ("game", "sounds"), _LIVE),
    View("/solo", "solo", "/solo", ("game",), _LIVE),
    View("/score", "score", "/score", ("game",), _LIVE),
    View("/games", "games", "/games", (), ("dom.js", "time.js")),
    View(
        "/games/<int:number>",
        "replay",
        None,
        ("game", "games"),
        ("board.js", "dom.js", "panels.js", "plots.js", "time.js"),
    ),
    View("/setup", "setup", "/setup", ("game", "play"), _SETUP, ("corners.css",)),
    View("/settings", "settings", "/settings", (), ("dom.js",)),
    View("/health", "health", "/health", (), ("dom.js",)),
    View("/join", "join", "/join", (), ("dom.js",)),
    View("/host", "host", "/host", (), ("dom.js", "pin.js")),
)


def blueprint(assets: Assets, build: str) -> Blueprint:
    """The route of every view, and ``/assets/<digest>/<path>``."""
    bp = Blueprint("pages", __name__)
    for view in VIEWS:
        bp.add_url_rule(view.route, view.name, _shown(view, assets, build))

    @bp.get("/assets/<digest>/<path:path>")
    def asset(digest: str, path: str) -> Response:
        if digest != assets.digest or path not in assets.files:
            abort(404)
        file = assets.files[path]
        response = compressed(request, file.plain, file.packed, file.content_type)
        response.headers["Cache-Control"] = (
            "public, max-age=31536000, immutable"  # the address changes with the content
        )
        return response

    return bp


def _shown(view: View, assets: Assets, build: str) -> Callable[..., Response]:
    """Answers with the page in the browser's language; ``?language=de`` is remembered and taken off the address."""
    texts = {language: _strings(view, files) for language, files in assets.strings.items()}
    main_script = f"{view.name}.js"

    def show(**arguments: object) -> Response:
        chosen = request.args.get("language")
        if chosen in texts:
            answer = Response(status=303, headers={"Location": request.path})
            answer.set_cookie(LANGUAGE_COOKIE, chosen, max_age=_YEAR_S, samesite="Strict", httponly=True)
            return answer
        language, access = _language(list(texts)), current_access()
        html = render_template(
            f"{view.name}.html",
            view=view,
            menu=[entry for entry in VIEWS if entry.link is not None],
            arguments=arguments,
            role=access.role.name.lower(),
            acts="" if access.seat is None else access.seat,
            build=build,
            root=f"/assets/{assets.digest}/",
            language=language,
            languages=list(texts),
            strings=texts[language],
            styles=[path for path in ("page.css", *view.styles, f"{view.name}.css") if path in assets.files],
            scripts=view.scripts,
            main_script=main_script if main_script in assets.files else None,
        ).encode()
        response = compressed(request, html, gzip.compress(html, 6, mtime=0), "text/html; charset=utf-8")
        response.headers["Cache-Control"] = "no-store"  # the page names the digest of its files, so it must be fresh
        response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
        return response

    return show


def _language(known: list[str]) -> str:
    remembered = request.cookies.get(LANGUAGE_COOKIE)
    if remembered in known:
        return remembered
    return request.accept_languages.best_match(known) or "en"


def _strings(view: View, files: Mapping[str, Mapping[str, object]]) -> Mapping[str, object]:
    found: dict[str, object] = {}
    for name in ("frame", *view.strings):
        found |= files[name] if name in _SPREAD else {name: files[name]}
    if view.name in files:
        shared = found.get(view.name)
        found[view.name] = {**(shared if isinstance(shared, dict) else {}), **files[view.name]}
    return found
