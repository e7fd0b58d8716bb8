"""Under which names and addresses this machine is reached on its own networks, as they are at this moment."""

from __future__ import annotations

import fcntl
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

LOCAL_DOMAINS: Final = ("local", "lan", "home", "home.arpa", "internal")
"""Domains that nobody on the internet can own, so a foreign page cannot point a name there at this machine: mDNS's
(RFC 6762), the reserved ones (RFC 8375, ICANN's ``internal``) and those that routers hand out."""

_DOCUMENTATION = ("192.0.2.1", 9)  # RFC 5737: routed like any other address, answered by nobody; nothing is sent
_SIOCGIFADDR = 0x8915  # netdevice(7)
_IPV6_TABLE = Path("/proc/net/if_inet6")


def own_names() -> tuple[str, ...]:
    """Names and addresses that a browser may use for this machine, the most useful for a phone first."""
    host = socket.gethostname().lower()
    names = [f"{host}.{domain}" for domain in LOCAL_DOMAINS]
    found = [*_leading_out(), *_interfaces(), *names, host, "localhost", "127.0.0.1", "[::1]"]
    return tuple(dict.fromkeys(found))


def told_names() -> tuple[str, ...]:
    """The few of them that people are told: an address for phones, the name in the network, this machine itself."""
    known = own_names()
    return tuple(dict.fromkeys((known[0], f"{socket.gethostname().lower()}.local", "localhost")))


def _leading_out() -> Iterator[str]:
    """The address of the interface that leads out, if there is one: connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_DOCUMENTATION)
        except OSError:  # no network: the page is reached on this machine, or by its own access point
            return
        yield str(probe.getsockname()[0])


def _interfaces() -> Iterator[str]:
    """The addresses of all interfaces: cable, Wi-Fi and an access point of our own may be there at once."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
            except OSError:  # it has no IPv4 address
                continue
            yield socket.inet_ntoa(answer[20:24])
    if _IPV6_TABLE.exists():
        for line in _IPV6_TABLE.read_text().splitlines():
            digits, _, _, scope, _, _ = line.split()
            if scope == "00":  # global and unique local; a link-local one needs a zone, which no browser sends
                yield f"[{socket.inet_ntop(socket.AF_INET6, bytes.fromhex(digits))}]"
