"""The page itself and the files it is made of."""

from __future__ import annotations

import gzip

from flask import Blueprint, Response, abort, render_template, request

from webui.assets import Assets, compressed


def blueprint(assets: Assets, build: str) -> Blueprint:
    """Routes ``/`` and ``/assets/<digest>/<path>``."""
    bp = Blueprint("pages", __name__)

    @bp.get("/")
    def table() -> Response:
        language = request.accept_languages.best_match(sorted(assets.strings)) or "en"
        html = render_template(
            "table.html",
            build=build,
            root=f"/assets/{assets.digest}/",
            language=language,
            strings=assets.strings[language],
            scripts=sorted(path for path in assets.files if path.endswith(".js")),
        ).encode()
        response = compressed(request, html, gzip.compress(html, 6, mtime=0), "text/html; charset=utf-8")
        response.headers["Cache-Control"] = "no-store"  # the page names the digest of its files, so it must be fresh
        return response

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
