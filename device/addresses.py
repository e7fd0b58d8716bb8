"""Under which names and addresses this machine is reached on its own networks."""

from __future__ import annotations

import socket

_DOCUMENTATION = ("192.0.2.1", 9)  # RFC 5737: routed like any other address, answered by nobody; nothing is sent


def own_names() -> tuple[str, ...]:
    """Names and addresses that a browser may use for this machine, the most useful for a phone first."""
    host = socket.gethostname()
    found = [*_lan_address(), f"{host}.local", host, "localhost", "127.0.0.1", "[::1]"]
    return tuple(dict.fromkeys(found))


def _lan_address() -> tuple[str, ...]:
    """The address of the interface that leads out, if there is one: connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_DOCUMENTATION)
        except OSError:  # no network: the page is reached on this machine only
            return ()
        return (str(probe.getsockname()[0]),)
