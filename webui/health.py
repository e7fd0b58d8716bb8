"""The health of the installation: the doctor's findings, how things are at this moment, versions, and a report."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from flask import Blueprint, Response, abort, current_app, jsonify

from engine.sentence import say
from webui.feed import Feed
from webui.roles import require_host
from webui.speech import said

LARGEST_REPORT_BYTES = 50 << 20


class HealthSource(Protocol):
    """What this machine says of itself; asked from many threads."""

    def findings(self) -> list[Mapping[str, str]]:
        """Subject, level (ok, notice or problem), text and remedy of all that was looked at."""

    def facts(self) -> Mapping[str, Any]:
        """``mode`` (setup or table), ``journal_bytes`` (None where there is none) and ``versions`` by name."""

    def write_report(self, file: Path) -> None:
        """Write the report to send with a question: a zip without secrets."""


def blueprint(feed: Feed, health: HealthSource, clock: Callable[[], float] = time.monotonic) -> Blueprint:
    """Routes ``/api/health`` and ``/api/health/report.zip``."""
    bp = Blueprint("health", __name__)
    began_s = clock()

    @bp.get("/api/health")
    def how() -> Response:
        facts = health.facts()
        snapshot = feed.latest()
        status = {} if snapshot is None or facts["mode"] == "setup" else json.loads(snapshot.text)["status"]
        trouble = status.get("trouble", "")
        found = [{**one, "text": said(one["text"]), "remedy": said(one["remedy"])} for one in health.findings()]
        return jsonify(
            format="leafwatch-health/1",
            healthy=not trouble and not any(one["level"] == "problem" for one in found),
            findings=found,
            live={
                "mode": facts["mode"],
                "status": status.get("text"),
                "trouble": trouble,
                "camera": status.get("camera"),
                "frame_rate_hz": status.get("frame_rate_hz"),
                "residual_cells": status.get("residual_cells"),
                "streams": feed.streams,
                "journal_bytes": facts["journal_bytes"],
                "running_s": round(clock() - began_s),
            },
            versions=facts["versions"],
            report="/api/health/report.zip",
            backup="/api/backup.zip" if "backup.backup" in current_app.view_functions else None,
        )

    @bp.get("/api/health/report.zip")
    @require_host
    def report() -> Response:
        with tempfile.TemporaryDirectory(prefix="leafwatch-report-") as folder:
            file = Path(folder) / "report.zip"
            health.write_report(file)
            if file.stat().st_size > LARGEST_REPORT_BYTES:
                abort(500, say("The report has become too large."))
            response = Response(file.read_bytes(), content_type="application/zip")
        response.headers["Content-Disposition"] = 'attachment; filename="leafwatch-report.zip"'
        return response

    @bp.after_request
    def never_store(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    return bp
