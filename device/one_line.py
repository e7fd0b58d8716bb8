"""Texts that people typed, made fit for one line of a terminal or a file."""

from __future__ import annotations

_JOINERS = "\u200c\u200d"  # hold emoji of several parts and letters of some scripts; not printable by themselves


def one_line(text: str) -> str:
    r"""The text without line breaks, control and direction signs; runs of blanks become one.

    >>> one_line("Ada\x1b[31m \n Lovelace")
    'Ada [31m Lovelace'
    """
    return " ".join("".join(sign if is_shown(sign) else " " for sign in text).split())


def is_shown(text: str) -> bool:
    """Whether all signs of a text are seen or join others that are: no line breaks, control and direction signs."""
    return all(sign.isprintable() or sign in _JOINERS for sign in text)


def is_seen(text: str) -> bool:
    """Whether anything of a text is seen at all."""
    return any(sign.isprintable() and not sign.isspace() for sign in text)
