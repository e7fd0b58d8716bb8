"""How often somebody may guess."""

from __future__ import annotations

import pytest

from webui.attempts import FORGET_S, FREE, FREE_IN_ALL, LONGEST_PAUSE_IN_ALL_S, Attempts, TooManyTries


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still until it is set."""
    return Clock()


@pytest.fixture
def attempts(clock: Clock) -> Attempts:
    """No try so far."""
    return Attempts(clock)


def pause(attempts: Attempts, peer: str) -> int:
    """How long this peer has to wait; a try that is let in counts."""
    try:
        attempts.begin(peer)
    except TooManyTries as error:
        return error.wait_s
    return 0


def test_one_peer_does_not_hinder_another(attempts: Attempts) -> None:
    """Each has its own free tries."""
    assert [pause(attempts, "a") for _ in range(FREE + 1)] == [0] * FREE + [10]
    assert pause(attempts, "b") == 0


def test_many_peers_together_are_slowed_too(attempts: Attempts) -> None:
    """A neighbour with a thousand addresses gets no more than one try a minute in the long run."""
    for number in range(FREE_IN_ALL):
        assert pause(attempts, f"peer {number}") == 0
    assert pause(attempts, "a new one") == 10


def test_guessing_for_a_day(attempts: Attempts, clock: Clock) -> None:
    """From as many addresses as one likes, each waiting exactly as told: not much more than one try a minute."""
    tries = 0
    day_s = 24 * 3600
    while clock.now_s < day_s:
        wait_s = pause(attempts, f"peer {tries}")
        tries += wait_s == 0
        clock.now_s += wait_s
    assert day_s / LONGEST_PAUSE_IN_ALL_S <= tries <= day_s / LONGEST_PAUSE_IN_ALL_S + FREE_IN_ALL + 5


def test_success_starts_anew(attempts: Attempts) -> None:
    """Who knew the PIN after four wrong ones has all free tries again."""
    for _ in range(FREE - 1):
        attempts.begin("a")
    attempts.succeeded("a")
    assert [pause(attempts, "a") for _ in range(FREE)] == [0] * FREE


def test_failures_are_forgotten_after_an_hour(attempts: Attempts, clock: Clock) -> None:
    """A typing child of yesterday hinders nobody today."""
    for _ in range(FREE):
        attempts.begin("a")
    clock.now_s += FORGET_S + 1
    assert [pause(attempts, "a") for _ in range(FREE)] == [0] * FREE
