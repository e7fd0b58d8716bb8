"""``leafwatch markers``: writes the corner cards as a PDF to print."""

from __future__ import annotations

import argparse

from calibration.cards_sheet import Paper, cards_sheet
from device.atomic_file import write_atomically
from device.errors import RequestError


def run(options: argparse.Namespace) -> int:
    """Write the PDF; returns 0.

    Raises:
        RequestError: the file cannot be written; one that was there is as it was.
    """
    try:
        write_atomically(options.pdf, cards_sheet(Paper[options.paper.upper()]))
    except OSError as error:
        raise RequestError(f"{options.pdf}: cannot be written: {error.strerror}") from error
    print(f"Wrote {options.pdf}: print it at 100 %, measure the ruler (100 mm), and cut the cards out.")
    return 0
