"""Codes for the cameras of phones, as pictures that stay dark on light whatever the theme."""

from __future__ import annotations

import io

import segno


def svg(text: str) -> bytes:
    """A QR code (ISO/IEC 18004, error correction M) as an SVG document with its quiet zone of four modules.

    Raises:
        ValueError: the text is too long for a code (segno's DataOverflowError).
    """
    out = io.BytesIO()
    code = segno.make_qr(text, error="m")
    code.save(out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True, nl=False)
    return out.getvalue()
