"""``leafwatch install``: from a checkout to a service that starts with the machine.

Only the standard library is needed: it runs before any environment is made.
"""

from __future__ import annotations

import argparse
import grp
import os
import shutil
import socket
from collections.abc import Iterable
from pathlib import Path

from device.install.actions import Action, InstallError, carry_out
from device.install.health import comes_up
from device.install.layout import UNIT, Layout
from device.install.plans import install_plan
from device.install.release import release_name

SOURCE = Path(__file__).resolve().parents[2]
"""The checkout that this program runs from."""

HARDWARE_GROUPS = ("video", "render", "gpio")
MODEL_FILE = Path("/proc/device-tree/model")


def run(options: argparse.Namespace) -> int:
    """Install, or with ``--dry-run`` say what would be done; returns 0 when the page answers.

    Raises:
        InstallError: a step failed, or the service did not come up.
    """
    layout = Layout(options.root)
    must_be_a_checkout(layout, SOURCE, "install")
    is_pi = MODEL_FILE.exists() and MODEL_FILE.read_bytes().startswith(b"Raspberry Pi")
    plan = install_plan(
        layout, SOURCE, release_name(SOURCE), port=options.port, raspberry_pi=is_pi, groups=present_groups()
    )
    if options.dry_run:
        return show(plan)
    must_be_root("install")
    carry_out(plan)
    if not comes_up(options.port):
        raise InstallError(
            f"installed, but the page does not answer yet; see what hinders it with: journalctl -u {UNIT}"
        )
    host = socket.gethostname()
    print(
        f"\nleafwatch runs and starts with this machine.\n"
        f"Open http://{host}.local:{options.port}/setup on a phone in the same network"
        f" (or http://{own_address()}:{options.port}/setup) and follow the nine steps."
    )
    return 0


def show(plan: Iterable[Action]) -> int:
    """Print what would be done, a line each."""
    for action in plan:
        print(action)
    return 0


def must_be_a_checkout(layout: Layout, source: Path, command: str) -> None:
    """Refuse to lay an installed release over itself: it would be removed first.

    Raises:
        InstallError: with what to do instead.
    """
    if layout.releases.resolve() in source.resolve().parents:
        raise InstallError(f"this is the installed release; go to the folder that git made: sudo ./leafwatch {command}")


def must_be_root(command: str) -> None:
    """Refuse before anything is half done.

    Raises:
        InstallError: with the command to use instead.
    """
    if os.geteuid() != 0:
        raise InstallError(f"only root may do that: sudo ./leafwatch {command} (or look first with --dry-run)")
    if shutil.which("systemctl") is None:
        raise InstallError("there is no systemd here; start leafwatch yourself with ./leafwatch run")


def present_groups(names: Iterable[str] = HARDWARE_GROUPS) -> tuple[str, ...]:
    """Those of the groups for camera and pins that this machine has."""
    known = {group.gr_name for group in grp.getgrall()}
    return tuple(name for name in names if name in known)


def own_address() -> str:
    """This machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET-1: chooses a route, sends nothing
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
