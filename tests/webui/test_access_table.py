"""Every route of a whole house, taken from its URL map: who may ask it, and what it refuses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from webui.access import Access
from webui.guard import SAFE_METHODS
from webui.roles import Role, role_needed

DOCUMENT = Path(__file__).parents[2] / "docs" / "access.md"
BEGIN, END = "<!-- table: begin -->\n", "<!-- table: end -->\n"
WHO = {Role.GUEST: "everybody", Role.PLAYER: "player, host", Role.HOST: "host"}

OPEN = {("/api/host/claim", "POST"), ("/api/host/login", "POST"), ("/api/host/logout", "POST"), ("/api/seat", "POST")}
"""The changing routes that nobody needs to be anybody for: becoming host or player, and ceasing to be it."""

SHOWN_TO_THE_HOST = {
    "/api/picture": "image/jpeg",
    "/api/setup/picture": "image/jpeg",
    "/api/setup/board/<int:index>": "image/jpeg",
    "/api/backup.zip": "application/zip",
    "/api/health/report.zip": "application/zip",
}
"""What is only looked at and yet not everybody's: pictures of people's rooms, and what a machine is made of."""

ARGUMENTS = {"number": "1", "form": "svg", "action": "begin", "index": "0", "digest": "0", "path": "page.css"}
GOOD = {"X-Leafwatch": "1", "Origin": "http://localhost"}
FORGED: dict[str, dict[str, Any]] = {
    "missing header": {"headers": {"Origin": "http://localhost"}},
    "foreign Host": {"headers": {**GOOD, "Host": "evil.example", "Origin": "http://evil.example"}},
    "foreign Origin": {"headers": {**GOOD, "Origin": "http://evil.example"}},
    "opaque Origin": {"headers": {**GOOD, "Origin": "null"}},
    "public peer": {"headers": GOOD, "environ_base": {"REMOTE_ADDR": "203.0.113.9"}},
}


@pytest.fixture
def house(whole_house: Any, pin_store: Any) -> Any:
    """A whole house that asks for a PIN, which is set."""
    return whole_house(Access.with_pin(pin_store("271828")))


def routes(house: Any) -> list[tuple[str, str, Role]]:
    """Every rule with each method that it answers itself, and who may ask."""
    found = []
    for rule in house.app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            found.append((str(rule), method, role_needed(house.app.view_functions[rule.endpoint], method)))
    return sorted(found)


def address(rule: str) -> str:
    """The rule with arguments filled in."""
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: ARGUMENTS[found[1]], rule)


def changing(house: Any) -> list[tuple[str, str, Role]]:
    """The routes that change something."""
    return [route for route in routes(house) if route[1] not in SAFE_METHODS]


def test_every_changing_route_refuses_who_has_no_pin(house: Any) -> None:
    """Without the PIN there is a sentence and 401, but for becoming host or player; nothing is asked of the table."""
    client = house.app.test_client()
    assert {(rule, method) for rule, method, role in changing(house) if role is Role.GUEST} == OPEN
    for rule, method, role in changing(house):
        if role is not Role.GUEST:
            answer = client.open(address(rule), method=method, json={"name": "undo"}, headers=GOOD)
            assert (rule, answer.status_code) == (rule, 401)
            assert answer.get_json()["text"] == "Only the host may do this. Log in with the PIN first."
    assert not house.touched


@pytest.mark.parametrize("forged", FORGED)
def test_every_changing_route_refuses_forged_requests(house: Any, forged: str) -> None:
    """Even from the host's own browser, and also where everybody may ask."""
    client = house.app.test_client()
    assert client.post("/api/host/login", json={"pin": "271828"}, headers=GOOD).status_code == 200
    for rule, method, _ in changing(house):
        answer = client.open(address(rule), method=method, json={"name": "undo"}, **FORGED[forged])
        assert answer.status_code in (400, 403), rule
        assert answer.get_json()["text"].endswith(".")
    assert client.get("/api/host").get_json()["role"] == "host"
    assert not house.touched


def test_only_pictures_and_reports_are_hidden_from_guests(house: Any) -> None:
    """Everything else that is shown is everybody's; the host sees these too."""
    shown = {rule for rule, method, role in routes(house) if method == "GET" and role is not Role.GUEST}
    assert shown == set(SHOWN_TO_THE_HOST)
    guest, host = house.app.test_client(), house.app.test_client()
    host.post("/api/host/login", json={"pin": "271828"}, headers=GOOD)
    for rule in shown:
        assert guest.get(address(rule)).status_code == 401
        assert host.get(address(rule)).content_type == SHOWN_TO_THE_HOST[rule]


def test_the_table_in_the_documents_is_true(house: Any) -> None:
    """``docs/access.md`` names every route with who may ask it."""
    lines = ["| route | method | who |", "| --- | --- | --- |"]
    lines += [f"| `{rule}` | {method} | {WHO[role]} |" for rule, method, role in routes(house)]
    table = "\n".join(lines) + "\n"
    before, _, rest = DOCUMENT.read_text("utf-8").partition(BEGIN)
    kept, _, after = rest.partition(END)
    assert kept == table, f"put this between the marks in {DOCUMENT.name}:\n{table}"
    assert before
    assert after
