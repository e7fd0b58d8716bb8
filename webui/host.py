"""Becoming host with the PIN and ceasing to be it, and taking a seat as a player."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from engine.sentence import say
from webui.access import current_access
from webui.attempts import TooManyTries
from webui.pin import BadPin, checked_pin
from webui.roles import open_to_guests
from webui.speech import said

SEATS = 4


def blueprint() -> Blueprint:
    """Routes ``/api/host`` and below, and ``/api/seat``."""
    bp = Blueprint("host", __name__)

    @bp.get("/api/host")
    def who() -> Response:
        access = current_access()
        return jsonify(
            role=access.role.name.lower(),
            claimed=access.claimed,
            asks=access.store is not None,
            seat=access.seat,
            players_act=access.players_act,
        )

    @bp.post("/api/host/claim")
    @open_to_guests
    def claim() -> Response:
        pin = _new_pin(_body("pin")["pin"])
        if not current_access().claim(pin):
            abort(409, say("This table has a host already. Log in with the PIN."))
        return _done(say("You are the host now. Keep the PIN: it is asked on every other phone that wants to act."))

    @bp.post("/api/host/login")
    @open_to_guests
    def log_in() -> Response:
        access = current_access()
        if access.store is not None and not access.claimed:
            abort(409, say("This table has no host yet. Choose a PIN on the page Host first."))
        try:
            if not access.log_in(_body("pin")["pin"]):
                abort(401, say("That is not the PIN."))
        except TooManyTries as error:
            _pause(error)
        return _done(say("You are the host now."))

    @bp.post("/api/host/logout")
    @open_to_guests
    def log_out() -> Response:
        current_access().log_out()
        return _done(say("You look on as a guest now."))

    @bp.post("/api/host/pin")
    def change() -> Response:
        access, body = current_access(), _body("pin", "new")
        new = _new_pin(body["new"])
        if access.store is None:
            abort(409, say("This table asks for no PIN."))
        try:
            # Asked again: a phone that lies about on the table must not lock its owner out.
            if not access.is_pin(body["pin"]):
                abort(403, say("That is not the present PIN."))
        except TooManyTries as error:
            _pause(error)
        access.change(new)
        return _done(say("The PIN is changed. Every other phone has to log in again."))

    @bp.post("/api/host/players")
    def players() -> Response:
        act, store = _body("act")["act"], current_access().store
        if not isinstance(act, bool):
            abort(422, say("Whether players may act is true or false."))
        if store is None:
            abort(409, say("This table asks for no PIN."))
        store.let_players_act(act)
        return _done(say("Players may act for their own seat.") if act else say("Only the host may act now."))

    @bp.post("/api/seat")
    @open_to_guests
    def seat() -> Response:
        access, wanted = current_access(), _body("seat")["seat"]
        if wanted is not None and not (type(wanted) is int and 0 <= wanted < SEATS):
            abort(422, say("A seat is a number from 0 to {last}, or null for none.", last=SEATS - 1))
        if wanted is not None and not access.players_act:
            abort(403, say("The host has not allowed players to act."))
        access.take_seat(wanted)
        return _done(say("You act for your own seat now.") if wanted is not None else say("You look on now."))

    @bp.after_request
    def never_store(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    return bp


def _body(*keys: str) -> dict[str, Any]:
    """The request's JSON object with exactly these keys."""
    sent = request.get_json(silent=True)
    if not isinstance(sent, dict) or set(sent) != set(keys):
        abort(400, say("This request needs a JSON object with {keys} and nothing else.", keys=", ".join(keys)))
    return sent


def _new_pin(pin: object) -> str:
    try:
        return checked_pin(pin)
    except BadPin as error:
        abort(422, error.args[0])


def _pause(error: TooManyTries) -> None:
    response = jsonify(
        ok=False,
        text=said(say("Too many wrong PINs. The next try is possible in {seconds} s.", seconds=error.wait_s)),
        spots=[],
        wait_s=error.wait_s,
    )
    response.status_code = 429
    response.headers["Retry-After"] = str(error.wait_s)
    abort(response)


def _done(text: str) -> Response:
    return jsonify(ok=True, text=said(text), spots=[])
