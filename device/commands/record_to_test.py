"""``leafwatch record-to-test``: makes a test of a recording: its pictures, its profile and what is read from them."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from calibration.profile import Profile
from device.archive.recording_ring import RECORDING, pictures, size_bytes
from device.cameras.files import open_recording
from device.commands.watch import Watcher
from device.errors import RequestError
from device.eyes import detector_of, tracker_of

EXPECTED: Final = "expected.jsonl"


def run(options: argparse.Namespace) -> int:
    """Write the folder of a test and print what it expects, to be checked by a person; returns 0.

    Raises:
        RequestError: there is no recording, or the folder is there already or cannot be written.
        ProfileError, PictureError: the recording is damaged.
    """
    made = make_test(options.recording, options.folder)
    for line in made:
        print(line)
    print(f"Wrote {options.folder}, {size_bytes(options.folder)} bytes.")
    print(f"Is this what lay there? If not, correct {EXPECTED}.")
    return 0


def make_test(recording: Path, folder: Path) -> tuple[str, ...]:
    """Copy a recording's pictures and profile and write down what is read from them; returns the expected lines.

    Raises:
        RequestError: there is no recording, or the folder is there already or cannot be written.
        ProfileError, PictureError: the recording is damaged.
    """
    if not (recording / RECORDING).is_file():
        raise RequestError(f"{recording}: expected a recording, found no {RECORDING} in it")
    if folder.exists():
        raise RequestError(f"{folder}: is there already: give another name")
    try:
        segment = folder / "segment-0001"
        segment.mkdir(parents=True)
        shutil.copy(recording / RECORDING, folder)
        shutil.copytree(recording / "profile", folder / "profile")
        for picture in pictures(recording):
            shutil.copy(picture, segment)
        lines = tuple(expected(folder))
        (folder / EXPECTED).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise RequestError(f"{folder}: cannot be written: {error.strerror or error}") from error
    return lines


def expected(recording: Path) -> Iterator[str]:
    """What ``leafwatch watch --json`` says of a recording, a line an event."""
    profile = Profile.load(recording / "profile")
    watcher = Watcher(profile, detector_of(profile), tracker_of(profile))
    with open_recording(recording) as camera:
        for happening in watcher.watch(camera):
            yield json.dumps(happening, ensure_ascii=False, sort_keys=True)
