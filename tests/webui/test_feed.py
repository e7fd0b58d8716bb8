"""The feed: the latest wins, nobody is waited for, places are counted, closing frees everybody."""

from __future__ import annotations

import json
import threading

import pytest

from webui.feed import Feed, FeedClosed, FeedFull


def test_messages_are_numbered_from_one(feed: Feed) -> None:
    """Every published message carries the next number, whatever it said itself."""
    feed.publish({"seq": 99, "word": "first"})
    feed.publish({"word": "second"})
    latest = feed.latest()
    assert latest is not None
    assert latest.seq == 2
    assert json.loads(latest.text) == {"seq": 2, "word": "second"}


def test_same_message_is_published_once(feed: Feed) -> None:
    """A message that says what the last one said is no change, also when its number differs."""
    assert feed.publish({"seq": 1, "word": "settled"})
    assert not feed.publish({"seq": 2, "word": "settled"})
    assert feed.publish({"word": "hand"})
    latest = feed.latest()
    assert latest is not None
    assert latest.seq == 2


def test_empty_message_is_a_message(feed: Feed) -> None:
    """A message without any field is still valid JSON with its number."""
    feed.publish({})
    latest = feed.latest()
    assert latest is not None
    assert json.loads(latest.text) == {"seq": 1}


def test_later_changes_to_the_message_do_not_show(feed: Feed) -> None:
    """The message is written out when it is published."""
    message = {"players": ["Ada"]}
    feed.publish(message)
    message["players"].append("Bert")
    latest = feed.latest()
    assert latest is not None
    assert json.loads(latest.text)["players"] == ["Ada"]


def test_slow_reader_gets_the_latest_only(feed: Feed) -> None:
    """Whoever did not read for a while gets the last message and none in between."""
    with feed.subscribe() as reader:
        for number in range(50):
            feed.publish({"number": number})
        snapshot = reader.wait(0)
        assert snapshot is not None
        assert json.loads(snapshot.text)["number"] == 49
        assert reader.wait(0) is None


def test_every_reader_gets_a_message(feed: Feed) -> None:
    """Readers in threads of their own are woken by one publication."""
    got: list[int] = []
    inside = threading.Barrier(5)

    def read() -> None:
        with feed.subscribe() as reader:
            inside.wait(60)
            snapshot = reader.wait(60)
            assert snapshot is not None
            got.append(snapshot.seq)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    inside.wait(60)
    feed.publish({"word": "hand"})
    for thread in threads:
        thread.join(60)
    assert got == [1, 1, 1, 1]


def test_cap_counts_open_subscriptions() -> None:
    """The cap refuses one too many, and a closed subscription gives its place back exactly once."""
    feed = Feed(cap=2)
    first, second = feed.subscribe(), feed.subscribe()
    with pytest.raises(FeedFull, match="2 are allowed"):
        feed.subscribe()
    first.close()
    first.close()
    assert feed.streams == 1
    with feed.subscribe():
        assert feed.streams == 2
    second.close()
    assert feed.streams == 0


def test_close_frees_waiting_readers(feed: Feed) -> None:
    """A reader that waits for ever is freed by ``close``, and later ones are refused."""
    ended = threading.Event()
    waiting = threading.Event()

    def read() -> None:
        with feed.subscribe() as reader:
            waiting.set()
            try:
                reader.wait(60)
            except FeedClosed:
                ended.set()

    thread = threading.Thread(target=read)
    thread.start()
    assert waiting.wait(60)
    feed.close()
    feed.close()
    thread.join(60)
    assert ended.is_set()
    assert feed.closed
    assert not feed.publish({"word": "too late"})
    with pytest.raises(FeedClosed):
        feed.subscribe()


@pytest.mark.parametrize("message", [{"spots": {1}}, {"value": float("nan")}])
def test_what_json_cannot_say_is_refused(feed: Feed, message: dict[str, object]) -> None:
    """A message that no page could read is the publisher's mistake, told at once."""
    with pytest.raises((TypeError, ValueError)):
        feed.publish(message)
    assert feed.latest() is None


def test_cap_below_one_is_refused() -> None:
    """A feed without any place makes no sense."""
    with pytest.raises(ValueError, match="at least one stream, got 0"):
        Feed(cap=0)
