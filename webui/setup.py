"""The set-up's and the settings' routes: how things stand for everybody, pictures and changes for the host."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future, wait
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

from flask import Blueprint, Response, abort, jsonify, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from engine.sentence import say
from webui.command import Reply
from webui.roles import require_host
from webui.speech import said

LARGEST_BACKUP_BYTES = 64 << 20
"""A journal of a thousand games is smaller; what is larger is restored with ``leafwatch restore``."""

ANSWER_S = 20.0
"""How long a page waits; measuring four boards takes a slow Pi some seconds."""

_PIECE_BYTES = 1 << 16


class SetupSource(Protocol):
    """The set-up; asked from many threads."""

    def state(self) -> Mapping[str, Any]:
        """How things stand, in the form ``leafwatch-setup/1`` (docs/settings.md)."""

    def jpeg(self) -> bytes | None:
        """The camera's last picture while the set-up is open."""

    def board_jpeg(self, index: int) -> bytes | None:
        """One of the found boards from straight above, its grid from edge to edge."""

    def ask(self, action: str, body: Mapping[str, Any]) -> Future[Reply]:
        """Put a wish in the queue; never blocks."""


class SettingsSource(Protocol):
    """The settings; asked from many threads."""

    def as_json(self) -> Mapping[str, Any]:
        """Every setting; raises ValueError where the owner's file holds mistakes."""

    def change(self, changes: Mapping[str, Mapping[str, object]]) -> Reply:
        """Set what is asked, or refuse it with a sentence."""


Check = Callable[[object], bool]


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -1e6 < value < 1e6


def _is_index(value: object) -> bool:
    return type(value) is int and 0 <= value < 4


def _is_yes_or_no(value: object) -> bool:
    return isinstance(value, bool)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 200 and value.isprintable()


def _is_corners(value: object) -> bool:
    return isinstance(value, list) and 1 <= len(value) <= 4 and all(_are_four(board) for board in value)


def _are_four(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 4
        and all(isinstance(point, list) and len(point) == 2 and all(map(_is_number, point)) for point in value)
    )


def _is_floor(value: object) -> bool:
    return isinstance(value, list) and len(value) == 8 and all(_is_text(row) and len(row) == 9 for row in value)


ACTIONS: Mapping[str, Mapping[str, Check]] = {
    "begin": {},
    "camera": {"source": _is_text},
    "look": {},
    "hold": {},
    "corners": {"boards": _is_corners},
    "turn": {"board": _is_index},
    "swap": {"board": _is_index, "other": _is_index},
    "floor": {"board": _is_index, "floor": _is_floor, "name": _is_text},
    "save": {},
    "save-bare": {},
    "leaves": {},
    "leaves-away": {},
    "leaves-forget": {},
    "simulated-tiles": {"lie": _is_yes_or_no},
    "lamps": {},
    "lamp-seen": {"seat": lambda value: value == -1 or _is_index(value)},
    "lamps-off": {},
    "finish": {},
}
"""What a page may ask of the set-up, with the fields of each body."""


def blueprint(setup: SetupSource, settings: SettingsSource, scratch: Path) -> Blueprint:
    """Routes ``/api/setup`` and below, and ``/api/settings``; ``scratch`` is the folder where an upload waits."""
    bp = Blueprint("setup", __name__)

    @bp.before_app_request
    def lead_to_set_up() -> AnyResponse | None:
        """A table that has never been set up has nothing to show but its set-up."""
        state = setup.state() if request.path == "/" and request.method == "GET" else None
        if state is not None and state["mode"] == "setup" and not state["profile"]:
            return redirect("/setup", 303)
        return None

    @bp.get("/api/setup")
    def how() -> Response:
        state = setup.state()
        told = {key: said(state[key]) for key in ("why", "notice")}
        camera = {**state["camera"], "text": said(state["camera"]["text"])}
        checks = [{**check, "text": said(check["text"])} for check in state["checks"]]
        return jsonify({**state, **told, "camera": camera, "checks": checks})

    @bp.get("/api/setup/picture")
    @require_host
    def picture() -> Response:
        jpeg = setup.jpeg()
        if jpeg is None:
            abort(404, say("The camera has taken no picture yet."))
        return Response(jpeg, content_type="image/jpeg")

    @bp.get("/api/setup/board/<int:index>")
    @require_host
    def board(index: int) -> Response:
        jpeg = setup.board_jpeg(index)
        if jpeg is None:
            abort(404, say("There is no board {number} in the picture.", number=index + 1))
        return Response(jpeg, content_type="image/jpeg")

    @bp.post("/api/setup/restore")
    def restore() -> tuple[Response, int]:
        request.max_content_length = LARGEST_BACKUP_BYTES
        scratch.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".upload-", dir=scratch) as folder:
            file = Path(folder) / "backup.zip"
            with file.open("wb") as target:
                while piece := request.stream.read(_PIECE_BYTES):
                    target.write(piece)
            return _answer(setup.ask("restore", {"file": str(file)}), patience_s=120.0)

    @bp.post("/api/setup/<action>")
    def act(action: str) -> tuple[Response, int]:
        if action not in ACTIONS:
            abort(404, say("The set-up knows no {action}.", action=action))
        return _answer(setup.ask(action, _body(ACTIONS[action])))

    @bp.get("/api/settings")
    def all_settings() -> Response:
        try:
            found = settings.as_json()
        except ValueError as error:
            abort(409, str(error))
        told = [{**one, "expected": said(one["expected"])} for one in found["settings"]]
        return jsonify({**found, "notices": [said(notice) for notice in found["notices"]], "settings": told})

    @bp.post("/api/settings")
    def change() -> tuple[Response, int]:
        body = request.get_json(silent=True)
        changes = body.get("changes") if isinstance(body, dict) and set(body) == {"changes"} else None
        if not isinstance(changes, dict) or not all(isinstance(table, dict) for table in changes.values()):
            abort(400, say("Settings are sent as {form}.", form='{"changes": {"table": {"language": "de"}}}'))
        return _told(settings.change(changes))

    @bp.after_request
    def never_store(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    return bp


def _body(fields: Mapping[str, Check]) -> Mapping[str, Any]:
    body = request.get_json(silent=True) if request.content_length else {}
    if not isinstance(body, dict):
        abort(400, say("A request of the set-up is a JSON object."))
    if set(body) != set(fields):
        abort(422, say("Expected the fields {fields}.", fields=", ".join(fields) or "none"))
    for key, fits in fields.items():
        if not fits(body[key]):
            abort(422, say("The field {key} is not as the set-up needs it.", key=key))
    return body


def _answer(future: Future[Reply], patience_s: float = ANSWER_S) -> tuple[Response, int]:
    deadline = monotonic() + patience_s
    while not wait([future], timeout=0.25).done:
        if monotonic() > deadline:
            future.cancel()
            abort(503, say("The set-up did not answer in time."))
    try:
        return _told(future.result())
    except CancelledError:
        abort(503, say("The table is going to stop and did not carry this out."))


def _told(reply: Reply) -> tuple[Response, int]:
    return jsonify(ok=reply.ok, text=said(reply.text)), 200 if reply.ok else 422
