"""The doctor's look at the machine: Python and packages, the Pi's power and heat, the disk."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib import metadata, util
from pathlib import Path

import cv2

from device.doctor.finding import Finding, Level
from engine.sentence import listed, say

PACKAGES = ("numpy", "opencv-python-headless", "flask", "waitress", "gpiozero")
PICAMERA2_IMPORT_S = 30
HOT_C, TOO_HOT_C = 70.0, 80.0  # the Pi slows itself down from 80 degrees on
ALMOST_FULL, FULL = 0.80, 0.95
LEAST_FREE_BYTES = 200 * 2**20

_THROTTLING = {
    0: say("too little voltage now"),
    1: say("processor slowed down now"),
    2: say("throttled now"),
    3: say("too hot now"),
    16: say("too little voltage since the start"),
    17: say("processor slowed down since the start"),
    18: say("throttled since the start"),
    19: say("too hot since the start"),
}
_NOW = 0xF
_ANEW = say("remove the folder .venv and start leafwatch again")


def python() -> Finding:
    """The interpreter's version."""
    version = ".".join(map(str, sys.version_info[:3]))
    if not (3, 11) <= sys.version_info[:2] <= (3, 13):
        text = say("{version}; expected 3.11 to 3.13", version=version)
        return Finding("Python", Level.PROBLEM, text, say("install one of these, then start leafwatch again"))
    return Finding("Python", Level.OK, say("{version} at {place}", version=version, place=sys.executable))


def packages(version_of: Callable[[str], str] = metadata.version) -> list[Finding]:
    """What leafwatch cannot do without, and the two OpenCVs that overwrite each other."""
    versions: dict[str, str] = {}
    missing = []
    for package in PACKAGES:
        try:
            versions[package] = version_of(package)
        except metadata.PackageNotFoundError:
            missing.append(package)
    found = ", ".join(f"{package} {version}" for package, version in versions.items())
    if missing:
        text = say("missing: {missing} (found: {found})", missing=", ".join(missing), found=found or say("none"))
        return [Finding("packages", Level.PROBLEM, text, _ANEW)]
    findings = [Finding("packages", Level.OK, found)]
    try:
        version = version_of("opencv-python")
        text = say("opencv-python {version} is installed beside opencv-python-headless", version=version)
        remedy = say("remove the folder .venv and start leafwatch again: the two overwrite each other's files")
        findings.append(Finding("OpenCV", Level.PROBLEM, text, remedy))
    except metadata.PackageNotFoundError:
        pass
    if not hasattr(cv2, "aruco") or not hasattr(cv2.aruco, "ArucoDetector"):
        text = say(
            "cv2 {version} at {place} does not know corner cards; expected 4.10 or later",
            version=cv2.__version__,
            place=cv2.__file__,
        )
        findings.append(Finding("OpenCV", Level.PROBLEM, text, _ANEW))
    return findings


def picamera2(model: str | None, try_import: Callable[[], str] | None = None) -> Finding:
    """Whether Picamera2 can be imported, above all together with the numpy that is here."""
    if util.find_spec("picamera2") is None and try_import is None:
        if model is None:
            return Finding("picamera2", Level.OK, say("not installed; needed on a Raspberry Pi only"))
        remedy = say("sudo apt install -y python3-picamera2, then remove the folder .venv and start leafwatch again")
        return Finding("picamera2", Level.PROBLEM, say("not installed, so the Pi's camera cannot be used"), remedy)
    wrong = (try_import or _import_picamera2)()
    if not wrong:
        text = say("works together with numpy {version}", version=metadata.version("numpy"))
        return Finding("picamera2", Level.OK, text)
    if "numpy.dtype size changed" in wrong:  # raspberrypi/picamera2#1211
        text = say(
            "its parts are built for another numpy than {version} ({why})",
            version=metadata.version("numpy"),
            why=wrong,
        )
        remedy = say(
            ".venv/bin/pip install 'numpy<2' 'opencv-python-headless<4.12', or .venv/bin/pip install -U simplejpeg"
        )
        return Finding("picamera2", Level.PROBLEM, text, remedy)
    remedy = say(
        "sudo apt install --reinstall python3-picamera2, then remove the folder .venv and start leafwatch again"
    )
    text = say("cannot be imported: {why}", why=wrong)
    return Finding("picamera2", Level.PROBLEM if model else Level.NOTICE, text, remedy)


