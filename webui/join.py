"""How guests find the page: its addresses, and the best of them as a code to point a phone at."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Blueprint, Response, jsonify, request

from webui import qr


def blueprint(hosts: Collection[str]) -> Blueprint:
    """Routes ``/api/join`` and ``/api/join.svg``; ``hosts`` are this machine's, the most useful for a phone first."""
    bp = Blueprint("join", __name__)

    @bp.get("/api/join")
    def addresses() -> Response:
        found = join_addresses(hosts, request.host)
        return jsonify(url=found[0], also=found[1:], alone=is_this_machine_only(urlsplit(found[0]).hostname or ""))

    @bp.get("/api/join.svg")
    def code() -> Response:
        return Response(qr.svg(join_addresses(hosts, request.host)[0]), content_type="image/svg+xml")

    @bp.after_request
    def never_store(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"  # the address changes with the network
        return response

    return bp


def join_addresses(hosts: Collection[str], asked: str) -> list[str]:
    """Addresses for another phone, the best first: numbers before names, because not every router knows the names.

    ``asked`` is the Host under which the page was asked for: it tells the port, and it is all there is without network.
    """
    port = urlsplit(f"http://{asked}").port
    reached = [host for host in hosts if not is_this_machine_only(host)]
    numbers = [host for host in reached if _is_number(host)]
    names = [host for host in reached if host not in numbers and "." in host]
    tail = f":{port}" if port is not None else ""
    return [f"http://{host}{tail}/" for host in (*numbers, *names)] or [f"http://{asked}/"]


def _is_number(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def is_this_machine_only(host: str) -> bool:
    """Whether the host, a name or a number, is the machine's own loopback, which no other one reaches."""
    return host == "localhost" or (_is_number(host) and ip_address(host.strip("[]")).is_loopback)
