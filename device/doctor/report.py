"""``leafwatch doctor``: what is wrong with the installation, and what to do about it."""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from functools import partial

from device.cameras.camera import open_camera
from device.doctor import machine, table
from device.doctor.boards import boards
from device.doctor.diagnostics import write_diagnostics
from device.doctor.finding import Finding, Level, as_json, as_text
from device.settings import Places, places
from device.signals.pins import raspberry_pi_model
from vision.frame import Frame


def run(options: argparse.Namespace) -> int:
    """Print every finding, as JSON if asked, and write the zip if asked; returns 1 when there is a problem.

    Raises:
        RequestError: the zip cannot be written.
    """
    findings = examine(places(), raspberry_pi_model(), datetime.now(UTC))
    print(json.dumps(as_json(findings), ensure_ascii=False) if options.json else as_text(findings))
    if options.zip is not None:
        write_diagnostics(options.zip, places(), findings)
        print(f"Wrote {options.zip}; it holds no pictures, names, addresses or passwords.", file=sys.stderr)
    return int(any(finding.level is Level.PROBLEM for finding in findings))


def examine(where: Places, model: str | None, now: datetime) -> tuple[Finding, ...]:
    """Look at everything; ``model`` is the Raspberry Pi's, None on another machine."""
    settings, about_settings = table.settings(where)
    seen: list[Frame] = []
    return (
        *_machine(where, model),
        *about_settings,
        table.camera(settings.camera, model, partial(open_camera, mains_hz=settings.mains_hz), seen.append),
        *boards(seen, where.profile),
        table.pins(model),
        table.port(settings.host, settings.port),
        *_table(where, now),
    )


def examine_running(where: Places, model: str | None) -> tuple[Finding, ...]:
    """Look at everything but camera and port: the table that asks has them."""
    _, about_settings = table.settings(where)
    return (*_machine(where, model), *about_settings, table.pins(model), *_table(where, datetime.now(UTC)))


def _machine(where: Places, model: str | None) -> tuple[Finding, ...]:
    return (
        machine.python(),
        *machine.packages(),
        machine.picamera2(model),
        machine.model(model),
        *machine.power(),
        *machine.temperature(),
        machine.disk(where.journal.parent),
    )


def _table(where: Places, now: datetime) -> tuple[Finding, ...]:
    return (table.profile(where.profile, now), table.journal(where.journal))
