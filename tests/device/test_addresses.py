"""Under which names this machine is reached."""

from __future__ import annotations

import socket
from ipaddress import ip_address

import pytest

from device.addresses import LOCAL_DOMAINS, own_names


def test_names_and_addresses_are_told_once() -> None:
    """Loopback is always there, and the machine's own name in the domains that nobody can own."""
    names = own_names()
    assert len(set(names)) == len(names)
    assert {"localhost", "127.0.0.1", "[::1]"} <= set(names)
    host = socket.gethostname().lower()
    assert {f"{host}.{domain}" for domain in LOCAL_DOMAINS} <= set(names)


def test_numbers_are_addresses_as_browsers_write_them() -> None:
    """IPv6 in brackets and without a zone."""
    numbers = [name for name in own_names() if name[0] == "[" or name[-1].isdigit()]
    assert "127.0.0.1" in numbers
    for number in numbers:
        if number != socket.gethostname().lower():
            ip_address(number.strip("[]"))


def test_without_a_network_the_machine_knows_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """No route and no interface: loopback and names are left."""

    def no_route(self: socket.socket, address: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", no_route)
    monkeypatch.setattr(socket, "if_nameindex", list)
    assert {"localhost", "127.0.0.1"} <= set(own_names())
