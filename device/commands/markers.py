"""``leafwatch markers``: writes the corner cards, or the sheet for calibrating the lens, as a PDF to print."""

from __future__ import annotations

import argparse

from calibration.cards_sheet import Paper, cards_sheet
from calibration.charuco_sheet import charuco_sheet
from device.atomic_file import told_beside, write_output
from device.errors import RequestError


def run(options: argparse.Namespace) -> int:
    """Write the PDF; returns 0.

    Raises:
        RequestError: the file cannot be written; one that was there is as it was.
    """
    paper = Paper[options.paper.upper()]
    try:
        write_output(options.pdf, charuco_sheet(paper) if options.charuco else cards_sheet(paper))
    except OSError as error:
        raise RequestError(f"{options.pdf}: cannot be written: {error.strerror}") from error
    what_next = "photograph it from several sides" if options.charuco else "cut the cards out"
    print(
        f"Wrote {options.pdf}: print it at 100 %, measure the ruler (100 mm), and {what_next}.",
        file=told_beside(options.pdf),
    )
    return 0
