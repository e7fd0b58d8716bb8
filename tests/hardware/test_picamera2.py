"""Runs the cases beside this file on the real Picamera2 and libcamera's virtual camera, if that was built."""

from __future__ import annotations

import fcntl
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PICAMERA2S_OWN = (
    "-Wignore:setDaemon:DeprecationWarning",
    "-Wignore::pytest.PytestUnraisableExceptionWarning",  # it leaves pipes to the garbage collector
)
"""Warnings that are errors here and that picamera2 itself gives cause for."""

LONGEST_S = 300  # a driver that hangs shall fail the test, not stop the run
BUILD = "tests/hardware/build_virtual_libcamera.sh"


def built() -> Path | None:
    """Where the build script has put libcamera for this Python, if it has; waits while it is building."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "leafwatch"
    building = cache / "libcamera-building"
    if building.exists():
        with building.open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH)
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}-{platform.machine()}"
    return next((ready.parent for ready in sorted(cache.glob(f"libcamera-*-{tag}/ready"))), None)


def environment(prefix: Path) -> dict[str, str]:
    """What must be set before Python starts so that it finds libcamera and Picamera2."""
    bindings = next(prefix.glob("lib/python3*/*-packages"))  # Debian's own Python calls them dist-packages
    paths = [str(bindings), str(prefix / "site"), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "LD_LIBRARY_PATH": str(prefix / "lib"),
        "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        "LIBCAMERA_LOG_LEVELS": "*:FATAL",
        "LEAFWATCH_VIRTUAL_LIBCAMERA": str(prefix),
    }


@pytest.mark.late
@pytest.mark.parametrize("cases", sorted(path.name for path in HERE.glob("cases_*.py")))
def test_the_cases_pass_on_the_real_picamera2(cases: str) -> None:
    """Every case of the file passes, none is skipped, in a process that has libcamera's virtual camera."""
    prefix = built()
    if prefix is None:
        pytest.skip(f"libcamera's virtual camera is not built for this Python: run {BUILD}")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:xdist",
        "-p",
        "no:cacheprovider",
        *PICAMERA2S_OWN,
        str(HERE / cases),
    ]
    with (prefix / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the camera's folder of pictures is one for all
        done = subprocess.run(
            command,
            cwd=HERE.parents[1],
            env=environment(prefix),
            capture_output=True,
            text=True,
            check=False,
            timeout=LONGEST_S,
        )
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout
