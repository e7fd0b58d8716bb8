"""A backup of everything that was played and set, to be kept somewhere else."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from flask import Blueprint, Response, abort

from webui.roles import require_host
from webui.speech import said


class NothingToKeep(ValueError):
    """There is nothing to back up yet, or it cannot be read; the text is for the person."""


def blueprint(write: Callable[[Path], object]) -> Blueprint:
    """Route ``/api/backup.zip``; ``write`` makes the file and raises ``NothingToKeep``."""
    bp = Blueprint("backup", __name__)

    @bp.get("/api/backup.zip")
    @require_host
    def backup() -> Response:
        with tempfile.TemporaryDirectory(prefix="leafwatch-backup-") as folder:
            file = Path(folder) / "backup.zip"
            try:
                write(file)
            except NothingToKeep as error:
                abort(404, said(error.args[0]))
            response = Response(file.read_bytes(), content_type="application/zip")
        response.headers["Content-Disposition"] = 'attachment; filename="leafwatch-backup.zip"'
        response.headers["Cache-Control"] = "no-store"
        return response

    return bp
