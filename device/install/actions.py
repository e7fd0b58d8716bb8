"""What an installation does to a machine, as values: printed for a dry run, carried out for a real one."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from device.atomic_file import write_atomically
from device.errors import DeviceError

SKIPPED = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "artifacts", ".hypothesis")
"""What is not part of the program in a folder that people work in."""


class InstallError(DeviceError, RuntimeError):
    """A step failed; says which, what the machine answered, and that everything before it stands."""


@dataclass(frozen=True, slots=True)
class Run:
    """A program with its arguments; ``tolerant`` of failing where the next steps do not need it."""

    argv: tuple[str, ...]
    tolerant: bool = False

    def __str__(self) -> str:
        return f"run     {shlex.join(self.argv)}"


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that is there afterwards, with its mode and its owner (a user's name, None: root)."""

    path: Path
    mode: int = 0o755
    owner: str | None = None

    def __str__(self) -> str:
        return f"folder  {self.path} mode {self.mode:04o}, owner {self.owner or 'root'}"


@dataclass(frozen=True, slots=True)
class Text:
    """A file with this content, replaced in one step."""

    path: Path
    content: str
    mode: int = 0o644

    def __str__(self) -> str:
        return f"write   {self.path} ({len(self.content.encode())} bytes)"


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a folder with the program, without what is not part of it; what was there is replaced."""

    source: Path
    target: Path

    def __str__(self) -> str:
        return f"copy    {self.source} -> {self.target}"


@dataclass(frozen=True, slots=True)
class Link:
    """A symbolic link that points to the target afterwards; moved in one step, so that it always points somewhere."""

    path: Path
    target: Path

    def __str__(self) -> str:
        return f"link    {self.path} -> {self.target}"


@dataclass(frozen=True, slots=True)
class Remove:
    """A file or folder that is gone afterwards; no error if it was not there."""

    path: Path

    def __str__(self) -> str:
        return f"remove  {self.path}"


Action = Run | Folder | Text | Copy | Link | Remove

Runner = Callable[[Sequence[str]], None]
"""Runs a program; raises InstallError when it fails."""


def run_program(argv: Sequence[str]) -> None:
    """Run a program and show what it says.

    Raises:
        InstallError: it is not there, or it failed.
    """
    try:
        done = subprocess.run(argv, check=False)
    except OSError as error:
        raise InstallError(f"{shlex.join(argv)}: cannot be run: {error}") from error
    if done.returncode:
        raise InstallError(f"{shlex.join(argv)}: failed with status {done.returncode}; what it said stands above")


def carry_out(actions: Iterable[Action], runner: Runner = run_program, say: Callable[[str], object] = print) -> None:
    """Do one action after the other, each said before it begins.

    Raises:
        InstallError: an action failed; those before it stand, none after it is begun. Doing all again is safe.
    """
    for action in actions:
        say(str(action))
        try:
            _do(action, runner)
        except OSError as error:
            raise InstallError(f"{action}: {error}") from error


def _do(action: Action, runner: Runner) -> None:
    match action:
        case Run(argv, tolerant):
            try:
                runner(argv)
            except InstallError:
                if not tolerant:
                    raise
        case Folder(path, mode, owner):
            path.mkdir(parents=True, exist_ok=True)
            path.chmod(mode)
            if owner is not None:
                runner(("chown", f"{owner}:{owner}", str(path)))
        case Text(path, content, mode):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, content.encode())
            path.chmod(mode)
        case Copy(source, target):
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(source, target, symlinks=True, ignore=SKIPPED)
        case Link(path, target):
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(f".{path.name}.new")
            beside.unlink(missing_ok=True)
            beside.symlink_to(target)
            os.replace(beside, path)
        case Remove(path):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
