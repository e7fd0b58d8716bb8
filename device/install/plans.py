"""The steps of installing, updating and removing, made from plain values; nothing here touches the machine."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from device.install.actions import Action, Copy, Folder, Link, Remove, Run, Text
from device.install.layout import (
    APT_PACKAGES,
    APT_PI_PACKAGES,
    SAFE_UNIT,
    UNIT,
    USER,
    Layout,
    avahi_text,
    command_text,
    safe_unit_text,
    unit_text,
)

KEPT_RELEASES = 2
"""The release in use and the one before it, to go back to."""


def install_plan(
    layout: Layout, source: Path, name: str, *, port: int, raspberry_pi: bool, groups: Collection[str]
) -> tuple[Action, ...]:
    """Everything from a bare system to the running appliance; doing it again does no harm.

    Args:
        layout: where things go.
        source: the checkout that is installed.
        name: its release name.
        port: of the page.
        raspberry_pi: whether camera and pins come from Raspberry Pi OS's packages.
        groups: the groups of this machine that may use camera and pins; the service's user joins them.
    """
    packages = (*APT_PACKAGES, *(APT_PI_PACKAGES if raspberry_pi else ()))
    return (
        Run(("apt-get", "install", "-y", "--no-install-recommends", *packages)),
        # Exists already after the first time.
        Run(("useradd", "--system", "--user-group", "--home-dir", str(layout.state), "--no-create-home", USER), True),
        *(Run(("usermod", "--append", "--groups", group, USER)) for group in sorted(groups)),
        Folder(layout.state, 0o700, USER),
        *release_plan(layout, source, name),
        Link(layout.current, layout.release(name)),
        Text(layout.command, command_text(layout), 0o755),
        *service_plan(layout, port),
        Run(("systemctl", "enable", UNIT)),
        Run(("systemctl", "restart", UNIT)),
    )


def release_plan(layout: Layout, source: Path, name: str) -> tuple[Action, ...]:
    """A release with its own environment, complete before anything points to it."""
    release = layout.release(name)
    return (
        Folder(layout.releases),
        Copy(source, release),
        Run((str(release / "leafwatch"), "prepare")),
    )


def service_plan(layout: Layout, port: int) -> tuple[Action, ...]:
    """The units and the name in the network."""
    return (
        Text(layout.unit, unit_text(layout, port)),
        Text(layout.safe_unit, safe_unit_text(layout, port)),
        Text(layout.avahi, avahi_text(port)),
        Run(("systemctl", "daemon-reload")),
    )


def swap_plan(layout: Layout, name: str) -> tuple[Action, ...]:
    """Put another release in use; also the way back."""
    return (
        Link(layout.current, layout.release(name)),
        Run(("systemctl", "restart", UNIT)),
    )


def tidy_plan(layout: Layout, releases: Sequence[str], kept: Collection[str]) -> tuple[Action, ...]:
    """Remove releases that nobody goes back to; ``releases`` from the oldest to the newest."""
    spare = [name for name in releases if name not in kept]
    room = max(KEPT_RELEASES - len(kept), 0)
    return tuple(Remove(layout.release(name)) for name in spare[: len(spare) - room])


def uninstall_plan(layout: Layout, *, purge: bool) -> tuple[Action, ...]:
    """Take leafwatch away; games, settings and profile stay unless ``purge``."""
    kept: tuple[Action, ...] = ()
    if purge:
        kept = (Remove(layout.state), Run(("userdel", USER), True))
    return (
        Run(("systemctl", "disable", "--now", UNIT, SAFE_UNIT), True),
        Remove(layout.unit),
        Remove(layout.safe_unit),
        Remove(layout.avahi),
        Run(("systemctl", "daemon-reload")),
        Remove(layout.command),
        Remove(layout.current.parent),
        *kept,
    )
