"""``leafwatch update``: the new release beside the old one, tried, swapped in, and swapped back if it does not answer.

Run from a checkout of the new release. The journal is copied before; a new release that brought it up to date and then
failed leaves the copy in its place, so that the old release can go on.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from device.install.actions import InstallError, Run, Runner, carry_out, run_program
from device.install.health import comes_up, playing_since
from device.install.install_command import SOURCE, must_be_a_checkout, must_be_root, show
from device.install.layout import UNIT, Layout
from device.install.plans import release_plan, service_plan, swap_plan, tidy_plan
from device.install.release import current_release, release_name

COPY = "journal.before-update"


def run(options: argparse.Namespace) -> int:
    """Update; returns 0 when the new release answers or was in use already.

    Raises:
        InstallError: nothing is installed, people are playing, or the new release does not work; then the old one runs.
    """
    layout = Layout(options.root)
    old, new = current_release(layout.current), release_name(SOURCE)
    if old is None:
        raise InstallError(f"nothing is installed below {layout.root}: begin with sudo ./leafwatch install")
    must_be_a_checkout(layout, SOURCE, "update")
    if old == new:
        print(f"leafwatch {new} is in use already.")
        return 0
    port = installed_port(layout)
    if options.dry_run:
        return show((*release_plan(layout, SOURCE, new), *service_plan(layout, port), *swap_plan(layout, new)))
    must_be_root("update")
    last = playing_since(layout.state / "journal.sqlite3", datetime.now(UTC))
    if last is not None and not options.force:
        raise InstallError(
            f"a game is being played (its last move was at {last:%H:%M} UTC); finish it, wait two hours, or add --force"
        )
    update(layout, SOURCE, old, new, port)
    print(f"leafwatch {new} is in use; {old} is kept beside it.")
    return 0


def update(
    layout: Layout,
    source: Path,
    old: str,
    new: str,
    port: int,
    runner: Runner = run_program,
    up: Callable[[int], bool] = comes_up,
) -> None:
    """Make the new release, put it in use, and go back if it does not answer.

    Raises:
        InstallError: the new release cannot be made (the old one was not touched) or does not answer (the old one is
            in use again).
    """
    release = layout.release(new)
    try:
        carry_out((*release_plan(layout, source, new), Run((str(release / "leafwatch"), "--help"))), runner)
    except InstallError:
        shutil.rmtree(release, ignore_errors=True)
        raise
    journal = layout.state / "journal.sqlite3"
    carry_out((Run(("systemctl", "stop", UNIT)),), runner)
    before = copy_journal(journal)
    units = {path: path.read_text(encoding="utf-8") for path in (layout.unit, layout.safe_unit) if path.exists()}
    carry_out((*service_plan(layout, port), *swap_plan(layout, new)), runner)
    if up(port):
        tidy(layout, {old, new})
        return
    carry_out((Run(("systemctl", "stop", UNIT), tolerant=True),), runner)
    put_back(journal, before)
    for path, text in units.items():
        path.write_text(text, encoding="utf-8")
    carry_out((Run(("systemctl", "daemon-reload")), *swap_plan(layout, old)), runner)
    if not up(port):
        raise InstallError(f"leafwatch {new} did not answer, and {old} does not either: journalctl -u {UNIT} says why")
    raise InstallError(f"leafwatch {new} did not answer within a minute; {old} is in use again")


def tidy(layout: Layout, kept: set[str]) -> None:
    """Remove releases older than the last two."""
    releases = sorted(
        (path for path in layout.releases.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime
    )
    carry_out(tidy_plan(layout, [path.name for path in releases], kept))


def installed_port(layout: Layout) -> int:
    """The page's port as the unit says it.

    Raises:
        InstallError: the unit is not there or was changed beyond recognition.
    """
    try:
        found = re.search(r"^ExecStart=.* --port (\d+)$", layout.unit.read_text(encoding="utf-8"), re.MULTILINE)
    except OSError as error:
        raise InstallError(f"{layout.unit}: cannot be read: {error}") from error
    if found is None:
        raise InstallError(f"{layout.unit}: expected a line ExecStart=... --port N, found none: install again")
    return int(found[1])


def copy_journal(journal: Path) -> Path | None:
    """A copy that SQLite itself makes, beside the journal; None when there is none yet."""
    if not journal.exists():
        return None
    copy = journal.with_name(COPY)
    copy.unlink(missing_ok=True)
    source, target = sqlite3.connect(journal), sqlite3.connect(copy)
    try:
        source.backup(target)
    finally:
        source.close()
        target.close()
    shutil.copystat(journal, copy)
    owner = journal.stat()
    shutil.chown(copy, owner.st_uid, owner.st_gid)
    return copy


def put_back(journal: Path, copy: Path | None) -> None:
    """Bring the copy back if the journal was brought up to a newer version; the newer one is set aside, not deleted."""
    if copy is None or version_of(journal) == version_of(copy):
        return
    for suffix in ("", "-wal", "-shm"):
        newer = journal.with_name(journal.name + suffix)
        if newer.exists():
            newer.rename(journal.with_name(f"{journal.name}.newer{suffix}"))
    copy.rename(journal)


def version_of(journal: Path) -> int:
    """SQLite's ``user_version`` of a journal."""
    connection = sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)
    try:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
    finally:
        connection.close()
