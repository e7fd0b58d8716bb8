"""The launcher script: what it says on a machine that lacks something, tried with a bare PATH."""

import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

LAUNCHER = Path(__file__).parent.parent / "leafwatch"
TOOLS = ("sh", "dirname", "readlink", "grep", "cmp", "cp", "rm")


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder for PATH that holds a shell's tools and no Python."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in TOOLS:
        where = shutil.which(tool)
        assert where is not None
        (folder / tool).symlink_to(where)
    return folder


def launch(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the launcher with only this folder in PATH and no environment made yet."""
    environment = {"PATH": str(path), "HOME": str(path.parent), "LEAFWATCH_VENV": str(path.parent / "venv")}
    return subprocess.run(
        [str(path / "sh"), str(LAUNCHER), *arguments], env=environment, capture_output=True, text=True, check=False
    )


def fake_python(folder: Path, lines: str) -> None:
    """A python3 that runs these lines of shell."""
    script = folder / "python3"
    script.write_text(f"#!{folder / 'sh'}\n{lines}\n", encoding="utf-8")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)


def test_without_python_it_says_in_one_sentence_what_to_install(bare: Path) -> None:
    """No Python at all: one line that names the package, exit status 2, nothing made."""
    result = launch(bare, "demo")
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "apt install python3" in result.stderr
    assert not (bare.parent / "venv").exists()


def test_a_python_that_is_too_old_is_none(bare: Path) -> None:
    """A Python that fails the version check is treated like no Python."""
    fake_python(bare, "exit 1")
    result = launch(bare, "test")
    assert result.returncode == 2
    assert "Python 3.11, 3.12 or 3.13 is needed" in result.stderr


def test_without_the_venv_module_it_names_the_package(bare: Path) -> None:
    """A Python without venv, as Debian ships it: one line that names python3-venv."""
    fake_python(bare, 'case "$2" in *version_info*) exit 0 ;; *) exit 1 ;; esac')
    result = launch(bare, "demo")
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "python3-venv" in result.stderr


def test_it_works_through_a_link_and_from_another_folder(tmp_path: Path) -> None:
    """A link elsewhere to the launcher finds the repository and reaches the command line."""
    link = tmp_path / "leafwatch"
    link.symlink_to(LAUNCHER)
    environment = {name: value for name, value in os.environ.items() if name != "LEAFWATCH_VENV"}
    if not (LAUNCHER.parent / ".venv" / "bin" / "python").exists():
        pytest.skip("the launcher's own environment is not made here: run ./leafwatch test")
    (tmp_path / "device").mkdir()
    (tmp_path / "device" / "__init__.py").write_text("raise SystemExit('the wrong device')\n", encoding="utf-8")
    result = subprocess.run(
        [str(link), "--help"], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0
    assert "demo" in result.stdout
