"""Reads values out of a JSON object one by one; what is wrong is named with file, key, expected and found."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


class ProfileError(ValueError):
    """A profile is missing, damaged or not one of ours; says file, key, expected and found."""


@dataclass(frozen=True, slots=True)
class CheckedObject:
    """A JSON object read from ``file``; ``key`` is the path that led to it, empty for the outermost."""

    file: Path
    key: str
    values: dict[str, object]

    @classmethod
    def of_file(cls, file: Path) -> CheckedObject:
        """Read a file.

        Raises:
            ProfileError: the file is missing, cannot be read or is not a JSON object.
        """
        try:
            values = json.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ProfileError(f"{file}: expected a profile, found no such file") from None
        except (OSError, UnicodeDecodeError) as error:
            reason = (isinstance(error, OSError) and error.strerror) or error
            raise ProfileError(f"{file}: expected a profile, found a file that cannot be read ({reason})") from error
        except (ValueError, RecursionError) as error:  # a number of thousands of digits is no JSONDecodeError
            raise ProfileError(f"{file}: expected JSON, found something else ({error})") from error
        if not isinstance(values, dict):
            raise ProfileError(f"{file}: expected a JSON object, found {_short(values)}")
        return cls(file, "", values)

    def wrong(self, name: str, expected: str) -> ProfileError:
        """The error that says what stands under this key and what should."""
        found = _short(self.values[name]) if name in self.values else "nothing"
        return ProfileError(f"{self.file}: {self._path(name)}: expected {expected}, found {found}")

    def text(self, name: str) -> str:
        """A string."""
        value = self.values.get(name)
        if not isinstance(value, str):
            raise self.wrong(name, "a text")
        return value

    def whole(self, name: str, at_least: int, at_most: int) -> int:
        """A whole number within bounds, both included."""
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or not at_least <= value <= at_most:
            raise self.wrong(name, f"a whole number from {at_least} to {at_most}")
        return value

    def number(self, name: str, at_least: float, at_most: float) -> float:
        """A number within bounds, both included."""
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not at_least <= value <= at_most:
            raise self.wrong(name, f"a number from {at_least:g} to {at_most:g}")
        return float(value)

    def array(self, name: str, shape: tuple[int, ...]) -> NDArray[np.float64]:
        """Finite numbers nested as a float64 array of this shape."""
        expected = f"{' x '.join(map(str, shape))} finite numbers"
        value = self.values.get(name)
        try:
            if not _only_numbers(value):
                raise self.wrong(name, expected)
            numbers = np.array(value, np.float64)
        except (ValueError, OverflowError):
            raise self.wrong(name, expected) from None
        if numbers.shape != shape or not np.isfinite(numbers).all():
            raise self.wrong(name, expected)
        return numbers

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of strings."""
        value = self.values.get(name)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(name, "a list of texts")
        return tuple(value)

    def pairs(self, name: str) -> tuple[tuple[int, int], ...]:
        """A list of two whole numbers each."""
        value = self.values.get(name)
        if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
            raise self.wrong(name, "a list of pairs of whole numbers")
        if any(isinstance(number, bool) or not isinstance(number, int) for pair in value for number in pair):
            raise self.wrong(name, "a list of pairs of whole numbers")
        return tuple((first, second) for first, second in value)

    def inner(self, name: str) -> CheckedObject:
        """The object under a key."""
        value = self.values.get(name)
        if not isinstance(value, dict):
            raise self.wrong(name, "an object")
        return CheckedObject(self.file, self._path(name), value)

    def each(self, name: str) -> tuple[CheckedObject, ...]:
        """The objects of the list under a key."""
        value = self.values.get(name)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.wrong(name, "a list of objects")
        return tuple(CheckedObject(self.file, f"{self._path(name)}[{n}]", item) for n, item in enumerate(value))

    def _path(self, name: str) -> str:
        return f"{self.key}.{name}" if self.key else name


def _only_numbers(value: object) -> bool:
    if isinstance(value, list):
        return all(map(_only_numbers, value))
    return not isinstance(value, bool) and isinstance(value, int | float) and math.isfinite(value)


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."