def _import_picamera2() -> str:
    """Import it in a process of its own, for it may crash; returns the last line of the error, or nothing."""
    try:
        tried = subprocess.run(
            [sys.executable, "-c", "import picamera2"],
            capture_output=True,
            text=True,
            timeout=PICAMERA2_IMPORT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return say("still importing after {seconds} s", seconds=PICAMERA2_IMPORT_S)
    if tried.returncode == 0:
        return ""
    return (tried.stderr.strip().splitlines() or [f"exit status {tried.returncode}"])[-1]


def model(name: str | None) -> Finding:
    """Which Raspberry Pi this is, if it is one."""
    return Finding("machine", Level.OK, name or say("no Raspberry Pi ({machine})", machine=os.uname().machine))


def power(root: Path = Path("/")) -> list[Finding]:
    """The Pi's throttling bits; nothing on other machines."""
    # soc:firmware up to the Pi 4; the folder's name is another on later ones.
    files = sorted((root / "sys/devices/platform").glob("*/*firmware/get_throttled"))
    try:
        bits = int(files[0].read_text(), 16)
    except (IndexError, OSError, ValueError):
        return []
    meant = [text for bit, text in _THROTTLING.items() if bits >> bit & 1]
    if not meant:
        return [Finding("power", Level.OK, say("enough voltage, not throttled"))]
    remedy = say("use the Pi's own power supply and a short cable; cool it if it is hot")
    level = Level.PROBLEM if bits & _NOW else Level.NOTICE
    return [Finding("power", level, listed(meant), remedy)]


def temperature(root: Path = Path("/")) -> list[Finding]:
    """The processor's temperature where the system tells it."""
    try:
        degrees = int((root / "sys/class/thermal/thermal_zone0/temp").read_text()) / 1000
    except (OSError, ValueError):
        return []
    level = Level.OK if degrees < HOT_C else Level.NOTICE if degrees < TOO_HOT_C else Level.PROBLEM
    remedy = "" if level is Level.OK else say("give it air, a heat sink or a fan; from 80 degrees on it slows down")
    return [Finding("temperature", level, say("{degrees} degrees Celsius", degrees=f"{degrees:.0f}"), remedy)]


def disk(state: Path, usage: Callable[[Path], Mapping[str, int]] | None = None) -> Finding:
    """Room and permission where the journal lies."""
    # os.path, for a Path raises where a folder may not be entered
    folder = next(parent for parent in (state, *state.parents) if os.path.exists(parent))
    figures = usage(folder) if usage else shutil.disk_usage(folder)._asdict()
    # a file system without any room, such as /proc, takes no files whatever its permissions say
    if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK) or not figures["total"]:
        remedy = say("give this user the right to write there, or set LEAFWATCH_HOME to another folder")
        return Finding("disk", Level.PROBLEM, say("{folder} cannot be written", folder=str(state)), remedy)
    share = 1 - figures["free"] / figures["total"]
    text = say(
        "{free} MiB free, {share} used ({folder})",
        free=f"{figures['free'] / 2**20:.0f}",
        share=f"{share:.0%}",
        folder=str(state),
    )
    if share >= FULL or figures["free"] < LEAST_FREE_BYTES:
        remedy = say("free some space: a full disk stops the journal and so the game")
        return Finding("disk", Level.PROBLEM, text, remedy)
    if share >= ALMOST_FULL:
        return Finding("disk", Level.NOTICE, text, say("free some space soon"))
    return Finding("disk", Level.OK, text)
