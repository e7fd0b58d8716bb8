"""What the pages are made of, read once: scripts and styles with their compressed form, and the texts by language."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from flask import Request, Response

LANGUAGES = ("en", "de")

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file: its bytes plain and compressed, and its content type."""

    plain: bytes
    packed: bytes
    content_type: str


@dataclass(frozen=True, slots=True)
class Assets:
    """All files by their path under ``static``, the texts by language and file name, and a digest over everything."""

    files: Mapping[str, Asset]
    strings: Mapping[str, Mapping[str, Mapping[str, object]]]
    digest: str

    @classmethod
    @cache
    def load(cls) -> Assets:
        """The files that were installed with the package, read once a process."""
        root = files("webui")
        found = {path: _asset(path, file.read_bytes()) for path, file in _walk(root / "static", "")}
        strings = {language: _texts(root / "strings" / language) for language in LANGUAGES}
        digest = hashlib.sha256()
        for path in sorted(found):
            digest.update(path.encode() + b"\0" + found[path].plain)
        for _, file in sorted(_walk(root / "templates", ""), key=lambda entry: entry[0]):
            digest.update(file.read_bytes())
        digest.update(json.dumps(strings, sort_keys=True).encode())
        return cls(found, strings, digest.hexdigest()[:10])


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, entry


def _texts(folder: Traversable) -> dict[str, dict[str, object]]:
    return {path.removesuffix(".json"): json.loads(file.read_text("utf-8")) for path, file in _walk(folder, "")}


def _asset(path: str, content: bytes) -> Asset:
    suffix = path[path.rfind(".") :]
    if suffix not in _TYPES:
        raise ValueError(f"webui/static/{path}: expected one of {', '.join(sorted(_TYPES))}, got {suffix!r}")
    return Asset(content, gzip.compress(content, 9, mtime=0), _TYPES[suffix])


def compressed(request: Request, plain: bytes, packed: bytes, content_type: str) -> Response:
    """The response with the compressed bytes where the browser takes them."""
    takes = request.accept_encodings.quality("gzip") > 0
    response = Response(packed if takes else plain, content_type=content_type)
    if takes:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return response
