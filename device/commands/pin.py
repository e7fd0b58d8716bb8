"""``leafwatch pin``: whether the page has a host, and a way back in for who forgot the PIN."""

from __future__ import annotations

import argparse
import getpass

from device.access import PinFile
from device.errors import RequestError
from device.places import places
from webui.pin import BadPin, checked_pin


def run(options: argparse.Namespace) -> int:
    """Show, forget or set the PIN; a table that runs follows at once. Returns 0.

    Raises:
        AccessError: the file cannot be read or written.
        RequestError: what was typed is no PIN.
    """
    kept = PinFile(places().access)
    if options.reset:
        kept.reset()
        print("The PIN is forgotten. Open the page and set a new one: whoever does so first is the host.")
    elif options.set:
        try:
            kept.change(checked_pin(getpass.getpass("New PIN (six digits): ")))
        except BadPin as error:
            raise RequestError(f"pin --set: {error}") from error
        print("The PIN is set. Every phone has to log in again.")
    else:
        print("A PIN is set." if kept.stamp is not None else "No PIN is set: whoever sets one on the page is the host.")
    return 0
