"""Texts that people typed, made fit for one line of a terminal or a file."""

from __future__ import annotations

_JOINER = "\u200d"  # holds emoji of several parts together; not printable by itself


def one_line(text: str) -> str:
    r"""The text without line breaks, control and direction signs; runs of blanks become one.

    >>> one_line("Ada\x1b[31m \n Lovelace")
    'Ada [31m Lovelace'
    """
    return " ".join("".join(sign if sign.isprintable() or sign == _JOINER else " " for sign in text).split())
