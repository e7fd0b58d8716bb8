"""Installing, updating and removing, below a root of the test's own; programs are written down instead of run."""

import argparse
import shutil
import sqlite3
import subprocess
import sys
import types
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from device.install import install_command, update_command
from device.install.actions import InstallError, Link, Remove, Run, Text, carry_out
from device.install.health import answers, comes_up, playing_since
from device.install.install_command import present_groups
from device.install.layout import UNIT, Layout, avahi_text, safe_unit_text, unit_text
from device.install.plans import install_plan, tidy_plan, uninstall_plan
from device.install.release import current_release, release_name
from device.install.update_command import installed_port, update

REPOSITORY = Path(__file__).resolve().parents[2]


class Recorder:
    """Stands where programs are run: remembers them, fails where it is told to, and can act in their place."""

    def __init__(self, failing: str = "") -> None:
        self.ran: list[str] = []
        self._failing = failing

    def __call__(self, argv: Sequence[str]) -> None:
        """Take note of a program."""
        self.ran.append(" ".join(argv))
        if self._failing and self._failing in self.ran[-1]:
            raise InstallError(f"{argv[0]}: failed with status 1")


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    """An installation's places below a folder of the test."""
    return Layout(tmp_path / "root")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout: every part is there, with one file each."""
    source = tmp_path / "checkout"
    for folder in ("locks", "device", "webui", "calibration", "vision", "engine", ".git", ".venv"):
        (source / folder).mkdir(parents=True)
        (source / folder / "part.py").write_text("", encoding="utf-8")
    (source / "device/version.py").write_text('VERSION = "1.0"\n', encoding="utf-8")
    (source / "leafwatch").write_text("#!/bin/sh\n", encoding="utf-8")
    (source / "pyproject.toml").write_text("", encoding="utf-8")
    return source


def installed(layout: Layout, checkout: Path) -> str:
    """Install a checkout; returns its release name."""
    name = release_name(checkout)
    plan = install_plan(layout, checkout, name, port=8080, raspberry_pi=True, groups=("gpio", "video"))
    carry_out(plan, Recorder(), lambda line: None)
    return name


def grown(checkout: Path) -> str:
    """The checkout becomes another release; returns its name."""
    (checkout / "engine/part.py").write_text("NEW = 1\n", encoding="utf-8")
    return release_name(checkout)


def journal_of(layout: Layout, version: int, at: datetime | None = None) -> Path:
    """A journal of a schema version with one running game."""
    path = layout.state / "journal.sqlite3"
    connection = sqlite3.connect(path)
    connection.executescript(
        "DROP TABLE IF EXISTS games; DROP TABLE IF EXISTS events;"
        "CREATE TABLE games (id INTEGER, ended_at TEXT); CREATE TABLE events (game_id INTEGER, at TEXT);"
        f"INSERT INTO games VALUES (1, NULL); PRAGMA user_version = {version};"
    )
    if at is not None:
        connection.execute("INSERT INTO events VALUES (1, ?)", (at.isoformat().removesuffix("+00:00"),))
    connection.commit()
    connection.close()
    return path


def test_a_dry_run_names_every_step_and_touches_nothing(tmp_path: Path) -> None:
    """The real command, dry: packages, user, release, links, units and start are named; the root stays empty."""
    command = [sys.executable, "-m", "device.cli", "install", "--dry-run", "--root", str(tmp_path), "--port", "8099"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    for word in ("apt-get install", "useradd", "prepare", "leafwatch.service", "avahi", "systemctl restart"):
        assert word in done.stdout
    assert not list(tmp_path.iterdir())


def test_installing_lays_everything_down_and_again_changes_nothing(layout: Layout, checkout: Path) -> None:
    """After an install the command leads to the release; a second one ends in the same files."""
    name = installed(layout, checkout)
    assert current_release(layout.current) == name
    assert layout.command.stat().st_mode & 0o777 == 0o755
    assert f'"{layout.current}/leafwatch"' in layout.command.read_text(encoding="utf-8")
    assert not (layout.release(name) / ".git").exists()
    before = sorted(path for path in layout.root.rglob("*"))
    assert installed(layout, checkout) == name
    assert sorted(path for path in layout.root.rglob("*")) == before


@pytest.mark.parametrize("command", [install_command, update_command], ids=["install", "update"])
def test_an_installed_release_is_never_laid_over_itself(
    layout: Layout, checkout: Path, monkeypatch: pytest.MonkeyPatch, command: types.ModuleType
) -> None:
    """The installed command's own install and update name the checkout; the release stays whole."""
    name = installed(layout, checkout)
    monkeypatch.setattr(command, "SOURCE", layout.current.resolve())
    with pytest.raises(InstallError, match=r"sudo \./leafwatch (install|update)"):
        command.run(argparse.Namespace(root=layout.root, port=8080, dry_run=True, force=False))
    assert (layout.release(name) / "leafwatch").is_file()


