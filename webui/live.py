"""The live state: a stream of server-sent events, the state as one answer or by long poll, and the health."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress

from flask import Blueprint, Response, abort, jsonify, request

from engine.sentence import say
from webui.feed import Feed, FeedClosed, FeedFull, Snapshot, Subscription

BEAT_S = 5.0
"""A heartbeat is due after so long without a message; the page gives up after 12 s of silence."""

PACE_S = 0.1
"""Least time between two messages on one stream: what comes faster is merged."""

SLICE_S = 1.0
"""How often a silent stream looks whether its browser is gone."""

LONGEST_POLL_S = 25.0
FULL_RETRY_MS = 15_000


def blueprint(feed: Feed, build: str) -> Blueprint:
    """Routes ``/api/state``, ``/api/stream`` and ``/healthz``."""
    bp = Blueprint("live", __name__)

    @bp.get("/api/state")
    def state() -> Response:
        snapshot = feed.latest()
        since = request.args.get("since", type=int)
        wait_s = min(max(request.args.get("wait", 0.0, type=float), 0.0), LONGEST_POLL_S)
        if wait_s > 0 and (snapshot is None or snapshot.seq == since):
            # a poll holds a thread as a stream does, so it takes a place of the same cap, or is answered at once
            with suppress(FeedFull, FeedClosed), feed.subscribe() as subscription:
                subscription.skip_to(since or 0)
                snapshot = subscription.wait(wait_s) or feed.latest()
        if snapshot is None:
            abort(503, say("The table has not reported yet."))
        response = Response(snapshot.text, content_type="application/json")
        response.headers["X-Leafwatch-Build"] = build
        return response

    @bp.get("/api/stream")
    def stream() -> Response:
        try:
            subscription = feed.subscribe()
        except FeedFull:
            return _event_stream(iter([f"retry: {FULL_RETRY_MS}\n" + _event("full", {"streams": feed.streams})]))
        except FeedClosed:
            abort(503, say("The table is going to stop."))
        gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
        response = _event_stream(_events(feed, subscription, build, gone))
        response.call_on_close(subscription.close)  # also when the generator never starts
        return response

    @bp.get("/healthz")
    def health() -> Response:
        snapshot = feed.latest()
        return jsonify(ok=True, build=build, seq=None if snapshot is None else snapshot.seq, streams=feed.streams)

    @bp.after_request
    def never_store(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    return bp


def _event_stream(events: Iterator[str]) -> Response:
    return Response(events, content_type="text/event-stream; charset=utf-8")


def _events(feed: Feed, subscription: Subscription, build: str, gone: Callable[[], bool]) -> Iterator[str]:
    silent_s = 0.0
    # the headers leave with the first yield, so say hello at once
    yield "retry: 2000\n" + _event("hello", {"build": build, "beat_s": BEAT_S})
    with suppress(FeedClosed):
        while not gone():
            snapshot = subscription.wait(SLICE_S)
            if snapshot is not None:
                silent_s = 0.0
                yield _state_event(snapshot)
                if feed.pause(PACE_S):
                    return
            elif (silent_s := silent_s + SLICE_S) >= BEAT_S:
                silent_s = 0.0
                yield _event("beat", {})  # no id: a heartbeat is not part of the sequence


def _state_event(snapshot: Snapshot) -> str:
    return f"id: {snapshot.seq}\nevent: state\ndata: {snapshot.text}\n\n"


def _event(name: str, content: dict[str, object]) -> str:
    return f"event: {name}\ndata: {json.dumps(content)}\n\n"
