"""The appliance as a process of its own: a recorded table, the page, a command, a pulled plug."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from device.cli import main

ROOT = Path(__file__).parents[3]
PIN = "271828"
SCENE = ROOT / "tests" / "data" / "scenes" / "normal_302_cards"
SHOWN = ["step_00", "step_01_hand", *["step_01"] * 300]
"""The first leaf is laid and then lies for ten minutes: however slow the machine, no next one comes meanwhile."""


@pytest.fixture
def home(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A state folder with the profile of a recorded table in it."""
    assert main(["calibrate", "--profile", str(tmp_path / "profile"), "--image", str(SCENE / "step_00.jpg")]) == 0
    capsys.readouterr()
    return tmp_path


@pytest.fixture
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of recorded pictures whose last one stays."""
    folder = tmp_path_factory.mktemp("source")
    for name in set(SHOWN):
        (folder / f"{name}.jpg").symlink_to(SCENE / f"{name}.jpg")
    listed = {"images": [{"file": f"{name}.jpg"} for name in SHOWN]}
    (folder / "sequence.json").write_text(json.dumps(listed), encoding="utf-8")
    return folder


@contextmanager
def running(home: Path, source: Path, **more: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """``leafwatch run`` on the recorded pictures, with the address of its page on this machine."""
    environment = {**os.environ, "LEAFWATCH_HOME": str(home), "PYTHONPATH": str(ROOT), **more}
    arguments = [sys.executable, "-m", "device.cli", "run", "--port", "0", "--source", f"file:{source}"]
    with subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            url = next(line.split()[-1] for line in process.stdout if "localhost" in line)
            yield process, url
        finally:
            process.kill()


def message_that(url: str, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first table message for which this holds; long polls, so nothing sleeps."""
    seq = silent = 0
    while silent < 15:
        with urllib.request.urlopen(f"{url}api/state?since={seq}&wait=20", timeout=180) as answer:
            message: dict[str, Any] = json.load(answer)
        if wanted(message):
            return message
        seq, silent = message["seq"], silent + 1 if message["seq"] == seq else 0
    raise AssertionError(f"nothing new for five minutes: {message['status']} {message.get('verdict')}")


def ask(url: str, name: str) -> dict[str, Any]:
    """Post a command as the host does."""
    return send(logged_in(url), f"{url}api/command", {"name": name, "body": {}})


def logged_in(url: str) -> urllib.request.OpenerDirector:
    """The host's browser."""
    host = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    send(host, f"{url}api/host/claim", {"pin": PIN})  # refused when an earlier run has a PIN, which is the same
    assert send(host, f"{url}api/host/login", {"pin": PIN})["ok"]
    return host


def send(browser: urllib.request.OpenerDirector, url: str, body: dict[str, Any]) -> dict[str, Any]:
    """Post as the page does; a refusal is an answer too."""
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"Content-Type": "application/json", "X-Leafwatch": "1"}
    )
    try:
        with browser.open(request, timeout=180) as answer:
            return dict(json.load(answer))
    except urllib.error.HTTPError as error:
        return dict(json.load(error))


def test_a_killed_appliance_goes_on_at_the_last_committed_move(home: Path, source: Path) -> None:
    """A leaf whose token is forgotten is accepted, the turn ended, the plug pulled: turn 2 is still turn 2."""
    with running(home, source) as (process, url):
        shown = message_that(url, lambda m: m["verdict"]["mood"] == "notice")
        assert shown["verdict"]["rule"] == "R5.1"
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(f"{url}api/picture", timeout=180)
        assert not ask(url, "end-turn")["ok"]
        assert ask(url, "accept")["ok"]
        assert ask(url, "end-turn")["ok"]
        with logged_in(url).open(f"{url}api/picture", timeout=180) as picture:
            assert picture.read().startswith(b"\xff\xd8")  # a JPEG
        before = message_that(url, lambda m: m["turn"]["number"] == 2)
        process.send_signal(signal.SIGKILL)
    with running(home, source) as (process, url):
        after = message_that(url, lambda m: "turn" in m)
        assert after["turn"]["number"] == 2
        assert [line["text"] for line in after["log"]] == [line["text"] for line in before["log"]]
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=180) == 0


def test_the_service_manager_hears_of_start_life_and_end(home: Path, source: Path, tmp_path: Path) -> None:
    """READY when the page is bound, signs of life while all parts move, STOPPING on SIGTERM: a real process."""
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(180.0)
        notified = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "3000000"}
        with running(home, source, **notified) as (process, url):
            assert manager.recv(100) == b"READY=1"
            message_that(url, lambda m: m["status"]["word"] != "searching")
            heard = b""
            while heard != b"WATCHDOG=1":  # a machine that was slow to start may have been told of that before
                heard = manager.recv(100)
            process.send_signal(signal.SIGTERM)
            while heard != b"STOPPING=1":
                heard = manager.recv(100)
            assert process.wait(timeout=180) == 0