def test_an_install_says_which_step_failed_and_goes_no_further(layout: Layout, checkout: Path) -> None:
    """An environment that cannot be made: nothing points to the release, no service is enabled."""
    recorder = Recorder(failing="prepare")
    plan = install_plan(layout, checkout, release_name(checkout), port=8080, raspberry_pi=False, groups=())
    with pytest.raises(InstallError, match="failed with status 1"):
        carry_out(plan, recorder, lambda line: None)
    assert current_release(layout.current) is None
    assert not any("systemctl" in line for line in recorder.ran)


def told(layout: Layout, tmp_path: Path, user: str, uid: int, *arguments: str, home: str = "") -> tuple[int, str, str]:
    """What the installed command does for a user: its status, what the program was started with, what was said."""
    programs = tmp_path / "programs"
    programs.mkdir(exist_ok=True)
    (layout.current / "leafwatch").write_text('#!/bin/sh\necho "$LEAFWATCH_HOME|$*"\n', encoding="utf-8")
    (programs / "id").write_text(f'#!/bin/sh\n[ "$1" = -un ] && echo {user} || echo {uid}\n', encoding="utf-8")
    (programs / "runuser").write_text('#!/bin/sh\necho "as $2"\nshift 3\nexec "$@"\n', encoding="utf-8")
    for program in (layout.current / "leafwatch", programs / "id", programs / "runuser"):
        program.chmod(0o755)
    environment = {"PATH": f"{programs}:/usr/bin:/bin", "LEAFWATCH_HOME": home}
    done = subprocess.run([layout.command, *arguments], env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_the_installed_command_asks_the_installed_table(layout: Layout, checkout: Path, tmp_path: Path) -> None:
    """A forgotten PIN is the service's, wherever the command is typed: as its user, or not at all."""
    installed(layout, checkout)
    state = str(layout.state)
    assert told(layout, tmp_path, "root", 0, "pin", "--reset") == (0, f"as leafwatch\n{state}|pin --reset\n", "")
    assert told(layout, tmp_path, "leafwatch", 999, "games") == (0, f"{state}|games\n", "")
    refused = "leafwatch: the table here belongs to the user leafwatch: sudo leafwatch backup x.zip\n"
    assert told(layout, tmp_path, "ada", 1000, "backup", "x.zip") == (2, "", refused)


def test_the_installed_command_leaves_the_rest_to_who_types_it(layout: Layout, checkout: Path, tmp_path: Path) -> None:
    """A demo plays in one's own home, an update needs root, and a home that was named is that one."""
    installed(layout, checkout)
    assert told(layout, tmp_path, "ada", 1000, "demo", "--seed", "1") == (0, "|demo --seed 1\n", "")
    assert told(layout, tmp_path, "root", 0, "update") == (0, "|update\n", "")
    assert told(layout, tmp_path, "ada", 1000, "games", home="/elsewhere") == (0, "/elsewhere|games\n", "")


def test_a_raspberry_pi_gets_its_camera_from_the_system(layout: Layout, checkout: Path) -> None:
    """Libcamera and the pins are apt packages on a Pi, and not asked for elsewhere."""
    on_pi = install_plan(layout, checkout, "x", port=1, raspberry_pi=True, groups=())
    elsewhere = install_plan(layout, checkout, "x", port=1, raspberry_pi=False, groups=())
    assert "python3-picamera2" in str(on_pi[0])
    assert "python3-picamera2" not in str(elsewhere[0])


def test_removing_leaves_the_games_unless_they_are_to_go_too(layout: Layout, checkout: Path) -> None:
    """Uninstalling takes program and units; the state folder goes with --purge only."""
    installed(layout, checkout)
    journal = journal_of(layout, 1)
    carry_out(uninstall_plan(layout, purge=False), Recorder(), lambda line: None)
    assert journal.exists()
    assert not layout.unit.exists()
    assert not layout.current.is_symlink()
    assert not layout.command.exists()
    carry_out(uninstall_plan(layout, purge=True), Recorder(), lambda line: None)
    assert not layout.state.exists()


def test_an_update_that_answers_is_in_use_and_the_old_release_is_kept(layout: Layout, checkout: Path) -> None:
    """The link points to the new release; old and new are there, an older one is not."""
    old = installed(layout, checkout)
    (layout.releases / "0.9-aaaaaaaa").mkdir()
    new = grown(checkout)
    update(layout, checkout, old, new, 8080, Recorder(), lambda port: True)
    assert current_release(layout.current) == new
    assert sorted(path.name for path in layout.releases.iterdir()) == sorted([old, new])


def test_an_update_that_does_not_answer_is_swapped_back_with_its_journal(layout: Layout, checkout: Path) -> None:
    """A release that brings the journal up to date and dies: the old release, its unit and its journal are back."""
    old = installed(layout, checkout)
    journal = journal_of(layout, 1)
    unit = layout.unit.read_text(encoding="utf-8")
    new = grown(checkout)
    tries = iter([False, True])

    def up(port: int) -> bool:
        answered = next(tries)
        if not answered:
            journal_of(layout, 2)  # what the new release did before it died
        return answered

    with pytest.raises(InstallError, match=f"{old} is in use again"):
        update(layout, checkout, old, new, 8080, Recorder(), up)
    assert current_release(layout.current) == old
    assert layout.unit.read_text(encoding="utf-8") == unit
    with sqlite3.connect(journal) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    connection.close()
    assert journal.with_name("journal.sqlite3.newer").exists()


def test_a_release_that_cannot_be_made_leaves_the_old_one_running(layout: Layout, checkout: Path) -> None:
    """No environment, no swap: the service is not even stopped, and the half release is gone."""
    old = installed(layout, checkout)
    new = grown(checkout)
    recorder = Recorder(failing="prepare")
    with pytest.raises(InstallError):
        update(layout, checkout, old, new, 8080, recorder, lambda port: True)
    assert current_release(layout.current) == old
    assert not layout.release(new).exists()
    assert not any("systemctl" in line for line in recorder.ran)


@pytest.mark.parametrize(("hours", "playing"), [(0.1, True), (1.9, True), (2.5, False), (-1, False)])
def test_an_update_waits_for_people_who_play(layout: Layout, hours: float, playing: bool) -> None:
    """A move within two hours means playing; an old game, or a clock that jumped back, does not block for ever."""
    layout.state.mkdir(parents=True)
    now = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
    journal = journal_of(layout, 1, now - timedelta(hours=hours))
    assert (playing_since(journal, now) is not None) is playing


def test_an_equal_checkout_has_an_equal_release_name_and_a_changed_one_another(checkout: Path) -> None:
    """The name follows the program's files, not what lies beside them."""
    name = release_name(checkout)
    (checkout / ".venv/part.py").write_text("X = 1\n", encoding="utf-8")
    assert release_name(checkout) == name
    assert grown(checkout) != name
    shutil.rmtree(checkout / "locks")
    with pytest.raises(InstallError, match="there is no locks"):
        release_name(checkout)


def test_the_port_is_read_from_the_unit(layout: Layout, checkout: Path) -> None:
    """An update keeps the port of the installation; a unit without one is refused."""
    installed(layout, checkout)
    assert installed_port(layout) == 8080
    layout.unit.write_text("[Service]\n", encoding="utf-8")
    with pytest.raises(InstallError, match="install again"):
        installed_port(layout)


def test_a_service_that_falls_over_at_once_is_not_up() -> None:
    """Nobody answers on a free port: patience ends, without waiting for the real clock."""
    seconds = iter(range(1000))
    assert not answers(9, timeout_s=0.2)
    assert not comes_up(9, 20.0, clock=lambda: float(next(seconds)), pause=lambda s: None)


def test_groups_that_this_machine_does_not_have_are_left_out() -> None:
    """A group that is not there would stop the install."""
    assert present_groups(("root", "no-such-group-here")) == ("root",)


def test_each_action_says_itself_in_one_line(tmp_path: Path) -> None:
    """A dry run is readable: one line an action."""
    for action in (Run(("a", "b c")), Text(tmp_path, "x\ny"), Link(tmp_path, tmp_path), Remove(tmp_path)):
        assert "\n" not in str(action)


def test_old_releases_go_but_never_those_that_are_kept(layout: Layout) -> None:
    """Of four releases the two that are kept stay."""
    plan = tidy_plan(layout, ["a", "b", "c", "d"], {"c", "d"})
    assert plan == (Remove(layout.release("a")), Remove(layout.release("b")))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze on this machine")
def test_systemd_finds_nothing_wrong_with_the_units(layout: Layout, checkout: Path) -> None:
    """``systemd-analyze verify`` is silent about both units, and their exposure is rated OK."""
    (checkout / "leafwatch").chmod(0o755)
    installed(layout, checkout)
    units = [str(layout.unit), str(layout.safe_unit)]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, check=False
    )
    ours = [line for line in done.stderr.splitlines() if "leafwatch" in line]
    assert done.returncode == 0, done.stderr
    assert not ours
    rating = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=30", "--no-pager", str(layout.unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert rating.returncode == 0, rating.stdout.splitlines()[-1]


def test_the_units_watch_and_lock_what_they_should() -> None:
    """The service is notified and watched, runs as its own user, and has the safe mode to fall back on."""
    text = unit_text(Layout(), 8080)
    for line in ("Type=notify", "WatchdogSec=30", "User=leafwatch", "ProtectSystem=strict", "CapabilityBoundingSet="):
        assert line in text.splitlines()
    assert "OnFailure=leafwatch-safe-mode.service" in text
    assert f"Conflicts={UNIT}" in safe_unit_text(Layout(), 8080)
    assert "<port>8080</port>" in avahi_text(8080)
