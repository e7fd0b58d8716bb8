"""The description of the routes: complete, and true when it is tried with generated requests."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from typing import Any

import jsonschema
import pytest
import schemathesis
import schemathesis.openapi
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from webui.access import Access
from webui.bodies import BODIES

DESCRIPTION: dict[str, Any] = json.loads((files("webui") / "schema" / "openapi.json").read_text("utf-8"))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SOME = settings(
    max_examples=25,
    deadline=None,
    database=None,
    derandomize=True,  # the same requests each time: what CI finds can be found again
    suppress_health_check=list(HealthCheck),
)

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


@schemathesis.serializer("application/x-ndjson", "application/zip")
def as_it_is(ctx: Any, value: Any) -> bytes:
    """A file's content."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")


def from_this_machine(app: Wsgi) -> Wsgi:
    """A server names the peer; a WSGI client does not."""

    def asked(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        environ["REMOTE_ADDR"] = "127.0.0.1"
        environ.pop("HTTP_ACCEPT_ENCODING", None)  # this client does not unpack what it asks for
        return app(environ, start)

    return asked


def operations() -> list[Any]:
    """Everything that can be asked, described in the file."""
    schema = schemathesis.openapi.from_dict(DESCRIPTION)
    return [result.ok() for result in schema.get_all_operations()]


@pytest.fixture
def house(whole_house: Any) -> Iterator[Any]:
    """A whole house without a PIN; its only stream is taken, so that no answer goes on for ever."""
    house = whole_house()
    taken = [house.feed.subscribe() for _ in range(24)]
    yield house
    for subscription in taken:
        subscription.close()


@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.label)
def test_generated_requests_are_answered_as_described(house: Any, operation: Any) -> None:
    """Right ones and wrong ones alike: a known status, its content type, its form, and never an error of our own."""
    schema = schemathesis.openapi.from_dict(DESCRIPTION)
    schema.app = from_this_machine(house.app)
    subject = schema[operation.path][operation.method]

    def asked(case: Any) -> None:
        case.call_and_validate(base_url="http://localhost", checks=CHECKS)

    modes = [schemathesis.GenerationMode.POSITIVE]
    if subject.definition.raw.get("parameters") or subject.definition.raw.get("requestBody"):
        modes.append(schemathesis.GenerationMode.NEGATIVE)  # else there is nothing to get wrong
    for mode in modes:
        SOME(given(case=subject.as_strategy(generation_mode=mode))(asked))()


def test_every_route_is_described(house: Any) -> None:
    """No route below ``/api`` is missing in the description, and none is left over."""
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(rule)), method.lower())
        for rule in house.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if str(rule).startswith("/api/")
    }
    described = {
        (path, method) for path, methods in DESCRIPTION["paths"].items() for method in methods if method != "parameters"
    }
    assert described == routes


def test_every_command_is_described_with_its_fields() -> None:
    """Name, fields, and which of them may be left out."""
    described = {}
    for command in DESCRIPTION["components"]["schemas"]["Command"]["oneOf"]:
        body = command["properties"]["body"]
        described[command["properties"]["name"]["const"]] = (set(body["properties"]), set(body["required"]))
    assert described == {
        name: (set(fields), {key for key, field in fields.items() if not field.optional})
        for name, fields in BODIES.items()
    }


def test_every_changing_route_needs_the_header() -> None:
    """The description says so, as the guard does."""
    for path, methods in DESCRIPTION["paths"].items():
        for method, operation in methods.items():
            if method == "post":
                assert {"$ref": "#/components/parameters/Leafwatch"} in operation["parameters"], path


def test_the_description_is_served_and_is_openapi(house: Any) -> None:
    """As it stands in the package; every schema in it is one."""
    assert house.app.test_client().get("/api/openapi.json").get_json() == DESCRIPTION
    assert DESCRIPTION["openapi"].startswith("3.1")
    for schema in DESCRIPTION["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_a_pin_is_asked_where_the_description_says_so(whole_house: Any, pin_store: Any) -> None:
    """An operation may be refused with 401 where, and only where, a guest is refused so."""
    client = whole_house(Access.with_pin(pin_store("271828"))).app.test_client()
    for path, methods in DESCRIPTION["paths"].items():
        for method, operation in methods.items():
            if path == "/api/host/login":
                continue  # a wrong PIN is 401 too
            address = re.sub(r"\{(\w+)\}", lambda found: {"action": "begin", "form": "svg"}.get(found[1], "1"), path)
            asked = client.open(address, method=method, json={}, headers={"X-Leafwatch": "1"}, buffered=False)
            with asked as answer:
                assert (answer.status_code == 401) == ("401" in operation["responses"]), path
