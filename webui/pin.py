"""The host's PIN: which ones may be set, and what keeps them."""

from __future__ import annotations

import re
from typing import Final, Protocol, TypeGuard

from engine.sentence import say

_PIN: Final = re.compile(r"[0-9]{6}")
_TRIVIAL: Final = re.compile(r"(.)\1{5}|123456|654321|012345|543210")


class PinStore(Protocol):
    """Where the PIN and the key of the cookies are kept; asked from several threads."""

    @property
    def key(self) -> bytes:
        """The key that cookies are signed with."""

    @property
    def stamp(self) -> str | None:
        """A word that changes with each PIN, None before there is one."""

    @property
    def players_act(self) -> bool:
        """Whether a phone that took a seat may act for it."""

    def matches(self, pin: str) -> bool:
        """Whether this is the PIN; takes the same time either way."""

    def claim(self, pin: str) -> bool:
        """Set the first PIN; False if there is one already."""

    def change(self, pin: str) -> None:
        """Set another PIN, which ends every session."""

    def let_players_act(self, act: bool) -> None:
        """Keep the host's wish."""


class BadPin(ValueError):
    """Not a PIN that may be set; the text is for the person."""


def is_six_digits(pin: object) -> TypeGuard[str]:
    """Whether this has the form of a PIN."""
    return isinstance(pin, str) and _PIN.fullmatch(pin) is not None


def checked_pin(pin: object) -> str:
    """A PIN that may be set: six digits that are not the first ones anybody would guess.

    Raises:
        BadPin: with what is expected.
    """
    if not is_six_digits(pin):
        raise BadPin(say("A PIN is six digits."))
    if _TRIVIAL.fullmatch(pin) is not None:
        raise BadPin(say("This PIN is the first one anybody would guess. Choose another."))
    return pin
