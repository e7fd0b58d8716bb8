"""Serving: a signal is not kept waiting by a table that is still being set up, and an error in the loop is not lost."""

import os
import signal
import threading

import pytest

from device import serving
from device.serving import serve_table
from device.stopping import StopSign


class Door:
    """A server without a page: open until it is closed."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def run(self) -> None:
        """Wait until somebody closes."""
        assert self._closed.wait(60)

    def close(self) -> None:
        """Close; may be done again."""
        self._closed.set()


class Watching:
    """A loop that goes on until told to stop."""

    def __init__(self) -> None:
        self.stopped = False

    def run(self, stop: StopSign) -> None:
        """Send the signal, then wait for the sign."""
        os.kill(os.getpid(), signal.SIGTERM)
        while not stop.is_set():
            os.sched_yield()
        self.stopped = True


def test_a_signal_during_the_set_up_is_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The set-up would last until the test ends it; serving ends when it has waited a little for it."""
    monkeypatch.setattr(serving, "SET_UP_S", 0.0)
    door, release, begun = Door(), threading.Event(), threading.Event()

    def set_up() -> Watching:
        begun.set()
        os.kill(os.getpid(), signal.SIGTERM)
        release.wait(60)
        raise RuntimeError("nobody hears of this any more")

    serve_table(set_up, door)  # type: ignore[arg-type]
    assert begun.is_set()
    assert not release.is_set()
    release.set()


def test_a_loop_that_runs_is_waited_for() -> None:
    """What is being played comes to its end before serving returns."""
    loop = Watching()
    serve_table(lambda: loop, Door())  # type: ignore[arg-type]
    assert loop.stopped


def test_an_error_in_the_loop_ends_both() -> None:
    """The page does not go on without its table, and the error comes out."""

    def set_up() -> Watching:
        raise RuntimeError("no table")

    with pytest.raises(RuntimeError, match="no table"):
        serve_table(set_up, Door())  # type: ignore[arg-type]
