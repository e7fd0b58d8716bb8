"""Where an installed leafwatch lies, and the files that tell systemd and Avahi about it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

USER = "leafwatch"
UNIT = "leafwatch.service"
SAFE_UNIT = "leafwatch-safe-mode.service"
WATCHDOG_S = 30
"""A part that has not moved for so long makes systemd start leafwatch anew."""

APT_PACKAGES = ("python3-venv", "avahi-daemon")
APT_PI_PACKAGES = ("python3-picamera2", "python3-lgpio")
"""What pip cannot bring to a Raspberry Pi: libcamera with its Python side, and the pins."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of an installation below ``root`` (``/`` but in tests)."""

    root: Path = Path("/")

    @property
    def releases(self) -> Path:
        """One folder a release, each with its own environment."""
        return self.root / "opt/leafwatch/releases"

    @property
    def current(self) -> Path:
        """A link to the release in use."""
        return self.root / "opt/leafwatch/current"

    @property
    def command(self) -> Path:
        """A script in the path of all users."""
        return self.root / "usr/local/bin/leafwatch"

    @property
    def state(self) -> Path:
        """Journal, profile and the page's settings: what an update never touches."""
        return self.root / "var/lib/leafwatch"

    @property
    def unit(self) -> Path:
        """The systemd unit."""
        return self.root / "etc/systemd/system" / UNIT

    @property
    def safe_unit(self) -> Path:
        """The unit that takes over when leafwatch cannot stay up."""
        return self.root / "etc/systemd/system" / SAFE_UNIT

    @property
    def avahi(self) -> Path:
        """The service file by which phones find ``leafwatch`` in the network."""
        return self.root / "etc/avahi/services/leafwatch.service"

    def release(self, name: str) -> Path:
        """The folder of one release."""
        return self.releases / name


def command_text(layout: Layout) -> str:
    """The command of all users: what asks for the table's games, settings or PIN runs as the service's own user."""
    return f"""\
#!/bin/sh
# leafwatch as it is installed here. Games, settings and PIN lie in {layout.state} and belong to the user {USER}:
# nobody else may read them, and the service could not use what root had written there.
if [ -n "${{LEAFWATCH_HOME:-}}" ]; then
    exec "{layout.current}/leafwatch" "$@" # another place was asked for
fi
case ${{1:-}} in
run | safe-mode | games | replay | export | import | backup | restore | pin | doctor) ;;
*) exec "{layout.current}/leafwatch" "$@" ;;
esac
set -- env LEAFWATCH_HOME="{layout.state}" HOME="{layout.state}" "{layout.current}/leafwatch" "$@"
if [ "$(id -un)" = {USER} ]; then
    exec "$@"
elif [ "$(id -u)" -eq 0 ]; then
    exec runuser -u {USER} -- "$@"
fi
shift 4
printf 'leafwatch: the table here belongs to the user {USER}: sudo leafwatch %s\\n' "$*" >&2
exit 2
"""


def unit_text(layout: Layout, port: int) -> str:
    """The unit of the appliance: restarted when it fails or hangs, and locked into what it needs."""
    return f"""\
[Unit]
Description=leafwatch, the referee above the table
Documentation=file://{layout.current}/README.md
After=network.target time-sync.target
# After five failures in five minutes it stays down, and the safe mode answers in its place.
StartLimitIntervalSec=300
StartLimitBurst=5
OnFailure={SAFE_UNIT}

[Service]
Type=notify
NotifyAccess=main
ExecStart={layout.current}/leafwatch run --port {port}
WatchdogSec={WATCHDOG_S}
# The first start measures and reads a picture; a Pi with a slow card takes its time.
TimeoutStartSec=90
TimeoutStopSec=15
Restart=on-failure
RestartSec=3
{_hardening(layout)}
[Install]
WantedBy=multi-user.target
"""


def safe_unit_text(layout: Layout, port: int) -> str:
    """The unit of the safe mode: the page without camera and lamps, so that somebody can see what is wrong."""
    return f"""\
[Unit]
Description=leafwatch in safe mode: the page alone, to see what is wrong and to save the games
Conflicts={UNIT}

[Service]
ExecStart={layout.current}/leafwatch safe-mode --port {port}
Restart=on-failure
RestartSec=10
{_hardening(layout)}"""


def _hardening(layout: Layout) -> str:
    return f"""\
User={USER}
Group={USER}
Environment=LEAFWATCH_HOME={layout.state} PYTHONDONTWRITEBYTECODE=1 HOME={layout.state}
WorkingDirectory={layout.state}
# Camera, media controller, frame memory, pins and the firmware's health; PrivateDevices would hide them too.
DevicePolicy=closed
DeviceAllow=char-video4linux rw
DeviceAllow=char-media rw
DeviceAllow=char-dma_heap rw
DeviceAllow=char-gpiochip rw
DeviceAllow=char-drm rw
DeviceAllow=char-vcio rw
StateDirectory=leafwatch
StateDirectoryMode=0700
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ReadWritePaths={layout.state}
ProtectHome=yes
ProtectProc=invisible
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
PrivateTmp=yes
PrivateMounts=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
MemoryMax=600M
"""


def avahi_text(port: int) -> str:
    """What Avahi tells the network: a page called leafwatch on this port."""
    return f"""\
<?xml version="1.0" standalone='no'?>
<!DOCTYPE service-group SYSTEM "avahi-service.dtd">
<service-group>
  <name replace-wildcards="yes">leafwatch on %h</name>
  <service>
    <type>_http._tcp</type>
    <port>{port}</port>
    <txt-record>path=/</txt-record>
  </service>
</service-group>
"""
