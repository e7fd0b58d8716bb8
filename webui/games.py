"""Games that were played: their list, each one step by step with its figures, files to keep and to bring in."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from flask import Blueprint, Response, abort, jsonify, request

from engine.sentence import Sentence, say
from webui.assets import compressed
from webui.speech import said

MOST_BYTES: Final = 4 << 20
"""What a file with a game may hold: a long game has some 200 KiB."""

Json = Mapping[str, object]


class GameNotFound(LookupError):
    """There is no game of that number; the text is for the person."""


class GameRefused(ValueError):
    """The game cannot be shown, written or taken in; the text is for the person."""


class File(NamedTuple):
    """A file to be kept by the person: its name, its content type, and what it holds."""

    name: str
    content_type: str
    content: bytes


class GamesSource(Protocol):
    """Where kept games come from; asked from several threads. See docs/api.md for the forms."""

    def games(self) -> Sequence[Json]:
        """Every game, the newest first."""

    def replay(self, number: int) -> Json:
        """One game step by step.

        Raises:
            GameNotFound, GameRefused: there is none of that number, or it does not follow from the rules.
        """

    @property
    def forms(self) -> Sequence[str]:
        """The forms that ``export`` knows."""

    def export(self, number: int, form: str) -> File:
        """One game as a file.

        Raises:
            GameNotFound, GameRefused: as for ``replay``.
        """

    def take(self, content: bytes, name: str) -> str:
        """Add a game from a file with this name; returns a sentence for the person.

        Raises:
            GameRefused: the file is none, breaks the rules, or the game is there already.
        """


def no_turn(number: int) -> Json:
    """Where no game runs there is no turn.

    Raises:
        GameNotFound: always.
    """
    raise GameNotFound(say("There is no turn {number}.", number=number))


def blueprint(
    source: GamesSource, turns: Callable[[], Sequence[Json]], turn: Callable[[int], Json] = no_turn
) -> Blueprint:
    """Routes ``/api/games`` and below, ``/api/turns`` and below.

    ``turns`` tells the turns of the running game, ``turn`` one of them with all boards as they lay before and after it;
    it raises GameNotFound.
    """
    bp = Blueprint("games", __name__)

    @bp.get("/api/games")
    def listed() -> Response:
        return _packed({"games": list(source.games()), "forms": list(source.forms)})

    @bp.get("/api/games/<int:number>")
    def replay(number: int) -> Response:
        return _packed(source.replay(number))

    @bp.get("/api/games/<int:number>/export/<form>")
    def export(number: int, form: str) -> Response:
        if form not in source.forms:
            abort(404, say("There is no such form; expected one of {forms}.", forms=", ".join(source.forms)))
        file = source.export(number, form)
        response = Response(file.content, content_type=file.content_type)
        # Always to be kept, never to be shown: a drawing opened by itself would be a page of our own address.
        response.headers["Content-Disposition"] = f'attachment; filename="{file.name}"'
        return response

    @bp.post("/api/games")
    def take() -> Response:
        request.max_content_length = MOST_BYTES
        if request.content_type not in ("application/x-ndjson", "application/octet-stream"):
            abort(415, say("A game is sent as application/x-ndjson."))
        return jsonify(ok=True, text=said(source.take(request.get_data(cache=False), say("the file"))), spots=[])

    @bp.get("/api/turns")
    def of_the_running_game() -> Response:
        return _packed({"turns": list(turns())})

    @bp.get("/api/turns/<int:number>")
    def of_one_turn(number: int) -> Response:
        return _packed(turn(number))

    @bp.errorhandler(GameNotFound)
    def not_found(error: GameNotFound) -> Response:
        return _refusal(404, error.args[0])

    @bp.errorhandler(GameRefused)
    def refused(error: GameRefused) -> Response:
        return _refusal(422, error.args[0])

    @bp.after_request
    def never_store(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    return bp


def _refusal(status: int, text: str) -> Response:
    response = jsonify(ok=False, text=said(text), spots=[])
    response.status_code = status
    return response


def _translated(content: object) -> object:
    """The same with every sentence in the language of the browser that asks."""
    match content:
        case str():
            return said(content) if isinstance(content, Sentence) else content
        case Mapping():
            return {key: _translated(value) for key, value in content.items()}
        case list() | tuple():
            return [_translated(value) for value in content]
        case _:
            return content


def _packed(content: Json) -> Response:
    plain = json.dumps(_translated(content), separators=(",", ":"), allow_nan=False).encode()
    return compressed(request, plain, gzip.compress(plain, 6, mtime=0), "application/json")
