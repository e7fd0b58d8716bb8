"""The door through which pages change something: one route, every body checked before the table sees it."""

from __future__ import annotations

from concurrent.futures import CancelledError, wait
from time import monotonic

from flask import Blueprint, Response, abort, jsonify, request

from engine.sentence import say, sentence_of
from webui.bodies import BadCommand, read_command
from webui.command import Command, Submit
from webui.feed import Feed
from webui.players import signed
from webui.roles import open_to_players
from webui.speech import said

ANSWER_S = 8.0
"""How long a page waits for the table's answer; the loop drains its queue several times a second."""

SLICE_S = 0.25


def blueprint(feed: Feed, submit: Submit) -> Blueprint:
    """Route ``POST /api/command``."""
    bp = Blueprint("commands", __name__)

    @bp.post("/api/command")
    @open_to_players
    def command() -> tuple[Response, int]:
        if not request.is_json:
            abort(415, say("A command is sent as application/json."))
        sent = request.get_json(silent=True)
        if not isinstance(sent, dict):
            abort(400, say("A command is a JSON object with a name and a body."))
        try:
            wanted = read_command(sent)
        except BadCommand as error:
            abort(422, sentence_of(error))
        return _carry_out(signed(wanted, feed))

    def _carry_out(wanted: Command) -> tuple[Response, int]:
        future = submit(wanted)
        deadline = monotonic() + ANSWER_S
        while not wait([future], timeout=SLICE_S).done:
            if feed.closed or monotonic() > deadline:
                future.cancel()
                abort(503, say("The table did not answer in time."))
        try:
            reply = future.result()
        except CancelledError:
            abort(503, say("The table is going to stop and did not carry this out."))
        answers = [{"label": said(each.label), "moves": list(each.moves)} for each in reply.answers]
        more = {"answers": answers} if answers else {}
        return jsonify(ok=reply.ok, text=said(reply.text), spots=list(reply.spots), **more), 200 if reply.ok else 422

    return bp
