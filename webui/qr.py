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


def wifi(network: str, password: str | None) -> str:
    """The text of a code that lets a phone join a Wi-Fi (the form that Android and iOS read); None: an open one."""
    kind = "T:nopass" if password is None else "T:WPA"
    secret = "" if password is None else f"P:{_escaped(password)};"
    return f"WIFI:{kind};S:{_escaped(network)};{secret};"


def _escaped(text: str) -> str:
    return "".join(f"\\{sign}" if sign in '\\;,:"' else sign for sign in text)
