"""The host's PIN and the key of the cookies, in one file that only the owner of this installation may read."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from device.atomic_file import write_atomically
from device.errors import DeviceError

FORMAT: Final = "leafwatch-access/1"
_SALT_BYTES: Final = 16
# 16 MiB and some 50 ms on a desktop, a quarter of a second on a Pi 4: dear for who guesses, not felt by who logs in.
_COST: Final = {"n": 1 << 14, "r": 8, "p": 1}


class AccessError(DeviceError, OSError):
    """The file with the PIN cannot be read or written."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """What the file holds: texts in hexadecimal, the PIN only as its scrypt hash."""

    key: str
    stamp: str | None = None
    salt: str = ""
    hash: str = ""
    players_act: bool = True


class PinFile:
    """A store for ``webui.access.Access`` in a file of mode 0600; read again whenever the file is another.

    Raises:
        AccessError: it is damaged, or the disk refuses; by every method.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.RLock()
        self._hashing = threading.Lock()  # one hash at a time, or guesses in parallel would fill the memory
        self._version: tuple[int, int] | None = None
        self._kept = self._load() or self._begin()

    @property
    def key(self) -> bytes:
        """The key that cookies are signed with, 32 bytes."""
        return bytes.fromhex(self._fresh().key)

    @property
    def stamp(self) -> str | None:
        """A word that changes with each PIN, None before there is one."""
        return self._fresh().stamp

    @property
    def players_act(self) -> bool:
        """Whether a phone that took a seat may act for it."""
        return self._fresh().players_act

    def matches(self, pin: str) -> bool:
        """Whether this is the PIN; compared in constant time."""
        kept = self._fresh()
        if kept.stamp is None:
            return False
        return hmac.compare_digest(self._hash(pin, bytes.fromhex(kept.salt)), bytes.fromhex(kept.hash))

    def claim(self, pin: str) -> bool:
        """Set the first PIN; False if there is one already."""
        with self._lock:
            if self._fresh().stamp is not None:
                return False
            self.change(pin)
            return True

    def change(self, pin: str) -> None:
        """Set a PIN, the first or another."""
        salt = secrets.token_bytes(_SALT_BYTES)
        digest = self._hash(pin, salt)
        with self._lock:
            kept = self._fresh()
            self._write(replace(kept, stamp=secrets.token_hex(16), salt=salt.hex(), hash=digest.hex()))

    def reset(self) -> None:
        """Forget the PIN: nobody is host until somebody sets one."""
        with self._lock:
            self._write(_Kept(key=self._kept.key, players_act=self._kept.players_act))

    def let_players_act(self, act: bool) -> None:
        """Keep the host's wish."""
        with self._lock:
            self._write(replace(self._fresh(), players_act=act))

    def _hash(self, pin: str, salt: bytes) -> bytes:
        with self._hashing:
            return hashlib.scrypt(pin.encode(), salt=salt, dklen=32, **_COST)

    def _fresh(self) -> _Kept:
        """What the file holds now: ``leafwatch pin`` may have changed it beside a running table."""
        with self._lock:
            if self._version != _version_of(self._path):
                self._kept = self._load() or self._begin()
            return self._kept

    def _begin(self) -> _Kept:
        kept = _Kept(key=secrets.token_hex(32))
        self._write(kept)
        return kept

    def _load(self) -> _Kept | None:
        """What the file holds, None if there is none."""
        try:
            version = _version_of(self._path)
            if version is None:
                return None
            if self._path.stat().st_mode & 0o077:
                self._path.chmod(0o600)
            content = json.loads(self._path.read_bytes())
        except OSError as error:
            raise AccessError(f"{self._path}: {error.strerror or error}: check the file's permissions") from error
        except ValueError as error:
            raise self._damaged(str(error)) from error
        kept = self._checked(content)
        self._version = version
        return kept

    def _checked(self, content: Any) -> _Kept:
        expected: Mapping[str, type] = {"key": str, "salt": str, "hash": str, "players_act": bool}
        if not isinstance(content, dict) or content.pop("format", None) != FORMAT:
            raise self._damaged(f"expected format {FORMAT!r}")
        if set(content) != {*expected, "stamp"}:
            raise self._damaged(f"expected the keys {', '.join(expected)}, stamp")
        if not all(isinstance(content[key], kind) for key, kind in expected.items()):
            raise self._damaged("a value is of another kind than expected")
        kept = _Kept(**content)
        try:
            lengths = [len(bytes.fromhex(text)) for text in (kept.key, kept.salt, kept.hash)]
        except ValueError as error:
            raise self._damaged(str(error)) from error
        # An empty hash would be matched by an empty PIN, so it may not stand beside a stamp.
        if lengths != ([32, _SALT_BYTES, 32] if isinstance(kept.stamp, str) and kept.stamp else [32, 0, 0]):
            raise self._damaged("key, salt or hash is cut off")
        return kept

    def _damaged(self, reason: str) -> AccessError:
        return AccessError(f"{self._path}: is damaged ({reason}): delete it, then set a new PIN on the page")

    def _write(self, kept: _Kept) -> None:
        content = json.dumps({"format": FORMAT, **asdict(kept)}, indent=1).encode() + b"\n"
        try:
            write_atomically(self._path, content)  # its files are 0600 from the first byte
        except OSError as error:
            raise AccessError(f"{self._path}: cannot be written: {error.strerror or error}") from error
        self._kept, self._version = kept, _version_of(self._path)


def _version_of(path: Path) -> tuple[int, int] | None:
    """Another value for each write: a file that is replaced gets a new inode. None if there is no file."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns
