"""The doctor for a page of a table that runs: looked at now and then, without the camera and port that are in use."""

from __future__ import annotations

import os
import platform
import threading
import time
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from device.doctor import machine
from device.doctor.diagnostics import write_diagnostics
from device.doctor.finding import Finding, as_json
from device.doctor.report import examine_running
from device.places import Places
from device.signals.pins import raspberry_pi_model
from device.version import VERSION

AGAIN_S = 30.0
"""How old findings may be: importing a package to see whether it works takes a Pi seconds."""


class RunningDoctor:
    """Findings and facts for pages; several that ask at once share one look.

    ``mode`` says whether set-up or table has the camera.
    """

    def __init__(self, where: Places, mode: Callable[[], str], clock: Callable[[], float] = time.monotonic) -> None:
        self._where, self._mode, self._clock = where, mode, clock
        self._lock = threading.Lock()
        self._found: tuple[Finding, ...] = ()
        self._looked_at_s: float | None = None

    def findings(self) -> list[Mapping[str, str]]:
        """What the doctor found lately, in the form of ``leafwatch-doctor/1``."""
        with self._lock:
            if self._looked_at_s is None or self._clock() >= self._looked_at_s + AGAIN_S:
                self._found = examine_running(self._where, raspberry_pi_model())
                self._looked_at_s = self._clock()
        found: Any = as_json(self._found)["findings"]
        return list(found)

    def facts(self) -> Mapping[str, Any]:
        """Mode, size of the journal with what lies beside it, and versions."""
        return {"mode": self._mode(), "journal_bytes": _size(self._where.journal), "versions": _versions()}

    def write_report(self, file: Path) -> None:
        """The zip of ``leafwatch doctor --zip`` with what was found lately; raises RequestError, OSError."""
        self.findings()
        write_diagnostics(file, self._where, self._found)


def _size(journal: Path) -> int | None:
    sizes = []
    for file in (journal, journal.with_name(f"{journal.name}-wal")):
        try:
            sizes.append(file.stat().st_size)
        except OSError:
            continue
    return sum(sizes) if sizes else None


def _versions() -> Mapping[str, str]:
    found = {"leafwatch": VERSION, "Python": platform.python_version()}
    for package in (*machine.PACKAGES, "segno"):
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            found[package] = "?"
    return found | {"system": f"{os.uname().sysname} {os.uname().release} {os.uname().machine}"}
