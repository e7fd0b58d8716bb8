"""What the home's broker is told of a table message, and how Home Assistant learns of it; pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

BASE = "leafwatch"
AVAILABLE = f"{BASE}/available"
DISCOVERY = "homeassistant"
BIRTH = f"{DISCOVERY}/status"
"""Home Assistant says ``online`` here when it starts; what describes our sensors is sent again then."""


class Post(NamedTuple):
    """One message to the broker; a retained one is kept by it for those who come later."""

    topic: str
    payload: str
    retained: bool


def state_posts(message: Mapping[str, Any]) -> tuple[Post, ...]:
    """The state of the table and of each lamp, retained."""
    turn, verdict = message["turn"], message["verdict"]
    names = {player["seat"]: player["name"] for player in message["players"]}
    state = {
        "status": message["status"]["word"],
        "mood": verdict["mood"] or "none",
        "verdict": verdict["text"],
        "rule": verdict["rule"],
        "player": None if turn is None else names.get(turn["seat"]),
        "turn": None if turn is None else turn["number"],
        "illegal": "ON" if verdict["mood"] == "wrong" else "OFF",
        "question": None if message["question"] is None else message["question"]["text"],
        "result": None if message["score"] is None else message["score"]["text"],
    }
    lamps = (
        Post(
            f"{BASE}/lamp/{lamp['seat'] + 1}",
            _json({"pattern": lamp["pattern"], "player": names.get(lamp["seat"])}),
            True,
        )
        for lamp in message["lamps"]
    )
    return (Post(f"{BASE}/state", _json(state), True), *lamps)


def event_posts(message: Mapping[str, Any], told: int) -> tuple[Post, ...]:
    """The lines of the move log after number ``told``, each once and not retained."""
    names = {player["seat"]: player["name"] for player in message["players"]}
    return tuple(
        Post(
            f"{BASE}/event",
            _json(
                {
                    "event_type": line["mood"],
                    "player": names.get(line["seat"]),
                    "turn": line["turn"],
                    "text": line["text"],
                }
            ),
            False,
        )
        for line in message["log"]
        if line["seq"] > told
    )


def last_line(message: Mapping[str, Any]) -> int:
    """The number of the last line of the move log, -1 while there is none."""
    return max((int(line["seq"]) for line in message["log"]), default=-1)


def discovery_posts(seats: Iterable[int], version: str) -> tuple[Post, ...]:
    """Home Assistant's description of every sensor, retained: it makes the entities by itself."""
    device = {"identifiers": ["leafwatch"], "name": "leafwatch", "manufacturer": "leafwatch", "sw_version": version}
    shared = {"device": device, "availability_topic": AVAILABLE}
    state = f"{BASE}/state"

    def post(component: str, key: str, about: Mapping[str, object]) -> Post:
        body = {"unique_id": f"leafwatch_{key}", "object_id": f"leafwatch_{key}", **shared, **about}
        return Post(f"{DISCOVERY}/{component}/leafwatch/{key}/config", _json(body), True)

    words = (("verdict", "Verdict"), ("status", "Status"), ("player", "To move"), ("turn", "Turn"))
    return (
        *(
            post("sensor", key, {"name": name, "state_topic": state, "value_template": f"{{{{ value_json.{key} }}}}"})
            for key, name in words
        ),
        post(
            "binary_sensor",
            "illegal",
            {
                "name": "Something is not legal",
                "state_topic": state,
                "value_template": "{{ value_json.illegal }}",
                "device_class": "problem",
            },
        ),
        post(
            "event",
            "move",
            {"name": "Move", "state_topic": f"{BASE}/event", "event_types": ["good", "notice", "wrong", "done"]},
        ),
        *(
            post(
                "sensor",
                f"lamp_{seat + 1}",
                {
                    "name": f"Lamp {seat + 1}",
                    "state_topic": f"{BASE}/lamp/{seat + 1}",
                    "value_template": "{{ value_json.pattern }}",
                    "json_attributes_topic": f"{BASE}/lamp/{seat + 1}",
                },
            )
            for seat in seats
        ),
    )


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
