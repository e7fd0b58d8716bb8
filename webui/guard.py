"""Who may ask and how: peers of the local network, under our own names, with our own header from our own page.

Plain HTTP to a local name carries no Sec-Fetch headers, so forged requests are told by Host, Origin and a header that a
foreign page cannot send without a preflight, which is never granted. Forwarding headers are not looked at.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from werkzeug.exceptions import SecurityError

from engine.sentence import say

HEADER = "X-Leafwatch"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

REFRESH_S = 2.0
"""How often the names are looked up at most; a new address of this machine is known after so long."""

_LOCAL = tuple(
    ip_network(net)
    for net in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",  # link-local
        "::1/128",
        "fc00::/7",  # unique local addresses
        "fe80::/10",  # link-local
    )
)

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class OwnHosts(Collection[str]):
    """The names and addresses of this machine, looked up anew: networks come and go while the table is played at.

    ``look_up`` gives them without port; ``clock`` gives monotonic seconds.
    """

    def __init__(self, look_up: Callable[[], Iterable[str]], clock: Callable[[], float] = time.monotonic) -> None:
        self._look_up = look_up
        self._clock = clock
        self._names = tuple(look_up())
        self._due_s = clock() + REFRESH_S

    @property
    def names(self) -> tuple[str, ...]:
        """The names as they are now, the most useful for a phone first."""
        now_s = self._clock()
        if now_s >= self._due_s:
            self._due_s = now_s + REFRESH_S
            self._names = tuple(self._look_up())
        return self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __contains__(self, name: object) -> bool:
        return name in self.names


def install(app: Flask) -> None:
    """Put the checks before and the headers behind every route; the Host list is Flask's ``TRUSTED_HOSTS``."""
    app.before_request(_refuse_foreign_hosts)
    app.before_request(_refuse_public_peers)
    app.before_request(_refuse_forged_changes)
    app.after_request(_add_headers)


def is_local(peer: str | None) -> bool:
    """Whether an address is loopback, private, unique local or link-local; an IPv4 one may be wrapped in IPv6."""
    address = _address(peer)
    return address is not None and any(address.version == net.version and address in net for net in _LOCAL)


def is_loopback(peer: str | None) -> bool:
    """Whether an address is this machine itself; an IPv4 one may be wrapped in IPv6."""
    address = _address(peer)
    return address is not None and address.is_loopback


def _address(peer: str | None) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(peer or "")
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def _refuse_foreign_hosts() -> None:
    # Flask tells of a foreign Host only when it looks for the route: a part that answers before would answer anybody.
    if isinstance(request.routing_exception, SecurityError):
        raise request.routing_exception


def _refuse_public_peers() -> None:
    if not is_local(request.remote_addr):
        abort(403, say("This table answers to its local network only."))


def _refuse_forged_changes() -> None:
    if request.method in SAFE_METHODS:
        return
    if request.headers.get(HEADER) != "1":
        abort(403, say("Requests that change something carry the header {header}.", header=f"{HEADER}: 1"))
    origin = request.headers.get("Origin")
    if origin is not None and not _is_our_origin(origin):
        abort(403, say("This request was started by a foreign page."))


def _is_our_origin(origin: str) -> bool:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme == request.scheme and bool(parts.netloc) and parts.netloc == request.host


def _add_headers(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    return response
