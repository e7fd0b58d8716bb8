"""Files that somebody asks for by name: links, devices and pipes stay what they are, and others may read them."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

import pytest

from device.atomic_file import write_atomically, write_output
from device.cli import main


@pytest.fixture
def umask_022() -> object:
    """The usual mask of a shell."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask_022")
def test_what_was_asked_for_may_be_read_by_others_and_what_is_kept_may_not(tmp_path: Path) -> None:
    """An output gets the rights that any program's file gets; settings and PIN stay their owner's."""
    write_output(tmp_path / "cards.pdf", b"%PDF")
    write_atomically(tmp_path / "pin", b"1234")
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("cards.pdf", "pin")]
    assert modes == [0o644, 0o600]


def test_a_link_leads_to_what_is_written(tmp_path: Path) -> None:
    """The link stays, the file that it leads to is replaced, also where that is not there yet."""
    (tmp_path / "there").mkdir()
    link = tmp_path / "link.pdf"
    link.symlink_to(Path("there") / "cards.pdf")
    for content in (b"one", b"two"):
        write_output(link, content)
        assert link.is_symlink()
        assert (tmp_path / "there" / "cards.pdf").read_bytes() == content


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    """``leafwatch markers PIPE`` gives the PDF to who reads the pipe."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    assert main(["markers", str(pipe)]) == 0
    reader.join(20)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert got[0].startswith(b"%PDF-")


def test_a_device_stays_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a full device refuses is said, and the link to it stays."""
    link = tmp_path / "full.pdf"
    link.symlink_to("/dev/full")
    assert main(["markers", str(link)]) == 2
    assert "cannot be written: No space left on device" in capsys.readouterr().err
    assert stat.S_ISCHR(link.stat().st_mode)


@pytest.mark.parametrize("arguments", [["markers", "cards.pdf"], ["--help"]])
def test_an_output_that_cannot_be_written_is_said(tmp_path: Path, arguments: list[str]) -> None:
    """Standard output on a full disk: one sentence and exit 1, whatever was to be printed."""
    with open("/dev/full", "w") as full:
        done = run(arguments, tmp_path, full)
    assert (done.returncode, done.stderr) == (
        1,
        "leafwatch: the output cannot be written: No space left on device\n",
    )


def test_a_reader_that_has_gone_is_nothing_to_tell(tmp_path: Path) -> None:
    """``leafwatch ... | true`` ends without a word, though not as done."""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as gone:
        done = run(["markers", "cards.pdf"], tmp_path, gone)
    assert (done.returncode, done.stderr) == (1, "")


def run(arguments: list[str], folder: Path, output: IO[str]) -> subprocess.CompletedProcess[str]:
    """The program by itself in a folder, with this standard output, which is written when it ends."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    environment.pop("PYTHONUNBUFFERED", None)
    return subprocess.run(
        [sys.executable, "-m", "device.cli", *arguments],
        cwd=folder,
        env=environment,
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
